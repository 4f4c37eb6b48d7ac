//! Where a text is cut: into documents, headers of large entries, and runs of whole siblings.
//!
//! A cut depends on the entries' sizes and on the text of the entry it stands before, so that an edit moves few cuts
//! and a document that was edited is mostly cut like one read afresh. Nothing is parsed here.

use std::hash::Hasher;
use std::ops::Range;

use rustc_hash::FxHasher;

use super::scan::{DocumentScan, LINE_WEIGHT, Unit, UnitKind};

/// What a segment holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SegmentKind {
    /// A document as a whole.
    Document,
    /// What stands before the content of a document that is cut further, its marker included.
    Opening,
    /// One entry or item without its children, which follow in further segments.
    Header,
    /// Whole siblings.
    Run,
    /// The bracket that ends a flow collection, where what stands in that is further segments.
    FlowEnd,
    /// Blanks and comments at the end of the text.
    Tail,
}

/// One segment to be: a range of units and the text that they cover.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    pub(super) shape: SegmentKind,
    /// Its units in the scan.
    pub(super) units: Range<usize>,
    /// Its text, in bytes.
    pub(super) range: Range<usize>,
    /// What it weighs.
    pub(super) weight: usize,
    /// What its first sibling weighs, and whether a run may end before it.
    pub(super) first: First,
}

/// Entries that are bound together are parsed together, as long as they do not take so many times the size of a segment.
const MOST_BOUND: usize = 4;

/// So many bytes of an entry's first line decide at most whether a cut stands before it.
const LONGEST_HASHED: usize = 128;

/// What decides whether a cut stands before an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct First {
    /// What it weighs, children included.
    pub(super) weight: usize,
    /// Hash of its key, or of an item's first line.
    pub(super) hash: u32,
    /// Whether it must not, or must, be parsed with its siblings before.
    pub(super) is_misaligned: bool,
    pub(super) is_bound: bool,
    /// Bytes from its line's start.
    pub(super) column: usize,
    /// Whether it is the header of a split entry.
    pub(super) is_big: bool,
}

/// Whether a run ends before an entry, where a segment weighs at most as much as `cap` lines. Where it did so in the version
/// before, it stays so: what is typed on the first line of an item would move the cuts around it again and again.
pub(super) fn ends_before(weight: usize, cap: usize, run: First, entry: First, was_cut: bool) -> bool {
    let largest = cap * LINE_WEIGHT;
    let is_full = weight + entry.weight > largest;
    let is_chosen = 2 * weight >= largest && (entry.hash as usize) % 32 < entry.weight.div_ceil(LINE_WEIGHT);
    let is_kept = was_cut && 4 * weight >= largest;
    let is_free = !entry.is_bound && (is_full || is_chosen || is_kept);
    weight > 0 && (is_free || entry.is_misaligned || entry.column != run.column)
}

/// The text that was scanned, and what surrounds it.
pub(super) struct Cutter<'t> {
    text: &'t str,
    scan: &'t DocumentScan,
    cap: usize,
    /// The first unit that is not to be cut, and where its text starts.
    end: usize,
    end_offset: usize,
    end_weight: usize,
    /// For every unit the first one that is not inside it.
    subtree_ends: Vec<usize>,
    /// How many misaligned units stand before each.
    misaligned: Vec<usize>,
    /// How deep the unit at `end` is nested; what is deeper may go on there.
    depth_after: Option<u32>,
    /// Where segments started in the version before, in order.
    before: &'t [usize],
    cuts: Vec<Cut>,
}

impl<'t> Cutter<'t> {
    /// Cuts the units before `end`; `depth_after` is the depth of the segment behind them, if any. Segments of the version
    /// before started at the offsets `before`.
    pub(super) fn new(
        text: &'t str,
        scan: &'t DocumentScan,
        cap: usize,
        end: usize,
        depth_after: Option<u32>,
        before: &'t [usize],
    ) -> Self {
        let (end_offset, end_weight) = match scan.units.get(end) {
            Some(unit) => (unit.lead, unit.weight_before),
            None => scan.tail,
        };
        let units = scan.units.get(..end).unwrap_or_default();
        let mut misaligned = Vec::with_capacity(units.len() + 1);
        misaligned.push(0);
        for unit in units {
            let before = misaligned.last().copied().unwrap_or_default();
            misaligned.push(before + usize::from(unit.is_misaligned));
        }
        let subtree_ends = subtree_ends(units);
        Self {
            text,
            scan,
            cap,
            end,
            end_offset,
            end_weight,
            subtree_ends,
            misaligned,
            depth_after,
            before,
            cuts: Vec::new(),
        }
    }

    /// The segments, in order.
    pub(super) fn cut(mut self) -> Vec<Cut> {
        let mut at = 0;
        while at < self.end {
            if self.unit(at).is_some_and(|unit| unit.kind == UnitKind::Document) {
                at = self.cut_document(at);
            } else {
                at = self.cut_siblings(at, self.end);
            }
        }
        self.cuts
    }

