//! Which keys people must give: those without a default, and those whose default their own rules refuse.

use std::sync::Arc;

use super::keywords;
use crate::schema::{MappingType, Presence, SchemaNode};
use crate::template::function::NoFunctions;
use crate::values::{Key, Value, ValueKind};

/// Whether a key must be given. Nobody asks for what is on its way out.
pub(super) fn must_be(node: &SchemaNode) -> bool {
    let is_outdated = node.deprecated.is_some() || node.removed.is_some();
    match node.presence {
        Presence::Required => true,
        Presence::Optional => false,
        Presence::Defaulted => !is_outdated && refuses(node, &node.default),
    }
}

/// Whether rules of a node, or of what is in it, refuse a value that is filled in.
fn refuses(node: &SchemaNode, value: &Value) -> bool {
    if keywords::refuse_default(node, value) {
        return true;
    }
    match &value.kind {
        ValueKind::Mapping(mapping) => node.ty.mapping().is_some_and(|ty| {
            let is_refused = |(key, field): (&Key, &Arc<SchemaNode>)| match mapping.get(key) {
                None => field.presence == Presence::Required,
                Some(value) => field.removed.is_none() && refuses(field, value),
            };
            let has_free_keys = mapping.entries.iter().any(|entry| !ty.fields.contains_key(entry.entry_key()));
            (!has_free_keys && lacks_keys(ty)) || ty.fields.iter().any(is_refused)
        }),
        ValueKind::Sequence(items) => node.ty.item().is_some_and(|item| items.iter().any(|value| refuses(item, value))),
        _ => false,
    }
}

/// Whether a map without any free key has too few of them.
fn lacks_keys(ty: &MappingType) -> bool {
    ty.patterns.iter().any(|pattern| pattern.allows(0, &NoFunctions) == Some(false))
}
