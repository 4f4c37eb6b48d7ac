//! The tree of all data: what a YAML node means once anchors, merge keys and YAML 1.1 scalars are resolved, or what
//! template code gave.
//!
//! Fragments of schemas, data values, flags and output are all this tree. It is persistent: maps and arrays are shared,
//! so laying one document over another copies only what changes. They carry the hash of their content, which is
//! computed once and in which places are no part. Every value remembers where it was written.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::text::Place;
use crate::yaml::ScalarValue;
use content::ContentHash;
use entries::Entries;
use fragment::{Fragment, Holder};
pub use integer::Integer;

pub mod arguments;
pub mod content;
pub mod entries;
pub mod fingerprint;
pub mod flow;
pub mod fragment;
pub mod from_json;
pub mod from_yaml;
pub mod function;
mod integer;
mod key;
pub mod matcher;
pub mod print;
pub mod runs;

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
    Int(Integer),
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
    pub entries: Entries,
    /// Whether template code may add entries or leave some out, or some could not be read.
    pub is_open: bool,
    /// Whether it is a dict of template code rather than YAML: its entries have no places of their own.
    pub is_computed: bool,
    /// Whether the entries came from several segments of one text: such a map is worth comparing child by child
    /// between two versions, for most children are then the same shared value.
    pub is_spread: bool,
    /// Keys that were most likely meant by keys that nothing declares.
    pub intended: IntendedKeys,
    /// A key that it has more than once in a text that is no template: ytt keeps each entry, and crashes on such a map
    /// unless it is laid over another one.
    pub repeated: Option<Box<Key>>,
    /// What names its content.
    #[serde(skip)]
    pub hash: ContentHash,
}

/// Keys that were most likely meant, each with the token that was written instead. Few maps have any.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct IntendedKeys(Option<Arc<Vec<(Key, Place)>>>);

impl Deref for IntendedKeys {
    type Target = [(Key, Place)];

    fn deref(&self) -> &Self::Target {
        self.0.as_ref().map_or(&[], |keys| keys)
    }
}

impl From<Vec<(Key, Place)>> for IntendedKeys {
    fn from(keys: Vec<(Key, Place)>) -> Self {
        Self((!keys.is_empty()).then(|| Arc::new(keys)))
    }
}

/// The items of an array, in shared runs: appending shares what was there.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SequenceValue {
    /// The runs in order; none is empty.
    pub runs: Vec<Arc<[Fragment]>>,
    /// Whether template code may add items or leave some out.
    pub is_open: bool,
    /// Whether it is a list of template code rather than YAML: its items have no places of their own.
    pub is_computed: bool,
    /// What names its content.
    #[serde(skip)]
    pub hash: ContentHash,
}

/// A map key. Keys are typed: the number 1 is not the text "1".
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Key {
    /// `null`
    Null,
    /// `true`, and so `y` and `on`.
    Bool(bool),
    /// A whole number.
    Int(Integer),
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

    /// The entry of a key that is text, if it is a map that has it.
    pub fn entry(&self, name: &str) -> Option<&Fragment> {
        self.mapping()?.entry(&Key::String(name.into()))
    }

    /// The value at the end of a way of keys that are text.
    pub fn field(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |value, name| value.entry(name).map(|entry| &entry.value))
    }
}

impl ValueKind {
    /// A whole number.
    pub fn int(number: impl Into<Integer>) -> Self {
        Self::Int(number.into())
    }

    /// A map of entries that are written in YAML, all of them.
    pub fn map(entries: impl IntoIterator<Item = Fragment>) -> Self {
        let entries = entries.into_iter().collect();
        Self::Mapping(Arc::new(MappingValue { entries, ..MappingValue::default() }))
    }

    /// An array of items that are written in YAML, all of them.
    pub fn array(items: impl IntoIterator<Item = Fragment>) -> Self {
        Self::Sequence(Arc::new(SequenceValue::of(items)))
    }

    /// The children in their shared runs, if it is a map or an array.
    pub fn runs(&self) -> &[Arc<[Fragment]>] {
        match self {
            Self::Mapping(mapping) => mapping.entries.runs(),
            Self::Sequence(sequence) => &sequence.runs,
            _ => &[],
        }
    }

    /// The children, if it is a map or an array.
    pub fn children(&self) -> impl Iterator<Item = &Fragment> + Clone {
        self.runs().iter().flat_map(|run| run.iter())
    }

    /// The same with each child made anew; anything but a map or an array stays as it is.
    #[must_use]
    pub fn with_children(&self, child: impl FnMut(&Fragment) -> Fragment) -> Self {
        match self {
            Self::Mapping(mapping) => Self::Mapping(Arc::new(mapping.of_entries(mapping.entries.with(child)))),
            Self::Sequence(sequence) => Self::Sequence(Arc::new(sequence.with(child))),
            scalar => scalar.clone(),
        }
    }

