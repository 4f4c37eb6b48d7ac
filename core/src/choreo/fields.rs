//! The schema of a whole resource: what its kind holds, the names that its references may be, and in their places the
//! schemas that govern its values. For completion, hover and definition, which need not know that it is a resource.

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::descriptions::with_descriptions;
use super::references::{ReferenceSlot, chosen, slots};
use super::resource::Resource;
use super::sites::{ValuesSite, at, sites};
use super::{Catalog, ResourceKind, ResourceName};
use crate::document::TextDocument;
use crate::schema::from_open_api::form::form;
use crate::schema::lookup::{Step, child, with};
use crate::schema::{Edition, Example, Presence, Schema, SchemaNode, Type, from_open_api};
use crate::text::{FileId, Place};
use crate::values::from_json::from_json;
use crate::values::from_yaml::from_plain_yaml;
use crate::values::{Key, Value, ValueKind};

#[cfg(test)]
mod tests;

/// What resources of each kind hold, by the name of the kind.
static KINDS: LazyLock<Arc<Schema>> = LazyLock::new(|| {
    let document = TextDocument::new(FileId::NONE, include_str!("kinds.yml"));
    let root = document.stream().documents.first();
    let value = root.map(|root| from_plain_yaml(FileId::NONE, root).value);
    from_open_api::compile(&value.unwrap_or_else(|| Value::unwritten(ValueKind::Null))).0
});

/// What resources of v1 hold, by kind: from the definitions that the platform installs (`ci/openchoreo-kinds.py` renews
/// them), with what `KINDS` says about the same fields.
static V1: LazyLock<FxHashMap<&'static str, Arc<SchemaNode>>> = LazyLock::new(|| {
    let definitions = serde_json::from_str(include_str!("kinds.json")).unwrap_or_default();
    let schema = from_open_api::compile_definition(&from_json(&definitions)).0;
    let kinds = ResourceKind::ALL.iter().filter_map(|kind| {
        let node = child(&schema.root, &key(kind.name()))?;
        let named = of_kind(*kind).or_else(|| child(&KINDS.root, &key("Any")));
        Some((kind.name(), named.map_or_else(|| node.clone(), |described| whole(node, described))))
    });
    kinds.collect()
});

/// What resources of v1 of a kind hold; `None` for kinds that v1 does not have.
pub(super) fn of_v1(kind: ResourceKind) -> Option<&'static Arc<SchemaNode>> {
    V1.get(kind.name())
}

/// The definition of a kind with what every resource has, and with descriptions.
fn whole(node: &Arc<SchemaNode>, described: &Arc<SchemaNode>) -> Arc<SchemaNode> {
    let mut node = SchemaNode::clone(&with_descriptions(node, described));
    if let (Type::Mapping(ty), Type::Mapping(common)) = (&mut node.ty, &described.ty) {
        let missing = common.fields.cloned().filter(|(key, _)| !ty.fields.contains_key(key));
        let status = SchemaNode { presence: Presence::Optional, ..SchemaNode::any(Place::NOWHERE) };
        let status = (Key::String("status".into()), Arc::new(status));
        ty.fields = missing.chain(ty.fields.cloned()).chain([status]).collect();
    }
    Arc::new(node)
}

/// What resources of a kind hold, as far as it is described.
pub(super) fn of_kind(kind: ResourceKind) -> Option<&'static Arc<SchemaNode>> {
    child(&KINDS.root, &key(kind.name()))
}

/// The schema of a resource, as it is for what stands in one item of its list of traits: each has its own.
pub fn schema(resource: &Resource, catalog: &dyn Catalog, item: Option<usize>) -> Arc<Schema> {
    let kinds = |name: &str| child(&KINDS.root, &key(name)).cloned();
    let of_v1 = of_v1(resource.kind).filter(|_| resource.is_v1(catalog));
    let Some(mut root) = of_v1.or_else(|| of_kind(resource.kind)).cloned() else { return KINDS.clone() };
    let type_path = [key("spec"), key("componentType")];
    let is_component = resource.kind == ResourceKind::Component && of_v1.is_none();
    if is_component && at(&resource.value, &type_path).is_some_and(|value| value.mapping().is_some()) {
        root = kinds("TypeReference").map_or(root.clone(), |reference| with(&root, &type_path, &|_| reference.clone()));
    }
    for slot in slots(resource.kind) {
        root = with_names(root, resource, catalog, slot, item);
    }
    for (path, section) in written_forms(&resource.value) {
        root = with(&root, &path, &|node| {
            Arc::new(SchemaNode { description: node.description.clone(), ..SchemaNode::clone(&form(section)) })
        });
    }
    for site in sites(resource, catalog) {
        if let (Some(section), true) = (site.schemas.section(site.section), is_for(&site, item)) {
            root = with(&root, &site.path, &|_| values(&section.schema.root));
        }
    }
    Arc::new(Schema { edition: Edition::OpenChoreo, root })
}

