//! What a scalar means: YAML 1.1 as ytt's parser resolves it.
//!
//! The rules are those of the Go YAML 2 library that ytt reads with: booleans `y yes on true …`, octal `017`,
//! `1_000`, no sexagesimal numbers, dates as strings. Knows nothing of nodes' positions.

use base64::Engine;
use smol_str::SmolStr;

use super::{Scalar, ScalarStyle};

#[cfg(test)]
mod tests;
mod timestamp;

pub(crate) use timestamp::is_day;
pub use timestamp::is_timestamp;

/// A resolved scalar.
#[derive(Clone, Debug, PartialEq)]
pub enum ScalarValue {
    /// `null`, `~`, or nothing.
    Null,
    /// `true`, `yes`, `on` and their kin.
    Bool(bool),
    /// A whole number from `i64::MIN` to `u64::MAX`.
    Int(i128),
    /// A number with a fraction or exponent, `.inf` or `.nan`.
    Float(f64),
    /// Text.
    String(SmolStr),
}

/// A tag that its scalar cannot have, such as `!!int x`: ytt does not load it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagMismatch {
    /// What the scalar is without the tag: `string`, `float` and so on.
    pub found: &'static str,
    /// What the tag asks for.
    pub expected: &'static str,
}

/// The meaning of a scalar with its tag as written, such as `!!str`.
pub fn resolve(scalar: &Scalar, tag: Option<&str>) -> Result<ScalarValue, TagMismatch> {
    let text = &scalar.text;
    let string = || ScalarValue::String(text.clone());
    let Some(tag) = tag else {
        return Ok(if scalar.style == ScalarStyle::Plain { resolve_plain(text) } else { string() });
    };
    let Some(expected) = core_tag(tag) else { return Ok(string()) };
    let value = match expected {
        "str" => return Ok(string()),
        "timestamp" if is_timestamp(text) => return Ok(string()),
        "binary" => return binary(text).ok_or(TagMismatch { found: "text", expected: "base64 text" }),
        _ => resolve_plain(text),
    };
    match (expected, value) {
        ("float", ScalarValue::Int(int)) => Ok(ScalarValue::Float(nearest_float(int))),
        (_, value) if value.tag_name() == expected => Ok(value),
        (_, value) => Err(TagMismatch { found: value.type_name(), expected: type_name(expected) }),
    }
}

/// Beyond 53 bits the nearest float is what a float means.
#[expect(clippy::cast_precision_loss, reason = "the loss is the meaning of the tag")]
fn nearest_float(int: i128) -> f64 {
    int as f64
}

/// Whether a tag is one of YAML's own for scalars, and its name without `!!`.
fn core_tag(tag: &str) -> Option<&str> {
    let name = tag
        .strip_prefix("!<tag:yaml.org,2002:")
        .and_then(|name| name.strip_suffix('>'))
        .or_else(|| tag.strip_prefix("!!"))?;
    matches!(name, "str" | "bool" | "int" | "float" | "null" | "timestamp" | "binary").then_some(name)
}

/// The type that one of YAML's own tags names, in words.
fn type_name(tag: &str) -> &'static str {
    match tag {
        "null" => "null",
        "bool" => "boolean",
        "int" => "integer",
        "float" => "float",
        "timestamp" => "date or date and time",
        _ => "string",
    }
}

impl ScalarValue {
    /// The type in words: `null`, `boolean`, `integer`, `float` or `string`.
    pub fn type_name(&self) -> &'static str {
        type_name(self.tag_name())
    }

    /// The type and the value in words, for messages.
    pub fn described(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(bool) => format!("boolean {bool}"),
            Self::Int(int) => format!("integer {int}"),
            Self::Float(float) => format!("float {float}"),
            Self::String(string) => format!("string \"{string}\""),
        }
    }

    fn tag_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::String(_) => "str",
        }
    }
}

