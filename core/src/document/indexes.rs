//! Where each segment stands in the list of a version. The indexes of one version serve the next ones, too: of segments
//! that were not edited since only their number changes, and by as much as that of their neighbours.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::slot::SegmentSlot;
use super::slots::SlotList;
use crate::text::SegmentId;

/// So many segments are looked through one by one before indexes are made anew.
const FEW: usize = 32;

/// The indexes of segments, made when somebody asks.
#[derive(Debug, Default)]
pub(super) struct SegmentIndexes {
    /// How many segments there are.
    length: usize,
    /// From an older version.
    older: Option<OlderIndexes>,
    /// Of this version.
    own: OnceLock<Arc<FxHashMap<SegmentId, usize>>>,
}

/// Indexes in an older version, and what stands here in the same order.
#[derive(Clone, Debug)]
struct OlderIndexes {
    indexes: Arc<FxHashMap<SegmentId, usize>>,
    /// What was not edited since, in order.
    kept: Vec<KeptSegments>,
}

/// Neighbours that are still neighbours.
#[derive(Clone, Copy, Debug)]
struct KeptSegments {
    /// The index of the first, in the older version and here.
    older: usize,
    here: usize,
    count: usize,
}

impl SegmentIndexes {
    /// Those of the next version, which has so many segments, all but `changed` as before.
    pub(super) fn next(&self, length: usize, changed: &Range<usize>) -> Self {
        let all = [KeptSegments { older: 0, here: 0, count: self.length }];
        let known = match (self.own.get(), &self.older) {
            (Some(own), _) => Some((own, &all[..])),
            (None, Some(older)) => Some((&older.indexes, &older.kept[..])),
            (None, None) => None,
        };
        let older = known.map(|(indexes, kept)| {
            let kept = kept.iter().flat_map(|kept| kept.around(changed, self.length, length));
            OlderIndexes { indexes: indexes.clone(), kept: kept.collect() }
        });
        // A place where segments are gone and none came counts, too: it is one more among those that are kept.
        let places = |older: &OlderIndexes| older.changed(length).map(|changed| changed.len().max(1)).sum::<usize>();
        Self { length, older: older.filter(|older| places(older) <= FEW), own: OnceLock::new() }
    }

    /// The segment of that name among those of this version.
    pub(super) fn slot<'s>(&self, slots: &'s SlotList, segment: SegmentId) -> Option<SegmentSlot<'s>> {
        let Some(older) = &self.older else {
            let number = |(index, slot): (usize, SegmentSlot<'_>)| (slot.segment.id, index);
            let own = self.own.get_or_init(|| Arc::new(slots.iter().enumerate().map(number).collect()));
            return slots.get(*own.get(&segment)?);
        };
        let is_it = |slot: &SegmentSlot<'_>| slot.segment.id == segment;
        let known = older.indexes.get(&segment).and_then(|index| older.index(*index));
        let known = known.and_then(|index| slots.get(index)).filter(is_it);
        let mut changed = older.changed(self.length);
        known.or_else(|| changed.find_map(|changed| slots.iter_from(changed.start).take(changed.len()).find(is_it)))
    }
}

impl OlderIndexes {
    /// The index here of a segment with an index in the older version.
    fn index(&self, older: usize) -> Option<usize> {
        let behind = self.kept.partition_point(|kept| kept.older <= older);
        let kept = self.kept.get(behind.checked_sub(1)?)?;
        let offset = older - kept.older;
        (offset < kept.count).then_some(kept.here + offset)
    }

    /// What is not kept of so many segments here.
    fn changed(&self, length: usize) -> impl Iterator<Item = Range<usize>> {
        let ends = self.kept.iter().map(|kept| kept.here + kept.count);
        let starts = self.kept.iter().map(|kept| kept.here);
        std::iter::once(0).chain(ends).zip(starts.chain([length])).map(|(end, start)| end..start)
    }
}

impl KeptSegments {
    /// What is left of them in a version with `length` segments in place of `before`, all but `changed` as they were.
    fn around(&self, changed: &Range<usize>, before: usize, length: usize) -> impl Iterator<Item = Self> + use<> {
        let end = self.here + self.count;
        let rest = length.saturating_sub(changed.end);
        let below = before.saturating_sub(rest).max(self.here);
        let first = Self { count: changed.start.min(end).saturating_sub(self.here), ..*self };
        let last = Self {
            older: self.older + (below - self.here),
            here: (below + length).saturating_sub(before),
            count: end.saturating_sub(below),
        };
        [first, last].into_iter().filter(|kept| kept.count > 0)
    }
}

#[cfg(test)]
mod tests {
    use crate::document::TextDocument;
    use crate::text::{FileId, TextRange, TextSize};

    /// Edits a text of 400 segments at places far from each other. After how many is each segment numbered again?
    fn edits_until_numbered_again(replacement: &str) -> usize {
        let entries: Vec<String> = (0..400).map(|number| format!("key{number}:\n  - {number}\n")).collect();
        let mut document = TextDocument::with_cap(FileId(0), &entries.concat(), 1);
        let find = |document: &TextDocument| {
            for slot in document.slots.iter() {
                assert_eq!(document.segment_base(slot.segment.id), Some(slot.base()));
            }
        };
        find(&document);
        for edit in 0.. {
            let key = format!("key{}:", (edit * 151) % 400);
            let at = TextSize::new(document.rope().to_string().find(&key).unwrap() as u32);
            let gone = document.slots.get(document.slots.count_up_to(usize::from(at)) - 1).unwrap().segment.id;
            document = document.edit(TextRange::at(at, TextSize::of(&*key)), &key.replace("key", replacement));
            find(&document);
            assert_eq!(document.segment_base(gone), None);
            if document.indexes.own.get().is_some() {
                return edit;
            }
        }
        0
    }

    #[test]
    fn segments_are_numbered_again_after_many_edits_wherever_they_are() {
        for replacement in ["name", "a: 1\nb"] {
            let edits = edits_until_numbered_again(replacement);
            assert!((5..40).contains(&edits), "{edits} edits with {replacement}");
        }
    }
}
