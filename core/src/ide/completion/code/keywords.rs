//! The words of the language, as far as they suit a place.

use crate::ide::code::CursorCode;
use crate::ide::code::statement::BracketLevel;

/// Words that begin a statement.
pub(super) const STATEMENTS: [&str; 11] =
    ["break", "continue", "def", "elif", "else", "end", "for", "if", "load", "return", "while"];

/// How a statement goes on that has a block, as an LSP snippet.
pub(super) fn header(keyword: &str) -> Option<&'static str> {
    match keyword {
        "def" => Some("def ${1:name}($2):"),
        "for" => Some("for ${1:each} in ${2:list}:"),
        "if" => Some("if ${1:condition}:"),
        _ => None,
    }
}

/// Words that begin a value.
pub(super) const VALUES: [&str; 2] = ["lambda", "not"];

/// Words that go on behind the value that ends in front of a place: `for` only between brackets, where a value is made
/// for each item of a list, and `else` only where an `if` waits for it.
pub(super) fn behind_value(code: &CursorCode, at: usize) -> Vec<&'static str> {
    let statement = &code.statement;
    let end = statement.tokens().partition_point(|token| token.range.end <= at);
    let level = BracketLevel::around(statement, end);
    // The first token of all may be an `if` that has no `else`.
    let before: Vec<&str> =
        (level.tokens.start.max(1)..end).filter(|it| level.is_own(*it)).map(|it| statement.source(it)).collect();
    let value = before.rsplit(|word| matches!(*word, "," | ":" | "else")).next().unwrap_or_default();
    let mut words = vec!["and", "if", "in", "not in", "or"];
    words.extend((value.contains(&"if") && !value.contains(&"for")).then_some("else"));
    words.extend(matches!(level.bracket(), "[" | "{").then_some("for"));
    words
}
