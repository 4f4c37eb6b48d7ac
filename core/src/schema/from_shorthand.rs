//! The front end for schemas in OpenChoreo's shorthand: sections of fields become a [`Schema`] each.
//!
//! It reads values rather than nodes, for aliases and merge keys are resolved there and every value knows its place;
//! the document gives the source of strings, so that problems stand at tokens inside of them.

use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashSet};

use self::custom::CustomTypes;
use crate::document::TextDocument;
use crate::problem::{Code, Problem, Severity};
use crate::schema::fields::FieldMap;
use crate::schema::shorthand::ShorthandSite;
use crate::schema::{Edition, MappingType, Others, Presence, Schema, SchemaNode, Type, instance};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, Value, ValueKind};

mod custom;
pub(super) mod defaults;
mod expressions;
mod json_schema;
mod markers;
#[cfg(test)]
mod tests;

/// Schemas nested deeper than this, custom types followed, are not read: walks over them recurse.
const DEEPEST: usize = 128;
/// A section that declares more nodes than this, custom types written out, is not read to its end.
const MOST_NODES: u64 = 100_000;

/// The key of the default of an inline object.
const DEFAULT: &str = "$default";
/// The key of custom types in a section.
const TYPES: &str = "$types";

/// Sections that belong together.
#[derive(Clone, Debug)]
pub struct SectionsInput<'a> {
    /// The text that holds them.
    pub document: &'a TextDocument,
    /// The custom types that they share. Without them, each section may have its own below `$types`.
    pub types: Option<&'a Value>,
    /// The sections with their names.
    pub sections: &'a [(&'a str, &'a Value)],
    /// What becomes of keys that an object does not declare; the platform drops them.
    pub others: Others,
}

/// What sections give.
#[derive(Clone, Debug, Default)]
pub struct CompiledSections {
    /// The schema of each section, as far as it can be read.
    pub schemas: Vec<Arc<Schema>>,
    /// What is wrong, all of it.
    pub problems: Vec<Problem>,
}

/// Builds the schema of each section. A custom type is read once; if nothing uses it, what is wrong with it is a warning.
pub fn compile(input: &SectionsInput<'_>) -> CompiledSections {
    let mut builder = SectionBuilder::new(input);
    builder.check_types(input.types);
    let mut schemas = Vec::new();
    for (name, section) in input.sections {
        builder.nodes = 0;
        if input.types.is_none() {
            builder.finish_types();
            builder.types = CustomTypes::of(own_types(section));
        }
        let root = Arc::new(builder.section(name, section));
        schemas.push(Arc::new(Schema { edition: Edition::OpenChoreo, root }));
    }
    builder.finish_types();
    CompiledSections { schemas, problems: unique(builder.problems) }
}

/// What stands behind an alias or a merge key is read at each of its uses, and reported once.
pub(crate) fn unique(problems: Vec<Problem>) -> Vec<Problem> {
    let mut seen: FxHashSet<(Code, Place, String)> = FxHashSet::default();
    problems.into_iter().filter(|problem| seen.insert((problem.code, problem.place, problem.message.clone()))).collect()
}

/// The custom types that a section holds itself.
fn own_types(section: &Value) -> Option<&MappingValue> {
    section.mapping()?.get(&Key::String(TYPES.into()))?.mapping().map(|types| &**types)
}

struct SectionBuilder<'a> {
    document: &'a TextDocument,
    others: Others,
    has_shared_types: bool,
    types: CustomTypes<'a>,
    problems: Vec<Problem>,
    depth: usize,
    /// How many nodes the section has so far, custom types written out.
    nodes: u64,
}

impl<'a> SectionBuilder<'a> {
    fn new(input: &SectionsInput<'a>) -> Self {
        let shared = input.types.and_then(Value::mapping).map(|types| &**types);
        Self {
            document: input.document,
            others: input.others.clone(),
            has_shared_types: input.types.is_some(),
            types: CustomTypes::of(shared),
            problems: Vec::new(),
            depth: 0,
            nodes: 0,
        }
    }

    fn check_types(&mut self, types: Option<&Value>) {
        let Some(types) = types else { return };
        if !matches!(types.kind, ValueKind::Mapping(_) | ValueKind::Null | ValueKind::Unknown) {
            let problem =
                Problem::new(Code::ShorthandSyntax, types.origin, "Custom types are a map from names to schemas");
            self.problems.push(problem.found(types.kind.type_name()).expected("a map"));
        }
    }

