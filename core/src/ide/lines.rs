//! The lines of a whole text, to be found by offset. Lines end at `\n`; a `\r` before it is no part.
//!
//! For features that look at every line; who needs a few of them reads the rope (`line`).

use std::cell::Cell;

use memchr::{memchr, memchr_iter};

use crate::text::{TextRange, TextSize};

/// A text and where its lines start.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    /// The line that was found last. Who walks over a text asks for the same line again, or for the next one.
    found: Cell<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let behind = memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        Self { text, starts: std::iter::once(0).chain(behind).collect(), found: Cell::new(0) }
    }

    /// How many lines there are; behind a final `\n` comes one more, which is empty.
    pub(super) fn count(&self) -> usize {
        self.starts.len()
    }

    /// The line, from 0, that holds an offset.
    pub(super) fn number(&self, offset: TextSize) -> usize {
        let (offset, last) = (usize::from(offset), self.found.get());
        let begins = |line: usize| self.starts.get(line).is_some_and(|start| *start <= offset);
        let found = if begins(last) && !begins(last + 2) {
            last + usize::from(begins(last + 1))
        } else {
            self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
        };
        self.found.set(found);
        found
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

    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// The numbers of the lines that hold a sign of ASCII. The others are not looked at one by one.
    pub(super) fn with(&self, sign: u8) -> impl Iterator<Item = usize> {
        let next = move |from: usize| {
            let start = self.start(from);
            let at = memchr(sign, self.text.as_bytes().get(start..)?)?;
            Some(self.number(TextSize::new((start + at) as u32)))
        };
        std::iter::successors(next(0), move |line| next(line + 1))
    }

    /// From the first byte of a line to the last of another.
    pub(super) fn range(&self, first: usize, last: usize) -> TextRange {
        let (start, end) = (self.start(first), self.start(last) + self.line(last).len());
        TextRange::new(TextSize::new(start as u32), TextSize::new(end.max(start) as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a # b\r\n\n#\nc ## d\ne";

    #[test]
    fn a_line_is_found_by_any_offset_in_any_order() {
        let ends = [0, 7, 8, 10, 17];
        for before in 0..=TEXT.len() {
            for offset in 0..=TEXT.len() + 1 {
                let lines = Lines::new(TEXT);
                lines.number(TextSize::new(before as u32));
                let expected = ends.iter().filter(|start| **start <= offset).count() - 1;
                assert_eq!(lines.number(TextSize::new(offset as u32)), expected, "{offset} after {before}");
            }
        }
    }

    #[test]
    fn lines_are_found_by_a_sign_that_they_hold() {
        let lines = Lines::new(TEXT);
        assert_eq!(lines.with(b'#').collect::<Vec<_>>(), [0, 2, 3]);
        assert_eq!(lines.with(b'e').collect::<Vec<_>>(), [4], "the last line has no end");
        assert_eq!(lines.with(b'?').count(), 0);
    }
}
