//! Template code between `(@` and `@)`: in text templates, and in texts of YAML that hold code.

use super::code::end;
use super::{SemanticToken, TokenKind};
use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::code::CursorCode;
use crate::ide::line::{LineAt, line_start, line_with};
use crate::text::{FileId, TextRange, TextSize};

const OPENING: &str = "(@";
const CLOSING: &str = "@)";

/// The tokens of the code that begins on the lines that touch a range.
pub(super) fn tokens(
    analysis: &Analysis,
    file: FileId,
    document: &TextDocument,
    range: TextRange,
) -> Vec<SemanticToken> {
    let mut tokens = Vec::new();
    let mut next = Some(line_start(document.rope(), range.start()));
    let with_tag = |start: TextSize| {
        line_with(document.rope(), start, '(')
            .filter(|line| line.start < range.end().max(range.start() + TextSize::of(OPENING)))
    };
    while let Some(line) = next.and_then(with_tag) {
        next = line.next;
        analysis.unwind_if_cancelled();
        for (column, _) in line.text.match_indices(OPENING) {
            let inside = line.text.get(column + OPENING.len()..).unwrap_or_default();
            let start = line.text.len() - inside.trim_start_matches(['=', '-']).len();
            let code = CursorCode::at(analysis, file, line.range(start, start).start());
            if let Some(code) = code {
                let signs = [Some(line.range(column, start)), closing(&line, start)].into_iter().flatten();
                tokens.extend(signs.map(|range| SemanticToken { range, kind: TokenKind::Decorator }));
                end(&code.statement, &mut tokens);
            }
        }
    }
    tokens
}

/// What code ends with on its line, `@)` or `-@)`.
fn closing(line: &LineAt, start: usize) -> Option<TextRange> {
    let code = line.text.get(start..)?;
    let at = code.find(CLOSING)?;
    let before = code.get(..at)?.trim_end_matches('-');
    Some(line.range(start + before.len(), start + at + CLOSING.len()))
}
