//! What the API server refuses in the schema of a definition, although it may be JSON Schema: it takes structural
//! schemas only, in which every value has one type, told in one place.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::problem::{Code, Problem};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, SequenceValue, Value, ValueKind};

mod lists;
mod parts;

const INT_OR_STRING: &str = "x-kubernetes-int-or-string";
const PRESERVES: &str = "x-kubernetes-preserve-unknown-fields";
const EMBEDDED: &str = "x-kubernetes-embedded-resource";
/// Keywords that hold schemas for the same value.
const COMPOSERS: [&str; 4] = ["allOf", "anyOf", "oneOf", "not"];

/// Everything that makes a schema no structural one. Keys of the schema are text.
pub fn problems(schema: &Value) -> Vec<Problem> {
    let mut walk = StructuralWalk { problems: Vec::new() };
    walk.node(schema, schema.origin, SchemaPosition::Root);
    walk.problems
}

/// Where a schema stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SchemaPosition {
    /// It is of a whole resource.
    Root,
    /// It is of a field.
    Field,
    /// It is of each item of an array.
    Item,
    /// It is of each value of a map.
    Entry,
}

struct StructuralWalk {
    problems: Vec<Problem>,
}

/// A keyword of a schema. One without a value is as one that is not there.
pub(super) fn keyword<'v>(schema: &'v Value, name: &str) -> Option<&'v Fragment> {
    schema.entry(name).filter(|entry| !matches!(entry.value.kind, ValueKind::Null))
}

fn is_true(schema: &Value, name: &str) -> bool {
    keyword(schema, name).is_some_and(|entry| matches!(entry.value.kind, ValueKind::Bool(true)))
}

fn text<'v>(schema: &'v Value, name: &str) -> Option<&'v SmolStr> {
    keyword(schema, name)?.value.text()
}

pub(super) fn entries(value: &Value) -> impl Iterator<Item = &Fragment> {
    value.mapping().into_iter().flat_map(|mapping| &mapping.entries)
}

pub(super) fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.sequence().into_iter().flat_map(|items: &Arc<SequenceValue>| items.iter())
}

pub(super) fn properties(schema: &Value) -> impl Iterator<Item = &Fragment> {
    keyword(schema, "properties").into_iter().flat_map(|entry| entries(&entry.value))
}

impl StructuralWalk {
    fn report(&mut self, place: Place, message: impl Into<String>) {
        self.problems.push(Problem::new(Code::StructuralSchema, place, message));
    }

    fn report_with(&mut self, place: Place, message: impl Into<String>, hint: &str) {
        self.problems.push(Problem::new(Code::StructuralSchema, place, message).hint(hint));
    }

    fn node(&mut self, schema: &Value, declared: Place, position: SchemaPosition) {
        if schema.mapping().is_none() {
            return;
        }
        self.ty(schema, declared, position);
        self.refused_keywords(schema);
        self.fields(schema, position);
        if is_true(schema, EMBEDDED) {
            self.embedded(schema);
        }
        if position == SchemaPosition::Root || is_true(schema, EMBEDDED) {
            self.metadata(schema);
        }
        self.list(schema);
        self.parts(schema);
        for entry in properties(schema) {
            self.node(&entry.value, entry.place, SchemaPosition::Field);
        }
        if let Some(entry) = keyword(schema, "items") {
            self.node(&entry.value, entry.place, SchemaPosition::Item);
        }
        if let Some(entry) = keyword(schema, "additionalProperties") {
            self.node(&entry.value, entry.place, SchemaPosition::Entry);
        }
    }

    fn ty(&mut self, schema: &Value, declared: Place, position: SchemaPosition) {
        match keyword(schema, "type") {
            Some(entry) if position == SchemaPosition::Root => {
                if entry.value.text().is_some_and(|ty| ty != "object") {
                    self.report(entry.value.origin, "A resource is an `object`, so the schema of all of it is, too");
                }
            }
            Some(_) => {}
            None if is_true(schema, INT_OR_STRING)
                || is_true(schema, PRESERVES) && position != SchemaPosition::Root => {}
            None => {
                let message = match position {
                    SchemaPosition::Root => "The schema of a resource has no `type`",
                    SchemaPosition::Field => "The schema of this field has no `type`",
                    SchemaPosition::Item => "The schema of the items has no `type`",
                    SchemaPosition::Entry => "The schema of the values has no `type`",
                };
                let hint = if position == SchemaPosition::Root {
                    "write `type: object`"
                } else {
                    "where anything goes, write `x-kubernetes-preserve-unknown-fields: true`"
                };
                self.report_with(declared, message, hint);
            }
        }
    }

