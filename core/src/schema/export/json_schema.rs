//! A schema as JSON Schema 2020-12.
//!
//! Titles, defaults and constraints as the schema has them; what only ytt's rules can say is left out.

use std::sync::Arc;

use super::{Object, array};
use crate::constraint::{Constraint, Count, Counted, Side};
use crate::schema::shorthand::values::number_kind;
use crate::schema::{MappingType, Others, Presence, Rule, RuleKind, Schema, SchemaNode, Type, When};
use crate::text::Place;
use crate::values::{EntryValue, Key, Value, ValueKind};

#[cfg(test)]
mod tests;

/// The JSON Schema of the values that a schema describes.
pub fn json_schema(schema: &Schema) -> Value {
    node(&schema.root)
}

/// The JSON Schema of data values as a document of its own; without a schema everything goes.
pub fn document(schema: Option<&Schema>) -> Value {
    let document = Object::default().with("$schema", super::string("https://json-schema.org/draft/2020-12/schema"));
    let keywords = schema.map(|schema| object(&schema.root)).unwrap_or_default();
    Object(document.0.into_iter().chain(keywords.0).collect()).value()
}

/// JSON Schemas of sections, each with the kind and the name of what they are sections of.
pub fn list<'a>(holders: impl Iterator<Item = (&'a str, &'a str, Vec<(&'a str, Value)>)>) -> Value {
    let holders = holders.map(|(kind, name, sections)| {
        let sections = sections.into_iter().fold(Object::default(), |all, (name, schema)| all.with(name, schema));
        Object::default()
            .with("kind", super::string(kind))
            .with("name", super::string(name))
            .with("sections", sections.value())
            .value()
    });
    array(holders.collect())
}

/// The JSON Schema of one node.
pub fn of_node(schema: &SchemaNode) -> Value {
    node(schema)
}

fn node(node: &SchemaNode) -> Value {
    object(node).value()
}

fn object(node: &SchemaNode) -> Object {
    let text = |text: &Option<String>| text.as_deref().filter(|text| !text.is_empty()).map(super::string);
    // What a map is by default where nobody wrote it, its keys say.
    let is_of_keys = matches!(node.default.kind, ValueKind::Mapping(_)) && node.default.origin == node.declared;
    let has_default = !matches!(node.default.kind, ValueKind::Unknown) && !is_of_keys;
    let default = has_default.then(|| node.written_default.as_ref().unwrap_or(&node.default).clone());
    let examples: Vec<Value> = node.examples.iter().map(|example| example.value.clone()).collect();
    let object = Object::default()
        .with_some("type", type_names(node))
        .with_some("title", text(&node.title))
        .with_some("description", text(&node.description))
        .with_some("deprecated", node.deprecated.as_ref().map(|_| super::bool(true)))
        .with_some("default", default)
        .with_some("examples", (!examples.is_empty()).then(|| array(examples)));
    let object = node.rules.iter().fold(object, |object, rule| with_rule(object, rule, node));
    match &node.ty {
        Type::Mapping(ty) => with_keys(object, ty),
        Type::Sequence(item) => object.with("items", self::node(item)),
        _ => object,
    }
}

/// `type`, with null where null is a value too; nothing where everything goes.
fn type_names(node: &SchemaNode) -> Option<Value> {
    let name = match &node.ty {
        Type::Any | Type::Unknown | Type::OneOf(_) | Type::Combined(_) => return None,
        Type::Null => return Some(super::string("null")),
        Type::Bool => "boolean",
        Type::Int => "integer",
        Type::Float => "number",
        Type::String => "string",
        Type::Mapping(_) => "object",
        Type::Sequence(_) => "array",
    };
    let name = super::string(name);
    Some(if node.nullable { array(vec![name, super::string("null")]) } else { name })
}

/// What is declared of the keys of a map. The names of required keys are sorted, as the platform sorts them.
fn with_keys(object: Object, ty: &MappingType) -> Object {
    let properties = ty.fields.iter().map(|(key, field)| EntryValue {
        key: Key::String(key.to_string().into()),
        key_origin: Place::NOWHERE,
        value: node(field),
    });
    let is_required = |field: &Arc<SchemaNode>| field.presence == Presence::Required;
    let required = ty.fields.iter().filter(|(_, field)| is_required(field)).map(|(key, _)| key.to_string());
    let mut required: Vec<String> = required.collect();
    required.sort_unstable();
    let required = required.iter().map(|key| super::string(key)).collect::<Vec<_>>();
    let others = match &ty.others {
        Others::Refused => (!ty.is_open).then(|| super::bool(false)),
        Others::Dropped => None,
        Others::Kept(value) => Some(node(value)),
    };
    object
        .with_some("properties", (!ty.fields.is_empty()).then(|| Object(properties.collect()).value()))
        .with_some("required", (!required.is_empty()).then(|| array(required)))
        .with_some("additionalProperties", others)
}

/// What a rule demands, if JSON Schema can say it.
fn with_rule(object: Object, rule: &Rule, node: &SchemaNode) -> Object {
    if !matches!(rule.when, When::Always) {
        return object;
    }
    match &rule.kind {
        RuleKind::Constraint(constraint) => object.with_some(constraint.keyword(), argument(constraint)),
        RuleKind::OneOf(values) => object.with("enum", array(values.clone())),
        RuleKind::Min(bound) => object.with_some("minimum", numeric(bound)),
        RuleKind::Max(bound) => object.with_some("maximum", numeric(bound)),
        RuleKind::MinLen(length) => with_length(object, node, Side::Least, *length),
        RuleKind::MaxLen(length) => with_length(object, node, Side::Most, *length),
        RuleKind::NotNull
        | RuleKind::OneNotNull(_)
        | RuleKind::Function { .. }
        | RuleKind::Predicate { .. }
        | RuleKind::Unevaluated(_) => object,
    }
}

fn argument(constraint: &Constraint) -> Option<Value> {
    Some(match constraint {
        Constraint::Bound(bound) => number(bound.number)?,
        Constraint::MultipleOf(factor) => number(*factor)?,
        Constraint::Count(count) => int(count.count),
        Constraint::Pattern(pattern) => super::string(pattern.text()),
        Constraint::Format(format) => super::string(format),
        Constraint::Form(format) => super::string(format.name()),
        Constraint::StartsWith(start) => super::string(&format!("^{}", regex::escape(start))),
        Constraint::EndsWith(end) => super::string(&format!("{}$", regex::escape(end))),
        Constraint::UniqueItems => super::bool(true),
    })
}

/// ytt counts whatever has a length, JSON Schema has a keyword for each type.
fn with_length(object: Object, node: &SchemaNode, side: Side, count: i64) -> Object {
    let of = match &node.ty {
        Type::String => Counted::Characters,
        Type::Sequence(_) => Counted::Items,
        Type::Mapping(_) => Counted::Keys,
        _ => return object,
    };
    object.with(Count { of, side, count }.keyword(), int(count))
}

fn numeric(bound: &Value) -> Option<Value> {
    matches!(bound.kind, ValueKind::Int(_) | ValueKind::Float(_)).then(|| bound.clone())
}

/// A number; `None` where JSON has none for it.
fn number(number: f64) -> Option<Value> {
    number.is_finite().then(|| Value::unwritten(number_kind(number)))
}

fn int(int: i64) -> Value {
    Value::unwritten(ValueKind::Int(int.into()))
}
