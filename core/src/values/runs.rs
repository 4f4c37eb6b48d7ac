//! What a map holds, in runs that maps share: a map of which one run is another one costs what is in that run, and a
//! step for each other run. Data and schemas keep their maps so.

use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use super::Key;

/// Up to so many entries are looked through one by one.
const FEW: usize = 12;
/// So many entries make a run, where nothing else says where one ends.
const RUN: usize = 128;
/// So many keys of a long map are looked for one by one before it pays to know where all are.
const MOST_SEARCHES: u32 = 8;

/// Some of the entries of a map, in order.
pub trait Run: 'static {
    /// A key with what it stands for.
    type StoredEntry;
    /// What is given of an entry.
    type EntryRef<'a>;

    /// The entries.
    fn entries(&self) -> &[Self::StoredEntry];

    /// The key of an entry.
    fn key(entry: &Self::StoredEntry) -> &Key;

    /// What is given of an entry.
    fn item(entry: &Self::StoredEntry) -> Self::EntryRef<'_>;
}

/// Entries in order. Keys are unique.
#[derive(Debug)]
pub struct Runs<R: ?Sized> {
    /// None is empty. Most maps are one run, which needs no allocation.
    parts: SmallVec<[Arc<R>; 1]>,
    len: usize,
    spots: KeySpots,
}

impl<R: ?Sized> Clone for Runs<R> {
    fn clone(&self) -> Self {
        Self { parts: self.parts.clone(), len: self.len, spots: self.spots.clone() }
    }
}

impl<R: ?Sized> Default for Runs<R> {
    fn default() -> Self {
        Self { parts: SmallVec::new(), len: 0, spots: KeySpots::default() }
    }
}

impl<R: Run + ?Sized> Runs<R> {
    /// The entries of these runs, which have no key twice.
    pub fn of_runs(runs: impl IntoIterator<Item = Arc<R>>) -> Self {
        let parts: SmallVec<[Arc<R>; 1]> = runs.into_iter().filter(|run| !run.entries().is_empty()).collect();
        let len = parts.iter().map(|run| run.entries().len()).sum();
        Self { parts, len, spots: KeySpots::default() }
    }

    /// The entries of one source, cut into runs.
    pub(crate) fn cut(
        entries: impl IntoIterator<Item = R::StoredEntry>,
        run: impl Fn(Vec<R::StoredEntry>) -> Arc<R>,
    ) -> Self {
        let mut entries = entries.into_iter();
        Self::of_runs(std::iter::from_fn(|| {
            let part: Vec<R::StoredEntry> = entries.by_ref().take(RUN).collect();
            (!part.is_empty()).then(|| run(part))
        }))
    }

    /// Other entries at the same keys in the same runs, of which it is known where they are as far as it is of these.
    pub(crate) fn with_runs(&self, runs: Vec<Arc<R>>) -> Self {
        Self { parts: runs.into(), len: self.len, spots: self.spots.clone() }
    }

    /// The runs in order; none is empty.
    pub fn runs(&self) -> &[Arc<R>] {
        &self.parts
    }

    /// The entries in order.
    pub fn iter(&self) -> RunIter<'_, R> {
        RunIter { entries: self.parts.iter().flat_map(|run| run.entries().iter()), left: self.len }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Where the entry of a key is.
    pub fn spot(&self, key: &Key) -> Option<Spot> {
        let keys = self.parts.iter().map(|run| run.entries().iter().map(R::key));
        self.spots.find(key, self.len, keys)
    }

    /// The entry that is there.
    pub fn at(&self, spot: Spot) -> Option<R::EntryRef<'_>> {
        self.parts.get(spot.run as usize)?.entries().get(spot.index as usize).map(R::item)
    }

    /// The entry of a key.
    pub fn find(&self, key: &Key) -> Option<R::EntryRef<'_>> {
        self.at(self.spot(key)?)
    }
}

type FlatRuns<'a, R> = std::iter::FlatMap<
    std::slice::Iter<'a, Arc<R>>,
    std::slice::Iter<'a, <R as Run>::StoredEntry>,
    fn(&'a Arc<R>) -> std::slice::Iter<'a, <R as Run>::StoredEntry>,
>;

/// Iterates over entries.
pub struct RunIter<'a, R: Run + ?Sized> {
    entries: FlatRuns<'a, R>,
    left: usize,
}

impl<R: Run + ?Sized> Clone for RunIter<'_, R> {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone(), left: self.left }
    }
}

impl<'a, R: Run + ?Sized> Iterator for RunIter<'a, R> {
    type Item = R::EntryRef<'a>;

    fn next(&mut self) -> Option<R::EntryRef<'a>> {
        let next = self.entries.next()?;
        self.left -= 1;
        Some(R::item(next))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<R: Run + ?Sized> DoubleEndedIterator for RunIter<'_, R> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let next = self.entries.next_back()?;
        self.left -= 1;
        Some(R::item(next))
    }
}

impl<R: Run + ?Sized> ExactSizeIterator for RunIter<'_, R> {}

impl<'a, R: Run + ?Sized> IntoIterator for &'a Runs<R> {
    type Item = R::EntryRef<'a>;
    type IntoIter = RunIter<'a, R>;

    fn into_iter(self) -> RunIter<'a, R> {
        self.iter()
    }
}

/// Where the keys of runs are, once enough of them were asked for.
#[derive(Debug, Default)]
struct KeySpots {
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
    fn find<'k, R>(&self, key: &Key, count: usize, runs: impl Iterator<Item = R>) -> Option<Spot>
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
