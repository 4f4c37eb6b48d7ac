//! The Starlark that ytt reads, as far as it differs from the one that the parser reads.

use std::borrow::Cow;

use starlark_syntax::syntax::{Dialect, DialectTypes};

/// Names that the parser reserves and ytt does not, with their stand-ins in generated code. These have the same length,
/// so that every byte stays where it is.
const RENAMED: [(&str, &str); 3] = [("assert", "asserT"), ("async", "asynC"), ("await", "awaiT")];

/// The language for the parser.
pub fn dialect() -> Dialect {
    Dialect { enable_types: DialectTypes::Disable, enable_load_reexport: false, ..Dialect::Extended }
}

/// What stands for a name in generated code, if it must not stand there itself. The parser takes ASCII only.
pub fn stand_in(name: &str) -> Option<Cow<'static, str>> {
    if let Some((_, stand_in)) = RENAMED.iter().find(|(own, _)| *own == name) {
        return Some((*stand_in).into());
    }
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    (!name.is_ascii() && name.chars().all(is_letter)).then(|| name.chars().map(in_ascii).collect())
}

/// A letter as the parser takes it.
fn in_ascii(letter: char) -> String {
    if letter.is_ascii() { letter.to_string() } else { format!("{LETTER}{:x}_", u32::from(letter)) }
}

/// Stands before the number of a letter that the parser does not take, behind which stands `_`.
const LETTER: &str = "__u";

/// Gives the letters of names back that the parser does not take.
fn with_letters(text: &str) -> Cow<'_, str> {
    let mut parts = text.split(LETTER);
    let before = parts.next().unwrap_or_default();
    if before.len() == text.len() {
        return text.into();
    }
    let mut restored = before.to_owned();
    for part in parts {
        let letter = part.split_once('_').and_then(|(number, behind)| Some((letter(number)?, behind)));
        match letter {
            Some((letter, behind)) => restored.extend([letter.encode_utf8(&mut [0; 4]), behind]),
            None => restored.extend([LETTER, part]),
        }
    }
    restored.into()
}

/// The letter of a number; ASCII is its own.
fn letter(number: &str) -> Option<char> {
    u32::from_str_radix(number, 16).ok().and_then(char::from_u32).filter(|letter| !letter.is_ascii())
}

/// Words that are no names, in ytt's Starlark or the parser's.
const RESERVED: [&str; 34] = [
    "False", "None", "True", "and", "as", "break", "class", "continue", "def", "del", "elif", "else", "end", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "load", "nonlocal", "not", "or", "pass",
    "raise", "return", "try", "while", "with", "yield",
];

/// Whether template code reads a text as a name.
pub fn is_name(text: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let begins = text.starts_with(|first: char| is_part(first) && !first.is_numeric());
    begins && text.chars().all(is_part) && !RESERVED.contains(&text)
}

/// Gives a name its own spelling back.
pub fn restore(name: &str) -> Cow<'_, str> {
    match RENAMED.iter().find(|(_, stand_in)| *stand_in == name) {
        Some((own, _)) => (*own).into(),
        None => with_letters(name),
    }
}

/// Gives the names in a sentence their own spelling back.
pub fn restore_all(text: &str) -> String {
    let text = with_letters(text).into_owned();
    RENAMED.iter().fold(text, |text, (own, stand_in)| text.replace(stand_in, own))
}
