//! The lines of a whole text, to be found by offset. Lines end at `\n`; a `\r` before it is no part.
//!
//! For features that look at every line; who needs a few of them reads the rope (`line`).

use crate::text::{TextRange, TextSize};

/// A text and where its lines start.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let behind = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(behind).collect() }
    }

    /// How many lines there are; behind a final `\n` comes one more, which is empty.
    pub(super) fn count(&self) -> usize {
        self.starts.len()
    }

    /// The line, from 0, that holds an offset.
    pub(super) fn number(&self, offset: TextSize) -> usize {
        self.starts.partition_point(|start| *start <= usize::from(offset)).saturating_sub(1)
    }

    /// Where a line starts, in bytes; the end of the text for a line that is none.
    pub(super) fn start(&self, number: usize) -> usize {
        self.starts.get(number).copied().unwrap_or(self.text.len())
    }

    /// A line without its ending.
    pub(super) fn line(&self, number: usize) -> &'t str {
        let line = self.text.get(self.start(number)..self.start(number + 1)).unwrap_or_default();
        line.trim_end_matches(['\n', '\r'])
    }

    /// From the first byte of a line to the last of another.
    pub(super) fn range(&self, first: usize, last: usize) -> TextRange {
        let (start, end) = (self.start(first), self.start(last) + self.line(last).len());
        TextRange::new(TextSize::new(start as u32), TextSize::new(end.max(start) as u32))
    }
}
