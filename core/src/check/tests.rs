//! Rules, one by one: what meets them, what breaks them and how that is said.

use expect_test::{Expect, expect};

use super::*;
use crate::document::TextDocument;
use crate::schema::from_annotations::{SchemaInput, compile};
use crate::template::function::NoFunctions;
use crate::text::FileId;
use crate::values::from_yaml::{Memo, from_yaml};

/// What a rule says of values: the YAML flow sequence `values` holds them, one by one.
#[track_caller]
fn check_rule(rule: &str, values: &str, expected: &Expect) {
    let schema = format!("#@data/values-schema\n---\n#@schema/type any=True\n#@schema/validation {rule}\nvalue:\n");
    let schema = TextDocument::new(FileId(0), &schema);
    let compiled =
        compile(&[SchemaInput { file: FileId(0), stream: schema.stream(), documents: &[0], torn: &[] }], &NoFunctions);
    assert!(compiled.problems.is_empty(), "{:#?}", compiled.problems);
    let root = compiled.schema.expect("there is a schema").root.clone();
    let Type::Mapping(ty) = &root.ty else { panic!("the schema is a map") };
    let node = ty.fields.values().next().expect("it has one key");
    let text = TextDocument::new(FileId(1), values);
    let items = from_yaml(FileId(1), &text.stream().documents[0], &mut Memo::default()).value;
    let mut lines = String::new();
    for item in items.sequence().expect("the values are an array").iter() {
        let problems = check(item, Some(node), &[], &mut CheckMemo::default(), &CancelToken::new());
        let texts: Vec<String> =
            problems.expect("nobody cancels").iter().map(|problem| problem.text().replace('\n', " ")).collect();
        let verdict = if texts.is_empty() { "met".to_owned() } else { texts.join(" / ") };
        lines.push_str(&crate::values::flow::flow(item));
        lines.push_str(" -> ");
        lines.push_str(&verdict);
        lines.push('\n');
    }
    expected.assert_eq(&lines);
}

#[test]
fn min_and_max_order_as_starlark_does() {
    check_rule(
        "min=2, max=3.5",
        "[1, 2, 3.5, 4, 2.0, \"x\", true, [1], {a: 1}]",
        &expect![[r#"
            1 -> The document must be at least 2 found: 1
            2 -> met
            3.5 -> met
            4 -> The document must be at most 3.5 found: 4
            2.0 -> met
            "x" -> The document must be at least 2 found: a string that cannot be compared with an integer / The document must be at most 3.5 found: a string that cannot be compared with a float
            true -> The document must be at least 2 found: a boolean that cannot be compared with an integer / The document must be at most 3.5 found: a boolean that cannot be compared with a float
            [1] -> The document must be at least 2 found: an array that cannot be compared with an integer / The document must be at most 3.5 found: an array that cannot be compared with a float
            {a: 1} -> The document must be at least 2 found: a map that cannot be compared with an integer / The document must be at most 3.5 found: a map that cannot be compared with a float
        "#]],
    );
    check_rule(
        "min=\"b\"",
        "[a, b, é, 1]",
        &expect![[r#"
            "a" -> The document must be at least "b" found: "a"
            "b" -> met
            "é" -> met
            1 -> The document must be at least "b" found: an integer that cannot be compared with a string
        "#]],
    );
    check_rule(
        "min=[1, 2]",
        "[[1], [1, 2], [1, 2, 0], [2], [1, x], []]",
        &expect![[r#"
            [1] -> The document must be at least [1, 2] found: an array
            [1, 2] -> met
            [1, 2, 0] -> met
            [2] -> met
            [1, "x"] -> The document must be at least [1, 2] found: a string that cannot be compared with an integer
            [] -> The document must be at least [1, 2] found: an array
        "#]],
    );
}

#[test]
fn lengths_count_bytes_items_and_keys() {
    check_rule(
        "min_len=2, max_len=3.9",
        "[a, é, abc, abcd, [1], [1, 2], {a: 1, b: 2}, {}, 5]",
        &expect![[r#"
            "a" -> The document must have at least 2 bytes found: 1
            "é" -> met
            "abc" -> met
            "abcd" -> The document must have at most 3 bytes found: 4
            [1] -> The document must have at least 2 items found: 1
            [1, 2] -> met
            {a: 1, b: 2} -> met
            {} -> The document must have at least 2 keys found: 0
            5 -> The document must have a length of at least 2 found: an integer, which has no length / The document must have a length of at most 3 found: an integer, which has no length
        "#]],
    );
}

#[test]
fn null_is_asked_for_not_null_only() {
    check_rule(
        "min=1",
        "[null, 0]",
        &expect![[r#"
            null -> met
            0 -> The document must be at least 1 found: 0
        "#]],
    );
    check_rule(
        "min=1, not_null=True",
        "[null, 0]",
        &expect![[r#"
            null -> The document must not be null found: null
            0 -> The document must be at least 1 found: 0
        "#]],
    );
    check_rule(
        "min=1, not_null=False",
        "[null, 0]",
        &expect![[r#"
            null -> met
            0 -> The document must be at least 1 found: 0
        "#]],
    );
}

#[test]
fn one_of_compares_values() {
    check_rule(
        "one_of=[1, \"a\", [1], {\"k\": 1}]",
        "[1, 1.0, a, b, \"1\", [1], {k: 1}, true]",
        &expect![[r#"
            1 -> met
            1.0 -> met
            "a" -> met
            "b" -> The document must be one of 1, "a", [1], {k: 1} found: "b"
            "1" -> The document must be one of 1, "a", [1], {k: 1} found: "1"
            [1] -> met
            {k: 1} -> met
            true -> The document must be one of 1, "a", [1], {k: 1} found: true
        "#]],
    );
}

#[test]
fn one_not_null_counts_children() {
    check_rule(
        "one_not_null=True",
        "[{a: 1}, {a: 1, b: null}, {a: 1, b: 2}, {a: null}, {}, [1], x]",
        &expect![[r#"
            {a: 1} -> met
            {a: 1, b: null} -> met
            {a: 1, b: 2} -> The document must have exactly one child that is not null found: `a`, `b`
            {a: null} -> The document must have exactly one child that is not null found: only null
            {} -> The document must have exactly one child that is not null found: an empty map
            [1] -> The document must have exactly one child that is not null found: an array
            "x" -> The document must have exactly one child that is not null found: a string
        "#]],
    );
    check_rule(
        "one_not_null=[\"a\", \"b\"]",
        "[{a: 1, c: 2}, {a: 1, b: 2}, {c: 2}]",
        &expect![[r#"
            {a: 1, c: 2} -> met
            {a: 1, b: 2} -> The document must have exactly one child that is not null among "a", "b" found: `a`, `b`
            {c: 2} -> The document must have exactly one child that is not null among "a", "b" found: only null
        "#]],
    );
}

#[test]
fn every_broken_rule_of_a_node_is_reported() {
    check_rule(
        "min=5, max=1, one_of=[7]",
        "[3]",
        &expect![[r#"
            3 -> The document must be at least 5 found: 3 / The document must be at most 1 found: 3 / The document must be one of 7 found: 3
        "#]],
    );
}

#[test]
fn what_must_be_evaluated_is_not_judged() {
    check_rule(
        "(\"is odd\", lambda v: v % 2 == 1), min=5",
        "[4]",
        &expect![[r#"
            4 -> The document must be at least 5 found: 4
        "#]],
    );
    check_rule(
        "min=5, when=lambda v: v > 0",
        "[4]",
        &expect![[r#"
        4 -> met
    "#]],
    );
}
