//! Results kept from one pass over a text to the next. Knows nothing of what is kept.

use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

/// How many passes a result stays without being asked for, once more is kept than there is room for.
const PATIENCE: u32 = 64;
/// Fewer results than this are never looked through.
const ROOM: usize = 1024;

/// Results by what they were computed from.
///
/// A pass that finds the result for a part does not ask for the parts inside it; those are wanted again as soon as one
/// of them changes. So what a pass leaves alone is not forgotten at once, but when twice as much is kept as there
/// was at the last look.
#[derive(Debug)]
pub struct Memo<K, V> {
    results: FxHashMap<K, (V, u32)>,
    pass: u32,
    room: usize,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self { results: FxHashMap::default(), pass: 0, room: ROOM }
    }
}

impl<K: Eq + Hash, V> Memo<K, V> {
    /// Begins a pass.
    pub fn begin_pass(&mut self) {
        self.pass = self.pass.wrapping_add(1);
        if self.results.len() > self.room {
            let pass = self.pass;
            self.results.retain(|_, (_, used)| pass.wrapping_sub(*used) <= PATIENCE);
            self.room = ROOM.max(self.results.len() * 2);
        }
    }

    /// The result for a key, if it is kept.
    pub fn get(&mut self, key: &K) -> Option<&V> {
        self.get_mut(key).map(|result| &*result)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let (result, used) = self.results.get_mut(key)?;
        *used = self.pass;
        Some(result)
    }

    /// The result for a key, if it is kept and still holds; else what is made now, which is kept.
    pub fn get_or_keep(&mut self, key: K, holds: impl FnOnce(&V) -> bool, make: impl FnOnce() -> V) -> V
    where
        V: Clone,
    {
        if let Some(known) = self.get(&key).filter(|known| holds(known)) {
            return known.clone();
        }
        let result = make();
        self.keep(key, result.clone());
        result
    }

    /// Keeps a result.
    pub fn keep(&mut self, key: K, result: V) {
        self.results.insert(key, (result, self.pass));
    }

    /// Forgets one result.
    pub fn forget(&mut self, key: &K) {
        self.results.remove(key);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.results.clear();
    }
}

/// A lock that survives a panic elsewhere: what it guards is replaced as a whole, never left half done.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_stays_and_the_rest_goes_when_there_is_too_much() {
        let mut memo = Memo::default();
        memo.keep(usize::MAX, ());
        memo.keep(usize::MAX - 1, ());
        for pass in 0..2 * ROOM {
            memo.begin_pass();
            memo.keep(pass, ());
            assert_eq!(memo.get(&usize::MAX), Some(&()));
        }
        assert_eq!(memo.get(&(usize::MAX - 1)), None);
        assert!(memo.results.len() <= 2 * ROOM);
    }

    #[test]
    fn a_result_is_made_where_none_holds() {
        let mut memo = Memo::default();
        assert_eq!(memo.get_or_keep(1, |_| true, || "made"), "made");
        assert_eq!(memo.get_or_keep(1, |_| true, || "again"), "made");
        assert_eq!(memo.get_or_keep(1, |_| false, || "anew"), "anew");
        assert_eq!(memo.get(&1), Some(&"anew"));
    }

    #[test]
    fn few_results_stay_however_long_nobody_asks() {
        let mut memo = Memo::default();
        memo.keep(1, "one");
        (0..10 * PATIENCE).for_each(|_| memo.begin_pass());
        assert_eq!(memo.get(&1), Some(&"one"));
    }
}