    fn unit(&self, at: usize) -> Option<&'t Unit> {
        self.scan.units.get(at).filter(|_| at < self.end)
    }

    /// Where the text of unit `at` starts, and what stands before it weighs.
    fn lead(&self, at: usize) -> (usize, usize) {
        self.unit(at).map_or((self.end_offset, self.end_weight), |unit| (unit.lead, unit.weight_before))
    }

    fn weight(&self, units: Range<usize>) -> usize {
        self.lead(units.end).1 - self.lead(units.start).1
    }

    fn subtree_end(&self, at: usize) -> usize {
        self.subtree_ends.get(at).copied().unwrap_or(self.end)
    }

    fn first(&self, at: usize) -> First {
        let Some(unit) = self.unit(at) else { return First::default() };
        let rest = self.text.as_bytes().get(unit.start..).unwrap_or_default();
        let line = rest.get(..LONGEST_HASHED).unwrap_or(rest).split(|byte| *byte == b'\n').next().unwrap_or_default();
        let mut hasher = FxHasher::default();
        // Values change more often than keys; items are told apart by all of their first line.
        let is_entry = matches!(unit.kind, UnitKind::Entry | UnitKind::FlowEntry);
        let line = if is_entry { line.split(|byte| *byte == b':').next().unwrap_or_default() } else { line };
        hasher.write(line);
        First {
            weight: self.weight(at..self.subtree_end(at)),
            hash: (hasher.finish() >> 16) as u32,
            is_misaligned: unit.is_misaligned,
            is_bound: unit.is_bound,
            column: unit.column,
            is_big: self.is_big(at),
        }
    }

    fn push(&mut self, shape: SegmentKind, units: Range<usize>) {
        let range = self.lead(units.start).0..self.lead(units.end).0;
        let weight = self.weight(units.clone());
        let first = self.first(units.start);
        self.cuts.push(Cut { shape, units, range, weight, first });
    }

    /// Whether a unit has to be split into a header and its children.
    fn is_big(&self, at: usize) -> bool {
        let Some(unit) = self.unit(at) else { return false };
        let end = self.subtree_end(at);
        let goes_on = end == self.end && self.depth_after.is_some_and(|depth| depth > unit.depth());
        if goes_on {
            return true;
        }
        let Some(child) = self.unit(at + 1).filter(|_| at + 1 < end && !unit.is_solid) else { return false };
        let has_misaligned = self.misaligned.get(end) != self.misaligned.get(at + 1)
            || (unit.is_misaligned && child.column <= unit.column);
        has_misaligned || self.weight(at..end) > self.cap * LINE_WEIGHT
    }

    fn cut_document(&mut self, at: usize) -> usize {
        let end = self.subtree_end(at);
        if !self.is_big(at) {
            self.push(SegmentKind::Document, at..end);
            return end;
        }
        self.push(SegmentKind::Opening, at..at + 1);
        let mut child = at + 1;
        while child < end {
            child = self.cut_siblings(child, end);
        }
        end
    }

    /// Cuts the siblings from `at` on, at most up to `end`. Gives the first unit that is none of them.
    fn cut_siblings(&mut self, at: usize, end: usize) -> usize {
        let Some(depth) = self.unit(at).map(Unit::depth) else { return end };
        let mut run = at;
        let mut next = at;
        // The first of those that are bound together; there is an end to that, too.
        let mut bound = at;
        while next < end && self.unit(next).is_some_and(|unit| unit.depth() == depth && unit.kind != UnitKind::Document)
        {
            let after = self.subtree_end(next);
            let entry = self.first(next);
            let is_too_much = entry.is_bound && self.weight(bound..after) > MOST_BOUND * self.cap * LINE_WEIGHT;
            if !entry.is_bound || is_too_much {
                bound = next;
            }
            if entry.is_big
                || is_too_much
                || (run < next
                    && ends_before(self.weight(run..next), self.cap, self.first(run), entry, self.was_cut(next)))
            {
                self.push_run(run..next);
                run = next;
            }
            if entry.is_big {
                self.push(SegmentKind::Header, next..next + 1);
                let mut child = next + 1;
                while child < after {
                    child = self.cut_siblings(child, after);
                }
                run = after;
            } else if self.unit(next).is_some_and(|unit| unit.kind == UnitKind::FlowEnd) {
                self.push_run(run..next);
                self.push(SegmentKind::FlowEnd, next..after);
                run = after;
            }
            next = after;
        }
        self.push_run(run..next);
        next
    }

    fn was_cut(&self, at: usize) -> bool {
        self.before.binary_search(&self.lead(at).0).is_ok()
    }

    fn push_run(&mut self, units: Range<usize>) {
        if !units.is_empty() {
            self.push(SegmentKind::Run, units);
        }
    }
}

fn subtree_ends(units: &[Unit]) -> Vec<usize> {
    let mut ends = vec![units.len(); units.len()];
    let mut open: Vec<(usize, u32)> = Vec::new();
    for (at, unit) in units.iter().enumerate() {
        while let Some((inner, _)) = open.pop_if(|(_, depth)| *depth >= unit.depth()) {
            if let Some(end) = ends.get_mut(inner) {
                *end = at;
            }
        }
        open.push((at, unit.depth()));
    }
    ends
}
