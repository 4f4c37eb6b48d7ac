//! What the parser of Starlark refuses, in words for people who write templates.

use crate::problem::{Code, Problem};
use crate::text::{FileId, Place, TextRange, TextSize};

/// The problem that the parser reports as `error` at a place of the template.
pub(super) fn problem(file: FileId, text: &str, error: &str, range: TextRange) -> Problem {
    let (range, token) = token(text, range);
    let new = |message: String| Problem::new(Code::TemplateSyntax, Place::absolute(file, range), message);
    if let Some(message) = message(error, token) {
        return new(message);
    }
    let found = if token.is_empty() { "the end of the code".to_owned() } else { format!("`{token}`") };
    let problem = new("The template code is not valid Starlark".to_owned()).found(found);
    let problem = match error.split_once(", expected ") {
        Some((_, expected)) => problem.expected(expectation(expected)),
        None => problem,
    };
    hint(text, range, token).into_iter().fold(problem, Problem::hint)
}

/// The token at a place. At the end of a line it is empty.
fn token(text: &str, range: TextRange) -> (TextRange, &str) {
    let source = text.get(std::ops::Range::<usize>::from(range)).unwrap_or_default();
    let token = source.lines().next().unwrap_or_default();
    let token = if token.trim().is_empty() { "" } else { token };
    (TextRange::at(range.start(), TextSize::of(token)), token)
}

/// What is wrong with a token that could be read.
fn message(error: &str, token: &str) -> Option<String> {
    let word = token.split_whitespace().next().unwrap_or_default();
    let message = match () {
        () if error.contains("reserved keyword") && error.contains("cannot use") => {
            format!("`{word}` is reserved and cannot be used")
        }
        () if error.contains("outside of a `for`") => format!("`{word}` is outside a loop"),
        () if error.contains("outside of a `def`") => format!("`{word}` is outside a function"),
        () if error.contains("must only occur at the top") => {
            "`load` stands inside a function, or on the line of another statement".to_owned()
        }
        () if error.contains("duplicated parameter") => format!("The parameter `{token}` is there twice"),
        () if error.contains("left-hand-side") => format!("Nothing can be assigned to `{token}`"),
        () if error.contains("at least two arguments") => "This `load` takes nothing from the file".to_owned(),
        () if error.contains("leading 0") => format!("`{token}` is not a number; octal numbers start with `0o`"),
        () if error.contains("escape sequence") => format!("The string contains the invalid escape `{token}`"),
        () if error.contains("in parameters") || error.contains("arameter after") => {
            format!("The parameter `{token}` is in the wrong place")
        }
        () => return None,
    };
    Some(message)
}

/// What the parser expects, in quotes as everywhere.
fn expectation(expected: &str) -> String {
    let name = expected.trim_start_matches("symbol ").trim_start_matches("keyword ").trim_end();
    match name.trim_matches('\'') {
        "identifier" => "a name".to_owned(),
        "expression" => "an expression".to_owned(),
        "new line" => "the end of the line".to_owned(),
        "new indentation block" => "the end of the line, and the block below it".to_owned(),
        "assignment operator" => "`=`".to_owned(),
        "string literal" | "string literal or identifier" => "a string".to_owned(),
        sign if sign.len() < name.len() => format!("`{sign}`"),
        words => words.to_owned(),
    }
}

/// What is meant most likely.
fn hint(text: &str, range: TextRange, token: &str) -> Option<String> {
    let before = text.get(..range.start().into()).unwrap_or_default();
    let behind = text.get(range.start().into()..).unwrap_or_default();
    let hint = match token {
        "|" if before.ends_with('|') || behind.starts_with("||") => "write `or`",
        "&" if before.ends_with('&') || behind.starts_with("&&") => "write `and`",
        "!" => "write `not`",
        "if" if before.trim_end().ends_with("else") => "write `elif`",
        _ if before.ends_with('.') && token.chars().all(char::is_alphabetic) && !token.is_empty() => {
            return Some(format!("write `getattr(…, \"{token}\")`, as `{token}` is a word of the language"));
        }
        _ => return None,
    };
    Some(hint.to_owned())
}
