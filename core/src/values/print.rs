//! Values as YAML and JSON text, printed as ytt prints them: block style, arrays at the column of their key, text
//! quoted only where it would read as something else. What is not known prints as null.

use std::fmt::Write as _;

use crate::values::{Key, MappingValue, SequenceValue, Value, ValueKind};

mod scalar;
#[cfg(test)]
mod tests;

/// The value as YAML, ending with a line break; null as a whole prints as nothing.
pub fn yaml(value: &Value) -> String {
    let mut text = String::new();
    match &value.kind {
        ValueKind::Null | ValueKind::Unknown => {}
        ValueKind::Mapping(mapping) if !mapping.entries.is_empty() => write_mapping(mapping, 0, &mut text),
        ValueKind::Sequence(sequence) if !sequence.is_empty() => write_sequence(sequence, 0, &mut text),
        kind => {
            write_leaf(kind, 0, &mut text);
            text.push('\n');
        }
    }
    text
}

/// Entries at a column; the first one stands where the text ends.
fn write_mapping(mapping: &MappingValue, column: usize, text: &mut String) {
    for (index, entry) in mapping.entries.iter().enumerate() {
        if index > 0 {
            indent(column, text);
        }
        text.push_str(&key(&entry.key));
        text.push(':');
        match &entry.value.kind {
            ValueKind::Mapping(inner) if !inner.entries.is_empty() => {
                text.push('\n');
                indent(column + 2, text);
                write_mapping(inner, column + 2, text);
            }
            ValueKind::Sequence(inner) if !inner.is_empty() => {
                text.push('\n');
                indent(column, text);
                write_sequence(inner, column, text);
            }
            kind => {
                text.push(' ');
                write_leaf(kind, column + 2, text);
                text.push('\n');
            }
        }
    }
}

/// Items with their dash at a column; the first one stands where the text ends.
fn write_sequence(sequence: &SequenceValue, column: usize, text: &mut String) {
    for (index, item) in sequence.iter().enumerate() {
        if index > 0 {
            indent(column, text);
        }
        text.push_str("- ");
        match &item.kind {
            ValueKind::Mapping(inner) if !inner.entries.is_empty() => write_mapping(inner, column + 2, text),
            ValueKind::Sequence(inner) if !inner.is_empty() => write_sequence(inner, column + 2, text),
            kind => {
                write_leaf(kind, column + 2, text);
                text.push('\n');
            }
        }
    }
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

/// The value as JSON on one line, without a line break at its end. As Go does it: `<`, `>` and `&` are escaped.
pub fn json(value: &Value) -> String {
    let mut text = String::new();
    write_json(value, &mut text);
    text
}

fn write_json(value: &Value, text: &mut String) {
    match &value.kind {
        ValueKind::Mapping(mapping) => {
            text.push('{');
            for (index, entry) in mapping.entries.iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                write_json_string(&entry.key.to_string(), text);
                text.push(':');
                write_json(&entry.value, text);
            }
            text.push('}');
        }
        ValueKind::Sequence(sequence) => {
            text.push('[');
            for (index, item) in sequence.iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                write_json(item, text);
            }
            text.push(']');
        }
        ValueKind::String(string) => write_json_string(string, text),
        ValueKind::Float(float) if !float.is_finite() => text.push_str("null"),
        ValueKind::Float(float) => text.push_str(&scalar::json_float(*float)),
        kind => write_leaf(kind, 0, text),
    }
}

fn write_json_string(string: &str, text: &mut String) {
    let quoted = serde_json::Value::from(string).to_string();
    for character in quoted.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(text, "\\u{:04x}", u32::from(character));
            }
            _ => text.push(character),
        }
    }
}
