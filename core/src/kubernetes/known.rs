//! What is known of resources without any definition in the project: what all of them have, and the resources that
//! define others. It stands in `known.yml`.

use std::sync::{Arc, LazyLock};

use super::definitions::DefinitionKind;
use super::{Definition, ResourceScope, ResourceType};
use crate::document::TextDocument;
use crate::schema::sections::GRAPH_KIND;
use crate::schema::{Presence, SchemaNode, from_open_api};
use crate::text::{FileId, Place};
use crate::values::from_yaml::from_plain_yaml;
use crate::values::{Key, Value, ValueKind};

static PARTS: LazyLock<Arc<SchemaNode>> = LazyLock::new(|| {
    let document = TextDocument::new(FileId::NONE, include_str!("known.yml"));
    let value = document.stream().documents.first().map(|root| from_plain_yaml(FileId::NONE, root).value);
    let value = value.unwrap_or_else(|| Value::unwritten(ValueKind::Null));
    let root = from_open_api::compile_definition(&value).0.root.clone();
    let mut root = SchemaNode::clone(&root);
    forget_places(&mut root);
    Arc::new(root)
});

/// Nobody can be led to what is built in.
fn forget_places(node: &mut SchemaNode) {
    use crate::schema::{Others, Type};
    node.declared = Place::NOWHERE;
    for rule in &mut node.rules {
        rule.declared = Place::NOWHERE;
    }
    match &mut node.ty {
        Type::Mapping(ty) => {
            ty.fields = ty.fields.with(|_, field| {
                let mut field = SchemaNode::clone(field);
                forget_places(&mut field);
                Arc::new(field)
            });
            if let Others::Kept(others) = &mut ty.others {
                forget_places(Arc::make_mut(others));
            }
        }
        Type::Sequence(item) => forget_places(Arc::make_mut(item)),
        _ => {}
    }
}

static CUSTOM: LazyLock<Arc<Definition>> = LazyLock::new(|| definition("CustomResourceDefinition"));
static GRAPH: LazyLock<Arc<Definition>> = LazyLock::new(|| definition("ResourceGraphDefinition"));
static COMPOSITE: LazyLock<Arc<Definition>> = LazyLock::new(|| definition("CompositeResourceDefinition"));

fn definition(kind: &str) -> Arc<Definition> {
    let of = ResourceType { group: "".into(), version: "".into(), kind: kind.into() };
    Arc::new(Definition::new(of, ResourceScope::Cluster, Place::NOWHERE, part(kind)))
}

/// A part of `known.yml`.
pub(super) fn part(name: &str) -> Arc<SchemaNode> {
    let found = PARTS.ty.mapping().and_then(|ty| ty.fields.get(&Key::String(name.into())));
    found
        .cloned()
        .unwrap_or_else(|| Arc::new(SchemaNode { presence: Presence::Optional, ..SchemaNode::any(Place::NOWHERE) }))
}

/// The definition of resources that define others.
pub fn of(of: &ResourceType) -> Option<Arc<Definition>> {
    if (&*of.group, &*of.version, &*of.kind) == ("kro.run", "v1alpha1", GRAPH_KIND) {
        return Some(GRAPH.clone());
    }
    Some(match DefinitionKind::of(of)? {
        DefinitionKind::Custom => CUSTOM.clone(),
        DefinitionKind::Composite { .. } => COMPOSITE.clone(),
    })
}
