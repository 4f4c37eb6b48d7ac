//! Folding ranges, at most as many as the client takes.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::folding_range;
use tower_lsp::ls_types::FoldingRange;

use super::Asked;
use crate::lsp::to_proto;

pub(crate) fn folding_range(asked: &Asked, cancel: &CancelToken) -> Result<Option<Vec<FoldingRange>>, Cancelled> {
    cancel.check()?;
    let snapshot = &asked.snapshot;
    let Some(document) = snapshot.analysis.own_document(asked.file) else { return Ok(None) };
    let folds = folding_range::folding_ranges(&snapshot.analysis, asked.file);
    Ok(Some(to_proto::folding_ranges(document.rope(), &folds, &snapshot.features)))
}