/// Every `openAPIV3Schema` of a resource, with the way to it, outside of templates.
fn written_forms(value: &Value) -> Vec<(Vec<Step>, &Value)> {
    let mut found = Vec::new();
    let mut waiting = vec![(Vec::new(), value)];
    while let Some((path, value)) = waiting.pop() {
        let entries = value.mapping().into_iter().flat_map(|mapping| &mapping.entries);
        for entry in entries {
            let (name, value) = (entry.entry_key(), &entry.value);
            let below = [path.as_slice(), &[Step::Key(name.clone())]].concat();
            match name {
                Key::String(name) if name == "openAPIV3Schema" => found.push((below, value)),
                Key::String(name) if name == "template" || name == "runTemplate" => {}
                _ => waiting.push((below, value)),
            }
        }
        let items = value.sequence().into_iter().flat_map(|items| items.iter().enumerate());
        waiting.extend(items.map(|(index, item)| ([path.as_slice(), &[Step::Item(index)]].concat(), item)));
    }
    found
}

/// The index of the last item of a resource's list of traits that begins before something.
pub fn item_before(resource: &Resource, begins_before: impl Fn(Place) -> bool) -> Option<usize> {
    let lists: [&[&str]; 2] = [&["spec", "traits"], &["spec", "componentProfile", "traits"]];
    let items = lists.into_iter().find_map(|path| resource.value.field(path)?.sequence())?;
    items.iter().take_while(|item| begins_before(item.origin)).count().checked_sub(1)
}

/// A section as the schema of values: they may be left out where it requires none.
fn values(section: &SchemaNode) -> Arc<SchemaNode> {
    let fields = section.ty.mapping().into_iter().flat_map(|ty| ty.fields.values());
    let is_required = fields.into_iter().any(|field| field.presence == Presence::Required);
    let presence = if is_required { Presence::Required } else { Presence::Optional };
    Arc::new(SchemaNode { presence, ..section.clone() })
}

/// Whether a site may be shown beside an item: it stands in no list, or in this item.
fn is_for(site: &ValuesSite, item: Option<usize>) -> bool {
    site.path.iter().all(|step| match step {
        Step::Item(index) => item == Some(*index),
        Step::Key(_) => true,
    })
}

/// The schema with the names of resources that are there as examples of a reference.
fn with_names(
    root: Arc<SchemaNode>,
    resource: &Resource,
    catalog: &dyn Catalog,
    slot: &ReferenceSlot,
    item: Option<usize>,
) -> Arc<SchemaNode> {
    let mut path = vec![key("spec")];
    path.extend(slot.path.iter().map(|name| if *name == "*" { Step::Item(item.unwrap_or(0)) } else { key(name) }));
    let place = path.iter().try_fold(&root, |node, step| child(node, step));
    if place.is_some_and(|node| matches!(node.ty, Type::Mapping(_))) {
        path.push(key("name"));
    }
    let holder = path.split_last().and_then(|(_, above)| at(&resource.value, above));
    let Some(kinds) = holder.map_or(Some(slot.choice.0), |holder| chosen(holder, &slot.choice)) else { return root };
    let examples: Vec<Example> = kinds.iter().flat_map(|kind| names(resource, catalog, *kind)).collect();
    with(&root, &path, &|node| Arc::new(SchemaNode { examples: examples.clone(), ..SchemaNode::clone(node) }))
}

/// The names of resources of a kind, as they are written in a reference.
fn names(resource: &Resource, catalog: &dyn Catalog, kind: ResourceKind) -> Vec<Example> {
    let is_type = matches!(kind, ResourceKind::ComponentType | ResourceKind::ClusterComponentType);
    let written = |name: SmolStr| {
        let target = catalog.resource(&ResourceName::new(kind, &resource.namespace, &name)).filter(|_| is_type);
        let workload = target.as_ref().and_then(|target| target.value.field(&["spec", "workloadType"])?.text());
        workload.map_or(name.clone(), |workload| format!("{workload}/{name}").into())
    };
    let example = |name| {
        let value = Value::unwritten(ValueKind::String(written(name)));
        Example { description: kind.name().to_owned(), value }
    };
    catalog.names(kind, &resource.namespace).into_iter().map(example).collect()
}

fn key(name: &str) -> Step {
    Step::Key(Key::String(name.into()))
}
