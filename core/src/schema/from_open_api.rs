//! The front end for sections that are written as `openAPIV3Schema`: JSON Schema as Kubernetes has it, with `$ref`s
//! into the `$defs` of the section.
//!
//! A reference stands for its target; what stands beside it counts more. Keywords that say nothing the model knows
//! are passed over, and nothing is claimed because of them. A keyword without a value is as one that is not there, and
//! small letters and capitals are no difference: that is how the platform reads them.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::problem::{Code, Problem, Severity, nearest};
use crate::schema::from_shorthand::{defaults, unique};
use crate::schema::{Edition, MappingType, Others, Presence, Schema, SchemaNode, Type, instance};
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, SequenceValue, Value, ValueKind};

mod composition;
pub mod form;
mod keywords;
mod references;
#[cfg(test)]
mod tests;

/// The extension that lets a schema keep what it does not declare.
const PRESERVES: &str = "x-kubernetes-preserve-unknown-fields";
/// Schemas nested deeper than this, references followed, are not read: walks over them recurse.
const DEEPEST: usize = 64;
/// A section that declares more nodes than this, references written out, is not read to its end.
const MOST_NODES: u64 = 100_000;

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SourceForm {
    /// A section of a resource.
    Section,
    /// The definition of a resource.
    Definition,
    /// JSON Schema that no platform reads.
    General,
}

/// The schema of a section, as far as it can be read, and all that is wrong with it.
pub fn compile(section: &Value) -> (Arc<Schema>, Vec<Problem>) {
    read(section, SourceForm::Section)
}

/// The schema of a definition of resources: what it does not declare is refused, and it has rules of the API server.
pub fn compile_definition(definition: &Value) -> (Arc<Schema>, Vec<Problem>) {
    read(definition, SourceForm::Definition)
}

/// The schema of a JSON Schema in the keywords of OpenAPI: what it does not declare is kept, `type` may list several,
/// and keywords that are not read are rules that nobody evaluates.
pub(in crate::schema) fn compile_general(schema: &Value) -> Arc<Schema> {
    read(schema, SourceForm::General).0
}

fn read(section: &Value, form: SourceForm) -> (Arc<Schema>, Vec<Problem>) {
    let named = |name| entry(section, name).and_then(|entry| entry.value.mapping());
    let mut reader = SchemaReader {
        definitions: named("$defs").or_else(|| named("definitions")).map(|definitions| &**definitions),
        form,
        is_part: false,
        open: Vec::new(),
        read: FxHashMap::default(),
        used: FxHashSet::default(),
        problems: Vec::new(),
        depth: 0,
        nodes: 0,
    };
    let mut root = reader.node(section, section.origin);
    root.presence = Presence::Required;
    // References in what was not read to its end are not known.
    if form == SourceForm::Section && reader.problems.iter().all(|problem| problem.code != Code::TooDeep) {
        reader.unused_definitions();
    }
    let edition = if form == SourceForm::General { Edition::JsonSchema } else { Edition::OpenChoreo };
    (Arc::new(Schema { edition, root: Arc::new(root) }), unique(reader.problems))
}

struct SchemaReader<'a> {
    definitions: Option<&'a MappingValue>,
    form: SourceForm,
    /// Whether it is one of several schemas for a value: it says a part of what there is to say.
    is_part: bool,
    /// The definitions that are being read, from the outermost to the innermost.
    open: Vec<String>,
    /// The definitions that were read: how many nodes they have, and their schemas.
    read: FxHashMap<String, (u64, Arc<SchemaNode>)>,
    /// The definitions that references lead to.
    used: FxHashSet<&'a str>,
    problems: Vec<Problem>,
    depth: usize,
    nodes: u64,
}

/// The keywords of one schema, those behind its references included.
struct SchemaKeywords<'a>(Vec<&'a Fragment>);

impl<'a> SchemaKeywords<'a> {
    fn entry(&self, name: &str) -> Option<&'a Fragment> {
        let given = || self.0.iter().copied().filter(|entry| !matches!(entry.value.kind, ValueKind::Null));
        given().find(|entry| is_key(entry, name)).or_else(|| given().find(|entry| is_much_like(entry, name)))
    }

    fn value(&self, name: &str) -> Option<&'a Value> {
        self.entry(name).map(|entry| &entry.value)
    }

    fn is_true(&self, name: &str) -> bool {
        self.value(name).is_some_and(|value| matches!(value.kind, ValueKind::Bool(true)))
    }
}

