//! Where a bracket closes, over as many lines as it takes, and how deep it nests.

use std::ops::Range;

use super::super::fault::FaultKind;
use super::head::{find_quote, head_at};
use super::{DEEPEST, ScannedLine, SegmentScanner};
use crate::yaml::syntax::{DocumentsExtent, refusal};

/// How a bracket ends.
pub(super) enum Flow {
    /// Before `end`, on the line `last`.
    Closed { end: usize, last: ScannedLine },
    /// It does not.
    Open,
    /// It does not, and what it holds is nested too deep, which was flagged.
    TooDeep,
}

/// The state between two tokens of a flow collection.
struct Brackets {
    /// The closing brackets that are awaited.
    closers: Vec<u8>,
    /// The quote of a scalar that goes on.
    quote: Option<u8>,
    is_token_start: bool,
    /// Where nesting went beyond the limit.
    deep: Option<usize>,
    /// How many brackets may be open.
    limit: usize,
}

enum BracketStep {
    Next(usize),
    Closed(usize),
    Mismatch,
    /// A region that is nested too deep ended here.
    Deep(usize, usize),
}

impl SegmentScanner<'_> {
    /// Finds the end of the bracket at `at`. Blanks what is nested too deep in it.
    pub(super) fn flow(&mut self, first: ScannedLine, at: usize, parent: i32) -> Flow {
        let limit = DEEPEST.saturating_sub(self.levels.depth()) as usize;
        let mut brackets = Brackets { closers: Vec::new(), quote: None, is_token_start: true, deep: None, limit };
        let (mut line, mut position) = (first, at);
        let mut has_deep = false;
        // Where lines begin that look like entries around the bracket, and how many faults were known there.
        let mut beyond = None;
        loop {
            match self.step(&mut brackets, position, line) {
                BracketStep::Next(next) => position = next,
                BracketStep::Closed(end) if beyond.is_none() || self.loads(at..end) => {
                    return Flow::Closed { end, last: line };
                }
                BracketStep::Closed(_) | BracketStep::Mismatch => break,
                BracketStep::Deep(start, end) => {
                    let kind = if has_deep { FaultKind::Silent } else { FaultKind::TooDeep };
                    self.fault(start..end, kind);
                    (has_deep, position) = (true, end);
                }
            }
            if position >= line.end {
                let Some((next, is_near)) = self.line_in_flow(first, line.next, parent) else { break };
                if !is_near {
                    beyond.get_or_insert((line.next, self.scan.faults.len(), has_deep, brackets.deep));
                }
                (line, position) = (next, next.start);
            }
        }
        if beyond.is_some() {
            self.hopeless.far = self.hopeless.far.max(line.next);
        }
        let now = (line.next, self.scan.faults.len(), has_deep, brackets.deep);
        let (end, faults, has_deep, deep) = beyond.unwrap_or(now);
        self.hopeless.near = self.hopeless.near.max(end);
        self.scan.faults.truncate(faults);
        match deep {
            Some(deep) if !has_deep => {
                self.fault(deep..deep + 1, FaultKind::TooDeep);
                Flow::TooDeep
            }
            _ if has_deep => Flow::TooDeep,
            _ => Flow::Open,
        }
    }

    /// The line at `position` on which a bracket on `first` may go on, and whether it is right of `parent`, as one
    /// expects. ytt does not look at that.
    fn line_in_flow(&mut self, first: ScannedLine, position: usize, parent: i32) -> Option<(ScannedLine, bool)> {
        let next = self.line_of_document(position)?;
        let text = self.skip_blanks(next.start, next);
        let is_left = text < next.end && self.indent(next) <= parent && head_at(self.text, text, next.end).is_some();
        let is_near = !is_left && first.start >= self.hopeless.near;
        (is_near || first.start >= self.hopeless.far).then_some((next, is_near))
    }

    /// Whether ytt reads a part of the text.
    fn loads(&self, range: Range<usize>) -> bool {
        let text = self.text.get(range).and_then(|text| std::str::from_utf8(text).ok());
        text.is_some_and(|text| refusal(text, DocumentsExtent::Part).is_none())
    }

    fn step(&self, brackets: &mut Brackets, at: usize, line: ScannedLine) -> BracketStep {
        if let Some(quote) = brackets.quote {
            let Some(close) = find_quote(self.text, quote, at, line.end) else { return BracketStep::Next(line.end) };
            (brackets.quote, brackets.is_token_start) = (None, false);
            return BracketStep::Next(close + 1);
        }
        if at >= line.end {
            return BracketStep::Next(line.end);
        }
        match self.byte(at) {
            open @ (b'[' | b'{') => {
                brackets.closers.push(if open == b'[' { b']' } else { b'}' });
                brackets.is_token_start = true;
                if brackets.closers.len() > brackets.limit {
                    brackets.deep.get_or_insert(at);
                }
            }
            close @ (b']' | b'}') => return brackets.close(close, at),
            b',' | b':' => brackets.is_token_start = true,
            b' ' | b'\t' => {}
            b'#' if at == line.start || self.is_blank(at - 1) => return BracketStep::Next(line.end),
            quote @ (b'"' | b'\'') if brackets.is_token_start => brackets.quote = Some(quote),
            b'&' | b'!' if brackets.is_token_start => return BracketStep::Next(self.property_end(at, line)),
            b'?' | b'-' if self.is_blank(at + 1) => {}
            _ => brackets.is_token_start = false,
        }
        BracketStep::Next(at + 1)
    }

    fn property_end(&self, mut at: usize, line: ScannedLine) -> usize {
        while at < line.end && !self.is_blank(at) && !matches!(self.byte(at), b',' | b'[' | b']' | b'{' | b'}') {
            at += 1;
        }
        at
    }
}

impl Brackets {
    fn close(&mut self, close: u8, at: usize) -> BracketStep {
        if self.closers.pop() != Some(close) {
            return BracketStep::Mismatch;
        }
        self.is_token_start = false;
        if self.closers.is_empty() {
            return BracketStep::Closed(at + 1);
        }
        if self.closers.len() <= self.limit
            && let Some(deep) = self.deep.take()
        {
            return BracketStep::Deep(deep, at + 1);
        }
        BracketStep::Next(at + 1)
    }
}
