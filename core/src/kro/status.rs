//! The status of instances: what each field is made of, and its JSON Schema as kro infers it.

use std::sync::Arc;

use super::reader::GraphReader;
use super::{SCHEMA, conditions};
use crate::cel::embedded::{EmbeddedEnd, Quoting, embedded, is_exactly};
use crate::cel::resolve::Meaning;
use crate::cel::scope::{LookupScope, VariableOrigin, VariableScope};
use crate::problem::{Code, Problem};
use crate::schema::{Others, SchemaNode, Type};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

/// Types that nest deeper than this are not written out.
const DEEPEST: usize = 32;

/// Reads the status, and gives its JSON Schema.
pub(super) fn read(reader: &mut GraphReader<'_>) -> Value {
    let graph = reader.graph;
    let status = graph.schema().and_then(|schema| schema.value.field(&["status"]));
    let Some(status) = status else { return schema_of(&[]) };
    let scope = reader.scopes.everywhere().clone();
    let Some(mapping) = status.mapping() else {
        if !matches!(status.kind, ValueKind::Null | ValueKind::Unknown) {
            let problem = Problem::new(Code::ResourceStructure, status.origin, "The status is a map of fields");
            reader.problems.push(problem.found(status.kind.type_name()));
        }
        return schema_of(&[]);
    };
    let mut properties = Vec::new();
    for entry in &mapping.entries {
        if matches!(&entry.entry_key(), Key::String(key) if key == "conditions") {
            conditions::read(reader, &entry.value);
        } else {
            properties.push((entry.entry_key().to_string(), entry.place, field(reader, &entry.value, &scope)));
        }
    }
    schema_of(&properties)
}

/// The schema of a field that is given by expressions.
fn field(reader: &mut GraphReader<'_>, value: &Value, scope: &Arc<VariableScope>) -> Value {
    match &value.kind {
        ValueKind::Mapping(mapping) => {
            let below = mapping
                .entries
                .iter()
                .map(|entry| (entry.entry_key().to_string(), entry.place, field(reader, &entry.value, scope)));
            let below: Vec<_> = below.collect();
            schema_of(&below)
        }
        ValueKind::Sequence(items) => {
            let below: Vec<Value> = items.iter().map(|item| field(reader, item, scope)).collect();
            let item = below.into_iter().next().unwrap_or_else(anything);
            map(&[("type", text("array")), ("items", item)])
        }
        ValueKind::Unknown => anything(),
        _ => leaf(reader, value, scope),
    }
}

fn leaf(reader: &mut GraphReader<'_>, value: &Value, scope: &Arc<VariableScope>) -> Value {
    let given = reader.text(value, scope);
    let Some(given) = given else {
        let message = "A field of the status is given by an expression";
        let problem = Problem::new(Code::ResourceStructure, value.origin, message);
        reader.problems.push(problem.found(value.kind.type_name()).expected("`${…}`"));
        return anything();
    };
    let omitted = reader.calls(given.index, "omit").next();
    if let Some(place) = omitted {
        reader.problems.push(Problem::new(Code::ExpressionType, place, "`omit` leaves out fields of templates only"));
    }
    let texts = reader.templates.texts.get(given.index).into_iter();
    let mut names = texts.flat_map(|text| text.expressions.iter().flat_map(|(_, resolved)| &resolved.names));
    let names_any = names.any(|name| match (&name.meaning, &name.within) {
        (Meaning::Variable { .. }, LookupScope::Scope(scope)) => {
            let origin = scope.find(&name.name).map(|variable| variable.origin);
            name.name == SCHEMA || matches!(origin, Some(VariableOrigin::Resource(_)))
        }
        // What is misspelt is told already.
        (Meaning::Nothing, _) => true,
        _ => false,
    });
    if !names_any {
        let message = "A field of the status names a resource, or `schema`";
        reader.problems.push(Problem::new(Code::ResourceStructure, value.origin, message));
    }
    given.gives.as_ref().map_or_else(|| map(&[("type", text("string"))]), |typed| of_node(&typed.node, 0))
}

