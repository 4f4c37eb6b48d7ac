//! Where a flow collection may be cut: before what stands directly in a collection that is too large for one segment.
//!
//! A part of a flow collection means the same between brackets of its own, but for comments, which attach to what stands
//! on their line, and for `? ` and `- `. A collection with one of these is left whole, and so is one with anchors and tags,
//! behind which not every search here takes a quote for one.

use std::ops::Range;

use super::super::levels::{CollectionKind, Levels};
use super::flow::Flow;
use super::{LINE_WEIGHT, Mode, ScanStart, ScannedLine, SegmentScanner, Unit, UnitKind};

/// A unit to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlowUnit {
    kind: UnitKind,
    lead: usize,
    start: usize,
    /// How many brackets are open around it.
    depth: usize,
}

/// What was read last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PreviousToken {
    /// A bracket that opens, or a comma.
    Start,
    Colon,
    Plain,
    /// A scalar in quotes.
    Quoted,
    /// A collection, whose units begin at an index.
    Collection(usize),
}

/// An open bracket.
#[derive(Debug)]
struct OpenBracket {
    /// Where it stands, if that is in the text that is scanned.
    at: Option<usize>,
    kind: CollectionKind,
    /// Where its units begin.
    first: usize,
    /// Whether it is the value of an entry, or an item, and nothing else.
    is_value: bool,
    /// Where what stands next in it starts, with the blanks before it.
    lead: usize,
    /// Whether nothing stands behind the last comma.
    awaits: bool,
}

/// Finds the units of a flow collection while its tokens are read.
#[derive(Debug)]
pub(super) struct FlowSplitter {
    /// What a collection weighs at most that is left whole.
    largest: usize,
    units: Vec<FlowUnit>,
    open: Vec<OpenBracket>,
    previous: PreviousToken,
    is_whole: bool,
}

impl FlowSplitter {
    pub(super) fn new(largest: usize) -> Self {
        Self { largest, units: Vec::new(), open: Vec::new(), previous: PreviousToken::Start, is_whole: false }
    }

    /// At the start of a unit in these collections, outermost first.
    fn resumed(largest: usize, collections: impl Iterator<Item = CollectionKind>) -> Self {
        let mut splitter = Self::new(largest);
        let open = |kind| OpenBracket { at: None, kind, first: 0, is_value: true, lead: 0, awaits: false };
        splitter.open.extend(collections.map(open));
        if let Some(innermost) = splitter.open.last_mut() {
            innermost.awaits = true;
        }
        splitter
    }

    /// The brackets that would close what is open.
    pub(super) fn closers(&self) -> Vec<u8> {
        self.open.iter().map(|open| if open.kind == CollectionKind::Sequence { b']' } else { b'}' }).collect()
    }

    /// The units of what is large and of what is still open; none if it is to be left whole.
    pub(super) fn units(self) -> Vec<FlowUnit> {
        if self.is_whole { Vec::new() } else { self.units }
    }

    pub(super) fn can_be_split(&self) -> bool {
        !self.is_whole && self.open.iter().all(|open| open.is_value)
    }

    /// Holds something that only a parser of the whole understands.
    pub(super) fn keep_whole(&mut self) {
        self.is_whole = true;
    }

    pub(super) fn is_in_plain(&self) -> bool {
        self.previous == PreviousToken::Plain
    }

    pub(super) fn open(&mut self, at: usize, bracket: u8) {
        let kind = if bracket == b'[' { CollectionKind::Sequence } else { CollectionKind::Mapping };
        let is_value = match self.open.last().map(|open| open.kind) {
            Some(CollectionKind::Mapping) => self.previous == PreviousToken::Colon,
            Some(CollectionKind::Sequence) => self.previous == PreviousToken::Start,
            None => true,
        };
        self.begin(at);
        self.open.push(OpenBracket {
            at: Some(at),
            kind,
            first: self.units.len(),
            is_value,
            lead: at + 1,
            awaits: true,
        });
        self.previous = PreviousToken::Start;
    }

    pub(super) fn close(&mut self, at: usize) {
        let Some(closed) = self.open.pop() else { return };
        let is_large = closed.at.is_none_or(|start| at + 1 - start > self.largest);
        if is_large && closed.is_value && (closed.at.is_none() || closed.first < self.units.len()) {
            self.units.push(FlowUnit { kind: UnitKind::FlowEnd, lead: at, start: at, depth: self.open.len() + 1 });
        } else {
            self.units.truncate(closed.first);
        }
        self.previous = PreviousToken::Collection(closed.first);
    }

    pub(super) fn comma(&mut self, at: usize) {
        // Nothing before it is a mistake, of a unit of its own.
        self.begin(at);
        let Some(open) = self.open.last_mut() else { return };
        (open.lead, open.awaits) = (at + 1, true);
        self.previous = PreviousToken::Start;
    }

    pub(super) fn colon(&mut self, at: usize) {
        if let PreviousToken::Collection(first) = self.previous {
            // It is a key.
            self.units.truncate(first);
        }
        self.begin(at);
        self.previous = PreviousToken::Colon;
    }

    pub(super) fn quoted(&mut self, at: usize) {
        self.content(at);
        self.previous = PreviousToken::Quoted;
    }

    pub(super) fn plain(&mut self, at: usize, byte: u8) {
        self.content(at);
        // In a scalar they are no text: one begins a key, the other a comment.
        self.is_whole |= matches!(byte, b'?' | b'#');
        self.previous = PreviousToken::Plain;
    }

    fn content(&mut self, at: usize) {
        self.is_whole |= matches!(self.previous, PreviousToken::Collection(_));
        self.begin(at);
    }

    /// Something stands at `at`: a unit starts there, unless one is under way.
    fn begin(&mut self, at: usize) {
        let depth = self.open.len();
        if let Some(open) = self.open.last_mut().filter(|open| open.awaits) {
            open.awaits = false;
            let is_item = open.kind == CollectionKind::Sequence;
            let kind = if is_item { UnitKind::FlowItem } else { UnitKind::FlowEntry };
            self.units.push(FlowUnit { kind, lead: open.lead, start: at, depth });
        }
    }
}

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
