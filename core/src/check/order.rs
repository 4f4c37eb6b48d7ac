//! Comparing values as Starlark does: numbers by amount, text by bytes, arrays item by item.

use std::cmp::Ordering;

use crate::values::{Value, ValueKind};

/// Two values that have no order; their types in words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unordered(pub(super) &'static str, pub(super) &'static str);

/// How two values compare. `None` where a number is not a number.
pub(super) fn compare(left: &Value, right: &Value) -> Result<Option<Ordering>, Unordered> {
    match (&left.kind, &right.kind) {
        (ValueKind::Int(left), ValueKind::Int(right)) => Ok(Some(left.cmp(right))),
        (ValueKind::Bool(left), ValueKind::Bool(right)) => Ok(Some(left.cmp(right))),
        (ValueKind::String(left), ValueKind::String(right)) => Ok(Some(left.as_bytes().cmp(right.as_bytes()))),
        (ValueKind::Sequence(left), ValueKind::Sequence(right)) => {
            for (left, right) in left.iter().zip(right.iter()) {
                if !is_equal(left, right) {
                    return compare(left, right);
                }
            }
            Ok(Some(left.len().cmp(&right.len())))
        }
        (left_kind, right_kind) => match (number(left_kind), number(right_kind)) {
            (Some(left), Some(right)) => Ok(left.partial_cmp(&right)),
            _ => Err(Unordered(left.kind.type_name(), right.kind.type_name())),
        },
    }
}

/// Whether two values are equal; 1 equals 1.0.
pub(super) fn is_equal(left: &Value, right: &Value) -> bool {
    match (&left.kind, &right.kind) {
        (ValueKind::Null, ValueKind::Null) => true,
        (ValueKind::Bool(left), ValueKind::Bool(right)) => left == right,
        (ValueKind::Int(left), ValueKind::Int(right)) => left == right,
        (ValueKind::String(left), ValueKind::String(right)) => left == right,
        (ValueKind::Sequence(left), ValueKind::Sequence(right)) => {
            left.len() == right.len() && left.iter().zip(right.iter()).all(|(left, right)| is_equal(left, right))
        }
        (ValueKind::Mapping(left), ValueKind::Mapping(right)) => {
            let same = |entry: &crate::values::EntryValue| {
                right.get(&entry.key).is_some_and(|value| is_equal(&entry.value, value))
            };
            left.entries.len() == right.entries.len() && left.entries.iter().all(same)
        }
        (left, right) => number(left)
            .zip(number(right))
            .is_some_and(|(left, right)| left.partial_cmp(&right) == Some(Ordering::Equal)),
    }
}

#[expect(clippy::cast_precision_loss, reason = "Starlark compares a whole number with a float as floats")]
fn number(kind: &ValueKind) -> Option<f64> {
    match kind {
        ValueKind::Int(int) => Some(*int as f64),
        ValueKind::Float(float) => Some(*float),
        _ => None,
    }
}
