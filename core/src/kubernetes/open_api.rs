//! Definitions from OpenAPI documents as clusters print them: `definitions` of version 2, `components.schemas` of
//! version 3. Each says of which resource it is; all refer to each other.

use std::sync::{Arc, Mutex};

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::{Definition, DefinitionSource, ResourceScope, ResourceType};
use crate::memo::lock;
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Integer, Key, SequenceValue, Value, ValueKind};

/// What says of which resource a definition is. A text without it defines none.
pub const SIGN: &str = "x-kubernetes-group-version-kind";
const PRESERVES: &str = "x-kubernetes-preserve-unknown-fields";
const INT_OR_STRING: &str = "x-kubernetes-int-or-string";
/// Schemas nested deeper than this, references followed, are not read.
const DEEPEST: usize = 60;

/// Types that are written in several ways, and what is known of each.
const LOOSE: &[(&str, &str)] = &[
    (".IntOrString", INT_OR_STRING),
    (".Quantity", PRESERVES),
    (".RawExtension", PRESERVES),
    (".FieldsV1", PRESERVES),
    (".JSON", PRESERVES),
    (".JSONSchemaProps", PRESERVES),
    (".JSONSchemaPropsOrArray", PRESERVES),
    (".JSONSchemaPropsOrBool", PRESERVES),
    (".JSONSchemaPropsOrStringArray", PRESERVES),
];

/// An OpenAPI document.
#[derive(Debug)]
pub struct OpenApi {
    schemas: FxHashMap<SmolStr, Value>,
    types: Vec<(ResourceType, SmolStr)>,
    cluster_wide: FxHashSet<ResourceType>,
    file: Place,
    compiled: Mutex<FxHashMap<ResourceType, Arc<Definition>>>,
}

impl OpenApi {
    /// What a document defines; `None` where it is none of these. `file`: what stands for all of it.
    pub fn read(document: &Value, file: Place) -> Option<Self> {
        let schemas = document.field(&["definitions"]).or_else(|| document.field(&["components", "schemas"]))?;
        let entries = schemas.mapping()?.entries.iter();
        let schemas: FxHashMap<SmolStr, Value> =
            entries.map(|entry| (entry.entry_key().to_string().into(), entry.value.clone())).collect();
        let mut types: Vec<(ResourceType, SmolStr)> =
            schemas.iter().filter_map(|(name, schema)| Some((type_of(schema)?, name.clone()))).collect();
        types.sort();
        types.dedup_by(|one, other| one.0 == other.0);
        let cluster_wide = cluster_wide(document);
        Some(Self { schemas, types, cluster_wide, file, compiled: Mutex::default() })
    }

    /// The types that it defines.
    pub fn types(&self) -> impl Iterator<Item = &ResourceType> {
        self.types.iter().map(|(of, _)| of)
    }

    /// The definition of a type.
    pub fn definition(&self, of: &ResourceType) -> Option<Arc<Definition>> {
        if let Some(known) = lock(&self.compiled).get(of) {
            return Some(known.clone());
        }
        let at = self.types.binary_search_by(|(known, _)| known.cmp(of)).ok()?;
        let mut reader = Inliner { schemas: &self.schemas, open: Vec::new(), depth: 0 };
        let schema = reader.named(&self.types[at].1);
        let scope = if self.cluster_wide.contains(of) { ResourceScope::Cluster } else { ResourceScope::Namespaced };
        let definition = Arc::new(Definition::from(of.clone(), scope, self.file, DefinitionSource::Whole(schema)));
        lock(&self.compiled).insert(of.clone(), definition.clone());
        Some(definition)
    }
}

/// The one type that a schema is of. What several share, such as options of a request, is no resource.
fn type_of(schema: &Value) -> Option<ResourceType> {
    let mut listed = schema.field(&[SIGN])?.sequence()?.iter();
    let (Some(only), None) = (listed.next(), listed.next()) else { return None };
    named_type(only)
}

fn named_type(value: &Value) -> Option<ResourceType> {
    let text = |name: &str| value.field(&[name])?.text().cloned();
    Some(ResourceType { group: text("group")?, version: text("version")?, kind: text("kind")? })
}

