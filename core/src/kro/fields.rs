//! The values of templates against the schemas of their kinds: what is written, and what expressions give.
//!
//! Types and unknown fields are judged, as kro does before anything is made. What else a schema demands, such as a
//! pattern, depends on values that nobody knows yet.

use std::sync::Arc;

use super::reader::{GivenText, GraphReader, text_type, words};
use super::{GraphResource, structure};
use crate::cel::resolve::ExpressionType;
use crate::cel::scope::VariableScope;
use crate::cel::types::TypeSet;
use crate::problem::{Code, Problem, Severity};
use crate::schema::instance::{self, ViolationKind};
use crate::schema::lookup::{Step, child};
use crate::schema::{Others, SchemaNode, Type, describe};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, SequenceValue, Value, ValueKind};

/// Types that are compared deeper than this are taken for equal.
const DEEPEST: usize = 32;

/// Reads the expressions of a template or reference, and judges what it holds.
pub(super) fn template(
    reader: &mut GraphReader<'_>,
    index: usize,
    object: &Value,
    node: &Arc<SchemaNode>,
    scope: &Arc<VariableScope>,
) {
    let graph = reader.graph;
    let resource = &graph.resources[index];
    let is_external = resource.object.as_ref().is_some_and(|object| object.is_external);
    let is_definition = resource.of().is_some_and(structure::is_definition);
    if !is_external && !is_definition && !graph.is_partial() {
        let found = literals(resource, object, node);
        reader.problems.extend(found);
    }
    let mut walk = FieldWalk { reader, scope, resource, path: Vec::new(), is_external, is_definition };
    walk.value(object, Some(node));
}

/// What is wrong with the values of a template that are written as they are.
fn literals(resource: &GraphResource, object: &Value, node: &SchemaNode) -> Vec<Problem> {
    let value = without_expressions(&instance::with_text_keys(object));
    let kind = resource.of().map_or("The resource", |of| of.kind.as_str());
    let violations = instance::violations(&value, node);
    let reported = violations.iter().filter_map(|violation| match &violation.kind {
        ViolationKind::Undeclared => {
            let Some(Step::Key(name)) = violation.path.last() else { return None };
            let message = format!("{kind} has no field `{name}` here");
            let problem = Problem::new(Code::UnknownField, violation.place, message);
            Some(problem.suggest(violation.intended.as_deref(), violation.place))
        }
        ViolationKind::Type { found, .. } if found != "null" => Some(violation.problem()),
        _ => None,
    });
    reported.filter(|problem| problem.place.file == object.origin.file).collect()
}

/// The value without texts that are nothing but an expression; a text with more around it is text.
fn without_expressions(value: &Value) -> Value {
    let kind = match &value.kind {
        ValueKind::String(text) if text.starts_with("${") && text.ends_with('}') => ValueKind::Unknown,
        ValueKind::Mapping(mapping) => {
            ValueKind::map(mapping.entries.iter().map(|entry| entry.with(without_expressions(&entry.value))))
        }
        ValueKind::Sequence(items) => {
            ValueKind::Sequence(Arc::new(items.iter().map(without_expressions).collect::<SequenceValue>()))
        }
        kind => kind.clone(),
    };
    Value { origin: value.origin, kind }
}

struct FieldWalk<'r, 'a> {
    reader: &'r mut GraphReader<'a>,
    scope: &'r Arc<VariableScope>,
    resource: &'r GraphResource,
    /// The keys on the way.
    path: Vec<Key>,
    is_external: bool,
    is_definition: bool,
}

