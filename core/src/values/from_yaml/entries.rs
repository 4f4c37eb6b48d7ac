//! The entries of a map in the making: typed keys, merge keys, and the last of equal keys.

use std::hash::BuildHasher;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::values::entries::Entries;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};
use crate::yaml::compose;

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

/// Keeps the last of entries with equal keys, at the place of the first.
pub(super) fn last_wins(mut entries: Vec<Fragment>) -> Vec<Fragment> {
    /// Up to here comparing all pairs beats hashing.
    const FEW: usize = 8;
    if entries.len() <= FEW {
        let is_repeated = |at: usize| entries[..at].iter().any(|before| before.entry_key() == entries[at].entry_key());
        if !(1..entries.len()).any(is_repeated) {
            return entries;
        }
    }
    let mut positions: FxHashMap<Key, usize> = FxHashMap::with_capacity_and_hasher(entries.len(), FxBuildHasher);
    let mut unique: Vec<Fragment> = Vec::with_capacity(entries.len());
    for entry in entries.drain(..) {
        let position = *positions.entry(entry.entry_key().clone()).or_insert(unique.len());
        match unique.get_mut(position) {
            Some(earlier) => *earlier = entry,
            None => unique.push(entry),
        }
    }
    unique
}

/// What tells the keys of entries apart.
pub(crate) fn key_hashes(entries: &[Fragment]) -> Arc<[u64]> {
    entries.iter().map(|entry| FxBuildHasher.hash_one(entry.entry_key())).collect()
}

/// The entries of runs together, given the hashes of their keys. They stay as they are, unless a key stands in two of them: then the last one counts.
pub(crate) fn joined(runs: &[(&Arc<[Fragment]>, &[u64])]) -> Entries {
    if compose::are_distinct(runs.iter().map(|(_, keys)| *keys)) {
        return Entries::of_runs(runs.iter().map(|(run, _)| Arc::clone(run)));
    }
    last_wins(runs.iter().flat_map(|(run, _)| run.iter().cloned()).collect()).into()
}
