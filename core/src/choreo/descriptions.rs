//! Descriptions that one schema takes from another.

use std::sync::Arc;

use crate::schema::{SchemaNode, Type};

/// A node with the words of another one, wherever it says nothing itself.
pub(super) fn with_descriptions(node: &Arc<SchemaNode>, described: &SchemaNode) -> Arc<SchemaNode> {
    let mut copy = SchemaNode::clone(node);
    copy.description = copy.description.or_else(|| described.description.clone());
    match (&mut copy.ty, &described.ty) {
        (Type::Mapping(ty), Type::Mapping(described)) => {
            ty.fields = ty.fields.with(|key, field| match described.fields.get(key) {
                Some(described) => with_descriptions(field, described),
                None => field.clone(),
            });
        }
        (Type::Sequence(item), Type::Sequence(described)) => *item = with_descriptions(item, described),
        _ => {}
    }
    Arc::new(copy)
}
