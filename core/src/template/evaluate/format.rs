//! Values in text: `"%s" % value` and `"{}".format(value)`, as ytt's Starlark has them.

use starlark::collections::SmallMap;
use starlark::eval::Evaluator;
use starlark::values::dict::DictRef;
use starlark::values::float::UnpackFloat;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, UnpackValue, Value};

use super::print;
use crate::template::values::BuiltinError;
use crate::template::values::dict::as_dict;
use crate::template::values::scalar::without_fraction;

/// `text % value`
pub(super) fn interpolated<'v>(
    text: &str,
    value: Value<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<String> {
    let tuple = TupleRef::from_value(value);
    let values = tuple.as_ref().map_or(std::slice::from_ref(&value), |tuple| tuple.content());
    let mut written = String::new();
    let mut rest = text;
    let mut used = 0;
    while let Some((literal, directive)) = rest.split_once('%') {
        written.push_str(literal);
        rest = directive;
        if let Some(behind) = rest.strip_prefix('%') {
            written.push('%');
            rest = behind;
            continue;
        }
        let argument = match rest.strip_prefix('(') {
            Some(named) => {
                let (name, behind) = named.split_once(')').ok_or_else(|| incomplete(text).error())?;
                rest = behind;
                named_value(name, value, eval)?
            }
            None => *values.get(used).ok_or_else(|| too_few(text).error())?,
        };
        let letter = rest.chars().next().ok_or_else(|| incomplete(text).error())?;
        written.push_str(&converted(letter, argument, eval)?);
        rest = rest.get(letter.len_utf8()..).unwrap_or_default();
        used += 1;
    }
    written.push_str(rest);
    if used < values.len() {
        let mistake = BuiltinError::new("the text is given more values than it has places for");
        return Err(mistake.found(format!("{} values", values.len())).expected(places(used)).error());
    }
    Ok(written)
}

fn incomplete(text: &str) -> BuiltinError {
    let mistake = BuiltinError::new("a place for a value is not complete").found(format!("`{text}`"));
    mistake.hint("write `%%` for a percent sign")
}

fn too_few(text: &str) -> BuiltinError {
    BuiltinError::new("the text has more places for values than it is given values").found(format!("`{text}`"))
}

fn places(count: usize) -> String {
    if count == 1 { "1, one for each `%`".to_owned() } else { format!("{count}, one for each `%`") }
}

/// The value of `%(name)…`.
fn named_value<'v>(name: &str, values: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
    let values = as_dict(values, eval.heap())?;
    let Some(dict) = DictRef::from_value(values) else {
        let mistake = BuiltinError::new("`%(…)` takes its value from a dict").found(values.get_type());
        return Err(mistake.error());
    };
    dict.get_str(name).ok_or_else(|| BuiltinError::new(format!("there is no key {name}")).error())
}

/// A value as a letter behind `%` wants it.
fn converted<'v>(letter: char, value: Value<'v>, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<String> {
    match letter {
        's' => Ok(plain(value, eval.heap())),
        'r' => Ok(print::repr(value, eval.heap())),
        'd' | 'i' => Ok(print::repr(whole(letter, value, eval.heap())?, eval.heap())),
        'o' | 'x' | 'X' => {
            let whole = whole(letter, value, eval.heap())?;
            let text = eval.heap().alloc(format!("%{letter}")).percent(whole, eval.heap())?;
            Ok(text.unpack_str().unwrap_or_default().to_owned())
        }
        'e' | 'f' | 'g' | 'E' | 'F' | 'G' => float(letter, value),
        'c' => character(value),
        '%' => Ok("%".to_owned()),
        _ => {
            let mistake = BuiltinError::new(format!("`%{letter}` is not a placeholder"));
            let mistake = mistake.expected("`%` and one of `s r d i o x X e f g E F G c`, without width or precision");
            Err(mistake.hint("write `%%` for a percent sign").error())
        }
    }
}

/// A value as `str` gives it.
pub(super) fn plain<'v>(value: Value<'v>, heap: Heap<'v>) -> String {
    value.unpack_str().map_or_else(|| print::repr(value, heap), str::to_owned)
}

fn unsuitable(letter: char, value: Value<'_>, expected: &str) -> starlark::Error {
    let message = format!("`%{letter}` takes no value of type {}", value.get_type());
    BuiltinError::new(message).found(value.to_repr()).expected(expected).error()
}

/// A number without its fraction.
fn whole<'v>(letter: char, value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    without_fraction(value, heap)?.ok_or_else(|| unsuitable(letter, value, "a whole number"))
}

fn float(letter: char, value: Value<'_>) -> starlark::Result<String> {
    let Some(UnpackFloat(float)) = UnpackFloat::unpack_value(value)? else {
        return Err(unsuitable(letter, value, "a number"));
    };
    if !float.is_finite() {
        return Ok(print::general(float));
    }
    let text = match letter.to_ascii_lowercase() {
        'e' => print::with_exponent(&format!("{float:.6e}")),
        'f' => format!("{float:.6}"),
        _ => print::shortest(float),
    };
    Ok(if letter.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text })
}

