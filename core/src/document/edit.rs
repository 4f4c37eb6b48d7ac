//! From one version's segments to the next: which are scanned again, and which of those are parsed again.

use std::ops::Range;
use std::sync::Arc;

use ropey::Rope;

use super::fault::{DocumentFault, FaultKind};
use super::levels::Levels;
use super::piece::{self, Segment, SegmentText};
use super::plain_text::plain_text;
use super::scan::{DocumentScan, LINE_WEIGHT, Unit, UnitKind, scan};
use super::segments::{Cut, Cutter, First, SegmentKind, ends_before};
use super::slot::{SegmentCut, SegmentSlot, head_faults};
use super::slots::SlotList;
use crate::text::{FileId, SegmentId};

/// A change of a text: `old` bytes were replaced, and `new` is where the replacement stands now.
#[derive(Clone, Debug)]
pub(crate) struct TextChange {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

/// How often the cuts behind a change may move on before the old ones are kept.
const MOST_MOVES: usize = 3;

/// Segments of a version, given those of the one before, and which of them are not as they were. Of a text that was read
/// before, `ids` are those of its segments, in order.
pub(super) fn update(
    rope: &Rope,
    file: FileId,
    cap: usize,
    (old, ids): (&SlotList, &[SegmentId]),
    change: &TextChange,
) -> (SlotList, Range<usize>) {
    let (mut first, mut last) = affected(old, change);
    let mut moves = 0;
    // So many slots behind the last one are read for what it opens, besides the next.
    let mut more = 0;
    loop {
        let region = Region { ids, ..Region::read(rope, file, cap, old, first, last + more, change) };
        if region.scan.is_start_refused {
            first = first_start_outside_of_flow(old, first);
            continue;
        }
        let Some(sync) = region.sync(old, last, change) else {
            // What was opened is not closed yet, or goes on as far as was read: read twice as much.
            more += 2 + (last + more - first);
            continue;
        };
        let new = region.cut(old, first, &sync, change);
        let draft = Draft { old, range: first..sync.slot, new: &new, cap };
        if let Some(small) = draft.small_around() {
            first = first_start(old, first.min(small.start));
            last = last.max(sync.slot.max(small.end).saturating_sub(1));
            continue;
        }
        if moves < MOST_MOVES && sync.slot < old.len() && region.flows_on(new.last(), old.get(sync.slot)) {
            moves += 1;
            last = sync.slot;
            continue;
        }
        let changed = first..first + new.len();
        return (old.replaced(first..sync.slot, &new, |start| change.moved(start)), changed);
    }
}

impl TextChange {
    /// Where an offset behind the change stands now.
    fn moved(&self, offset: usize) -> usize {
        (offset + self.new.end).saturating_sub(self.old.end)
    }
}

/// The first and last slot that a change can have an effect on.
fn affected(old: &SlotList, change: &TextChange) -> (usize, usize) {
    let last = old.count_up_to(change.old.end).saturating_sub(1);
    let first = old.first_reaching(change.old.start).unwrap_or(last);
    (first_start(old, first.min(last)), last)
}

/// The first slot from `at` upwards at which a scan can start.
fn first_start(old: &SlotList, at: usize) -> usize {
    (0..=at).rev().find(|at| old.get(*at).is_some_and(|slot| slot.is_start())).unwrap_or_default()
}

/// The same of a scan that starts in no flow collection.
fn first_start_outside_of_flow(old: &SlotList, at: usize) -> usize {
    let is_outside = |slot: SegmentSlot<'_>| slot.is_start() && !slot.kind.is_in_flow();
    (0..at).rev().find(|at| old.get(*at).is_some_and(is_outside)).unwrap_or_default()
}

/// The slots to be: `new` ones stand for the old ones of `range`.
struct Draft<'s> {
    old: &'s SlotList,
    range: Range<usize>,
    new: &'s SlotList,
    cap: usize,
}

impl<'s> Draft<'s> {
    fn rest(&self) -> usize {
        self.range.start + self.new.len()
    }

