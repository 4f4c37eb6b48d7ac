//! Inlay hints, as far as the settings want them; what they say when they are hovered over is told when it is asked for.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::inlay_hint::{self, inlay_hints};
use sayl_core::text::{FileId, TextRange, TextSize};
use tower_lsp::ls_types::{
    InlayHint, InlayHintKind, InlayHintLabel, InlayHintLabelPart, InlayHintTooltip, Location, Position, Range,
};

use super::resolve_data::ResolveData;
use super::{DocumentRequest, offset};
use crate::lsp::{from_proto, to_proto};
use crate::state::Snapshot;

pub(crate) fn inlay_hint(
    request: &DocumentRequest,
    range: Range,
    cancel: &CancelToken,
) -> Result<Option<Vec<InlayHint>>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(None) };
    let bytes = from_proto::range(document.rope(), range, snapshot.features.encoding);
    let found = inlay_hints(&snapshot.analysis, request.file, bytes, snapshot.config.inlay_hints);
    Ok(Some(found.iter().map(|hint| in_lsp(&snapshot, request.file, hint)).collect()))
}

fn in_lsp(snapshot: &Snapshot, file: FileId, hint: &inlay_hint::InlayHint) -> InlayHint {
    let place = |file: FileId, offset: TextSize| {
        let range = TextRange::empty(offset);
        to_proto::file_range(&snapshot.analysis, file, range, snapshot.features.encoding).start
    };
    let location = hint.target.and_then(|(file, range)| {
        let range = to_proto::file_range(&snapshot.analysis, file, range, snapshot.features.encoding);
        Some(Location { uri: snapshot.uri_of(file)?, range })
    });
    let is_resolved = snapshot.features.beside.resolves_hints;
    let resolve_data = ResolveData { uri: snapshot.uri_of(file), position: place(file, hint.about), kind: None };
    InlayHint {
        position: place(file, hint.offset),
        label: InlayHintLabel::LabelParts(vec![InlayHintLabelPart {
            value: hint.label.clone(),
            location,
            ..InlayHintLabelPart::default()
        }]),
        kind: hint.is_type.then_some(InlayHintKind::TYPE),
        text_edits: None,
        tooltip: if is_resolved { None } else { tooltip(snapshot, file, hint.about) },
        padding_left: Some(true),
        padding_right: None,
        data: if is_resolved { resolve_data.into_data() } else { None },
    }
}

fn tooltip(snapshot: &Snapshot, file: FileId, about: TextSize) -> Option<InlayHintTooltip> {
    let markdown = inlay_hint::tooltip(&snapshot.analysis, file, about)?;
    // There is no capability for the format of tooltips; what hovers are read in is read here as well.
    Some(InlayHintTooltip::MarkupContent(to_proto::markup(&markdown, snapshot.features.hover_markdown)))
}

/// The same hint with what it says when it is hovered over.
pub(crate) fn resolve(
    request: &DocumentRequest,
    position: Position,
    hint: InlayHint,
    cancel: &CancelToken,
) -> Result<InlayHint, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(hint) };
    let about = offset(&snapshot, document.rope(), position);
    Ok(InlayHint { tooltip: tooltip(&snapshot, request.file, about), data: None, ..hint })
}
