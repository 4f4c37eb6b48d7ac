//! Entries that are to be written, and how they are laid out.

use crate::values::flow::plain_or_quoted;

/// How far children stand to the right of their parents.
const WIDTH: usize = 2;

/// An entry that is to be written.
#[derive(Clone, Debug)]
pub(super) struct WrittenEntry {
    /// Comments above it.
    pub(super) above: Vec<String>,
    /// The key.
    pub(super) key: String,
    /// The comment behind it.
    pub(super) behind: Option<String>,
    /// The value.
    pub(super) content: EntryContent,
}

/// The value of an entry.
#[derive(Clone, Debug)]
pub(super) enum EntryContent {
    /// Text that stands on the line of the key.
    Flow(String),
    /// Entries below it.
    Block(Vec<WrittenEntry>),
}

impl WrittenEntry {
    /// An entry whose value stands on its line.
    pub(super) fn flow(key: &str, value: impl Into<String>) -> Self {
        Self { above: Vec::new(), key: key.to_owned(), behind: None, content: EntryContent::Flow(value.into()) }
    }

    /// An entry with others below it.
    pub(super) fn block(key: &str, children: Vec<Self>) -> Self {
        Self { content: EntryContent::Block(children), ..Self::flow(key, "") }
    }

    /// The entries below it.
    pub(super) fn children(self) -> Vec<Self> {
        match self.content {
            EntryContent::Block(mut children) => {
                if let Some(first) = children.first_mut() {
                    first.above.splice(..0, self.above.into_iter().chain(self.behind));
                }
                children
            }
            EntryContent::Flow(_) => Vec::new(),
        }
    }
}

/// The entries as a block; the first stands at `column` already.
pub(super) fn block(entries: &[WrittenEntry], column: usize) -> String {
    let mut lines = Vec::new();
    for entry in entries {
        write(entry, column, &mut lines);
    }
    lines.join("\n").trim_start().to_owned()
}

fn write(entry: &WrittenEntry, column: usize, lines: &mut Vec<String>) {
    let indentation = " ".repeat(column);
    lines.extend(entry.above.iter().map(|comment| format!("{indentation}{comment}")));
    let key = key_text(&entry.key);
    let behind = entry.behind.as_ref().map(|comment| format!(" {comment}")).unwrap_or_default();
    match &entry.content {
        EntryContent::Flow(value) => lines.push(format!("{indentation}{key}: {value}{behind}")),
        EntryContent::Block(children) => {
            lines.push(format!("{indentation}{key}:{behind}"));
            for child in children {
                write(child, column + WIDTH, lines);
            }
        }
    }
}

/// A key, in quotes where it needs them.
fn key_text(key: &str) -> String {
    let is_keyword = key.strip_prefix('$').is_some_and(|rest| plain_or_quoted(rest) == rest);
    if is_keyword { key.to_owned() } else { plain_or_quoted(key) }
}

/// The entries inside of braces that are there already. Comments have no place there.
pub(super) fn flow(entries: &[WrittenEntry]) -> String {
    let entry = |entry: &WrittenEntry| {
        let value = match &entry.content {
            EntryContent::Flow(value) => value.clone(),
            EntryContent::Block(children) => format!("{{{}}}", flow(children)),
        };
        format!("{}: {value}", key_text(&entry.key))
    };
    entries.iter().map(entry).collect::<Vec<_>>().join(", ")
}
