//! Go to definition.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::definition;
use tower_lsp::ls_types::{GotoDefinitionResponse, Position};

use super::{DocumentRequest, offset};
use crate::lsp::to_proto;

pub(crate) fn definition(
    request: &DocumentRequest,
    position: Position,
    cancel: &CancelToken,
) -> Result<Option<GotoDefinitionResponse>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(None) };
    let offset = offset(&snapshot, document.rope(), position);
    let found = definition::definition(&snapshot.analysis, request.file, offset);
    let uri_of = |file| snapshot.uri_of(file);
    let has_links = snapshot.features.definition_links;
    Ok(to_proto::definitions(&snapshot.analysis, request.file, &found, has_links, snapshot.features.encoding, uri_of))
}
