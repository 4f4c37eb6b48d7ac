//! Documents with the place of each node, as `ytt -o pos` prints them: a line for each entry and item, and before it the
//! file and the line that it came from. What code computed stands as YAML behind the node that holds it.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::{FileOutput, RenderedFile, is_empty};
use crate::template::job::JobSource;
use crate::text::{FileId, Place};
use crate::values::fragment::Holder;
use crate::values::{Key, Value, ValueKind, print};

/// How much wider places get than the longest so far.
const ROOM: usize = 10;

/// The documents of all files, those that are empty left out.
pub(super) fn print(files: &[RenderedFile], sources: &[JobSource]) -> String {
    let sources = sources.iter().map(|source| (source.file, (source, line_ends(&source.text)))).collect();
    let mut printer = Printer { sources, width: 0, text: String::new() };
    for file in files {
        let FileOutput::Documents(documents) = &file.output else { continue };
        for document in documents.iter().filter(|document| !is_empty(document)) {
            printer.place(document.place, true);
            printer.text.push_str("[doc]\n");
            printer.content(&document.value.kind, 1);
        }
    }
    printer.text
}

/// Where the lines of a text end.
fn line_ends(text: &str) -> Vec<usize> {
    text.match_indices('\n').map(|(end, _)| end).collect()
}

struct Printer<'a> {
    /// Each source with where its lines end.
    sources: FxHashMap<FileId, (&'a JobSource, Vec<usize>)>,
    /// How wide places are.
    width: usize,
    text: String,
}

impl Printer<'_> {
    fn content(&mut self, content: &ValueKind, level: usize) {
        let indent = "  ".repeat(level);
        if let Some(value) = leaf(content) {
            self.pad("");
            let _ = writeln!(self.text, "{indent}{value}");
            return;
        }
        for (index, child) in content.children().enumerate() {
            self.place(child.place, false);
            let (label, colon) = match &child.holder {
                Holder::Entry(key) => (printed(key), ":"),
                Holder::Document | Holder::Item => (format!("[{index}]"), ""),
            };
            let _ = write!(self.text, "{indent}{label}{colon}");
            if let Some(value) = leaf(&child.value.kind).filter(|value| !value.contains('\n')) {
                let _ = writeln!(self.text, " {value}");
            } else {
                self.text.push('\n');
                self.content(&child.value.kind, level + 1);
            }
        }
    }

    /// The file and the line of a place; nothing for what stands nowhere. A document that no `---` begins is at the
    /// first line.
    fn place(&mut self, place: Place, is_document: bool) {
        let Some((source, ends)) = self.sources.get(&place.file) else { return };
        let start = usize::from(place.range.start());
        let has_marker = source.text.get(start..).is_some_and(|rest| rest.starts_with("---"));
        let start = if is_document && !has_marker { 0 } else { start };
        let line = ends.partition_point(|end| *end < start) + 1;
        let place = format!("{}:{line}", source.path);
        self.pad(&place);
    }

    fn pad(&mut self, place: &str) {
        if place.len() > self.width {
            self.width = place.len() + ROOM;
        }
        let _ = write!(self.text, "{place:>width$} | ", width = self.width);
    }
}

/// A key as ytt prints it here, where it takes every key for a text.
fn printed(key: &Key) -> String {
    let kind = match key {
        Key::String(text) => return text.to_string(),
        Key::Null => return "%!s(<nil>)".to_owned(),
        Key::Bool(_) => "bool",
        Key::Int(int) if i64::try_from(int.get()).is_ok() => "int",
        Key::Int(_) => "uint64",
        Key::Float(_) => "float64",
    };
    format!("%!s({kind}={key})")
}

/// The value of what has no nodes of its own inside, as YAML without the line break at its end.
fn leaf(content: &ValueKind) -> Option<String> {
    let text = || match content {
        ValueKind::Null => "null".to_owned(),
        kind => {
            let text = print::yaml(&Value::unwritten(kind.clone()));
            text.strip_suffix('\n').unwrap_or(&text).to_owned()
        }
    };
    (!content.is_collection() || content.is_computed()).then(text)
}
