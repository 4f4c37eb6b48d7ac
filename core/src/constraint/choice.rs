//! Demands that choose: one of some values, one of the keys of a map.

use super::words::{a, shown};
use super::{Violation, holds_unknown, is_equal};
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::{Key, MappingValue, Value, ValueKind};

/// Why a value is none of those that are allowed.
pub(crate) fn not_one_of(value: &Value, allowed: &[Value]) -> Option<Violation> {
    if holds_unknown(value) || allowed.iter().any(|allowed| is_equal(value, allowed)) {
        return None;
    }
    let allowed: Vec<String> = allowed.iter().map(flow).collect();
    Some(Violation { expected: format!("be one of {}", allowed.join(", ")), found: shown(value) })
}

/// Why a value is no map of which exactly one key, among these or of all, is not null.
pub(crate) fn not_one_not_null(value: &Value, keys: Option<&[Value]>) -> Option<Violation> {
    let expected = match keys {
        None => "have exactly one child that is not null".to_owned(),
        Some(keys) => {
            let keys: Vec<String> = keys.iter().map(flow).collect();
            format!("have exactly one child that is not null among {}", keys.join(", "))
        }
    };
    let Some(mapping) = value.mapping() else {
        return Some(Violation { expected, found: a(value.kind.type_name()) });
    };
    if mapping.entries.is_empty() {
        return Some(Violation { expected, found: "an empty map".to_owned() });
    }
    let children = children(mapping, keys);
    let given = |(_, child): &&(Key, &Value)| !is_unknown(child) && !matches!(child.kind, ValueKind::Null);
    let given: Vec<String> = children.iter().filter(given).map(|(key, _)| format!("`{key}`")).collect();
    let may_be_given = children.iter().any(|(_, child)| is_unknown(child));
    match given.len() {
        1 => None,
        0 if may_be_given => None,
        0 => Some(Violation { expected, found: "only null".to_owned() }),
        _ => Some(Violation { expected, found: given.join(", ") }),
    }
}

/// The token of a key that was most likely meant to be the one that is not null, where none is.
pub(crate) fn misspelt(value: &Value, keys: Option<&[Value]>) -> Option<Place> {
    let mapping = value.mapping()?;
    let is_given = |(_, child): &(Key, &Value)| !matches!(child.kind, ValueKind::Null);
    if children(mapping, keys).iter().any(is_given) {
        return None;
    }
    let is_wanted =
        |(intended, _): &&(Key, Place)| keys.is_none_or(|keys| keys.iter().any(|key| is_named(intended, key)));
    mapping.intended.iter().find(is_wanted).map(|(_, place)| *place)
}

/// Whether what names a key names this one: 1.0 names what 1 names.
fn is_named(written: &Key, key: &Value) -> bool {
    is_equal(&Value::unwritten(ValueKind::from(written)), key)
}

fn children<'a>(mapping: &'a MappingValue, keys: Option<&[Value]>) -> Vec<(Key, &'a Value)> {
    match keys {
        None => mapping.entries.iter().map(|entry| (entry.entry_key().clone(), &entry.value)).collect(),
        Some(keys) => keys.iter().filter_map(|key| child(mapping, key)).collect(),
    }
}

/// The child that a key names.
fn child<'a>(mapping: &'a MappingValue, key: &Value) -> Option<(Key, &'a Value)> {
    mapping
        .entries
        .iter()
        .find(|entry| is_named(entry.entry_key(), key))
        .map(|entry| (entry.entry_key().clone(), &entry.value))
}

fn is_unknown(value: &Value) -> bool {
    matches!(value.kind, ValueKind::Unknown)
}
