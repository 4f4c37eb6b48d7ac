//! From one version's segments to the next: which are scanned again, and which of those are parsed again.

use std::ops::Range;
use std::sync::Arc;

use ropey::Rope;

use super::fault::{Fault, FaultKind};
use super::levels::Levels;
use super::piece::{self, Piece, Segment};
use super::plain_text::plain_text;
use super::scan::{LOOKAHEAD, Scan, Start, Unit, UnitKind, scan};
use super::segments::{Cut, Cutter, First, Shape, ends_before};
use super::slot::Slot;
use crate::text::FileId;

/// A change of a text: `old` bytes were replaced, and `new` is where the replacement stands now.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
    /// Line breaks inserted minus those removed.
    pub(super) rows: isize,
}

/// How often the cuts behind a change may move on before the old ones are kept.
const MOST_MOVES: usize = 3;

/// Segments of a version, given those of the one before.
pub(super) fn update(rope: &Rope, file: FileId, cap: usize, old: &[Slot], change: &Change) -> Vec<Slot> {
    let (first, mut last) = affected(old, change, cap);
    let mut moves = 0;
    loop {
        let region = Region::read(rope, file, cap, old, first, last, change);
        let Some(sync) = region.sync(old, last, change) else {
            // What was opened is not closed yet: look at twice as much.
            last = (last + 2 + (last - first)).min(old.len().saturating_sub(1));
            continue;
        };
        let new = region.cut(old, &sync, change);
        if moves < MOST_MOVES && sync.slot < old.len() && region.flows_on(&new, old.get(sync.slot)) {
            moves += 1;
            last = sync.slot;
            continue;
        }
        return joined(old, first, sync.slot, new, change);
    }
}

fn joined(old: &[Slot], first: usize, rest: usize, new: Vec<Slot>, change: &Change) -> Vec<Slot> {
    let mut slots = Vec::with_capacity(old.len() + new.len());
    slots.extend_from_slice(old.get(..first).unwrap_or_default());
    slots.extend(new);
    slots.extend(old.get(rest..).unwrap_or_default().iter().cloned().map(|mut slot| {
        slot.start = change.moved(slot.start);
        slot
    }));
    slots
}

impl Change {
    /// Where an offset behind the change stands now.
    fn moved(&self, offset: usize) -> usize {
        (offset + self.new.end).saturating_sub(self.old.end)
    }
}

/// The first and last slot that a change can have an effect on.
fn affected(old: &[Slot], change: &Change, cap: usize) -> (usize, usize) {
    let at = |offset: usize| old.partition_point(|slot| slot.start <= offset).saturating_sub(1);
    let mut first = at(change.old.start);
    let last = at(change.old.end);
    let touches_head = old.get(first).is_some_and(|slot| change.old.start <= slot.start + slot.head);
    if touches_head || change.rows != 0 {
        first = first.saturating_sub(1);
    }
    let mut first = first_looking(old, first);
    let is_start =
        |slot: &Slot| !slot.is_inside_line && !slot.is_unsure && slot.shape != Shape::Tail && slot.length > 0;
    while first > 0 && !old.get(first).is_some_and(is_start) {
        first -= 1;
    }
    widened(old, first, last, change.rows, cap)
}

/// The first slot above whose placement may have looked as far down as the slot at `first`.
fn first_looking(old: &[Slot], first: usize) -> usize {
    let mut rows = 0;
    let near = (0..first).rev().take_while(|at| {
        let is_near = rows <= LOOKAHEAD;
        rows += old.get(*at).map_or(0, |slot| slot.rows);
        is_near
    });
    let looks_down = |slot: &Slot| slot.segment.faults.iter().any(|fault| !fault.kind.is_local());
    near.filter(|at| old.get(*at).is_some_and(looks_down)).last().unwrap_or(first)
}

/// A split entry that is small now has to be put together again.
fn widened(old: &[Slot], mut first: usize, mut last: usize, rows: isize, cap: usize) -> (usize, usize) {
    let mut depth = u32::MAX;
    for at in (0..=last).rev() {
        let Some(slot) = old.get(at) else { continue };
        let is_around = at >= first || slot.depth() < depth;
        if is_around && matches!(slot.shape, Shape::Header | Shape::Opening) {
            let inside = old.get(at + 1..).unwrap_or_default();
            let end = inside
                .iter()
                .scan(slot.rows, |total, slot| {
                    *total += slot.rows;
                    Some((*total, slot))
                })
                .position(|(total, inner)| inner.depth() <= slot.depth() || total > cap + cap);
            let end = at + 1 + end.unwrap_or(inside.len());
            let total: usize = old.get(at..end).unwrap_or_default().iter().map(|slot| slot.rows).sum();
            let is_whole = old.get(end).is_none_or(|next| next.depth() <= slot.depth());
            if end > last && is_whole && total.saturating_add_signed(rows) <= cap {
                first = first.min(at);
                last = last.max(end - 1);
            }
        }
        depth = depth.min(slot.depth());
        if at < first && depth == 0 {
            break;
        }
    }
    (first, last)
}

