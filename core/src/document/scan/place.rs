//! To which open collection an entry belongs, by its column; and what to make of one that fits none.

use super::super::fault::FaultKind;
use super::super::levels::{Kind, Levels};
use super::{DEEPEST, Head, Line, Scanner, UnitKind, head_at};

/// How many lines are looked at to tell which of two lines is indented wrongly.
const LOOKAHEAD: usize = 40;

/// Where an entry belongs.
enum Placement {
    /// Among the entries of the innermost of these collections.
    At(Levels),
    /// The same, though its column is not theirs.
    Misaligned(Levels),
    /// Nowhere.
    Stray(FaultKind),
}

impl Scanner<'_> {
    /// Opens the unit of an entry. False if the rest of the line is done with: the entry is stray or too deep.
    pub(super) fn place_unit(&mut self, line: Line, at: usize, column: i32, head: Head) -> bool {
        let kind = if matches!(head, Head::Dash) { Kind::Sequence } else { Kind::Mapping };
        let placement = self.place(line, column, kind);
        let is_misaligned = matches!(placement, Placement::Misaligned(_));
        let levels = match placement {
            Placement::At(levels) | Placement::Misaligned(levels) => levels,
            Placement::Stray(fault) => {
                self.fault(at..self.text_end(at, line), fault);
                self.lead.get_or_insert((line.start, self.row));
                self.stray = Some(column);
                return false;
            }
        };
        if levels.depth() > DEEPEST {
            return self.refuse_depth(line, at);
        }
        self.levels = levels.with_top(levels.column(), matches!(head, Head::Question));
        let unit_kind = if kind == Kind::Sequence { UnitKind::Item } else { UnitKind::Entry };
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
    fn refuse_depth(&mut self, line: Line, at: usize) -> bool {
        self.fault(at..self.text_end(at, line), FaultKind::TooDeep);
        self.deep = Some(self.levels.column());
        self.lead = None;
        false
    }

    fn place(&mut self, line: Line, column: i32, kind: Kind) -> Placement {
        let mut levels = self.levels.clone();
        let mut deeper = None;
        while levels.column() > column {
            deeper = Some(levels.clone());
            levels = levels.pop();
        }
        let Some(level) = levels.top().filter(|level| level.column == column) else {
            return match deeper {
                Some(deeper) => self.place_between(line, column, kind, &deeper),
                None => self.place_deeper(line, column, kind),
            };
        };
        let is_innermost = deeper.is_none();
        match (kind, level.kind) {
            (Kind::Mapping, Kind::Mapping) | (Kind::Sequence, Kind::Sequence) => Placement::At(levels),
            (Kind::Sequence, Kind::Mapping) if is_innermost && self.awaits => {
                Placement::At(levels.push(column, Kind::Sequence))
            }
            (Kind::Sequence, Kind::Mapping) => Placement::Stray(FaultKind::StrayDash),
            (Kind::Mapping, Kind::Sequence) => {
                let outer = levels.pop();
                let fits = outer.top().is_some_and(|outer| outer.column == column && outer.kind == Kind::Mapping);
                if fits { Placement::At(outer) } else { Placement::Stray(FaultKind::StrayKey) }
            }
        }
    }

    /// An entry right of the innermost collection.
    fn place_deeper(&mut self, line: Line, column: i32, kind: Kind) -> Placement {
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
            Some(_) if kind == Kind::Sequence => Placement::Stray(FaultKind::StrayDash),
            Some(_) => Placement::Stray(FaultKind::StrayKey),
            None => Placement::Stray(FaultKind::StrayText),
        }
    }

    /// An entry left of a collection, yet right of the one around it.
    fn place_between(&mut self, line: Line, column: i32, kind: Kind, deeper: &Levels) -> Placement {
        let Some(level) = deeper.top().filter(|level| level.kind == kind) else {
            let fault = if kind == Kind::Sequence { FaultKind::StrayDash } else { FaultKind::StrayKey };
            return Placement::Stray(fault);
        };
        let is_alone = self.next_entry_column(line, level.column) == Some(level.column);
        let column = if is_alone { level.column } else { column };
        Placement::Misaligned(deeper.with_top(column, level.is_explicit))
    }

    /// The column of the next entry below `line` that is not right of `column`.
    fn next_entry_column(&mut self, line: Line, column: i32) -> Option<i32> {
        let mut position = line.next;
        for _ in 0..LOOKAHEAD {
            let Some(next) = self.line_at(position) else {
                self.note_end();
                return None;
            };
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

    /// Remembers that a decision depended on where the text ends.
    pub(super) fn note_end(&mut self) {
        let known = self.scan.units.len();
        self.scan.reached_end.get_or_insert(known);
    }
}
