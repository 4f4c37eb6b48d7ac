//! Changes as pictures: both schemas, and a line for each change with what shows it.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::document::TextDocument;
use crate::schema::from_annotations::{SchemaEvaluation, SchemaInput, compile};
use crate::template::function::NoFunctions;
use crate::text::FileId;
use crate::values::flow::flow;

fn schema(text: &TextDocument) -> Schema {
    let input = SchemaInput {
        file: FileId(0),
        stream: text.stream(),
        documents: &[0],
        incomplete: &[],
        evaluation: SchemaEvaluation::Unavailable,
        is_extended: false,
    };
    let compiled = compile(&[input], &NoFunctions);
    assert!(compiled.problems.is_empty(), "{:#?}", compiled.problems);
    (*compiled.schema.expect("there is a schema")).clone()
}

#[track_caller]
fn check(old: &str, new: &str, expected: &Expect) {
    let texts = [old, new].map(|text| TextDocument::new(FileId(0), &format!("#@data/values-schema\n---\n{text}")));
    let schemas = [schema(&texts[0]), schema(&texts[1])];
    let text_at = |text: &TextDocument, place| text.resolve(place).map(|range| text.slice(range));
    let (text_of_old, text_of_new) = (|place| text_at(&texts[0], place), |place| text_at(&texts[1], place));
    let old = ComparedSchema { schema: &schemas[0], code: "", text: &text_of_old, functions: &NoFunctions };
    let new = ComparedSchema { schema: &schemas[1], code: "", text: &text_of_new, functions: &NoFunctions };
    let mut lines = String::new();
    for change in changes(&old, &new) {
        let _ = writeln!(lines, "{} {}: {}", change.class().name(), change.code.name(), change.message);
        let shown = |value: &Option<Value>| value.as_ref().map_or("nothing".to_owned(), flow);
        let _ = match &change.evidence {
            Evidence::None => Ok(()),
            Evidence::Refused { values, why } => writeln!(lines, "  {} -> {why}", flow(values)),
            Evidence::Differs { values, old, new } => {
                writeln!(lines, "  {} -> {}, then {}", flow(values), shown(old), shown(new))
            }
        };
    }
    expected.assert_eq(&lines);
}