    fn slot(&self, at: usize) -> Option<SegmentSlot<'s>> {
        match at.checked_sub(self.range.start) {
            None => self.old.get(at),
            Some(inside) if inside < self.new.len() => self.new.get(inside),
            Some(_) => self.old.get(self.before(at)),
        }
    }

    /// The old slot that stands, or stood, where a new one does.
    fn before(&self, at: usize) -> usize {
        at.checked_sub(self.rest()).map_or(at.min(self.range.start), |behind| self.range.end + behind)
    }

    /// An entry or document around the new slots that is too small to be split, or can only be parsed as a whole: its
    /// old slots.
    fn small_around(&self) -> Option<Range<usize>> {
        let small = self.small_above(self.range.start).or_else(|| self.small_above(self.rest()))?;
        Some(self.before(small.start)..self.before(small.end))
    }

    /// Such a one around the slot `at`, which is the first new one or the first behind them.
    fn small_above(&self, mut at: usize) -> Option<Range<usize>> {
        let mut depth = self.slot(at).filter(|slot| slot.shape != SegmentKind::Tail)?.depth();
        loop {
            at = self.last_shallower(at, depth)?;
            let around = self.slot(at)?;
            depth = around.depth();
            if let Some(end) = self.small_end(at, around) {
                return Some(at..end);
            }
        }
    }

    /// The last slot before `at` that is less deep than `depth`; `at` is not behind the first slot that follows the new
    /// ones.
    fn last_shallower(&self, at: usize, depth: u32) -> Option<usize> {
        let inside = self.new.last_shallower(at.saturating_sub(self.range.start), depth);
        let inside = inside.map(|inside| self.range.start + inside);
        inside.or_else(|| self.old.last_shallower(at.min(self.range.start), depth))
    }

    /// Where an entry or document ends, if it is not to be split.
    fn small_end(&self, at: usize, around: SegmentSlot<'_>) -> Option<usize> {
        let (mut weight, mut end) = (around.weight, at + 1);
        // Of a flow collection its own text counts, and the line that it ends on weighs something, too.
        let is_flow = self.slot(end).is_some_and(|it| it.kind.is_in_flow() && it.depth() > around.depth());
        let more = if is_flow { around.weight + LINE_WEIGHT } else { 0 };
        let largest = self.cap * LINE_WEIGHT + more;
        while let Some(inner) = self.slot(end).filter(|it| it.depth() > around.depth() && it.shape != SegmentKind::Tail)
        {
            weight += inner.weight;
            end += 1;
            if weight > largest && !around.is_solid {
                return None;
            }
        }
        Some(end)
    }
}

/// A stretch of text that is scanned again.
struct Region<'i> {
    file: FileId,
    cap: usize,
    /// The ids that its segments have; those behind get new ones.
    ids: &'i [SegmentId],
    /// Where it starts in the text.
    start: usize,
    text: String,
    copy: String,
    scan: DocumentScan,
    is_at_end: bool,
}

/// Where old and new segments meet again.
struct Sync {
    /// The first unit of the region, and the first old slot, that are the same as before.
    unit: usize,
    slot: usize,
}