/// The schema of what an expression gives.
fn of_node(node: &SchemaNode, depth: usize) -> Value {
    if depth > DEEPEST {
        return anything();
    }
    let below = |node: &SchemaNode| of_node(node, depth + 1);
    match &node.ty {
        Type::String => map(&[("type", text("string"))]),
        Type::Int => map(&[("type", text("integer"))]),
        Type::Float => map(&[("type", text("number"))]),
        Type::Bool => map(&[("type", text("boolean"))]),
        Type::Sequence(item) => map(&[("type", text("array")), ("items", below(item))]),
        Type::Mapping(ty) if !ty.is_open => match &ty.others {
            Others::Kept(value) if ty.fields.is_empty() && !matches!(value.ty, Type::Any) => {
                map(&[("type", text("object")), ("additionalProperties", below(value))])
            }
            Others::Kept(_) if ty.fields.is_empty() => anything(),
            _ => {
                let fields = ty.fields.iter();
                let fields: Vec<_> =
                    fields.map(|(key, field)| (key.to_string(), Place::NOWHERE, below(field))).collect();
                schema_of(&fields)
            }
        },
        Type::Any => anything(),
        _ => Value::unwritten(ValueKind::Unknown),
    }
}

/// The schema of an object with these fields.
fn schema_of(fields: &[(String, Place, Value)]) -> Value {
    if fields.is_empty() {
        return map(&[("type", text("object"))]);
    }
    let property = |(name, place, value): &(String, Place, Value)| {
        Fragment::entry(Key::String(name.as_str().into()), *place, value.clone())
    };
    let properties = Value::unwritten(ValueKind::map(fields.iter().map(property)));
    map(&[("type", text("object")), ("properties", properties)])
}

/// What is kept as it is.
fn anything() -> Value {
    let kept = Value::unwritten(ValueKind::Bool(true));
    map(&[("type", text("object")), ("x-kubernetes-preserve-unknown-fields", kept)])
}

fn text(text: &str) -> Value {
    Value::unwritten(ValueKind::String(text.into()))
}

fn map(entries: &[(&str, Value)]) -> Value {
    let entry =
        |(name, value): &(&str, Value)| Fragment::entry(Key::String((*name).into()), Place::NOWHERE, value.clone());
    Value::unwritten(ValueKind::map(entries.iter().map(entry)))
}

/// The status as it can be told without anything but the graph: which fields it has.
pub(super) fn outline(status: Option<&Value>) -> Value {
    fn part(value: &Value) -> Value {
        match &value.kind {
            ValueKind::Mapping(mapping) => {
                let fields = mapping.entries.iter();
                let fields: Vec<_> =
                    fields.map(|entry| (entry.entry_key().to_string(), entry.place, part(&entry.value))).collect();
                schema_of(&fields)
            }
            ValueKind::String(text) if is_mixed(text) => map(&[("type", self::text("string"))]),
            _ => Value::unwritten(ValueKind::Unknown),
        }
    }
    let own = status.and_then(Value::mapping).into_iter().flat_map(|status| &status.entries);
    let is_own = |name: &str| status.is_some_and(|status| status.entry(name).is_some());
    let mut fields: Vec<_> =
        own.map(|entry| (entry.entry_key().to_string(), entry.place, part(&entry.value))).collect();
    fields.retain(|(name, ..)| name != "conditions");
    if !is_own("state") {
        fields.push(("state".to_owned(), Place::NOWHERE, map(&[("type", text("string"))])));
    }
    fields.push(("conditions".to_owned(), Place::NOWHERE, conditions_schema()));
    schema_of(&fields)
}

/// Whether a text has more in it than one expression.
fn is_mixed(text: &str) -> bool {
    let found = embedded(text, Quoting::Double);
    let closed = found.iter().any(|it| it.end == EmbeddedEnd::Closed);
    closed && !is_exactly(text, &found)
}

fn conditions_schema() -> Value {
    let fields = ["type", "status", "reason", "message", "lastTransitionTime"].map(|name| (name, "string"));
    let fields = fields.into_iter().chain([("observedGeneration", "integer")]);
    let fields: Vec<_> =
        fields.map(|(name, ty)| (name.to_owned(), Place::NOWHERE, map(&[("type", text(ty))]))).collect();
    map(&[("type", text("array")), ("items", schema_of(&fields))])
}
