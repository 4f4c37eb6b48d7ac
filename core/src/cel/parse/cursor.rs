//! Where the parser is among the tokens, and what it says of one that does not belong there.

use super::super::tokens::{CelToken, CelTokenKind};
use super::ParseMistake;
use crate::text::{TextRange, TextSize};

/// Reads tokens one after the other.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    /// The last is `End`.
    pub(super) tokens: Vec<CelToken>,
    pub(super) at: usize,
    pub(super) depth: usize,
    pub(super) mistake: Option<ParseMistake>,
}

impl Parser<'_> {
    pub(super) fn token(&self) -> CelToken {
        let end = CelToken { kind: CelTokenKind::End, range: TextRange::empty(TextSize::of(self.text)) };
        self.tokens.get(self.at).or(self.tokens.last()).copied().unwrap_or(end)
    }

    pub(super) fn text_of(&self, range: TextRange) -> &str {
        self.text.get(usize::from(range.start())..usize::from(range.end())).unwrap_or_default()
    }

    pub(super) fn advance(&mut self) -> CelToken {
        let token = self.token();
        self.at = (self.at + 1).min(self.tokens.len().saturating_sub(1));
        token
    }

    /// Where the token before ends.
    pub(super) fn end(&self) -> TextSize {
        let before = self.at.checked_sub(1).and_then(|before| self.tokens.get(before));
        before.map_or(self.token().range.start(), |token| token.range.end())
    }

    pub(super) fn is_at(&self, sign: &str) -> bool {
        matches!(self.token().kind, CelTokenKind::Sign(found) if found == sign)
    }

    pub(super) fn take(&mut self, sign: &str) -> bool {
        let is_there = self.is_at(sign);
        if is_there {
            self.advance();
        }
        is_there
    }

    /// The operator there, `in` included.
    pub(super) fn operator(&self) -> &str {
        let token = self.token();
        match token.kind {
            CelTokenKind::Sign(sign) => sign,
            CelTokenKind::Name if self.text_of(token.range) == "in" => "in",
            _ => "",
        }
    }

    pub(super) fn report(&mut self, range: TextRange, message: String, expected: Option<&'static str>) {
        if self.mistake.is_none() {
            self.mistake = Some(ParseMistake { range, message, expected });
        }
    }

    /// Reports the token there, which is none of what belongs there.
    pub(super) fn unexpected(&mut self, expected: &'static str) {
        let CelToken { kind, range } = self.token();
        let shown = self.text_of(range).to_owned();
        let expected = Some(expected);
        match kind {
            CelTokenKind::End => {
                // An empty range would mark nothing: what stands before it is marked.
                let before = self.at.checked_sub(1).and_then(|before| self.tokens.get(before));
                let range = before.map_or(range, |token| token.range);
                self.report(range, "The expression ends too early".to_owned(), expected);
            }
            CelTokenKind::Unclosed => self.report(range, "The quote is never closed".to_owned(), None),
            CelTokenKind::Stray => self.report(range, format!("`{shown}` means nothing in an expression"), None),
            _ => self.report(range, format!("`{shown}` is not expected here"), expected),
        }
    }

    pub(super) fn expect(&mut self, sign: &'static str, expected: &'static str) {
        if !self.take(sign) {
            self.unexpected(expected);
        }
    }
}
