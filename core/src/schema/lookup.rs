//! The one walk from a path to the schema that governs it. Every feature uses it; none walks on its own.

use std::sync::Arc;

use crate::schema::{Schema, SchemaNode, Type};
use crate::template::function::NoFunctions;
use crate::values::Key;

/// One step of a path through values.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Into the value of a key.
    Key(Key),
    /// Into an item of an array. Every item has the same schema, so the index does not matter here.
    Item(usize),
}

/// The schema of the value at a path; `None` where nothing is declared or everything goes.
pub fn lookup<'a>(schema: &'a Schema, path: &[Step]) -> Option<&'a Arc<SchemaNode>> {
    path.iter().try_fold(&schema.root, |node, step| child(node, step))
}

/// The schema one step below a node.
pub fn child<'a>(node: &'a SchemaNode, step: &Step) -> Option<&'a Arc<SchemaNode>> {
    match (&node.ty, step) {
        (Type::Mapping(mapping), Step::Key(key)) => mapping.field(key, &NoFunctions),
        (Type::Sequence(item), Step::Item(_)) => Some(item),
        _ => None,
    }
}
