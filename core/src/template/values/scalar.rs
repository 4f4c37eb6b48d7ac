//! Scalars of sayl as Starlark's, and the other way around.

use num_bigint::BigInt;
use starlark::values::float::StarlarkFloat;
use starlark::values::{Heap, UnpackValue, Value as StarlarkValue};

use super::BuiltinError;
use crate::values::ValueKind;

/// A scalar; `None` for what is not known.
pub(crate) fn to_starlark<'v>(kind: &ValueKind, heap: Heap<'v>) -> StarlarkValue<'v> {
    match kind {
        ValueKind::Bool(bool) => StarlarkValue::new_bool(*bool),
        ValueKind::Int(int) => integer(int.get(), heap),
        ValueKind::Float(float) => heap.alloc(*float),
        ValueKind::String(string) => heap.alloc(string.as_str()),
        ValueKind::Null | ValueKind::Unknown | ValueKind::Mapping(_) | ValueKind::Sequence(_) => {
            StarlarkValue::new_none()
        }
    }
}

fn integer(int: i128, heap: Heap<'_>) -> StarlarkValue<'_> {
    match (i64::try_from(int), u64::try_from(int)) {
        (Ok(int), _) => heap.alloc(int),
        (_, Ok(int)) => heap.alloc(int),
        // No YAML number is that large.
        _ => StarlarkValue::new_none(),
    }
}

/// A scalar, if it is one that YAML has.
pub(crate) fn from_starlark(value: StarlarkValue<'_>) -> Option<ValueKind> {
    if value.is_none() {
        return Some(ValueKind::Null);
    }
    if let Some(bool) = value.unpack_bool() {
        return Some(ValueKind::Bool(bool));
    }
    if let Some(text) = value.unpack_str() {
        return Some(ValueKind::String(text.into()));
    }
    if let Some(int) = integer_of(value) {
        return Some(ValueKind::int(int));
    }
    StarlarkFloat::unpack_value(value).ok().flatten().map(|float| ValueKind::Float(float.0))
}

/// A whole number as large as YAML's can be.
fn integer_of(value: StarlarkValue<'_>) -> Option<i128> {
    let small = || i64::unpack_value(value).ok().flatten().map(i128::from);
    let large = || u64::unpack_value(value).ok().flatten().map(i128::from);
    small().or_else(large)
}

/// The whole number in a number; nothing for other values.
pub(crate) fn without_fraction<'v>(
    value: StarlarkValue<'v>,
    heap: Heap<'v>,
) -> starlark::Result<Option<StarlarkValue<'v>>> {
    let Some(StarlarkFloat(float)) = StarlarkFloat::unpack_value(value)? else {
        return Ok((value.get_type() == "int").then_some(value));
    };
    if !float.is_finite() {
        let mistake = BuiltinError::new("this float is no whole number").found(value.to_repr());
        return Err(mistake.expected("a finite number").error());
    }
    Ok(BigInt::parse_bytes(format!("{:.0}", float.trunc()).as_bytes(), 10).map(|number| heap.alloc(number)))
}
