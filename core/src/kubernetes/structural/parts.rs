//! Schemas inside of `allOf`, `anyOf`, `oneOf` and `not`: they say what must hold of values, and nothing of what values
//! there are.

use super::{
    COMPOSERS, EMBEDDED, INT_OR_STRING, PRESERVES, StructuralWalk, entries, is_true, items, keyword, properties,
};
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

/// Keywords that say what values there are, or what they are for.
const OUTSIDE: &[&str] = &[
    "additionalProperties",
    "default",
    "description",
    "example",
    "externalDocs",
    "nullable",
    "title",
    "type",
    EMBEDDED,
    INT_OR_STRING,
    PRESERVES,
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-validations",
];

impl StructuralWalk {
    /// Looks at the schemas that a schema combines.
    pub(super) fn parts(&mut self, schema: &Value) {
        for entry in composed(schema) {
            self.part(&entry.value, schema, entry);
        }
    }

    fn part(&mut self, part: &Value, outer: &Value, composer: &Fragment) {
        for part in items(part) {
            self.part(part, outer, composer);
        }
        for entry in entries(part).filter(|entry| !matches!(entry.value.kind, ValueKind::Null)) {
            let Key::String(name) = entry.entry_key() else { continue };
            let is_false = matches!(entry.value.kind, ValueKind::Bool(false));
            let is_idiom = name == "type" && is_true(outer, INT_OR_STRING) && is_int_or_string(&entry.value);
            if OUTSIDE.contains(&name.as_str()) && !is_false && !is_idiom {
                let message = format!("`{name}` does not stand inside of `{}`", composer.entry_key());
                self.report_with(entry.place, message, "write it outside, beside the other keywords of the value");
            }
        }
        for entry in properties(part) {
            let own = properties(outer).find(|it| it.entry_key() == entry.entry_key());
            match own {
                Some(own) => self.part(&entry.value, &own.value, composer),
                None if is_open(outer) => {}
                None => self.undeclared(entry, composer),
            }
        }
        if let Some(item) = keyword(part, "items") {
            match keyword(outer, "items") {
                Some(own) => self.part(&item.value, &own.value, composer),
                None => self.undeclared(item, composer),
            }
        }
        for entry in composed(part) {
            self.part(&entry.value, outer, composer);
        }
    }

    fn undeclared(&mut self, entry: &Fragment, composer: &Fragment) {
        let message = format!("`{}` is named inside of `{}` only", entry.entry_key(), composer.entry_key());
        self.report_with(entry.place, message, "declare it outside with its type, too");
    }
}

fn composed(schema: &Value) -> impl Iterator<Item = &Fragment> {
    COMPOSERS.into_iter().filter_map(|name| keyword(schema, name))
}

fn is_int_or_string(ty: &Value) -> bool {
    ty.text().is_some_and(|ty| ty == "integer" || ty == "string")
}

/// Whether fields of a value are declared by no name.
fn is_open(outer: &Value) -> bool {
    keyword(outer, "additionalProperties").is_some()
}
