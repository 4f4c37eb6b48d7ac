//! The value behind a key or a dash: properties, then a scalar, a bracket or an alias.

use super::super::fault::FaultKind;
use super::flow::Flow;
use super::head::{close_quote, find_quote, name_end, property_end};
use super::{LINE_WEIGHT, LONG_VALUE, Mode, ScannedLine, ScannedValue, SegmentScanner, column};

impl SegmentScanner<'_> {
    /// Reads the value that starts at `at`; lines right of column `parent` may continue it.
    pub(super) fn value(&mut self, line: ScannedLine, at: usize, parent: i32) {
        self.value = None;
        self.awaits = true;
        self.rows_in_value = 0;
        let Some(at) = self.properties(line, at) else { return };
        match self.byte(at) {
            b'|' | b'>' => self.block_scalar(line, at, parent),
            b'"' | b'\'' => self.quoted(line, at, parent),
            b'[' | b'{' => self.flow_collection(line, at, parent),
            b'*' => self.alias(line, at),
            b'@' | b'`' | b'%' | b',' | b']' | b'}' => self.bad_value(line, at, FaultKind::BadStart),
            b'-' | b'?' | b':' if self.is_blank(at + 1) => self.bad_value(line, at, FaultKind::BadStart),
            _ => self.plain(line, at, parent),
        }
    }

    /// Skips anchor and tag. `None` if nothing follows on this line.
    fn properties(&mut self, line: ScannedLine, mut at: usize) -> Option<usize> {
        let mut seen = [false; 2];
        while matches!(self.byte(at), b'&' | b'!') {
            let is_anchor = self.byte(at) == b'&';
            let end = property_end(self.text, at, line.end);
            if is_anchor && end == at + 1 {
                self.bad_value(line, at, FaultKind::NoName);
                return None;
            }
            if std::mem::replace(&mut seen[usize::from(is_anchor)], true) {
                self.fault(at..end, FaultKind::SecondProperty);
            }
            at = self.skip_blanks(end, line);
        }
        let is_comment = self.byte(at) == b'#' && self.is_blank(at - 1);
        (at < line.end && !is_comment).then_some(at)
    }

    /// Blanks a value; children below it are still welcome.
    fn bad_value(&mut self, line: ScannedLine, at: usize, kind: FaultKind) {
        self.fault(at..self.text_end(at, line), kind);
        self.mode = Mode::Free;
        self.awaits = true;
        self.value = None;
    }

    fn plain(&mut self, line: ScannedLine, at: usize, parent: i32) {
        let end = self.text_end(at, line);
        if (at..end).any(|position| self.byte(position) == b':' && self.is_blank(position + 1)) {
            return self.bad_value(line, at, FaultKind::KeyInValue);
        }
        self.awaits = false;
        self.value = Some(ScannedValue { range: at..end, column: column(line, at) });
        let has_comment = self.skip_blanks(end, line) < line.end;
        self.mode = if has_comment { Mode::Free } else { Mode::Plain { parent } };
    }

    fn block_scalar(&mut self, line: ScannedLine, at: usize, parent: i32) {
        let mut column = None;
        let mut position = at + 1;
        while position < line.end && !self.is_blank(position) {
            match self.byte(position) {
                digit @ b'1'..=b'9' if column.is_none() => column = Some(parent.max(0) + i32::from(digit - b'0')),
                b'+' | b'-' => {}
                // ytt takes a comment without a blank before it.
                b'#' => break,
                _ => return self.bad_value(line, at, FaultKind::BlockHeader),
            }
            position += 1;
        }
        let rest = self.skip_blanks(position, line);
        if rest < line.end && self.byte(rest) != b'#' {
            return self.bad_value(line, at, FaultKind::BlockHeader);
        }
        self.awaits = false;
        self.mode = Mode::Block { parent, column };
    }

    fn alias(&mut self, line: ScannedLine, at: usize) {
        let end = name_end(self.text, at, line.end);
        if end == at + 1 {
            return self.bad_value(line, at, FaultKind::NoName);
        }
        self.finish_value(line, line, at, end);
    }

    /// A value that ends before `end` on `last`: only a comment may follow. ytt takes one that touches it.
    fn finish_value(&mut self, first: ScannedLine, last: ScannedLine, at: usize, end: usize) {
        self.mode = Mode::Free;
        self.awaits = false;
        self.value = Some(ScannedValue { range: at..end, column: column(first, at) });
        let rest = self.skip_blanks(end, last);
        if rest == last.end || self.byte(rest) == b'#' {
            return;
        }
        if self.byte(rest) == b':' {
            return self.bad_value(first, at, FaultKind::KeyInValue);
        }
        self.fault(rest..self.text_end(rest, last).max(rest + 1), FaultKind::Trailing);
    }

    fn quoted(&mut self, line: ScannedLine, at: usize, parent: i32) {
        if let Some(close) = close_quote(self.text, at, line.end) {
            return self.finish_value(line, line, at, close + 1);
        }
        let Some((close, last)) = self.close_quote_below(line, self.byte(at)) else {
            return self.bad_value(line, at, FaultKind::OpenQuote);
        };
        self.consume_through(line, last, parent, false);
        self.finish_value(line, last, at, close + 1);
        self.pass_on_comment(close + 1, last);
    }

    /// Looks for a closing quote on the lines below, which may stand anywhere and look like entries.
    fn close_quote_below(&mut self, line: ScannedLine, quote: u8) -> Option<(usize, ScannedLine)> {
        if line.start < *self.unclosed.quote(quote) {
            return None;
        }
        let mut position = line.next;
        while let Some(next) = self.line_of_document(position) {
            if let Some(close) = find_quote(self.text, quote, next.start, next.end) {
                let rest = self.skip_blanks(close + 1, next);
                let is_done = rest == next.end || self.byte(rest) == b'#';
                return is_done.then_some((close, next));
            }
            position = next.next;
        }
        let end = self.unclosed.quote(quote);
        *end = position.max(*end);
        None
    }

    /// The line at `position`, if the document goes on there.
    pub(super) fn line_of_document(&mut self, position: usize) -> Option<ScannedLine> {
        let next = self.line_at(position)?;
        self.marker(next).is_none().then_some(next)
    }

    /// Goes on behind `last`. Line breaks before lines left of where they should be become spaces in the copy.
    pub(super) fn consume_through(
        &mut self,
        first: ScannedLine,
        last: ScannedLine,
        parent: i32,
        mut has_comment: bool,
    ) {
        let mut position = first.next;
        let mut rows = 0;
        while let Some(line) = self.line_at(position).filter(|line| line.start <= last.start) {
            let text = self.skip_blanks(line.start, line);
            if text < line.end && self.indent(line) <= parent {
                self.fault(line.start - 1..line.start, FaultKind::Join);
            }
            rows += 1;
            has_comment |= self.byte(text) == b'#' || self.text_end(text, line) < self.text_end_with_comment(line);
            position = line.next;
        }
        if rows > LONG_VALUE && !has_comment {
            self.join(first.end..last.start);
        }
        self.has_comment_in_value |= has_comment;
        self.weight += rows * LINE_WEIGHT;
        self.position = last.next;
    }

    /// Where the line ends without trailing blanks.
    fn text_end_with_comment(&self, line: ScannedLine) -> usize {
        let text = self.text.get(line.start..line.end).unwrap_or_default();
        line.start + text.iter().rposition(|byte| !matches!(byte, b' ' | b'\t')).map_or(0, |last| last + 1)
    }

    /// A comment behind a value that ends on a line where no node starts belongs to the next node.
    pub(super) fn pass_on_comment(&mut self, end: usize, last: ScannedLine) {
        let rest = self.skip_blanks(end, last);
        if rest < last.end && self.byte(rest) == b'#' {
            self.lead = Some((rest, self.weight));
        }
    }

    fn flow_collection(&mut self, line: ScannedLine, at: usize, parent: i32) {
        match self.flow(line, at, parent) {
            Flow::Closed { end, last, units, .. } if !units.is_empty() && self.skip_blanks(end, last) == last.end => {
                self.push_finished_flow(at..end, last, vec![self.levels.clone()], &units);
            }
            Flow::Unfinished { units } => self.push_unfinished_flow(at, vec![self.levels.clone()], &units),
            Flow::Closed { end, last, .. } if last.start == line.start => self.finish_value(line, line, at, end),
            Flow::Closed { end, last, has_comment, .. } => {
                let rest = self.skip_blanks(end, last);
                if rest < last.end && self.byte(rest) != b'#' {
                    return self.bad_value(line, at, FaultKind::OpenBracket);
                }
                self.consume_through(line, last, parent, has_comment);
                self.finish_value(line, last, at, end);
                let closers = self.text.get(last.start..end).unwrap_or_default();
                if closers.iter().all(|byte| matches!(byte, b' ' | b'\t' | b']' | b'}')) {
                    self.pass_on_comment(end, last);
                }
            }
            Flow::Open => self.bad_value(line, at, FaultKind::OpenBracket),
            Flow::TooDeep => self.bad_value(line, at, FaultKind::Silent),
        }
    }
}