impl Region<'_> {
    fn read(
        rope: &Rope,
        file: FileId,
        cap: usize,
        old: &SlotList,
        first: usize,
        last: usize,
        change: &TextChange,
    ) -> Self {
        let is_end = |slot: &SegmentSlot<'_>| {
            let before = change.moved(slot.start).checked_sub(1).and_then(|at| rope.get_byte(at));
            match slot.kind {
                UnitKind::FlowEntry | UnitKind::FlowItem => true,
                UnitKind::FlowEnd => false,
                UnitKind::Document | UnitKind::Entry | UnitKind::Item => matches!(before, None | Some(b'\n' | b'\r')),
            }
        };
        let behind = old.iter_from(last + 2).find(is_end);
        let end = behind.map_or(rope.len_bytes(), |slot| change.moved(slot.start));
        let (start, scan_start) = match old.get(first).filter(|_| first > 0) {
            Some(slot) => (slot.start, Some(slot.scan_start())),
            None => (byte_order_mark(rope), None),
        };
        let text = rope.byte_slice(start..end.max(start)).to_string();
        let (copy, controls) = plain_text(&text);
        let copy = copy.into_owned();
        let mut scan = scan(&copy, scan_start.as_ref(), cap, behind.is_some());
        let control = |range| DocumentFault { range, kind: FaultKind::Control, is_masked: false };
        scan.faults.extend(controls.into_iter().map(control));
        scan.faults.sort_by_key(|fault| fault.range.start);
        let mut region = Self { file, cap, ids: &[], start, text, copy, scan, is_at_end: behind.is_none() };
        region.forgive();
        region
    }

    /// A small document that parses as it stands is right, whatever the scanner thinks of it.
    fn forgive(&mut self) {
        if self.scan.faults.iter().all(|fault| !fault.kind.is_forgivable()) {
            return;
        }
        let starts: Vec<usize> = self
            .scan
            .units
            .iter()
            .enumerate()
            .filter(|(_, unit)| unit.kind == UnitKind::Document)
            .map(|(at, _)| at)
            .collect();
        for (index, &at) in starts.iter().enumerate() {
            let next = starts.get(index + 1).copied();
            if next.is_none() && !self.is_at_end {
                return;
            }
            self.forgive_document(at..next.unwrap_or(self.scan.units.len()));
        }
    }

    fn forgive_document(&mut self, units: Range<usize>) {
        let lead = |at: usize| self.scan.units.get(at).map_or(self.scan.tail, |unit| (unit.lead, unit.weight_before));
        let ((lead, before), (end, weight)) = (lead(units.start), lead(units.end));
        // What stands above its marker belongs to the document above.
        let start = self.scan.units.get(units.start).map_or(lead, |unit| unit.start);
        let is_about = |fault: &DocumentFault| (start..end).contains(&fault.range.start) && fault.kind.is_forgivable();
        let text = self.copy.get(start..end).unwrap_or_default();
        let is_small = weight - before <= self.cap * LINE_WEIGHT;
        if !is_small || !self.scan.faults.iter().any(is_about) || !is_shallow(text) {
            return;
        }
        let is_end_marker = |fault: &DocumentFault| self.copy.get(fault.range.clone()) == Some("...");
        let markers =
            self.scan.faults.iter().filter(|fault| (start..end).contains(&fault.range.start) && is_end_marker(fault));
        let mut whole = text.to_owned();
        markers.for_each(|fault| whole.replace_range(fault.range.start - start..fault.range.end - start, "   "));
        if !piece::parses(&whole) {
            return;
        }
        let is_kept = |fault: &DocumentFault| {
            let is_of_ytt = matches!(fault.kind, FaultKind::Control | FaultKind::TabAlone);
            !(start..end).contains(&fault.range.start) || is_of_ytt || is_end_marker(fault)
        };
        let faults = std::mem::take(&mut self.scan.faults);
        self.scan.faults = faults.into_iter().filter(is_kept).collect();
        for unit in self.scan.units.get_mut(units.clone()).unwrap_or_default() {
            unit.is_misaligned = false;
        }
        if let Some(unit) = self.scan.units.get_mut(units.start) {
            unit.is_solid = true;
        }
    }

    /// The first unit behind the change that stands where it stood, in the same surroundings.
    fn sync(&self, old: &SlotList, last: usize, change: &TextChange) -> Option<Sync> {
        let mut slot = last + 1;
        for (unit, found) in self.scan.units.iter().enumerate() {
            if self.scan.reached_end.is_some_and(|known| known <= unit) {
                break;
            }
            let at = found.lead + self.start;
            while old.get(slot).is_some_and(|old| change.moved(old.start) < at) {
                slot += 1;
            }
            let same = old
                .iter_from(slot)
                .take(2)
                .position(|old| change.moved(old.start) == at && at >= change.new.end && self.is_same(found, old));
            if let Some(same) = same {
                return Some(Sync { unit, slot: slot + same });
            }
        }
        self.is_at_end.then_some(Sync { unit: self.scan.units.len(), slot: old.len() })
    }

    /// Whether a scan goes on behind the head of a unit as it did there before.
    fn is_same(&self, unit: &Unit, old: SegmentSlot<'_>) -> bool {
        let head = unit.start - unit.lead;
        let from = self.scan.faults.partition_point(|fault| fault.range.start < unit.lead);
        let faults = self.scan.faults.get(from..).unwrap_or_default().iter();
        let near: Vec<DocumentFault> = faults
            .take_while(|fault| fault.range.start <= unit.start)
            .map(|fault| piece::relative(fault, unit.lead))
            .collect();
        old.is_start()
            && !(unit.is_inside_line || unit.is_bound)
            && (old.kind, old.head, old.unclosed) == (unit.kind, head, unit.unclosed)
            && (old.first.column, old.first.is_misaligned) == (unit.column, unit.is_misaligned)
            && old.levels == unit.levels
            && head_faults(&old.segment.faults, head).eq(head_faults(&near, head))
    }

    fn cut(&self, old: &SlotList, first: usize, sync: &Sync, change: &TextChange) -> SlotList {
        let is_outside = |slot: &SegmentSlot<'_>| slot.start <= change.old.start || slot.start >= change.old.end;
        let start = |slot: SegmentSlot<'_>| {
            let start = if slot.start <= change.old.start { slot.start } else { change.moved(slot.start) };
            start.saturating_sub(self.start)
        };
        let replaced = old.iter_from(first).take(sync.slot.saturating_sub(first));
        let before: Vec<usize> = replaced.filter(is_outside).map(start).collect();
        let depth_after = old.get(sync.slot).filter(|slot| slot.shape != SegmentKind::Tail).map(|slot| slot.depth());
        let cuts = Cutter::new(&self.copy, &self.scan, self.cap, sync.unit, depth_after, &before).cut();
        let slots = cuts.iter().enumerate().map(|(at, cut)| self.slot(at, cut, old, change));
        let mut slots: Vec<(usize, Arc<SegmentCut>)> = slots.collect();
        let (tail, _) = self.scan.tail;
        if sync.slot == old.len() && tail < self.text.len() {
            slots.push(self.tail(slots.len(), tail, old, change));
        }
        slots.iter().map(|(start, cut)| SegmentSlot { start: *start, cut, section: None }).collect()
    }

    fn tail(&self, at: usize, tail: usize, old: &SlotList, change: &TextChange) -> (usize, Arc<SegmentCut>) {
        let units = self.scan.units.len()..self.scan.units.len();
        let weight = self.scan.weight - self.scan.tail.1;
        let range = tail..self.text.len();
        self.slot(at, &Cut { shape: SegmentKind::Tail, units, range, weight, first: First::default() }, old, change)
    }

    /// A segment, and where its text starts.
    fn slot(&self, at: usize, cut: &Cut, old: &SlotList, change: &TextChange) -> (usize, Arc<SegmentCut>) {
        let parse = |piece: &SegmentText<'_>| {
            let id = self.ids.get(at).copied().unwrap_or_else(piece::new_id);
            Arc::new(piece::parse(piece, id))
        };
        let units = self.scan.units.get(cut.units.clone()).unwrap_or_default();
        let unit = units.first();
        let from = self.scan.faults.partition_point(|fault| fault.range.start < cut.range.start);
        let to = self.scan.faults.partition_point(|fault| fault.range.start < cut.range.end);
        let is_inside_line = unit.is_some_and(|unit| unit.is_inside_line);
        let piece = SegmentText {
            text: self.text.get(cut.range.clone()).unwrap_or_default(),
            copy: self.copy.get(cut.range.clone()).unwrap_or_default(),
            start: cut.range.start,
            units,
            faults: self.scan.faults.get(from..to).unwrap_or_default(),
            pad: unit.map_or(0, Unit::pad),
            shape: cut.shape,
            file: self.file,
            from: 0,
        };
        let start = self.start + cut.range.start;
        let cut = SegmentCut {
            shape: cut.shape,
            length: cut.range.len(),
            weight: cut.weight,
            first: cut.first,
            kind: unit.map_or(UnitKind::Document, |unit| unit.kind),
            levels: unit.map_or_else(Levels::default, |unit| unit.levels.clone()),
            head: unit.map_or(0, |unit| unit.start - cut.range.start),
            is_inside_line,
            is_solid: unit.is_some_and(|unit| unit.is_solid),
            unclosed: unit.map(|unit| unit.unclosed).unwrap_or_default(),
            looked: units.last().map_or(usize::MAX / 2, |unit| unit.looked - cut.range.start),
            segment: unchanged_segment(&piece, start, old, change).unwrap_or_else(|| parse(&piece)),
        };
        (start, Arc::new(cut))
    }

    /// Whether a text read afresh would put the entries of `next` into the run before.
    fn flows_on(&self, last: Option<SegmentSlot<'_>>, next: Option<SegmentSlot<'_>>) -> bool {
        let (Some(last), Some(next)) = (last, next) else { return false };
        let are_siblings =
            last.shape == SegmentKind::Run && next.shape == SegmentKind::Run && last.depth() == next.depth();
        are_siblings && !ends_before(last.weight, self.cap, last.first, next.first, true)
    }
}