fn entry<'a>(value: &'a Value, name: &str) -> Option<&'a Fragment> {
    value.mapping()?.entries.iter().find(|entry| is_key(entry, name))
}

fn is_key(entry: &Fragment, name: &str) -> bool {
    matches!(entry.entry_key(), Key::String(key) if key == name)
}

fn is_much_like(entry: &Fragment, name: &str) -> bool {
    matches!(entry.entry_key(), Key::String(key) if key.eq_ignore_ascii_case(name))
}

impl<'a> SchemaReader<'a> {
    fn report(&mut self, code: Code, place: Place, message: impl Into<String>) {
        self.problems.push(Problem::new(code, place, message));
    }

    /// The schema that a value holds.
    fn node(&mut self, value: &'a Value, declared: Place) -> SchemaNode {
        self.nodes = self.nodes.saturating_add(1);
        if self.depth >= DEEPEST || self.nodes > MOST_NODES {
            return self.too_deep(declared);
        }
        let mapping = match &value.kind {
            ValueKind::Mapping(mapping) => mapping,
            ValueKind::Unknown => return SchemaNode::unknown(declared),
            ValueKind::Null => return anything(declared),
            kind => {
                let problem = Problem::new(Code::SchemaKeyword, value.origin, "A schema is a map of keywords");
                self.problems.push(problem.found(kind.type_name()).expected("a map, such as `{type: string}`"));
                return SchemaNode::unknown(declared);
            }
        };
        self.depth += 1;
        let node = match mapping.entries.iter().find(|entry| is_key(entry, "$ref")) {
            Some(reference) => self.referred(mapping, reference, declared),
            None => self.keywords(&SchemaKeywords(mapping.entries.iter().collect()), declared),
        };
        self.depth -= 1;
        node
    }

    /// The schema that keywords declare.
    fn keywords(&mut self, keywords: &SchemaKeywords<'a>, declared: Place) -> SchemaNode {
        self.unknown_keywords(keywords);
        let mut node = SchemaNode {
            nullable: self.flag(keywords, "nullable") || self.is_null_listed(keywords),
            is_permissive: keywords.is_true(PRESERVES),
            presence: Presence::Optional,
            ..SchemaNode::unknown(declared)
        };
        node.ty = self.ty(keywords, declared);
        if !matches!(node.ty, Type::Mapping(_)) {
            self.required_names(keywords);
        }
        self.documentation(keywords, &mut node);
        self.constraints(keywords, &mut node);
        match self.form {
            SourceForm::Section => {}
            SourceForm::Definition => node.rules.extend(keywords::admission(keywords)),
            SourceForm::General => node.rules.extend(keywords::unread(keywords)),
        }
        node.rules.extend(self.compositions(keywords));
        self.default(keywords, &mut node);
        node
    }

    fn ty(&mut self, keywords: &SchemaKeywords<'a>, declared: Place) -> Type {
        let name = match keywords.value("type") {
            Some(value) if self.form == SourceForm::General && value.sequence().is_some() => {
                return self.listed(value, keywords, declared);
            }
            Some(value) if self.form == SourceForm::General && value.text().is_some_and(|name| name == "null") => {
                "null"
            }
            Some(value) => match self.type_name(value) {
                Some(name) => name,
                None => return Type::Unknown,
            },
            None if keywords.is_true("x-kubernetes-int-or-string") => {
                return Type::OneOf(vec![Type::Int, Type::String]);
            }
            None if keywords.entry("properties").is_some() => "object",
            None if self.is_part && keywords.entry("required").is_some() => "object",
            None if keywords.entry("items").is_some() => "array",
            None => return Type::Any,
        };
        self.named(name, keywords, declared)
    }

    /// The type of a name.
    fn named(&mut self, name: &str, keywords: &SchemaKeywords<'a>, declared: Place) -> Type {
        match name {
            "string" => Type::String,
            "integer" => Type::Int,
            "number" => Type::Float,
            "boolean" => Type::Bool,
            "null" => Type::Null,
            "array" => Type::Sequence(Arc::new(match keywords.entry("items") {
                Some(items) => self.node(&items.value, items.place),
                None => anything(declared),
            })),
            _ => Type::Mapping(self.mapping(keywords, declared)),
        }
    }

