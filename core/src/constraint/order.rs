//! Comparing values as Starlark does: numbers by amount, text by bytes, arrays item by item.

use std::cmp::Ordering;

use super::{is_equal, number};
use crate::values::{Value, ValueKind};

/// Two values that have no order; their types in words.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unordered(pub(crate) &'static str, pub(crate) &'static str);

/// How two values compare. `None` where a number is not a number.
pub(crate) fn compare(left: &Value, right: &Value) -> Result<Option<Ordering>, Unordered> {
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
