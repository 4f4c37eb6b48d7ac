//! What stands at a cursor in code: a name, a member of a value, a string, or nothing that can be completed.

use std::ops::Range;

use super::chain::{AccessChain, ends_value};
use super::{CodeKind, CursorCode, KEYWORDS};
use crate::template::tokens::{CodeToken, CodeTokenKind};

/// What stands at a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ide) enum CodeSpot {
    /// A name, or where one may begin.
    Name {
        /// The name as far as it is there.
        word: Range<usize>,
        /// What may stand there.
        position: NamePosition,
    },
    /// What is read from a value, behind a dot or as `["…`.
    Member {
        /// The value.
        of: AccessChain,
        /// The name as far as it is there, without quotes.
        word: Range<usize>,
        /// What closes it and is missing, if it stands in quotes.
        closing: Option<String>,
    },
    /// A string.
    Text {
        /// The index of its token.
        token: usize,
        /// Its inside; of one that is not closed, up to the cursor.
        word: Range<usize>,
        /// The quotes that are missing at its end.
        closing: String,
    },
}

/// What may stand where a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ide) enum NamePosition {
    /// The beginning of a statement.
    Statement,
    /// A value.
    Value,
    /// What goes on behind a value, such as `and`.
    Operator,
    /// The `in` of a loop, behind its variables.
    Loop,
}

impl CursorCode {
    /// What stands at the cursor; `None` in comments, numbers and where a new name is being given.
    pub(in crate::ide) fn spot(&self) -> Option<CodeSpot> {
        let (statement, cursor) = (&self.statement, self.cursor);
        let is_in_open_text =
            statement.scanner.is_in_text() && statement.tokens().last().is_none_or(|last| last.range.end < cursor);
        if is_in_open_text {
            return None;
        }
        let touched = statement.tokens().iter().position(|token| self.touches(token));
        let (word, index) = match touched {
            Some(index) => match statement.kind(index)? {
                CodeTokenKind::Text => return self.text(index),
                CodeTokenKind::Word => (statement.tokens().get(index)?.range.clone(), index),
                CodeTokenKind::Comment | CodeTokenKind::Open | CodeTokenKind::Close | CodeTokenKind::Sign => {
                    return None;
                }
            },
            None => (cursor..cursor, statement.tokens().partition_point(|token| token.range.end <= cursor)),
        };
        if statement.scanner.text.get(word.clone())?.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        let before = index.checked_sub(1);
        if let Some(dot) = before.filter(|before| statement.source(*before) == ".") {
            return Some(CodeSpot::Member { of: AccessChain::before(statement, dot)?, word, closing: None });
        }
        // Behind the line that opens a block mostly comes the next line.
        let is_wanted = |it: &NamePosition| !word.is_empty() || before.is_none() || *it != NamePosition::Statement;
        let position = self.position(before).filter(is_wanted)?;
        Some(CodeSpot::Name { word, position })
    }

    /// Whether the cursor stands in a token or at the end of one that goes on when something is typed.
    fn touches(&self, token: &CodeToken) -> bool {
        let is_behind_start = token.range.start < self.cursor;
        match token.kind {
            CodeTokenKind::Word => token.range.start <= self.cursor && self.cursor <= token.range.end,
            CodeTokenKind::Comment => is_behind_start && self.cursor <= token.range.end,
            CodeTokenKind::Text => {
                let end =
                    if is_closed(self.statement.scanner.source(token)) { token.range.end - 1 } else { token.range.end };
                is_behind_start && self.cursor <= end
            }
            CodeTokenKind::Open | CodeTokenKind::Close | CodeTokenKind::Sign => false,
        }
    }

    /// The string at an index: a member if it is the index of a value, or what `getattr` and `hasattr` ask for.
    fn text(&self, token: usize) -> Option<CodeSpot> {
        // Among the quotes themselves the cursor is in no string.
        let is_at = |word: &Range<usize>| word.start <= self.cursor && self.cursor <= word.end;
        let (word, closing) = self.inside(token).filter(|(word, _)| is_at(word))?;
        let bracket = token.checked_sub(1).filter(|at| self.statement.source(*at) == "[");
        if let Some(of) = bracket.and_then(|bracket| AccessChain::before(&self.statement, bracket)) {
            let bracket = if closing.is_empty() { "" } else { "]" };
            return Some(CodeSpot::Member { of, word, closing: Some(format!("{closing}{bracket}")) });
        }
        if let Some(of) = self.getattr_chain(token) {
            return Some(CodeSpot::Member { of, word, closing: Some(closing) });
        }
        Some(CodeSpot::Text { token, word, closing })
    }

