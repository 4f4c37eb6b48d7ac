//! A ytt schema for a JSON Schema (draft 4 to 2020-12) or a schema of OpenAPI 3: types by example, defaults, titles,
//! descriptions, examples, deprecations, and rules where released ytt has them or a function can say them.
//!
//! # Design
//!
//! Data values have every key of their schema, so a key without a default gets the example that says the least: an
//! empty one where the rules let it be, else null. What must be given is null until it is, and refused while it is null.
//! A map either declares its keys or takes any. What ytt has no way to say is a [`Loss`]: told to the caller, and written
//! as a comment above the node.

use crate::schema::export::declaration::{DeclaredExample, SchemaDeclaration};
use crate::text::Place;
use crate::values::{Key, SequenceValue, Value, ValueKind};

use keywords::ImportedKeywords;
use presence::{Absent, ImportPosition};
use rules::ImportedRules;
use types::{AllowedTypes, ExampleType};

mod keywords;
mod presence;
mod rules;
pub(in crate::schema) mod starlark;
#[cfg(test)]
mod tests;
mod types;

/// Schemas nested deeper than this, references followed, are not read to their end.
const DEEPEST: usize = 64;
/// Nor are schemas that declare more nodes than this, references written out.
const MOST_NODES: usize = 50_000;

/// Functions of rules that match text need this.
const LOAD_REGEXP: &str = "load(\"@ytt:regexp\", \"regexp\")";
/// Functions that compare items, or tell a map from an array, need this.
const LOAD_JSON: &str = "load(\"@ytt:json\", \"json\")";

/// What came of an import.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The schema document.
    pub text: String,
    /// What it does not say, from top to bottom.
    pub losses: Vec<Loss>,
}

/// Something that the schema document does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The keys that lead there in the values, joined by dots; `[]` stands for the items of an array. Empty for the root.
    pub path: String,
    /// What it is: part of a sentence.
    pub what: String,
    /// Whether values are refused for it that were right before; else more is accepted.
    pub refuses: bool,
}

/// What a document holds that a schema can be made of.
#[derive(Clone, Debug)]
pub enum ImportSource {
    /// A JSON Schema.
    Schema(Value),
    /// Values.
    Values,
    /// Several schemas, of which somebody has to name one.
    OneOf(Vec<String>),
    /// No schema of the name that was given; there are these.
    Unknown(Vec<String>),
}

/// The value of a text of JSON; `None` where it is none. YAML reads nearly all of JSON, but not `\/` in a string.
pub fn json(text: &str) -> Option<Value> {
    crate::schema::shorthand::values::json(text, Place::NOWHERE).ok()
}

/// Finds the schema in a document: a JSON Schema, one of its definitions, or a schema of OpenAPI. `name` says which of
/// several. A document without a sign of either holds values.
pub fn source(document: &Value, name: Option<&str>) -> ImportSource {
    const SIGNS: [&str; 8] = ["$schema", "$ref", "$defs", "definitions", "properties", "allOf", "anyOf", "oneOf"];
    let keywords = ImportedKeywords::of(document);
    let is_openapi = keywords.value("openapi").is_some() || keywords.value("swagger").is_some();
    let is_schema = SIGNS.iter().any(|sign| keywords.value(sign).is_some_and(|it| !matches!(it.kind, ValueKind::Null)))
        || keywords.text("type").is_some_and(|ty| ExampleType::named(ty).is_some());
    if !is_openapi && !is_schema {
        return ImportSource::Values;
    }
    let named: Vec<(Key, Value)> = [&["components", "schemas"][..], &["$defs"], &["definitions"]]
        .into_iter()
        .filter_map(|path| document.field(path)?.mapping())
        .flat_map(|it| it.entries.iter().map(|it| (it.entry_key().clone(), it.value.clone())))
        .collect();
    let known = || named.iter().map(|(key, _)| key.to_string()).collect();
    match (name, named.as_slice()) {
        (Some(name), _) => match named.iter().find(|(key, _)| key.to_string() == name) {
            Some((_, schema)) => ImportSource::Schema(schema.clone()),
            None => ImportSource::Unknown(known()),
        },
        (None, [(_, schema)]) if is_openapi => ImportSource::Schema(schema.clone()),
        (None, _) if is_openapi => ImportSource::OneOf(known()),
        (None, _) => ImportSource::Schema(document.clone()),
    }
}