    /// Whether null is one of several types.
    fn is_null_listed(&self, keywords: &SchemaKeywords<'a>) -> bool {
        let names = keywords.value("type").filter(|_| self.form == SourceForm::General).and_then(Value::sequence);
        names.is_some_and(|names| names.iter().any(|name| name.text().is_some_and(|name| name == "null")))
    }

    /// One of several types; null is told apart.
    fn listed(&mut self, names: &'a Value, keywords: &SchemaKeywords<'a>, declared: Place) -> Type {
        let names = names.sequence().into_iter().flat_map(|names| names.iter()).filter_map(Value::text);
        let names: Vec<&SmolStr> = names.filter(|name| *name != "null").collect();
        match names.as_slice() {
            [] => Type::Null,
            [name] => self.named(name, keywords, declared),
            names => Type::OneOf(names.iter().map(|name| self.named(name, keywords, declared)).collect()),
        }
    }

    /// What `type` names: one type.
    fn type_name(&mut self, value: &'a Value) -> Option<&'a str> {
        const NAMES: &[&str] = &["string", "integer", "number", "boolean", "array", "object"];
        let name = value.text().map(SmolStr::as_str);
        if let Some(name) = name.filter(|name| NAMES.contains(name)) {
            return Some(name);
        }
        let problem = match &value.kind {
            ValueKind::Unknown => return None,
            ValueKind::Sequence(_) => Problem::new(Code::SchemaKeyword, value.origin, "`type` names one type"),
            _ => Problem::new(Code::SchemaKeyword, value.origin, "`type` names no type of JSON Schema"),
        };
        let problem = problem.found(flow(value)).expected(format!("one of {}", NAMES.join(", ")));
        let takes_null =
            |names: &SequenceValue| names.iter().any(|name| name.text().is_some_and(|name| name == "null"));
        self.problems.push(match value.sequence() {
            Some(names) if takes_null(names) => problem.hint("`nullable: true` beside the type allows null"),
            _ => problem.suggest(name.and_then(|name| nearest(name, NAMES.iter().copied())), value.origin),
        });
        None
    }

    fn mapping(&mut self, keywords: &SchemaKeywords<'a>, declared: Place) -> MappingType {
        let mut fields = IndexMap::with_hasher(FxBuildHasher);
        let properties = keywords.value("properties").and_then(|value| self.map("properties", value));
        for entry in properties.into_iter().flat_map(|properties| &properties.entries) {
            if self.report_extension(entry) {
                continue;
            }
            let field = self.node(&entry.value, entry.place);
            fields.insert(Key::String(entry.entry_key().to_string().into()), field);
        }
        self.required(keywords, &mut fields);
        if self.form == SourceForm::Definition && keywords.is_true("x-kubernetes-embedded-resource") {
            embedded(&mut fields, declared);
        }
        let others = match keywords.entry("additionalProperties") {
            Some(entry) => match entry.value.kind {
                ValueKind::Bool(false) => Others::Refused,
                ValueKind::Bool(true) => Others::Kept(Arc::new(anything(entry.place))),
                _ => Others::Kept(Arc::new(self.node(&entry.value, entry.place))),
            },
            None if keywords.is_true(PRESERVES) => {
                Others::Kept(Arc::new(SchemaNode { is_permissive: true, ..anything(declared) }))
            }
            None if self.is_part || self.form == SourceForm::General => Others::Kept(Arc::new(anything(declared))),
            None if self.form == SourceForm::Definition => Others::Refused,
            None => Others::Dropped,
        };
        let fields = fields.into_iter().map(|(key, field)| (key, Arc::new(field))).collect();
        MappingType { fields, others, ..MappingType::default() }
    }

    /// Reports a property that the platform takes for an extension of other tools, which it leaves out wherever it stands.
    /// False if it is none.
    fn report_extension(&mut self, property: &Fragment) -> bool {
        let Key::String(name) = property.entry_key() else { return false };
        let is_extension = name.len() > 2 && name.starts_with("x-") && !name.starts_with("x-kubernetes-");
        if is_extension {
            let message = format!("The platform takes the property `{name}` for an extension, and leaves it out");
            let problem = Problem::new(Code::SchemaKeyword, property.place, message);
            let problem = Problem { severity: Severity::Warning, ..problem };
            self.problems.push(problem.hint("give it a name that does not start with `x-`"));
        }
        is_extension
    }

    /// Marks the fields that must be given; a default makes that good anyway.
    fn required(&mut self, keywords: &SchemaKeywords<'a>, fields: &mut IndexMap<Key, SchemaNode, FxBuildHasher>) {
        for name in self.required_names(keywords).into_iter().flat_map(SequenceValue::iter) {
            let Some(key) = self.required_name(name) else {
                self.no_name(name);
                continue;
            };
            if self.is_part && !fields.contains_key(&key) {
                // Another schema for the same value declares it.
                fields.insert(key.clone(), anything(name.origin));
            }
            let Some(field) = fields.get_mut(&key) else {
                let message = format!("`required` names `{key}`, which `properties` does not declare");
                let problem = Problem::new(Code::SchemaKeyword, name.origin, message);
                self.problems.push(Problem { severity: Severity::Warning, ..problem });
                continue;
            };
            // In JSON Schema a default does not stand in for what must be given.
            if field.presence == Presence::Optional || self.form == SourceForm::General {
                field.presence = Presence::Required;
            }
        }
    }

    /// A name in `required`. Definitions of resources are read as JSON, in which every name is text.
    fn required_name(&self, name: &Value) -> Option<Key> {
        match &name.kind {
            ValueKind::String(text) => Some(Key::String(text.clone())),
            ValueKind::Bool(_) | ValueKind::Int(_) if self.form == SourceForm::Definition => {
                Some(Key::String(flow(name).into()))
            }
            _ => None,
        }
    }

    /// What `required` lists. It belongs to the map that holds fields, not to a field.
    fn required_names(&mut self, keywords: &SchemaKeywords<'a>) -> Option<&'a SequenceValue> {
        let value = keywords.value("required")?;
        match &value.kind {
            ValueKind::Sequence(names) => Some(names),
            ValueKind::Unknown => None,
            kind => {
                let problem = Problem::new(Code::SchemaKeyword, value.origin, "`required` is a list of names");
                self.problems.push(problem.found(kind.type_name()).expected("a list, beside `properties`"));
                None
            }
        }
    }

    /// A name in `required` that is no text: YAML takes `no` for a boolean.
    fn no_name(&mut self, name: &Value) {
        if !matches!(name.kind, ValueKind::Unknown | ValueKind::Null) {
            let problem = Problem::new(Code::SchemaKeyword, name.origin, "A name in `required` is text");
            self.problems.push(problem.found(name.kind.type_name()).hint("put the name in quotes"));
        }
    }

    fn default(&mut self, keywords: &SchemaKeywords<'a>, node: &mut SchemaNode) {
        let Some(value) = keywords.value("default") else { return };
        if matches!(node.ty, Type::Unknown) {
            return;
        }
        let default = instance::with_text_keys(value);
        let violations = instance::violations(&default, node);
        self.problems.extend(violations.iter().map(|violation| {
            let problem = defaults::invalid_default(violation, "The default");
            // The platform looks at such a default only when somebody relies on it; definitions are judged at once.
            if self.form == SourceForm::Definition { problem } else { problem.at_most_a_warning() }
        }));
        defaults::set(node, default);
    }

    fn too_deep(&mut self, declared: Place) -> SchemaNode {
        if !self.problems.iter().any(|problem| problem.code == Code::TooDeep) {
            self.report(Code::TooDeep, declared, "The schema nests deeper, or declares more, than sayl follows");
        }
        SchemaNode::unknown(declared)
    }
}

/// What a resource inside of another one has in any case.
fn embedded(fields: &mut IndexMap<Key, SchemaNode, FxBuildHasher>, declared: Place) {
    for (name, ty) in [("apiVersion", Type::String), ("kind", Type::String), ("metadata", Type::Any)] {
        let free = SchemaNode { is_permissive: true, ty, nullable: false, ..anything(declared) };
        let field = fields.entry(Key::String(name.into())).or_insert(free);
        if name != "metadata" {
            field.presence = Presence::Required;
        }
    }
}

/// A node where everything goes.
fn anything(declared: Place) -> SchemaNode {
    SchemaNode { ty: Type::Any, presence: Presence::Optional, ..SchemaNode::unknown(declared) }
}
