//! Values as ytt's Starlark prints them: floats with at most six digits.

use std::fmt::Write as _;

use starlark::values::Value;
use starlark::values::dict::DictRef;
use starlark::values::float::StarlarkFloat;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{UnpackValue as _, ValueLike as _};

/// How deep values are printed; one that holds itself has no end.
const DEEPEST: usize = 200;

/// A value as it is written in code.
pub(super) fn repr(value: Value<'_>) -> String {
    let mut text = String::new();
    write(value, &mut text, 0);
    text
}

fn write(value: Value<'_>, text: &mut String, depth: usize) {
    if depth == DEEPEST {
        text.push_str("...");
    } else if let Ok(Some(float)) = StarlarkFloat::unpack_value(value) {
        text.push_str(&general(float.0));
    } else if let Some(string) = value.unpack_str() {
        write_text(string, text);
    } else if let Some(list) = ListRef::from_value(value) {
        write_items("[", list.iter(), "]", text, depth);
    } else if let Some(tuple) = TupleRef::from_value(value) {
        write_items("(", tuple.iter(), if tuple.len() == 1 { ",)" } else { ")" }, text, depth);
    } else if let Some(dict) = DictRef::from_value(value) {
        write_entries(&dict, text, depth);
    } else {
        value.collect_repr(text);
    }
}

fn write_items<'v>(
    opening: &str,
    items: impl Iterator<Item = Value<'v>>,
    closing: &str,
    text: &mut String,
    depth: usize,
) {
    text.push_str(opening);
    for (index, item) in items.enumerate() {
        text.push_str(if index == 0 { "" } else { ", " });
        write(item, text, depth + 1);
    }
    text.push_str(closing);
}

fn write_entries(dict: &DictRef<'_>, text: &mut String, depth: usize) {
    text.push('{');
    for (index, (key, value)) in dict.iter().enumerate() {
        text.push_str(if index == 0 { "" } else { ", " });
        write(key, text, depth + 1);
        text.push_str(": ");
        write(value, text, depth + 1);
    }
    text.push('}');
}

/// Text in double quotes; what cannot be seen is escaped.
fn write_text(string: &str, text: &mut String) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            control if control.is_ascii_control() => {
                let _ = write!(text, "\\x{:02x}", u32::from(control));
            }
            visible => text.push(visible),
        }
    }
    text.push('"');
}

/// A float with six digits, without zeros at their end; with an exponent below 0.0001 and from a million on.
fn general(float: f64) -> String {
    if float.is_nan() {
        return "NaN".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let scientific = format!("{float:.5e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..6).contains(&exponent) {
        let decimals = usize::try_from(5 - exponent).unwrap_or_default();
        return without_zeros(&format!("{float:.decimals$}")).to_owned();
    }
    let mut text = without_zeros(digits).to_owned();
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(text, "e{sign}{:02}", exponent.unsigned_abs());
    text
}

/// A decimal number without zeros at the end of its fraction.
fn without_zeros(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}