/// The schema document for a JSON Schema. `root` is what its references lead into, `defaults` are values that win over
/// the defaults of the schema, such as those of a chart.
pub fn import(schema: &Value, root: &Value, defaults: Option<&Value>) -> Imported {
    let mut importer = Importer {
        root,
        open: Vec::new(),
        path: Vec::new(),
        losses: Vec::new(),
        nodes: 0,
        needs_regexp: false,
        needs_json: false,
        open_maps: 0,
    };
    let mut declaration = importer.node(schema, defaults, ImportPosition::Root).declaration;
    if importer.open_maps > 0 {
        let maps = match importer.open_maps {
            1 => "that a map takes keys that are not declared: ytt refuses them".to_owned(),
            count => format!("that {count} maps take keys that are not declared: ytt refuses them"),
        };
        declaration.comments.push(format!("not kept: {maps}"));
        importer.losses.insert(0, Loss { path: String::new(), what: maps, refuses: true });
    }
    let loads = [(importer.needs_regexp, LOAD_REGEXP), (importer.needs_json, LOAD_JSON)];
    let code: Vec<&str> = loads.iter().filter(|(is_needed, _)| *is_needed).map(|(_, load)| *load).collect();
    Imported { text: declaration.document(&code), losses: importer.losses }
}

struct Importer<'a> {
    root: &'a Value,
    /// The references that are being followed.
    open: Vec<String>,
    path: Vec<String>,
    losses: Vec<Loss>,
    nodes: usize,
    /// Whether a rule matches text.
    needs_regexp: bool,
    /// Whether a rule needs values as JSON.
    needs_json: bool,
    /// How many maps say nothing of further keys, which JSON Schema takes for consent.
    open_maps: usize,
}

/// A node of the schema document.
struct ImportNode {
    declaration: SchemaDeclaration,
    /// Whether values without it are refused.
    is_demanded: bool,
}

/// What is being written for a node.
#[derive(Default)]
struct Notes {
    comments: Vec<String>,
    rules: ImportedRules,
    /// Whether null is a value for the JSON Schema.
    takes_null: bool,
    /// Whether the declaration says so of null.
    is_nullable: bool,
    /// Whether values without it are refused.
    is_demanded: bool,
    /// What a `#@schema/default` says.
    default: Option<Value>,
}

