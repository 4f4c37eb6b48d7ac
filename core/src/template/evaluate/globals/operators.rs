//! The functions that stand for operators: see `operators`.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]

use num_bigint::BigInt;
use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::dict::DictRef;
use starlark::values::float::{StarlarkFloat, UnpackFloat};
use starlark::values::{Heap, UnpackValue, Value};

use crate::template::evaluate::format;
use crate::template::values::BuiltinError;

/// From so many bits on nothing is shifted to the left.
const MOST_BITS: i32 = 512;

/// Defines the functions that stand for operators.
pub(super) fn functions(builder: &mut GlobalsBuilder) {
    arithmetic(builder);
    shifts(builder);
    membership(builder);
}

#[starlark_module]
fn arithmetic(builder: &mut GlobalsBuilder) {
    /// Text with values in it; of numbers, what a division leaves.
    fn __percent<'v>(
        #[starlark(require = pos)] left: Value<'v>,
        #[starlark(require = pos)] right: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if let Some(text) = left.unpack_str() {
            return Ok(eval.heap().alloc(format::interpolated(text, right, eval)?));
        }
        match floats(left, right) {
            Some((left, right)) if right != 0.0 => Ok(eval.heap().alloc(left % right)),
            _ => left.percent(right, eval.heap()),
        }
    }

    /// Dicts cannot be joined.
    fn __or<'v>(
        #[starlark(require = pos)] left: Value<'v>,
        #[starlark(require = pos)] right: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        match left.get_type() {
            "int" | "set" => left.bit_or(right, heap),
            "dict" => Err(inapplicable("|", left, right).hint("`update` adds the entries of one to another").error()),
            _ => Err(inapplicable("|", left, right).error()),
        }
    }

    /// Sets have no difference.
    fn __minus<'v>(
        #[starlark(require = pos)] left: Value<'v>,
        #[starlark(require = pos)] right: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        if left.get_type() == "set" {
            return Err(inapplicable("-", left, right).error());
        }
        left.sub(right, heap)
    }
}

#[starlark_module]
fn shifts(builder: &mut GlobalsBuilder) {
    /// A number shifted to the left, within limits.
    fn __left_shift<'v>(
        #[starlark(require = pos)] left: Value<'v>,
        #[starlark(require = pos)] right: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        match (left.get_type(), right.unpack_i32()) {
            // What the interpreter shifts itself wraps where both numbers are small.
            ("int", Some(bits)) if (0..MOST_BITS).contains(&bits) => {
                left.mul(heap.alloc(BigInt::from(1) << bits), heap)
            }
            ("int", _) if right.get_type() == "int" => Err(too_far(right).error()),
            _ => left.left_shift(right, heap),
        }
    }

    /// A number shifted to the right, within limits.
    fn __right_shift<'v>(
        #[starlark(require = pos)] left: Value<'v>,
        #[starlark(require = pos)] right: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        if left.get_type() == "int" && right.get_type() == "int" && right.unpack_i32().is_none() {
            return Err(too_far(right).error());
        }
        left.right_shift(right, heap)
    }
}

#[starlark_module]
fn membership(builder: &mut GlobalsBuilder) {
    /// Whether something is in something else.
    fn __in<'v>(
        #[starlark(require = pos)] left: Value<'v>,
        #[starlark(require = pos)] right: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<bool> {
        is_in(left, right, heap)
    }

    /// Whether something is not in something else.
    fn __not_in<'v>(
        #[starlark(require = pos)] left: Value<'v>,
        #[starlark(require = pos)] right: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<bool> {
        is_in(left, right, heap).map(|is_in| !is_in)
    }
}

/// What cannot be a key is in no dict, and only numbers are asked for in a range, floats without their fraction.
fn is_in<'v>(left: Value<'v>, right: Value<'v>, heap: Heap<'v>) -> starlark::Result<bool> {
    if DictRef::from_value(right).is_some() && left.get_hashed().is_err() {
        return Ok(false);
    }
    match (right.get_type(), left.get_type()) {
        ("range", "float") => match UnpackFloat::unpack_value(left)? {
            Some(float) if float.0.is_finite() => right.is_in(heap.alloc(float.0.trunc())),
            _ => Err(inapplicable("in", left, right).error()),
        },
        ("range", kind) if kind != "int" => Err(inapplicable("in", left, right).expected("a number").error()),
        _ => right.is_in(left),
    }
}

/// Two numbers of which one is a float, as floats.
fn floats(left: Value<'_>, right: Value<'_>) -> Option<(f64, f64)> {
    (is_float(left) || is_float(right)).then_some((float(left)?, float(right)?))
}

fn is_float(value: Value<'_>) -> bool {
    matches!(StarlarkFloat::unpack_value(value), Ok(Some(_)))
}

/// A number as a float.
fn float(value: Value<'_>) -> Option<f64> {
    UnpackFloat::unpack_value(value).ok().flatten().map(|float| float.0)
}

fn inapplicable(sign: &str, left: Value<'_>, right: Value<'_>) -> BuiltinError {
    BuiltinError::new(format!("`{sign}` cannot be applied to {} and {}", left.get_type(), right.get_type()))
}

fn too_far(bits: Value<'_>) -> BuiltinError {
    let mistake = BuiltinError::new("a number cannot be shifted that far").found(bits.to_repr());
    mistake.expected(format!("less than {MOST_BITS} bits"))
}
