//! The characters of an expression, with the place where each stands.

use std::ops::Range;

use super::RegexpError;

/// Reads an expression from left to right.
pub(super) struct RegexpScan<'p> {
    pattern: &'p str,
    /// Where it stands, in bytes.
    pub(super) at: usize,
}

impl<'p> RegexpScan<'p> {
    pub(super) fn new(pattern: &'p str) -> Self {
        Self { pattern, at: 0 }
    }

    /// What has not been read.
    pub(super) fn rest(&self) -> &'p str {
        self.pattern.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads this text, if it comes next.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let comes = self.rest().starts_with(text);
        if comes {
            self.at += text.len();
        }
        comes
    }

    /// Reads characters as long as they fit.
    pub(super) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'p str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|character| !fits(character)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// Reads to this text and over it; `None`, and nothing is read, if it does not come.
    pub(super) fn take_to(&mut self, end: &str) -> Option<&'p str> {
        let (before, _) = self.rest().split_once(end)?;
        self.at += before.len() + end.len();
        Some(before)
    }

    /// What is wrong with the text from `start` to here.
    pub(super) fn refuse(&self, start: usize, why: &str) -> RegexpError {
        let range: Range<usize> = start..self.at;
        let text = self.pattern.get(range.clone()).unwrap_or_default();
        RegexpError { message: format!("`{text}` {why}"), range }
    }
}