impl Importer<'_> {
    fn lose(&mut self, notes: &mut Notes, what: impl Into<String>) {
        self.note(&mut notes.comments, what.into(), false);
    }

    /// Loses something for which values are refused that were right before.
    fn refuse(&mut self, notes: &mut Notes, what: &str) {
        self.note(&mut notes.comments, what.to_owned(), true);
    }

    fn note(&mut self, comments: &mut Vec<String>, what: String, refuses: bool) {
        comments.push(format!("not kept: {what}"));
        self.losses.push(Loss { path: self.path.join("."), what, refuses });
    }

    fn node(&mut self, schema: &Value, default: Option<&Value>, position: ImportPosition) -> ImportNode {
        self.nodes += 1;
        let mut notes = Notes::default();
        if self.path.len() > DEEPEST || self.nodes > MOST_NODES {
            self.lose(&mut notes, "a schema that nests deeper, or declares more, than sayl follows");
            return anything(notes);
        }
        let before = self.open.len();
        let keywords = self.keywords_of(schema, &mut notes);
        let default = default.or_else(|| keywords.value("default"));
        let mut node = self.declared(&keywords, default, position, notes);
        self.open.truncate(before);
        self.examples(&keywords, &mut node.declaration);
        node
    }

    fn declared(
        &mut self,
        keywords: &ImportedKeywords,
        default: Option<&Value>,
        position: ImportPosition,
        mut notes: Notes,
    ) -> ImportNode {
        let types = AllowedTypes::of(keywords);
        notes.takes_null = types.has_null || types.kinds.is_empty();
        let kind = types.single();
        if kind.is_none() {
            self.needs_json |= notes.rules.allow_types(&types);
        }
        match kind.unwrap_or(ExampleType::Any) {
            ExampleType::Any => {
                self.rules(keywords, ExampleType::Any, &mut notes);
                let absent = self.absent(keywords, default, position, &mut notes, |_| true, None);
                let takes_maps = types.kinds.contains(&ExampleType::Mapping);
                let is_in_the_way = |it: &Value| it.mapping().is_none() && !matches!(it.kind, ValueKind::Null);
                if takes_maps && matches!(&absent, Absent::Default(default) if is_in_the_way(default)) {
                    self.refuse(&mut notes, "that it may be a map, which ytt does not lay over the default");
                }
                any(notes, keywords, absent, &null())
            }
            ExampleType::Mapping => self.mapping(keywords, default, position, notes),
            ExampleType::Sequence => self.sequence(keywords, default, position, notes),
            kind @ (ExampleType::Text | ExampleType::Int | ExampleType::Float | ExampleType::Bool) => {
                self.rules(keywords, kind, &mut notes);
                let zero = kind.zero();
                let absent =
                    self.absent(keywords, default, position, &mut notes, |value| kind.takes(value), Some(&zero));
                let example = notes.typed(absent, zero);
                notes.node(keywords, DeclaredExample::Value(kind.shown(example)))
            }
        }
    }

    /// Adds the examples; ytt takes only what is of the type.
    fn examples(&mut self, keywords: &ImportedKeywords, declaration: &mut SchemaDeclaration) {
        let (right, wrong): (Vec<Value>, Vec<Value>) =
            keywords.examples().into_iter().partition(|example| declaration.takes(example));
        if !wrong.is_empty() {
            self.note(&mut declaration.comments, "an example that is not of the type".to_owned(), false);
        }
        declaration.annotations.extend(keywords.examples_annotation(&right));
    }

    fn sequence(
        &mut self,
        keywords: &ImportedKeywords,
        default: Option<&Value>,
        position: ImportPosition,
        mut notes: Notes,
    ) -> ImportNode {
        self.rules(keywords, ExampleType::Sequence, &mut notes);
        let empty = Value::unwritten(ValueKind::Sequence(SequenceValue::default().into()));
        let is_array = |value: &Value| value.sequence().is_some();
        let absent = self.absent(keywords, default, position, &mut notes, is_array, Some(&empty));
        let example = notes.typed(absent, empty);
        let items = match keywords.value("items") {
            Some(items) if items.mapping().is_some() => Some(items.clone()),
            Some(items) if items.sequence().is_some() => {
                self.lose(&mut notes, "what each place of the array holds");
                None
            }
            _ => None,
        };
        self.path.push("[]".to_owned());
        let item = items.map(|items| self.node(&items, None, ImportPosition::Item));
        self.path.pop();
        let item = item.unwrap_or_else(|| anything(Notes::default())).declaration;
        if !example.is_empty_collection() {
            notes.default = Some(example);
        }
        notes.node(keywords, DeclaredExample::Sequence(Box::new(item)))
    }

    fn mapping(
        &mut self,
        keywords: &ImportedKeywords,
        default: Option<&Value>,
        position: ImportPosition,
        mut notes: Notes,
    ) -> ImportNode {
        let properties: Vec<(Key, Value)> = keywords.entries("properties");
        let others = keywords.value("additionalProperties").or_else(|| keywords.value("unevaluatedProperties"));
        let is_closed = others.is_some_and(|others| matches!(others.kind, ValueKind::Bool(false)));
        if properties.is_empty() && !is_closed {
            return self.free_mapping(keywords, default, position, notes);
        }
        self.rules(keywords, ExampleType::Mapping, &mut notes);
        match others {
            None => self.open_maps += 1,
            Some(_) if is_closed => {}
            Some(_) => self.refuse(&mut notes, "further keys, which ytt refuses in a map that declares some"),
        }
        let required = keywords.names("required");
        let given = default.and_then(Value::mapping);
        let mut fields = Vec::new();
        // Where something in it must be given, leaving it out is refused for that.
        let mut lacks_something = false;
        let before = self.losses.len();
        for (key, schema) in properties {
            let is_required = required.iter().any(|name| matches!(&key, Key::String(key) if key == name));
            self.path.push(key.to_string());
            let default = given.and_then(|given| given.get(&key));
            let field = self.node(&schema, default, ImportPosition::Field { is_required });
            lacks_something |= field.is_demanded && given.is_none();
            fields.push((key, field.declaration));
            self.path.pop();
        }
        let losses_inside = self.losses.split_off(before);
        for entry in given.into_iter().flat_map(|given| &given.entries) {
            if fields.iter().any(|(key, _)| key == entry.entry_key()) {
                continue;
            }
            if is_closed {
                self.lose(&mut notes, format!("the default of `{}`, which is not declared", entry.entry_key()));
            } else {
                // Nothing is said of it, so it may be anything.
                let node = Notes::default().anything(&ImportedKeywords::default(), entry.value.clone());
                fields.push((entry.entry_key().clone(), node.declaration));
            }
        }
        let is_root = matches!(position, ImportPosition::Root | ImportPosition::Item);
        if lacks_something
            && !notes.takes_null
            && (is_root || position == (ImportPosition::Field { is_required: true }))
        {
            notes.is_demanded = true;
        } else {
            let empty = Value::unwritten(ValueKind::Mapping(std::sync::Arc::default()));
            let zero = (!lacks_something).then_some(&empty);
            let is_map = |value: &Value| value.mapping().is_some();
            let absent = self.absent(keywords, default, position, &mut notes, is_map, zero);
            notes.typed(absent, empty);
        }
        self.losses.extend(losses_inside);
        notes.node(keywords, DeclaredExample::Mapping(fields))
    }

    /// A map of any keys.
    fn free_mapping(
        &mut self,
        keywords: &ImportedKeywords,
        default: Option<&Value>,
        position: ImportPosition,
        mut notes: Notes,
    ) -> ImportNode {
        self.rules(keywords, ExampleType::Mapping, &mut notes);
        let empty = Value::unwritten(ValueKind::Mapping(std::sync::Arc::default()));
        let is_map = |value: &Value| value.mapping().is_some();
        let absent = self.absent(keywords, default, position, &mut notes, is_map, Some(&empty));
        self.needs_json = true;
        let others = keywords.value("additionalProperties").filter(|others| others.mapping().is_some());
        let types = others.map(|others| AllowedTypes::of(&ImportedKeywords::of(others)));
        let is_any = types.as_ref().is_none_or(|types| types.kinds.is_empty());
        let of_values = types.filter(|types| !types.has_null).and_then(|types| types.single()?.starlark());
        notes.rules.be_a_map(of_values);
        if of_values.is_none() && !is_any {
            self.lose(&mut notes, "what its values are");
        }
        any(notes, keywords, absent, &empty)
    }
}

