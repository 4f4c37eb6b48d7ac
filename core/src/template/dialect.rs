//! The Starlark that ytt reads, as far as it differs from the one that the parser reads.

use starlark_syntax::syntax::{Dialect, DialectTypes};

/// Names that the parser reserves and ytt does not, with their stand-ins in generated code. These have the same length,
/// so that every byte stays where it is.
const RENAMED: [(&str, &str); 3] = [("assert", "asserT"), ("async", "asynC"), ("await", "awaiT")];

/// The language for the parser.
pub fn dialect() -> Dialect {
    Dialect { enable_types: DialectTypes::Disable, enable_load_reexport: false, ..Dialect::Extended }
}

/// What stands for a name in generated code, if it must not stand there itself.
pub fn stand_in(name: &str) -> Option<&'static str> {
    RENAMED.iter().find(|(own, _)| *own == name).map(|(_, stand_in)| *stand_in)
}

/// Words that are no names, in ytt's Starlark or the parser's.
const RESERVED: [&str; 34] = [
    "False", "None", "True", "and", "as", "break", "class", "continue", "def", "del", "elif", "else", "end", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "load", "nonlocal", "not", "or", "pass",
    "raise", "return", "try", "while", "with", "yield",
];

/// Whether template code reads a text as a name.
pub fn is_name(text: &str) -> bool {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let begins = text.starts_with(|first: char| is_part(first) && !first.is_ascii_digit());
    begins && text.chars().all(is_part) && !RESERVED.contains(&text)
}

/// Gives a name its own spelling back.
pub fn restore(name: &str) -> &str {
    RENAMED.iter().find(|(_, stand_in)| *stand_in == name).map_or(name, |(own, _)| own)
}

/// Gives the names in a sentence their own spelling back.
pub fn restore_all(text: &str) -> String {
    RENAMED.iter().fold(text.to_owned(), |text, (own, stand_in)| text.replace(stand_in, own))
}
