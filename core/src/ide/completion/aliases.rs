//! Names of anchors behind `*`, and behind the merge key `<<:`.

use super::{CompletionItem, CompletionKind};
use crate::ide::cursor::{Cursor, CursorTarget};
use crate::ide::line::LineAt;
use crate::text::TextRange;
use crate::yaml::ScalarStyle;

/// The anchors above the cursor, the nearest first; `None` where no alias is typed.
pub(super) fn completions(at: &Cursor<'_>, line: &LineAt) -> Option<Vec<CompletionItem>> {
    let cursor = line.column(at.offset);
    let (before, after) = line.text.split_at(cursor);
    let start = alias_start(before).or_else(|| before.trim_end().ends_with("<<:").then_some(cursor))?;
    if let CursorTarget::Value(it) | CursorTarget::Shorthand { at: it, .. } = &at.target
        && it.node.scalar().is_some_and(|scalar| scalar.style != ScalarStyle::Plain)
    {
        return None;
    }
    let offset = line.range(start, cursor).start();
    let end = cursor + after.find(is_end).unwrap_or(after.len());
    let above = at.yaml()?.anchors.iter().rev().filter(|(_, start)| *start < offset).enumerate();
    let lead = if before.ends_with(':') { " *" } else { "*" };
    let mut items: Vec<CompletionItem> = Vec::new();
    for (index, (name, _)) in above {
        if !items.iter().any(|item| item.label == **name) {
            let insert = format!("{lead}{name}");
            let replace: TextRange = line.range(start, end);
            let item = CompletionItem::plain(name.to_string(), CompletionKind::Value, replace, insert);
            items.push(CompletionItem { detail: Some("anchor".to_owned()), sort: format!("{index:05}"), ..item });
        }
    }
    Some(items)
}

/// Where the `*` of the alias stands whose name is typed at the end of a text.
fn alias_start(before: &str) -> Option<usize> {
    let name = before.trim_end_matches(|it| !is_end(it)).len();
    before[name..].starts_with('*').then_some(name)
}

/// Whether a character ends the name of an anchor.
fn is_end(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | '[' | ']' | '{' | '}')
}
