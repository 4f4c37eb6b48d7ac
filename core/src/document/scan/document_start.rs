//! Where documents start and end, with and without a marker.

use super::super::fault::FaultKind;
use super::super::levels::Levels;
use super::{Head, LOOKAHEAD, Mode, ScannedLine, SegmentScanner, UnitKind, head_at};

impl SegmentScanner<'_> {
    /// `---` or `...` at the line's start.
    pub(super) fn marker(&self, line: ScannedLine) -> Option<u8> {
        let mark = self.text.get(line.start..line.start + 3)?;
        (matches!(mark, b"---" | b"...") && self.is_blank(line.start + 3)).then(|| self.byte(line.start))
    }

    pub(super) fn document_marker(&mut self, line: ScannedLine, marker: u8) {
        self.mode = Mode::Free;
        self.levels = Levels::default();
        (self.value, self.stray, self.deep) = (None, None, None);
        let after = self.skip_blanks(line.start + 3, line);
        if marker == b'.' {
            self.end_document();
            self.lead.get_or_insert((line.start, self.weight));
            self.fault(line.start..line.start + 3, FaultKind::Silent);
            if after < line.end && self.byte(after) != b'#' {
                self.fault(after..self.text_end(after, line), FaultKind::Trailing);
            }
            return;
        }
        self.directive = None;
        self.open(UnitKind::Document, line.start, line);
        self.is_inside = true;
        self.awaits = true;
        if after < line.end && self.byte(after) != b'#' {
            self.value(line, after, -1);
            self.mark_solid_if_valued();
        }
    }

    /// Ends a document without a marker, as `...` and directives do.
    pub(super) fn end_document(&mut self) {
        self.levels = Levels::default();
        (self.value, self.stray, self.deep) = (None, None, None);
        (self.is_inside, self.awaits) = (false, false);
    }

    /// Looks for the marker of a document below a line, with nothing but directives, comments and blank lines between.
    pub(super) fn find_marker_below(&mut self, line: ScannedLine) -> bool {
        let mut position = line.next;
        for _ in 0..LOOKAHEAD {
            let Some(next) = self.line_at(position) else { return false };
            if let Some(marker) = self.marker(next) {
                return marker == b'-';
            }
            position = next.next;
            let start = self.skip_blanks(next.start, next);
            let is_directive = start == next.start && self.byte(start) == b'%';
            if start < next.end && self.byte(start) != b'#' && !is_directive {
                return false;
            }
        }
        false
    }

    /// One or two dashes alone where a document begins, above what cannot stand below them. Two are text if all that is
    /// below them can go on with it, be it behind a dash.
    pub(super) fn find_mistyped_marker(&mut self, line: ScannedLine, first: usize) -> bool {
        let dashes = self.text.get(first..self.text_end(first, line)).filter(|text| matches!(*text, b"-" | b"--"));
        let is_first = first == line.start && self.levels.depth() == 0 && (self.awaits || !self.is_inside);
        let Some(dashes) = dashes.filter(|_| is_first).map(<[u8]>::len) else { return false };
        let mut position = line.next;
        let (mut has_comment, mut goes_on) = (false, false);
        for _ in 0..LOOKAHEAD {
            let Some(next) = self.line_at(position).filter(|next| self.marker(*next).is_none()) else { return false };
            position = next.next;
            let start = self.skip_blanks(next.start, next);
            if start == next.end || self.byte(start) == b'#' {
                has_comment |= start < next.end;
                continue;
            }
            let is_text = !has_comment && self.is_plain_text(next, start);
            match head_at(self.text, start, next.end).filter(|_| start == next.start) {
                Some(Head::Key { .. }) => return true,
                Some(Head::Dash) if dashes > 1 && is_text => goes_on = true,
                Some(Head::Dash) => return dashes > 1,
                _ if goes_on && is_text => {}
                _ => return goes_on,
            }
        }
        goes_on
    }

    /// Whether a line can be part of a plain scalar: it holds neither the end of a key nor a comment.
    fn is_plain_text(&self, line: ScannedLine, first: usize) -> bool {
        let end = self.text_end(first, line);
        let is_key_end = |at: usize| self.byte(at) == b':' && self.is_blank(at + 1);
        self.skip_blanks(end, line) == line.end && !(first..end).any(is_key_end)
    }

    /// A document whose root is no block collection can only be parsed as a whole.
    pub(super) fn mark_solid_if_valued(&mut self) {
        let is_valued = !self.awaits;
        if let Some(unit) = self.scan.units.last_mut()
            && unit.kind == UnitKind::Document
        {
            unit.is_solid |= is_valued;
        }
    }

    /// A document that starts without a marker.
    pub(super) fn begin_document(&mut self, line: ScannedLine, first: usize) {
        if let Some(directive) = self.directive.take() {
            self.fault(directive, FaultKind::Directive);
        }
        let lead = self.lead.unwrap_or((line.start, self.weight));
        self.open(UnitKind::Document, first, line);
        self.lead = Some(lead);
        self.is_inside = true;
        self.awaits = true;
    }
}
