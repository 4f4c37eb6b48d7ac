//! What a file declares that people look for by name: keys of schemas, functions, resources and their types. Found when
//! somebody asks, and kept with the version of the file.

use std::sync::Arc;

use smol_str::SmolStr;

use super::Analysis;
use super::subject::Subject;
use super::world::{Query, World};
use crate::choreo::Resource;
use crate::document::TextDocument;
use crate::schema::sections::inside;
use crate::template::names::{BindingKind, ScopeId};
use crate::text::{FileId, TextRange};
use crate::values::flow::key_text;
use crate::values::fragment::Fragment;
use crate::values::{Value, from_yaml};
use crate::yaml::{Entry, Item, Mapping, Node, Placed, Sequence};

/// How deep keys are followed.
const DEEPEST: usize = 50;

/// Something with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its name.
    pub name: SmolStr,
    /// What it stands in: the keys around it with dots between them, or a resource; empty at the top of a file.
    pub container: SmolStr,
    /// What it is.
    pub kind: DeclaredKind,
    /// The name's absolute range.
    pub range: TextRange,
}

/// What has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclaredKind {
    /// A key of a schema.
    Key,
    /// A function of template code.
    Function,
    /// A resource.
    Resource,
    /// A type that a resource defines for its schemas.
    Type,
}

impl Analysis {
    /// What a file declares, in no particular order.
    pub fn declared(&self, file: FileId) -> Arc<Vec<Declared>> {
        self.world.get::<Declared>(Subject::of_file(file))
    }
}

impl Query for Declared {
    type Output = Vec<Self>;
    type IncrementalState = ();

    fn compute(world: &World, subject: Subject, _: Option<&Vec<Self>>, (): &mut ()) -> Vec<Self> {
        let mut found = Vec::new();
        let Some(file) = subject.file_id().and_then(|file| world.file(file)) else { return found };
        let Some(document) = file.document() else { return found };
        for (index, yaml) in document.stream().documents.iter().enumerate() {
            if file.is_schema(index) {
                keys(world, yaml.root(), ("", DEEPEST), &mut found);
            }
        }
        for (_, resource) in file.resources() {
            of_resource(document, resource, &mut found);
        }
        found.extend(functions(world, file.id));
        found
    }
}

fn functions(world: &World, file: FileId) -> impl Iterator<Item = Declared> {
    let bindings = world.code_names(file).map(|names| names.bindings.as_slice()).unwrap_or_default();
    let of_file = bindings.iter().filter(|binding| binding.scope == ScopeId(0));
    of_file.flat_map(|binding| {
        let functions = binding.definitions.iter().filter(|it| matches!(it.kind, BindingKind::Function(_)));
        functions.map(|definition| Declared {
            name: binding.name.clone(),
            container: SmolStr::default(),
            kind: DeclaredKind::Function,
            range: definition.range,
        })
    })
}

/// The keys below a node of a schema document.
fn keys(world: &World, node: Placed<'_, Node>, (container, depth): (&str, usize), found: &mut Vec<Declared>) {
    world.cancel().unwind_if_cancelled();
    let Some(depth) = depth.checked_sub(1) else { return };
    for entry in node.mapping().into_iter().flat_map(Placed::<Mapping>::entries) {
        let name = key_text(&from_yaml::key(entry.key().get()));
        keys(world, entry.value(), (&within(container, &name), depth), found);
        found.push(declared(name, container, DeclaredKind::Key, entry));
    }
    for item in node.sequence().into_iter().flat_map(Placed::<Sequence>::items) {
        keys(world, Placed::<Item>::value(item), (container, depth), found);
    }
}

fn declared(name: String, container: &str, kind: DeclaredKind, entry: Placed<'_, Entry>) -> Declared {
    Declared { name: name.into(), container: container.into(), kind, range: entry.key().range() }
}

fn within(container: &str, name: &str) -> String {
    if container.is_empty() { name.to_owned() } else { format!("{container}.{name}") }
}

fn of_resource(document: &TextDocument, resource: &Resource, found: &mut Vec<Declared>) {
    let Some(name) = &resource.name else { return };
    let kind = resource.kind.name();
    found.extend(document.resolve(resource.name_place).map(|range| Declared {
        name: name.name.clone(),
        container: kind.into(),
        kind: DeclaredKind::Resource,
        range,
    }));
    let container = format!("{kind} {}", name.name);
    for group in inside::all(&resource.value) {
        let types = group.types.into_iter().chain(group.own_types());
        for entry in types.filter_map(Value::mapping).flat_map(|types| &types.entries) {
            found.extend(of_entry(document, entry, &container, DeclaredKind::Type));
        }
        for section in &group.sections {
            let container = format!("{container}.{}", section.name);
            fields(document, section.value, section.is_shorthand, &container, DEEPEST, found);
        }
    }
}

fn of_entry(document: &TextDocument, entry: &Fragment, container: &str, kind: DeclaredKind) -> Option<Declared> {
    let range = document.resolve(entry.place)?;
    Some(Declared { name: key_text(entry.entry_key()).into(), container: container.into(), kind, range })
}

/// The fields that a section of a resource declares, in the shorthand or as JSON Schema.
fn fields(
    document: &TextDocument,
    schema: &Value,
    is_shorthand: bool,
    container: &str,
    depth: usize,
    found: &mut Vec<Declared>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    let map = if is_shorthand { Some(schema) } else { schema.field(&["properties"]) };
    for entry in map.and_then(Value::mapping).into_iter().flat_map(|map| &map.entries) {
        let name = key_text(entry.entry_key());
        if is_shorthand && name.starts_with('$') {
            continue;
        }
        found.extend(of_entry(document, entry, container, DeclaredKind::Key));
        fields(document, &entry.value, is_shorthand, &within(container, &name), depth, found);
    }
    if let Some(items) = schema.field(&["items"]).filter(|_| !is_shorthand) {
        fields(document, items, is_shorthand, container, depth, found);
    }
}
