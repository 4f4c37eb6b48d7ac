//! Functions that take or give something else in ytt's Starlark than in the interpreter's.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::NoneType;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{Heap, Value};

use super::standard;
use crate::template::evaluate::methods::receiver;
use crate::template::values::BuiltinError;

/// Calls Starlark's own function of that name.
fn own<'v>(
    name: &str,
    positional: &[Value<'v>],
    named: &[(&str, Value<'v>)],
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    match standard(name) {
        Some(function) => eval.eval_function(function.to_value(), positional, named),
        None => Ok(Value::new_none()),
    }
}

#[starlark_module]
pub(super) fn functions(builder: &mut GlobalsBuilder) {
    /// The names that can be read from a value.
    fn dir<'v>(#[starlark(require = pos)] value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Vec<String>> {
        let is_list = value.get_type() == "list";
        let mut names = if is_list { value } else { receiver(value, heap) }.dir_attr();
        names.sort_unstable();
        Ok(names)
    }

    /// What can be read from a value under a name.
    fn getattr<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos)] name: Value<'v>,
        #[starlark(require = pos)] default: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let receiver = receiver(value, eval.heap());
        own("getattr", &[Some(receiver), Some(name), default].into_iter().flatten().collect::<Vec<_>>(), &[], eval)
    }

    /// Whether something can be read from a value under a name.
    fn hasattr<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos)] name: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let receiver = receiver(value, eval.heap());
        own("hasattr", &[receiver, name], &[], eval)
    }

    /// The items with their indices.
    fn enumerate<'v>(
        #[starlark(require = pos)] items: Value<'v>,
        #[starlark(require = pos)] start: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        own("enumerate", &[Some(items), start].into_iter().flatten().collect::<Vec<_>>(), &[], eval)
    }

    /// A number for text.
    fn hash(#[starlark(require = pos)] text: &str) -> starlark::Result<i32> {
        Ok(text.chars().fold(0, |hash: i32, character| hash.wrapping_mul(31).wrapping_add(character as i32)))
    }

    /// A float of text, of a boolean, or of a number.
    fn float<'v>(
        #[starlark(require = pos)] x: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let text = x.and_then(Value::unpack_str);
        let spelt = text.and_then(without_underscores);
        if let Some(float) = spelt.as_deref().or(text).and_then(hexadecimal) {
            return Ok(eval.heap().alloc(float));
        }
        let x = spelt.map(|text| eval.heap().alloc(text)).or(x);
        own("float", x.as_slice(), &[], eval)
    }

    /// A whole number of text, of a boolean, or of a number.
    fn int<'v>(x: Value<'v>, base: Option<Value<'v>>, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
        let (Some(text), base) = (x.unpack_str(), base) else {
            return match base {
                None => own("int", &[x], &[], eval),
                Some(_) => Err(BuiltinError::new("only text is read with a base").found(x.get_type()).error()),
            };
        };
        let base = match base.map(|base| base.unpack_i32().filter(|base| *base == 0 || (2..=36).contains(base))) {
            None => 10,
            Some(Some(base)) => base.unsigned_abs(),
            Some(None) => return Err(BuiltinError::new("the base is no whole number from 2 to 36").error()),
        };
        let Some((digits, base)) = whole_number(text, base) else {
            let mistake = BuiltinError::new("the text is not an integer").found(x.to_repr());
            return Err(mistake.expected(format!("digits of base {base}")).error());
        };
        let (digits, base) = (eval.heap().alloc(digits), eval.heap().alloc(base));
        own("int", &[digits, base], &[], eval)
    }

    /// Prints values.
    fn print<'v>(
        #[starlark(args)] values: UnpackTuple<Value<'v>>,
        #[starlark(require = named, default = " ")] sep: &str,
    ) -> starlark::Result<NoneType> {
        let _ = (values, sep);
        Ok(NoneType)
    }

    /// The items in order.
    fn sorted<'v>(
        iterable: Value<'v>,
        key: Option<Value<'v>>,
        reverse: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let named = [("key", key), ("reverse", reverse)];
        let named: Vec<_> = named.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        own("sorted", &[iterable], &named, eval)
    }
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
