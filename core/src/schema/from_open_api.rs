//! The front end for sections that are written as `openAPIV3Schema`: JSON Schema as Kubernetes has it, with `$ref`s
//! into the `$defs` of the section.
//!
//! A reference stands for its target; what stands beside it counts more. Keywords that say nothing the model knows
//! are passed over, and nothing is claimed because of them.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::problem::{Code, Problem, Severity, nearest};
use crate::schema::from_shorthand::{defaults, unique};
use crate::schema::{Edition, MappingType, Others, Presence, Schema, SchemaNode, Type, instance};
use crate::text::Place;
use crate::values::{EntryValue, Key, MappingValue, SequenceValue, Value, ValueKind};

mod keywords;
mod references;
#[cfg(test)]
mod tests;

/// Schemas nested deeper than this, references followed, are not read: walks over them recurse.
const DEEPEST: usize = 64;
/// A section that declares more nodes than this, references written out, is not read to its end.
const MOST_NODES: u64 = 100_000;

/// The schema of a section, as far as it can be read, and all that is wrong with it.
pub fn compile(section: &Value) -> (Arc<Schema>, Vec<Problem>) {
    let definitions = entry(section, "$defs").and_then(|entry| entry.value.mapping());
    let mut reader = Reader {
        definitions: definitions.map(|definitions| &**definitions),
        open: Vec::new(),
        read: FxHashMap::default(),
        problems: Vec::new(),
        depth: 0,
        nodes: 0,
    };
    let mut root = reader.node(section, section.origin);
    root.presence = Presence::Required;
    (Arc::new(Schema { edition: Edition::OpenChoreo, root: Arc::new(root) }), unique(reader.problems))
}

struct Reader<'a> {
    definitions: Option<&'a MappingValue>,
    /// The definitions that are being read, from the outermost to the innermost.
    open: Vec<String>,
    /// The definitions that were read: how many nodes they have, and their schemas.
    read: FxHashMap<String, (u64, Arc<SchemaNode>)>,
    problems: Vec<Problem>,
    depth: usize,
    nodes: u64,
}

/// The keywords of one schema, those behind its references included.
struct Keywords<'a>(Vec<&'a EntryValue>);

impl<'a> Keywords<'a> {
    fn entry(&self, name: &str) -> Option<&'a EntryValue> {
        self.0.iter().copied().find(|entry| is_key(entry, name))
    }

    fn value(&self, name: &str) -> Option<&'a Value> {
        self.entry(name).map(|entry| &entry.value)
    }

    fn is_true(&self, name: &str) -> bool {
        self.value(name).is_some_and(|value| matches!(value.kind, ValueKind::Bool(true)))
    }
}

fn entry<'a>(value: &'a Value, name: &str) -> Option<&'a EntryValue> {
    value.mapping()?.entries.iter().find(|entry| is_key(entry, name))
}

fn is_key(entry: &EntryValue, name: &str) -> bool {
    matches!(&entry.key, Key::String(key) if key == name)
}