    /// Whether it is a map or an array.
    pub fn is_collection(&self) -> bool {
        matches!(self, Self::Mapping(_) | Self::Sequence(_))
    }

    /// Whether it is a map or an array that may have other children than those that are known.
    pub fn is_open(&self) -> bool {
        match self {
            Self::Mapping(mapping) => mapping.is_open,
            Self::Sequence(sequence) => sequence.is_open,
            _ => false,
        }
    }

    /// Whether it is a dict or a list of template code.
    pub fn is_computed(&self) -> bool {
        match self {
            Self::Mapping(mapping) => mapping.is_computed,
            Self::Sequence(sequence) => sequence.is_computed,
            _ => false,
        }
    }

    /// The same as if all of it were written in YAML.
    #[must_use]
    pub fn written(&self) -> Self {
        if !self.holds_computed() {
            return self.clone();
        }
        let mut written = self.with_children(|child| {
            let value = Value { origin: child.value.origin, kind: child.value.kind.written() };
            Fragment { value, ..child.clone() }
        });
        match &mut written {
            Self::Mapping(mapping) => Arc::make_mut(mapping).is_computed = false,
            Self::Sequence(sequence) => Arc::make_mut(sequence).is_computed = false,
            _ => {}
        }
        written
    }

    fn holds_computed(&self) -> bool {
        self.is_computed() || self.children().any(|child| child.value.kind.holds_computed())
    }

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
            ScalarValue::Int(int) => Self::int(int),
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
    /// The same map with these entries.
    #[must_use]
    pub fn with(&self, entries: impl IntoIterator<Item = Fragment>) -> Self {
        self.of_entries(entries.into_iter().collect())
    }

    /// The same map with these entries.
    #[must_use]
    pub fn of_entries(&self, entries: Entries) -> Self {
        Self {
            entries,
            intended: self.intended.clone(),
            repeated: self.repeated.clone(),
            hash: ContentHash::default(),
            ..*self
        }
    }

    /// The entry of a key.
    pub fn entry(&self, key: &Key) -> Option<&Fragment> {
        self.entries.find(key)
    }

    /// The token that was written instead of a key, if one suggests it.
    pub fn misspelt(&self, key: &Key) -> Option<Place> {
        self.intended.iter().find(|(intended, _)| intended == key).map(|(_, place)| *place)
    }

    /// The value of a key.
    pub fn get(&self, key: &Key) -> Option<&Value> {
        self.entry(key).map(|entry| &entry.value)
    }
}

impl SequenceValue {
    /// An array of these items.
    pub fn of(items: impl IntoIterator<Item = Fragment>) -> Self {
        Self::of_run(items.into_iter().collect())
    }

    /// An array of one shared run of items.
    pub fn of_run(run: Arc<[Fragment]>) -> Self {
        Self { runs: if run.is_empty() { Vec::new() } else { vec![run] }, ..Self::default() }
    }

    /// The same array with each item made anew.
    #[must_use]
    pub fn with(&self, mut item: impl FnMut(&Fragment) -> Fragment) -> Self {
        let runs = self.runs.iter().map(|run| run.iter().map(&mut item).collect());
        self.with_runs(runs)
    }

    /// The same array with these runs.
    #[must_use]
    pub fn with_runs(&self, runs: impl IntoIterator<Item = Arc<[Fragment]>>) -> Self {
        Self { runs: runs.into_iter().collect(), hash: ContentHash::default(), ..*self }
    }

    /// The values of the items in order.
    pub fn iter(&self) -> impl Iterator<Item = &Value> + Clone {
        self.items().map(|item| &item.value)
    }

    /// The items in order.
    pub fn items(&self) -> impl Iterator<Item = &Fragment> + Clone {
        self.runs.iter().flat_map(|run| run.iter())
    }

    /// The item at an index.
    pub fn get(&self, mut index: usize) -> Option<&Fragment> {
        for run in &self.runs {
            match run.get(index) {
                Some(item) => return Some(item),
                None => index -= run.len(),
            }
        }
        None
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

/// Items that carry no annotations.
impl FromIterator<Value> for SequenceValue {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        Self::of(values.into_iter().map(|value| Fragment::new(Holder::Item, value)))
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

#[cfg(test)]
mod tests {
    use super::fragment::Fragment;
    use super::{Key, MappingValue, Value};
    use crate::yaml::{Entry, Node};

    /// A file of 100,000 lines has as many of each, so that every word counts. What makes one larger is to be worth it.
    #[test]
    fn what_there_are_many_of_is_small() {
        let words = |bytes: usize| bytes / size_of::<usize>();
        assert_eq!(words(size_of::<Key>()), 3);
        assert_eq!(words(size_of::<Value>()), 5);
        assert_eq!(words(size_of::<Fragment>()), 11);
        assert_eq!(words(size_of::<MappingValue>()), 12);
        assert_eq!(words(size_of::<Node>()), 6);
        assert_eq!(words(size_of::<Entry>()), 15);
    }
}
