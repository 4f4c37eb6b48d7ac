//! JSON to values that nobody wrote in YAML: they have no places.

use std::sync::Arc;

use super::fragment::Fragment;
use super::{Key, SequenceValue, Value, ValueKind};
use crate::text::Place;

/// A value that nobody wrote.
pub fn from_json(json: &serde_json::Value) -> Value {
    Value::unwritten(match json {
        serde_json::Value::Null => ValueKind::Null,
        serde_json::Value::Bool(it) => ValueKind::Bool(*it),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(int) => ValueKind::int(int),
            None => ValueKind::Float(number.as_f64().unwrap_or_default()),
        },
        serde_json::Value::String(text) => ValueKind::String(text.as_str().into()),
        serde_json::Value::Array(items) => {
            ValueKind::Sequence(Arc::new(items.iter().map(from_json).collect::<SequenceValue>()))
        }
        serde_json::Value::Object(object) => {
            let entries = object.iter().map(|(key, value)| {
                Fragment::entry(Key::String(key.as_str().into()), Place::NOWHERE, from_json(value))
            });
            ValueKind::map(entries)
        }
    })
}
