//! Hover: what the schema says about the key or value under the cursor, and what an annotation means.

use crate::analysis::Analysis;
use crate::ide::annotation_docs::annotation_doc;
use crate::ide::code::Code;
use crate::ide::effective;
use crate::ide::line::{Line, comment_column, line_at};
use crate::ide::position::{is_inside_text, is_merge, schema_at};
use crate::ide::schema_markdown;
use crate::text::{FileId, TextRange, TextSize};
use crate::values::flow::key_text;
use crate::values::from_yaml;
use crate::yaml::path::{self, Part, Step};

mod anchor;
mod code;
mod config;
mod directives;
mod expression;
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
    if let Some(hover) = expression::hover(analysis, file, offset) {
        return Some(hover);
    }
    let document = analysis.document(file)?;
    if analysis.is_config(file) {
        return config::hover(&document.rope().to_string(), offset);
    }
    let (stream, rope) = (document.stream(), document.rope());
    let line = line_at(rope, offset);
    let code = Code::at(analysis, file, offset);
    let in_code = code.as_ref().and_then(|code| code::hover(analysis, file, offset, code));
    if code.is_some_and(|code| !code.is_arguments()) {
        return in_code;
    }
    let comment = comment_column(&line.text).filter(|comment| *comment <= line.column(offset));
    if let Some(comment) = comment.filter(|_| !is_inside_text(stream, line.start, offset)) {
        let directive = || directives::hover(analysis, file, &line, comment, offset);
        return annotation_hover(&line, comment, offset).or(in_code).or_else(directive);
    }
    if let Some(hover) = anchor::declared(analysis, file, offset) {
        return Some(hover);
    }
    let location = path::locate(stream, offset)?;
    if let Some(hover) = shorthand::hover(analysis, file, &location, offset) {
        return Some(hover);
    }
    let range = match location.part {
        Part::Key(key) if key.scalar().is_some_and(is_merge) => {
            return anchor::merge(stream.documents.get(location.document)?, rope, &location, key.range());
        }
        Part::Key(key) => key.range(),
        Part::Dash(range) => range,
        Part::Value(node) if node.mapping().is_some() || node.sequence().is_some() => return None,
        Part::Value(node) => node.range(),
        Part::Between => return None,
    };
    let alias = match location.part {
        Part::Value(node) => anchor::alias_words(stream.documents.get(location.document)?, rope, node),
        _ => None,
    };
    let schema = schema_at(analysis, file, &location);
    let described = schema.map(|node| schema_markdown::markdown(analysis, &name(&location.steps), &node));
    let effective = effective::markdown(analysis, file, &location);
    let described: Vec<String> = described.into_iter().chain(effective).collect();
    let described = (!described.is_empty()).then(|| described.join("\n\n"));
    let parts: Vec<String> = alias.into_iter().chain(described).collect();
    (!parts.is_empty()).then(|| Hover { range, markdown: parts.join("\n\n---\n\n") })
}

/// What people call the node at the end of some steps: its key, with `[]` for each array around an item.
fn name(steps: &[Step<'_>]) -> String {
    let items = steps.iter().rev().take_while(|step| matches!(step, Step::Item(_))).count();
    let key = steps.iter().rev().find_map(|step| match step {
        Step::Entry(entry) => Some(key_text(&from_yaml::key(entry.key().get()))),
        Step::Item(_) => None,
    });
    format!("{}{}", key.unwrap_or_else(|| "document".to_owned()), "[]".repeat(items))
}

/// What the annotation's name or keyword under the cursor means.
fn annotation_hover(line: &Line, comment: usize, offset: TextSize) -> Option<Hover> {
    let text = line.text[comment..].strip_prefix("#@")?;
    let start = comment + 2;
    let (name, arguments) = text.split_once(' ').unwrap_or((text, ""));
    let annotation = annotation_doc(name)?;
    let column = line.column(offset);
    if column <= start + name.len() {
        return Some(Hover { range: line.range(comment, start + name.len()), markdown: annotation.markdown() });
    }
    let arguments_start = start + name.len() + 1;
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let at = column.checked_sub(arguments_start)?;
    let before = arguments.get(..at)?;
    let word_start =
        at - before.chars().rev().take_while(|character| is_word(*character)).map(char::len_utf8).sum::<usize>();
    let rest = &arguments[word_start..];
    let word = &rest[..rest.find(|character: char| !is_word(character)).unwrap_or(rest.len())];
    let is_argument = rest[word.len()..].trim_start().starts_with('=');
    let keyword = annotation.keyword(word).filter(|_| is_argument)?;
    let range_start = arguments_start + word_start;
    Some(Hover { range: line.range(range_start, range_start + word.len()), markdown: keyword.markdown(name) })
}

#[cfg(test)]
mod tests;
