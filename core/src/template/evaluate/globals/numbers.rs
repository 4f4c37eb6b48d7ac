//! Whole numbers and floats: what becomes one, and how text spells them.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]

use num_bigint::BigInt;
use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::float::UnpackFloat;
use starlark::values::{Heap, UnpackValue as _, Value};

use crate::template::values::BuiltinError;
use crate::template::values::from_starlark::type_of;
use crate::template::values::scalar::without_fraction;

#[starlark_module]
pub(super) fn functions(builder: &mut GlobalsBuilder) {
    /// A float of text, of a boolean, or of a number.
    fn float(#[starlark(require = pos)] x: Option<Value>) -> starlark::Result<f64> {
        let Some(x) = x else { return Ok(0.0) };
        if let Some(text) = x.unpack_str() {
            return float_of(text).ok_or_else(|| {
                let mistake = BuiltinError::new("the text is not a number").found(x.to_repr()).expected("a float");
                let reason = if text.parse::<f64>().is_ok() { "value out of range" } else { "invalid syntax" };
                mistake.seen_as(format!("float: strconv.ParseFloat: parsing {}: {reason}", x.to_repr())).error()
            });
        }
        if let Some(is_true) = x.unpack_bool() {
            return Ok(if is_true { 1.0 } else { 0.0 });
        }
        UnpackFloat::unpack_value(x)?.map(|float| float.0).ok_or_else(|| no_number("float", x))
    }

    /// A whole number of text, of a boolean, or of a number.
    fn int<'v>(x: Value<'v>, base: Option<Value<'v>>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let Some(text) = x.unpack_str() else {
            return match (base, x.unpack_bool()) {
                (None, Some(is_true)) => Ok(heap.alloc(i32::from(is_true))),
                (None, None) => without_fraction(x, heap)?.ok_or_else(|| no_number("int", x)),
                (Some(_), _) => Err(BuiltinError::new("only text is read with a base").found(x.get_type()).error()),
            };
        };
        let base = match base.map(|base| base.unpack_i32().filter(|base| *base == 0 || (2..=36).contains(base))) {
            None => 10,
            Some(Some(base)) => base.unsigned_abs(),
            Some(None) => return Err(BuiltinError::new("the base is no whole number from 2 to 36").error()),
        };
        let number = whole_number(text, base).and_then(|(digits, base)| BigInt::parse_bytes(digits.as_bytes(), base));
        number.map(|number| heap.alloc(number)).ok_or_else(|| {
            let mistake = BuiltinError::new("the text is not an integer").found(x.to_repr());
            let mistake = mistake.expected(format!("digits of base {base}"));
            mistake.seen_as(format!("int: invalid literal with base {base}: {text}")).error()
        })
    }
}

fn no_number(function: &str, value: Value<'_>) -> starlark::Error {
    let message = format!("`{function}` takes no value of type {}", type_of(value));
    BuiltinError::new(message).found(value.to_repr()).expected("a number, a boolean or a string").error()
}

/// The float that a text spells. What is too large for one is none, but for infinity by its name.
fn float_of(text: &str) -> Option<f64> {
    let spelt = without_underscores(text);
    let text = spelt.as_deref().unwrap_or(text);
    if let Some(float) = hexadecimal(text) {
        return Some(float);
    }
    let is_signed = text.starts_with(['+', '-']);
    let float = text.parse::<f64>().ok().filter(|float| !(float.is_nan() && is_signed))?;
    (!float.is_infinite() || text.to_ascii_lowercase().contains("inf")).then_some(float)
}

/// A number in which `_` stood between digits.
fn without_underscores(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let is_digit = |index: Option<usize>| index.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_hexdigit);
    let is_between = |(at, _): (usize, &str)| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    (text.contains('_') && text.match_indices('_').all(is_between)).then(|| text.replace('_', ""))
}

/// A float in hexadecimal digits, with the power of two behind a `p`.
#[expect(clippy::cast_precision_loss, reason = "a float has the nearest of what is written")]
fn hexadecimal(text: &str) -> Option<f64> {
    let lower = text.to_ascii_lowercase();
    let (sign, unsigned) = lower.strip_prefix('-').map_or((1.0, lower.as_str()), |unsigned| (-1.0, unsigned));
    let (digits, power) = unsigned.strip_prefix('+').unwrap_or(unsigned).strip_prefix("0x")?.split_once('p')?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let number = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let power = power.parse::<i32>().ok()?.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    Some(sign * number as f64 * f64::from(power).exp2())
}

/// The sign and digits of a whole number and its base, which `0` leaves to what stands before the digits.
fn whole_number(text: &str, base: u32) -> Option<(String, u32)> {
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let prefix = unsigned.get(..2).filter(|_| unsigned.len() > 2).map(str::to_ascii_lowercase);
    let named = match prefix.as_deref() {
        Some("0o") => Some(8),
        Some("0x") => Some(16),
        Some("0b") => Some(2),
        _ => None,
    };
    let digits = if named.is_some() { unsigned.get(2..)? } else { unsigned };
    let is_octal = base == 0 && named.is_none() && digits.len() > 1 && digits.starts_with('0');
    let base = match (base, named) {
        (0, named) => named.unwrap_or(10),
        (base, Some(named)) if base != named => return None,
        (base, _) => base,
    };
    let are_digits = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base));
    let is_zero = digits.bytes().all(|digit| digit == b'0');
    (are_digits && (!is_octal || is_zero)).then(|| (format!("{sign}{digits}"), base))
}
