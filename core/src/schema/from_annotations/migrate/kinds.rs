//! Of which kinds values are.

use crate::constraint::ConstrainedKind;
use crate::schema::Type;
use crate::values::{Value, ValueKind};

/// The kinds of values of a type.
pub(super) fn kinds(ty: &Type) -> Vec<ConstrainedKind> {
    let kind = |ty: &Type| match ty {
        Type::Int | Type::Float => Some(ConstrainedKind::Number),
        Type::String => Some(ConstrainedKind::Text),
        Type::Mapping(_) => Some(ConstrainedKind::Mapping),
        Type::Sequence(_) => Some(ConstrainedKind::Sequence),
        _ => None,
    };
    ty.members().iter().filter_map(kind).collect()
}

/// A value that is written in an annotation.
pub(super) fn is_true(value: &Value) -> bool {
    matches!(value.kind, ValueKind::Bool(true))
}
