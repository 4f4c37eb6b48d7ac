//! Lists and maps by what they mean to whoever merges them: sets, lists with keys, and what is replaced as a whole.

use smol_str::SmolStr;

use super::{StructuralWalk, is_true, items, keyword, properties, repeated, text};
use crate::problem::{Code, Problem, nearest};
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

const LIST_TYPE: &str = "x-kubernetes-list-type";
const LIST_KEYS: &str = "x-kubernetes-list-map-keys";
const MAP_TYPE: &str = "x-kubernetes-map-type";

impl StructuralWalk {
    pub(super) fn list(&mut self, schema: &Value) {
        self.one_of(schema, LIST_TYPE, &["atomic", "map", "set"], "array");
        self.one_of(schema, MAP_TYPE, &["atomic", "granular"], "object");
        let keys = keyword(schema, LIST_KEYS);
        let is_list = |entry: &&Fragment| matches!(entry.value.kind, ValueKind::Sequence(_) | ValueKind::Unknown);
        if let Some(keys) = keys.filter(|keys| !is_list(keys)) {
            self.report(keys.place, format!("`{LIST_KEYS}` is a list of names"));
        }
        match (keyword(schema, LIST_TYPE), text(schema, LIST_TYPE).map(SmolStr::as_str)) {
            (Some(ty), Some("map")) => self.keyed(schema, ty, keys),
            (Some(ty), Some("set")) => self.set(schema, ty),
            _ => {}
        }
        if let Some(keys) = keys.filter(|keys| items(&keys.value).next().is_some())
            && text(schema, LIST_TYPE).is_none_or(|ty| ty != "map")
        {
            self.report(keys.place, format!("`{LIST_KEYS}` goes with `{LIST_TYPE}: map`"));
        }
    }

    /// A keyword that takes one of some words, for values of one type.
    fn one_of(&mut self, schema: &Value, name: &str, words: &[&str], ty: &str) {
        let Some(entry) = keyword(schema, name) else { return };
        let word = entry.value.text().map(SmolStr::as_str);
        if !word.is_some_and(|word| words.contains(&word)) && !matches!(entry.value.kind, ValueKind::Unknown) {
            let problem =
                Problem::new(Code::StructuralSchema, entry.value.origin, format!("`{name}` does not take this"));
            let problem = problem.expected(format!("`{}`", words.join("`, `")));
            let near = word.and_then(|word| nearest(word, words.iter().copied()));
            self.problems.push(problem.suggest(near, entry.value.origin));
        }
        if text(schema, "type").is_some_and(|own| own != ty) {
            self.report(entry.place, format!("`{name}` is for the type `{ty}`"));
        }
    }

    /// A list whose items are told apart by keys.
    fn keyed(&mut self, schema: &Value, ty: &Fragment, keys: Option<&Fragment>) {
        let Some(keys) = keys.filter(|keys| items(&keys.value).next().is_some()) else {
            let hint = "list the fields that tell items apart";
            return self.report_with(ty.place, format!("A list of the type `map` has `{LIST_KEYS}`"), hint);
        };
        for (name, place) in repeated(&keys.value) {
            self.report(place, format!("`{name}` is listed twice"));
        }
        let Some(item) = keyword(schema, "items") else { return };
        if text(&item.value, "type").is_some_and(|ty| ty != "object") {
            return self.report(ty.place, "The items of a list of the type `map` are objects");
        }
        for key in items(&keys.value) {
            self.key(&item.value, key);
        }
    }

    fn key(&mut self, item: &Value, key: &Value) {
        let Some(name) = key.text() else { return };
        let is_named = |entry: &&Fragment| matches!(entry.entry_key(), Key::String(key) if key == name);
        let Some(field) = properties(item).find(is_named) else {
            let message = format!("The items have no field `{name}`, so it tells none apart");
            let problem = Problem::new(Code::StructuralSchema, key.origin, message);
            let names: Vec<String> = properties(item).map(|entry| entry.entry_key().to_string()).collect();
            let near = nearest(name, names.iter().map(String::as_str));
            return self.problems.push(problem.suggest(near, key.origin));
        };
        if text(&field.value, "type").is_some_and(|ty| ty == "object" || ty == "array") {
            self.report(key.origin, format!("`{name}` tells items apart, so it is neither an object nor an array"));
        }
        if is_true(&field.value, "nullable") {
            self.report(key.origin, format!("`{name}` tells items apart, so it cannot be null"));
        }
        let required = keyword(item, "required").into_iter().flat_map(|entry| items(&entry.value));
        let is_required = required.filter_map(Value::text).any(|it| it == name);
        if !is_required && keyword(&field.value, "default").is_none() {
            let message = format!("`{name}` tells items apart, so each must have it");
            self.report_with(key.origin, message, "list it in `required` of the items, or give it a default");
        }
    }

    /// A list of which each item is there once.
    fn set(&mut self, schema: &Value, ty: &Fragment) {
        let Some(item) = keyword(schema, "items") else { return };
        if is_true(&item.value, "nullable") {
            self.report(ty.place, "The items of a set cannot be null");
        }
        let own = |name| text(&item.value, name).map(SmolStr::as_str);
        let is_divided = match own("type") {
            Some("object") => own(MAP_TYPE) != Some("atomic"),
            Some("array") => own(LIST_TYPE).is_some_and(|ty| ty != "atomic"),
            _ => false,
        };
        if is_divided {
            let name = if own("type") == Some("object") { MAP_TYPE } else { LIST_TYPE };
            let hint = format!("write `{name}: atomic` beside the type of the items");
            self.report_with(ty.place, "The items of a set are compared as wholes", &hint);
        }
    }
}