#[test]
fn keys_come_and_go() {
    check(
        "a: 1\nb: {c: x}\n",
        "b: {c: x, d: y}\n#@schema/validation min_len=1\ne: \"\"\n",
        &expect![[r#"
            compatible schema-key-added: `b.d` is new
            breaking schema-key-required: `e` is new, and must be given
              {} -> `e` must not be empty
            breaking schema-key-removed: `a` is not declared any more
              {a: 0} -> The key `a` is not declared in the schema
        "#]],
    );
}

#[test]
fn types_and_null() {
    check(
        "a: 1\nb: \"\"\n#@schema/nullable\nc: x\n#@schema/type any=True\nd: 1\nlist:\n- 0.5\n",
        "a: 1.5\nb: 0\nc: x\n#@schema/type any=False\nd: 1\nlist:\n- 0\n",
        &expect![[r#"
            compatible schema-widened: `a` was integer, and is float now
            dangerous schema-default-changed: The default of `a` was 1, and is 1.5 now
              {} -> 1, then 1.5
            breaking schema-type-narrowed: `b` was string, and is integer now
              {b: ""} -> `b` must be an integer
            dangerous schema-default-changed: The default of `b` was "", and is 0 now
              {} -> "", then 0
            breaking schema-type-narrowed: `c` was string or null, and is string now
              {c: null} -> `c` must be a string
            dangerous schema-default-changed: The default of `c` was null, and is "x" now
              {} -> null, then "x"
            breaking schema-type-narrowed: `d` was any, and is integer now
              {d: ""} -> `d` must be an integer
            breaking schema-type-narrowed: An item of `list` was float, and is integer now
              {list: [0.5]} -> An item of `list` must be an integer
        "#]],
    );
}

#[test]
fn a_default_of_any_type_takes_nothing_of_another_kind() {
    let any = "#@schema/type any=True\n";
    let before = format!("a: {{}}\nb:\n- 0\n{any}c: null\n{any}d: 1\nitems:\n- c: {{}}\n");
    let after = format!("{any}a: 7\n{any}b: []\n{any}c: x\n{any}d: null\nitems:\n- #@schema/type any=True\n  c: 7\n");
    check(
        &before,
        &after,
        &expect![[r#"
            breaking schema-type-narrowed: `a` has a default now that is of another kind
              {a: {}} -> `a` is an integer, which a map cannot overlay
            dangerous schema-default-changed: The default of `a` was {}, and is 7 now
              {} -> {}, then 7
            compatible schema-widened: `b` was array, and is any now
            breaking schema-type-narrowed: `c` has a default now that is of another kind
              {c: {}} -> `c` is a string, which a map cannot overlay
            dangerous schema-default-changed: The default of `c` was null, and is "x" now
              {} -> null, then "x"
            compatible schema-widened: `d` takes more kinds of values over its default now
            dangerous schema-default-changed: The default of `d` was 1, and is null now
              {} -> 1, then null
            compatible schema-widened: An item of `items` was map, and is any now
        "#]],
    );
}

#[test]
fn a_map_becomes_an_array_that_may_not_be_null() {
    check(
        "a:\n  b: 1\n",
        "#@schema/nullable\n#@schema/validation not_null=True\na:\n- 3\n",
        &expect![[r#"
        breaking schema-type-narrowed: `a` was map, and is array or null now
          {a: {}} -> `a` must be an array or null
    "#]],
    );
}

#[test]
fn rules_are_tightened_and_loosened() {
    check(
        "#@schema/validation min=1, max=10\na: 5\n#@schema/validation one_of=[\"x\", \"y\"]\nb: x\nitems:\n- name: \"\"\n",
        "#@schema/validation min=0, max=9\na: 5\n#@schema/validation one_of=[\"x\", \"y\", \"z\"]\nb: x\nitems:\n-\n  #@schema/validation max_len=3\n  name: \"\"\n",
        &expect![[r#"
            breaking schema-rule-tightened: `a` must be at most 9 now
              {a: 10} -> `a` must be at most 9
            compatible schema-widened: `b` has fewer or looser rules
            breaking schema-rule-tightened: `items[].name` must have a length of at most 3 now
              {items: [{name: "xxxx"}]} -> `name` must have at most 3 characters
        "#]],
    );
}

#[test]
fn defaults_and_documentation() {
    check(
        "a: 1\n#@schema/default [1]\nb:\n- 0\nc:\n  d: x\n",
        "a: 2\n#@schema/default [1, 2]\nb:\n- 0\n#@schema/desc \"What it is for\"\nc:\n  #@schema/deprecated \"gone soon\"\n  d: z\n",
        &expect![[r#"
            dangerous schema-default-changed: The default of `a` was 1, and is 2 now
              {} -> 1, then 2
            dangerous schema-default-changed: The default of `b` was [1], and is [1, 2] now
              {} -> [1], then [1, 2]
            compatible schema-docs-changed: `c.d` is deprecated
            dangerous schema-default-changed: The default of `c.d` was "x", and is "z" now
              {} -> "x", then "z"
            compatible schema-docs-changed: `c` is documented otherwise
        "#]],
    );
}

#[test]
fn a_new_map_whose_default_breaks_its_own_rule_must_be_given() {
    check(
        "a: 1\n",
        "a: 1\n#@schema/validation min_len=1\nb:\n  #@schema/nullable\n  c: 1\n#@schema/validation min_len=1\nd: {}\n",
        &expect![[r#"
            compatible schema-key-added: `b` is new
            breaking schema-key-required: `d` is new, and must be given
              {} -> `d` must not be empty
        "#]],
    );
}
