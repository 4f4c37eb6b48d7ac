//! One pass over the text of arguments before the parser sees it: refuses what would overflow the parser's stack,
//! finds unclosed quotes and brackets, and renames `assert`, which the parser takes for a reserved word and ytt's
//! Starlark does not.

use crate::text::{TextRange, TextSize};

/// The longest text of arguments that is parsed, in bytes.
const LONGEST: usize = 1 << 20;

/// The deepest nesting of brackets, operators and lambdas that is parsed.
const DEEPEST: u32 = 100;

/// The stand-in for `assert`, of the same length.
const ASSERT: &str = "asserT";

/// What is wrong at a token.
#[derive(Debug)]
pub(super) struct Fault {
    /// What stands there.
    pub(super) found: String,
    /// What should stand there.
    pub(super) expected: &'static str,
    /// What to do.
    pub(super) hint: Option<&'static str>,
}

/// Text that may be parsed.
#[derive(Debug)]
pub(super) struct Scanned {
    /// The arguments; every byte is where it was.
    pub(super) text: String,
}

/// An open bracket: where it is, and how many operators wait for their operand inside it.
struct Open {
    byte: usize,
    bracket: u8,
    operators: u32,
}

/// Checks the text and prepares it for the parser.
pub(super) fn scan(text: &str) -> Result<Scanned, (TextRange, Fault)> {
    if text.len() > LONGEST {
        return Err((range(0, 1), too_deep("too long")));
    }
    let mut prepared = text.to_owned();
    let mut open = vec![Open { byte: 0, bracket: b'(', operators: 0 }];
    let mut depth = 0;
    let mut byte = 0;
    while byte < text.len() {
        let rest = text.get(byte..).unwrap_or_default();
        let length = token_length(rest).ok_or_else(|| (range(byte, 1), unclosed_quote()))?;
        let token = rest.get(..length).unwrap_or_default();
        match token.as_bytes() {
            [bracket @ (b'(' | b'[' | b'{')] => {
                depth += 1;
                open.push(Open { byte, bracket: *bracket, operators: 0 });
            }
            [b')' | b']' | b'}'] if open.len() > 1 => {
                depth -= 1 + open.pop().map_or(0, |open| open.operators);
            }
            // With no bracket open the parser would take it for the end of the call and read on behind it.
            [b')' | b']' | b'}'] => return Err((range(byte, 1), surplus_bracket(token))),
            [b'#'] => return Err((range(byte, text.len() - byte), comment())),
            [b','] => depth -= open.last_mut().map_or(0, |open| std::mem::take(&mut open.operators)),
            b"assert" => prepared.replace_range(byte..byte + length, ASSERT),
            _ if is_operator(token) => {
                depth += 1;
                open.iter_mut().last().into_iter().for_each(|open| open.operators += 1);
            }
            _ => {}
        }
        if depth > DEEPEST {
            return Err((range(byte, length), too_deep("deeper than sayl follows")));
        }
        byte += length;
    }
    match open.get(1..).and_then(<[Open]>::last) {
        Some(open) => Err((range(open.byte, 1), unclosed_bracket(open.bracket))),
        None => Ok(Scanned { text: prepared }),
    }
}

/// Gives a name its own spelling back.
pub(super) fn restore(name: &str) -> String {
    if name == ASSERT { "assert".to_owned() } else { name.to_owned() }
}

/// Says what stands where the parser stopped.
pub(super) fn describe_token(text: &str, range: TextRange) -> Fault {
    let token = text.get(std::ops::Range::<usize>::from(range)).unwrap_or_default();
    let found = if token.is_empty() { "the end of the line".to_owned() } else { format!("`{token}`") };
    Fault { found, expected: "arguments as in a function call, separated by commas", hint: None }
}

/// The length of the token at the start of a text that is not empty; `None` for a quote that is never closed.
fn token_length(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    if first == '"' || first == '\'' {
        return quoted_length(text);
    }
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    if is_word(first) {
        return Some(text.find(|character| !is_word(character)).unwrap_or(text.len()));
    }
    Some(first.len_utf8())
}

/// The length of the string literal that the text starts with, quotes included.
fn quoted_length(text: &str) -> Option<usize> {
    let quote = text.get(..1)?;
    let triple = quote.repeat(3);
    let closing = if text.starts_with(&triple) { triple.as_str() } else { quote };
    let mut byte = closing.len();
    while byte < text.len() {
        let rest = text.get(byte..)?;
        if rest.starts_with(closing) {
            return Some(byte + closing.len());
        }
        let mut characters = rest.chars();
        let escaped = characters.next().filter(|&character| character == '\\').and_then(|_| characters.next());
        byte += rest.chars().next().map_or(1, char::len_utf8) + escaped.map_or(0, char::len_utf8);
    }
    None
}

fn is_operator(token: &str) -> bool {
    matches!(token, "not" | "if" | "else" | "lambda" | "and" | "or" | "in" | "for")
        || matches!(
            token.as_bytes(),
            [b'+' | b'-' | b'*' | b'/' | b'%' | b'~' | b'|' | b'&' | b'^' | b'<' | b'>' | b'.']
        )
}

fn range(start: usize, length: usize) -> TextRange {
    TextRange::at(TextSize::new(start as u32), TextSize::new(length as u32))
}

fn too_deep(found: &str) -> Fault {
    let hint = Some("move the value into a function of a `.star` file");
    Fault { found: format!("arguments that are {found}"), expected: "shorter or flatter arguments", hint }
}

fn unclosed_quote() -> Fault {
    Fault { found: "a string that is not closed on this line".to_owned(), expected: "a closing quote", hint: None }
}

fn unclosed_bracket(bracket: u8) -> Fault {
    let expected = match bracket {
        b'(' => "a closing `)`",
        b'[' => "a closing `]`",
        _ => "a closing `}`",
    };
    Fault { found: format!("a `{}` that is not closed on this line", char::from(bracket)), expected, hint: None }
}

fn surplus_bracket(token: &str) -> Fault {
    Fault { found: format!("`{token}` that closes nothing"), expected: "a bracket that was opened before", hint: None }
}

fn comment() -> Fault {
    let hint = Some("write the comment on a line of its own, after `#!`");
    Fault { found: "`#`, which makes the rest of the line a comment".to_owned(), expected: "arguments only", hint }
}
