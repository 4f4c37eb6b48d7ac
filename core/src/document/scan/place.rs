//! To which open collection an entry belongs, by its column; and what to make of one that fits none.

use super::super::fault::FaultKind;
use super::super::levels::{CollectionKind, Levels};
use super::head::{close_bracket, close_quote, skip_properties};
use super::{DEEPEST, Head, ScannedLine, SegmentScanner, UnitKind, head_at};

/// How many lines are looked at to tell which of two lines is indented wrongly.
pub(super) const LOOKAHEAD: usize = 40;

/// Where an entry belongs.
enum Placement {
    /// Among the entries of the innermost of these collections.
    At(Levels),
    /// The same, though its column is not theirs.
    Misaligned(Levels),
    /// Nowhere.
    Stray(FaultKind),
}

impl SegmentScanner<'_> {
    /// Opens the unit of an entry. False if the rest of the line is done with: the entry is stray or too deep.
    pub(super) fn place_unit(&mut self, line: ScannedLine, at: usize, column: i32, head: Head) -> bool {
        let kind = if matches!(head, Head::Dash) { CollectionKind::Sequence } else { CollectionKind::Mapping };
        let placement = self.place(line, column, kind);
        let is_misaligned = matches!(placement, Placement::Misaligned(_));
        let levels = match placement {
            Placement::At(levels) | Placement::Misaligned(levels) => levels,
            Placement::Stray(fault) => {
                self.fault(at..self.text_end(at, line), fault);
                if self.scan.units.last().is_none_or(|unit| unit.start < line.start) {
                    self.lead.get_or_insert((line.start, self.weight));
                }
                self.stray = Some(column);
                return false;
            }
        };
        if levels.depth() > DEEPEST {
            return self.refuse_depth(line, at);
        }
        self.levels = levels.with_top(levels.column(), matches!(head, Head::Question));
        let unit_kind = if kind == CollectionKind::Sequence { UnitKind::Item } else { UnitKind::Entry };
        self.open(unit_kind, at, line);
        if let Some(unit) = self.scan.units.last_mut() {
            unit.is_solid = matches!(head, Head::Question | Head::Colon);
            unit.is_misaligned = is_misaligned;
        }
        let has_tab =
            self.scan.faults.last().is_some_and(|fault| fault.kind == FaultKind::Tab && fault.range.end == at);
        if is_misaligned && !has_tab {
            self.fault(at..self.text_end(at, line), FaultKind::Misaligned);
        }
        self.stray = None;
        self.awaits = false;
        true
    }

    /// Blanks an entry that is nested too deep, and what is below it.
    fn refuse_depth(&mut self, line: ScannedLine, at: usize) -> bool {
        self.fault(at..self.text_end(at, line), FaultKind::TooDeep);
        self.deep = Some(self.levels.column());
        self.lead = None;
        false
    }

    fn place(&mut self, line: ScannedLine, column: i32, kind: CollectionKind) -> Placement {
        let mut levels = self.levels.clone();
        let mut deeper = Vec::new();
        while levels.column() > column {
            deeper.push(levels.clone());
            levels = levels.pop();
        }
        let Some(level) = levels.top().filter(|level| level.column == column) else {
            return if deeper.is_empty() {
                self.place_deeper(line, column, kind)
            } else {
                self.place_between(line, column, kind, &deeper)
            };
        };
        match (kind, level.kind) {
            (CollectionKind::Sequence, CollectionKind::Sequence) => Placement::At(levels),
            (CollectionKind::Sequence, CollectionKind::Mapping) if !deeper.is_empty() => {
                self.place_between(line, column, kind, &deeper)
            }
            (CollectionKind::Sequence, CollectionKind::Mapping) if self.awaits => {
                Placement::At(levels.push(column, CollectionKind::Sequence))
            }
            (CollectionKind::Sequence, CollectionKind::Mapping) => Placement::Stray(FaultKind::StrayDash),
            (CollectionKind::Mapping, CollectionKind::Mapping) => {
                self.place_key(line, column, levels.clone(), deeper.is_empty() && self.awaits)
            }
            (CollectionKind::Mapping, CollectionKind::Sequence) => {
                let outer = levels.pop();
                let fits =
                    outer.top().is_some_and(|outer| outer.column == column && outer.kind == CollectionKind::Mapping);
                if fits { self.place_key(line, column, outer, true) } else { Placement::Stray(FaultKind::StrayKey) }
            }
        }
    }

    /// A key at the column of its siblings, unless the line below shows that it only came between others.
    fn place_key(&mut self, line: ScannedLine, column: i32, levels: Levels, is_list_near: bool) -> Placement {
        let Some((indent, head)) = self.line_below_value(line, column) else { return Placement::At(levels) };
        if head == Head::Dash && indent == column && is_list_near {
            return Placement::Stray(FaultKind::StrayKey);
        }
        if !matches!(head, Head::Key { .. }) || indent <= column {
            return Placement::At(levels);
        }
        let mut inner = self.levels.clone();
        while inner.column() > indent {
            inner = inner.pop();
        }
        let goes_on = inner.top().is_some_and(|level| level.column == indent && level.kind == CollectionKind::Mapping);
        if goes_on { Placement::Misaligned(inner) } else { Placement::At(levels) }
    }

    /// The column and head of the entry on the next line, if this line's key has its whole value beside it.
    fn line_below_value(&mut self, line: ScannedLine, column: i32) -> Option<(i32, Head)> {
        let at = line.start + usize::try_from(column).ok()?;
        let Some(Head::Key { colon }) = head_at(self.text, at, line.end) else { return None };
        let value = skip_properties(self.text, self.skip_blanks(colon + 1, line), line.end);
        let is_whole = match self.byte(value) {
            b'|' | b'>' | b'#' | b'\n' => false,
            b'"' | b'\'' => close_quote(self.text, value, line.end).is_some(),
            // Lines around a collection that is cut have no say in it.
            b'[' | b'{' => close_bracket(self.text, value, line.end).is_some_and(|end| end - value < self.largest),
            _ => true,
        };
        let mut next = self.line_at(line.next).filter(|_| is_whole)?;
        let mut first = self.skip_blanks(next.start, next);
        while self.byte(first) == b'#' {
            next = self.line_at(next.next)?;
            first = self.skip_blanks(next.start, next);
        }
        Some((self.indent(next), head_at(self.text, first, next.end)?))
    }

    /// An entry right of the innermost collection.
    fn place_deeper(&mut self, line: ScannedLine, column: i32, kind: CollectionKind) -> Placement {
        if self.awaits {
            return Placement::At(self.levels.push(column, kind));
        }
        if let Some(value) = self.value.clone() {
            let next = self.next_entry_column(line, column);
            if value.column == column || (next == Some(column) && column > self.levels.column() + 1) {
                self.fault(value.range, FaultKind::ValueBesideChildren);
                if let Some(unit) = self.scan.units.last_mut()
                    && unit.kind == UnitKind::Document
                {
                    unit.is_solid = false;
                }
                return Placement::At(self.levels.push(column, kind));
            }
        }
        match self.levels.top() {
            Some(top) if top.kind == kind => Placement::Misaligned(self.levels.clone()),
            Some(_) if kind == CollectionKind::Sequence => Placement::Stray(FaultKind::StrayDash),
            Some(_) => Placement::Stray(FaultKind::StrayKey),
            None => Placement::Stray(FaultKind::StrayText),
        }
    }

    /// An entry left of open collections, innermost first, yet right of the one around them or no sibling of it.
    fn place_between(&mut self, line: ScannedLine, column: i32, kind: CollectionKind, deeper: &[Levels]) -> Placement {
        let sibling = deeper.iter().rev().find(|levels| levels.top().is_some_and(|level| level.kind == kind));
        let Some((levels, level)) = sibling.and_then(|levels| Some((levels, levels.top()?))) else {
            let fault = if kind == CollectionKind::Sequence { FaultKind::StrayDash } else { FaultKind::StrayKey };
            return match deeper {
                [only] if kind == CollectionKind::Sequence && self.awaits => {
                    Placement::Misaligned(only.push(only.column(), kind))
                }
                _ => Placement::Stray(fault),
            };
        };
        let outer = deeper.last().map_or(-1, |levels| levels.pop().column());
        let is_alone = self.next_entry_column(line, level.column) == Some(level.column);
        let column = if is_alone || column <= outer { level.column } else { column };
        Placement::Misaligned(levels.with_top(column, level.is_explicit))
    }

    /// The column of the next entry below `line` that is not right of `column`.
    fn next_entry_column(&mut self, line: ScannedLine, column: i32) -> Option<i32> {
        let mut position = line.next;
        for _ in 0..LOOKAHEAD {
            let next = self.line_at(position)?;
            position = next.next;
            let first = self.skip_blanks(next.start, next);
            let indent = self.indent(next);
            if first == next.end || self.byte(first) == b'#' || indent > column {
                continue;
            }
            return head_at(self.text, first, next.end).map(|_| indent);
        }
        None
    }
}
