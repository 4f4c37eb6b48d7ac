//! The segments of a version, in order. They stand in groups, and a version shares with the one before the groups that an
//! edit left alone: so an edit costs the groups that it touches, and one step for each other group.

use std::ops::Range;
use std::sync::Arc;

use super::section::Section;
use super::slot::{SegmentCut, SegmentSlot};

/// At most so many segments stand in a group, and at least half as many, but in a list that has fewer. Texts of tests are
/// short, and have several groups, too.
const GROUP: usize = if cfg!(test) { 4 } else { 64 };

/// The segments of a version.
#[derive(Clone, Debug, Default)]
pub(super) struct SlotList {
    groups: Vec<SlotGroup>,
}

/// Neighbours in a list.
#[derive(Clone, Debug)]
struct SlotGroup {
    /// Where its text starts, in bytes.
    start: usize,
    /// How many segments stand before it.
    first: usize,
    /// How deep the least deep segment is.
    least_depth: u32,
    /// How far the scanner looked for what is in it, in bytes from its start.
    looked: usize,
    slots: Arc<[GroupedSegment]>,
}

/// A segment of a group.
#[derive(Clone, Debug)]
struct GroupedSegment {
    /// Where its text starts, in bytes from the start of the group.
    offset: usize,
    cut: Arc<SegmentCut>,
    section: Option<Arc<Section>>,
}

impl SlotList {
    pub(super) fn len(&self) -> usize {
        self.first_of(self.groups.len())
    }

    pub(super) fn get(&self, at: usize) -> Option<SegmentSlot<'_>> {
        let group = self.groups.get(self.group_of(at))?;
        group.slots.get(at - group.first).map(|slot| group.placed(slot))
    }

    pub(super) fn last(&self) -> Option<SegmentSlot<'_>> {
        self.iter().next_back()
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = SegmentSlot<'_>> {
        placed(&self.groups)
    }

    /// Those from `at` on.
    pub(super) fn iter_from(&self, at: usize) -> impl Iterator<Item = SegmentSlot<'_>> {
        let number = self.group_of(at);
        placed(from(&self.groups, number)).skip(at - self.first_of(number))
    }

    /// How many start at `offset` or before it.
    pub(super) fn count_up_to(&self, offset: usize) -> usize {
        let number = self.groups.partition_point(|group| group.start <= offset);
        let Some(group) = number.checked_sub(1).and_then(|last| self.groups.get(last)) else { return 0 };
        group.first + group.slots.partition_point(|slot| group.start + slot.offset <= offset)
    }

    /// The first for which the scanner looked as far as `offset`.
    pub(super) fn first_reaching(&self, offset: usize) -> Option<usize> {
        let is_reached = |start: usize, looked: usize| offset <= start.saturating_add(looked);
        let group = self.groups.iter().find(|group| is_reached(group.start, group.looked))?;
        let inside = group.slots.iter().position(|slot| is_reached(group.start + slot.offset, slot.cut.looked))?;
        Some(group.first + inside)
    }

    /// The last one before `at` that is less deep than `depth`.
    pub(super) fn last_shallower(&self, at: usize, depth: u32) -> Option<usize> {
        let before = self.groups.partition_point(|group| group.first < at);
        let groups = up_to(&self.groups, before).iter().rev();
        groups.filter(|group| group.least_depth < depth).find_map(|group| {
            let before = group.slots.get(..at - group.first).unwrap_or(&group.slots);
            Some(group.first + before.iter().rposition(|slot| slot.cut.depth() < depth)?)
        })
    }

    /// How many at the start are as they were in another list and stand where they stood there, and how many behind them
    /// are as they were at its end.
    pub(super) fn unchanged_since(&self, before: &Self) -> (usize, usize) {
        let is_same =
            |(a, b): &(SegmentSlot<'_>, SegmentSlot<'_>)| Arc::ptr_eq(&a.segment, &b.segment) && a.length == b.length;
        let stands = |pair: &(SegmentSlot<'_>, SegmentSlot<'_>)| is_same(pair) && pair.0.start == pair.1.start;
        let (own, other) = (&self.groups, &before.groups);
        let same = own.iter().zip(other).take_while(|(a, b)| a.start == b.start && a.has_segments_of(b)).count();
        let rest = placed(from(own, same)).zip(placed(from(other, same)));
        let above = self.first_of(same) + rest.take_while(stands).count();

        let same = own.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a.has_segments_of(b)).count();
        let (own, other) = (up_to(own, own.len() - same), up_to(other, other.len() - same));
        let rest = placed(own).rev().zip(placed(other).rev());
        let below = self.len() - self.first_of(own.len()) + rest.take_while(is_same).count();
        (above, below.min(self.len().min(before.len()) - above))
    }

    /// The list with `new` ones for those of `range`; those behind are `moved` with their text.
    pub(super) fn replaced(&self, range: Range<usize>, new: &Self, moved: impl Fn(usize) -> usize) -> Self {
        let groups = self.groups_around(&range, new.len());
        let (first, end) = (self.first_of(groups.start), self.first_of(groups.end));
        let above = self.iter_from(first).take(range.start - first);
        let below = self.iter_from(range.end).take(end - range.end);
        let below = below.map(|slot| SegmentSlot { start: moved(slot.start), ..slot });
        let slots: Vec<SegmentSlot<'_>> = above.chain(new.iter()).chain(below).collect();

        let mut list = Self { groups: Vec::with_capacity(self.groups.len() + slots.len().div_ceil(GROUP)) };
        list.groups.extend_from_slice(up_to(&self.groups, groups.start));
        list.extend(&slots);
        for group in from(&self.groups, groups.end) {
            let (start, first) = (moved(group.start), list.len());
            list.groups.push(SlotGroup { start, first, ..group.clone() });
        }
        list
    }

    /// The groups to make anew where so many segments come in place of those of `range`: if few are left, with their
    /// neighbours.
    fn groups_around(&self, range: &Range<usize>, new: usize) -> Range<usize> {
        let groups = self.group_of(range.start)..self.groups.partition_point(|group| group.first < range.end);
        let left = self.first_of(groups.end) - self.first_of(groups.start) - range.len() + new;
        if left >= GROUP / 2 {
            return groups;
        }
        groups.start.saturating_sub(1)..(groups.end + 1).min(self.groups.len())
    }

    /// Adds groups that are as large as each other.
    fn extend(&mut self, slots: &[SegmentSlot<'_>]) {
        let groups = slots.len().div_ceil(GROUP).max(1);
        for slots in slots.chunks(slots.len().div_ceil(groups).max(1)) {
            self.groups.extend(SlotGroup::new(self.len(), slots));
        }
    }

    /// Notes at a header the entry that was joined of it and what follows.
    pub(super) fn set_section(&mut self, at: usize, section: Arc<Section>) {
        let number = self.group_of(at);
        let Some(group) = self.groups.get_mut(number) else { return };
        if let Some(slot) = Arc::make_mut(&mut group.slots).get_mut(at - group.first) {
            slot.section = Some(section);
        }
    }

    /// The group that the segment at an index is in, or would be in at the end.
    fn group_of(&self, at: usize) -> usize {
        self.groups.partition_point(|group| group.first <= at).saturating_sub(1)
    }

    /// How many segments stand before a group.
    fn first_of(&self, number: usize) -> usize {
        let end = |group: &SlotGroup| group.first + group.slots.len();
        self.groups.get(number).map(|group| group.first).or_else(|| self.groups.last().map(end)).unwrap_or_default()
    }
}

