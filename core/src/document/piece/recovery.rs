//! Reading what can be read of a segment that does not parse though the scanner found nothing wrong, or not enough.
//!
//! What the scanner found is blanked, and the rest read as ytt reads it: that is many times as fast as a tree. If that does
//! not load, one line that YAML 1.2 refuses, too, is read without its value. Of anything else a tree is asked, and where
//! that has errors, one line is read without its value. Else the siblings of the segment are parsed in ever smaller groups
//! until those are found that fail by themselves; their values are blanked, or else they are, and the whole is parsed
//! again. Each probe is about as cheap as its text is short, so the search costs a few parses of the segment.

use std::ops::Range;

use super::super::fault::{DocumentFault, FaultKind};
use super::super::plain_text::blanked;
use super::super::scan::{Unit, head_at};
use super::{SegmentText, lower_copy, parses, without_faults};
use crate::yaml::lower::Lowered;
use crate::yaml::syntax::{self, SyntaxRefusal};

/// At most so many entries of one segment are blanked.
const MOST_MASKS: usize = 256;

/// The nodes of a piece that ytt refuses, and what had to be blanked for them, in bytes from the piece's base.
///
/// `text` and `copy` are the piece's own with its padding; in `copy` the scanner's faults are blanked already.
pub(super) fn lower_recovered(
    piece: &SegmentText<'_>,
    text: &str,
    copy: &str,
    refusal: Option<&SyntaxRefusal>,
) -> (Lowered, Vec<Range<usize>>) {
    let mut search = FaultSearch { piece, copy: copy.to_owned(), masks: Vec::new() };
    let blank = without_faults(piece, text);
    if is_legible(piece, text, &blank)
        && let Some(loaded) = load_blanked(piece, text, &blank)
    {
        return (loaded, Vec::new());
    }
    let without_value = || {
        let value = search.value()?;
        Some((load_blanked(piece, text, &blanked(&blank, [value.clone()]))?, vec![value]))
    };
    if piece.faults.is_empty()
        && refusal.is_some_and(|it| it.is_of_yaml_1_2(text.get(piece.from..).unwrap_or_default()))
        && let Some(recovered) = without_value()
    {
        return recovered;
    }
    let lowered = lower_copy(text, copy, piece.from).unwrap_or_default();
    if lowered.errors.is_empty() {
        return (lowered, Vec::new());
    }
    if let Some(recovered) = without_value() {
        return recovered;
    }
    search.siblings(piece.units);
    if search.masks.is_empty() {
        return (lowered, Vec::new());
    }
    let again = lower_copy(text, &search.copy, piece.from).unwrap_or_default();
    if again.errors.is_empty() || again.errors.len() < lowered.errors.len() {
        (again, search.masks)
    } else {
        (lowered, Vec::new())
    }
}

/// The search for what fails.
struct FaultSearch<'p> {
    piece: &'p SegmentText<'p>,
    copy: String,
    masks: Vec<Range<usize>>,
}

impl FaultSearch<'_> {
    /// An offset in the scanned text as one in the copy.
    fn offset(&self, at: usize) -> usize {
        at.saturating_sub(self.piece.start) + self.piece.pad
    }

    /// The end of the text of `units`, a part of the piece's.
    fn end_of(&self, units: &[Unit]) -> usize {
        let Some(last) = units.last() else { return self.copy.len() };
        let next = self.piece.units.iter().find(|unit| unit.start > last.start);
        next.map_or(self.copy.len(), |unit| self.offset(unit.lead))
    }

    /// The text of `units` alone, each at its column.
    fn parses(&self, units: &[Unit]) -> bool {
        let Some(first) = units.first() else { return true };
        let text = self.copy.get(self.offset(first.lead)..self.end_of(units)).unwrap_or_default();
        let pad = if first.is_inside_line { first.column } else { 0 };
        parses(&format!("{}{text}", " ".repeat(pad)))
    }

    /// The value of a piece that is one entry of one line.
    fn value(&self) -> Option<Range<usize>> {
        let [unit] = self.piece.units else { return None };
        let value = trimmed(&self.copy, self.start_of_value(unit, self.copy.len())..self.copy.len())?;
        self.copy.get(value.clone())?.lines().nth(1).is_none().then_some(value)
    }

    /// Blanks what fails among `units`, whose first is one of the outermost.
    fn siblings(&mut self, units: &[Unit]) {
        if self.masks.len() >= MOST_MASKS || self.parses(units) {
            return;
        }
        let Some(first) = units.first() else { return };
        let starts: Vec<usize> =
            units.iter().enumerate().filter(|(_, unit)| unit.depth() <= first.depth()).map(|(at, _)| at).collect();
        if let Some(&middle) = starts.get(starts.len() / 2).filter(|_| starts.len() > 1) {
            let (before, after) = units.split_at(middle);
            self.siblings(before);
            self.siblings(after);
            return;
        }
        let (header, children) = units.split_at(1);
        if !children.is_empty() && !self.parses(children) {
            self.siblings(children);
            if self.parses(units) {
                return;
            }
        }
        if children.is_empty() || !self.parses(header) {
            self.blank(header);
        }
    }

    /// Blanks the value of an entry; if that does not help, the entry.
    fn blank(&mut self, header: &[Unit]) {
        let Some(unit) = header.first() else { return };
        let end = self.end_of(header);
        for from in [self.start_of_value(unit, end), self.offset(unit.start)] {
            let Some(mask) = trimmed(&self.copy, from..end) else { continue };
            let blank = blanked(&self.copy, [mask.clone()]);
            let written = std::mem::replace(&mut self.copy, blank);
            if self.parses(header) {
                self.masks.push(mask);
                return;
            }
            self.copy = written;
        }
    }

    /// Where the value of an entry starts whose text has this end, or the entry where it has no head.
    fn start_of_value(&self, unit: &Unit, end: usize) -> usize {
        let start = self.offset(unit.start);
        let line_end = self.copy.get(start..end).and_then(|text| text.find('\n')).map_or(end, |at| start + at);
        head_at(self.copy.as_bytes(), start, line_end).map_or(start, |head| head.after(start))
    }
}

/// Whether what is left of a piece without its faults means what it did. A line without content would become a part of the
/// block text above it, a text with control characters would be another one, and joined lines are for trees alone.
fn is_legible(piece: &SegmentText<'_>, text: &str, blank: &str) -> bool {
    let is_of_text = |fault: &DocumentFault| !matches!(fault.kind, FaultKind::Control | FaultKind::Join);
    let are_blank = |text: &str| -> Vec<bool> {
        text.get(piece.from..).unwrap_or_default().lines().map(|line| line.trim().is_empty()).collect()
    };
    piece.faults.iter().all(is_of_text) && are_blank(text) == are_blank(blank)
}

/// The nodes of a piece as ytt reads it once a part of its text is blanked.
fn load_blanked(piece: &SegmentText<'_>, text: &str, blank: &str) -> Option<Lowered> {
    let mut loaded = syntax::read_from(blank, piece.from, piece.extent()).ok().flatten()?;
    loaded.mark_broken(text);
    Some(loaded)
}

/// A range without the white space around its text; `None` if there is none.
fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let inside = text.get(range.clone())?;
    let start = range.start + inside.len() - inside.trim_start().len();
    let end = range.start + inside.trim_end().len();
    (start < end).then_some(start..end)
}