/// A stretch of text that is scanned again.
struct Region {
    file: FileId,
    cap: usize,
    /// Where it starts in the text.
    start: usize,
    text: String,
    copy: String,
    scan: Scan,
    is_at_end: bool,
}

/// Where old and new segments meet again.
struct Sync {
    /// The first unit of the region, and the first old slot, that are the same as before.
    unit: usize,
    slot: usize,
}

impl Region {
    fn read(rope: &Rope, file: FileId, cap: usize, old: &[Slot], first: usize, last: usize, change: &Change) -> Self {
        let behind = old.get(last + 2);
        let end = behind.map_or(rope.len_bytes(), |slot| change.moved(slot.start));
        let (start, scan_start) = match old.get(first).filter(|_| first > 0) {
            Some(slot) => (slot.start, slot.scan_start()),
            None => (byte_order_mark(rope), Start::default()),
        };
        let text = rope.byte_slice(start..end.max(start)).to_string();
        let (copy, controls) = plain_text(&text);
        let copy = copy.into_owned();
        let mut scan = scan(&copy, &scan_start);
        let control = |range| Fault { range, kind: FaultKind::Control, is_masked: false };
        scan.faults.extend(controls.into_iter().map(control));
        scan.faults.sort_by_key(|fault| fault.range.start);
        let mut region = Self { file, cap, start, text, copy, scan, is_at_end: behind.is_none() };
        region.forgive();
        region
    }

