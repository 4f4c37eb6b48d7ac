//! Whether a value that a schema itself holds (a default, an example) has the type of its node, and that value with
//! everything filled in that it leaves out.
//!
//! Data values are checked by `check`, which comes later and remembers results; a schema's own values are few.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::problem::{Code, Problem};
use crate::schema::{SchemaNode, Type};
use crate::text::Place;
use crate::values::flow::key_text;
use crate::values::{EntryValue, Key, MappingValue, SequenceValue, Value, ValueKind};

/// One difference between a value and its type.
#[derive(Clone, Debug)]
pub(crate) struct Mismatch {
    /// The token that differs.
    pub(crate) place: Place,
    /// What stands there.
    pub(crate) found: String,
    /// What the schema declares.
    pub(crate) expected: String,
    /// Where the schema declares it.
    pub(crate) declared: Place,
}

impl Mismatch {
    /// The difference as a problem.
    pub(crate) fn problem(self, code: Code, message: &str) -> Problem {
        Problem::new(code, self.place, message)
            .found(self.found)
            .expected(self.expected)
            .related(self.declared, "the type is declared here")
    }
}

/// ytt's word for a type; several for a union.
pub fn type_word(ty: &Type) -> Cow<'static, str> {
    let word = match ty {
        Type::OneOf(types) => {
            let words: Vec<Cow<'static, str>> = types.iter().map(type_word).collect();
            return words.join(" or ").into();
        }
        Type::Any | Type::Unknown => "any",
        Type::Null => "null",
        Type::Combined(_) => "what several schemas allow",
        Type::Bool => "boolean",
        Type::Int => "integer",
        Type::Float => "float",
        Type::String => "string",
        Type::Mapping(_) => "map",
        Type::Sequence(_) => "array",
    };
    word.into()
}

/// Every difference between a value and the type of a node.
pub(crate) fn mismatches(value: &Value, node: &SchemaNode) -> Vec<Mismatch> {
    let mut found = Vec::new();
    collect(value, node, &mut found);
    found
}

fn collect(value: &Value, node: &SchemaNode, found: &mut Vec<Mismatch>) {
    match (&value.kind, &node.ty) {
        (ValueKind::Unknown, _)
        | (_, Type::Any | Type::Unknown)
        | (ValueKind::Bool(_), Type::Bool)
        | (ValueKind::Int(_), Type::Int | Type::Float)
        | (ValueKind::Float(_), Type::Float)
        | (ValueKind::String(_), Type::String) => {}
        (ValueKind::Null, _) if node.nullable => {}
        (ValueKind::Mapping(mapping), Type::Mapping(ty)) => {
            for entry in &mapping.entries {
                match ty.fields.get(&entry.key) {
                    Some(field) => collect(&entry.value, field, found),
                    None if ty.is_open => {}
                    None => found.push(Mismatch {
                        place: entry.key_origin,
                        found: format!("the key {}", key_text(&entry.key)),
                        expected: "a key that the schema declares".to_owned(),
                        declared: node.declared,
                    }),
                }
            }
        }
        (ValueKind::Sequence(sequence), Type::Sequence(item)) => {
            sequence.iter().for_each(|value| collect(value, item, found));
        }
        (kind, ty) => found.push(Mismatch {
            place: value.origin,
            found: kind.type_name().to_owned(),
            expected: type_word(ty).into_owned(),
            declared: node.declared,
        }),
    }
}

/// The value with every key that it leaves out filled from the schema. What is written in a schema has the place of
/// the node that it is a value of.
pub(crate) fn filled(value: &Value, node: &SchemaNode) -> Value {
    let kind = match (&value.kind, &node.ty) {
        (ValueKind::Mapping(mapping), Type::Mapping(ty)) => {
            let mut entries: Vec<EntryValue> = mapping
                .entries
                .iter()
                .map(|entry| match ty.fields.get(&entry.key) {
                    Some(field) => EntryValue {
                        key: entry.key.clone(),
                        key_origin: field.declared,
                        value: filled(&entry.value, field),
                    },
                    None => entry.clone(),
                })
                .collect();
            let given: FxHashSet<&Key> = mapping.entries.iter().map(|entry| &entry.key).collect();
            for (key, field) in &ty.fields {
                if !given.contains(key) {
                    let key_origin = field.declared;
                    entries.push(EntryValue { key: key.clone(), key_origin, value: field.default.clone() });
                }
            }
            ValueKind::Mapping(Arc::new(MappingValue { entries, is_spread: false }))
        }
        (ValueKind::Sequence(sequence), Type::Sequence(item)) => {
            let fill = |run: &Arc<[Value]>| run.iter().map(|value| filled(value, item)).collect();
            ValueKind::Sequence(Arc::new(SequenceValue { runs: sequence.runs.iter().map(fill).collect() }))
        }
        (kind, _) => kind.clone(),
    };
    Value { origin: node.declared, kind }
}
