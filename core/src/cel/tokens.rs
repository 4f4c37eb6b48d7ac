//! The tokens of an expression.

use crate::text::{TextRange, TextSize};

/// A token and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CelToken {
    pub(super) kind: CelTokenKind,
    pub(super) range: TextRange,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CelTokenKind {
    Name,
    /// In backticks, which members with unusual names are written in.
    QuotedName,
    Int,
    Double,
    String,
    Bytes,
    /// An operator or a bracket.
    Sign(&'static str),
    /// Text in quotes that is never closed, up to the end.
    Unclosed,
    /// A character that means nothing.
    Stray,
    End,
}

/// Longer signs first.
const SIGNS: &[&str] = &[
    "==", "!=", "<=", ">=", "&&", "||", "(", ")", "[", "]", "{", "}", ".", ",", "+", "-", "*", "/", "%", "?", ":", "!",
    "<", ">",
];

/// The tokens of the part of a text that a range covers, blanks and comments left out, with `End` behind them.
pub(super) fn tokens(text: &str, part: TextRange) -> Vec<CelToken> {
    let source = text.get(..usize::from(part.end())).unwrap_or(text);
    let mut at = usize::from(part.start());
    let mut tokens = Vec::new();
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let skipped = blank(rest);
        if skipped > 0 {
            at += skipped;
            continue;
        }
        let (kind, length) = token(rest);
        tokens.push(CelToken { kind, range: TextRange::at(size(at), size(length)) });
        at += length.max(1);
    }
    tokens.push(CelToken { kind: CelTokenKind::End, range: TextRange::empty(size(source.len())) });
    tokens
}

fn size(length: usize) -> TextSize {
    TextSize::new(length as u32)
}

/// The length of a blank or a comment that a text starts with.
fn blank(rest: &str) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r', '\u{c}']).len()
}

/// The token that a text starts with, and its length.
fn token(rest: &str) -> (CelTokenKind, usize) {
    if let Some(string) = string(rest) {
        return string;
    }
    let first = rest.chars().next().unwrap_or_default();
    let is_fraction = first == '.' && rest[1..].starts_with(|next: char| next.is_ascii_digit());
    if first.is_ascii_digit() || is_fraction {
        return number(rest);
    }
    if is_name(first) {
        return (CelTokenKind::Name, length_while(rest, is_name));
    }
    if first == '`' {
        let name = rest[1..].find(['`', '\n']).filter(|end| rest[1 + end..].starts_with('`'));
        return name.map_or((CelTokenKind::Unclosed, rest.len()), |end| (CelTokenKind::QuotedName, end + 2));
    }
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => (CelTokenKind::Sign(sign), sign.len()),
        None => (CelTokenKind::Stray, first.len_utf8()),
    }
}

fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

fn length_while(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|character| !is_part(character)).unwrap_or(text.len())
}

/// `1`, `0x1F`, `2u`, `1.5`, `.5`, `1e-3`
fn number(rest: &str) -> (CelTokenKind, usize) {
    if rest.starts_with("0x") || rest.starts_with("0X") {
        return (
            CelTokenKind::Int,
            2 + length_while(&rest[2..], |digit| digit.is_ascii_hexdigit() || "uU".contains(digit)),
        );
    }
    let digits = |from: usize| length_while(&rest[from..], |digit| digit.is_ascii_digit());
    let mut length = digits(0);
    let mut kind = CelTokenKind::Int;
    if rest[length..].starts_with('.') && digits(length + 1) > 0 {
        length += 1 + digits(length + 1);
        kind = CelTokenKind::Double;
    }
    if rest[length..].starts_with(['e', 'E']) {
        let sign = usize::from(rest[length + 1..].starts_with(['+', '-']));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            return (CelTokenKind::Double, length + 1 + sign + exponent);
        }
    }
    if kind == CelTokenKind::Int && rest[length..].starts_with(['u', 'U']) {
        length += 1;
    }
    (kind, length)
}

/// The first escape that means nothing in a text or bytes with its quotes: `\q`, `\u12`, `\ud800`.
pub(super) fn unknown_escape(literal: &str) -> Option<TextRange> {
    let open = literal.find(['"', '\''])?;
    let letters = &literal[..open];
    if letters.contains(['r', 'R']) {
        return None;
    }
    let is_bytes = letters.contains(['b', 'B']);
    let mut at = open;
    while let Some(start) = literal.get(at..)?.find('\\').map(|found| at + found) {
        let behind = &literal[start + 1..];
        let Some(length) = escape_length(behind, is_bytes) else {
            let shown = behind.chars().next().map_or(0, char::len_utf8);
            return Some(TextRange::at(size(start), size(1 + shown)));
        };
        at = start + 1 + length;
    }
    None
}

/// The length of what stands behind a backslash, as CEL's specification lists it; `None` where it is none of that.
fn escape_length(behind: &str, is_bytes: bool) -> Option<usize> {
    let code_length = |from: usize, count: usize, radix: u32| {
        let digits = behind.get(from..from + count).filter(|digits| digits.chars().all(|digit| digit.is_digit(radix)));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, radix).ok());
        code.and_then(char::from_u32).map(|_| from + count)
    };
    match behind.chars().next()? {
        'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '\\' | '?' | '"' | '\'' | '`' => Some(1),
        'x' | 'X' => code_length(1, 2, 16),
        'u' if !is_bytes => code_length(1, 4, 16),
        'U' if !is_bytes => code_length(1, 8, 16),
        '0'..='3' => code_length(0, 3, 8),
        _ => None,
    }
}

/// Text or bytes, with the letters before the quotes: `"a"`, `r'a'`, `b"""a"""`.
fn string(rest: &str) -> Option<(CelTokenKind, usize)> {
    let prefix = length_while(rest, |letter| "rRbB".contains(letter));
    let letters = rest.get(..prefix).filter(|letters| letters.len() <= 2)?;
    let quoted = &rest[prefix..];
    let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| quoted.starts_with(quote))?;
    let is_raw = letters.contains(['r', 'R']);
    let kind = if letters.contains(['b', 'B']) { CelTokenKind::Bytes } else { CelTokenKind::String };
    let mut at = quote.len();
    while let Some(inner) = quoted.get(at..).filter(|inner| !inner.is_empty()) {
        if inner.starts_with(quote) {
            return Some((kind, prefix + at + quote.len()));
        }
        let escaped = if inner.starts_with('\\') && !is_raw { inner[1..].chars().next() } else { None };
        let first = inner.chars().next().map_or(1, char::len_utf8);
        at += first + escaped.map_or(0, char::len_utf8);
    }
    Some((CelTokenKind::Unclosed, rest.len()))
}
