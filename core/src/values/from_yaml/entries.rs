//! The entries of a map in the making: typed keys, merge keys, and the last of equal keys.

use std::hash::BuildHasher;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::values::entries::Entries;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};
use crate::yaml::compose::{DistinctKeys, KeyHashes};

/// The key that a value is. Collections have no typed form, so they count by their text.
pub(super) fn key_of(kind: &ValueKind) -> Key {
    match kind {
        ValueKind::Null => Key::Null,
        ValueKind::Bool(bool) => Key::Bool(*bool),
        ValueKind::Int(int) => Key::Int(*int),
        ValueKind::Float(float) => Key::Float(*float),
        ValueKind::String(string) => Key::String(string.clone()),
        ValueKind::Mapping(_) | ValueKind::Sequence(_) | ValueKind::Unknown => Key::String(flow(kind).into()),
    }
}

fn flow(kind: &ValueKind) -> String {
    match kind {
        ValueKind::Null => "null".to_owned(),
        ValueKind::Bool(bool) => bool.to_string(),
        ValueKind::Int(int) => int.to_string(),
        ValueKind::Float(float) => float.to_string(),
        ValueKind::String(string) => string.to_string(),
        ValueKind::Unknown => "?".to_owned(),
        ValueKind::Sequence(_) => "[…]".to_owned(),
        ValueKind::Mapping(_) => "{…}".to_owned(),
    }
}

/// What the value of a merge key brings in; nothing if it is no map.
pub(super) fn merged(value: &Value) -> Vec<Fragment> {
    match &value.kind {
        ValueKind::Mapping(mapping) => mapping.entries.iter().cloned().collect(),
        _ => Vec::new(),
    }
}

/// What becomes of entries with equal keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EqualKeys {
    /// The last one counts, at the place of the first.
    LastCounts,
    /// ytt keeps each of data values in a text that is no template, and lays one over the other: maps are joined.
    Joined,
}

/// Entries of which each has a key of its own.
#[derive(Clone, Debug)]
pub(super) struct DistinctEntries {
    pub(super) entries: Vec<Fragment>,
    /// A key that more than one of them had.
    pub(super) repeated: Option<Key>,
}

/// One entry for each key.
pub(super) fn distinct(entries: Vec<Fragment>, rule: EqualKeys) -> DistinctEntries {
    let Some(repeated) = repeated_key(&entries).cloned() else { return DistinctEntries { entries, repeated: None } };
    let mut positions: FxHashMap<Key, usize> = FxHashMap::default();
    let mut groups: Vec<Vec<Fragment>> = Vec::new();
    for entry in entries {
        let position = *positions.entry(entry.entry_key().clone()).or_insert(groups.len());
        match groups.get_mut(position) {
            Some(earlier) => earlier.push(entry),
            None => groups.push(vec![entry]),
        }
    }
    let one_of = |mut group: Vec<Fragment>| match rule {
        EqualKeys::LastCounts => group.pop(),
        EqualKeys::Joined => laid_over(group),
    };
    DistinctEntries { entries: groups.into_iter().filter_map(one_of).collect(), repeated: Some(repeated) }
}

/// The first key that stands at an entry before, too.
fn repeated_key(entries: &[Fragment]) -> Option<&Key> {
    /// Up to here comparing all pairs beats hashing.
    const FEW: usize = 8;
    let mut keys = entries.iter().map(Fragment::entry_key);
    if entries.len() <= FEW {
        return (0..)
            .zip(keys.clone())
            .find(|(at, key)| keys.clone().take(*at).any(|before| before == *key))
            .map(|(_, key)| key);
    }
    let mut known = FxHashSet::with_capacity_and_hasher(entries.len(), FxBuildHasher);
    keys.find(|key| !known.insert(*key))
}

/// What entries with one key come to, each laid over the one before: maps are joined, whatever else is last counts.
fn laid_over(mut group: Vec<Fragment>) -> Option<Fragment> {
    let is_other = |entry: &Fragment| !matches!(entry.value.kind, ValueKind::Mapping(_));
    let first = group.iter().rposition(is_other).map_or(0, |other| other + 1);
    let maps = group.get(first..).unwrap_or_default();
    let joined = match maps {
        [Fragment { value: Value { kind: ValueKind::Mapping(bottom), .. }, .. }, _, ..] => {
            let maps = maps.iter().filter_map(|entry| match &entry.value.kind {
                ValueKind::Mapping(map) => Some(map),
                _ => None,
            });
            let entries = maps.flat_map(|map| map.entries.iter().cloned()).collect();
            Some(ValueKind::Mapping(Arc::new(bottom.with(distinct(entries, EqualKeys::Joined).entries))))
        }
        _ => None,
    };
    let last = group.pop()?;
    let kind = joined.unwrap_or_else(|| last.value.kind.clone());
    Some(Fragment { value: Value { kind, ..last.value }, ..last })
}

/// What tells the keys of entries apart.
pub(crate) fn key_hashes(entries: &[Fragment]) -> KeyHashes {
    entries.iter().map(|entry| FxBuildHasher.hash_one(entry.entry_key())).collect()
}

/// The entries of runs together, given the hashes of their keys. They stay as they are, unless a key stands in two of
/// them: see [`distinct`].
pub(crate) fn joined(
    runs: &[(&Arc<[Fragment]>, &KeyHashes)],
    rule: EqualKeys,
    known: &mut DistinctKeys,
) -> (Entries, Option<Key>) {
    if known.check(runs.iter().map(|(_, keys)| Arc::clone(keys)).collect()) {
        return (Entries::of_runs(runs.iter().map(|(run, _)| Arc::clone(run))), None);
    }
    let joined = distinct(runs.iter().flat_map(|(run, _)| run.iter().cloned()).collect(), rule);
    (joined.entries.into(), joined.repeated)
}
