//! Schemas that the API server takes, and those that it refuses.

use super::problems;
use crate::document::TextDocument;
use crate::schema::instance::with_text_keys;
use crate::text::FileId;
use crate::values::from_yaml::from_plain_yaml;

/// What is refused, each with the text of its place.
#[track_caller]
fn check(schema: &str, expected: &[&str]) {
    let document = TextDocument::new(FileId(0), schema);
    let value = with_text_keys(&from_plain_yaml(FileId(0), &document.stream().documents[0]).value);
    let found = problems(&value);
    let shown: Vec<String> = found
        .iter()
        .map(|problem| format!("{}: {}", document.slice(document.resolve(problem.place).unwrap()), problem.message))
        .collect();
    assert_eq!(shown, expected, "{schema}");
}

#[test]
fn every_value_has_a_type() {
    check("type: object\nproperties:\n  a: {}\n", &["a: The schema of this field has no `type`"]);
    check("type: object\nproperties:\n  a: {x-kubernetes-int-or-string: true}\n", &[]);
    check("type: object\nproperties:\n  a: {x-kubernetes-preserve-unknown-fields: true}\n", &[]);
    check(
        "type: object\nproperties:\n  a: {type: array, items: {}}\n",
        &["items: The schema of the items has no `type`"],
    );
    check("type: array\n", &["array: A resource is an `object`, so the schema of all of it is, too"]);
}

#[test]
fn parts_say_nothing_of_what_values_there_are() {
    check(
        "type: object\nproperties:\n  a: {type: object, properties: {b: {type: string}}, oneOf: [{required: [b]}, {properties: {c: {pattern: x}}}]}\n",
        &["c: `c` is named inside of `oneOf` only"],
    );
    check(
        "type: object\nproperties:\n  a: {type: string, anyOf: [{type: string}]}\n",
        &["type: `type` does not stand inside of `anyOf`"],
    );
    check(
        "type: object\nproperties:\n  a: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}\n",
        &[],
    );
}

#[test]
fn lists_say_what_tells_their_items_apart() {
    let list =
        |more: &str| format!("type: object\nproperties:\n  a: {{type: array, x-kubernetes-list-type: map, {more}}}\n");
    check(
        &list("items: {type: object}"),
        &["x-kubernetes-list-type: A list of the type `map` has `x-kubernetes-list-map-keys`"],
    );
    let item = "items: {type: object, required: [b], properties: {b: {type: string}}}";
    check(&list(&format!("x-kubernetes-list-map-keys: [b], {item}")), &[]);
    check(
        &list(&format!("x-kubernetes-list-map-keys: [c], {item}")),
        &["c: The items have no field `c`, so it tells none apart"],
    );
}
