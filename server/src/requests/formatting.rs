//! Formatting: of a whole document, of a range, and of a line that was just begun.

use sayl_core::cancel::CancelToken;
use sayl_core::document::TextDocument;
use sayl_core::ide::formatting::{self, FormattingOptions, Unsafe};
use sayl_core::text::Edits;
use tower_lsp::ls_types::{self, Position, Range, TextEdit};

use super::{DocumentRequest, offset};
use crate::lsp::{from_proto, to_proto};
use crate::state::Snapshot;

/// The edits that format a document or a range of it, or why there are none.
pub(crate) fn formatting(
    request: &DocumentRequest,
    lsp_range: Option<Range>,
    options_of_client: &ls_types::FormattingOptions,
    cancel: &CancelToken,
) -> Result<Vec<TextEdit>, Unsafe> {
    let snapshot = request.snapshot_at_once(cancel);
    let (analysis, encoding) = (&snapshot.analysis, snapshot.features.encoding);
    let Some(document) = analysis.own_document(request.file) else { return Ok(Vec::new()) };
    let range = lsp_range.map(|range| from_proto::range(document.rope(), range, encoding));
    let found = formatting::formatting(analysis, request.file, range, &options(options_of_client));
    found.map(|edits| in_lsp(&snapshot, document, edits))
}

/// The edit that indents the line at a position.
pub(crate) fn on_type_formatting(
    request: &DocumentRequest,
    position: Position,
    options_of_client: &ls_types::FormattingOptions,
    cancel: &CancelToken,
) -> Vec<TextEdit> {
    let snapshot = request.snapshot_at_once(cancel);
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Vec::new() };
    let offset = offset(&snapshot, document.rope(), position);
    let edits = formatting::on_type_formatting(&snapshot.analysis, request.file, offset, &options(options_of_client));
    in_lsp(&snapshot, document, edits)
}

/// YAML is not indented by tabs: of an editor that would do so, the width of a tab says nothing.
fn options(options_of_client: &ls_types::FormattingOptions) -> FormattingOptions {
    let width = Some(options_of_client.tab_size as usize)
        .filter(|width| options_of_client.insert_spaces && (1..=8).contains(width));
    FormattingOptions {
        width,
        trims_lines: options_of_client.trim_trailing_whitespace.unwrap_or(true),
        trims_end: options_of_client.trim_final_newlines.unwrap_or(true),
        ends_last_line: options_of_client.insert_final_newline.unwrap_or(true),
    }
}

fn in_lsp(snapshot: &Snapshot, document: &TextDocument, edits: Edits) -> Vec<TextEdit> {
    let mut positions = to_proto::Positions::new(document.rope(), snapshot.features.encoding);
    edits.into_iter().map(|(bytes, new_text)| TextEdit { range: positions.range(bytes), new_text }).collect()
}
