//! One pass over the text of arguments before the parser sees it: refuses what would overflow the parser's stack,
//! finds unclosed quotes and brackets, makes blanks of tabs, and renames what the parser takes for a reserved word and
//! ytt's Starlark does not.

use std::ops::Range;

use crate::template::dialect;
use crate::template::tokens::{self, CodeScanner, CodeTokenKind};
use crate::text::{TextRange, TextSize};

/// What is wrong at a token.
#[derive(Debug)]
pub(super) struct ArgumentFault {
    /// What stands there.
    pub(super) found: String,
    /// What should stand there.
    pub(super) expected: &'static str,
    /// What to do.
    pub(super) hint: Option<&'static str>,
}

/// Text that may be parsed.
#[derive(Debug)]
pub(super) struct ArgumentText {
    /// The arguments; every byte is where it was.
    pub(super) text: String,
}

/// Checks the text and prepares it for the parser.
pub(super) fn scan(text: &str) -> Result<ArgumentText, (TextRange, ArgumentFault)> {
    let mut scanner = CodeScanner::default();
    let fault = scanner.line(text).err().or_else(|| scanner.unclosed_fault.clone());
    let comment = scanner.tokens.iter().find(|token| token.kind == CodeTokenKind::Comment);
    // With no bracket open the parser would take a closing one for the end of the call and read on behind it.
    if let Some(surplus) = &scanner.surplus {
        return Err((range(surplus), surplus_bracket(text.get(surplus.clone()).unwrap_or_default())));
    }
    if let Some(comment) = comment {
        return Err((range(&comment.range), self::comment()));
    }
    if let Some(fault) = fault.or_else(|| scanner.unclosed()) {
        return Err(described(text, &fault));
    }
    let mut prepared = text.to_owned();
    for token in &scanner.tokens {
        if let Some(stand_in) = dialect::stand_in(scanner.source(token)).filter(|it| it.len() == token.range.len()) {
            prepared.replace_range(token.range.clone(), &stand_in);
        }
    }
    // The parser refuses tabs.
    for gap in scanner.gaps() {
        let blanks = text.get(gap.clone()).unwrap_or_default().replace('\t', " ");
        prepared.replace_range(gap, &blanks);
    }
    Ok(ArgumentText { text: prepared })
}

fn described(text: &str, fault: &tokens::StatementFault) -> (TextRange, ArgumentFault) {
    match fault {
        tokens::StatementFault::UnclosedText(quote) => (range(quote), unclosed_quote()),
        tokens::StatementFault::UnclosedBracket(bracket) => {
            (range(bracket), unclosed_bracket(text.get(bracket.clone()).unwrap_or_default()))
        }
        tokens::StatementFault::CarriedNowhere(backslash) => (range(backslash), describe_token(text, range(backslash))),
        tokens::StatementFault::TooDeep(token) => (range(token), too_deep("deeper than sayl follows")),
        tokens::StatementFault::TooLong => (range(&(0..1)), too_deep("too long")),
    }
}

/// Says what stands where the parser stopped.
pub(super) fn describe_token(text: &str, range: TextRange) -> ArgumentFault {
    let token = text.get(std::ops::Range::<usize>::from(range)).unwrap_or_default();
    let found = if token.is_empty() { "the end of the line".to_owned() } else { format!("`{token}`") };
    ArgumentFault { found, expected: "arguments as in a function call, separated by commas", hint: None }
}

fn range(bytes: &Range<usize>) -> TextRange {
    TextRange::new(TextSize::new(bytes.start as u32), TextSize::new(bytes.end as u32))
}

fn too_deep(found: &str) -> ArgumentFault {
    let hint = Some("move the value into a function of a `.star` file");
    ArgumentFault { found: format!("arguments that are {found}"), expected: "shorter or flatter arguments", hint }
}

fn unclosed_quote() -> ArgumentFault {
    ArgumentFault {
        found: "a string that is not closed on this line".to_owned(),
        expected: "a closing quote",
        hint: None,
    }
}

fn unclosed_bracket(bracket: &str) -> ArgumentFault {
    let expected = match bracket {
        "(" => "a closing `)`",
        "[" => "a closing `]`",
        _ => "a closing `}`",
    };
    ArgumentFault { found: format!("a `{bracket}` that is not closed on this line"), expected, hint: None }
}

fn surplus_bracket(token: &str) -> ArgumentFault {
    ArgumentFault {
        found: format!("`{token}` that closes nothing"),
        expected: "a bracket that was opened before",
        hint: None,
    }
}

fn comment() -> ArgumentFault {
    let hint = Some("write the comment on a line of its own, after `#!`");
    ArgumentFault {
        found: "`#`, which makes the rest of the line a comment".to_owned(),
        expected: "arguments only",
        hint,
    }
}
