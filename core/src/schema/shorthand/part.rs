//! A part of a text that knows where it stands.

use super::Word;
use crate::text::{TextRange, TextSize};

#[derive(Clone, Copy, Debug)]
pub(super) struct ShorthandPart<'t> {
    pub(super) text: &'t str,
    pub(super) start: TextSize,
}

impl<'t> ShorthandPart<'t> {
    pub(super) fn whole(text: &'t str) -> Self {
        Self { text, start: TextSize::new(0) }
    }

    pub(super) fn range(self) -> TextRange {
        TextRange::at(self.start, TextSize::of(self.text))
    }

    pub(super) fn word(self) -> Word {
        Word { text: self.text.into(), range: self.range() }
    }

    /// What stands from `start` to `end`, in bytes of this part.
    pub(super) fn between(self, start: usize, end: usize) -> Self {
        Self { text: self.text.get(start..end).unwrap_or_default(), start: self.start + TextSize::new(start as u32) }
    }

    pub(super) fn split_at(self, at: usize) -> (Self, Self) {
        (self.between(0, at), self.between(at, self.text.len()))
    }

    pub(super) fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.between(start, start + self.text.trim().len())
    }

    pub(super) fn strip_prefix(self, prefix: &str) -> Option<Self> {
        self.text.starts_with(prefix).then(|| self.between(prefix.len(), self.text.len()))
    }

    pub(super) fn strip_suffix(self, suffix: &str) -> Option<Self> {
        let rest = self.text.strip_suffix(suffix)?;
        Some(self.between(0, rest.len()))
    }
}
