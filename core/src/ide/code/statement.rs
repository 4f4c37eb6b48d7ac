//! Statements read line by line, with the way back to the file.

use std::ops::Range;

use crate::template::tokens::{CodeScanner, CodeToken, CodeTokenKind};
use crate::text::TextSize;

/// A statement that is being read, and where its lines stand in the file.
#[derive(Default)]
pub(in crate::ide) struct TypedStatement {
    /// Its tokens.
    pub(in crate::ide) scanner: CodeScanner,
    /// For each line: its start in the text of the scanner, and in the file.
    lines: Vec<(usize, TextSize)>,
}

impl TypedStatement {
    /// Whether it has begun.
    pub(in crate::ide) fn is_open(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Takes in the next line, which stands in the file at `at`. Gives whether the statement is complete; whatever is
    /// wrong with it completes it.
    pub(in crate::ide) fn line(&mut self, text: &str, at: TextSize) -> bool {
        let start = if self.scanner.text.is_empty() { 0 } else { self.scanner.text.len() + 1 };
        self.lines.push((start, at));
        !matches!(self.scanner.line(text), Ok(false))
    }

    /// The place in the file of an offset of the scanner's text.
    pub(in crate::ide) fn offset(&self, at: usize) -> TextSize {
        let line = self.lines.partition_point(|(start, _)| *start <= at).saturating_sub(1);
        self.lines.get(line).map_or(TextSize::new(0), |(start, file)| *file + TextSize::new((at - start) as u32))
    }

    /// The offset in the scanner's text of a place in the file; `None` in front of it and behind it.
    pub(in crate::ide) fn position(&self, offset: TextSize) -> Option<usize> {
        let line = self.lines.partition_point(|(_, file)| *file <= offset).checked_sub(1)?;
        let (start, file) = self.lines.get(line)?;
        let at = start + usize::from(offset - *file);
        let end = self.lines.get(line + 1).map_or(self.scanner.text.len(), |(next, _)| next - 1);
        (at <= end).then_some(at)
    }

    /// The tokens of each argument from the token at index `first` on, up to the bracket that closes the call.
    pub(super) fn arguments(&self, first: usize) -> Vec<Range<usize>> {
        let mut arguments = Vec::new();
        let (mut start, mut depth) = (first, 0_usize);
        let mut at = first;
        while let Some(kind) = self.kind(at) {
            match kind {
                CodeTokenKind::Open => depth += 1,
                CodeTokenKind::Close if depth == 0 => break,
                CodeTokenKind::Close => depth -= 1,
                CodeTokenKind::Sign if depth == 0 && self.source(at) == "," => {
                    arguments.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        arguments.push(start..at);
        arguments
    }

    /// Its tokens.
    pub(in crate::ide) fn tokens(&self) -> &[CodeToken] {
        &self.scanner.tokens
    }

    /// The text of the token at an index; empty if there is none.
    pub(in crate::ide) fn source(&self, index: usize) -> &str {
        self.tokens().get(index).map(|token| self.scanner.source(token)).unwrap_or_default()
    }

    /// What the token at an index is.
    pub(in crate::ide) fn kind(&self, index: usize) -> Option<CodeTokenKind> {
        self.tokens().get(index).map(|token| token.kind)
    }

    /// The index of the bracket that the closing bracket at an index closes.
    pub(in crate::ide) fn opening(&self, closing: usize) -> Option<usize> {
        let depth = self.tokens().get(closing)?.depth;
        let before = self.tokens().get(..closing)?;
        before.iter().rposition(|token| token.kind == CodeTokenKind::Open && token.depth == depth)
    }
}

/// What stands between two brackets, or in none.
pub(in crate::ide) struct BracketLevel<'a> {
    statement: &'a TypedStatement,
    /// The tokens between the brackets, those of brackets further inside included.
    pub(in crate::ide) tokens: Range<usize>,
    depth: u32,
}

impl<'a> BracketLevel<'a> {
    /// The innermost one around the token at an index.
    pub(in crate::ide) fn around(statement: &'a TypedStatement, at: usize) -> Self {
        let mut closed = 0_usize;
        let opening = (0..at).rev().find(|index| match statement.kind(*index) {
            Some(CodeTokenKind::Open) if closed == 0 => true,
            kind => {
                closed += usize::from(kind == Some(CodeTokenKind::Close));
                closed -= usize::from(kind == Some(CodeTokenKind::Open));
                false
            }
        });
        let depth = opening.and_then(|opening| statement.tokens().get(opening)).map_or(0, |bracket| bracket.depth + 1);
        let start = opening.map_or(0, |opening| opening + 1);
        let behind = statement.tokens().get(start..).unwrap_or_default();
        let length = behind.iter().position(|token| token.kind == CodeTokenKind::Close && token.depth < depth);
        Self { statement, tokens: start..start + length.unwrap_or(behind.len()), depth }
    }

    /// The index of the bracket that it begins with.
    pub(in crate::ide) fn opening(&self) -> Option<usize> {
        self.tokens.start.checked_sub(1)
    }

    /// That bracket; empty where there is none.
    pub(in crate::ide) fn bracket(&self) -> &'a str {
        self.opening().map_or("", |opening| self.statement.source(opening))
    }

    /// Whether a token stands in no further bracket.
    pub(in crate::ide) fn is_own(&self, index: usize) -> bool {
        self.statement.tokens().get(index).is_some_and(|token| token.depth == self.depth)
    }

    /// The first of its own tokens in a range that is one of some words or signs.
    pub(in crate::ide) fn find(&self, mut range: Range<usize>, words: &[&str]) -> Option<usize> {
        range.find(|index| self.is_own(*index) && words.contains(&self.statement.source(*index)))
    }
}
