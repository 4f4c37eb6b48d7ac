//! Hover on what anchors connect: an alias says what it stands for, a merge key what it brings, an anchor who uses it.

use ropey::Rope;

use super::Hover;
use crate::ide::cursor::{Cursor, Touched};
use crate::ide::line::{line_number, line_start, text_of};
use crate::ide::position::anchored;
use crate::ide::symbol::anchor::symbol;
use crate::text::{TextRange, TextSize};
use crate::yaml::{Item, Node, NodeKind, Placed, Sequence};

/// How many lines of an anchor's node are shown.
const MOST_LINES: usize = 12;

/// How many bytes of an anchor's node are read.
const LONGEST_EXCERPT: u32 = 2000;

/// Hover on the name that a node is given.
pub(super) fn declared(cursor: &Cursor<'_>, range: TextRange) -> Option<Hover> {
    let symbol = symbol(cursor, range)?;
    let rope = cursor.document.rope();
    let aliases = symbol.occurrences.iter().filter(|occurrence| !occurrence.is_declaration);
    let lines: Vec<String> = aliases.map(|it| (line_number(rope, it.range.start()) + 1).to_string()).collect();
    let used = match lines.as_slice() {
        [] => "no alias uses it".to_owned(),
        [line] => format!("used in line {line}"),
        lines => format!("used in lines {}", lines.join(", ")),
    };
    Some(Hover { range, markdown: format!("Anchor `&{}`: {used}", symbol.name) })
}

/// Hover on `<<`.
pub(super) fn merge(cursor: &Cursor<'_>, at: &Touched<'_>) -> Option<Hover> {
    let value = at.location.steps.last()?.value();
    let items = value.sequence().into_iter().flat_map(Placed::<Sequence>::items).map(Placed::<Item>::value);
    let merged = std::iter::once(value).chain(items);
    let words: Vec<String> = merged.filter_map(|node| alias_words(cursor, node)).collect();
    let rule = "Merge key: the keys of what it names count here too, unless they are written here.";
    Some(Hover { range: at.range, markdown: format!("{rule}\n\n{}", words.join("\n\n")).trim_end().to_owned() })
}

/// What an alias stands for, as YAML.
pub(super) fn alias_words(cursor: &Cursor<'_>, alias: Placed<'_, Node>) -> Option<String> {
    let NodeKind::Alias(name) = &alias.get().kind else { return None };
    let rope = cursor.document.rope();
    let Some(node) = anchored(cursor.yaml()?, name, alias.range().start()) else {
        return Some(format!("No anchor `&{name}` is defined above this alias."));
    };
    let range = node.range();
    let number = line_number(rope, range.start()) + 1;
    let text = excerpt(rope, range);
    Some(format!("Alias of `&{name}`, line {number}\n\n```yaml\n{text}\n```"))
}

/// The first lines of a node, moved to the left as far as they go together.
fn excerpt(rope: &Rope, range: TextRange) -> String {
    let column = usize::from(range.start() - line_start(rope, range.start()));
    let end = range.end().min(range.start() + TextSize::new(LONGEST_EXCERPT));
    let text = text_of(rope, TextRange::new(range.start(), end));
    let mut lines = text.lines();
    let shown = lines.by_ref().take(MOST_LINES).map(|line| {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        line[blanks.min(column)..].trim_end().to_owned()
    });
    let mut shown: Vec<String> = shown.collect();
    if lines.next().is_some() || end < range.end() {
        shown.push("…".to_owned());
    }
    shown.join("\n")
}
