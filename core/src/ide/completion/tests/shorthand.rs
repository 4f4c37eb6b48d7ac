//! What is offered inside of the strings of schema sections.

use expect_test::{Expect, expect};

use super::super::{CompletionItem, completion};
use crate::test_support::cursor;

/// A component type with a custom type of each form, and a field to be typed.
fn items(field: &str) -> (String, Vec<CompletionItem>) {
    let resource = format!(
        "
#- /type.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {{name: web}}
spec:
  schema:
    types:
      Probe: {{path: string}}
      Level: string | enum=debug,info
      \"My Type\": integer
      Deep: {{level: Level, probe: Probe, name: \"string | default=x\"}}
    parameters:
      before: string
      {field}
      behind: string
"
    );
    let at = cursor(&resource);
    let text = at.analysis.document(at.file).unwrap().rope().to_string();
    (text, completion(&at.analysis, at.file, at.offset))
}

/// The labels offered, in order.
#[track_caller]
fn check(field: &str, expected: Expect) {
    let (_, items) = items(field);
    assert!(items.is_sorted_by_key(|item| item.sort.clone()));
    let labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).collect();
    expected.assert_eq(&labels.join(", "));
}

/// The field after accepting `label`.
#[track_caller]
fn check_insert(field: &str, label: &str, expected: Expect) {
    let (mut text, items) = items(field);
    let item = items.iter().find(|item| item.label == label).unwrap_or_else(|| panic!("{label} is offered"));
    text.replace_range(std::ops::Range::<usize>::from(item.replace), &item.insert);
    let start = text.find("before: string\n").unwrap() + "before: string\n".len();
    let end = text.rfind("      behind: string").unwrap();
    expected.assert_eq(text[start..end].trim());
}

#[test]
fn types_are_offered_where_a_type_belongs() {
    check("a: $0", expect!["string, integer, number, boolean, Probe, Level, My Type, Deep, array<T>, map<T>"]);
    check("a: \"$0\"", expect!["string, integer, number, boolean, Probe, Level, My Type, Deep, array<T>, map<T>"]);
    check("a: '[]in$0'", expect!["string, integer, number, boolean, Probe, Level, My Type, Deep, array<T>, map<T>"]);
    check("a: \"map<$0", expect!["string, integer, number, boolean, Probe, Level, My Type, Deep, array<T>, map<T>"]);
    check(
        "a: {b: \"str$0\"}",
        expect!["string, integer, number, boolean, Probe, Level, My Type, Deep, array<T>, map<T>"],
    );
    check(
        "a: >-\n        str$0\n",
        expect!["string, integer, number, boolean, Probe, Level, My Type, Deep, array<T>, map<T>"],
    );
}

#[test]
fn markers_suit_the_type_and_are_not_offered_twice() {
    check(
        "a: integer | $0",
        expect![
            "default, enum, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, title, description, example"
        ],
    );
    check(
        "a: \"integer |$0\"",
        expect![
            "default, enum, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, title, description, example"
        ],
    );
    check(
        "a: \"string | minLength=1 m$0 title=x\"",
        expect!["default, enum, maxLength, pattern, format, description, example"],
    );
    check("a: \"[]Probe | $0\"", expect!["default, enum, minItems, maxItems, title, description, example"]);
    check(
        "a: \"Level | $0\"",
        expect!["default, enum, minLength, maxLength, pattern, format, title, description, example"],
    );
    check("a: \"Probe | $0", expect!["default, enum, minProperties, maxProperties, title, description, example"]);
    check("a: \"boolean $0\"", expect!["default, enum, title, description, example"]);
}

/// What is never closed reaches to the end, and no name touches the blanks there.
#[test]
fn nothing_is_offered_behind_what_is_never_closed() {
    check("a: string | load(\"x $0", expect![]);
    check("a: string | 'x $0", expect![]);
    check("a: string | default={x $0", expect![]);
}

#[test]
fn values_of_markers_are_offered() {
    check("a: string | enum=x,'y z' default=$0", expect!["x, 'y z'"]);
    check("a: \"Level | default=$0\"", expect!["debug, info"]);
    check("a: boolean | default=$0", expect!["true, false"]);
    check("a: \"[]string | default=$0\"", expect!["[]"]);
    check("a: map<string> | default=$0", expect!["{}"]);
    check("a: {b: map<string> | default=$0", expect![]);
    check("a: number | minimum=1 exclusiveMinimum=$0", expect!["true, false"]);
    check("a: string | minLength=$0", expect![]);
}

#[test]
fn other_places_of_a_resource_are_left_alone() {
    check("$default: {a: \"$0\"}", expect![]);
    check(
        "a: object | $0oc:x",
        expect![
            "default, enum, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength, pattern, format, minItems, maxItems, minProperties, maxProperties, title, description, example"
        ],
    );
}

#[test]
fn what_is_inserted_suits_its_quotes() {
    check_insert("a: \"$0\"", "array<T>", expect![[r#"a: "array<${1}>""#]]);
    check_insert("a: array<in$0", "integer", expect!["a: array<integer>"]);
    check_insert("a: 'map<[]str$0'", "string", expect!["a: 'map<[]string>'"]);
    check_insert("a: \"map<$0", "My Type", expect![[r#"a: "map<My Type>"#]]);
    check_insert("a: \"integer |$0\"", "default", expect![[r#"a: "integer | default=""#]]);
    check_insert("a: \"integer | mini$0=1\"", "maximum", expect![[r#"a: "integer | maximum=1""#]]);
    check_insert("a: integer $0", "minimum", expect!["a: integer | minimum="]);
    check_insert(
        "a: \"string | enum=\\\"x y\\\" default=$0\"",
        "\"x y\"",
        expect![[r#"a: "string | enum=\"x y\" default=\"x y\"""#]],
    );
    check_insert(
        "a: 'string | enum=''x y'',z default=$0'",
        "'x y'",
        expect!["a: 'string | enum=''x y'',z default=''x y'''"],
    );
    check_insert(
        "a: |\n        string\n        | enum=x,z default=$0\n        title=t\n",
        "z",
        expect![[r#"
        a: |
                string
                | enum=x,z default=z
                title=t"#]],
    );
}

#[test]
fn the_default_of_an_object_holds_what_must_be_given() {
    check("a: Probe | default=$0", expect![[r#"{"path":""}"#]]);
    check("a: \"Deep | default=$0\"", expect![[r#"{"level":"debug","probe":{"path":""}}"#]]);
    check_insert(
        "a: \"Deep | default=$0\"",
        r#"{"level":"debug","probe":{"path":""}}"#,
        expect![[r#"a: "Deep | default={\"level\":\"debug\",\"probe\":{\"path\":\"\"}}""#]],
    );
    check("a: map<string> | default=$0", expect!["{}"]);
}

#[test]
fn a_scalar_that_its_own_colon_breaks_is_completed_as_if_it_had_quotes() {
    check(
        "a: string | description=Level: high minL$0",
        expect!["default, enum, minLength, maxLength, pattern, format, title, example"],
    );
    check(
        "a: string | description=Level: high form$0at=x minLength=1",
        expect!["default, enum, maxLength, pattern, format, title, example"],
    );
    check_insert(
        "a: string | description=Level: high minL$0",
        "minLength",
        expect!["a: string | description=Level: high minLength="],
    );
}
