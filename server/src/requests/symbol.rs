//! What a name is connected to: its references, its highlights, and another name for it.

use std::collections::BTreeSet;

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::document_highlight::document_highlights;
use sayl_core::ide::references;
use sayl_core::ide::rename::{self, RenameRefusal};
use sayl_core::text::FileId;
use tower_lsp::ls_types::{
    DocumentHighlight, DocumentHighlightKind, Location, Position, PrepareRenameResponse, WorkspaceEdit,
};

use super::edit::workspace_edit;
use super::{DocumentRequest, offset};
use crate::loading::ProjectExtent;
use crate::lsp::to_proto;
use crate::services::Services;

pub(crate) fn references(
    services: &Services,
    request: &DocumentRequest,
    position: Position,
    with_declarations: bool,
    cancel: &CancelToken,
) -> Result<Option<Vec<Location>>, Cancelled> {
    let (snapshot, _) = request.snapshot_of_users(&services.loading, cancel)?;
    let (analysis, encoding) = (&snapshot.analysis, snapshot.features.encoding);
    let Some(document) = analysis.own_document(request.file) else { return Ok(None) };
    let offset = offset(&snapshot, document.rope(), position);
    let found = references::references(analysis, request.file, offset, with_declarations).into_iter();
    let location = |reference: references::NameReference| {
        let range = to_proto::file_range(analysis, reference.file, reference.range, encoding);
        Some(Location { uri: snapshot.uri_of(reference.file)?, range })
    };
    Ok(Some(found.filter_map(location).collect()))
}

pub(crate) fn document_highlight(
    request: &DocumentRequest,
    position: Position,
    cancel: &CancelToken,
) -> Result<Option<Vec<DocumentHighlight>>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(None) };
    let offset = offset(&snapshot, document.rope(), position);
    let found = document_highlights(&snapshot.analysis, request.file, offset).into_iter();
    let highlights = found.map(|highlight| DocumentHighlight {
        range: to_proto::range(document.rope(), highlight.range, snapshot.features.encoding),
        kind: Some(if highlight.is_declaration { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    });
    Ok(Some(highlights.collect()))
}

/// What a rename would be about, or why there can be none.
pub(crate) fn prepare_rename(
    request: &DocumentRequest,
    position: Position,
    cancel: &CancelToken,
) -> Result<Result<Option<PrepareRenameResponse>, RenameRefusal>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(Ok(None)) };
    let offset = offset(&snapshot, document.rope(), position);
    let prepared = rename::prepare_rename(&snapshot.analysis, request.file, offset).transpose();
    Ok(prepared.map(|prepared| {
        prepared.map(|rename::Renameable { range, name }| PrepareRenameResponse::RangeWithPlaceholder {
            range: to_proto::range(document.rope(), range, snapshot.features.encoding),
            placeholder: name,
        })
    }))
}

/// The edits of a rename, or why there can be none.
///
/// Where nothing says how far the project reaches, whoever opened this one file wants it renamed here and in what lies
/// around it, rather than not at all; but they have to know that somebody farther away may still use the old name.
pub(crate) fn rename(
    services: &Services,
    request: &DocumentRequest,
    position: Position,
    name: &str,
    cancel: &CancelToken,
) -> Result<Result<Option<WorkspaceEdit>, RenameRefusal>, Cancelled> {
    let (snapshot, extent) = request.snapshot_of_users(&services.loading, cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(Ok(None)) };
    let offset = offset(&snapshot, document.rope(), position);
    let renamed = rename::rename(&snapshot.analysis, request.file, offset, name).transpose();
    let is_local = || !rename::may_be_used_elsewhere(&snapshot.analysis, request.file, offset);
    if let Ok(Some(edits)) = &renamed
        && extent == ProjectExtent::Unknown
        && !is_local()
    {
        let files: BTreeSet<FileId> = edits.iter().map(|(place, _)| place.file).collect();
        services.client.show_warning(&limited(files.len()));
    }
    Ok(renamed.map(|edits| edits.and_then(|edits| workspace_edit(&snapshot, &edits, None))))
}

fn limited(files: usize) -> String {
    let files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
    format!(
        "Renamed in {files}. sayl cannot tell how far this project reaches, so others may still use the old name: open \
         its folder, or mark its edge with a sayl.toml."
    )
}
