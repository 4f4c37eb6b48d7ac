//! The one walk from a path to the schema that governs it. Every feature uses it; none walks on its own.

use std::sync::Arc;

use crate::schema::{MappingType, Presence, Schema, SchemaNode, Type};
use crate::template::function::{Functions, NoFunctions};
use crate::values::Key;

/// One step of a path through values.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Into the value of a key.
    Key(Key),
    /// Into an item of an array. Every item has the same schema, so the index does not matter here.
    Item(usize),
}

/// The schema of the value at a path, as far as no function has to say; `None` where nothing is declared or everything
/// goes.
pub fn lookup<'a>(schema: &'a Schema, path: &[Step]) -> Option<&'a Arc<SchemaNode>> {
    governing(schema, path, &NoFunctions).into_iter().next()
}

/// The schemas that may govern the value at a path, the likeliest first: several where combined schemas declare it, none
/// where nothing is declared or everything goes.
pub fn governing<'a>(schema: &'a Schema, path: &[Step], functions: &dyn Functions) -> Vec<&'a Arc<SchemaNode>> {
    path.iter().fold(vec![&schema.root], |nodes, step| {
        nodes.into_iter().flat_map(|node| children(node, step, functions)).collect()
    })
}

/// The schema one step below a node, as far as no function has to say.
pub fn child<'a>(node: &'a SchemaNode, step: &Step) -> Option<&'a Arc<SchemaNode>> {
    children(node, step, &NoFunctions).into_iter().next()
}

/// The schemas that decide together over a node's value: those that it combines, else itself.
pub fn alternatives(node: &Arc<SchemaNode>) -> Vec<&Arc<SchemaNode>> {
    match &node.ty {
        Type::Combined(combination) => combination.alternatives.iter().flat_map(alternatives).collect(),
        _ => vec![node],
    }
}

fn children<'a>(node: &'a SchemaNode, step: &Step, functions: &dyn Functions) -> Vec<&'a Arc<SchemaNode>> {
    if let Type::Combined(combination) = &node.ty {
        return combination.alternatives.iter().flat_map(|it| children(it, step, functions)).collect();
    }
    let child = match step {
        Step::Key(key) => node.ty.mapping().and_then(|ty| of_key(ty, key, functions)),
        Step::Item(_) => node.ty.item(),
    };
    child.into_iter().collect()
}

/// The schema of a key's value; the key that stands for others in the schema itself leads to theirs.
fn of_key<'a>(ty: &'a MappingType, key: &Key, functions: &dyn Functions) -> Option<&'a Arc<SchemaNode>> {
    let named = || ty.patterns.iter().find(|pattern| pattern.name == *key).map(|pattern| &pattern.value);
    ty.field(key, functions).or_else(named)
}

/// A node with another one in the place where a path ends; only what the path goes through is copied.
pub fn with(
    node: &Arc<SchemaNode>,
    path: &[Step],
    change: &dyn Fn(&Arc<SchemaNode>) -> Arc<SchemaNode>,
) -> Arc<SchemaNode> {
    let Some((step, rest)) = path.split_first() else { return change(node) };
    let new = || Arc::new(SchemaNode { presence: Presence::Optional, ..SchemaNode::any(node.declared) });
    let below = child(node, step).cloned();
    let mut copy = SchemaNode::clone(node);
    match (&mut copy.ty, step) {
        (Type::Mapping(ty), Step::Key(key)) => {
            ty.fields.insert(key.clone(), with(&below.unwrap_or_else(new), rest, change));
        }
        (Type::Sequence(item), Step::Item(_)) => *item = with(item, rest, change),
        _ => return node.clone(),
    }
    Arc::new(copy)
}
