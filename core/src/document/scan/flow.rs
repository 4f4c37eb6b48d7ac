//! Where a bracket closes, over as many lines as it takes, and how deep it nests.

use std::ops::Range;

use super::super::fault::FaultKind;
use super::flow_units::{FlowSplitter, FlowUnit};
use super::head::{find_quote, head_at, is_token_start};
use super::{DEEPEST, ScannedLine, SegmentScanner};
use crate::yaml::syntax::{DocumentsExtent, refusal};

/// How a bracket ends.
pub(super) enum Flow {
    /// Before `end`, on the line `last`; with the units of which it and what it holds may be cut.
    Closed { end: usize, last: ScannedLine, units: Vec<FlowUnit>, has_comment: bool },
    /// Behind the end of the text that is scanned.
    Unfinished { units: Vec<FlowUnit> },
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
    has_comment: bool,
    /// Where nesting went beyond the limit.
    deep: Option<usize>,
    /// How many brackets may be open.
    limit: usize,
    splitter: FlowSplitter,
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
        let mut splitter = FlowSplitter::new(self.largest);
        if !self.can_split(at) {
            splitter.keep_whole();
        }
        self.flow_from(splitter, first, at, parent)
    }

    /// The same, given which brackets are open at `at`.
    pub(super) fn flow_from(&mut self, mut splitter: FlowSplitter, first: ScannedLine, at: usize, parent: i32) -> Flow {
        let limit = DEEPEST.saturating_sub(self.levels.depth()) as usize;
        if first.start < self.unclosed.near {
            splitter.keep_whole();
        }
        let closers = splitter.closers();
        let (is_token_start, has_comment) = (true, false);
        let mut brackets = Brackets { closers, quote: None, is_token_start, has_comment, deep: None, limit, splitter };
        let (mut line, mut position) = (first, at);
        let mut has_deep = false;
        // Where lines begin that look like entries around the bracket, and how many faults were known there.
        let mut beyond = None;
        loop {
            match self.step(&mut brackets, position, line) {
                BracketStep::Next(next) => position = next,
                BracketStep::Closed(end) if beyond.is_none() || self.loads(at..end) => {
                    let is_whole = has_deep || beyond.is_some();
                    let units = if is_whole { Vec::new() } else { brackets.splitter.units() };
                    return Flow::Closed { end, last: line, units, has_comment: brackets.has_comment };
                }
                BracketStep::Closed(_) | BracketStep::Mismatch => break,
                BracketStep::Deep(start, end) => {
                    let kind = if has_deep { FaultKind::Silent } else { FaultKind::TooDeep };
                    self.fault(start..end, kind);
                    (has_deep, position) = (true, end);
                }
            }
            if position >= line.end {
                let is_end = self.goes_on && line.next >= self.text.len();
                if is_end && !has_deep && beyond.is_none() && brackets.can_be_split() {
                    return Flow::Unfinished { units: brackets.splitter.units() };
                }
                let Some((next, is_near)) = self.line_in_flow(first, line.next, parent) else { break };
                if self.may_be_left(next, parent) {
                    brackets.splitter.keep_whole();
                }
                if !is_near {
                    beyond.get_or_insert((line.next, self.scan.faults.len(), has_deep, brackets.deep));
                }
                (line, position) = (next, next.start);
            }
        }
        if beyond.is_some() {
            self.unclosed.far = self.unclosed.far.max(line.next);
        }
        let now = (line.next, self.scan.faults.len(), has_deep, brackets.deep);
        let (end, faults, has_deep, deep) = beyond.unwrap_or(now);
        self.unclosed.near = self.unclosed.near.max(end);
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
        let is_near = !is_left && first.start >= self.unclosed.near;
        (is_near || first.start >= self.unclosed.far).then_some((next, is_near))
    }

    /// Whether what stands later on a line decides if it is taken for an entry around the bracket.
    fn may_be_left(&self, line: ScannedLine, parent: i32) -> bool {
        let first = self.skip_blanks(line.start, line);
        self.indent(line) <= parent && !matches!(self.byte(first), b'\n' | b',' | b']' | b'}')
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
        let splitter = &mut brackets.splitter;
        match self.byte(at) {
            open @ (b'[' | b'{') => {
                splitter.open(at, open);
                brackets.closers.push(if open == b'[' { b']' } else { b'}' });
                brackets.is_token_start = true;
                if brackets.closers.len() > brackets.limit {
                    brackets.deep.get_or_insert(at);
                }
            }
            close @ (b']' | b'}') => return brackets.close(close, at),
            b',' => {
                splitter.comma(at);
                brackets.is_token_start = true;
            }
            b':' if !splitter.is_in_plain() || self.is_blank(at + 1) => {
                splitter.colon(at);
                brackets.is_token_start = true;
            }
            b' ' | b'\t' => {}
            // ytt takes one without a blank before it, too, but in plain text.
            b'#' if !splitter.is_in_plain() || at == line.start || self.is_blank(at - 1) => {
                splitter.keep_whole();
                brackets.has_comment = true;
                return BracketStep::Next(line.end);
            }
            quote @ (b'"' | b'\'') if brackets.is_token_start => {
                splitter.quoted(at);
                brackets.quote = Some(quote);
            }
            b'&' | b'!' if brackets.is_token_start => {
                splitter.keep_whole();
                return BracketStep::Next(self.property_end(at, line));
            }
            b'?' | b'-' if self.is_blank(at + 1) => splitter.keep_whole(),
            // Where it is no quote, other searches take it for one.
            b'"' | b'\'' if is_token_start(self.text, line.start, at) => {
                splitter.keep_whole();
                brackets.is_token_start = false;
            }
            other => {
                splitter.plain(at, other);
                brackets.is_token_start = false;
            }
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
    /// Whether what was read so far can be a part of a collection that is cut.
    fn can_be_split(&self) -> bool {
        self.quote.is_none() && self.deep.is_none() && self.splitter.can_be_split()
    }

    fn close(&mut self, close: u8, at: usize) -> BracketStep {
        if self.closers.pop() != Some(close) {
            return BracketStep::Mismatch;
        }
        self.splitter.close(at);
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
