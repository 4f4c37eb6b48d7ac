//! What can stand inside of a plain scalar of an OpenChoreo resource that its own `: ` breaks, such as
//! `${a ? b : c}` without quotes: what could stand there if it had quotes.

use super::{CompletionItem, expression, shorthand};
use crate::choreo::resource::{ResourceMemo, resources};
use crate::document::TextDocument;
use crate::ide::cursor::Cursor;
use crate::ide::expression::ExpressionAt;
use crate::ide::line::LineAt;
use crate::text::{FileId, TextRange, TextSize};

/// Completions at a byte offset; `None` where no such scalar stands.
pub(super) fn completions(cursor: &Cursor<'_>, line: &LineAt) -> Option<Vec<CompletionItem>> {
    let Cursor { analysis, file, document, offset, .. } = *cursor;
    if analysis.resources(file).is_empty() {
        return None;
    }
    let whole = cursor.yaml()?.range;
    let value = broken_value(line)?;
    if !value.contains_inclusive(offset) || value.start() < whole.start() {
        return None;
    }
    // One text of its own, with quotes around the scalar.
    let text = |from, to| document.slice(TextRange::new(from, to));
    let (before, behind) = (text(whole.start(), value.start()), text(value.end(), whole.end().max(value.end())));
    let mended = TextDocument::new(FileId::NONE, &format!("{before}'{}'{behind}", document.slice(value)));
    let (_, resource) = resources(FileId::NONE, &mended, &mut ResourceMemo::default()).into_iter().next()?;
    let quote = TextSize::of('\'');
    let at = offset - whole.start() + quote;
    let in_expression = ExpressionAt::in_resource(&resource, &mended, at)
        .and_then(|at| expression::completions(analysis, &mended, &at));
    let items = in_expression.or_else(|| shorthand::in_text(&resource.value, &mended, at))?;
    // What would need quotes cannot be inserted.
    let items = items.into_iter().filter(|item| !item.insert_plain.contains(['\'', '#']));
    let moved = |item: CompletionItem| {
        let replace = item.replace.checked_sub(quote)? + whole.start();
        Some(CompletionItem { replace, ..item })
    };
    Some(items.filter_map(moved).collect())
}

/// The plain scalar of a line that holds a `: ` itself, and no quote that would have to be escaped.
fn broken_value(line: &LineAt) -> Option<TextRange> {
    let text = line.text.trim_end();
    let mut start = line.indentation();
    while text.get(start..)?.starts_with("- ") {
        start += text.get(start..)?.len() - text.get(start + 1..)?.trim_start().len();
    }
    // The first `: ` ends the key, unless an expression holds it.
    let rest = text.get(start..)?;
    let key = rest.find(": ").filter(|colon| !rest[..*colon].contains("${"));
    if let Some(colon) = key {
        start += colon + 1;
        start += text.get(start..)?.len() - text.get(start..)?.trim_start().len();
    }
    let value = text.get(start..)?;
    let is_plain = !value.starts_with(['"', '\'', '|', '>', '{', '[', '&', '*', '!', '#']);
    let is_broken = is_plain && value.contains(": ") && !value.contains('\'') && !value.contains(" #");
    is_broken.then(|| line.range(start, text.len()))
}
