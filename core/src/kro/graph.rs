//! What one document says of a graph by itself: the schema of its instances, and its resources with their ids.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{GROUP, PlacedName};
use crate::cel::embedded::{Quoting, embedded};
use crate::document::TextDocument;
use crate::kubernetes::{Manifest, ResourceScope as Scope, ResourceType};
use crate::problem::Problem;
use crate::schema::from_simple_schema::{self, CompiledFields, SimpleSchemaInput};
use crate::schema::sections::GRAPH_KIND;
use crate::schema::{Schema, from_open_api};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

/// A graph of resources.
#[derive(Debug)]
pub struct Graph {
    /// Its document.
    pub manifest: Arc<Manifest>,
    /// The type of its instances, as far as it is told.
    pub defines: Option<ResourceType>,
    /// Whether its instances belong to a namespace.
    pub scope: Scope,
    /// The JSON Schema of the `spec` of its instances.
    pub fields: Value,
    /// The same, compiled.
    pub spec: Arc<Schema>,
    /// What is wrong with the schema.
    pub schema_problems: Vec<Problem>,
    /// Its resources in order.
    pub resources: Vec<GraphResource>,
    /// The first resource of each id.
    by_id: FxHashMap<SmolStr, usize>,
}

/// A resource of a graph.
#[derive(Clone, Debug)]
pub struct GraphResource {
    /// What it is called in the graph.
    pub id: PlacedName,
    /// All that is said of it.
    pub value: Value,
    /// What is made, or who is meant.
    pub object: Option<GraphObject>,
    /// The variables that each of its copies has, with the text that gives their values.
    pub iterators: Vec<(PlacedName, Value)>,
    /// Whether it stands for any number of resources.
    pub is_list: bool,
}

/// What a resource of a graph is.
#[derive(Clone, Debug)]
pub struct GraphObject {
    /// The template, or the reference.
    pub value: Value,
    /// The key that holds it.
    pub key: Place,
    /// Whether it is there without the graph.
    pub is_external: bool,
    /// Its type, if that is told.
    pub of: Option<ResourceType>,
}

/// Whether resources of a type are graphs.
pub fn is_graph(of: &ResourceType) -> bool {
    of.kind == GRAPH_KIND && of.group == GROUP && of.version.starts_with('v')
}

impl Graph {
    /// The graph that a document is; `None` for any other, and for what only says how a graph should look in a test.
    pub fn read(manifest: &Arc<Manifest>, document: &TextDocument) -> Option<Self> {
        let value = &manifest.value;
        if !is_graph(&manifest.of) || is_assertion(value) {
            return None;
        }
        let schema = value.field(&["spec", "schema"]);
        let part = |name: &str| schema?.field(&[name]);
        let text = |name: &str| part(name).and_then(Value::text).cloned();
        let holder = value.field(&["spec"]).and_then(|spec| spec.entry("schema"));
        let holder = holder.map_or(manifest.kind_place, |entry| entry.place);
        let input = SimpleSchemaInput { document, types: part("types"), fields: part("spec"), holder };
        let CompiledFields { schema: fields, problems: schema_problems } = from_simple_schema::compile(&input);
        let group = text("group").filter(|group| !group.is_empty()).unwrap_or_else(|| GROUP.into());
        let defines = text("apiVersion").zip(text("kind"));
        let is_cluster = text("scope").is_some_and(|scope| scope == "Cluster");
        let listed = value.field(&["spec", "resources"]).and_then(Value::sequence);
        let listed = listed.into_iter().flat_map(|items| items.iter());
        let resources: Vec<GraphResource> = listed.filter_map(GraphResource::read).collect();
        let ids = resources.iter().map(|resource| resource.id.name.clone());
        Some(Self {
            manifest: manifest.clone(),
            defines: defines.map(|(version, kind)| ResourceType { group, version, kind }),
            scope: if is_cluster { Scope::Cluster } else { Scope::Namespaced },
            spec: from_open_api::compile_definition(&fields).0,
            fields,
            schema_problems,
            by_id: ids.enumerate().rev().map(|(index, id)| (id, index)).collect(),
            resources,
        })
    }

    /// Whether nothing is to be said of what it lacks.
    pub fn is_partial(&self) -> bool {
        self.manifest.is_computed || self.manifest.is_incomplete
    }

    /// What an instance is told of itself.
    pub fn schema(&self) -> Option<&Fragment> {
        self.manifest.value.field(&["spec"])?.entry("schema")
    }

    /// The index of the first resource of an id.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }
}

/// Tests say how a graph should look with keys such as `(conditions[?type == 'Ready'])`, or by its status alone.
fn is_assertion(value: &Value) -> bool {
    let is_query =
        |entry: &Fragment| matches!(entry.key(), Some(Key::String(key)) if key.starts_with('(') && key.ends_with(')'));
    let entries = |value: &Value| value.mapping().into_iter().flat_map(|mapping| &mapping.entries).any(is_query);
    let parts = [Some(value), value.field(&["spec"]), value.field(&["status"])];
    let has_status = value.field(&["status"]).is_some() && value.field(&["spec", "schema"]).is_none();
    has_status || parts.into_iter().flatten().any(entries)
}

impl GraphResource {
    fn read(value: &Value) -> Option<Self> {
        let id = value.entry("id").filter(|entry| !matches!(entry.value.kind, ValueKind::Null))?;
        let name = match &id.value.kind {
            ValueKind::String(name) => name.clone(),
            _ => SmolStr::default(),
        };
        let object = [("template", false), ("externalRef", true)].into_iter().find_map(|(key, is_external)| {
            let entry = value.entry(key).filter(|entry| entry.value.mapping().is_some())?;
            let (value, key) = (entry.value.clone(), entry.place);
            Some(GraphObject { of: type_of(&value), value, key, is_external })
        });
        let dimensions = value.field(&["forEach"]).and_then(Value::sequence);
        let dimensions = dimensions.into_iter().flat_map(|items| items.iter()).filter_map(Value::mapping);
        let iterators = dimensions.flat_map(|dimension| &dimension.entries).map(|entry| {
            let name = entry.entry_key().to_string().into();
            (PlacedName { name, place: entry.place }, entry.value.clone())
        });
        let iterators: Vec<_> = iterators.collect();
        let has_selector =
            object.as_ref().is_some_and(|it| it.is_external && it.value.field(&["metadata", "selector"]).is_some());
        let id = PlacedName { name, place: id.value.origin };
        Some(Self { id, value: value.clone(), object, is_list: has_selector || !iterators.is_empty(), iterators })
    }

    /// The type of what it makes or means.
    pub fn of(&self) -> Option<&ResourceType> {
        self.object.as_ref()?.of.as_ref()
    }
}

/// The type of a template; `None` where an expression decides about it.
fn type_of(object: &Value) -> Option<ResourceType> {
    let text = |name: &str| object.field(&[name])?.text().filter(|text| embedded(text, Quoting::Double).is_empty());
    Some(ResourceType::of(text("apiVersion")?, text("kind")?))
}
