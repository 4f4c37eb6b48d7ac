//! Where a flow collection may be cut: before what stands directly in a collection that is too large for one segment.
//!
//! A part of a flow collection means the same between brackets of its own, but for comments, which attach to what stands
//! on their line, and for `? ` and `- `. A collection with one of these is left whole, and so is one with anchors and tags,
//! behind which not every search here takes a quote for one.

use super::super::levels::CollectionKind;
use super::UnitKind;

/// A unit to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlowUnit {
    pub(super) kind: UnitKind,
    pub(super) lead: usize,
    pub(super) start: usize,
    /// How many brackets are open around it.
    pub(super) depth: usize,
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
    pub(super) fn resumed(largest: usize, collections: impl Iterator<Item = CollectionKind>) -> Self {
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