/// The old segment of the same text at the same place, if the change did not touch it.
fn unchanged_segment(
    piece: &SegmentText<'_>,
    start: usize,
    old: &SlotList,
    change: &TextChange,
) -> Option<Arc<Segment>> {
    let before = if start + piece.text.len() <= change.new.start {
        start
    } else if start >= change.new.end {
        (start + change.old.end).checked_sub(change.new.end)?
    } else {
        return None;
    };
    let from = before.checked_sub(1).map_or(0, |before| old.count_up_to(before));
    let same = old.iter_from(from).take(3).find(|slot| {
        let is_untouched = slot.end() <= change.old.start || slot.start >= change.old.end;
        let segment = &*slot.segment;
        is_untouched
            && slot.start == before
            && slot.length == piece.text.len()
            && slot.shape == piece.shape
            && segment.pad == piece.pad
            && segment.faults.len() == piece.faults.len()
            && segment.faults.iter().zip(piece.faults).all(|(a, b)| *a == piece::relative(b, piece.start))
    })?;
    Some(Arc::clone(&same.segment))
}

/// How many bytes a byte order mark at the start takes.
fn byte_order_mark(rope: &Rope) -> usize {
    if rope.chars().next() == Some('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// Whether a text cannot nest so deep that tree-sitter gives up, whatever it means.
fn is_shallow(text: &str) -> bool {
    text.lines().all(|line| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        indent < 80 && line.bytes().filter(|byte| b"-?:[{".contains(byte)).count() < 40
    })
}
