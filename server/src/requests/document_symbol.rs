//! Document symbols: the outline of a file, as far as an editor shows it without a pause.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use sayl_core::cancel::CancelToken;
use sayl_core::ide::document_symbol::document_symbols;
use sayl_core::text::FileId;
use tower_lsp::ls_types::{DocumentSymbolResponse, Uri};

use super::DocumentRequest;
use crate::lsp::to_proto;

/// The documents whose outline was cut, so that the log says it once of each.
#[derive(Default)]
pub(crate) struct TruncatedOutlines(Mutex<HashSet<FileId>>);

impl TruncatedOutlines {
    fn is_news(&self, file: FileId) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(file)
    }
}

/// The outline; `log` is told of one that had to be cut.
pub(crate) fn document_symbol(
    request: &DocumentRequest,
    uri: &Uri,
    truncated: &TruncatedOutlines,
    log: impl Fn(&str),
    cancel: &CancelToken,
) -> Option<DocumentSymbolResponse> {
    let snapshot = request.snapshot_at_once(cancel);
    let document = snapshot.analysis.own_document(request.file)?;
    let limit = snapshot.config.max_symbols;
    let outline = document_symbols(&snapshot.analysis, request.file, limit);
    if let Some(all) = outline.all.filter(|_| truncated.is_news(request.file)) {
        let path = snapshot.analysis.path(request.file).display();
        log(&format!(
            "The outline of {path} has the {limit} outermost of {all} symbols; the setting `outline.max-symbols` says how many."
        ));
    }
    Some(to_proto::document_symbols(document.rope(), outline.symbols, &snapshot.features, uri))
}