/// A node that takes anything, as far as rules let it; `zero` is the emptiest value.
fn any(mut notes: Notes, keywords: &ImportedKeywords, absent: Absent, zero: &Value) -> ImportNode {
    if !notes.takes_null && !matches!(absent, Absent::Null) {
        notes.rules.refuse_null();
    }
    let example = match absent {
        Absent::Default(value) => value,
        Absent::Zero => zero.clone(),
        Absent::Null => null(),
    };
    notes.anything(keywords, example)
}

/// A node of which nothing is said.
fn anything(notes: Notes) -> ImportNode {
    notes.anything(&ImportedKeywords::default(), null())
}

fn null() -> Value {
    Value::unwritten(ValueKind::Null)
}

impl Notes {
    /// Notes what a node of one type is where it is not set, and gives its example. `zero` is the emptiest value.
    fn typed(&mut self, absent: Absent, zero: Value) -> Value {
        self.is_nullable = self.takes_null || matches!(absent, Absent::Null);
        match absent {
            Absent::Default(value) => {
                self.default = Some(value.clone()).filter(|_| self.is_nullable);
                value
            }
            Absent::Zero | Absent::Null => zero,
        }
    }

    fn anything(mut self, keywords: &ImportedKeywords, example: Value) -> ImportNode {
        self.is_nullable = false;
        let mut node = self.node(keywords, DeclaredExample::Value(example));
        node.declaration.is_any = true;
        node
    }

    fn node(self, keywords: &ImportedKeywords, example: DeclaredExample) -> ImportNode {
        let mut annotations = keywords.documentation();
        if let Some(default) = &self.default {
            annotations.push(format!("#@schema/default {}", starlark::literal(default)));
        }
        annotations.extend(self.rules.annotation());
        let Self { comments, is_nullable, is_demanded, .. } = self;
        ImportNode {
            declaration: SchemaDeclaration { comments, annotations, is_nullable, is_any: false, example },
            is_demanded,
        }
    }
}