impl<'s> FromIterator<SegmentSlot<'s>> for SlotList {
    fn from_iter<I: IntoIterator<Item = SegmentSlot<'s>>>(slots: I) -> Self {
        let mut list = Self::default();
        list.extend(&slots.into_iter().collect::<Vec<_>>());
        list
    }
}

impl SlotGroup {
    fn new(first: usize, slots: &[SegmentSlot<'_>]) -> Option<Self> {
        let start = slots.first()?.start;
        let offset = |slot: &SegmentSlot<'_>| slot.start - start;
        Some(Self {
            start,
            first,
            least_depth: slots.iter().map(|slot| slot.depth()).min()?,
            looked: slots.iter().map(|slot| slot.looked.saturating_add(offset(slot))).max()?,
            slots: slots
                .iter()
                .map(|slot| GroupedSegment {
                    offset: offset(slot),
                    cut: slot.cut.clone(),
                    section: slot.section.cloned(),
                })
                .collect(),
        })
    }

    /// Whether it is of the same segments, wherever they stand. Two groups that are not shared may differ in what was
    /// joined at a header alone.
    fn has_segments_of(&self, other: &Self) -> bool {
        let is_same = |(a, b): (&GroupedSegment, &GroupedSegment)| {
            a.offset == b.offset && Arc::ptr_eq(&a.cut.segment, &b.cut.segment) && a.cut.length == b.cut.length
        };
        let pairs = || self.slots.iter().zip(other.slots.iter());
        Arc::ptr_eq(&self.slots, &other.slots) || self.slots.len() == other.slots.len() && pairs().all(is_same)
    }

    fn placed<'s>(&self, slot: &'s GroupedSegment) -> SegmentSlot<'s> {
        SegmentSlot { start: self.start + slot.offset, cut: &slot.cut, section: slot.section.as_ref() }
    }
}

/// The segments of groups, where they stand.
fn placed(groups: &[SlotGroup]) -> impl DoubleEndedIterator<Item = SegmentSlot<'_>> {
    groups.iter().flat_map(|group| group.slots.iter().map(|slot| group.placed(slot)))
}

fn from(groups: &[SlotGroup], first: usize) -> &[SlotGroup] {
    groups.get(first..).unwrap_or_default()
}

