//! How one scalar prints: which quotes a text needs, which digits a number has. The rules are those of the YAML
//! writer that ytt uses.

use std::fmt::Write as _;

use smol_str::SmolStr;

use crate::yaml::ScalarValue;
use crate::yaml::scalar::{is_timestamp, resolve_plain};

/// A float with the fewest digits that read back the same; with an exponent from a million on and below 0.0001.
pub(super) fn float(float: f64) -> String {
    if float.is_nan() {
        return ".nan".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    with_exponent(float, -4, 6)
}

/// A finite float as JSON, with an exponent from 1e21 on and below 1e-6.
pub(super) fn json_float(float: f64) -> String {
    let text = with_exponent(float, -6, 21);
    // JSON writes small exponents with one digit.
    text.replace("e-0", "e-")
}

/// A finite float; with an exponent where that is below `least` or not below `most`.
fn with_exponent(float: f64, least: i32, most: i32) -> String {
    let scientific = format!("{float:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if float == 0.0 || (least..most).contains(&exponent) {
        return float.to_string();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PrintStyle {
    Plain,
    Single,
    Double,
    Literal,
}

/// A text where further lines would stand at `column`.
pub(super) fn write_string(string: &SmolStr, column: usize, text: &mut String) {
    match style(string, true) {
        PrintStyle::Literal => write_literal(string, column, text),
        style => write_styled(string, style, column, text),
    }
}

/// A text that has to stay on one line, such as a key.
pub(super) fn on_one_line(string: &SmolStr) -> String {
    let mut text = String::new();
    write_styled(string, style(string, false), 0, &mut text);
    text
}

/// Further lines of a text in quotes stand at `column`.
fn write_styled(string: &str, style: PrintStyle, column: usize, text: &mut String) {
    match style {
        PrintStyle::Plain => text.push_str(string),
        PrintStyle::Single => {
            text.push('\'');
            write_lines(&string.replace('\'', "''"), false, column, text);
            text.push('\'');
        }
        PrintStyle::Double | PrintStyle::Literal => write_double_quoted(string, text),
    }
}

/// Lines as they are, each with something on it at `column`; `is_start` tells whether the text begins a line.
fn write_lines(string: &str, is_start: bool, column: usize, text: &mut String) {
    let mut is_start = is_start;
    for character in string.chars() {
        if is_start && !is_break(character) {
            text.extend(std::iter::repeat_n(' ', column));
        }
        is_start = is_break(character);
        text.push(character);
    }
}

fn style(string: &SmolStr, literal_allowed: bool) -> PrintStyle {
    let allowed = Allowed::of(string);
    let reads_as_text = matches!(resolve_plain(string), ScalarValue::String(_));
    let wanted = if string.contains('\n') {
        PrintStyle::Literal
    } else if reads_as_text && !is_base_60(string) && !is_timestamp(string) {
        PrintStyle::Plain
    } else {
        PrintStyle::Double
    };
    match wanted {
        PrintStyle::Literal if allowed.literal && literal_allowed => PrintStyle::Literal,
        PrintStyle::Plain if allowed.plain => PrintStyle::Plain,
        PrintStyle::Plain if allowed.single => PrintStyle::Single,
        _ => PrintStyle::Double,
    }
}

/// Which styles can hold a text.
struct Allowed {
    plain: bool,
    single: bool,
    literal: bool,
}

impl Allowed {
    fn of(string: &str) -> Self {
        let is_edge = |c: Option<char>| c.is_some_and(|c| c == ' ' || is_break(c));
        let is_special = string.chars().any(|c| !is_printable(c));
        let pairs = || string.chars().zip(string.chars().skip(1));
        let space_break = pairs().any(|(left, right)| left == ' ' && is_break(right));
        let break_space = pairs().any(|(left, right)| is_break(left) && right == ' ');
        let has_breaks = string.chars().any(is_break);
        let edges = is_edge(string.chars().next()) || is_edge(string.chars().next_back());
        Self {
            plain: !(edges || break_space || space_break || is_special || has_breaks || has_indicators(string)),
            single: !(break_space || space_break || is_special),
            literal: !(string.ends_with(' ') || space_break || is_special),
        }
    }
}

/// Whether a character breaks a line.
pub(super) fn is_break(character: char) -> bool {
    matches!(character, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether a plain scalar of this text would be taken for something else by its indicators.
fn has_indicators(string: &str) -> bool {
    let is_blank = |c: Option<char>| c.is_none_or(|c| c == ' ' || c == '\t');
    let characters: Vec<char> = string.chars().collect();
    let is_followed = |index: usize| is_blank(characters.get(index + 1).copied());
    let first = match characters.first() {
        Some('#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`') => true,
        Some('?' | ':' | '-') => is_followed(0),
        _ => false,
    };
    let later = characters.iter().enumerate().skip(1).any(|(index, character)| match character {
        ':' => is_followed(index),
        '#' => is_blank(characters.get(index - 1).copied()),
        _ => false,
    });
    first || later || string.starts_with("---") || string.starts_with("...")
}

/// Whether the writer takes a character for printable; it knows nothing beyond U+FFFF.
fn is_printable(character: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{a0}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
}

/// `1:30`, which other readers take for a number to the base of 60.
fn is_base_60(string: &str) -> bool {
    let unsigned = string.strip_prefix(['+', '-']).unwrap_or(string);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    let mut parts = whole.split(':');
    let starts = parts.next().is_some_and(|first| first.starts_with(|c: char| c.is_ascii_digit()) && is_digits(first));
    let mut sixties = parts.peekable();
    let is_sixty = |part: &str| match part.as_bytes() {
        [digit] => digit.is_ascii_digit(),
        [ten, digit] => (b'0'..=b'5').contains(ten) && digit.is_ascii_digit(),
        _ => false,
    };
    starts && sixties.peek().is_some() && sixties.all(is_sixty) && is_digits(fraction)
}

/// The line break at its end is left to who goes on.
fn write_literal(string: &str, column: usize, text: &mut String) {
    text.push('|');
    if string.starts_with(|first| first == ' ' || is_break(first)) {
        text.push('2');
    }
    text.push_str(match string.strip_suffix(is_break) {
        None => "-",
        Some(rest) if rest.is_empty() || rest.ends_with(is_break) => "+",
        Some(_) => "",
    });
    text.push('\n');
    write_lines(string.strip_suffix('\n').unwrap_or(string), true, column, text);
}

/// Of a text that begins with a byte order mark every character is escaped.
fn write_double_quoted(string: &str, text: &mut String) {
    let is_marked = string.starts_with('\u{feff}');
    text.push('"');
    for character in string.chars() {
        let code = u32::from(character);
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\0' => text.push_str("\\0"),
            '\u{7}' => text.push_str("\\a"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{b}' => text.push_str("\\v"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            '\u{1b}' => text.push_str("\\e"),
            '\u{85}' => text.push_str("\\N"),
            '\u{2028}' => text.push_str("\\L"),
            '\u{2029}' => text.push_str("\\P"),
            _ if is_printable(character) && !is_marked => text.push(character),
            '\u{a0}' => text.push_str("\\_"),
            _ => {
                let _ = match code {
                    ..=0xff => write!(text, "\\x{code:02X}"),
                    0x100..=0xffff => write!(text, "\\u{code:04X}"),
                    _ => write!(text, "\\U{code:08X}"),
                };
            }
        }
    }
    text.push('"');
}
