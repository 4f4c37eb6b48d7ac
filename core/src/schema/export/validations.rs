//! Rules as keywords of OpenAPI, as ytt 0.49 and later print them: bounds, lengths and choices that always apply. What
//! functions decide, and what is said of null, is left out.

use super::{Object, array};
use crate::constraint::{BoundSide, CountBound, Counted};
use crate::schema::{RuleKind, SchemaNode, Type, When};
use crate::values::{Value, ValueKind};

/// The keywords behind those that are there.
pub(super) fn with_validations(object: Object, node: &SchemaNode) -> Object {
    let rules = node.rules.iter().filter(|rule| matches!(rule.when, When::Always));
    rules.fold(object, |object, rule| match &rule.kind {
        RuleKind::Min(bound) => object.with("minimum", bound.clone()),
        RuleKind::Max(bound) => object.with("maximum", bound.clone()),
        RuleKind::MinLen(length) => with_length(object, &node.ty, BoundSide::Least, *length),
        RuleKind::MaxLen(length) => with_length(object, &node.ty, BoundSide::Most, *length),
        RuleKind::OneOf(values) => object.with("enum", array(values.clone())),
        _ => object,
    })
}

/// OpenAPI has a keyword for the length of each type.
fn with_length(object: Object, ty: &Type, side: BoundSide, count: i64) -> Object {
    let of = match ty {
        Type::String => Counted::Characters,
        Type::Sequence(_) => Counted::Items,
        Type::Mapping(_) => Counted::Keys,
        _ => return object,
    };
    object.with(CountBound { of, side, count }.keyword(), Value::unwritten(ValueKind::int(count)))
}
