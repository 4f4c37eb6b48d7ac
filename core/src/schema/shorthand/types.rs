//! Types of the shorthand. Built-in forms come first; what is none of them is the name of a custom type.

use super::part::ShorthandPart;
use super::{Primitive, ShorthandDialect, TypeExpression, TypeKind};

/// Types nested deeper than this are not read: walks over them recurse, and kro refuses them.
fn deepest(dialect: ShorthandDialect) -> usize {
    match dialect {
        ShorthandDialect::OpenChoreo => 64,
        ShorthandDialect::Kro => 16,
    }
}

pub(super) fn parse(part: ShorthandPart<'_>, dialect: ShorthandDialect) -> TypeExpression {
    nested(part, 0, dialect)
}

fn nested(part: ShorthandPart<'_>, depth: usize, dialect: ShorthandDialect) -> TypeExpression {
    let part = part.trim();
    let kind = if depth > deepest(dialect) { TypeKind::TooDeep } else { kind(part, depth, dialect) };
    TypeExpression { range: part.range(), kind }
}

fn kind(part: ShorthandPart<'_>, depth: usize, dialect: ShorthandDialect) -> TypeKind {
    let inner = |part| Box::new(nested(part, depth + 1, dialect));
    let in_brackets =
        |prefix| part.strip_prefix(prefix)?.strip_suffix(">").filter(|_| dialect == ShorthandDialect::OpenChoreo);
    if let Some(primitive) = Primitive::of(dialect).into_iter().find(|primitive| primitive.name() == part.text) {
        return TypeKind::Primitive(primitive);
    }
    if let Some(element) = part.strip_prefix("[]").or_else(|| in_brackets("array<")) {
        return TypeKind::Array(inner(element));
    }
    if let Some(value) = in_brackets("map<") {
        return TypeKind::Map { key: None, value: inner(value) };
    }
    if let Some((key, value)) = part.strip_prefix("map[").and_then(split_at_bracket) {
        // kro takes blanks for a part of the key, and knows no such map then.
        let key = if dialect == ShorthandDialect::Kro { key } else { key.trim() };
        return TypeKind::Map { key: Some(key.word()), value: inner(value) };
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
