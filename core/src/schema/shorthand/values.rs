//! The values of markers, read as Go's standard library reads them.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, SequenceValue, Value, ValueKind};

/// Text with its quotes taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unquoted {
    pub(crate) text: SmolStr,
    /// Whether it stands in double quotes but is no valid quoted text, so that they belong to it.
    pub(crate) keeps_quotes: bool,
}

/// Takes the quotes off text that stands in them as a whole.
pub(crate) fn unquoted(text: &str) -> Unquoted {
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    if let Some(inside) = inside('\'') {
        return Unquoted { text: inside.replace("''", "'").into(), keeps_quotes: false };
    }
    match inside('"').map(unescaped) {
        Some(Some(text)) => Unquoted { text, keeps_quotes: false },
        Some(None) => Unquoted { text: text.into(), keeps_quotes: true },
        None => Unquoted { text: text.into(), keeps_quotes: false },
    }
}

/// What stands in double quotes, escapes undone; `None` if one is not valid.
fn unescaped(inside: &str) -> Option<SmolStr> {
    let mut bytes = Vec::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(next) = rest.chars().next() {
        rest = &rest[next.len_utf8()..];
        match next {
            '"' | '\n' => return None,
            '\\' => rest = escape(rest, &mut bytes)?,
            _ => bytes.extend_from_slice(next.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Some(String::from_utf8_lossy(&bytes).into())
}

/// Undoes the escape behind a backslash; gives what follows it.
fn escape<'a>(rest: &'a str, bytes: &mut Vec<u8>) -> Option<&'a str> {
    let letter = rest.bytes().next()?;
    let (digits, radix) = match letter {
        b'x' => (rest.get(1..3)?, 16),
        b'u' => (rest.get(1..5)?, 16),
        b'U' => (rest.get(1..9)?, 16),
        b'0'..=b'7' => (rest.get(0..3)?, 8),
        _ => {
            bytes.push(match letter {
                b'a' => 7,
                b'b' => 8,
                b'f' => 12,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'v' => 11,
                b'\\' | b'"' => letter,
                _ => return None,
            });
            return rest.get(1..);
        }
    };
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let code = u32::from_str_radix(digits, radix).ok()?;
    match letter {
        b'u' | b'U' => bytes.extend_from_slice(char::from_u32(code)?.encode_utf8(&mut [0; 4]).as_bytes()),
        _ => bytes.push(u8::try_from(code).ok()?),
    }
    rest.get(digits.len() + usize::from(radix == 16)..)
}

/// The text of a marker as kro has it: quotes around all of it are taken off, and a backslash stands before `"` and `\` in
/// them.
pub(crate) fn text(value: &str) -> SmolStr {
    let inside = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let Some(inside) = inside else { return value.trim().into() };
    let mut text = String::with_capacity(inside.len());
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        match (letter, letters.clone().next()) {
            ('\\', Some(escaped @ ('"' | '\\'))) => {
                text.push(escaped);
                letters.next();
            }
            ('\\', None) => {}
            _ => text.push(letter),
        }
    }
    text.into()
}

/// A decimal whole number.
pub(crate) fn integer(text: &str) -> Option<i64> {
    text.parse().ok()
}

