//! Types of the shorthand. Built-in forms come first; what is none of them is the name of a custom type.

use super::part::ShorthandPart;
use super::{Primitive, TypeExpression, TypeKind};

/// Types nested deeper than this are not read: walks over them recurse.
const DEEPEST: usize = 64;

pub(super) fn parse(part: ShorthandPart<'_>) -> TypeExpression {
    nested(part, 0)
}

fn nested(part: ShorthandPart<'_>, depth: usize) -> TypeExpression {
    let part = part.trim();
    let kind = if depth > DEEPEST { TypeKind::TooDeep } else { kind(part, depth) };
    TypeExpression { range: part.range(), kind }
}

fn kind(part: ShorthandPart<'_>, depth: usize) -> TypeKind {
    let inner = |part| Box::new(nested(part, depth + 1));
    let in_brackets = |prefix| part.strip_prefix(prefix)?.strip_suffix(">");
    if let Some(primitive) = Primitive::ALL.into_iter().find(|primitive| primitive.name() == part.text) {
        return TypeKind::Primitive(primitive);
    }
    if let Some(element) = part.strip_prefix("[]").or_else(|| in_brackets("array<")) {
        return TypeKind::Array(inner(element));
    }
    if let Some(value) = in_brackets("map<") {
        return TypeKind::Map { key: None, value: inner(value) };
    }
    if let Some((key, value)) = part.strip_prefix("map[").and_then(split_at_bracket) {
        return TypeKind::Map { key: Some(key.trim().word()), value: inner(value) };
    }
    match part.text {
        "" => TypeKind::Missing,
        "object" => TypeKind::Object,
        name => TypeKind::Named(name.into()),
    }
}

fn split_at_bracket(part: ShorthandPart<'_>) -> Option<(ShorthandPart<'_>, ShorthandPart<'_>)> {
    let (key, rest) = part.split_at(part.text.find(']')?);
    Some((key, rest.strip_prefix("]")?))
}
