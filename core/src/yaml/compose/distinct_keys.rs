//! Whether a map of many chunks has each key once. An edit costs what it changes: a map that was looked at before is
//! compared chunk by chunk, and only the keys of other chunks are counted.

use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap};

/// The hashes of the keys in one chunk. Chunks that are kept from one version of a text to the next share them.
pub(crate) type KeyHashes = Arc<[u64]>;

/// The maps that were looked at last.
#[derive(Debug, Default)]
pub(crate) struct DistinctKeys {
    maps: Vec<KnownMap>,
}

/// So many maps are known at most; the one that was looked at longest ago goes first.
const MOST_MAPS: usize = 16;

/// A map with fewer keys is looked at as a whole.
const FEW_KEYS: usize = 256;

#[derive(Debug, Default)]
struct KnownMap {
    chunks: Vec<KeyHashes>,
    /// Made when the map is edited for the first time.
    counts: Option<HashCounts>,
}

/// How often each hash stands in a map.
#[derive(Debug, Default)]
struct HashCounts {
    counts: FxHashMap<u64, u32>,
    /// How many hashes stand there more than once.
    repeated: usize,
}

impl DistinctKeys {
    /// Says whether no key stands in these chunks twice; at times two that differ are taken for one.
    pub(crate) fn check(&mut self, chunks: Vec<KeyHashes>) -> bool {
        let count: usize = chunks.iter().map(|hashes| hashes.len()).sum();
        if count < FEW_KEYS {
            return stand_once(&chunks, count);
        }
        let known = self.maps.iter().rposition(|map| map.is_version_of(&chunks));
        let mut map = known.map_or_else(KnownMap::default, |index| self.maps.remove(index));
        let are_distinct = map.update(chunks, count);
        if self.maps.len() == MOST_MAPS {
            self.maps.remove(0);
        }
        self.maps.push(map);
        are_distinct
    }
}

impl KnownMap {
    /// Whether the map most likely is this one in another version. If it is not, that costs time only.
    fn is_version_of(&self, chunks: &[KeyHashes]) -> bool {
        let is_same = |a: Option<&KeyHashes>, b: Option<&KeyHashes>| a.zip(b).is_some_and(|(a, b)| Arc::ptr_eq(a, b));
        is_same(self.chunks.first(), chunks.first()) || is_same(self.chunks.last(), chunks.last())
    }

    /// Takes in what the chunks are now, `count` hashes in all, and says whether each hash stands there once.
    fn update(&mut self, chunks: Vec<KeyHashes>, count: usize) -> bool {
        let is_same = |(a, b): &(&KeyHashes, &KeyHashes)| Arc::ptr_eq(a, b);
        let before = self.chunks.iter().zip(&chunks).take_while(is_same).count();
        let most = self.chunks.len().min(chunks.len()) - before;
        let behind = self.chunks.iter().rev().zip(chunks.iter().rev()).take(most).take_while(is_same).count();
        let middle = |chunks: &[KeyHashes]| chunks[before..chunks.len() - behind].to_vec();
        let (gone, new) = (middle(&self.chunks), middle(&chunks));
        let changed: usize = gone.iter().chain(&new).map(|hashes| hashes.len()).sum();
        let old = std::mem::replace(&mut self.chunks, chunks);
        if changed > count / 2 {
            self.counts = None;
            return stand_once(&self.chunks, count);
        }
        let counts = self.counts.get_or_insert_with(|| HashCounts::of(&old, count));
        gone.iter().flat_map(|hashes| hashes.iter()).for_each(|hash| counts.remove(*hash));
        new.iter().flat_map(|hashes| hashes.iter()).for_each(|hash| counts.add(*hash));
        counts.repeated == 0
    }
}

impl HashCounts {
    fn of(chunks: &[KeyHashes], count: usize) -> Self {
        let mut counts = Self { counts: FxHashMap::with_capacity_and_hasher(count, FxBuildHasher), repeated: 0 };
        chunks.iter().flat_map(|hashes| hashes.iter()).for_each(|hash| counts.add(*hash));
        counts
    }

