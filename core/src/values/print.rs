//! Values as YAML and JSON text, printed as ytt prints them: block style, arrays at the column of their key, text
//! quoted only where it would read as something else. What is not known prints as null.

use std::fmt::Write as _;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::text::{Place, TextRange, TextSize};
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, SequenceValue, Value, ValueKind};

mod scalar;
#[cfg(test)]
mod tests;

/// Values as YAML, and which place wrote what stands where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextWithOrigins {
    /// The text, ending with a line break; empty where the whole is null.
    pub text: String,
    /// The origin of each entry's and item's value behind the byte of the text where the entry or item begins, in order.
    pub origins: Vec<(usize, Place)>,
}

impl TextWithOrigins {
    /// Adds a text that stands at a place or was computed there. Each line that is written there has a place of its own.
    pub(crate) fn add_text(&mut self, text: &str, place: Place) {
        let is_written = usize::from(place.range.len()) == text.len();
        let mut start = place.range.start();
        for line in text.split_inclusive('\n') {
            let length = TextSize::new(line.len() as u32);
            let own = Place { range: TextRange::at(start, length), ..place };
            self.origins.push((self.text.len(), if is_written { own } else { place }));
            self.text.push_str(line);
            start += length;
        }
    }
}

/// The value as YAML, ending with a line break; null as a whole prints as nothing.
pub fn yaml(value: &Value) -> String {
    with_origins(value).text
}

/// The same, with the origins of its parts.
pub fn with_origins(value: &Value) -> TextWithOrigins {
    let mut printed = TextWithOrigins::default();
    match &value.kind {
        ValueKind::Null | ValueKind::Unknown => {}
        ValueKind::Mapping(mapping) if !mapping.entries.is_empty() => printed.mapping(mapping, 0),
        ValueKind::Sequence(sequence) if !sequence.is_empty() => printed.sequence(sequence, 0),
        _ => {
            printed.origin_of(value);
            printed.leaf(&value.kind, 2);
        }
    }
    printed
}

/// How the documents of an output are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PrintFormat {
    /// YAML, with `---` between documents.
    Yaml,
    /// A line of JSON for each document, and nothing between them.
    Json,
    /// A line for each node, with its place before it.
    Positions,
    /// YAML for each file of its own.
    Files,
    /// The same, and the place of each node.
    Placed,
}

/// Documents one after the other.
pub fn documents(documents: impl Iterator<Item = Value>, format: PrintFormat) -> String {
    let text = |document: Value| match format {
        PrintFormat::Json if is_beyond_json(&document) => String::new(),
        PrintFormat::Json => styled_json(&document, JsonStyle { sorts_keys: true, ..JsonStyle::default() }),
        PrintFormat::Yaml | PrintFormat::Positions | PrintFormat::Files | PrintFormat::Placed => yaml(&document),
    };
    let separator = if format == PrintFormat::Json { "" } else { "---\n" };
    documents.map(text).collect::<Vec<_>>().join(separator)
}

/// Texts as a document that is an array; none are no document.
pub fn texts(texts: &[String], format: PrintFormat) -> String {
    let items: SequenceValue =
        texts.iter().map(|text| Value::unwritten(ValueKind::String(text.as_str().into()))).collect();
    let document = Value::unwritten(ValueKind::Sequence(Arc::new(items)));
    documents((!texts.is_empty()).then_some(document).into_iter(), format)
}

impl TextWithOrigins {
    /// It, and another document behind it, whose first line stands for a place.
    #[must_use]
    pub fn followed_by(mut self, place: Place, next: Self) -> Self {
        self.origins.push((self.text.len(), place));
        self.text.push_str("---\n");
        let start = self.text.len();
        self.origins.extend(next.origins.into_iter().map(|(at, place)| (start + at, place)));
        self.text.push_str(&next.text);
        self
    }

    /// Entries at a column; the first one stands where the text ends.
    fn mapping(&mut self, mapping: &MappingValue, column: usize) {
        for (index, entry) in mapping.entries.iter().enumerate() {
            if index > 0 {
                indent(column, &mut self.text);
            }
            self.origin_of(&entry.value);
            if is_long(entry.entry_key()) {
                self.text.push_str("? ");
                self.leaf(&ValueKind::from(entry.entry_key()), column + 2);
                indent(column, &mut self.text);
                self.text.push_str(": ");
                self.block(&entry.value.kind, column + 2);
                continue;
            }
            self.text.push_str(&key(entry.entry_key()));
            self.text.push(':');
            match &entry.value.kind {
                ValueKind::Mapping(inner) if !inner.entries.is_empty() => {
                    self.text.push('\n');
                    indent(column + 2, &mut self.text);
                    self.mapping(inner, column + 2);
                }
                ValueKind::Sequence(inner) if !inner.is_empty() => {
                    self.text.push('\n');
                    indent(column, &mut self.text);
                    self.sequence(inner, column);
                }
                kind => {
                    self.text.push(' ');
                    self.leaf(kind, column + 2);
                }
            }
        }
    }

    /// Items with their dash at a column; the first one stands where the text ends.
    fn sequence(&mut self, sequence: &SequenceValue, column: usize) {
        for (index, item) in sequence.iter().enumerate() {
            if index > 0 {
                indent(column, &mut self.text);
            }
            self.origin_of(item);
            self.text.push_str("- ");
            self.block(&item.kind, column + 2);
        }
    }