/// The meaning of an untagged plain scalar, given its text.
pub fn resolve_plain(text: &SmolStr) -> ScalarValue {
    if let Some(value) = word(text) {
        return value;
    }
    let number = match text.as_bytes().first() {
        Some(b'.') => float(text).map(ScalarValue::Float),
        Some(b'+' | b'-' | b'0'..=b'9') => number(text),
        _ => None,
    };
    number.unwrap_or_else(|| ScalarValue::String(text.clone()))
}

/// The words that are no strings.
fn word(text: &str) -> Option<ScalarValue> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Some(ScalarValue::Null),
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Some(ScalarValue::Bool(true))
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Some(ScalarValue::Bool(false))
        }
        ".nan" | ".NaN" | ".NAN" => Some(ScalarValue::Float(f64::NAN)),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Some(ScalarValue::Float(f64::INFINITY)),
        "-.inf" | "-.Inf" | "-.INF" => Some(ScalarValue::Float(f64::NEG_INFINITY)),
        _ => None,
    }
}

/// A number that starts with a digit or sign; underscores anywhere in it count for nothing.
fn number(text: &str) -> Option<ScalarValue> {
    let digits = text.replace('_', "");
    int(&digits).map(ScalarValue::Int).or_else(|| {
        let is_float = is_decimal(digits.strip_prefix(['+', '-']).unwrap_or(&digits));
        is_float.then(|| finite(&digits)).flatten().map(ScalarValue::Float)
    })
}

/// A whole number as Go reads it: a base prefix, or a leading zero for octal.
fn int(digits: &str) -> Option<i128> {
    let (sign, magnitude) = match digits.split_at_checked(1)? {
        ("-", magnitude) => (-1, magnitude),
        ("+", magnitude) => (1, magnitude),
        _ => (1, digits),
    };
    let (base, magnitude) = match magnitude.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, magnitude.get(2..)?),
        [b'0', b'b' | b'B', ..] => (2, magnitude.get(2..)?),
        [b'0', b'o' | b'O', ..] => (8, magnitude.get(2..)?),
        [b'0', _, ..] => (8, magnitude.get(1..)?),
        _ => (10, magnitude),
    };
    if magnitude.starts_with(['+', '-']) {
        // Go's YAML reader tries base 2 once more, with what stands behind the prefix.
        return digits.strip_prefix("0b").and_then(|signed| i64::from_str_radix(signed, 2).ok()).map(i128::from);
    }
    let value = sign * i128::from(u64::from_str_radix(magnitude, base).ok()?);
    // Beyond the signed range Go tries again without a sign, so `+` is refused there.
    let is_signed = magnitude.len() < digits.len() && digits.starts_with(['+', '-']);
    let largest = if is_signed { i128::from(i64::MAX) } else { i128::from(u64::MAX) };
    (i128::from(i64::MIN)..=largest).contains(&value).then_some(value)
}

/// Whether it is `digits`, `digits.digits`, `digits.` or `.digits`, with an exponent or without.
fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let has_number = match mantissa.split_once('.') {
        Some(("", fraction)) => are_digits(fraction),
        Some((whole, fraction)) => are_digits(whole) && (fraction.is_empty() || are_digits(fraction)),
        None => are_digits(mantissa),
    };
    has_number && exponent.is_none_or(|exponent| are_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

/// A number that starts with a point. Underscores must stand between digits here.
fn float(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_placed = |at: usize| at > 0 && is_digit(at - 1) && is_digit(at + 1);
    let mut underscores = text.match_indices('_');
    let digits = text.replace('_', "");
    (underscores.all(|(at, _)| is_placed(at)) && is_decimal(&digits)).then(|| finite(&digits)).flatten()
}

/// A float, unless it is too large for one.
fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|float: &f64| float.is_finite())
}

/// The text that base64 stands for; bytes that are no text become replacement characters.
fn binary(text: &str) -> Option<ScalarValue> {
    let letters = text.replace(['\n', '\r'], "");
    let bytes = base64::engine::general_purpose::STANDARD.decode(letters).ok()?;
    Some(ScalarValue::String(String::from_utf8_lossy(&bytes).into()))
}

