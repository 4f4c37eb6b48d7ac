//! TOML as the writer that ytt uses lays it out: keys sorted, tables behind plain values and indented.

use std::fmt::Write as _;

use crate::template::values::BuiltinError;
use crate::values::fragment::Fragment;
use crate::values::{MappingValue, Value, ValueKind};

/// A map as a document of TOML.
pub(super) fn document(value: &Value, indent: usize) -> Result<String, BuiltinError> {
    let Some(mapping) = value.mapping() else {
        let mistake = BuiltinError::new(format!("TOML cannot hold one {} on its own", value.kind.type_name()));
        return Err(mistake.expected("a map"));
    };
    let mut writer = TomlWriter { text: String::new(), indent };
    writer.entries(mapping, &mut Vec::new())?;
    Ok(writer.text)
}

struct TomlWriter {
    text: String,
    indent: usize,
}

impl TomlWriter {
    /// The entries of a table whose name is `path`.
    fn entries(&mut self, mapping: &MappingValue, path: &mut Vec<String>) -> Result<(), BuiltinError> {
        for (name, value) in sorted(mapping) {
            path.push(name);
            self.entry(value, path)?;
            path.pop();
        }
        Ok(())
    }

    fn entry(&mut self, value: &Value, path: &mut Vec<String>) -> Result<(), BuiltinError> {
        match &value.kind {
            ValueKind::Mapping(mapping) => {
                if path.len() == 1 {
                    self.separate();
                }
                self.header(path, "[", "]");
                self.entries(mapping, path)
            }
            ValueKind::Sequence(items) if is_tables(value) => {
                for mapping in items.iter().filter_map(Value::mapping) {
                    self.separate();
                    self.header(path, "[[", "]]");
                    self.entries(mapping, path)?;
                }
                Ok(())
            }
            _ => {
                self.indent(path);
                let name = path.last().map(|name| key(name)).unwrap_or_default();
                let _ = write!(self.text, "{name} = ");
                write_inline(value, &mut self.text)?;
                self.text.push('\n');
                Ok(())
            }
        }
    }

    fn header(&mut self, path: &[String], open: &str, close: &str) {
        self.indent(path);
        let name = path.iter().map(|name| key(name)).collect::<Vec<_>>().join(".");
        let _ = writeln!(self.text, "{open}{name}{close}");
    }

    fn separate(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    fn indent(&mut self, path: &[String]) {
        self.text.extend(std::iter::repeat_n(' ', self.indent * path.len().saturating_sub(1)));
    }
}

/// The entries that have a value, by their names: plain values first.
fn sorted(mapping: &MappingValue) -> Vec<(String, &Value)> {
    let named = |entry: &'_ Fragment| entry.entry_key().to_string();
    let is_there = |entry: &&Fragment| !matches!(entry.value.kind, ValueKind::Null);
    let mut entries: Vec<_> =
        mapping.entries.iter().filter(is_there).map(|entry| (named(entry), &entry.value)).collect();
    let is_table = |value: &Value| value.mapping().is_some() || is_tables(value);
    entries.sort_by(|(one, left), (other, right)| (is_table(left), one).cmp(&(is_table(right), other)));
    entries
}

/// Whether an array holds nothing but tables.
fn is_tables(value: &Value) -> bool {
    value.sequence().is_some_and(|items| !items.is_empty() && items.iter().all(|item| item.mapping().is_some()))
}

/// A value on one line.
fn write_inline(value: &Value, text: &mut String) -> Result<(), BuiltinError> {
    match &value.kind {
        ValueKind::Null | ValueKind::Unknown => return Err(BuiltinError::new("TOML has no null in arrays")),
        ValueKind::Bool(bool) => text.push_str(if *bool { "true" } else { "false" }),
        ValueKind::Int(int) => text.push_str(&int.to_string()),
        ValueKind::Float(float) => text.push_str(&number(*float)),
        ValueKind::String(string) => text.push_str(&quoted(string)),
        ValueKind::Sequence(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                write_inline(item, text)?;
            }
            text.push(']');
        }
        ValueKind::Mapping(mapping) => {
            text.push('{');
            for (index, (name, value)) in sorted(mapping).into_iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                let _ = write!(text, "{} = ", key(&name));
                write_inline(value, text)?;
            }
            text.push('}');
        }
    }
    Ok(())
}

/// A float, never without its point.
fn number(float: f64) -> String {
    let text = match float {
        float if float.is_nan() => return "nan".to_owned(),
        float if float.is_infinite() => return if float > 0.0 { "+inf" } else { "-inf" }.to_owned(),
        float => float.to_string(),
    };
    if text.contains('.') { text } else { text + ".0" }
}

fn key(name: &str) -> String {
    let is_bare = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    if !name.is_empty() && name.chars().all(is_bare) { name.to_owned() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\u{8}' => quoted.push_str("\\b"),
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            '\u{c}' => quoted.push_str("\\f"),
            '\r' => quoted.push_str("\\r"),
            control if control.is_ascii_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted + "\""
}
