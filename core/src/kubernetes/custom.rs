//! The schema of a whole resource: what a definition says, and what is there besides.

use std::sync::Arc;

use super::{CompiledDefinition, CustomResourceKind, DefinitionSource, known};
use crate::schema::instance::with_text_keys;
use crate::schema::{Edition, MappingType, Others, Presence, Schema, SchemaNode, Type, from_open_api};
use crate::text::Place;
use crate::values::Key;

pub(super) fn compile(source: &DefinitionSource) -> CompiledDefinition {
    let (root, problems) = match source {
        DefinitionSource::Written(value, kind) => {
            let (schema, problems) = from_open_api::compile_definition(&with_text_keys(value));
            (whole(&surrounded(&schema.root, *kind)), problems)
        }
        DefinitionSource::Whole(value) => (from_open_api::compile_definition(value).0.root.clone(), Vec::new()),
        DefinitionSource::Made(root) => (whole(root), Vec::new()),
    };
    CompiledDefinition { schema: Arc::new(Schema { edition: Edition::OpenChoreo, root }), problems }
}

/// A schema with what Crossplane adds. Only `spec` and `status` of what is written count for it.
fn surrounded(root: &Arc<SchemaNode>, kind: CustomResourceKind) -> Arc<SchemaNode> {
    let added = match kind {
        CustomResourceKind::Custom => return root.clone(),
        CustomResourceKind::Composite => "Composite",
        CustomResourceKind::Claim => "Claim",
        CustomResourceKind::ModernComposite => "ModernComposite",
    };
    let Some(ty) = root.ty.mapping() else { return root.clone() };
    let field = |(name, added)| (key(name), with_fields(ty.fields.get(&key(name)), &known::part(added)));
    let fields = [("spec", added), ("status", "CompositeStatus")].map(field).into_iter().collect();
    let ty = Type::Mapping(MappingType { fields, others: Others::Refused, ..MappingType::default() });
    Arc::new(SchemaNode { ty, ..SchemaNode::clone(root) })
}

/// A map with further fields; those that it has itself stay.
fn with_fields(own: Option<&Arc<SchemaNode>>, added: &Arc<SchemaNode>) -> Arc<SchemaNode> {
    let Some(own) = own else { return added.clone() };
    let mut node = SchemaNode::clone(own);
    if let (Type::Mapping(ty), Type::Mapping(added)) = (&mut node.ty, &added.ty) {
        let missing = added.fields.cloned().filter(|(name, _)| !ty.fields.contains_key(name));
        ty.fields = ty.fields.cloned().chain(missing).collect();
    }
    Arc::new(node)
}

/// A schema with what every resource has.
fn whole(root: &Arc<SchemaNode>) -> Arc<SchemaNode> {
    let common = |description: &str| SchemaNode {
        ty: Type::String,
        nullable: false,
        presence: Presence::Required,
        description: Some(description.to_owned()),
        ..SchemaNode::unknown(Place::NOWHERE)
    };
    let anything = || SchemaNode { is_permissive: true, ..SchemaNode::any(Place::NOWHERE) };
    let open = || MappingType { others: Others::Kept(Arc::new(anything())), ..MappingType::default() };
    let own = root.ty.mapping().cloned().unwrap_or_else(open);
    let known = [
        (key("apiVersion"), Arc::new(common("The group and version of the definition of the resource."))),
        (key("kind"), Arc::new(common("The kind of the resource."))),
        (key("metadata"), metadata(own.fields.get(&key("metadata")))),
    ];
    let others = own.fields.cloned().filter(|(name, _)| !known.iter().any(|(known, _)| known == name));
    let fields = known.iter().cloned().chain(others).collect();
    let ty = Type::Mapping(MappingType { fields, ..own });
    Arc::new(SchemaNode { ty, nullable: false, presence: Presence::Required, ..SchemaNode::clone(root) })
}

/// What every resource has below `metadata`. A definition may say more of names only.
fn metadata(own: Option<&Arc<SchemaNode>>) -> Arc<SchemaNode> {
    let mut node = SchemaNode { presence: Presence::Required, ..SchemaNode::clone(&known::part("ObjectMeta")) };
    let own = own.and_then(|own| own.ty.mapping());
    if let (Type::Mapping(ty), Some(own)) = (&mut node.ty, own) {
        for name in ["name", "generateName"].map(key) {
            let Some(own) = own.fields.get(&name) else { continue };
            ty.fields.change(&name, |field| {
                let (description, presence) = (own.description.clone(), Presence::Optional);
                let description = description.or_else(|| field.description.clone());
                Arc::new(SchemaNode { presence, description, ..SchemaNode::clone(own) })
            });
        }
    }
    Arc::new(node)
}

fn key(name: &str) -> Key {
    Key::String(name.into())
}
