//! Comparing values as Starlark does: numbers by amount, text by bytes, arrays item by item.

use std::cmp::Ordering;

use super::is_equal;
use crate::values::{Value, ValueKind};

/// The least float that is more than every whole number here: 2 to the power of 127.
const BEYOND_WHOLE: f64 = 170_141_183_460_469_231_731_687_303_715_884_105_728.0;

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
        (ValueKind::Float(left), ValueKind::Float(right)) => Ok(left.partial_cmp(right)),
        (ValueKind::Int(whole), ValueKind::Float(float)) => Ok(whole_with_float(whole.get(), *float)),
        (ValueKind::Float(float), ValueKind::Int(whole)) => {
            Ok(whole_with_float(whole.get(), *float).map(Ordering::reverse))
        }
        _ => Err(Unordered(left.kind.type_name(), right.kind.type_name())),
    }
}

/// How a whole number compares with a float, exactly: a float has not the digits of every whole number. `None` if the
/// float is not a number.
#[expect(clippy::cast_possible_truncation, reason = "floats beyond the type's bounds are told apart before")]
pub(super) fn whole_with_float(whole: i128, float: f64) -> Option<Ordering> {
    let cut = float.trunc();
    if cut >= BEYOND_WHOLE {
        Some(Ordering::Less)
    } else if cut < -BEYOND_WHOLE {
        Some(Ordering::Greater)
    } else {
        let fraction = 0.0.partial_cmp(&(float - cut))?;
        Some(whole.cmp(&(cut as i128)).then(fraction))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_and_floats_compare_exactly() {
        use Ordering::{Equal, Greater, Less};
        let check =
            |whole, float, expected| assert_eq!(whole_with_float(whole, float), expected, "{whole} and {float}");
        check(9_007_199_254_740_993, 9_007_199_254_740_992.0, Some(Greater));
        check(9_007_199_254_740_992, 9_007_199_254_740_992.0, Some(Equal));
        check(1, 1.5, Some(Less));
        check(-1, -1.5, Some(Greater));
        check(0, -0.0, Some(Equal));
        check(i128::MAX, f64::INFINITY, Some(Less));
        check(i128::MIN, f64::NEG_INFINITY, Some(Greater));
        check(0, f64::NAN, None);
    }
}