/// Both meanings of a scalar that YAML 1.2 reads otherwise than ytt: `yes` is a boolean to ytt, a string to YAML 1.2.
pub fn ambiguity(scalar: &Scalar, tag: Option<&str>) -> Option<Ambiguity> {
    if scalar.style != ScalarStyle::Plain || tag.is_some() {
        return None;
    }
    // Most scalars start with a letter that settles it without two readings.
    let first = *scalar.text.as_bytes().first()?;
    if !matches!(first, b'0'..=b'9' | b'+' | b'-' | b'.' | b'y' | b'Y' | b'n' | b'N' | b'o' | b'O') {
        return None;
    }
    let ytt = resolve_plain(&scalar.text);
    let core = resolve_core(&scalar.text);
    (ytt != core
        && !matches!((&ytt, &core), (ScalarValue::Float(a), ScalarValue::Float(b)) if a.is_nan() && b.is_nan()))
    .then_some(Ambiguity { ytt, core })
}

/// Whether ytt's strict reading takes a scalar: a plain one is null only if nothing is written, a boolean only as `true`
/// or `false`, a number only in decimal digits, and text only without blanks, `:` and `---`, and if it is no date.
pub fn is_strict(scalar: &Scalar, tag: Option<&str>) -> bool {
    if scalar.style != ScalarStyle::Plain || tag.is_some() {
        return true;
    }
    let text = scalar.text.as_str();
    let looks_like_text = || !text.contains(|it: char| it.is_whitespace() || it == ':') && !text.contains("---");
    match resolve_plain(&scalar.text) {
        ScalarValue::Null => text.is_empty(),
        ScalarValue::Bool(_) => matches!(text, "true" | "false"),
        ScalarValue::Int(_) => is_strict_number(text, false),
        ScalarValue::Float(_) => is_strict_number(text, true),
        ScalarValue::String(_) => {
            let is_other = is_strict_number(text, true) || is_timestamp(text);
            !is_other && (text == "<<" || looks_like_text())
        }
    }
}

/// Whether a text is a number in decimal digits without a leading zero, and if it may have them with a fraction and an
/// exponent.
fn is_strict_number(text: &str, may_be_float: bool) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (number, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(number, it)| (number, Some(it)));
    let (whole, fraction) = number.split_once('.').map_or((number, None), |(whole, it)| (whole, Some(it)));
    let whole = whole.strip_prefix('-').unwrap_or(whole);
    let is_exponent = |it: &str| digits(it.strip_prefix(['-', '+']).unwrap_or(it));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && (may_be_float || fraction.is_none() && exponent.is_none())
        && fraction.is_none_or(digits)
        && exponent.is_none_or(is_exponent)
}

/// A plain scalar that two versions of YAML read differently.
#[derive(Clone, Debug, PartialEq)]
pub struct Ambiguity {
    /// What it is to ytt.
    pub ytt: ScalarValue,
    /// What it is by the core schema of YAML 1.2.
    pub core: ScalarValue,
}

/// The meaning of a plain scalar by the core schema of YAML 1.2.
fn resolve_core(text: &SmolStr) -> ScalarValue {
    let string = || ScalarValue::String(text.clone());
    let is_boolean = matches!(&**text, "true" | "True" | "TRUE" | "false" | "False" | "FALSE");
    match word(text) {
        Some(ScalarValue::Bool(_)) if !is_boolean => return string(),
        Some(value) => return value,
        None => {}
    }
    let prefixed = |prefix, base| text.strip_prefix(prefix).map(|digits| i128::from_str_radix(digits, base));
    if let Some(int) = prefixed("0x", 16).or_else(|| prefixed("0o", 8)) {
        return int.map_or_else(|_| string(), ScalarValue::Int);
    }
    let magnitude = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !is_decimal(magnitude) {
        return string();
    }
    match text.parse::<i128>() {
        Ok(int) => ScalarValue::Int(int),
        Err(_) => text.parse().map_or_else(|_| string(), ScalarValue::Float),
    }
}
