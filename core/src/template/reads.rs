//! What a call read of its context: in another context where all of that is the same, it gives the same.

use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::function::Failure;
use crate::values::{Key, ValueKind};

/// After more than so many reads the whole value counts as read.
const MOST_READS: usize = 16;

/// What calling a function came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// What it gave.
    pub result: Result<ValueKind, Failure>,
    /// What it read of its context. Nothing if it has none.
    pub reads: ContextReads,
}

impl Outcome {
    /// The outcome of a call that was ended from outside: nobody knows what it read.
    pub fn of_stopped(failure: Failure) -> Self {
        let all = || vec![Read::all()];
        Self { result: Err(failure), reads: ContextReads { parent: all(), root: all() } }
    }

    /// Whether it was stopped because it used more than it may.
    pub fn is_over_budget(&self) -> bool {
        matches!(&self.result, Err(failure) if failure.is_over_budget)
    }
}

/// What was read of each part of a context.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ContextReads {
    /// Of the map or array around the value.
    pub parent: Vec<Read>,
    /// Of the document.
    pub root: Vec<Read>,
}

/// A part of a value that code looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Read {
    /// The keys that lead to it; indices where arrays are on the way.
    pub way: Vec<Key>,
    /// What was read of it.
    pub extent: ReadExtent,
}

/// How much of a part was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ReadExtent {
    /// Whether it is there, and whether it is a map, an array or a scalar.
    Kind,
    /// All that is in it.
    All,
}

impl Read {
    fn all() -> Self {
        Self { way: Vec::new(), extent: ReadExtent::All }
    }
}

/// Notes what code reads of a value, from some part of it on.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadRecorder {
    way: Vec<Key>,
    reads: Arc<Mutex<Vec<Read>>>,
}

impl ReadRecorder {
    /// The reader of a child.
    pub(crate) fn below(&self, key: Key) -> Self {
        Self { way: self.way.iter().cloned().chain([key]).collect(), reads: self.reads.clone() }
    }

    /// Notes that this part is read.
    pub(crate) fn note(&self, extent: ReadExtent) {
        let mut reads = self.reads.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = reads.iter_mut().find(|known| known.way == self.way) {
            known.extent = known.extent.max(extent);
        } else if reads.len() == MOST_READS {
            *reads = vec![Read::all()];
        } else if reads.first() != Some(&Read::all()) {
            reads.push(Read { way: self.way.clone(), extent });
        }
    }

    /// What was read so far, by this reader and those of its children.
    pub(crate) fn take(&self) -> Vec<Read> {
        std::mem::take(&mut self.reads.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_reads_become_one_of_all() {
        let reader = ReadRecorder::default();
        let read = |index: usize| reader.below(Key::Int(index as i128)).note(ReadExtent::All);
        (0..MOST_READS).chain(0..MOST_READS).for_each(read);
        assert_eq!(reader.reads.lock().unwrap().len(), MOST_READS, "each counts once");
        (0..2 * MOST_READS).for_each(read);
        assert_eq!(reader.take(), [Read::all()]);
    }
}
