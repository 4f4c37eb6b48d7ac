//! Text templates: text with `(@ code @)` and `(@= expression @)` in it; `(@-` and `-@)` take the blanks beside them away.

use super::gather::{Call, Statements};
use super::snippet::Snippet;
use super::statement::Collected;
use super::walk::quoted;
use crate::problem::{Code, Problem};
use crate::text::{Place, TextRange, TextSize};
use crate::yaml::scalar_map::ScalarMap;

/// Gives the line of the template on which a range begins, from 0.
pub(super) type LineOf<'l> = dyn Fn(TextRange) -> u32 + 'l;

/// A part of a text template.
enum Piece {
    /// Text, up to here.
    Text(Snippet),
    /// Code between its marks.
    Code(Snippet, Marks),
}

/// What stands at the marks of code.
#[derive(Clone, Copy, Default)]
struct Marks {
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
            Piece::Text(text) => {
                let start = if is_trimmed { text.text.len() - text.text.trim_start().len() } else { 0 };
                let trims_end = matches!(pieces.peek(), Some(Piece::Code(_, marks)) if marks.trims_before);
                let end = if trims_end { text.text.trim_end().len() } else { text.text.len() };
                add_text(&text.part(start..end.max(start)), statements, line_of);
                is_trimmed = false;
            }
            Piece::Code(code, marks) => {
                add_code(&code, marks, statements, line_of);
                is_trimmed = marks.trims_behind;
            }
        }
    }
    statements.flush();
}

fn add_text(text: &Snippet, statements: &mut Statements, line_of: &LineOf<'_>) {
    if !text.text.is_empty() {
        let range = text.range();
        let call = format!("__text_add({})", quoted(&text.text));
        statements.made(line_of(range), call, range, Some(Collected::Text));
    }
}

fn add_code(code: &Snippet, marks: Marks, statements: &mut Statements, line_of: &LineOf<'_>) {
    if marks.prints {
        let expression = &code.trimmed();
        let (subject, line) = (expression.range(), line_of(expression.range()));
        let (opening, closing) = ("__text_add_value((", "))");
        let call = Call { line, opening, subject, expression, closing, is_annotation: false };
        statements.call(&call, Some(Collected::Text));
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

/// Cuts a template at its marks.
fn pieces(template: &Snippet, statements: &mut Statements) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(opening) = template.text.get(at..).and_then(|rest| rest.find("(@")) {
        let opening = at + opening;
        let inside = opening + "(@".len();
        let Some(length) = template.text.get(inside..).and_then(|rest| rest.find("@)")) else {
            let place = template.place(opening..inside);
            let place = Place::absolute(statements.file, place);
            let problem = Problem::new(Code::TemplateSyntax, place, "The code that begins here is not closed");
            statements.problems.push(problem.expected("a closing `@)`"));
            break;
        };
        pieces.push(Piece::Text(template.part(at..opening)));
        pieces.push(code(template, inside, inside + length));
        at = inside + length + "@)".len();
    }
    pieces.push(Piece::Text(template.part(at..template.text.len())));
    pieces
}

/// The code between its marks.
fn code(template: &Snippet, mut start: usize, mut end: usize) -> Piece {
    let mut marks = Marks::default();
    let text = &template.text;
    let is_at = |at: usize, sign: &str| text.get(at..end).is_some_and(|rest| rest.starts_with(sign));
    if is_at(start, "-") {
        marks.trims_before = true;
        start += 1;
    }
    if is_at(start, "=") {
        marks.prints = true;
        start += 1;
    }
    if text.get(start..end).is_some_and(|code| code.ends_with('-')) {
        marks.trims_behind = true;
        end -= 1;
    }
    Piece::Code(template.part(start..end), marks)
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
    statements.made(line_of(start), "__text_begin()".to_owned(), start, None);
    self::template(template, statements, line_of);
    let end = TextRange::empty(range.end());
    statements.made(line_of(end), call.to_owned(), end, None);
}