impl FieldWalk<'_, '_> {
    fn value(&mut self, value: &Value, node: Option<&Arc<SchemaNode>>) {
        match &value.kind {
            ValueKind::String(_) => self.text(value, node),
            ValueKind::Sequence(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.value(item, node.and_then(|node| child(node, &Step::Item(index))));
                }
            }
            ValueKind::Mapping(mapping) => {
                for entry in &mapping.entries {
                    self.key(entry);
                    self.path.push(entry.entry_key().clone());
                    let key = Key::String(entry.entry_key().to_string().into());
                    self.value(&entry.value, node.and_then(|node| child(node, &Step::Key(key))));
                    self.path.pop();
                }
            }
            _ => {}
        }
    }

    /// kro never reads a key.
    fn key(&mut self, entry: &Fragment) {
        let Some(Key::String(key)) = entry.key() else { return };
        if key.contains("${") {
            let message = "kro reads no expressions in keys, so this stays text";
            let problem = Problem::new(Code::UnreadExpression, entry.place, message);
            self.reader.problems.push(problem.hint("make the whole map by one expression"));
        }
    }

    fn text(&mut self, value: &Value, node: Option<&Arc<SchemaNode>>) {
        let Some(given) = self.reader.text(value, self.scope) else { return };
        self.omitted(&given);
        let names: Vec<&str> = self.path.iter().filter_map(text_key).collect();
        if matches!(names.as_slice(), ["apiVersion" | "kind"]) {
            let message = "kro looks for the schema of a kind before it evaluates anything";
            let problem = Problem::new(Code::ResourceStructure, value.origin, message);
            self.reader.problems.push(problem.expected("the name itself"));
        } else if self.is_definition && names.first() != Some(&"metadata") {
            let message = "A definition of resources may have expressions below `metadata` only";
            self.reader.problems.push(Problem::new(Code::ResourceStructure, value.origin, message));
        } else if self.is_external {
            self.compare(&given, &text_type(), value);
        } else if let Some(node) = node.filter(|_| self.is_checked(&names)) {
            let node = node.clone();
            self.compare(&given, &node, value);
        }
    }

    /// Whether it is known what stands at a path: only metadata is where nothing defines the kind.
    fn is_checked(&self, names: &[&str]) -> bool {
        names.first() == Some(&"metadata") || self.resource.object.is_some()
    }

    fn compare(&mut self, given: &GivenText, node: &SchemaNode, value: &Value) {
        let text = ExpressionType::from(text_type());
        let typed = given.gives.as_ref().unwrap_or(&text);
        if fits(typed, node, 0) {
            return;
        }
        let message = match self.path.last() {
            Some(key) => format!("`{key}` must be {}", described(node)),
            None => format!("This must be {}", described(node)),
        };
        let place = if given.gives.is_some() { given.place } else { value.origin };
        let problem = Problem::new(Code::ExpressionType, place, message).found(words(typed));
        let problem = if node.declared == Place::NOWHERE {
            problem
        } else {
            problem.related(node.declared, "the schema says so here")
        };
        self.reader.problems.push(problem);
    }

    /// `omit()` leaves out fields, but none that names the resource; kro has it behind a gate.
    fn omitted(&mut self, given: &GivenText) {
        let Some(place) = self.reader.calls(given.index, "omit").next() else { return };
        let names: Vec<&str> = self.path.iter().filter_map(text_key).collect();
        let problem = if names == ["metadata", "name"] {
            Problem::new(Code::ExpressionType, place, "The name of a resource cannot be left out")
        } else if given.gives.is_none() {
            let problem =
                Problem::new(Code::ExpressionType, place, "`omit` leaves out whole fields, no part of a text");
            Problem { severity: Severity::Warning, ..problem }
        } else {
            let problem =
                Problem::new(Code::ExpressionType, place, "`omit` is behind the feature gate `CELOmitFunction`");
            Problem { severity: Severity::Information, ..problem }
        };
        self.reader.problems.push(problem);
    }
}

fn text_key(key: &Key) -> Option<&str> {
    match key {
        Key::String(key) => Some(key),
        _ => None,
    }
}

fn described(node: &SchemaNode) -> String {
    crate::problem::with_article(&describe::type_words(node))
}

/// Whether what an expression gives can stand where a schema is, as kro compares them: by shape. What is not known
/// fits everywhere.
pub(super) fn fits(given: &ExpressionType, expected: &SchemaNode, depth: usize) -> bool {
    if given.is_optional {
        return fits(&ExpressionType::from(given.node.clone()), expected, depth);
    }
    let Some(found) = given.types(true).filter(|_| depth < DEEPEST) else { return true };
    let Some(wanted) = TypeSet::of(expected, true) else { return true };
    let below =
        |node: &Arc<SchemaNode>, expected: &SchemaNode| fits(&ExpressionType::from(node.clone()), expected, depth + 1);
    let (Some(ours), Some(theirs)) = (given.node.ty.mapping(), expected.ty.mapping()) else {
        return match (given.node.ty.item(), expected.ty.item()) {
            (Some(item), Some(expected)) => below(item, expected),
            _ => found == wanted,
        };
    };
    let kept = |others: &Others| match others {
        Others::Kept(node) => Some(node.clone()),
        _ => None,
    };
    match (found, wanted) {
        _ if ours.is_open || theirs.is_open || kept(&theirs.others).is_some_and(|it| matches!(it.ty, Type::Any)) => {
            true
        }
        (TypeSet::OBJECT, TypeSet::OBJECT) => {
            ours.fields.iter().all(|(key, field)| theirs.fields.get(key).is_some_and(|it| below(field, it)))
        }
        (TypeSet::OBJECT, _) => {
            kept(&theirs.others).is_none_or(|value| ours.fields.values().all(|field| below(field, &value)))
        }
        (_, TypeSet::OBJECT) => {
            kept(&ours.others).is_none_or(|value| theirs.fields.values().all(|field| below(&value, field)))
        }
        _ => kept(&ours.others).zip(kept(&theirs.others)).is_none_or(|(value, expected)| below(&value, &expected)),
    }
}
