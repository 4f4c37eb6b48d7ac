//! Edits of several files at once.

use std::collections::HashMap;
use std::path::PathBuf;

use sayl_core::text::{FileId, Place};
use tower_lsp::ls_types::{
    CreateFile, DocumentChangeOperation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, Position,
    Range, ResourceOp, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

use crate::lsp::{to_proto, uri};
use crate::state::Snapshot;

/// Replacements at absolute places, with the versions of open documents where the client looks at them, and a file to
/// create; `None` if the client cannot create files.
pub(super) fn workspace_edit(
    snapshot: &Snapshot,
    replacements: &[(Place, String)],
    new_file: Option<&(PathBuf, String)>,
) -> Option<WorkspaceEdit> {
    let edits = by_file(snapshot, replacements);
    if let Some((path, text)) = new_file {
        let edits = document_edits(snapshot, edits).into_iter().map(DocumentChangeOperation::Edit);
        let operations = created(snapshot, uri::uri_of(path)?, text)?.into_iter().chain(edits);
        return Some(changes(DocumentChanges::Operations(operations.collect())));
    }
    if snapshot.features.versioned_edits {
        return Some(changes(DocumentChanges::Edits(document_edits(snapshot, edits))));
    }
    let changes: HashMap<Uri, Vec<TextEdit>> = edits.into_iter().map(|(_, uri, edits)| (uri, edits)).collect();
    Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

type FileEdits = (FileId, Uri, Vec<TextEdit>);

fn by_file(snapshot: &Snapshot, replacements: &[(Place, String)]) -> Vec<FileEdits> {
    let mut edits: Vec<(FileId, Vec<TextEdit>)> = Vec::new();
    for (place, new_text) in replacements {
        let range = to_proto::file_range(&snapshot.analysis, place.file, place.range, snapshot.features.encoding);
        let edit = TextEdit { range, new_text: new_text.clone() };
        match edits.iter_mut().find(|(file, _)| *file == place.file) {
            Some((_, edits)) => edits.push(edit),
            None => edits.push((place.file, vec![edit])),
        }
    }
    edits.into_iter().filter_map(|(file, edits)| Some((file, snapshot.uri_of(file)?, edits))).collect()
}

fn document_edits(snapshot: &Snapshot, edits: Vec<FileEdits>) -> Vec<TextDocumentEdit> {
    let version = |file| snapshot.open_document(file).map(|document| document.version);
    edits.into_iter().map(|(file, uri, edits)| document_edit(uri, version(file), edits)).collect()
}

fn document_edit(uri: Uri, version: Option<i32>, edits: Vec<TextEdit>) -> TextDocumentEdit {
    TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    }
}

/// A new file, and then its text. A file that is there already is left alone: the edit fails.
fn created(snapshot: &Snapshot, uri: Uri, text: &str) -> Option<[DocumentChangeOperation; 2]> {
    if !snapshot.features.versioned_edits || !snapshot.features.code_action.creates_files {
        return None;
    }
    let start = Range::new(Position::new(0, 0), Position::new(0, 0));
    let edit = TextEdit { range: start, new_text: text.to_owned() };
    let create = CreateFile { uri: uri.clone(), options: None, annotation_id: None };
    Some([
        DocumentChangeOperation::Op(ResourceOp::Create(create)),
        DocumentChangeOperation::Edit(document_edit(uri, None, vec![edit])),
    ])
}

fn changes(document_changes: DocumentChanges) -> WorkspaceEdit {
    WorkspaceEdit { document_changes: Some(document_changes), ..WorkspaceEdit::default() }
}