    /// What begins behind a dash or a colon of its own, at a column.
    fn block(&mut self, kind: &ValueKind, column: usize) {
        match kind {
            ValueKind::Mapping(inner) if !inner.entries.is_empty() => self.mapping(inner, column),
            ValueKind::Sequence(inner) if !inner.is_empty() => self.sequence(inner, column),
            kind => self.leaf(kind, column),
        }
    }

    /// The rest of a line, and further lines of a long text.
    fn leaf(&mut self, kind: &ValueKind, column: usize) {
        write_leaf(kind, column, &mut self.text);
        self.text.push('\n');
    }

    fn origin_of(&mut self, value: &Value) {
        self.origins.push((self.text.len(), value.origin));
    }
}

/// Whether a key stands behind `?`, on lines of its own.
fn is_long(key: &Key) -> bool {
    const LONGEST: usize = 128;
    matches!(key, Key::String(text) if text.len() > LONGEST || text.contains(scalar::is_break))
}

/// A scalar or an empty collection; further lines of a long text stand at `column`.
fn write_leaf(kind: &ValueKind, column: usize, text: &mut String) {
    match kind {
        ValueKind::Null | ValueKind::Unknown => text.push_str("null"),
        ValueKind::Bool(bool) => text.push_str(if *bool { "true" } else { "false" }),
        ValueKind::Int(int) => text.push_str(&int.to_string()),
        ValueKind::Float(float) => text.push_str(&scalar::float(*float)),
        ValueKind::String(string) => scalar::write_string(string, column, text),
        ValueKind::Mapping(_) => text.push_str("{}"),
        ValueKind::Sequence(_) => text.push_str("[]"),
    }
}

fn indent(column: usize, text: &mut String) {
    text.extend(std::iter::repeat_n(' ', column));
}

/// A key as YAML.
pub fn key(key: &Key) -> String {
    match key {
        Key::Float(float) => scalar::float(*float),
        Key::String(string) => scalar::on_one_line(string),
        key => key.to_string(),
    }
}

/// Whether a value holds a float that is no number of JSON.
pub fn is_beyond_json(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Float(float) => !float.is_finite(),
        ValueKind::Mapping(mapping) => mapping.entries.iter().any(|entry| is_beyond_json(&entry.value)),
        ValueKind::Sequence(sequence) => sequence.iter().any(is_beyond_json),
        _ => false,
    }
}

/// How JSON is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonStyle {
    /// By how many spaces each level is indented; with 0 all stands on one line.
    pub indent: usize,
    /// Whether `<`, `>` and `&` are escaped.
    pub escapes_html: bool,
    /// Whether the keys of a map are sorted.
    pub sorts_keys: bool,
}

/// As Go writes it unless told otherwise.
impl Default for JsonStyle {
    fn default() -> Self {
        Self { indent: 0, escapes_html: true, sorts_keys: false }
    }
}

/// The value as JSON on one line, without a line break at its end. As Go does it: `<`, `>` and `&` are escaped.
pub fn json(value: &Value) -> String {
    styled_json(value, JsonStyle::default())
}

/// The value as JSON, without a line break at its end.
pub fn styled_json(value: &Value, style: JsonStyle) -> String {
    let mut text = String::new();
    write_json(value, style, 0, &mut text);
    text
}

fn write_json(value: &Value, style: JsonStyle, level: usize, text: &mut String) {
    match &value.kind {
        ValueKind::Mapping(mapping) => {
            let colon = if style.indent > 0 { ": " } else { ":" };
            let mut entries: Vec<&Fragment> = mapping.entries.iter().collect();
            if style.sorts_keys {
                entries.sort_by_cached_key(|entry| entry.entry_key().to_string());
            }
            write_json_parts(['{', '}'], entries.into_iter(), style, level, text, |entry, text| {
                write_json_string(&entry.entry_key().to_string(), style, text);
                text.push_str(colon);
                write_json(&entry.value, style, level + 1, text);
            });
        }
        ValueKind::Sequence(sequence) => {
            write_json_parts(['[', ']'], sequence.iter(), style, level, text, |item, text| {
                write_json(item, style, level + 1, text);
            });
        }
        ValueKind::String(string) => write_json_string(string, style, text),
        ValueKind::Float(float) if !float.is_finite() => text.push_str("null"),
        ValueKind::Float(float) => text.push_str(&scalar::json_float(*float)),
        kind => write_leaf(kind, 0, text),
    }
}

/// What stands between brackets, each part on a line of its own if the style indents.
fn write_json_parts<T>(
    brackets: [char; 2],
    parts: impl Iterator<Item = T>,
    style: JsonStyle,
    level: usize,
    text: &mut String,
    write: impl Fn(T, &mut String),
) {
    let break_line = |level: usize, text: &mut String| {
        if style.indent > 0 {
            text.push('\n');
            indent(level * style.indent, text);
        }
    };
    text.push(brackets[0]);
    let mut is_empty = true;
    for part in parts {
        text.push_str(if is_empty { "" } else { "," });
        break_line(level + 1, text);
        write(part, text);
        is_empty = false;
    }
    if !is_empty {
        break_line(level, text);
    }
    text.push(brackets[1]);
}

fn write_json_string(string: &str, style: JsonStyle, text: &mut String) {
    let quoted = serde_json::Value::from(string).to_string();
    for character in quoted.chars() {
        match character {
            '<' | '>' | '&' if !style.escapes_html => text.push(character),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(text, "\\u{:04x}", u32::from(character));
            }
            _ => text.push(character),
        }
    }
}
