//! Documents with the place of each node, as `ytt -o pos` prints them: a line for each entry and item, and before it the
//! file and the line that it came from. What code computed stands as YAML behind the node that holds it.

use std::fmt::Write as _;

use super::{Output, RenderedFile};
use crate::template::fragment::{Content, Holder};
use crate::template::job::Source;
use crate::text::Place;
use crate::values::{Value, ValueKind, print};

/// How much wider places get than the longest so far.
const ROOM: usize = 10;

/// The documents of all files, those that are empty left out.
pub(super) fn print(files: &[RenderedFile], sources: &[Source]) -> String {
    let mut printer = Printer { sources, width: 0, text: String::new() };
    for file in files {
        let Output::Documents(documents) = &file.output else { continue };
        for document in documents.iter().filter(|document| !super::output::is_empty(document)) {
            printer.place(document.place, true);
            printer.text.push_str("[doc]\n");
            printer.content(&document.content, 1);
        }
    }
    printer.text
}

struct Printer<'a> {
    sources: &'a [Source],
    /// How wide places are.
    width: usize,
    text: String,
}

impl Printer<'_> {
    fn content(&mut self, content: &Content, level: usize) {
        let indent = "  ".repeat(level);
        if let Some(value) = leaf(content) {
            self.pad("");
            let _ = writeln!(self.text, "{indent}{value}");
            return;
        }
        for (index, child) in content.children().iter().enumerate() {
            self.place(child.place, false);
            let (label, colon) = match &child.holder {
                Holder::Entry(key) => (key.to_string(), ":"),
                Holder::Document | Holder::Item => (format!("[{index}]"), ""),
            };
            let _ = write!(self.text, "{indent}{label}{colon}");
            if let Some(value) = leaf(&child.content).filter(|value| !value.contains('\n')) {
                let _ = writeln!(self.text, " {value}");
            } else {
                self.text.push('\n');
                self.content(&child.content, level + 1);
            }
        }
    }

    /// The file and the line of a place; nothing for what stands nowhere. A document that no `---` begins is at the
    /// first line.
    fn place(&mut self, place: Place, is_document: bool) {
        let Some(source) = self.sources.iter().find(|source| source.file == place.file) else { return };
        let (before, rest) = source.text.split_at_checked(place.range.start().into()).unwrap_or_default();
        let before = if is_document && !rest.starts_with("---") { "" } else { before };
        self.pad(&format!("{}:{}", source.path, before.matches('\n').count() + 1));
    }

    fn pad(&mut self, place: &str) {
        if place.len() > self.width {
            self.width = place.len() + ROOM;
        }
        let _ = write!(self.text, "{place:>width$} | ", width = self.width);
    }
}

/// The value of what has no nodes of its own inside, as YAML without the line break at its end.
fn leaf(content: &Content) -> Option<String> {
    let is_leaf = match content {
        Content::Mapping(collection) | Content::Sequence(collection) => collection.is_computed,
        Content::Scalar(_) | Content::Unknown => true,
    };
    let Value { kind, .. } = content.value(Place::NOWHERE);
    let text = |kind: ValueKind| match kind {
        ValueKind::Null => "null".to_owned(),
        kind => print::yaml(&Value::unwritten(kind)).trim_end_matches('\n').to_owned(),
    };
    is_leaf.then(|| text(kind))
}
