//! Code with its place: text of a template, or text that a scalar of it means, such as that of a block scalar.

use std::ops::Range;

use crate::text::{TextRange, TextSize};

/// Text and where it comes from.
#[derive(Clone, Debug, Default)]
pub(super) struct Snippet {
    /// The text.
    pub(super) text: String,
    /// Where parts of it begin, in the text and in the template. What follows the beginning of a part stands there
    /// byte by byte.
    origins: Vec<(usize, TextSize)>,
}

impl Snippet {
    /// Text that stands in the template as it is.
    pub(super) fn new(text: &str, at: TextSize) -> Self {
        Self { text: text.to_owned(), origins: vec![(0, at)] }
    }

    /// Adds text that stands in the template at `at`.
    pub(super) fn push(&mut self, text: &str, at: TextSize) {
        let start = self.text.len();
        self.text.push_str(text);
        if self.origin(start) != Some(at) {
            self.origins.push((start, at));
        }
    }

    /// Adds another one behind a newline.
    pub(super) fn push_line(&mut self, line: &Self) {
        self.text.push('\n');
        let start = self.text.len();
        self.text.push_str(&line.text);
        self.origins.extend(line.origins.iter().map(|(at, origin)| (at + start, *origin)));
    }

    /// A part of it.
    pub(super) fn part(&self, range: Range<usize>) -> Self {
        let text = self.text.get(range.clone()).unwrap_or_default().to_owned();
        let first = self.origin(range.start).map(|origin| (0, origin));
        let (from, to) = (self.after(range.start), self.after(range.end.saturating_sub(1)));
        let rest = self.origins.get(from..to.max(from)).unwrap_or_default().iter();
        let rest = rest.map(|(at, origin)| (at - range.start, *origin));
        Self { text, origins: first.into_iter().chain(rest).collect() }
    }

    /// It without blanks around it.
    pub(super) fn trimmed(&self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start..start + self.text.trim().len())
    }

    /// It without blanks before it.
    pub(super) fn without_indentation(&self) -> Self {
        self.part(self.text.len() - self.text.trim_start().len()..self.text.len())
    }

    /// The parts that stand in the template byte by byte.
    pub(super) fn verbatim(&self) -> impl Iterator<Item = (&str, TextSize)> {
        let ends = self.origins.iter().skip(1).map(|(at, _)| *at).chain([self.text.len()]);
        self.origins.iter().zip(ends).map(|((at, origin), end)| (self.text.get(*at..end).unwrap_or_default(), *origin))
    }

    /// Where a part of it stands in the template.
    pub(super) fn place(&self, range: Range<usize>) -> TextRange {
        let start = self.origin(range.start).unwrap_or_default();
        if range.is_empty() {
            return TextRange::empty(start);
        }
        let end = self.origin(range.end - 1).unwrap_or_default() + TextSize::new(1);
        TextRange::new(start, end.max(start))
    }

    /// Where the whole of it stands in the template.
    pub(super) fn range(&self) -> TextRange {
        self.place(0..self.text.len())
    }

    /// Replaces a part by text of the same length.
    pub(super) fn rename(&mut self, range: Range<usize>, text: &str) {
        if range.len() == text.len() && self.text.get(range.clone()).is_some() {
            self.text.replace_range(range, text);
        }
    }

    /// The index of the first part that begins behind a byte.
    fn after(&self, byte: usize) -> usize {
        self.origins.partition_point(|(at, _)| *at <= byte)
    }

    fn origin(&self, byte: usize) -> Option<TextSize> {
        let index = self.after(byte).checked_sub(1)?;
        let (at, origin) = self.origins.get(index)?;
        Some(*origin + TextSize::new((byte - at) as u32))
    }
}

/// The lines of a text with their numbers, without what ends them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (u32, Snippet)> {
    let mut at = TextSize::new(0);
    text.split('\n').enumerate().map(move |(number, line)| {
        let snippet = Snippet::new(line.strip_suffix('\r').unwrap_or(line), at);
        at += TextSize::of(line) + TextSize::new(1);
        (number as u32, snippet)
    })
}