    fn refused_keywords(&mut self, schema: &Value) {
        if let Some(entry) = keyword(schema, "$ref") {
            self.report_with(entry.place, "Definitions of resources have no `$ref`", "write the schema out here");
        }
        if is_true(schema, "uniqueItems")
            && let Some(entry) = keyword(schema, "uniqueItems")
        {
            let hint = "write `x-kubernetes-list-type: set`";
            self.report_with(entry.place, "The API server refuses `uniqueItems: true`", hint);
        }
        for name in [PRESERVES, INT_OR_STRING, EMBEDDED] {
            let is_right = |kind: &ValueKind| match kind {
                ValueKind::Bool(it) => *it || name != PRESERVES,
                kind => matches!(kind, ValueKind::Unknown),
            };
            if let Some(entry) = keyword(schema, name).filter(|entry| !is_right(&entry.value.kind)) {
                self.report_with(entry.value.origin, format!("`{name}` is `true`, or left out"), "remove it");
            }
        }
        if let Some(entry) = keyword(schema, "items").filter(|entry| entry.value.sequence().is_some()) {
            self.report(entry.place, "`items` is one schema for all items, not a list of schemas");
        }
    }

    fn fields(&mut self, schema: &Value, position: SchemaPosition) {
        let Some(others) = keyword(schema, "additionalProperties") else { return };
        if position == SchemaPosition::Root {
            self.report(others.place, "The schema of a whole resource has `properties`, no `additionalProperties`");
        } else if properties(schema).next().is_some() && !matches!(others.value.kind, ValueKind::Bool(true)) {
            let message = "A schema has `properties` or `additionalProperties`, not both";
            self.report_with(others.place, message, "`properties` are for objects, the others for maps of any keys");
        }
    }

    /// What holds a resource is an object, and says what is in it or keeps all of it.
    fn embedded(&mut self, schema: &Value) {
        let Some(entry) = keyword(schema, EMBEDDED) else { return };
        if text(schema, "type").is_some_and(|ty| ty != "object") {
            self.report(entry.place, "A resource is an `object`, so `type` is `object` here");
        }
        if !is_true(schema, PRESERVES) && properties(schema).next().is_none() {
            let message = "Nothing of the resource in here would be kept";
            self.report_with(
                entry.place,
                message,
                "declare its `properties`, or add `x-kubernetes-preserve-unknown-fields: true`",
            );
        }
    }

    /// What every resource has cannot be declared in another way.
    fn metadata(&mut self, schema: &Value) {
        for entry in properties(schema) {
            let Key::String(name) = entry.entry_key() else { continue };
            let expected = match name.as_str() {
                "apiVersion" | "kind" => "string",
                "metadata" => "object",
                _ => continue,
            };
            if let Some(ty) =
                keyword(&entry.value, "type").filter(|ty| ty.value.text().is_some_and(|it| it != expected))
            {
                self.report(ty.value.origin, format!("The type of `{name}` is `{expected}` in every resource"));
            }
            let fields = properties(&entry.value).filter(|_| name == "metadata");
            let refused =
                fields.filter(|it| !matches!(it.entry_key(), Key::String(it) if it == "name" || it == "generateName"));
            for entry in refused {
                let message = format!(
                    "A definition says nothing of `metadata` but of `name` and `generateName`, so not of `{}`",
                    entry.entry_key()
                );
                self.report(entry.place, message);
            }
        }
    }
}

/// The names that a list of texts holds twice, with the place of the second.
fn repeated(list: &Value) -> Vec<(SmolStr, Place)> {
    let mut seen = FxHashSet::default();
    let texts = items(list).filter_map(|item| Some((item.text()?.clone(), item.origin)));
    texts.filter(|(text, _)| !seen.insert(text.clone())).collect()
}

#[cfg(test)]
mod tests;
