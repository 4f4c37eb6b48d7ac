//! Hover: what the schema says about the key or value under the cursor, and what an annotation means.

use crate::analysis::Analysis;
use crate::ide::annotation_docs::annotation_doc;
use crate::ide::cursor::{CommentAt, Cursor, CursorTarget, Touched};
use crate::ide::effective;
use crate::ide::position::schema_at;
use crate::ide::schema_markdown;
use crate::text::{FileId, TextRange, TextSize};
use crate::values::flow::key_text;
use crate::values::from_yaml;
use crate::yaml::path::NodeStep;

mod anchor;
mod code;
mod config;
mod directives;
mod expression;
mod property;
mod shorthand;

pub(super) use expression::function_markdown;

/// An answer to hover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The token it is about.
    pub range: TextRange,
    /// Markdown.
    pub markdown: String,
}

/// Hover at a byte offset.
pub fn hover(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Hover> {
    let cursor = Cursor::at(analysis, file, offset)?;
    let in_code = || code::hover(analysis, file, offset, cursor.code()?);
    match &cursor.target {
        CursorTarget::Expression(at) => expression::hover(&cursor, at),
        CursorTarget::Config { text, spot } => config::hover(text, spot),
        CursorTarget::Code(_) => in_code(),
        CursorTarget::Annotation(annotation) => annotation_hover(&annotation.comment).or_else(in_code),
        CursorTarget::Comment(comment) => directives::hover(analysis, file, comment),
        CursorTarget::Anchor(range) => anchor::declared(&cursor, *range),
        CursorTarget::MergeKey(at) => anchor::merge(&cursor, at),
        CursorTarget::Key(at, Some(inside)) => shorthand::of_key(&cursor, at, inside),
        CursorTarget::Shorthand { inside, text, .. } => shorthand::in_text(&cursor, inside, text),
        CursorTarget::Alias(at) => of_alias(&cursor, at),
        CursorTarget::Key(at, None) | CursorTarget::Value(at) => of_node(&cursor, at),
        CursorTarget::Between => None,
    }
}

/// What the schema and other files say of a key or value.
fn of_node(cursor: &Cursor<'_>, at: &Touched<'_>) -> Option<Hover> {
    let Cursor { analysis, file, .. } = *cursor;
    let schema = || schema_at(analysis, file, &at.location);
    let described = || schema().map(|node| schema_markdown::markdown(analysis, &name(&at.location.steps), &node));
    let described = property::markdown(cursor, at).or_else(described);
    let effective = effective::markdown(analysis, file, &at.location);
    let parts: Vec<String> = described.into_iter().chain(effective).collect();
    (!parts.is_empty()).then(|| Hover { range: at.range, markdown: parts.join("\n\n") })
}

/// What an alias stands for, and what is said of the value that it is.
fn of_alias(cursor: &Cursor<'_>, at: &Touched<'_>) -> Option<Hover> {
    let words = anchor::alias_words(cursor, at.node)?;
    let described = of_node(cursor, at).map(|hover| hover.markdown);
    let parts: Vec<String> = std::iter::once(words).chain(described).collect();
    Some(Hover { range: at.range, markdown: parts.join("\n\n---\n\n") })
}

/// What people call the node at the end of some steps: its key, with `[]` for each array around an item.
fn name(steps: &[NodeStep<'_>]) -> String {
    let items = steps.iter().rev().take_while(|step| matches!(step, NodeStep::Item(_))).count();
    let key = steps.iter().rev().find_map(|step| match step {
        NodeStep::Entry(entry) => Some(key_text(&from_yaml::key(entry.key().get()))),
        NodeStep::Item(_) => None,
    });
    format!("{}{}", key.unwrap_or_else(|| "document".to_owned()), "[]".repeat(items))
}

/// What the annotation's name or keyword under the cursor means.
fn annotation_hover(comment: &CommentAt) -> Option<Hover> {
    let CommentAt { line, start, cursor } = comment;
    let (name, _, end) = comment.annotation();
    let annotation = annotation_doc(name)?;
    let Some(before) = comment.typed_arguments() else {
        return Some(Hover { range: line.range(*start, end), markdown: annotation.markdown() });
    };
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let start = cursor - (before.len() - before.trim_end_matches(is_word).len());
    let rest = line.text[*cursor..].trim_start_matches(is_word);
    let end = line.text.len() - rest.len();
    let is_argument = rest.trim_start().starts_with('=');
    let keyword = annotation.keyword(&line.text[start..end]).filter(|_| is_argument)?;
    Some(Hover { range: line.range(start, end), markdown: keyword.markdown(name) })
}

#[cfg(test)]
mod tests;