    /// A small document that parses as it stands is right, whatever the scanner thinks of it.
    fn forgive(&mut self) {
        if self
            .scan
            .faults
            .iter()
            .all(|fault| matches!(fault.kind, FaultKind::Silent | FaultKind::Deeper | FaultKind::Control))
        {
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
        let lead = |at: usize| self.scan.units.get(at).map_or(self.scan.tail, |unit| (unit.lead, unit.row));
        let ((start, first_row), (end, last_row)) = (lead(units.start), lead(units.end));
        let is_about = |fault: &Fault| {
            (start..end).contains(&fault.range.start)
                && !matches!(fault.kind, FaultKind::Silent | FaultKind::Deeper | FaultKind::Control)
        };
        let text = self.copy.get(start..end).unwrap_or_default();
        let is_small = last_row - first_row <= self.cap;
        if !is_small || !self.scan.faults.iter().any(is_about) || !is_shallow(text) {
            return;
        }
        let is_end_marker = |fault: &Fault| self.copy.get(fault.range.clone()) == Some("...");
        let markers =
            self.scan.faults.iter().filter(|fault| (start..end).contains(&fault.range.start) && is_end_marker(fault));
        let mut whole = text.to_owned();
        markers.for_each(|fault| whole.replace_range(fault.range.start - start..fault.range.end - start, "   "));
        if !piece::parses(&whole) {
            return;
        }
        let is_kept = |fault: &Fault| {
            !(start..end).contains(&fault.range.start) || fault.kind == FaultKind::Control || is_end_marker(fault)
        };
        let faults = self.scan.faults.iter().filter(|fault| is_kept(fault)).cloned().collect();
        self.scan.faults = faults;
        for unit in self.scan.units.get_mut(units.clone()).unwrap_or_default() {
            unit.is_misaligned = false;
        }
        if let Some(unit) = self.scan.units.get_mut(units.start) {
            unit.is_solid = true;
        }
    }

    /// The first unit behind the change that stands where it stood, in the same surroundings.
    fn sync(&self, old: &[Slot], last: usize, change: &Change) -> Option<Sync> {
        let mut slot = last + 1;
        for (unit, found) in self.scan.units.iter().enumerate() {
            if self.scan.reached_end.is_some_and(|known| known <= unit) {
                break;
            }
            let at = found.lead + self.start;
            while old.get(slot).is_some_and(|old| change.moved(old.start) < at) {
                slot += 1;
            }
            let same = old.get(slot..).unwrap_or_default().iter().take(2).position(|old| {
                old.shape != Shape::Tail
                    && change.moved(old.start) == at
                    && at >= change.new.end
                    && old.kind == found.kind
                    && old.levels == found.levels
                    && old.is_inside_line == found.is_inside_line
            });
            let is_sure = |at: usize| !old.get(at).is_some_and(|old| old.is_unsure);
            let is_free = !found.is_inside_line && !self.is_unsure(Some(found), found.lead);
            if let Some(same) = same.filter(|same| is_free && is_sure(slot + same)) {
                return Some(Sync { unit, slot: slot + same });
            }
        }
        self.is_at_end.then_some(Sync { unit: self.scan.units.len(), slot: old.len() })
    }

    fn cut(&self, old: &[Slot], sync: &Sync, change: &Change) -> Vec<Slot> {
        let depth_after = old.get(sync.slot).filter(|slot| slot.shape != Shape::Tail).map(Slot::depth);
        let cuts = Cutter::new(&self.copy, &self.scan, self.cap, sync.unit, depth_after).cut();
        let mut slots: Vec<Slot> = cuts.iter().map(|cut| self.slot(cut, old, change)).collect();
        let (tail, _) = self.scan.tail;
        if sync.slot == old.len() && tail < self.text.len() {
            slots.push(self.tail(tail, old, change));
        }
        slots
    }

    fn tail(&self, tail: usize, old: &[Slot], change: &Change) -> Slot {
        let units = self.scan.units.len()..self.scan.units.len();
        let rows = self.scan.rows - self.scan.tail.1;
        let range = tail..self.text.len();
        self.slot(&Cut { shape: Shape::Tail, units, range, rows, first: First::default() }, old, change)
    }

    /// Whether a line from `start` on, as far as the head of `unit`, stands where nothing is open.
    fn is_unsure(&self, unit: Option<&Unit>, start: usize) -> bool {
        let Some(unit) = unit else { return false };
        let from = self.scan.faults.partition_point(|fault| fault.range.start < start);
        let is_stray_above = self.scan.faults.get(from).is_some_and(|fault| fault.range.start < unit.start);
        unit.is_misaligned || is_stray_above
    }

    fn slot(&self, cut: &Cut, old: &[Slot], change: &Change) -> Slot {
        let units = self.scan.units.get(cut.units.clone()).unwrap_or_default();
        let unit = units.first();
        let from = self.scan.faults.partition_point(|fault| fault.range.start < cut.range.start);
        let to = self.scan.faults.partition_point(|fault| fault.range.start < cut.range.end);
        let is_inside_line = unit.is_some_and(|unit| unit.is_inside_line);
        let piece = Piece {
            text: self.text.get(cut.range.clone()).unwrap_or_default(),
            copy: self.copy.get(cut.range.clone()).unwrap_or_default(),
            start: cut.range.start,
            units,
            faults: self.scan.faults.get(from..to).unwrap_or_default(),
            pad: unit.filter(|_| is_inside_line).map_or(0, |unit| unit.column),
            shape: cut.shape,
            file: self.file,
        };
        let start = self.start + cut.range.start;
        let head = unit.map_or(0, |unit| {
            let rest = self.copy.get(unit.start..).unwrap_or_default();
            unit.start - cut.range.start + rest.find('\n').unwrap_or(rest.len())
        });
        Slot {
            shape: cut.shape,
            start,
            length: cut.range.len(),
            rows: cut.rows,
            first: cut.first,
            kind: unit.map_or(UnitKind::Document, |unit| unit.kind),
            levels: unit.map_or_else(Levels::default, |unit| unit.levels.clone()),
            head,
            is_inside_line,
            is_unsure: self.is_unsure(unit, cut.range.start),
            segment: kept(&piece, start, old, change).unwrap_or_else(|| Arc::new(piece::parse(&piece))),
        }
    }

    /// Whether a text read afresh would put the entries of `next` into the run before.
    fn flows_on(&self, new: &[Slot], next: Option<&Slot>) -> bool {
        let (Some(last), Some(next)) = (new.last(), next) else { return false };
        let are_siblings = last.shape == Shape::Run && next.shape == Shape::Run && last.depth() == next.depth();
        are_siblings && !ends_before(last.rows, self.cap, last.first, next.first)
    }
}

/// The old segment of the same text at the same place, if the change did not touch it.
fn kept(piece: &Piece<'_>, start: usize, old: &[Slot], change: &Change) -> Option<Arc<Segment>> {
    let before = if start + piece.text.len() <= change.new.start {
        start
    } else if start >= change.new.end {
        (start + change.old.end).checked_sub(change.new.end)?
    } else {
        return None;
    };
    let from = old.partition_point(|slot| slot.start < before);
    let same = old.get(from..)?.iter().take(3).find(|slot| {
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
