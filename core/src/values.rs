//! Data values: what a YAML node means once anchors, merge keys and YAML 1.1 scalars are resolved, and how
//! documents of values are laid over each other.
//!
//! Values are persistent: collections are shared, so laying one document over another copies only what changes.
//! Every value remembers where it was written.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::text::Place;
use crate::yaml::ScalarValue;

pub mod flow;
pub mod from_yaml;
mod key;
pub mod print;

/// A value and where it was written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Value {
    /// The token that wrote it: a scalar itself, a collection's key, dash or `---`.
    pub origin: Place,
    /// What it is.
    pub kind: ValueKind,
}

/// What a value is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ValueKind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number; ytt reads `i64::MIN` to `u64::MAX`.
    Int(i128),
    /// A number with a fraction.
    Float(f64),
    /// Text.
    String(SmolStr),
    /// A map: entries in order, keys unique.
    Mapping(Arc<MappingValue>),
    /// An array.
    Sequence(Arc<SequenceValue>),
    /// Not known: computed by template code that was not evaluated, or text that was not understood (which is
    /// reported where it stands). Nothing is checked about it.
    Unknown,
}

/// The entries of a map in order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct MappingValue {
    /// Keys are unique.
    pub entries: Vec<EntryValue>,
    /// Whether the entries came from several segments of one text: such a map is worth comparing child by child
    /// between two versions, for most children are then the same shared value.
    pub is_spread: bool,
    /// Keys that were most likely meant by keys that nothing declares, each with the token that was written instead.
    pub meant: Vec<(Key, Place)>,
}

/// A key with its value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EntryValue {
    /// The key.
    pub key: Key,
    /// The token of the key.
    pub key_origin: Place,
    /// The value.
    pub value: Value,
}

/// The items of an array, in shared runs: appending shares what was there.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SequenceValue {
    /// The runs in order; none is empty.
    pub runs: Vec<Arc<[Value]>>,
}

/// A map key. Keys are typed: the number 1 is not the text "1".
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Key {
    /// `null`
    Null,
    /// `true`, and so `y` and `on`.
    Bool(bool),
    /// A whole number.
    Int(i128),
    /// A number with a fraction, compared by its bits.
    Float(f64),
    /// Text.
    String(SmolStr),
}

impl Value {
    /// A value that nobody wrote.
    pub fn unwritten(kind: ValueKind) -> Self {
        Self { origin: Place::NOWHERE, kind }
    }

    /// The entries, if it is a map.
    pub fn mapping(&self) -> Option<&Arc<MappingValue>> {
        match &self.kind {
            ValueKind::Mapping(mapping) => Some(mapping),
            _ => None,
        }
    }

    /// The items, if it is an array.
    pub fn sequence(&self) -> Option<&Arc<SequenceValue>> {
        match &self.kind {
            ValueKind::Sequence(sequence) => Some(sequence),
            _ => None,
        }
    }

    /// Whether it is a map or an array in which nothing stands.
    pub fn is_empty_collection(&self) -> bool {
        match &self.kind {
            ValueKind::Mapping(mapping) => mapping.entries.is_empty(),
            ValueKind::Sequence(items) => items.is_empty(),
            _ => false,
        }
    }

    /// The text, if it is text.
    pub fn text(&self) -> Option<&SmolStr> {
        match &self.kind {
            ValueKind::String(text) => Some(text),
            _ => None,
        }
    }

    /// The entry of a key that is text, if it is a map that has it. Looks at every entry.
    pub fn entry(&self, name: &str) -> Option<&EntryValue> {
        self.mapping()?.entries.iter().find(|entry| matches!(&entry.key, Key::String(key) if key == name))
    }

    /// The value at the end of a way of keys that are text.
    pub fn field(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |value, name| value.entry(name).map(|entry| &entry.value))
    }
}

impl ValueKind {
    /// The address of a map or an array, by which it is recognised while somebody holds it.
    pub fn address(&self) -> Option<usize> {
        match self {
            Self::Mapping(mapping) => Some(Arc::as_ptr(mapping) as usize),
            Self::Sequence(sequence) => Some(Arc::as_ptr(sequence) as usize),
            _ => None,
        }
    }

    /// The name of its type as ytt's users know it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Int(_) => "integer",
            Self::Float(_) => "float",
            Self::String(_) => "string",
            Self::Mapping(_) => "map",
            Self::Sequence(_) => "array",
            Self::Unknown => "computed value",
        }
    }
}

impl From<ScalarValue> for ValueKind {
    fn from(scalar: ScalarValue) -> Self {
        match scalar {
            ScalarValue::Null => Self::Null,
            ScalarValue::Bool(bool) => Self::Bool(bool),
            ScalarValue::Int(int) => Self::Int(int),
            ScalarValue::Float(float) => Self::Float(float),
            ScalarValue::String(string) => Self::String(string),
        }
    }
}

impl From<&Key> for ValueKind {
    fn from(key: &Key) -> Self {
        match key {
            Key::Null => Self::Null,
            Key::Bool(bool) => Self::Bool(*bool),
            Key::Int(int) => Self::Int(*int),
            Key::Float(float) => Self::Float(*float),
            Key::String(string) => Self::String(string.clone()),
        }
    }
}

impl MappingValue {
    /// The entry of a key. Looks at every entry: for many keys of one map, index them.
    pub fn entry(&self, key: &Key) -> Option<&EntryValue> {
        self.entries.iter().find(|entry| entry.key == *key)
    }

    /// The token that was written instead of a key, if one suggests it.
    pub fn misspelt(&self, key: &Key) -> Option<Place> {
        self.meant.iter().find(|(meant, _)| meant == key).map(|(_, place)| *place)
    }

    /// The value of a key.
    pub fn get(&self, key: &Key) -> Option<&Value> {
        self.entry(key).map(|entry| &entry.value)
    }
}

impl SequenceValue {
    /// The items in order.
    pub fn iter(&self) -> impl Iterator<Item = &Value> {
        self.runs.iter().flat_map(|run| run.iter())
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.runs.iter().map(|run| run.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.runs.iter().all(|run| run.is_empty())
    }
}

impl FromIterator<Value> for SequenceValue {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Self {
        let run: Arc<[Value]> = items.into_iter().collect();
        Self { runs: if run.is_empty() { Vec::new() } else { vec![run] } }
    }
}

impl Key {
    /// The key that a scalar value is; `None` for collections and what is not known.
    pub fn of(kind: &ValueKind) -> Option<Self> {
        Some(match kind {
            ValueKind::Null => Self::Null,
            ValueKind::Bool(bool) => Self::Bool(*bool),
            ValueKind::Int(int) => Self::Int(*int),
            ValueKind::Float(float) => Self::Float(*float),
            ValueKind::String(string) => Self::String(string.clone()),
            ValueKind::Mapping(_) | ValueKind::Sequence(_) | ValueKind::Unknown => return None,
        })
    }
}

/// As people write it.
impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(bool) => bool.fmt(f),
            Self::Int(int) => int.fmt(f),
            Self::Float(float) => float.fmt(f),
            Self::String(string) => f.write_str(string),
        }
    }
}
