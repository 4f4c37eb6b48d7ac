//! The front end for JSON Schema files, draft 4 to 2020-12: rewritten in the keywords of OpenAPI, which `from_open_api`
//! reads. What has no such form stays as it is, and is a rule that nobody evaluates.

use std::sync::Arc;

use crate::constraint::number;
use crate::schema::Schema;
use crate::schema::from_open_api::compile_general;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{Key, MappingValue, SequenceValue, Value, ValueKind};

/// Schemas nested deeper than this stay as they are written.
const DEEPEST: usize = 64;

/// The schema of a document.
pub fn compile(document: &Value) -> Arc<Schema> {
    compile_general(&rewritten(document, 0))
}

/// A schema in the keywords of OpenAPI.
fn rewritten(schema: &Value, depth: usize) -> Value {
    let kind = match &schema.kind {
        ValueKind::Bool(true) => mapping(Vec::new()),
        ValueKind::Bool(false) => mapping(vec![entry("not", schema, Value { kind: mapping(Vec::new()), ..*schema })]),
        ValueKind::Mapping(keywords) if depth < DEEPEST => mapping(with_keywords(keywords, depth)),
        kind => kind.clone(),
    };
    Value { kind, origin: schema.origin }
}

fn mapping(entries: Vec<Fragment>) -> ValueKind {
    ValueKind::map(entries)
}

fn entry(name: &str, at: &Value, value: Value) -> Fragment {
    Fragment::entry(Key::String(name.into()), at.origin, value)
}

fn with_keywords(keywords: &MappingValue, depth: usize) -> Vec<Fragment> {
    let mut entries: Vec<Fragment> = keywords.entries.iter().map(|it| with_argument(it, depth)).collect();
    for (bound, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
        exclusive_bound(&mut entries, bound, exclusive);
    }
    null_apart(&mut entries);
    reference_apart(&mut entries);
    entries
}

fn named(name: &str) -> impl Fn(&Fragment) -> bool {
    move |entry| matches!(entry.entry_key(), Key::String(key) if key == name)
}

/// A keyword with its argument rewritten.
fn with_argument(keyword: &Fragment, depth: usize) -> Fragment {
    let Key::String(name) = keyword.entry_key() else { return keyword.clone() };
    let value = &keyword.value;
    let schema = |value: &Value| rewritten(value, depth + 1);
    let kind = match (name.as_str(), &value.kind) {
        ("not" | "items" | "additionalProperties", ValueKind::Mapping(_)) | ("not" | "items", ValueKind::Bool(_)) => {
            schema(value).kind
        }
        ("allOf" | "anyOf" | "oneOf", ValueKind::Sequence(schemas)) => {
            ValueKind::Sequence(schemas.iter().map(schema).collect::<SequenceValue>().into())
        }
        ("properties" | "$defs" | "definitions", ValueKind::Mapping(schemas)) => {
            let schemas = schemas.entries.iter();
            mapping(schemas.map(|it| Fragment { value: schema(&it.value), ..it.clone() }).collect())
        }
        // Before 2020-12, a schema for each place.
        ("items", ValueKind::Sequence(_)) => {
            return Fragment { holder: Holder::Entry(Key::String("prefixItems".into())), ..keyword.clone() };
        }
        ("const", _) => {
            let only: SequenceValue = [value.clone()].into_iter().collect();
            let value = Value { kind: ValueKind::Sequence(only.into()), origin: value.origin };
            return Fragment { holder: Holder::Entry(Key::String("enum".into())), value, ..keyword.clone() };
        }
        (_, kind) => kind.clone(),
    };
    Fragment { value: Value { kind, origin: value.origin }, ..keyword.clone() }
}

/// A bound that is out of bounds itself is a switch beside a bound; the stronger one of two stays.
fn exclusive_bound(entries: &mut Vec<Fragment>, bound: &str, exclusive: &str) {
    let Some(at) = entries.iter().position(named(exclusive)) else { return };
    let Some(limit) = number(&entries[at].value.kind) else { return };
    let other = entries.iter().find(|it| named(bound)(it)).and_then(|it| number(&it.value.kind));
    let is_weaker = other.is_some_and(|other| if bound == "minimum" { other > limit } else { other < limit });
    let exclusive_entry = entries.remove(at);
    if is_weaker {
        return;
    }
    entries.retain(|it| !named(bound)(it));
    let switch = Value { kind: ValueKind::Bool(true), origin: exclusive_entry.value.origin };
    let (origin, value) = (exclusive_entry.place, exclusive_entry.value);
    entries.push(Fragment::entry(Key::String(bound.into()), origin, value));
    entries.push(Fragment::entry(Key::String(exclusive.into()), origin, switch));
}

/// `anyOf` and `oneOf` of null and one other schema say that the other one is nullable.
fn null_apart(entries: &mut Vec<Fragment>) {
    let is_null = |schema: &Value| {
        let only = schema.mapping().filter(|it| it.entries.len() == 1).and_then(|it| it.entries.first());
        only.is_some_and(|it| named("type")(it) && it.value.text().is_some_and(|name| name == "null"))
    };
    for name in ["anyOf", "oneOf"] {
        let Some(at) = entries.iter().position(named(name)) else { continue };
        let Some(schemas) = entries[at].value.sequence() else { continue };
        let others: Vec<Value> = schemas.iter().filter(|schema| !is_null(schema)).cloned().collect();
        if let ([other], true) = (others.as_slice(), others.len() < schemas.len())
            && entries.iter().enumerate().all(|(index, it)| index == at || is_remark(it))
            && let Some(other) = other.mapping()
            && !other.entries.iter().any(named("$ref"))
        {
            let yes = Value { kind: ValueKind::Bool(true), origin: entries[at].value.origin };
            let nullable = entry("nullable", &entries[at].value, yes);
            let other: Vec<Fragment> = other.entries.iter().cloned().chain([nullable]).collect();
            entries.remove(at);
            let own = |it: &Fragment| entries.iter().any(|entry| entry.entry_key() == it.entry_key());
            let other: Vec<Fragment> = other.into_iter().filter(|it| !own(it)).collect();
            entries.extend(other);
            return;
        }
    }
}

/// Keywords that say nothing of values.
const REMARKS: [&str; 8] =
    ["title", "description", "default", "examples", "deprecated", "$comment", "readOnly", "writeOnly"];

fn is_remark(keyword: &Fragment) -> bool {
    REMARKS.iter().any(|name| named(name)(keyword))
}

/// What stands beside a reference holds, too; remarks win over those of the target.
fn reference_apart(entries: &mut Vec<Fragment>) {
    if entries.iter().all(|it| named("$ref")(it) || is_remark(it)) {
        return;
    }
    let Some(at) = entries.iter().position(named("$ref")) else { return };
    let reference = entries.remove(at);
    let origin = reference.value.origin;
    let part = Value { kind: mapping(vec![reference]), origin };
    let others = entries.iter().position(named("allOf")).map(|at| entries.remove(at));
    let others = others.as_ref().and_then(|it| it.value.sequence()).into_iter().flat_map(|it| it.iter().cloned());
    let all: SequenceValue = [part].into_iter().chain(others).collect();
    let all = Value { kind: ValueKind::Sequence(all.into()), origin };
    entries.push(Fragment::entry(Key::String("allOf".into()), origin, all));
}
