//! Where each segment stands in the list of a version. The indexes of one version serve the next ones, too: what stands
//! above all that was changed since stands there still, and what stands below it is counted from the end.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::slot::SegmentSlot;
use crate::text::SegmentId;

/// So many segments are looked through one by one before indexes are made anew.
const FEW: usize = 32;

/// The indexes of segments, made when somebody asks.
#[derive(Debug, Default)]
pub(super) struct SegmentIndexes {
    /// From an older version.
    older: Option<OlderIndexes>,
    /// Of this version, and how many segments it has.
    own: OnceLock<(Arc<FxHashMap<SegmentId, usize>>, usize)>,
}

/// Indexes in an older version, and what stands as it stood there.
#[derive(Clone, Debug)]
struct OlderIndexes {
    indexes: Arc<FxHashMap<SegmentId, usize>>,
    /// How many segments there were.
    length: usize,
    /// How many have not changed at the start, and how many at the end.
    above: usize,
    below: usize,
}

impl SegmentIndexes {
    /// Those of the next version, which has so many segments, all but `changed` as before.
    pub(super) fn next(&self, length: usize, changed: &Range<usize>) -> Self {
        let (above, below) = (changed.start, length.saturating_sub(changed.end));
        let own = || {
            let (indexes, length) = self.own.get()?.clone();
            Some(OlderIndexes { indexes, length, above, below })
        };
        let older = || {
            let older = self.older.clone()?;
            Some(OlderIndexes { above: older.above.min(above), below: older.below.min(below), ..older })
        };
        let is_usable = |it: &OlderIndexes| length.saturating_sub(it.above + it.below) <= FEW;
        Self { older: own().or_else(older).filter(is_usable), own: OnceLock::new() }
    }

    /// The segment of that name among those of this version.
    pub(super) fn slot<'s>(&self, slots: &'s [SegmentSlot], segment: SegmentId) -> Option<&'s SegmentSlot> {
        let Some(older) = &self.older else {
            let number = |(index, slot): (usize, &SegmentSlot)| (slot.segment.id, index);
            let (own, _) =
                self.own.get_or_init(|| (Arc::new(slots.iter().enumerate().map(number).collect()), slots.len()));
            return slots.get(*own.get(&segment)?);
        };
        let index = older.indexes.get(&segment).copied().unwrap_or(older.above);
        let from_end = older.length.saturating_sub(index);
        let index = if index < older.above { Some(index) } else { slots.len().checked_sub(from_end) };
        let is_it = |slot: &&SegmentSlot| slot.segment.id == segment;
        let changed = older.above..slots.len().saturating_sub(older.below);
        let known = index.and_then(|index| slots.get(index)).filter(is_it);
        known.or_else(|| slots.get(changed)?.iter().find(is_it))
    }
}
