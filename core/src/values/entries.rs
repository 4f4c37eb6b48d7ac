//! The entries of a map of data.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Key;
use super::fragment::Fragment;
use super::runs::{Run, Runs};

/// Entries in order. Keys are unique.
pub type Entries = Runs<[Fragment]>;

impl Run for [Fragment] {
    type StoredEntry = Fragment;
    type EntryRef<'a> = &'a Fragment;

    fn entries(&self) -> &[Fragment] {
        self
    }

    fn key(entry: &Fragment) -> &Key {
        entry.entry_key()
    }

    fn item(entry: &Fragment) -> &Fragment {
        entry
    }
}

impl Entries {
    /// These entries, and others behind them.
    #[must_use]
    pub fn followed_by(&self, others: Self) -> Self {
        Self::of_runs(self.runs().iter().chain(others.runs()).cloned())
    }

    /// The first one.
    pub fn first(&self) -> Option<&Fragment> {
        self.iter().next()
    }

    /// The one at an index, from 0.
    pub fn get(&self, mut index: usize) -> Option<&Fragment> {
        for run in self.runs() {
            match run.get(index) {
                Some(entry) => return Some(entry),
                None => index -= run.len(),
            }
        }
        None
    }

    /// The same with each entry made anew.
    #[must_use]
    pub fn with(&self, mut entry: impl FnMut(&Fragment) -> Fragment) -> Self {
        Self::of_runs(self.runs().iter().map(|run| run.iter().map(&mut entry).collect()))
    }
}

impl From<Vec<Fragment>> for Entries {
    fn from(entries: Vec<Fragment>) -> Self {
        entries.into_iter().collect()
    }
}

impl FromIterator<Fragment> for Entries {
    fn from_iter<I: IntoIterator<Item = Fragment>>(entries: I) -> Self {
        Self::cut(entries, Arc::from)
    }
}

/// How they are cut into runs is no part of what they are.
impl Serialize for Entries {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq;
        let mut entries = serializer.serialize_seq(Some(self.len()))?;
        for entry in self {
            entries.serialize_element(entry)?;
        }
        entries.end()
    }
}

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
