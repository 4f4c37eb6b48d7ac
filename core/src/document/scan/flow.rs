//! Where a bracket closes, over as many lines as it takes, and how deep it nests.

use std::ops::Range;

use super::super::fault::FaultKind;
use super::super::levels::{CollectionKind, Levels};
use super::flow_units::{FlowSplitter, FlowUnit};
use super::head::{find_quote, head_at, is_token_start};
use super::{DEEPEST, LINE_WEIGHT, Mode, ScanStart, ScannedLine, SegmentScanner, Unit, UnitKind};
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

/// Where it may be cut.
impl SegmentScanner<'_> {
    /// Whether the value at `at`, with nothing but blanks behind it on its last line, may be cut: it belongs to the last
    /// unit, and all comments of that stand above it.
    pub(super) fn can_split(&self, at: usize) -> bool {
        let Some(unit) = self.scan.units.last() else { return false };
        let is_marked = self.text.get(unit.start..).is_some_and(|text| text.starts_with(b"---"));
        let from = if unit.kind == UnitKind::Document && !is_marked { unit.lead } else { unit.start };
        let above = self.text.get(from..at).unwrap_or_default();
        !unit.is_solid && unit.depth() == self.levels.depth() && !above.contains(&b'#')
    }

    /// Adds the units of a collection that is scanned from `at` to `end`, on the line `last`.
    pub(super) fn push_finished_flow(
        &mut self,
        Range { start: at, end }: Range<usize>,
        last: ScannedLine,
        levels: Vec<Levels>,
        units: &[FlowUnit],
    ) {
        self.push_flow_units(at, last, levels, units);
        self.weight += end - at;
        (self.position, self.mode, self.awaits) = (last.next, Mode::Free, false);
        self.has_comment_in_value = false;
    }

    /// Goes on at a unit in a flow collection.
    pub(super) fn resume_flow(&mut self, start: &ScanStart) {
        let mut levels = vec![start.levels.clone()];
        while let Some(inner) = levels.last().filter(|it| it.top().is_some_and(|level| level.is_flow)) {
            levels.push(inner.pop());
        }
        levels.reverse();
        self.levels = levels.first().cloned().unwrap_or_default();
        (self.is_inside, self.lead) = (true, None);
        let collections = levels.iter().skip(1).filter_map(|levels| Some(levels.top()?.kind));
        let splitter = FlowSplitter::resumed(self.largest, collections);
        let Some(line) = self.line_at(0) else { return };
        // What stands before its first unit belongs to the last one of the segment above.
        let is_start = |units: &[FlowUnit]| units.first().is_some_and(|unit| unit.lead == 0);
        match self.flow_from(splitter, line, 0, self.levels.column()) {
            Flow::Closed { end, last, units, .. } if is_start(&units) && self.skip_blanks(end, last) == last.end => {
                self.push_finished_flow(0..end, last, levels, &units);
                self.weight += LINE_WEIGHT;
            }
            Flow::Unfinished { units } if is_start(&units) => self.push_unfinished_flow(0, levels, &units),
            _ => {
                self.scan.is_start_refused = true;
                self.position = self.text.len();
            }
        }
    }

    /// The same where the text ends before the collection does.
    pub(super) fn push_unfinished_flow(&mut self, at: usize, levels: Vec<Levels>, units: &[FlowUnit]) {
        let end = ScannedLine { start: self.text.len(), end: self.text.len(), next: self.text.len() };
        self.push_flow_units(at, end, levels, units);
        self.position = end.next;
        let known = self.scan.units.len();
        self.scan.reached_end.get_or_insert(known);
    }

    /// Adds the units of a collection that ends on a line, given the open collections around them, outermost first.
    fn push_flow_units(&mut self, at: usize, last: ScannedLine, mut levels: Vec<Levels>, units: &[FlowUnit]) {
        // What a unit follows from ends where the next one starts, unless more than these lines was looked at.
        let looked = (self.looked > last.next).then_some(self.looked);
        self.close_unit();
        // A scan may start at one of them, and knows of no stray line above.
        self.stray = None;
        if let Some(first) = units.first().filter(|_| looked.is_none()) {
            let above = self.scan.units.iter_mut().rev().take_while(|unit| unit.looked > first.lead);
            above.for_each(|unit| unit.looked = first.lead);
        }
        for flow in units {
            levels.truncate(flow.depth + 1);
            if let Some(around) = levels.last().filter(|_| levels.len() == flow.depth).cloned() {
                let is_item = flow.kind == UnitKind::FlowItem;
                let kind = if is_item { CollectionKind::Sequence } else { CollectionKind::Mapping };
                levels.push(around.push_flow(kind));
                if let Some(header) = self.scan.units.last_mut() {
                    header.is_flow_opening = true;
                }
            }
            if let Some(before) = self.scan.units.last_mut() {
                before.looked = looked.unwrap_or(flow.lead);
            }
            let levels = levels.last().cloned().unwrap_or_default();
            self.scan.units.push(Unit {
                unclosed: self.unclosed.below(flow.lead),
                looked: self.looked,
                ..Unit::new(flow.kind, flow.lead, flow.start, self.weight + flow.lead - at, levels)
            });
        }
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
