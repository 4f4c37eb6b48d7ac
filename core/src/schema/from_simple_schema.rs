//! The front end for `SimpleSchema`, the shorthand as kro reads it: fields become the JSON Schema that kro writes into the
//! definition of their kind. What that means for values says [`from_open_api`](super::from_open_api).
//!
//! Every keyword has the place of what it comes from, so that whatever is said of it stands at a token of the file.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::document::TextDocument;
use crate::problem::{Code, Problem, Severity};
use crate::schema::from_shorthand::unique;
use crate::schema::shorthand::{self, Primitive, ShorthandDialect, ShorthandSite, TypeExpression, TypeKind, mistakes};
use crate::text::{Place, TextRange};
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, SequenceValue, Value, ValueKind};

mod markers;
#[cfg(test)]
mod tests;

/// Schemas nested deeper than this, custom types followed, are not read: walks over them recurse.
const DEEPEST: usize = 64;
/// Fields that declare more nodes than this, custom types written out, are not read to their end.
const MOST_NODES: u64 = 100_000;

/// What is compiled.
#[derive(Clone, Copy, Debug)]
pub struct SimpleSchemaInput<'a> {
    /// The text that holds it.
    pub document: &'a TextDocument,
    /// The custom types.
    pub types: Option<&'a Value>,
    /// The fields.
    pub fields: Option<&'a Value>,
    /// Where it is said that fields are missing.
    pub holder: Place,
}

/// What fields give.
#[derive(Clone, Debug)]
pub struct CompiledFields {
    /// Their JSON Schema; what cannot be read is unknown in it.
    pub schema: Value,
    /// What is wrong, all of it.
    pub problems: Vec<Problem>,
}

/// Builds the JSON Schema of fields. What is wrong with a custom type is an error, whether anything uses it or not.
pub fn compile(input: &SimpleSchemaInput<'_>) -> CompiledFields {
    let types = input.types.and_then(Value::mapping).into_iter().flat_map(|types| &types.entries);
    let mut builder = FieldsBuilder {
        document: input.document,
        defined: types.map(|entry| (entry.entry_key().to_string(), entry)).collect(),
        states: FxHashMap::default(),
        problems: Vec::new(),
        depth: 0,
        nodes: 0,
    };
    builder.no_map(input.types, "Custom types are a map from names to schemas");
    let schema = match input.fields.map(|fields| &fields.kind) {
        Some(ValueKind::Mapping(mapping)) => {
            let place = input.fields.map_or(input.holder, |fields| fields.origin);
            builder.object(mapping, place)
        }
        Some(ValueKind::Unknown) => unknown(input.holder),
        _ => Keywords::of("object", input.holder).value(input.holder),
    };
    builder.no_map(input.fields, "The schema of a resource is a map of fields");
    builder.unused_types();
    CompiledFields { schema, problems: unique(builder.problems) }
}

struct FieldsBuilder<'a> {
    document: &'a TextDocument,
    /// The custom types by name.
    defined: IndexMap<String, &'a Fragment>,
    states: FxHashMap<String, DefinitionState>,
    problems: Vec<Problem>,
    depth: usize,
    /// How many nodes there are so far, custom types written out.
    nodes: u64,
}

enum DefinitionState {
    /// It is being read: a use of it contains itself.
    Open,
    /// How many nodes it has, and what it stands for.
    Read(u64, Field),
}

/// What a field is.
#[derive(Clone)]
struct Field {
    schema: Value,
    /// Whether its struct requires it.
    is_required: bool,
}

/// The keywords of a JSON Schema while it is built.
struct Keywords(Vec<Fragment>);

impl Keywords {
    fn of(ty: &str, at: Place) -> Self {
        let mut keywords = Self(Vec::new());
        keywords.set("type", at, Value { origin: at, kind: ValueKind::String(ty.into()) });
        keywords
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|entry| is_key(entry, name)).map(|entry| &entry.value)
    }

    /// Sets a keyword, whatever it was before.
    fn set(&mut self, name: &str, at: Place, value: Value) {
        self.remove(name);
        self.0.push(Fragment::entry(Key::String(name.into()), at, value));
    }

    fn remove(&mut self, name: &str) {
        self.0.retain(|entry| !is_key(entry, name));
    }

    /// Adds an item to a keyword that lists them.
    fn add(&mut self, name: &str, at: Place, item: Value) {
        let before = self.get(name).and_then(Value::sequence).into_iter().flat_map(|items| items.iter()).cloned();
        let items: SequenceValue = before.chain([item]).collect();
        self.set(name, at, Value { origin: at, kind: ValueKind::Sequence(Arc::new(items)) });
    }

    fn value(self, origin: Place) -> Value {
        Value { origin, kind: ValueKind::map(self.0) }
    }
}

