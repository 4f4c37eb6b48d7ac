//! Hover.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::hover;
use tower_lsp::ls_types::{Hover, HoverContents, Position};

use super::{DocumentRequest, offset};
use crate::lsp::to_proto;

pub(crate) fn hover(
    request: &DocumentRequest,
    position: Position,
    cancel: &CancelToken,
) -> Result<Option<Hover>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(None) };
    let rope = document.rope();
    let found = hover::hover(&snapshot.analysis, request.file, offset(&snapshot, rope, position));
    Ok(found.map(|hover| Hover {
        contents: HoverContents::Markup(to_proto::markup(&hover.markdown, snapshot.features.hover_markdown)),
        range: Some(to_proto::range(rope, hover.range, snapshot.features.encoding)),
    }))
}
