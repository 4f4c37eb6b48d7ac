//! Type definition: from a value to the line of the schema for it.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::type_definition;
use tower_lsp::ls_types::Position;
use tower_lsp::ls_types::request::GotoTypeDefinitionResponse;

use super::{DocumentRequest, offset};
use crate::lsp::to_proto;

pub(crate) fn type_definition(
    request: &DocumentRequest,
    position: Position,
    cancel: &CancelToken,
) -> Result<Option<GotoTypeDefinitionResponse>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(None) };
    let offset = offset(&snapshot, document.rope(), position);
    let found = type_definition::type_definition(&snapshot.analysis, request.file, offset);
    let uri_of = |file| snapshot.uri_of(file);
    let has_links = snapshot.features.type_definition_links;
    Ok(to_proto::definitions(&snapshot.analysis, request.file, &found, has_links, snapshot.features.encoding, uri_of))
}