fn is_key(entry: &Fragment, name: &str) -> bool {
    matches!(entry.key(), Some(Key::String(key)) if key == name)
}

fn unknown(origin: Place) -> Value {
    Value { origin, kind: ValueKind::Unknown }
}

impl<'a> FieldsBuilder<'a> {
    fn no_map(&mut self, value: Option<&Value>, message: &str) {
        let Some(value) = value else { return };
        if !matches!(value.kind, ValueKind::Mapping(_) | ValueKind::Null | ValueKind::Unknown) {
            let problem = Problem::new(Code::ShorthandSyntax, value.origin, message);
            self.problems.push(problem.found(value.kind.type_name()).expected("a map"));
        }
    }

    /// A struct: its fields, which of them it requires, and the default that it has where its fields have some.
    fn object(&mut self, mapping: &'a MappingValue, declared: Place) -> Value {
        let mut keywords = Keywords::of("object", declared);
        let (mut properties, mut required) = (Vec::new(), Vec::new());
        for entry in &mapping.entries {
            let name = entry.entry_key().to_string();
            let field = self.field(&entry.value, &name, entry.place);
            let key = Key::String(name.as_str().into());
            properties.push(Fragment::entry(key, entry.place, field.schema));
            if field.is_required {
                required.push(Value { origin: entry.value.origin, kind: ValueKind::String(name.into()) });
            }
        }
        let has_default = properties.iter().any(|property| property.value.entry("default").is_some());
        if has_default && required.is_empty() {
            keywords.set("default", declared, Keywords(Vec::new()).value(declared));
        }
        if !required.is_empty() {
            required.sort_by(|one, other| one.text().cmp(&other.text()));
            let kind = ValueKind::Sequence(Arc::new(required.into_iter().collect()));
            keywords.set("required", declared, Value { origin: declared, kind });
        }
        if !properties.is_empty() {
            keywords.set("properties", declared, Keywords(properties).value(declared));
        }
        keywords.value(declared)
    }

    /// The schema of a field or of a custom type; `subject` is its name.
    fn field(&mut self, value: &'a Value, subject: &str, declared: Place) -> Field {
        self.nodes = self.nodes.saturating_add(1);
        if self.depth >= DEEPEST || self.nodes > MOST_NODES {
            return self.too_deep(declared);
        }
        self.depth += 1;
        let field = match &value.kind {
            ValueKind::String(text) => {
                self.expression(text, &ShorthandSite::of(value, self.document), subject, declared)
            }
            ValueKind::Mapping(mapping) => Field { schema: self.object(mapping, declared), is_required: false },
            ValueKind::Unknown => Field { schema: unknown(declared), is_required: false },
            _ => self.unsupported(value, subject, declared),
        };
        self.depth -= 1;
        field
    }

    fn unsupported(&mut self, value: &Value, subject: &str, declared: Place) -> Field {
        let message = format!("The schema of `{subject}` is neither a type nor a map of fields");
        let place = if matches!(value.kind, ValueKind::Null) { declared } else { value.origin };
        let problem = Problem::new(Code::ShorthandSyntax, place, message).found(value.kind.type_name());
        let problem = problem.expected("a type, such as `string`, or nested fields");
        self.problems.push(match value.kind {
            ValueKind::Sequence(_) => problem.hint("an array of `T` is written `[]T`"),
            _ => problem,
        });
        Field { schema: unknown(declared), is_required: false }
    }

    fn too_deep(&mut self, declared: Place) -> Field {
        if !self.problems.iter().any(|problem| problem.code == Code::TooDeep) {
            let message = "The schema nests deeper, or declares more, than sayl follows";
            self.problems.push(Problem::new(Code::TooDeep, declared, message));
        }
        Field { schema: unknown(declared), is_required: false }
    }

