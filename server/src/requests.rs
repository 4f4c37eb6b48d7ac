//! What the client asks. Each answer converts the question, asks the engine once, and converts back; what it knows of
//! YAML is in `core::ide`.

use std::sync::Arc;

use ropey::Rope;
use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::text::{FileId, TextSize};
use tower_lsp::ls_types::Position;

use crate::evaluation::Evaluation;
use crate::loading::{Loading, ProjectExtent};
use crate::lsp::from_proto;
use crate::state::{Snapshot, State};

pub(crate) mod code_action;
pub(crate) mod code_lens;
pub(crate) mod completion;
pub(crate) mod definition;
pub(crate) mod diagnostic;
pub(crate) mod document_link;
pub(crate) mod document_symbol;
mod edit;
pub(crate) mod explain;
pub(crate) mod folding_range;
pub(crate) mod formatting;
pub(crate) mod hover;
pub(crate) mod inlay_hint;
pub(crate) mod linked_editing_range;
pub(crate) mod resolve_data;
pub(crate) mod selection_range;
pub(crate) mod semantic_tokens;
pub(crate) mod signature_help;
pub(crate) mod status;
pub(crate) mod symbol;
pub(crate) mod type_definition;
pub(crate) mod view;
pub(crate) mod workspace_symbol;

/// A question about a document: the world when it was asked, or a little later if the files around the document were
/// still being read.
pub(crate) struct DocumentRequest {
    state: Arc<State>,
    snapshot: Snapshot,
    pub(crate) file: FileId,
    was_loading: bool,
    /// Whether anything was to be read still when the world was looked at.
    was_unread: bool,
}

impl DocumentRequest {
    pub(crate) fn new(state: Arc<State>, file: FileId) -> Self {
        let was_loading = state.neighbourhoods().is_loading(file);
        let was_unread = state.neighbourhoods().is_anything_unread();
        Self { snapshot: state.snapshot(), state, file, was_loading, was_unread }
    }

    /// The same question once more, if evaluations were lacking to answer it and have come to an end since.
    pub(crate) fn after_evaluation(&self, evaluation: &Evaluation) -> Option<Self> {
        let snapshot = self.state.snapshot();
        let is_settled = evaluation.settle(&snapshot, self.file);
        is_settled.then(|| self.anew())
    }

    /// The same question once more.
    fn anew(&self) -> Self {
        Self::new(self.state.clone(), self.file)
    }

    /// The world to answer from where everybody who may use a name has to be known, and whether everybody is.
    fn snapshot_of_users(
        &self,
        loading: &Loading,
        cancel: &CancelToken,
    ) -> Result<(Snapshot, ProjectExtent), Cancelled> {
        if !self.was_unread && loading.knows_users(self.file) {
            return Ok((self.snapshot_at_once(cancel), ProjectExtent::Project));
        }
        let extent = loading.read_users(self.file, cancel)?;
        let snapshot = self.state.snapshot();
        let is_same = self.snapshot.analysis.version(self.file) == snapshot.analysis.version(self.file);
        // What was asked about another text has no answer.
        if is_same { Ok((snapshot.with_cancellation(cancel), extent)) } else { Err(Cancelled) }
    }

    /// The world to answer from.
    fn snapshot(&self, cancel: &CancelToken) -> Result<Snapshot, Cancelled> {
        if self.was_loading {
            self.state.neighbourhoods().wait(self.file, cancel)?;
            return Ok(self.state.snapshot().with_cancellation(cancel));
        }
        Ok(self.snapshot_at_once(cancel))
    }

    /// The world when it was asked, for what depends on no other file.
    fn snapshot_at_once(&self, cancel: &CancelToken) -> Snapshot {
        self.snapshot.clone().with_cancellation(cancel)
    }
}

fn offset(snapshot: &Snapshot, rope: &Rope, position: Position) -> TextSize {
    from_proto::offset(rope, position, snapshot.features.encoding)
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use tokio::sync::Notify;
    use tower_lsp::ls_types::{TextDocumentItem, Uri};

    use super::*;
    use crate::diagnostics::Diagnostics;

    #[test]
    fn what_was_asked_amid_reading_is_answered_from_all_files_though_reading_has_ended_since() {
        let state = Arc::new(State::new());
        let work = Arc::new(Notify::new());
        let loading = Loading::new(state.clone(), Arc::new(Diagnostics::new(work.clone())), work);
        let folder = std::path::PathBuf::from("/project");
        state.set_folders(vec![folder.clone()]);
        state.neighbourhoods().add_task();
        let uri = Uri::from_str("file:///project/schema.yml").unwrap();
        let text = "#@data/values-schema\n---\nport: 1\n".to_owned();
        let file = state.open(&TextDocumentItem::new(uri, "yaml".to_owned(), 1, text)).unwrap();
        let request = DocumentRequest::new(state.clone(), file);
        let values: Arc<[u8]> = Arc::from(&b"#@data/values\n---\nport: 2\n"[..]);
        let path = folder.join("values.yml");
        {
            let _under_way = state.neighbourhoods().begin_task();
            state.load(vec![(path.clone(), Ok(values))]);
            state.set_scanned(&[folder]);
        }
        state.neighbourhoods().end(file);
        let (snapshot, extent) = request.snapshot_of_users(&loading, &CancelToken::new()).unwrap();
        assert!(snapshot.analysis.file(&path).is_some() && extent == ProjectExtent::Project);
    }
}
