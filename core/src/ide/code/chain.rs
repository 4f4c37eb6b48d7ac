//! Values as code writes them: a name or a literal, and what is read from it or called on it.

use std::ops::Range;

use super::KEYWORDS;
use super::statement::TypedStatement;
use crate::template::tokens::CodeTokenKind;

/// A value and what is read from it: `data.values.db["host"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ide) struct AccessChain {
    /// What it begins with.
    pub(in crate::ide) root: Root,
    /// What is read from it, step by step.
    pub(in crate::ide) steps: Vec<AccessStep>,
    /// The index of its first token.
    pub(in crate::ide) first: usize,
}

/// What a chain begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ide) enum Root {
    /// A name.
    Name(String),
    /// A literal of this type.
    Literal(&'static str),
}

/// What is done with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ide) enum AccessStep {
    /// `.name` or `["name"]`
    Name(String),
    /// `[…]` with anything else in it.
    Index,
    /// A call, with the tokens between its brackets.
    Call(Range<usize>),
}

impl AccessChain {
    /// The name that it begins with and consists of; empty if it is anything else.
    pub(in crate::ide) fn root_name(&self) -> &str {
        match (&self.root, self.steps.is_empty()) {
            (Root::Name(name), true) => name,
            _ => "",
        }
    }

    /// The value that ends in front of the token at index `end`.
    pub(in crate::ide) fn before(statement: &TypedStatement, end: usize) -> Option<Self> {
        let mut steps = Vec::new();
        let mut end = end;
        loop {
            let last = end.checked_sub(1)?;
            let (root, first) = match statement.kind(last)? {
                CodeTokenKind::Text => (Root::Literal("string"), last),
                CodeTokenKind::Word => {
                    let name = statement.source(last);
                    if KEYWORDS.contains(&name) || name.starts_with(|first: char| first.is_ascii_digit()) {
                        return None;
                    }
                    if let Some(dot) = last.checked_sub(1).filter(|before| statement.source(*before) == ".") {
                        steps.push(AccessStep::Name(name.to_owned()));
                        end = dot;
                        continue;
                    }
                    (Root::Name(name.to_owned()), last)
                }
                CodeTokenKind::Close => {
                    let opening = statement.opening(last)?;
                    if ends_value(statement, opening.checked_sub(1)) {
                        steps.push(suffix(statement, opening, last));
                        end = opening;
                        continue;
                    }
                    (literal(statement, opening)?, opening)
                }
                CodeTokenKind::Open | CodeTokenKind::Sign | CodeTokenKind::Comment => return None,
            };
            steps.reverse();
            return Some(Self { root, steps, first });
        }
    }
}

/// Whether the token at an index ends a value, so that a bracket behind it is a call or an index.
pub(in crate::ide) fn ends_value(statement: &TypedStatement, index: Option<usize>) -> bool {
    let Some(index) = index else { return false };
    match statement.kind(index) {
        Some(CodeTokenKind::Word) => {
            let word = statement.source(index);
            matches!(word, "True" | "False" | "None" | "load") || !KEYWORDS.contains(&word)
        }
        Some(CodeTokenKind::Text | CodeTokenKind::Close) => true,
        _ => false,
    }
}

/// A bracket behind a value.
fn suffix(statement: &TypedStatement, opening: usize, closing: usize) -> AccessStep {
    if statement.source(opening) == "(" {
        return AccessStep::Call(opening + 1..closing);
    }
    let is_text = closing == opening + 2 && statement.kind(opening + 1) == Some(CodeTokenKind::Text);
    if is_text { AccessStep::Name(unquoted(statement.source(opening + 1)).to_owned()) } else { AccessStep::Index }
}

/// A bracket that begins a value.
fn literal(statement: &TypedStatement, opening: usize) -> Option<Root> {
    match statement.source(opening) {
        "[" => Some(Root::Literal("list")),
        "{" => Some(Root::Literal("dict")),
        _ => None,
    }
}

/// The text of a string literal, escapes as they are written.
pub(in crate::ide) fn unquoted(literal: &str) -> &str {
    let inner = literal.trim_start_matches(['r', 'b']);
    let Some(quote) = inner.chars().next().filter(|first| matches!(first, '"' | '\'')) else { return literal };
    inner.trim_start_matches(quote).trim_end_matches(quote)
}
