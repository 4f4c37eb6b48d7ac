//! Hover in comments that speak to sayl: what a modeline names, what `sayl-ignore` silences.

use super::Hover;
use crate::analysis::Analysis;
use crate::ide::cursor::CommentAt;
use crate::ide::directives::DIRECTIVES;
use crate::ide::line::LineAt;
use crate::ide::schema_markdown::code_span;
use crate::problem::Code;
use crate::text::FileId;
use crate::workspace::{BundleRole, modeline};

/// Hover in a comment.
pub(super) fn hover(analysis: &Analysis, file: FileId, comment: &CommentAt) -> Option<Hover> {
    let line = &comment.line;
    let text = comment.text().strip_prefix('#')?;
    let text = text.strip_prefix('!').unwrap_or(text).trim_start();
    let start = line.text.len() - text.len();
    let (word, range) = word_at(line, start, comment.cursor)?;
    let (directive, meaning) =
        DIRECTIVES.iter().find(|(name, _)| text.starts_with(name.split(' ').next().unwrap_or(name)))?;
    let markdown = if range.0 == start {
        format!("`{}`\n\n{meaning}", directive.trim_end())
    } else if let Some(path) = modeline::schema_of(&line.text) {
        of_schema(analysis, file, path)
    } else {
        let code = Code::from_name(word)?;
        format!("{}\n\n{}", code_span(code.name()), code.explanation().meaning)
    };
    Some(Hover { range: line.range(range.0, range.1), markdown })
}

/// The word at a column of a line, behind `start`: up to a blank or comma.
fn word_at(line: &LineAt, start: usize, column: usize) -> Option<(&str, (usize, usize))> {
    let is_end = |character: char| character.is_whitespace() || character == ',';
    let is_part = |character: char| !is_end(character);
    let before = line.text.get(start..column)?;
    let from = start + before.trim_end_matches(is_part).len();
    let to = line.text[from..].find(is_end).map_or(line.text.len(), |at| from + at);
    (from < to).then(|| (&line.text[from..to], (from, to)))
}

/// What a modeline leads to.
fn of_schema(analysis: &Analysis, file: FileId, path: &str) -> String {
    let is_attached = analysis.layout().memberships(file).iter().any(|(_, role)| *role == BundleRole::Attached);
    let path = code_span(path);
    if is_attached {
        format!("This file holds data values for the schema in {path}.")
    } else {
        format!("No schema is known in {path}, so this file is not checked.")
    }
}
