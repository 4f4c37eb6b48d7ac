//! Selection ranges: for each position of a request a chain of ranges, one in the other.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::selection_range::selection_ranges;
use sayl_core::text::{TextRange, TextSize};
use tower_lsp::ls_types::{Position, SelectionRange};

use super::{DocumentRequest, offset};
use crate::lsp::to_proto;

pub(crate) fn selection_range(
    request: &DocumentRequest,
    positions: &[Position],
    cancel: &CancelToken,
) -> Result<Option<Vec<SelectionRange>>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(None) };
    let rope = document.rope();
    let offsets: Vec<TextSize> = positions.iter().map(|position| offset(&snapshot, rope, *position)).collect();
    let chains = selection_ranges(&snapshot.analysis, request.file, &offsets);
    let lsp_range = |range: &TextRange| to_proto::range(rope, *range, snapshot.features.encoding);
    let around = |parent: Option<SelectionRange>, range: &TextRange| {
        Some(SelectionRange { range: lsp_range(range), parent: parent.map(Box::new) })
    };
    Ok(Some(chains.iter().filter_map(|chain| chain.iter().rev().fold(None, around)).collect()))
}