    /// The inside of a string, up to the cursor if it is not closed, and the quotes that are missing at its end.
    fn inside(&self, token: usize) -> Option<(Range<usize>, String)> {
        let literal = self.statement.source(token);
        let range = &self.statement.tokens().get(token)?.range;
        let quotes = quotes(literal);
        let prefix = literal.len() - literal.trim_start_matches(['r', 'b']).len();
        let start = (range.start + prefix + quotes.len()).min(range.end);
        if is_closed(literal) {
            return Some((start..(range.end - quotes.len()).max(start), String::new()));
        }
        Some((start..self.cursor.max(start), quotes.to_owned()))
    }

    /// The value whose attribute a string names: `getattr(value, "…`.
    fn getattr_chain(&self, token: usize) -> Option<AccessChain> {
        let comma = token.checked_sub(1).filter(|at| self.statement.source(*at) == ",")?;
        let of = AccessChain::before(&self.statement, comma)?;
        let opening = of.first.checked_sub(1).filter(|at| self.statement.source(*at) == "(")?;
        let function = opening.checked_sub(1)?;
        matches!(self.statement.source(function), "getattr" | "hasattr").then_some(of)
    }

    /// What may stand behind the token at an index.
    fn position(&self, before: Option<usize>) -> Option<NamePosition> {
        let Some(before) = before else {
            let is_statement = self.kind == CodeKind::Statement;
            return Some(if is_statement { NamePosition::Statement } else { NamePosition::Value });
        };
        let source = self.statement.source(before);
        if matches!(source, "def" | "lambda" | "load") {
            return None;
        }
        if self.gives_names(before) {
            let is_named = self.is_loop(before) && ends_value(&self.statement, Some(before));
            return is_named.then_some(NamePosition::Loop);
        }
        if self.is_colon_of_block(before) {
            return Some(NamePosition::Statement);
        }
        if ends_value(&self.statement, Some(before)) {
            return (!self.is_complete(before)).then_some(NamePosition::Operator);
        }
        let is_keyword_of_its_own = matches!(source, "end" | "break" | "continue" | "pass");
        (!is_keyword_of_its_own).then_some(NamePosition::Value)
    }

    /// Whether a token is the colon behind which a block begins.
    fn is_colon_of_block(&self, index: usize) -> bool {
        let is_outermost = self.statement.tokens().get(index).is_some_and(|token| token.depth == 0);
        let begins_block = matches!(self.statement.source(0), "def" | "if" | "elif" | "else" | "for" | "while");
        let is_of_lambda = (0..index).any(|before| self.statement.source(before) == "lambda");
        self.statement.source(index) == ":" && is_outermost && begins_block && !is_of_lambda
    }

    /// Whether nothing is to be said behind a value: what is loaded, and a name that a statement begins with, behind
    /// which only a sign can stand.
    fn is_complete(&self, before: usize) -> bool {
        let first = self.statement.source(0);
        let is_value =
            |index: usize| KEYWORDS.contains(&self.statement.source(index)) || self.statement.source(index) == "=";
        let is_bare = self.kind == CodeKind::Statement && !(0..=before).any(is_value);
        let is_outermost = self.statement.tokens().get(before).is_some_and(|token| token.depth == 0);
        first == "load" || is_bare && is_outermost
    }

    /// Whether names are given where the cursor stands: parameters, and variables of a loop.
    fn gives_names(&self, before: usize) -> bool {
        let is_default = self.statement.source(before) == "=";
        let tokens = self.statement.tokens();
        let depth = tokens.get(before).map_or(0, |token| token.depth + u32::from(token.kind == CodeTokenKind::Open));
        let is_definition = self.statement.source(0) == "def" && depth == 1 && !is_default;
        is_definition || self.lists_names(before).is_some() && !is_default
    }

    /// Whether these are the names of a loop, not of a function.
    fn is_loop(&self, before: usize) -> bool {
        self.lists_names(before) == Some("for")
    }

    /// The word that begins the list of names that the token at an index is in.
    fn lists_names(&self, before: usize) -> Option<&str> {
        let governing = (0..=before).rev().map(|index| self.statement.source(index));
        let mut governing = governing.take_while(|source| !matches!(*source, ":" | "in" | "("));
        governing.find(|source| matches!(*source, "for" | "lambda"))
    }
}

/// Whether a string literal has its closing quote.
fn is_closed(literal: &str) -> bool {
    let inner = literal.trim_start_matches(['r', 'b']);
    let Some(quote) = inner.chars().next() else { return false };
    inner.len() > 1 && inner.ends_with(quote) && !inner.ends_with(&format!("\\{quote}"))
}

/// The quotes that a string literal begins with.
fn quotes(literal: &str) -> &'static str {
    let inner = literal.trim_start_matches(['r', 'b']);
    ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| inner.starts_with(quotes)).unwrap_or_default()
}

/// Whether a word is a name, and no keyword.
pub(in crate::ide) fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && word.chars().all(|character| character.is_alphanumeric() || character == '_')
        && !KEYWORDS.contains(&word)
}
