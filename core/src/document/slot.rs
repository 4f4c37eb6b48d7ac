//! A segment in its place: what the list of a version's segments is made of.

use std::sync::Arc;

use super::levels::Levels;
use super::piece::Segment;
use super::scan::{Start, UnitKind};
use super::segments::{First, Shape};
use crate::text::TextSize;

/// A segment in its place.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) shape: Shape,
    /// Where its text starts, in bytes.
    pub(super) start: usize,
    /// How many bytes its text has.
    pub(super) length: usize,
    /// How many lines start in it.
    pub(super) rows: usize,
    pub(super) first: First,
    /// Its first unit's kind and open collections.
    pub(super) kind: UnitKind,
    pub(super) levels: Levels,
    /// Bytes from its start to the end of its first unit's first line.
    pub(super) head: usize,
    /// Whether it starts behind a dash on the same line.
    pub(super) is_inside_line: bool,
    /// Whether lines around decided where its first lines belong, since they stand where nothing is open: what a scan
    /// makes of them depends on where it starts.
    pub(super) is_unsure: bool,
    pub(super) segment: Arc<Segment>,
}

impl Slot {
    /// What its ranges are relative to.
    pub(super) fn base(&self) -> TextSize {
        TextSize::new((self.start - self.segment.pad.min(self.start)) as u32)
    }

    /// How many collections hold its first unit.
    pub(super) fn depth(&self) -> u32 {
        self.levels.depth()
    }

    pub(super) fn end(&self) -> usize {
        self.start + self.length
    }

    /// How a scan starts here.
    pub(super) fn scan_start(&self) -> Start {
        match self.kind {
            UnitKind::Document => Start::default(),
            _ => Start { levels: self.levels.clone(), is_inside: true },
        }
    }
}
