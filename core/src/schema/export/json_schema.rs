//! A schema as JSON Schema 2020-12: of values as people give them, before defaults stand in for what they leave out.
//!
//! Titles, defaults and constraints as the schema has them. What JSON Schema cannot say is left out, so whatever the
//! schema accepts, the JSON Schema accepts too.

use super::{Object, array};
use crate::schema::combination::{Combination, Combinator};
use crate::schema::{Schema, SchemaNode, Type};
use crate::values::{Value, ValueKind};

pub mod functions;
mod given;
mod keywords;
mod maps;
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
    let is_outdated = node.deprecated.is_some() || node.removed.is_some();
    let examples: Vec<Value> = node.examples.iter().map(|example| example.value.clone()).collect();
    let object = Object::default()
        .with_some("type", type_names(node))
        .with_some("title", text(&node.title))
        .with_some("description", text(&node.description))
        .with_some("deprecated", is_outdated.then(|| super::bool(true)))
        .with_some("default", default(node))
        .with_some("examples", (!examples.is_empty()).then(|| array(examples)));
    let extensions = node.extensions.iter();
    let object = extensions.fold(object, |object, (name, value)| object.with(name, value.clone()));
    let object = keywords::with_rules(object, node);
    let object = match node.ty.mapping() {
        Some(ty) => maps::with_keys(object, ty),
        None => object,
    };
    let object = match &node.ty {
        Type::Combined(combination) => with_combination(object, combination, node.nullable),
        _ => object.with_some("items", node.ty.item().map(|item| self::node(item))),
    };
    // No value is right for what was removed.
    object.with_some("not", node.removed.as_ref().map(|_| Object::default().value()))
}

/// The default as somebody wrote it. What a map is by default where nobody did, its keys say.
fn default(node: &SchemaNode) -> Option<Value> {
    let is_of_keys = node.ty.mapping().is_some() && node.default.origin == node.declared;
    let is_of_keys = is_of_keys && matches!(node.default.kind, ValueKind::Mapping(_));
    // At the root of a section a default has no effect, but it is written.
    let is_stated = node.is_defaulted() || node.written_default.is_some();
    let has_default = !matches!(node.default.kind, ValueKind::Unknown) && is_stated && node.removed.is_none();
    (has_default && !is_of_keys).then(|| node.written_default.as_ref().unwrap_or(&node.default).clone())
}

/// `type`, with null where null is a value too; nothing where everything goes.
fn type_names(node: &SchemaNode) -> Option<Value> {
    let mut names: Vec<&str> = Vec::new();
    for ty in node.ty.members() {
        let name = type_name(ty)?;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if node.nullable && !keywords::refuses_null(node) && !names.contains(&"null") {
        names.push("null");
    }
    match names.as_slice() {
        [name] => Some(super::string(name)),
        names => Some(array(names.iter().map(|name| super::string(name)).collect())),
    }
}

fn type_name(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Any | Type::Unknown | Type::OneOf(_) | Type::Combined(_) => return None,
        Type::Null => "null",
        Type::Bool => "boolean",
        Type::Int => "integer",
        Type::Float => "number",
        Type::String => "string",
        Type::Mapping(_) => "object",
        Type::Sequence(_) => "array",
    })
}

/// What several schemas say together, or null where that is a value.
fn with_combination(object: Object, combination: &Combination, is_nullable: bool) -> Object {
    let keyword = match combination.combinator {
        Combinator::AnyOf => "anyOf",
        Combinator::AllOf => "allOf",
        Combinator::OneOf => "oneOf",
    };
    let alternatives = array(combination.alternatives.iter().map(|alternative| node(alternative)).collect());
    if !is_nullable {
        return object.and(keyword, alternatives);
    }
    let null = Object::default().with("type", super::string("null")).value();
    object.and("anyOf", array(vec![null, Object::default().with(keyword, alternatives).value()]))
}
