//! Linked editing: the ranges that change together.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::linked_editing_range::{WORD_PATTERN, linked_editing_ranges};
use tower_lsp::ls_types::{LinkedEditingRanges, Position};

use super::{DocumentRequest, offset};
use crate::lsp::to_proto;

pub(crate) fn linked_editing_range(
    request: &DocumentRequest,
    position: Position,
    cancel: &CancelToken,
) -> Result<Option<LinkedEditingRanges>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(None) };
    let rope = document.rope();
    let found = linked_editing_ranges(&snapshot.analysis, request.file, offset(&snapshot, rope, position));
    let ranges = found.into_iter().map(|range| to_proto::range(rope, range, snapshot.features.encoding));
    let ranges: Vec<_> = ranges.collect();
    let word_pattern = Some(WORD_PATTERN.to_owned());
    Ok((!ranges.is_empty()).then_some(LinkedEditingRanges { ranges, word_pattern }))
}