fn up_to(groups: &[SlotGroup], end: usize) -> &[SlotGroup] {
    groups.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::document::TextDocument;
    use crate::text::{FileId, TextRange, TextSize};

    /// Where a segment starts, and the segment.
    type CutAt = (usize, Arc<SegmentCut>);

    proptest! {
        #[test]
        fn a_list_after_replacements_is_as_one_made_at_once(
            replacements in prop::collection::vec((any::<Index>(), 0_usize..12, 0_usize..12), 1..20),
        ) {
            let entries: Vec<String> = (0..40).map(|number| format!("key{number}:\n  inner: {number}\n")).collect();
            let document = TextDocument::with_cap(FileId(0), &entries.concat(), 1);
            let known: Vec<CutAt> = document.slots.iter().map(|it| (it.start, it.cut.clone())).collect();
            let mut list = SlotList::default();
            let mut expected: Vec<CutAt> = Vec::new();
            for (at, removed, added) in replacements {
                let start = at.index(expected.len() + 1);
                let end = expected.len().min(start + removed);
                let offset = start.checked_sub(1).map_or(0, |last| expected[last].0 + 1);
                let cut = |number: usize| known[(start + number) % known.len()].1.clone();
                let new: Vec<CutAt> = (0..added).map(|number| (offset + number, cut(number))).collect();
                let grown = |old: usize| old + added;
                let (list_before, before) = (list.clone(), expected.clone());
                list = list.replaced(start..end, &new.iter().map(slot).collect(), grown);
                expected.splice(start..end, new);
                expected.iter_mut().skip(start + added).for_each(|it| it.0 = grown(it.0));
                check(&list, &expected);

                let is_same = |(a, b): &(&CutAt, &CutAt)| Arc::ptr_eq(&a.1.segment, &b.1.segment);
                let stands = |pair: &(&CutAt, &CutAt)| is_same(pair) && pair.0.0 == pair.1.0;
                let above = expected.iter().zip(&before).take_while(stands).count();
                let below = expected.iter().rev().zip(before.iter().rev()).take_while(is_same).count();
                let below = below.min(expected.len().min(before.len()) - above);
                prop_assert_eq!(list.unchanged_since(&list_before), (above, below));
            }
        }
    }

    /// How many groups an edit at the key in the middle of a text makes anew, of how many.
    fn made_anew(text: &str) -> (usize, usize) {
        let document = TextDocument::with_cap(FileId(0), text, 1);
        let at = TextSize::new(text.find("key200:").unwrap() as u32);
        let edited = document.edit(TextRange::empty(at), "x");
        let groups = &edited.slots.groups;
        let is_shared =
            |group: &&SlotGroup| document.slots.groups.iter().any(|it| Arc::ptr_eq(&it.slots, &group.slots));
        (groups.len() - groups.iter().filter(is_shared).count(), groups.len())
    }

    #[test]
    fn an_edit_makes_the_groups_around_it_anew_and_those_with_headers_above() {
        let entries: Vec<String> = (0..400).map(|number| format!("key{number}: {number}\n")).collect();
        let inner: Vec<String> = entries.iter().map(|entry| format!("  {entry}")).collect();
        let lines = "  a line of text\n".repeat(5);
        let texts: Vec<String> = (0..400).map(|number| format!("key{number}: |\n{lines}")).collect();
        let quoted: Vec<String> = (0..400).map(|number| format!("key{number}: \"\n{lines}  \"\n")).collect();
        let nested = format!("root:\n{}", inner.concat());
        for text in [entries.concat(), nested, texts.concat(), quoted.concat()] {
            let (anew, groups) = made_anew(&text);
            assert!(anew <= 3 && groups > 90, "{anew} of {groups}: {}", &text[..40]);
        }
    }

    fn slot((start, cut): &CutAt) -> SegmentSlot<'_> {
        SegmentSlot { start: *start, cut, section: None }
    }

    fn check(list: &SlotList, expected: &[CutAt]) {
        let is_same = |slot: SegmentSlot<'_>, (start, cut): &CutAt| slot.start == *start && Arc::ptr_eq(slot.cut, cut);
        assert_eq!(list.len(), expected.len());
        assert!(list.iter().zip(expected).all(|(a, b)| is_same(a, b)));
        assert!(list.groups.iter().all(|group| group.slots.len() <= GROUP));
        assert!(
            list.groups.len() < 3 + 2 * expected.len() / GROUP,
            "{} groups of {}",
            list.groups.len(),
            expected.len()
        );
        for (at, it) in expected.iter().enumerate() {
            assert!(is_same(list.get(at).unwrap(), it));
            assert!(is_same(list.iter_from(at).next().unwrap(), it));
            assert_eq!(list.count_up_to(it.0), expected.partition_point(|other| other.0 <= it.0));
            let reach = it.0 + 3;
            let looked = expected.iter().position(|(start, cut)| reach <= start.saturating_add(cut.looked));
            assert_eq!(list.first_reaching(reach), looked);
            for depth in 0..4 {
                let above = expected[..at].iter().rposition(|(_, cut)| cut.depth() < depth);
                assert_eq!(list.last_shallower(at, depth), above);
            }
        }
        assert!(list.get(expected.len()).is_none());
    }
}
