//! Values as ytt's Starlark prints them: floats with at most six digits, functions by their names.

use std::fmt::Write as _;
use std::sync::OnceLock;

use regex::Regex;
use starlark::values::dict::DictRef;
use starlark::values::float::StarlarkFloat;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value};
use starlark::values::{UnpackValue as _, ValueLike as _};

use super::modules;
use crate::template::values::from_starlark::type_of;

/// How deep values are printed.
const DEEPEST: usize = 200;

/// A value as it is written in code.
pub(super) fn repr<'v>(value: Value<'v>, heap: Heap<'v>) -> String {
    let mut text = String::new();
    ValuePrinter { text: &mut text, path: Vec::new(), heap }.write(value);
    text
}

struct ValuePrinter<'t, 'v> {
    text: &'t mut String,
    /// The collections that are being written; one of them inside itself is not written again.
    path: Vec<Value<'v>>,
    heap: Heap<'v>,
}

impl<'v> ValuePrinter<'_, 'v> {
    fn write(&mut self, value: Value<'v>) {
        if let Ok(Some(float)) = StarlarkFloat::unpack_value(value) {
            self.text.push_str(&general(float.0));
        } else if let Some(string) = value.unpack_str() {
            write_text(string, self.text);
        } else if let Some(list) = ListRef::from_value(value) {
            self.within(value, "[", "]", |writer| writer.items(list.iter()));
        } else if let Some(tuple) = TupleRef::from_value(value) {
            let closing = if tuple.len() == 1 { ",)" } else { ")" };
            self.within(value, "(", closing, |writer| writer.items(tuple.iter()));
        } else if let Some(dict) = DictRef::from_value(value) {
            self.within(value, "{", "}", |writer| writer.entries(&dict));
        } else if value.get_type() == "function" {
            self.function(value);
        } else if type_of(value) == "module" {
            self.module(value);
        } else if value.get_type().starts_with("@ytt:") {
            self.text.push_str("struct(...)");
        } else if value.get_type() == "set"
            && let Ok(items) = value.iterate(self.heap)
        {
            self.within(value, "set([", "])", |writer| writer.items(items));
        } else {
            value.collect_repr(self.text);
        }
    }

    /// Writes what is in a collection.
    fn within(&mut self, value: Value<'v>, opening: &str, closing: &str, inner: impl FnOnce(&mut Self)) {
        self.text.push_str(opening);
        if self.path.len() == DEEPEST || self.path.iter().any(|outer| outer.ptr_eq(value)) {
            self.text.push_str("...");
        } else {
            self.path.push(value);
            inner(self);
            self.path.pop();
        }
        self.text.push_str(closing);
    }

    fn items(&mut self, items: impl Iterator<Item = Value<'v>>) {
        for (index, item) in items.enumerate() {
            self.text.push_str(if index == 0 { "" } else { ", " });
            self.write(item);
        }
    }

    fn entries(&mut self, dict: &DictRef<'v>) {
        for (index, (key, value)) in dict.iter().enumerate() {
            self.text.push_str(if index == 0 { "" } else { ", " });
            self.write(key);
            self.text.push_str(": ");
            self.write(value);
        }
    }

    fn module(&mut self, value: Value<'v>) {
        let name = modules::name_of(value, self.heap).unwrap_or_else(|| value.to_repr());
        let is_whole = name.starts_with('<');
        let _ = if is_whole { self.text.write_str(&name) } else { write!(self.text, "<module \"{name}\">") };
    }

    /// A function by its name, without the program that defines it.
    fn function(&mut self, value: Value<'v>) {
        let kind = if value.parameters_spec().is_some() { "function" } else { "built-in function" };
        let name = value.to_repr();
        let of_module = modules::name_of(value, self.heap);
        let name = if kind == "function" { name.rsplit('.').next().unwrap_or_default() } else { &name };
        let name = of_module.as_deref().unwrap_or(name);
        let _ = write!(self.text, "<{kind} {name}>");
    }
}

/// Text in double quotes; what cannot be seen is escaped.
pub(super) fn write_text(string: &str, text: &mut String) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\x07' => text.push_str("\\a"),
            '\x08' => text.push_str("\\b"),
            '\x0c' => text.push_str("\\f"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\x0b' => text.push_str("\\v"),
            control if control.is_ascii_control() => {
                let _ = write!(text, "\\x{:02x}", u32::from(control));
            }
            visible if is_visible(visible) => text.push(visible),
            hidden => {
                let number = u32::from(hidden);
                let _ =
                    if number < 0x10000 { write!(text, "\\u{number:04x}") } else { write!(text, "\\U{number:08x}") };
            }
        }
    }
    text.push('"');
}

/// Whether a character is a letter, a mark, a number, punctuation, a symbol, or the simple blank.
fn is_visible(character: char) -> bool {
    static VISIBLE: OnceLock<Option<Regex>> = OnceLock::new();
    if character.is_ascii() {
        return true;
    }
    let visible = VISIBLE.get_or_init(|| Regex::new(r"[\p{L}\p{M}\p{N}\p{P}\p{S}]").ok());
    visible.as_ref().is_none_or(|visible| visible.is_match(character.encode_utf8(&mut [0; 4])))
}

/// A float with six digits, without zeros at their end; with an exponent below 0.0001 and from a million on.
pub(super) fn general(float: f64) -> String {
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
    exponential(without_zeros(digits), exponent)
}

/// A finite float with as many digits as it takes to tell it from others; with an exponent as in [`general`].
pub(super) fn shortest(float: f64) -> String {
    let scientific = format!("{float:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..6).contains(&exponent) { float.to_string() } else { exponential(digits, exponent) }
}

/// A number such as `1.5e7` with a sign and two digits in its exponent.
pub(super) fn with_exponent(number: &str) -> String {
    let (digits, exponent) = number.split_once('e').unwrap_or((number, "0"));
    exponential(digits, exponent.parse().unwrap_or_default())
}

fn exponential(digits: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// A decimal number without zeros at the end of its fraction.
fn without_zeros(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}