/// `true`, `T`, `1` and their kin.
pub(crate) fn boolean(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

/// A number: decimal or hexadecimal, with underscores between digits, or one of the words for no finite number.
pub(crate) fn float(text: &str) -> Option<f64> {
    let digits = without_underscores(text)?;
    let (sign, magnitude) = match digits.strip_prefix('-') {
        Some(magnitude) => (-1.0, magnitude),
        None => (1.0, digits.strip_prefix('+').unwrap_or(&digits)),
    };
    if let Some(hex) = magnitude.strip_prefix("0x").or_else(|| magnitude.strip_prefix("0X")) {
        return hex_float(hex).map(|float| sign * float);
    }
    if magnitude.starts_with(['+', '-']) {
        return None;
    }
    let float: f64 = magnitude.parse().ok()?;
    let is_word = !magnitude.bytes().any(|byte| byte.is_ascii_digit());
    (float.is_finite() || is_word).then_some(sign * float)
}

/// The number without underscores; `None` where one does not stand between digits.
fn without_underscores(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let is_hex = text.contains(['x', 'X']);
    let is_digit = |at: Option<usize>| {
        let byte = at.and_then(|at| bytes.get(at));
        byte.is_some_and(|byte| {
            byte.is_ascii_digit() || (is_hex && (byte.is_ascii_hexdigit() || matches!(byte, b'x' | b'X')))
        })
    };
    let is_placed = |at: usize| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    text.match_indices('_').all(|(at, _)| is_placed(at)).then(|| text.replace('_', ""))
}

/// A hexadecimal float behind its `0x`: the exponent, of two, must be there.
#[expect(clippy::cast_precision_loss, reason = "a float has the nearest of what is written")]
fn hex_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let digits = u128::from_str_radix(&digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
    let exponent: i32 = exponent.parse().ok()?;
    let shift = exponent.checked_sub(i32::try_from(fraction.len()).ok()?.checked_mul(4)?)?;
    Some(digits as f64 * f64::from(shift).exp2()).filter(|float| float.is_finite())
}

/// A number as JSON has it: whole where it is.
#[expect(clippy::cast_possible_truncation, reason = "only whole numbers within range are cast")]
pub(crate) fn number_kind(float: f64) -> ValueKind {
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    if float.fract() == 0.0 && float.abs() <= LARGEST { ValueKind::int(float as i128) } else { ValueKind::Float(float) }
}

/// JSON, written at that place as a whole; the reason why it is none.
pub(crate) fn json(text: &str, origin: Place) -> Result<Value, String> {
    match serde_json::from_str(text) {
        Ok(json) => Ok(json_value(json, origin)),
        Err(error) if error.is_eof() => Err("it ends too early".to_owned()),
        Err(error) => {
            let error = error.to_string();
            Err(error.split_once(" at line").map_or(&*error, |(reason, _)| reason).to_owned())
        }
    }
}

fn json_value(json: serde_json::Value, origin: Place) -> Value {
    use serde_json::Value as Json;
    let kind = match json {
        Json::Null => ValueKind::Null,
        Json::Bool(bool) => ValueKind::Bool(bool),
        Json::Number(number) => match number.as_i128() {
            Some(int) => ValueKind::int(int),
            None => number_kind(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => ValueKind::String(text.into()),
        Json::Array(items) => {
            let items: SequenceValue = items.into_iter().map(|item| json_value(item, origin)).collect();
            ValueKind::Sequence(Arc::new(items))
        }
        Json::Object(object) => {
            let entries = object
                .into_iter()
                .map(|(key, value)| Fragment::entry(Key::String(key.into()), origin, json_value(value, origin)));
            ValueKind::map(entries)
        }
    };
    Value { origin, kind }
}

/// The value of `example`: JSON where it looks like it, else the first of boolean, whole number, number and text that
/// it can be. Quotes belong to the text.
pub(crate) fn example(text: &str, origin: Place) -> Result<Value, String> {
    if text.starts_with(['{', '[']) {
        return json(text, origin);
    }
    let kind = boolean(text).map(ValueKind::Bool).or_else(|| integer(text).map(ValueKind::int));
    let kind = kind.or_else(|| float(text).filter(|float| float.is_finite()).map(ValueKind::Float));
    Ok(Value { origin, kind: kind.unwrap_or_else(|| ValueKind::String(text.into())) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_taken_off_as_go_does() {
        let check = |text: &str, expected: &str, keeps_quotes| {
            assert_eq!(unquoted(text), Unquoted { text: expected.into(), keeps_quotes }, "{text}");
        };
        check("'it''s'", "it's", false);
        check(r"'C:\'", r"C:\", false);
        check(r#""a\tb\x41\101\u00e9""#, "a\tbAAé", false);
        check(r#""^\d+$""#, r#""^\d+$""#, true);
        check(r#""a"b""#, r#""a"b""#, true);
        check(r#"a"b c""#, r#"a"b c""#, false);
        check("'", "'", false);
        check("''", "", false);
    }

    #[test]
    fn numbers_are_read_as_go_does() {
        let floats = [("1e3", 1000.0), (".5", 0.5), ("1_0", 10.0), ("0x1p4", 16.0), ("0x1.8p1", 3.0), ("-2", -2.0)];
        for (text, expected) in floats {
            assert!(float(text).is_some_and(|found| found.total_cmp(&expected).is_eq()), "{text}");
        }
        for text in ["", "x", "1__0", "_1", "1e400", "0x10", "+-1", "1,5"] {
            assert_eq!(float(text), None, "{text}");
        }
        assert!(float("NaN").is_some_and(f64::is_nan));
        assert_eq!(["+5", "08", "-1"].map(integer), [Some(5), Some(8), Some(-1)]);
        assert_eq!(["1.0", "1e3", "0x10", "1_000", ""].map(integer), [None; 5]);
        assert_eq!(["T", "0", "yes", ""].map(boolean), [Some(true), Some(false), None, None]);
    }

    #[test]
    fn examples_take_the_first_type_that_fits() {
        let check = |text: &str, expected: &str| {
            let shown = example(text, Place::NOWHERE).map_or_else(|why| why, |value| crate::values::flow::flow(&value));
            assert_eq!(shown, expected, "{text}");
        };
        check("1", "true");
        check("8080", "8080");
        check("1.5", "1.5");
        check("'1'", "\"'1'\"");
        check("{\"a\":[1]}", "{a: [1]}");
        check("{bad", "key must be a string");
    }
}