/// The types that no path with a namespace leads to, as far as paths are listed.
fn cluster_wide(document: &Value) -> FxHashSet<ResourceType> {
    let (mut all, mut namespaced) = (FxHashSet::default(), FxHashSet::default());
    for path in document.field(&["paths"]).and_then(Value::mapping).into_iter().flat_map(|paths| &paths.entries) {
        let has_namespace = matches!(path.key(), Some(Key::String(path)) if path.contains("/namespaces/{namespace}/"));
        for operation in path.value.mapping().into_iter().flat_map(|operations| &operations.entries) {
            let Some(of) = operation.value.field(&[SIGN]).and_then(named_type) else { continue };
            if has_namespace {
                namespaced.insert(of.clone());
            }
            all.insert(of);
        }
    }
    all.retain(|of| !namespaced.contains(of));
    all
}

/// Writes schemas out where references stand for them.
struct Inliner<'a> {
    schemas: &'a FxHashMap<SmolStr, Value>,
    open: Vec<SmolStr>,
    depth: usize,
}

impl Inliner<'_> {
    fn named(&mut self, name: &str) -> Value {
        if let Some((_, keyword)) = LOOSE.iter().find(|(end, _)| name.ends_with(end)) {
            return loose(keyword);
        }
        let Some(schema) = self.schemas.get(name) else { return loose(PRESERVES) };
        if self.depth >= DEEPEST || self.open.iter().any(|open| open == name) {
            return loose(PRESERVES);
        }
        self.open.push(name.into());
        let inlined = self.schema(schema);
        self.open.pop();
        inlined
    }

    fn schema(&mut self, schema: &Value) -> Value {
        let Some(mapping) = schema.mapping() else { return schema.clone() };
        self.depth += 1;
        let mut entries: Vec<Fragment> = mapping.entries.iter().filter_map(|it| self.keyword(it)).collect();
        if let Some(name) = referred(schema) {
            let target = self.named(&name);
            for entry in target.mapping().into_iter().flat_map(|target| &target.entries) {
                if !entries.iter().any(|own| own.key() == entry.key()) {
                    entries.push(entry.clone());
                }
            }
        }
        self.depth -= 1;
        Value { origin: schema.origin, kind: ValueKind::map(entries) }
    }

    /// A keyword with the schemas in it written out; `None` for what means nothing here.
    fn keyword(&mut self, entry: &Fragment) -> Option<Fragment> {
        let Some(Key::String(name)) = entry.key() else { return Some(entry.clone()) };
        let value = match name.as_str() {
            // Lists of resources that are built in are not held to their keys.
            "$ref" | "x-kubernetes-list-type" | "x-kubernetes-list-map-keys" => return None,
            "allOf" if referred_by_all(&entry.value).is_some() => return None,
            // What Go has where nothing is given is no default.
            "default" if is_nothing(&entry.value) => return None,
            "properties" => {
                let mapping = entry.value.mapping()?;
                let fields = mapping.entries.iter().map(|it| it.with(self.schema(&it.value)));
                Value { origin: entry.value.origin, kind: ValueKind::map(fields) }
            }
            "items" | "additionalProperties" | "not" => self.schema(&entry.value),
            "allOf" | "anyOf" | "oneOf" => {
                let schemas: SequenceValue = entry.value.sequence()?.iter().map(|it| self.schema(it)).collect();
                Value { origin: entry.value.origin, kind: ValueKind::Sequence(Arc::new(schemas)) }
            }
            _ => entry.value.clone(),
        };
        Some(entry.with(value))
    }
}

/// The name of the schema that stands in the place of another: behind `$ref`, or alone in `allOf`.
fn referred(schema: &Value) -> Option<SmolStr> {
    let direct = schema.field(&["$ref"]).and_then(Value::text);
    let direct = direct.or_else(|| referred_by_all(schema.field(&["allOf"])?))?;
    Some(direct.rsplit('/').next().unwrap_or(direct).into())
}

fn referred_by_all(all: &Value) -> Option<&SmolStr> {
    let mut schemas = all.sequence()?.iter();
    let (Some(only), None) = (schemas.next(), schemas.next()) else { return None };
    only.field(&["$ref"])?.text()
}

fn is_nothing(default: &Value) -> bool {
    match &default.kind {
        ValueKind::Null | ValueKind::Bool(false) | ValueKind::Int(Integer::ZERO) => true,
        ValueKind::String(text) => text.is_empty(),
        ValueKind::Mapping(mapping) => mapping.entries.is_empty(),
        _ => false,
    }
}

fn loose(keyword: &str) -> Value {
    let yes = Value::unwritten(ValueKind::Bool(true));
    let entry = Fragment::entry(Key::String(keyword.into()), Place::NOWHERE, yes);
    Value::unwritten(ValueKind::map([entry]))
}

#[cfg(test)]
mod tests;