    fn section(&mut self, name: &str, section: &'a Value) -> SchemaNode {
        match &section.kind {
            ValueKind::Mapping(mapping) => {
                let has_types = self.has_shared_types || own_types(section).is_some();
                let is_field = |entry: &&Fragment| {
                    let is_types = has_types && is_key(entry, TYPES) && entry.value.mapping().is_some();
                    !is_types && !is_key(entry, DEFAULT)
                };
                let mut node = self.object(mapping, is_field, name, section.origin);
                if let Some(entry) = mapping.entry(&Key::String(DEFAULT.into())) {
                    self.ineffective_default(entry, &mut node, name);
                }
                node
            }
            ValueKind::Null => self.mapping_node(FieldMap::default(), section.origin),
            ValueKind::Unknown => SchemaNode::unknown(section.origin),
            kind => {
                let message = "A section with schemas is a map of fields";
                let problem = Problem::new(Code::ShorthandSyntax, section.origin, message);
                self.problems.push(problem.found(kind.type_name()).expected("a map"));
                SchemaNode::unknown(section.origin)
            }
        }
    }

    /// The schema of a field or of a custom type; `subject` is its name.
    fn field(&mut self, value: &'a Value, subject: &str, declared: Place) -> SchemaNode {
        self.nodes = self.nodes.saturating_add(1);
        if self.depth >= DEEPEST || self.nodes > MOST_NODES {
            return self.too_deep(declared);
        }
        self.depth += 1;
        let mut node = match &value.kind {
            ValueKind::String(text) => {
                self.expression(text, &ShorthandSite::of(value, self.document), subject, declared)
            }
            ValueKind::Mapping(mapping) => {
                let node = self.object(mapping, |entry| !is_key(entry, DEFAULT), subject, declared);
                self.with_own_default(node, mapping, subject)
            }
            ValueKind::Unknown => SchemaNode::unknown(declared),
            _ => self.unsupported(value, subject, declared),
        };
        self.depth -= 1;
        if !matches!(node.ty, Type::Unknown) && !instance::has_default(&node) {
            node.presence = Presence::Required;
        }
        node
    }

    /// An object with declared fields, without regard to `$default`.
    fn object(
        &mut self,
        mapping: &'a MappingValue,
        is_field: impl Fn(&&Fragment) -> bool,
        subject: &str,
        declared: Place,
    ) -> SchemaNode {
        let entries: Vec<&Fragment> = mapping.entries.iter().filter(|entry| is_field(entry)).collect();
        let before = self.problems.len();
        let mut refused = None;
        let mut fields = FieldMap::with_capacity_and_hasher(entries.len(), FxBuildHasher);
        for entry in &entries {
            let name = entry.entry_key().to_string();
            let first = self.problems.len();
            let field = self.field(&entry.value, &name, entry.place);
            let new = self.problems.get(first..).unwrap_or_default();
            if refused.is_none() && new.iter().any(|problem| problem.severity == Severity::Error) {
                refused = Some(*entry);
            }
            fields.insert(Key::String(name.into()), Arc::new(field));
        }
        if let Some(keywords) = json_schema::look_like_keywords(&entries, refused) {
            let problem = json_schema::problem(&keywords, refused, subject);
            if refused.is_some() {
                self.problems.truncate(before);
                self.problems.push(problem);
                return SchemaNode::unknown(declared);
            }
            self.problems.push(problem);
        }
        self.mapping_node(fields, declared)
    }

    fn mapping_node(&self, fields: FieldMap, declared: Place) -> SchemaNode {
        let ty = MappingType { fields: fields.into(), others: self.others.clone(), ..MappingType::default() };
        node(Type::Mapping(ty), declared)
    }

    fn unsupported(&mut self, value: &Value, subject: &str, declared: Place) -> SchemaNode {
        let message = format!("The schema of `{subject}` is neither a type nor a map of fields");
        let problem = Problem::new(Code::ShorthandSyntax, value.origin, message).found(value.kind.type_name());
        let problem = problem.expected("a type, such as `string`, or nested fields");
        self.problems.push(match value.kind {
            ValueKind::Sequence(_) => problem.hint("an array of `T` is written `[]T`"),
            _ => problem,
        });
        SchemaNode::unknown(declared)
    }

    fn too_deep(&mut self, declared: Place) -> SchemaNode {
        let is_too_deep = |problem: &Problem| problem.code == Code::TooDeep;
        if !self.problems.iter().any(is_too_deep) {
            let message = "The schema nests deeper, or declares more, than sayl follows";
            self.problems.push(Problem::new(Code::TooDeep, declared, message));
        }
        SchemaNode::unknown(declared)
    }
}

fn is_key(entry: &Fragment, name: &str) -> bool {
    matches!(entry.entry_key(), Key::String(key) if key == name)
}

/// A node of which only the type is known.
fn node(ty: Type, declared: Place) -> SchemaNode {
    SchemaNode { ty, nullable: false, presence: Presence::Required, ..SchemaNode::unknown(declared) }
}
