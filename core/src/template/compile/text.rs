//! Text templates: text with `(@ code @)` and `(@= expression @)` in it; `(@-` and `-@)` take the blanks beside them away.

use std::ops::Range;

use super::gather::{ProvidedCall, Statements};
use super::snippet::Snippet;
use super::statement::OutputKind;
use super::text_literal::quoted;
use crate::problem::{Code, Problem};
use crate::text::{Place, TextRange, TextSize};
use crate::yaml::scalar_map::ScalarMap;

/// Gives the line of the template on which a range begins, from 0.
pub(super) type LineOf<'l> = dyn Fn(TextRange) -> u32 + 'l;

/// A part of a text template.
enum TextPiece {
    /// Text, up to here.
    Text(Snippet),
    /// Code between its marks.
    Code(Snippet, DelimiterFlags),
}

/// What stands at the marks of code.
#[derive(Clone, Copy, Default)]
struct DelimiterFlags {
    /// Its value is printed.
    prints: bool,
    trims_before: bool,
    trims_behind: bool,
}

/// Adds the statements of a text template.
pub(super) fn template(template: &Snippet, statements: &mut Statements, line_of: &LineOf<'_>) {
    let mut pieces = pieces(template, statements).into_iter().peekable();
    let mut is_trimmed = false;
    while let Some(piece) = pieces.next() {
        match piece {
            TextPiece::Text(text) => {
                let start = if is_trimmed { text.text.len() - text.text.trim_start().len() } else { 0 };
                let trims_end = matches!(pieces.peek(), Some(TextPiece::Code(_, marks)) if marks.trims_before);
                let end = if trims_end { text.text.trim_end().len() } else { text.text.len() };
                add_text(&text.part(start..end.max(start)), statements, line_of);
                is_trimmed = false;
            }
            TextPiece::Code(code, marks) => {
                add_code(&code, marks, statements, line_of);
                is_trimmed = marks.trims_behind;
            }
        }
    }
    statements.flush();
}

fn add_text(text: &Snippet, statements: &mut Statements, line_of: &LineOf<'_>) {
    // Even an empty text makes a function one that gives text.
    if !text.text.is_empty() || statements.has_function() {
        let range = text.range();
        let call = format!("__text_add({})", quoted(&text.text));
        statements.made(line_of(range), call, range, Some(OutputKind::Text));
    }
}

fn add_code(code: &Snippet, marks: DelimiterFlags, statements: &mut Statements, line_of: &LineOf<'_>) {
    if marks.prints {
        let expression = &code.trimmed();
        let (subject, line) = (expression.range(), line_of(expression.range()));
        let (opening, closing) = ("__text_add_value((", "))");
        let call = ProvidedCall { line, opening, subject, expression, closing, is_annotation: false };
        statements.call(&call, Some(OutputKind::Text));
        return;
    }
    let mut at = 0;
    for line in code.text.split('\n') {
        let snippet = code.part(at..at + line.len());
        let number = line_of(snippet.trimmed().range());
        statements.code(snippet, number);
        at += line.len() + 1;
    }
    statements.flush();
}

/// Whether a text is more than itself.
pub(crate) fn is_template(text: &str) -> bool {
    text.contains("(@") || text.contains("@)")
}

/// Cuts a template at its marks.
fn pieces(template: &Snippet, statements: &mut Statements) -> Vec<TextPiece> {
    let mut pieces = Vec::new();
    let (mut at, mut searched) = (0, 0);
    let find = |from: usize, mark: &str| Some(from + template.text.get(from..)?.find(mark)?);
    let mut refuse = |mark: usize, message: &str, expected: &str| {
        let place = Place::absolute(statements.file, template.place(mark..mark + "(@".len()));
        let problem = Problem::new(Code::TemplateSyntax, place, message);
        statements.problems.push(if expected.is_empty() { problem } else { problem.expected(expected) });
    };
    loop {
        let (opening, closing) = (find(searched, "(@"), find(searched, "@)"));
        if let Some(stray) = closing.filter(|closing| opening.is_none_or(|opening| *closing < opening)) {
            refuse(stray, "This closes no code", "`(@` before it");
            searched = stray + "@)".len();
            continue;
        }
        let Some(opening) = opening else { break };
        let inside = opening + "(@".len();
        if template.text.get(inside..).is_some_and(|rest| rest.starts_with(')')) {
            refuse(opening, "There is no code in here", "a blank between `(@` and `@)`");
            break;
        }
        let Some(closing) = find(inside, "@)") else {
            refuse(opening, "The code that begins here is not closed", "a closing `@)`");
            break;
        };
        if let Some(inner) = find(inside, "(@").filter(|inner| *inner < closing) {
            refuse(inner, "Code cannot begin inside of code", "");
            break;
        }
        pieces.push(TextPiece::Text(template.part(at..opening)));
        pieces.push(code(template, inside..closing));
        at = closing + "@)".len();
        searched = at;
    }
    pieces.push(TextPiece::Text(template.part(at..template.text.len())));
    pieces
}

/// The code between its marks, which ytt takes away one after the other.
fn code(template: &Snippet, range: Range<usize>) -> TextPiece {
    let content = template.text.get(range.clone()).unwrap_or_default();
    let marks = DelimiterFlags {
        prints: content.starts_with('=') || content.starts_with("-="),
        trims_before: content.starts_with('-'),
        trims_behind: content.ends_with('-'),
    };
    let mut code = content;
    for mark in ["-=", "=", "-"] {
        code = code.strip_prefix(mark).unwrap_or(code);
    }
    let start = range.end - code.len();
    let end = start + code.strip_suffix('-').unwrap_or(code).len();
    TextPiece::Code(template.part(start..end), marks)
}

/// The text that a scalar means, with its places: `source` is how it is written, beginning at `at`.
pub(super) fn of_scalar(text: &str, source: &str, at: TextSize) -> Snippet {
    let map = ScalarMap::new(source, text);
    let mut snippet = Snippet::default();
    for (index, character) in text.char_indices() {
        let end = index + character.len_utf8();
        let range = TextRange::new(TextSize::new(index as u32), TextSize::new(end as u32));
        snippet.push(text.get(index..end).unwrap_or_default(), at + map.source_range(range).start());
    }
    snippet
}

/// Adds the statements around the text template of a node: its text is computed, then handed to a call.
pub(super) fn computed(template: &Snippet, call: &str, statements: &mut Statements, line_of: &LineOf<'_>) {
    let range = template.trimmed().range();
    let start = TextRange::empty(range.start());
    // A function that begins with it gives YAML, not text.
    statements.made(line_of(start), "__text_begin()".to_owned(), start, Some(OutputKind::Yaml));
    self::template(template, statements, line_of);
    let end = TextRange::empty(range.end());
    statements.made(line_of(end), call.to_owned(), end, None);
}
