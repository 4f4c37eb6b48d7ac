//! Lines that go on with a scalar begun above.

use std::ops::Range;

use super::super::fault::FaultKind;
use super::head::{Head, head_at};
use super::{LONG_VALUE, Mode, ScannedLine, SegmentScanner};

impl SegmentScanner<'_> {
    pub(super) fn continues_block(
        &mut self,
        line: ScannedLine,
        first: usize,
        parent: i32,
        column: Option<i32>,
    ) -> bool {
        let indent = self.indent(line);
        if first == line.end && column.is_none_or(|column| indent < column) {
            return true;
        }
        let continues = column.map_or(indent > parent, |column| indent >= column);
        if continues {
            self.mode = Mode::Block { parent, column: column.or(Some(indent)) };
            self.rows_in_value += 1;
            if self.rows_in_value > LONG_VALUE {
                self.join(self.long_start.min(line.start - 1)..line.end);
            } else {
                self.long_start = line.end;
            }
        }
        continues
    }

    pub(super) fn continues_plain(&mut self, line: ScannedLine, first: usize, parent: i32) -> bool {
        let is_text = first < line.end && self.byte(first) != b'#' && self.indent(line) > parent;
        if !is_text || matches!(head_at(self.text, first, line.end), Some(Head::Key { .. })) {
            return false;
        }
        let end = self.text_end(first, line);
        if (first..end).any(|at| self.byte(at) == b':' && self.is_blank(at + 1)) {
            return false;
        }
        if let Some(value) = &mut self.value {
            value.range.end = end;
        }
        self.lead = None;
        self.rows_in_value += 1;
        if self.rows_in_value > LONG_VALUE {
            self.join(line.start - 1..end);
        }
        let comment = self.skip_blanks(end, line);
        if comment < line.end {
            self.mode = Mode::Free;
            self.lead = Some((comment, self.weight));
        }
        true
    }

    /// Line breaks that spaces stand for in the parsed copy.
    pub(super) fn join(&mut self, range: Range<usize>) {
        match self.scan.faults.last_mut() {
            Some(last) if last.kind == FaultKind::Join && range.start <= last.range.end + 1 => {
                last.range.end = range.end;
            }
            _ => self.fault(range, FaultKind::Join),
        }
    }
}
