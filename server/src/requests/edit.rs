//! Edits of several files at once.

use std::collections::HashMap;

use sayl_core::text::{FileId, Place};
use tower_lsp::ls_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

use crate::lsp::to_proto;
use crate::state::Snapshot;

/// Replacements at absolute places, with the versions of open documents where the client looks at them.
pub(super) fn workspace_edit(snapshot: &Snapshot, replacements: &[(Place, String)]) -> WorkspaceEdit {
    let mut edits: Vec<(FileId, Vec<TextEdit>)> = Vec::new();
    for (place, new_text) in replacements {
        let range = to_proto::file_range(&snapshot.analysis, place.file, place.range, snapshot.features.encoding);
        let edit = TextEdit { range, new_text: new_text.clone() };
        match edits.iter_mut().find(|(file, _)| *file == place.file) {
            Some((_, edits)) => edits.push(edit),
            None => edits.push((place.file, vec![edit])),
        }
    }
    let edits = edits.into_iter().filter_map(|(file, edits)| Some((file, snapshot.uri_of(file)?, edits)));
    if snapshot.features.versioned_edits {
        let document_edit = |(file, uri, edits): (FileId, Uri, Vec<TextEdit>)| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                uri,
                version: snapshot.open_document(file).map(|document| document.version),
            },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        };
        let changes = DocumentChanges::Edits(edits.map(document_edit).collect());
        return WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() };
    }
    let changes: HashMap<Uri, Vec<TextEdit>> = edits.map(|(_, uri, edits)| (uri, edits)).collect();
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}
