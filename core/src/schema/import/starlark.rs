//! Values as Starlark writes them.

use crate::values::{Key, Value, ValueKind};

/// A value as an expression.
pub(in crate::schema) fn literal(value: &Value) -> String {
    match &value.kind {
        ValueKind::Null | ValueKind::Unknown => "None".to_owned(),
        ValueKind::Bool(true) => "True".to_owned(),
        ValueKind::Bool(false) => "False".to_owned(),
        ValueKind::Int(int) => int.to_string(),
        ValueKind::Float(float) => format!("{float:?}"),
        ValueKind::String(text) => quoted(text),
        ValueKind::Sequence(items) => format!("[{}]", items.iter().map(literal).collect::<Vec<_>>().join(", ")),
        ValueKind::Mapping(mapping) => {
            let entry = |(key, value): (&Key, &Value)| format!("{}: {}", key_literal(key), literal(value));
            let entries = mapping.entries.iter().map(|it| (it.entry_key(), &it.value)).map(entry);
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

fn key_literal(key: &Key) -> String {
    literal(&Value::unwritten(match key {
        Key::Null => ValueKind::Null,
        Key::Bool(bool) => ValueKind::Bool(*bool),
        Key::Int(int) => ValueKind::Int(*int),
        Key::Float(float) => ValueKind::Float(*float),
        Key::String(text) => ValueKind::String(text.clone()),
    }))
}

/// Text between quotes, on one line.
pub(in crate::schema) fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            character => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}
