//! Folding ranges, at most as many as the client takes.

use sayl_core::cancel::CancelToken;
use sayl_core::ide::folding_range;
use tower_lsp::ls_types::FoldingRange;

use super::DocumentRequest;
use crate::lsp::to_proto;

pub(crate) fn folding_range(request: &DocumentRequest, cancel: &CancelToken) -> Option<Vec<FoldingRange>> {
    let snapshot = request.snapshot_at_once(cancel);
    let document = snapshot.analysis.own_document(request.file)?;
    let folds = folding_range::folding_ranges(&snapshot.analysis, request.file);
    Some(to_proto::folding_ranges(document.rope(), &folds, &snapshot.features))
}