impl<'a> Reader<'a> {
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
            kind => {
                let problem = Problem::new(Code::SchemaKeyword, value.origin, "A schema is a map of keywords");
                self.problems.push(problem.found(kind.type_name()).expected("a map, such as `{type: string}`"));
                return SchemaNode::unknown(declared);
            }
        };
        self.depth += 1;
        let node = match mapping.entries.iter().find(|entry| is_key(entry, "$ref")) {
            Some(reference) => self.referred(mapping, reference, declared),
            None => self.keywords(&Keywords(mapping.entries.iter().collect()), declared),
        };
        self.depth -= 1;
        node
    }

    /// The schema that keywords declare.
    fn keywords(&mut self, keywords: &Keywords<'a>, declared: Place) -> SchemaNode {
        self.misspelt(keywords);
        let mut node = SchemaNode {
            nullable: keywords.is_true("nullable"),
            presence: Presence::Optional,
            ..SchemaNode::unknown(declared)
        };
        node.ty = self.ty(keywords, &mut node.nullable, declared);
        if !matches!(node.ty, Type::Mapping(_)) {
            self.required_names(keywords);
        }
        self.documentation(keywords, &mut node);
        self.constraints(keywords, &mut node);
        self.default(keywords, &mut node);
        node
    }

    fn ty(&mut self, keywords: &Keywords<'a>, nullable: &mut bool, declared: Place) -> Type {
        let name = match keywords.value("type") {
            Some(value) => match self.type_name(value, nullable) {
                Some(name) => name,
                None => return Type::Unknown,
            },
            None if keywords.is_true("x-kubernetes-int-or-string") => return Type::Any,
            None if keywords.entry("properties").is_some() => "object",
            None if keywords.entry("items").is_some() => "array",
            None => return Type::Any,
        };
        match name {
            "string" => Type::String,
            "integer" => Type::Int,
            "number" => Type::Float,
            "boolean" => Type::Bool,
            "array" => Type::Sequence(Arc::new(match keywords.entry("items") {
                Some(items) => self.node(&items.value, items.key_origin),
                None => anything(declared),
            })),
            _ => Type::Mapping(self.mapping(keywords, declared)),
        }
    }

    /// What `type` names; with `null` beside it, null is a value too.
    fn type_name(&mut self, value: &'a Value, nullable: &mut bool) -> Option<&'a str> {
        const NAMES: &[&str] = &["string", "integer", "number", "boolean", "array", "object"];
        let names: Vec<&Value> = match &value.kind {
            ValueKind::Sequence(names) => names.iter().collect(),
            ValueKind::Unknown => return None,
            _ => vec![value],
        };
        let mut known = None;
        for name in names {
            match &name.kind {
                ValueKind::String(text) if text == "null" => *nullable = true,
                ValueKind::String(text) if NAMES.contains(&text.as_str()) => known = Some(text.as_str()),
                _ => {
                    let found = crate::values::flow::flow(name);
                    let problem = Problem::new(Code::SchemaKeyword, name.origin, "`type` names no type of JSON Schema");
                    let near = name.text().and_then(|text| nearest(text, NAMES.iter().copied()));
                    let problem = problem.found(found).expected(format!("one of {}", NAMES.join(", ")));
                    self.problems.push(problem.meant(near, name.origin));
                    return None;
                }
            }
        }
        known
    }

    fn mapping(&mut self, keywords: &Keywords<'a>, declared: Place) -> MappingType {
        let mut fields = IndexMap::with_hasher(FxBuildHasher);
        let properties = keywords.value("properties").and_then(|value| self.map("properties", value));
        for entry in properties.into_iter().flat_map(|properties| &properties.entries) {
            let field = self.node(&entry.value, entry.key_origin);
            fields.insert(Key::String(entry.key.to_string().into()), field);
        }
        self.required(keywords, &mut fields);
        let others = match keywords.entry("additionalProperties") {
            Some(entry) => match entry.value.kind {
                ValueKind::Bool(false) => Others::Refused,
                ValueKind::Bool(true) => Others::Kept(Arc::new(anything(entry.key_origin))),
                _ => Others::Kept(Arc::new(self.node(&entry.value, entry.key_origin))),
            },
            None if keywords.is_true("x-kubernetes-preserve-unknown-fields") => {
                Others::Kept(Arc::new(anything(declared)))
            }
            None => Others::Dropped,
        };
        let fields = fields.into_iter().map(|(key, field)| (key, Arc::new(field))).collect();
        MappingType { fields, others, ..MappingType::default() }
    }

    /// Marks the fields that must be given; a default makes that good anyway.
    fn required(&mut self, keywords: &Keywords<'a>, fields: &mut IndexMap<Key, SchemaNode, FxBuildHasher>) {
        for name in self.required_names(keywords).into_iter().flat_map(SequenceValue::iter) {
            let Some(key) = Key::of(&name.kind) else { continue };
            let key = Key::String(key.to_string().into());
            let Some(field) = fields.get_mut(&key) else {
                let message = format!("`required` names `{key}`, which `properties` does not declare");
                let problem = Problem::new(Code::SchemaKeyword, name.origin, message);
                self.problems.push(Problem { severity: Severity::Warning, ..problem });
                continue;
            };
            if field.presence == Presence::Optional {
                field.presence = Presence::Required;
            }
        }
    }

    /// What `required` lists. It belongs to the map that holds fields, not to a field.
    fn required_names(&mut self, keywords: &Keywords<'a>) -> Option<&'a SequenceValue> {
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

    fn default(&mut self, keywords: &Keywords<'a>, node: &mut SchemaNode) {
        let Some(value) = keywords.value("default") else { return };
        if matches!(node.ty, Type::Unknown) {
            return;
        }
        let default = instance::with_text_keys(value);
        let violations = instance::violations(&default, node);
        self.problems.extend(violations.iter().map(|violation| {
            let problem = defaults::invalid_default(violation, "The default");
            // The platform looks at such a default only when somebody relies on it.
            Problem { severity: Severity::Warning, ..problem }
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

/// A node where everything goes.
fn anything(declared: Place) -> SchemaNode {
    SchemaNode { ty: Type::Any, presence: Presence::Optional, ..SchemaNode::unknown(declared) }
}
