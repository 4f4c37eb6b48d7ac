//! What a call read of its context: in another context where all of that is the same, it gives the same.

use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::values::content::tag;
use crate::values::fingerprint::Fingerprint;
use crate::values::{Key, ValueKind};

/// After more than so many reads the whole value counts as read.
const MOST_READS: usize = 16;

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
    pub(super) fn all() -> Self {
        Self { way: Vec::new(), extent: ReadExtent::All }
    }
}

/// What was read of a value, with its name.
#[derive(Clone, Debug)]
pub(crate) struct NamedReads {
    /// Equal names mean equal reads.
    pub(crate) name: Fingerprint,
    reads: Arc<[Read]>,
}

impl NamedReads {
    /// Names what was read.
    pub(crate) fn new(reads: Vec<Read>) -> Self {
        let name = Fingerprint::of(&postcard::to_stdvec(&reads).unwrap_or_default());
        Self { name, reads: reads.into() }
    }

    /// Names what stands in a value where it was read.
    pub(crate) fn seen(&self, value: &ValueKind) -> Fingerprint {
        let mut bytes = self.name.0.to_vec();
        for Read { way, extent } in &*self.reads {
            match (way.iter().try_fold(value, |part, key| part.child(key)), extent) {
                (Some(part), ReadExtent::All) => part.write(&mut bytes),
                (part, _) => bytes.push(tag(part)),
            }
        }
        Fingerprint::of(&bytes)
    }
}

/// What calls have seen of a value: in another one that looks the same there, they give the same.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// What was read, with what stood there.
    parts: Vec<(NamedReads, Fingerprint)>,
    /// Whether any part of it may have been read.
    is_whole: bool,
}

impl Observed {
    /// What stood where something was read.
    pub(crate) fn part(reads: &NamedReads, seen: Fingerprint) -> Self {
        let parts = if reads.reads.is_empty() { Vec::new() } else { vec![(reads.clone(), seen)] };
        Self { parts, is_whole: false }
    }

    /// Any part of the value, unless nothing was read at all.
    pub(crate) fn whole(reads: &[Read]) -> Self {
        Self { parts: Vec::new(), is_whole: !reads.is_empty() }
    }

    /// Whether nothing was read.
    pub(crate) fn is_nothing(&self) -> bool {
        self.parts.is_empty() && !self.is_whole
    }

    /// Whether any part of the value may have been read.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Adds what other calls have seen of the same value.
    pub(crate) fn add(&mut self, other: &Self) {
        self.is_whole |= other.is_whole;
        for part in other.parts.iter().filter(|_| !self.is_whole) {
            if self.parts.iter().any(|known| known.0.name == part.0.name) {
                continue;
            }
            if self.parts.len() == MOST_READS {
                self.is_whole = true;
                break;
            }
            self.parts.push(part.clone());
        }
        if self.is_whole {
            self.parts.clear();
        }
    }

    /// Whether a value looks the same there. `seen` names what stands in it where something was read.
    pub(crate) fn is_same(&self, mut seen: impl FnMut(&NamedReads) -> Fingerprint) -> bool {
        !self.is_whole && self.parts.iter().all(|(reads, then)| seen(reads) == *then)
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
    fn what_many_calls_see_becomes_the_whole() {
        let value = ValueKind::Null;
        let seen = |index: usize| {
            let reads =
                NamedReads::new(vec![Read { way: vec![Key::Int((index as i128).into())], extent: ReadExtent::Kind }]);
            Observed::part(&reads, reads.seen(&value))
        };
        let mut all = Observed::default();
        assert!(all.is_nothing());
        (0..MOST_READS).chain(0..MOST_READS).for_each(|index| all.add(&seen(index)));
        assert!(all.is_same(|reads| reads.seen(&value)), "each counts once");
        all.add(&seen(MOST_READS));
        assert!(!all.is_same(|reads| reads.seen(&value)));
    }

    #[test]
    fn many_reads_become_one_of_all() {
        let reader = ReadRecorder::default();
        let read = |index: usize| reader.below(Key::Int((index as i128).into())).note(ReadExtent::All);
        (0..MOST_READS).chain(0..MOST_READS).for_each(read);
        assert_eq!(reader.reads.lock().unwrap().len(), MOST_READS, "each counts once");
        (0..2 * MOST_READS).for_each(read);
        assert_eq!(reader.take(), [Read::all()]);
    }
}
