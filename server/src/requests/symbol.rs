//! What a name is connected to: its references, its highlights, and another name for it.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::document_highlight::document_highlights;
use sayl_core::ide::references;
use sayl_core::ide::rename::{self, Refusal};
use tower_lsp::ls_types::{
    DocumentHighlight, DocumentHighlightKind, Location, Position, PrepareRenameResponse, WorkspaceEdit,
};

use super::edit::workspace_edit;
use super::{Asked, offset};
use crate::lsp::to_proto;

pub(crate) fn references(
    asked: &Asked,
    position: Position,
    with_declarations: bool,
    cancel: &CancelToken,
) -> Result<Option<Vec<Location>>, Cancelled> {
    let snapshot = asked.snapshot(cancel)?;
    let (analysis, encoding) = (&snapshot.analysis, snapshot.features.encoding);
    let Some(document) = analysis.document(asked.file) else { return Ok(None) };
    let offset = offset(&snapshot, document.rope(), position);
    let found = references::references(analysis, asked.file, offset, with_declarations).into_iter();
    let location = |reference: references::Reference| {
        let range = to_proto::file_range(analysis, reference.file, reference.range, encoding);
        Some(Location { uri: snapshot.uri_of(reference.file)?, range })
    };
    Ok(Some(found.filter_map(location).collect()))
}

pub(crate) fn document_highlight(
    asked: &Asked,
    position: Position,
    cancel: &CancelToken,
) -> Result<Option<Vec<DocumentHighlight>>, Cancelled> {
    let snapshot = asked.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.document(asked.file) else { return Ok(None) };
    let offset = offset(&snapshot, document.rope(), position);
    let found = document_highlights(&snapshot.analysis, asked.file, offset).into_iter();
    let highlights = found.map(|highlight| DocumentHighlight {
        range: to_proto::range(document.rope(), highlight.range, snapshot.features.encoding),
        kind: Some(if highlight.is_declaration { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    });
    Ok(Some(highlights.collect()))
}

/// What a rename would be about, or why there can be none.
pub(crate) fn prepare_rename(
    asked: &Asked,
    position: Position,
    cancel: &CancelToken,
) -> Result<Result<Option<PrepareRenameResponse>, Refusal>, Cancelled> {
    let snapshot = asked.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.document(asked.file) else { return Ok(Ok(None)) };
    let offset = offset(&snapshot, document.rope(), position);
    let prepared = rename::prepare_rename(&snapshot.analysis, asked.file, offset).transpose();
    Ok(prepared.map(|prepared| {
        prepared.map(|rename::Renameable { range, name }| PrepareRenameResponse::RangeWithPlaceholder {
            range: to_proto::range(document.rope(), range, snapshot.features.encoding),
            placeholder: name,
        })
    }))
}

/// The edits of a rename, or why there can be none.
pub(crate) fn rename(
    asked: &Asked,
    position: Position,
    name: &str,
    cancel: &CancelToken,
) -> Result<Result<Option<WorkspaceEdit>, Refusal>, Cancelled> {
    let snapshot = asked.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.document(asked.file) else { return Ok(Ok(None)) };
    let offset = offset(&snapshot, document.rope(), position);
    let renamed = rename::rename(&snapshot.analysis, asked.file, offset, name).transpose();
    Ok(renamed.map(|edits| edits.and_then(|edits| workspace_edit(&snapshot, &edits, None))))
}