    fn expression(&mut self, text: &str, site: &ShorthandSite, subject: &str, declared: Place) -> Field {
        let expression = shorthand::parse(text, ShorthandDialect::Kro);
        self.problems.extend(mistakes::problems(&expression, site, subject));
        let mut field = self.ty(&expression.ty, site, declared);
        if expression.markers.is_empty() {
            return field;
        }
        let mut keywords = match field.schema.mapping() {
            Some(mapping) => Keywords(mapping.entries.iter().cloned().collect()),
            None => Keywords(Vec::new()),
        };
        let is_known = field.schema.mapping().is_some();
        let mut reader = markers::MarkerReader::new(site, subject, &mut keywords, is_known);
        reader.all(&expression.markers);
        field.is_required |= reader.is_required;
        self.problems.extend(reader.problems);
        if is_known {
            field.schema = keywords.value(declared);
        }
        field
    }

    fn ty(&mut self, ty: &TypeExpression, site: &ShorthandSite, declared: Place) -> Field {
        self.nodes = self.nodes.saturating_add(1);
        let at = site.place(ty.range);
        let mut keywords = match &ty.kind {
            TypeKind::Primitive(Primitive::Float) => Keywords::of("number", at),
            TypeKind::Primitive(primitive) => Keywords::of(primitive.name(), at),
            TypeKind::Array(_) => Keywords::of("array", at),
            TypeKind::Object | TypeKind::Map { .. } => Keywords::of("object", at),
            TypeKind::Named(name) => return self.custom(name, ty.range, site, declared),
            TypeKind::Missing | TypeKind::TooDeep => return Field { schema: unknown(declared), is_required: false },
        };
        match &ty.kind {
            TypeKind::Object => {
                let kept = Value { origin: at, kind: ValueKind::Bool(true) };
                keywords.set("x-kubernetes-preserve-unknown-fields", at, kept);
            }
            TypeKind::Array(item) => {
                let item = self.ty(item, site, declared).schema;
                keywords.set("items", declared, item);
            }
            TypeKind::Map { value, .. } => {
                let value = self.ty(value, site, declared).schema;
                keywords.set("additionalProperties", declared, value);
            }
            _ => {}
        }
        Field { schema: keywords.value(declared), is_required: false }
    }

    /// What a custom type stands for where it is used. It is required where its alias says so, and used directly.
    fn custom(&mut self, name: &str, range: TextRange, site: &ShorthandSite, declared: Place) -> Field {
        let Some(entry) = self.defined.get(name).copied() else {
            let custom: Vec<&str> = self.defined.keys().map(String::as_str).collect();
            self.problems.push(mistakes::unknown_type(name, range, site, &custom, ShorthandDialect::Kro));
            return Field { schema: unknown(declared), is_required: false };
        };
        match self.states.get(name) {
            Some(DefinitionState::Read(nodes, field)) => {
                self.nodes = self.nodes.saturating_add(*nodes);
                return field.clone();
            }
            Some(DefinitionState::Open) => {
                let message = format!("The type `{name}` contains itself");
                let problem = Problem::new(Code::CyclicType, site.place(range), message);
                let problem = problem.related(entry.place, "the type is defined here");
                self.problems.push(problem.hint("types cannot be recursive"));
                return Field { schema: unknown(declared), is_required: false };
            }
            None => {}
        }
        self.define(name, entry)
    }

    fn define(&mut self, name: &str, entry: &'a Fragment) -> Field {
        self.states.insert(name.to_owned(), DefinitionState::Open);
        let before = self.nodes;
        let field = self.field(&entry.value, name, entry.place);
        self.states.insert(name.to_owned(), DefinitionState::Read(self.nodes - before, field.clone()));
        field
    }

    /// Looks at the types that nothing used, and says so.
    fn unused_types(&mut self) {
        for (name, entry) in self.defined.clone() {
            if let Some(problem) = mistakes::shadowed_type(&name, entry.place, ShorthandDialect::Kro) {
                self.problems.push(problem);
            }
            if !self.states.contains_key(&name) {
                self.nodes = 0;
                self.define(&name, entry);
                let problem = Problem::new(Code::UnusedDefinition, entry.place, format!("No field uses `{name}`"));
                self.problems.push(Problem { severity: Severity::Hint, ..problem });
            }
        }
    }
}
