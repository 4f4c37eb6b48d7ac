//! Completion. A client that can ask for the documentation of the one item that people look at is spared that of the
//! others.

use std::sync::{Mutex, PoisonError};

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::completion::completion as complete;
use serde_json::json;
use tower_lsp::ls_types::{CompletionItem, CompletionResponse, Documentation, Position};

use super::{DocumentRequest, offset};
use crate::lsp::to_proto;

/// The documentation of what was offered last, by position in the list.
#[derive(Default)]
pub(crate) struct Offered(Mutex<(u64, Vec<Option<Documentation>>)>);

pub(crate) fn completion(
    request: &DocumentRequest,
    position: Position,
    offered: &Offered,
    cancel: &CancelToken,
) -> Result<Option<CompletionResponse>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(None) };
    let offset = offset(&snapshot, document.rope(), position);
    let items = complete(&snapshot.analysis, request.file, offset);
    let mut list = to_proto::completion::completions(document.rope(), offset, items, &snapshot.features);
    // Names of files that are still being read may be missing.
    list.is_incomplete |= request.was_unread;
    if snapshot.features.completion.resolves_documentation {
        offered.keep_documentation(&mut list.items);
    }
    Ok(Some(CompletionResponse::List(list)))
}

impl Offered {
    /// Takes the documentation out of the items; each can be resolved until the next list is offered.
    fn keep_documentation(&self, items: &mut [CompletionItem]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let list = kept.0 + 1;
        for (index, item) in items.iter_mut().enumerate() {
            item.data = Some(json!([list, index]));
        }
        *kept = (list, items.iter_mut().map(|item| item.documentation.take()).collect());
    }

    /// The item with its documentation, as far as that is still known.
    pub(crate) fn resolve(&self, item: CompletionItem) -> CompletionItem {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let data = item.data.as_ref().and_then(|data| Some((data[0].as_u64()?, data[1].as_u64()?)));
        let found = data.filter(|(list, _)| *list == kept.0);
        let documentation = found.and_then(|(_, index)| kept.1.get(usize::try_from(index).ok()?)?.clone());
        CompletionItem { documentation: documentation.or(item.documentation), ..item }
    }
}
