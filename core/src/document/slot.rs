//! A segment, and where it stands in a version.

use std::ops::Deref;
use std::sync::Arc;

use super::fault::{DocumentFault, FaultKind};
use super::levels::Levels;
use super::piece::Segment;
use super::scan::{ScanStart, UnclosedBefore, UnitKind};
use super::section::Section;
use super::segments::{First, SegmentKind};
use crate::text::TextSize;

/// A segment in its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct SegmentSlot<'s> {
    /// Where its text starts, in bytes.
    pub(super) start: usize,
    pub(super) cut: &'s Arc<SegmentCut>,
    /// Of the header of a split entry: the entry, as it was joined in the version before.
    pub(super) section: Option<&'s Arc<Section>>,
}

impl Deref for SegmentSlot<'_> {
    type Target = SegmentCut;

    fn deref(&self) -> &SegmentCut {
        self.cut
    }
}

/// A segment, and what is the same wherever it stands.
#[derive(Debug)]
pub(super) struct SegmentCut {
    pub(super) shape: SegmentKind,
    /// How many bytes its text has.
    pub(super) length: usize,
    /// What it weighs.
    pub(super) weight: usize,
    pub(super) first: First,
    /// Its first unit's kind and open collections.
    pub(super) kind: UnitKind,
    pub(super) levels: Levels,
    /// Bytes from its start to its first unit.
    pub(super) head: usize,
    /// Whether it starts behind a dash on the same line.
    pub(super) is_inside_line: bool,
    /// Whether its first unit can only be parsed as a whole.
    pub(super) is_solid: bool,
    pub(super) unclosed: UnclosedBefore,
    /// How many bytes from its start on were looked at for what it holds.
    pub(super) looked: usize,
    pub(super) segment: Arc<Segment>,
}

impl SegmentSlot<'_> {
    /// What its ranges are relative to.
    pub(super) fn base(&self) -> TextSize {
        TextSize::new((self.start - self.segment.pad.min(self.start)) as u32)
    }

    pub(super) fn end(&self) -> usize {
        self.start + self.length
    }
}

impl SegmentCut {
    /// How many collections hold its first unit.
    pub(super) fn depth(&self) -> u32 {
        self.levels.depth()
    }

    /// Whether a scan can start here: all that its first unit follows from is known.
    pub(super) fn is_start(&self) -> bool {
        let is_bound = self.is_inside_line || self.first.is_bound || self.kind == UnitKind::FlowEnd;
        self.shape != SegmentKind::Tail && self.length > 0 && !is_bound
    }

    /// How a scan starts here.
    pub(super) fn scan_start(&self) -> ScanStart {
        ScanStart {
            kind: self.kind,
            levels: self.levels.clone(),
            head: self.head,
            is_misaligned: self.first.is_misaligned,
            is_bound: self.first.is_bound,
            unclosed: self.unclosed,
            faults: head_faults(&self.segment.faults, self.head).cloned().collect(),
        }
    }
}

/// Of the faults of a text, those that were found before the head of its first unit was read.
pub(super) fn head_faults(faults: &[DocumentFault], head: usize) -> impl Iterator<Item = &DocumentFault> {
    let is_above = move |fault: &&DocumentFault| match fault.kind {
        FaultKind::Control => false,
        FaultKind::Misaligned => fault.range.start <= head,
        _ => fault.range.start < head,
    };
    faults.iter().filter(is_above)
}