/// One character, or the one with that number.
fn character(value: Value<'_>) -> starlark::Result<String> {
    let mut characters = value.unpack_str().unwrap_or_default().chars();
    let text = characters.next().filter(|_| characters.next().is_none());
    // As in Go, half of a pair becomes the replacement character.
    let number = value.unpack_i32().and_then(|number| u32::try_from(number).ok()).filter(|it| *it <= 0x0010_FFFF);
    let number = number.map(|number| char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER));
    let character = text.or(number).ok_or_else(|| unsuitable('c', value, "one character, or the number of one"))?;
    Ok(character.to_string())
}

/// `text.format(…)`
pub(super) fn formatted<'v>(
    text: &str,
    positional: &[Value<'v>],
    named: &SmallMap<String, Value<'v>>,
    heap: Heap<'v>,
) -> starlark::Result<String> {
    let mut fields = FormatArguments { positional, named, numbering: None, next: 0, heap };
    let mut written = String::new();
    let mut rest = text;
    loop {
        let (literal, field) = rest.split_once('{').map_or((rest, None), |(literal, field)| (literal, Some(field)));
        written.push_str(&unescaped(literal)?);
        let Some(field) = field else { return Ok(written) };
        if let Some(behind) = field.strip_prefix('{') {
            written.push('{');
            rest = behind;
            continue;
        }
        let Some((field, behind)) = field.split_once('}') else {
            return Err(BuiltinError::new("a `{` is not closed").hint("write `{{` for a `{`").error());
        };
        written.push_str(&fields.value(field)?);
        rest = behind;
    }
}

/// Text between places for values, where `}}` stands for `}`.
fn unescaped(literal: &str) -> starlark::Result<String> {
    if literal.replace("}}", "").contains('}') {
        return Err(BuiltinError::new("a `}` closes nothing").hint("write `}}` for a `}`").error());
    }
    Ok(literal.replace("}}", "}"))
}

/// The values for the places of a text.
struct FormatArguments<'f, 'v> {
    positional: &'f [Value<'v>],
    named: &'f SmallMap<String, Value<'v>>,
    /// Whether places have numbers; `None` until one without a name was met.
    numbering: Option<Numbering>,
    next: usize,
    heap: Heap<'v>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    /// `{}`
    Automatic,
    /// `{0}`
    Manual,
}

impl<'v> FormatArguments<'_, 'v> {
    /// What stands for a place: `name`, `name!conversion` or either with an empty `:specification`.
    fn value(&mut self, field: &str) -> starlark::Result<String> {
        let (name, conversion, specification) = parts(field);
        let value = self.find(name)?;
        if !specification.is_empty() {
            let mistake = BuiltinError::new("a place for a value has no format of its own");
            return Err(mistake.found(format!("`:{specification}`")).error());
        }
        match conversion {
            "s" => Ok(plain(value, self.heap)),
            "r" => Ok(print::repr(value, self.heap)),
            other => {
                let mistake = BuiltinError::new(format!("`!{other}` is not a conversion"));
                Err(mistake.expected("`!s` or `!r`").error())
            }
        }
    }

    fn find(&mut self, name: &str) -> starlark::Result<Value<'v>> {
        let out_of_range = || BuiltinError::new("the text has more places for values than it is given values").error();
        if name.is_empty() {
            self.number(Numbering::Automatic)?;
            self.next += 1;
            return self.positional.get(self.next - 1).copied().ok_or_else(out_of_range);
        }
        if name.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(number) = name.parse::<u64>()
        {
            self.number(Numbering::Manual)?;
            let index = usize::try_from(number).unwrap_or(usize::MAX);
            return self.positional.get(index).copied().ok_or_else(out_of_range);
        }
        self.named.get(name).copied().ok_or_else(|| {
            let mistake = BuiltinError::new(format!("there is no key {name}"));
            let is_path = name.contains(['.', '[', '{']);
            if is_path { mistake.hint("a place takes a name or a number, nothing else") } else { mistake }.error()
        })
    }

    /// Notes how places without names are numbered.
    fn number(&mut self, numbering: Numbering) -> starlark::Result<()> {
        if self.numbering.is_some_and(|other| other != numbering) {
            return Err(BuiltinError::new("places with numbers and without cannot be mixed").error());
        }
        self.numbering = Some(numbering);
        Ok(())
    }
}

/// The name of a place, its conversion and its specification.
fn parts(field: &str) -> (&str, &str, &str) {
    match field.split_once('!') {
        None => {
            let (name, specification) = field.split_once(':').unwrap_or((field, ""));
            (name, "s", specification)
        }
        Some((name, conversion)) => {
            let (conversion, specification) = conversion.split_once(':').unwrap_or((conversion, ""));
            (name, conversion, specification)
        }
    }
}
