//! Formatting: where lines begin, blanks between tokens and at the ends of lines, and blank lines. Never a character
//! that is no blank, a line break of a scalar, or what a comment belongs to.
//!
//! `style` says what the file mostly does, `layout` walks over the nodes and notes in a `plan` where their lines go,
//! `comments` does the same for the lines between them, `spacing` looks inside lines, and `edits` writes it down. Before
//! anything is answered, the result is read and compared with what it was (`meaning`).
//!
//! # Design
//!
//! Formatting changes where lines begin, blanks between tokens and at the ends of lines, and runs of blank lines:
//! nothing that is no blank. `ide::formatting` walks over the nodes and notes for each line where it goes; what goes
//! on over several lines (scalars, brackets, keys with `?`) moves as a whole. What a file mostly does is kept, but for
//! the width of a step, of which the editor has the last word. For ytt the column of a comment means nothing, so
//! template code and annotations stand at the node that they attach to, and `end` below what it ends; other comments
//! keep to the level they are written at. Nobody has to trust it: the result is read before it is answered, and if
//! nodes, values, comments at nodes or the program of the template differ, nothing is edited and the log says what
//! would have.
//!
//! A line that was just begun is indented by what stands above it, for its text is half typed; it is the one part that
//! reads lines. Only a line break asks for it: where a dash or a colon is typed, its author has chosen the column,
//! which says what it belongs to, and moving it would guess another.

use memchr::memchr_iter;

use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::template::compile::compile_yaml;
use crate::text::{Edit, Edits, FileId, TextRange, TextSize};
use crate::workspace::{CONFIG_NAME, is_starlark, is_text_template};

mod comments;
mod edits;
mod layout;
mod meaning;
mod on_type;
mod plan;
mod spacing;
mod style;

#[cfg(test)]
mod tests;

pub use on_type::on_type_formatting;

/// What the editor asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormattingOptions {
    /// How many blanks a step of indentation has; `None`: as many as the file mostly has.
    pub width: Option<usize>,
    /// Whether blanks at the ends of lines go.
    pub trims_lines: bool,
    /// Whether blank lines at the end of the text go.
    pub trims_end: bool,
    /// Whether the last line gets a line break if it has none.
    pub ends_last_line: bool,
}

impl Default for FormattingOptions {
    fn default() -> Self {
        Self { width: None, trims_lines: true, trims_end: true, ends_last_line: true }
    }
}

/// The result would not have meant the same, so nothing is changed: what would have differed, for a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsafe(pub String);

/// The edits, by position, that format a file, or of it the lines that `range` touches: whole siblings, and of those
/// that it cuts the parts that can be formatted alone. None for what is no YAML and for a file with syntax errors, in
/// its YAML or in its template code.
///
/// # Errors
/// What the edits would have changed beside the layout.
pub fn formatting(
    analysis: &Analysis,
    file: FileId,
    range: Option<TextRange>,
    options: &FormattingOptions,
) -> Result<Edits, Unsafe> {
    let document = analysis.document(file).filter(|_| is_formatted(analysis, file));
    let Some(document) = document.filter(|document| document.stream().problems.is_empty()) else {
        return Ok(Edits::new());
    };
    let text = document.rope().to_string();
    let program = analysis.has_code(file).then(|| compile_yaml(file, &text, document.stream()));
    if has_lone_return(&text) || program.as_ref().is_some_and(|program| !program.problems.is_empty()) {
        return Ok(Edits::new());
    }
    analysis.unwind_if_cancelled();
    let edits = edits::edits(layout::plan((analysis, file), &text, document, range, options), options);
    analysis.unwind_if_cancelled();
    if edits.is_empty() {
        return Ok(edits);
    }
    let formatted = applied(document, &text, &edits);
    analysis.unwind_if_cancelled();
    match meaning::difference(document, program.as_ref(), &formatted, file) {
        Some(difference) => Err(Unsafe(difference)),
        None => Ok(edits),
    }
}

/// Whether a file is YAML, by its name or because an editor says so.
fn is_formatted(analysis: &Analysis, file: FileId) -> bool {
    let path = analysis.path(file);
    let is_config = path.file_name().is_some_and(|name| name == CONFIG_NAME);
    !is_config && !is_starlark(path) && !is_text_template(path)
}

/// Whether a `\r` stands for a line break of its own: nobody writes such files any more.
fn has_lone_return(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1) != Some(&b'\n'))
}

/// Edits with less between them are made as one.
const NEAR: u32 = 1 << 15;

/// A text with edits made: it is read anew where they are.
fn applied(document: &TextDocument, text: &str, edits: &Edits) -> TextDocument {
    let are_near = |(one, _): &Edit, (next, _): &Edit| u32::from(next.start() - one.end()) < NEAR;
    edits.chunk_by(are_near).rev().fold(document.clone(), |document, edits| {
        let (range, new) = joined(text, edits);
        document.edit(range, &new)
    })
}

/// Edits as one, from the start of the first to the end of the last.
fn joined(text: &str, edits: &[Edit]) -> Edit {
    let start = edits.first().map_or(TextSize::new(0), |(range, _)| range.start());
    let (mut joined, mut done) = (String::new(), start);
    for (range, new) in edits {
        joined.push_str(text.get(done.into()..range.start().into()).unwrap_or_default());
        joined.push_str(new);
        done = range.end();
    }
    (TextRange::new(start, done), joined)
}