    fn add(&mut self, hash: u64) {
        let count = self.counts.entry(hash).or_default();
        *count += 1;
        self.repeated += usize::from(*count == 2);
    }

    fn remove(&mut self, hash: u64) {
        let Some(count) = self.counts.get_mut(&hash) else { return };
        *count -= 1;
        self.repeated -= usize::from(*count == 1);
        if *count == 0 {
            self.counts.remove(&hash);
        }
    }
}

/// Whether each of `count` hashes stands there once. A bare table takes a tenth of what a map takes to be filled.
fn stand_once(chunks: &[KeyHashes], count: usize) -> bool {
    let mask = (2 * count).next_power_of_two() - 1;
    let mut table = vec![0; mask + 1];
    // Says whether it was not there before.
    let mut insert = |hash: &u64| {
        // Zero is a place that is free.
        let hash = hash | 1;
        let mut at = (hash >> 16) as usize & mask;
        while let Some(place) = table.get_mut(at).filter(|place| **place != hash) {
            if *place == 0 {
                *place = hash;
                return true;
            }
            at = (at + 1) & mask;
        }
        false
    };
    chunks.iter().all(|hashes| hashes.iter().all(&mut insert))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// A chunk of keys that no other one has.
    fn chunk(number: u64) -> KeyHashes {
        (0..40).map(|index| (number * 40 + index).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect()
    }

    proptest! {
        #[test]
        fn what_is_known_after_edits_is_what_a_look_at_all_finds(
            edits in vec((0_usize..30, 0_usize..4, 0_usize..3, any::<bool>()), 1..40)
        ) {
            let mut known = DistinctKeys::default();
            let mut chunks: Vec<KeyHashes> = (0..30).map(chunk).collect();
            let mut next = 30;
            for (at, gone, new, is_copy) in edits {
                let at = at.min(chunks.len());
                let end = (at + gone).min(chunks.len());
                let copied = chunks.first().cloned();
                let added = (0..new).map(|_| {
                    next += 1;
                    copied.as_ref().filter(|_| is_copy).map_or_else(|| chunk(next), |chunk| chunk.to_vec().into())
                });
                let added: Vec<KeyHashes> = added.collect();
                chunks.splice(at..end, added);
                let count = chunks.iter().map(|hashes| hashes.len()).sum();
                prop_assert_eq!(known.check(chunks.clone()), stand_once(&chunks, count));
            }
        }
    }

    #[test]
    fn maps_that_are_looked_at_in_turn_are_all_known() {
        let maps: Vec<Vec<KeyHashes>> =
            (0..MOST_MAPS as u64).map(|map| (0..10).map(|number| chunk(map * 10 + number)).collect()).collect();
        let mut known = DistinctKeys::default();
        for _ in 0..2 {
            for map in &maps {
                assert!(known.check(map.clone()));
            }
        }
        assert_eq!(known.maps.len(), MOST_MAPS);
    }

    #[test]
    fn an_edit_counts_the_keys_of_changed_chunks_only() {
        let mut chunks: Vec<KeyHashes> = (0..30).map(chunk).collect();
        let mut known = DistinctKeys::default();
        assert!(known.check(chunks.clone()));
        assert!(known.maps[0].counts.is_none(), "a map that nobody edits has no table");
        chunks[3] = chunk(100);
        assert!(known.check(chunks.clone()));
        // What stands in the table from here on is changed by edits alone.
        known.maps[0].counts.as_mut().unwrap().counts.insert(u64::MAX, 1);
        chunks[7] = chunk(101);
        assert!(known.check(chunks.clone()));
        assert_eq!(known.maps[0].counts.as_ref().unwrap().counts.get(&u64::MAX), Some(&1), "it is the same table");
        chunks[20] = chunk(101);
        assert!(!known.check(chunks.clone()), "the edit brings keys that stand above");
        chunks[7] = chunk(102);
        assert!(known.check(chunks), "and the next one takes those away");
    }
}
