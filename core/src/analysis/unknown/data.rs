//! Data values: what schemas declare and values files write below a name.

use std::sync::Arc;

use super::known::{InferredType, KnownNames, NameLookup};
use super::members;
use crate::schema::conform::type_word;
use crate::schema::{MappingType, Others, SchemaNode, Type};
use crate::template::code_docs::{self, MembersDoc};
use crate::text::Place;
use crate::values::{Key, Value};

/// What schemas say of a name below their values. Null has no names, whether it is allowed or not.
pub(super) fn declared(nodes: &[Arc<SchemaNode>], name: &str, is_quoted: bool) -> NameLookup {
    let mut found: Vec<Arc<SchemaNode>> = Vec::new();
    for ty in nodes.iter().flat_map(|node| node.ty.members()) {
        match below(ty, name, is_quoted) {
            Below::Unknown => return NameLookup::Unknown,
            Below::Field(field) if field.removed.is_some() => return NameLookup::Unknown,
            Below::Field(field) => found.push(field),
            Below::Nothing => {}
        }
    }
    if found.is_empty() { NameLookup::Missing } else { NameLookup::Found(InferredType::Declared(found)) }
}

/// The names that schemas declare below their values, where none of these may have others.
pub(super) fn declared_names(nodes: &[Arc<SchemaNode>]) -> KnownNames {
    let mut known = KnownNames::default();
    for ty in nodes.iter().flat_map(|node| node.ty.members()) {
        if let Type::Mapping(mapping) = ty {
            known.names.extend(mapping.fields.iter().map(|(key, field)| (key.to_string(), Some(field.declared))));
        } else {
            let members = members_of(ty).map(|members| members.members).unwrap_or_default().iter();
            known.names.extend(members.map(|member| (member.name().to_owned(), None)));
            known.found.get_or_insert(format!("a value of type {}", type_word(ty)));
        }
    }
    known
}

/// What a value has that is no map.
fn members_of(ty: &Type) -> Option<&'static MembersDoc> {
    match ty {
        Type::String => code_docs::of_type("string"),
        Type::Sequence(_) => code_docs::of_type("list"),
        _ => None,
    }
}

enum Below {
    Unknown,
    Field(Arc<SchemaNode>),
    Nothing,
}

fn below(ty: &Type, name: &str, is_quoted: bool) -> Below {
    match ty {
        Type::Mapping(mapping) => field(mapping, name),
        Type::Any | Type::Unknown | Type::Combined(_) | Type::OneOf(_) => Below::Unknown,
        Type::String | Type::Sequence(_) if is_quoted => Below::Unknown,
        _ if members_of(ty).is_some_and(|members| members.member(name).is_some()) => Below::Unknown,
        _ => Below::Nothing,
    }
}

fn field(mapping: &MappingType, name: &str) -> Below {
    let is_closed = matches!(mapping.others, Others::Refused);
    if let Some(field) = mapping.fields.get(&Key::String(name.into())) {
        return Below::Field(field.clone());
    }
    if mapping.is_open || !mapping.patterns.is_empty() || !is_closed {
        return Below::Unknown;
    }
    Below::Nothing
}

/// What an item of data values is.
pub(super) fn item(nodes: &[Arc<SchemaNode>]) -> Option<InferredType> {
    let mut items = Vec::new();
    for ty in nodes.iter().flat_map(|node| node.ty.members()) {
        match ty {
            Type::Sequence(item) => items.push(item.clone()),
            Type::Null | Type::Bool | Type::Int | Type::Float => {}
            // Text has letters, and a map gives its keys.
            Type::String | Type::Mapping(_) | Type::Any | Type::Unknown | Type::Combined(_) | Type::OneOf(_) => {
                return None;
            }
        }
    }
    (!items.is_empty()).then_some(InferredType::Declared(items))
}

/// What values say of a name below them. Only maps say what they do not have: other values may come from outside.
pub(super) fn written(values: &[Value], name: &str) -> NameLookup {
    let mut found = Vec::new();
    for value in values {
        match value.entry(name) {
            Some(entry) => found.push(entry.value.clone()),
            None if value.is_empty_collection() || value.mapping().is_none() => return NameLookup::Unknown,
            None => {}
        }
    }
    if found.is_empty() { NameLookup::Missing } else { NameLookup::Found(InferredType::Written(found)) }
}

/// The names that values have below them.
pub(super) fn written_names(values: &[Value]) -> KnownNames {
    let place = |place: Place| (place != Place::NOWHERE).then_some(place);
    let children = values.iter().flat_map(|value| value.kind.children());
    KnownNames::new(children.map(|entry| (entry.entry_key().to_string(), place(entry.place))))
}

/// What text that is written out has under a name, and every other value of a type.
pub(super) fn of_type(known: &'static MembersDoc, name: &str, is_quoted: bool) -> NameLookup {
    if is_quoted || known.members.is_empty() {
        return NameLookup::Unknown;
    }
    members::read(known, name)
}
