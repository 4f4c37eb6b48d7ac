//! The entries of a map, in runs that maps share: a map of which one run is another one costs what is in that run, and
//! a step for each other run.

use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Key;
use super::fragment::Fragment;

/// Up to so many entries are looked through one by one.
const FEW: usize = 12;
/// So many entries make a run, where nothing else says where one ends.
pub(crate) const RUN: usize = 128;
/// So many keys of a long map are looked for one by one before it pays to know where all are.
const MOST_SEARCHES: u32 = 8;

/// Entries in order. Keys are unique.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    /// None is empty.
    runs: Vec<Arc<[Fragment]>>,
    len: usize,
    spots: KeySpots,
}

/// Where the keys of runs are, once enough of them were asked for.
#[derive(Debug, Default)]
pub(crate) struct KeySpots {
    searches: AtomicU32,
    known: OnceLock<Arc<FxHashMap<Key, Spot>>>,
}

impl Clone for KeySpots {
    fn clone(&self) -> Self {
        Self { searches: AtomicU32::new(self.searches.load(Ordering::Relaxed)), known: self.known.clone() }
    }
}

impl KeySpots {
    /// Where a key is among the keys of runs, of which there are so many.
    pub(crate) fn find<'k, R>(&self, key: &Key, count: usize, runs: impl Iterator<Item = R>) -> Option<Spot>
    where
        R: Iterator<Item = &'k Key>,
    {
        let spots =
            (0..).zip(runs).flat_map(|(run, keys)| (0..).zip(keys).map(move |(index, key)| (key, Spot { run, index })));
        let is_searched = || self.searches.fetch_add(1, Ordering::Relaxed) < MOST_SEARCHES;
        if self.known.get().is_none() && (count <= FEW || is_searched()) {
            return { spots }.find(|(known, _)| *known == key).map(|(_, spot)| spot);
        }
        let known = self.known.get_or_init(|| {
            let mut known = FxHashMap::with_capacity_and_hasher(count, FxBuildHasher);
            for (key, spot) in spots {
                // The first of equal ones counts.
                if let Entry::Vacant(vacant) = known.entry(key.clone()) {
                    vacant.insert(spot);
                }
            }
            Arc::new(known)
        });
        known.get(key).copied()
    }
}

/// Where an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The run.
    pub run: u32,
    /// The entry in it.
    pub index: u32,
}

type FlatRuns<'a> = std::iter::FlatMap<
    std::slice::Iter<'a, Arc<[Fragment]>>,
    std::slice::Iter<'a, Fragment>,
    fn(&'a Arc<[Fragment]>) -> std::slice::Iter<'a, Fragment>,
>;

/// Iterates over entries.
#[derive(Clone, Debug)]
pub struct EntryIter<'a> {
    entries: FlatRuns<'a>,
    left: usize,
}

impl<'a> Iterator for EntryIter<'a> {
    type Item = &'a Fragment;

    fn next(&mut self) -> Option<&'a Fragment> {
        let next = self.entries.next()?;
        self.left -= 1;
        Some(next)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl DoubleEndedIterator for EntryIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let next = self.entries.next_back()?;
        self.left -= 1;
        Some(next)
    }
}

impl ExactSizeIterator for EntryIter<'_> {}

impl Entries {
    /// The entries of these runs, which have no key twice.
    pub fn of_runs(runs: impl IntoIterator<Item = Arc<[Fragment]>>) -> Self {
        let runs: Vec<Arc<[Fragment]>> = runs.into_iter().filter(|run| !run.is_empty()).collect();
        let len = runs.iter().map(|run| run.len()).sum();
        Self { runs, len, spots: KeySpots::default() }
    }

    /// These entries, and others behind them.
    #[must_use]
    pub fn followed_by(&self, others: Self) -> Self {
        Self::of_runs(self.runs.iter().chain(&others.runs).cloned())
    }

    /// The runs in order; none is empty.
    pub fn runs(&self) -> &[Arc<[Fragment]>] {
        &self.runs
    }

    /// The entries in order.
    pub fn iter(&self) -> EntryIter<'_> {
        EntryIter { entries: self.runs.iter().flat_map(|run| run.iter()), left: self.len }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first one.
    pub fn first(&self) -> Option<&Fragment> {
        self.runs.first()?.first()
    }

    /// The one at an index, from 0.
    pub fn get(&self, mut index: usize) -> Option<&Fragment> {
        for run in &self.runs {
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
        Self::of_runs(self.runs.iter().map(|run| run.iter().map(&mut entry).collect()))
    }

    /// The entry of a key.
    pub fn find(&self, key: &Key) -> Option<&Fragment> {
        self.at(self.spot(key)?)
    }

    /// Where the entry of a key is.
    pub fn spot(&self, key: &Key) -> Option<Spot> {
        let keys = self.runs.iter().map(|run| run.iter().map(Fragment::entry_key));
        self.spots.find(key, self.len, keys)
    }

    /// The entry that is there.
    pub fn at(&self, spot: Spot) -> Option<&Fragment> {
        self.runs.get(spot.run as usize)?.get(spot.index as usize)
    }
}

impl From<Vec<Fragment>> for Entries {
    fn from(entries: Vec<Fragment>) -> Self {
        entries.into_iter().collect()
    }
}

impl FromIterator<Fragment> for Entries {
    fn from_iter<I: IntoIterator<Item = Fragment>>(entries: I) -> Self {
        let mut entries = entries.into_iter();
        Self::of_runs(std::iter::from_fn(|| {
            let run: Arc<[Fragment]> = entries.by_ref().take(RUN).collect();
            (!run.is_empty()).then_some(run)
        }))
    }
}

impl<'a> IntoIterator for &'a Entries {
    type Item = &'a Fragment;
    type IntoIter = EntryIter<'a>;

    fn into_iter(self) -> EntryIter<'a> {
        self.iter()
    }
}

/// How they are cut into runs is no part of what they are.
impl Serialize for Entries {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq;
        let mut entries = serializer.serialize_seq(Some(self.len))?;
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
