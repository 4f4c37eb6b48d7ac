//! Data values: what a YAML node means once anchors, merge keys and YAML 1.1 scalars are resolved, and how
//! documents of values are laid over each other.
//!
//! Values are persistent: collections are shared, so laying one document over another copies only what changes.
//! Every value remembers where it was written.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::text::Place;

pub mod defaults;
pub mod from_yaml;
mod key;
pub mod overlay;
pub mod print;

/// A value and where it was written.
#[derive(Clone, Debug)]
pub struct Value {
    /// The token that wrote it: a scalar itself, a collection's key, dash or `---`.
    pub origin: Place,
    /// What it is.
    pub kind: ValueKind,
}

/// What a value is.
#[derive(Clone, Debug)]
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
}

/// The entries of a map in order.
#[derive(Clone, Debug, Default)]
pub struct MappingValue {
    /// Keys are unique.
    pub entries: Vec<EntryValue>,
    /// Whether the entries came from several segments of one text: such a map is worth comparing child by child
    /// between two versions, for most children are then the same shared value.
    pub is_spread: bool,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub struct EntryValue {
    /// The key.
    pub key: Key,
    /// The token of the key.
    pub key_origin: Place,
    /// The value.
    pub value: Value,
}

/// The items of an array, in shared runs: appending shares what was there.
#[derive(Clone, Debug, Default)]
pub struct SequenceValue {
    /// The runs in order; none is empty.
    pub runs: Vec<Arc<[Value]>>,
}

/// A map key. Keys are typed: the number 1 is not the text "1".
#[derive(Clone, Debug)]
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
