//! Where a text may be cut: at document starts, entries and items.

use super::super::levels::Levels;
use super::UnclosedBefore;

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::document) enum UnitKind {
    /// The start of a document.
    Document,
    /// An entry of a block mapping.
    Entry,
    /// An item of a block sequence.
    Item,
    /// An entry of a flow mapping that is too large for one segment.
    FlowEntry,
    /// An item of such a flow sequence.
    FlowItem,
    /// The bracket that ends such a collection, with what stands behind it.
    FlowEnd,
}

impl UnitKind {
    /// The brackets around what stands directly in a flow collection.
    pub(in crate::document) fn brackets(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::FlowEntry => Some(("{", "}")),
            Self::FlowItem => Some(("[", "]")),
            Self::Document | Self::Entry | Self::Item | Self::FlowEnd => None,
        }
    }

    /// Whether it stands in a flow collection that is cut.
    pub(in crate::document) fn is_in_flow(self) -> bool {
        matches!(self, Self::FlowEntry | Self::FlowItem | Self::FlowEnd)
    }
}

/// A document start, an entry or an item, with all that stands above it since the unit before.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about one line")]
pub(in crate::document) struct Unit {
    /// What it is.
    pub(in crate::document) kind: UnitKind,
    /// Where the blanks and comments above it start.
    pub(in crate::document) lead: usize,
    /// Where its own text starts.
    pub(in crate::document) start: usize,
    /// What the text before `lead` weighs ([`LINE_WEIGHT`](super::LINE_WEIGHT)).
    pub(in crate::document) weight_before: usize,
    /// The open collections, its own innermost.
    pub(in crate::document) levels: Levels,
    /// Bytes from the start of the line to `start`.
    pub(in crate::document) column: usize,
    /// Whether it starts behind a dash on the same line.
    pub(in crate::document) is_inside_line: bool,
    /// Whether it can only be parsed as a whole.
    pub(in crate::document) is_solid: bool,
    /// Whether its column differs from its siblings', so that it cannot be parsed together with them.
    pub(in crate::document) is_misaligned: bool,
    /// Whether a comment in the value of the unit above belongs here, so that both are parsed together.
    pub(in crate::document) is_bound: bool,
    /// Whether its value is a flow collection whose entries or items are units, too.
    pub(in crate::document) is_flow_opening: bool,
    /// What is known of openers from `lead` on.
    pub(in crate::document) unclosed: UnclosedBefore,
    /// Where the text ends that was looked at for this unit and those before.
    pub(in crate::document) looked: usize,
}

impl Unit {
    /// A unit at the start of its line, of which nothing else is known yet.
    pub(super) fn new(kind: UnitKind, lead: usize, start: usize, weight_before: usize, levels: Levels) -> Self {
        Self {
            kind,
            lead,
            start,
            weight_before,
            levels,
            column: 0,
            is_inside_line: false,
            is_solid: false,
            is_misaligned: false,
            is_bound: false,
            is_flow_opening: false,
            unclosed: UnclosedBefore::default(),
            looked: 0,
        }
    }

    /// How many bytes before it a parser has to see: those on its line, or the bracket around it.
    pub(in crate::document) fn pad(&self) -> usize {
        match self.kind {
            UnitKind::FlowEntry | UnitKind::FlowItem => 1,
            _ if self.is_inside_line => self.column,
            _ => 0,
        }
    }

    /// How many collections hold it; 0 for a document.
    pub(in crate::document) fn depth(&self) -> u32 {
        self.levels.depth()
    }
}
