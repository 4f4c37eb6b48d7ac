//! Annotations, their keywords, and the headers of documents.

use super::*;

#[test]
fn annotations_are_offered_where_they_may_stand() {
    check("$0", &expect!["data/values-schema, data/values"]);
    check(
        "#$0",
        &expect![[
            r#"data/values-schema, data/values, … 19 more, schema/validation (("description", function), …, rule=…)"#
        ]],
    );
    check(
        "#@$0\n---\na: 1\n",
        &expect![[
            r#"data/values-schema, data/values, … 19 more, schema/validation (("description", function), …, rule=…)"#
        ]],
    );
    check(
        "#@data/values-schema\n---\n#@$0\na: 1\n",
        &expect!["schema/type (any=True), schema/nullable, … 18 more, template/value (expression)"],
    );
    check(
        "#@data/values-schema\n---\na:\n#@sch$0\n- 1\n",
        &expect!["schema/type (any=True), schema/nullable, … 16 more, template/value (expression)"],
    );
    check(
        "#@data/values-schema\n---\na: 1 #@schema/n$0\n",
        &expect!["schema/type (any=True), schema/nullable, … 18 more, template/value (expression)"],
    );
    check(
        "#@data/values\n---\n#@o$0\na: 1\n",
        &expect![
            "overlay/match (by=…, expects=…, missing_ok=…, when=…), overlay/match-child-defaults (expects=…, missing_ok=…, when=…), … 10 more, template/value (expression)"
        ],
    );
}

#[test]
fn an_annotation_takes_the_place_of_what_is_typed_of_it() {
    check_insert(
        "#@data/values-schema\n---\n#@sch$0\na: 1\n",
        "schema/nullable",
        &expect![[r#"
        #@data/values-schema
        ---
        #@schema/nullable|
        a: 1
    "#]],
    );
    check_insert(
        "#@data/values-schema\n---\n#@schema/ti$0tle \"x\"\na: 1\n",
        "schema/desc",
        &expect![[r##"
        #@data/values-schema
        ---
        #@schema/desc| "x"
        a: 1
    "##]],
    );
}

#[test]
fn a_header_brings_the_mark_of_its_document_if_there_is_none() {
    check_insert(
        "$0",
        "data/values-schema",
        &expect![[r#"
        #@data/values-schema
        ---
        |"#]],
    );
    check_insert(
        "#@da$0",
        "data/values",
        &expect![[r#"
        #@data/values
        ---
        |"#]],
    );
    check_insert(
        "#@da$0\n---\na: 1\n",
        "data/values",
        &expect![[r#"
        #@data/values|
        ---
        a: 1
    "#]],
    );
}

#[test]
fn keywords_are_offered_between_arguments() {
    let schema = "#@data/values-schema\n---\n#@schema/";
    check(
        &format!("{schema}validation $0\na: 1\n"),
        &expect!["min, max, min_len, max_len, not_null, one_not_null, one_of, when"],
    );
    check(
        &format!("{schema}validation min=1, $0\na: 1\n"),
        &expect!["max, min_len, max_len, not_null, one_not_null, one_of, when"],
    );
    check(
        &format!("{schema}validation min=1, ma$0x=3\na: 1\n"),
        &expect!["max, min_len, max_len, not_null, one_not_null, one_of, when"],
    );
    check(&format!("{schema}validation one_of=[$0]\na: 1\n"), &expect![]);
    check(&format!("{schema}validation not_null=$0\na: 1\n"), &expect!["True, False"]);
    check(&format!("{schema}type $0\na: 1\n"), &expect!["any"]);
    check(&format!("{schema}title \"$0\"\na: 1\n"), &expect![]);
    check_insert(
        &format!("{schema}type a$0\na: 1\n"),
        "any",
        &expect![[r#"
        #@data/values-schema
        ---
        #@schema/type any=|
        a: 1
    "#]],
    );
    check_insert(
        &format!("{schema}validation min=1, ma$0x=3\na: 1\n"),
        "max_len",
        &expect![[r#"
        #@data/values-schema
        ---
        #@schema/validation min=1, max_len|=3
        a: 1
    "#]],
    );
}

#[test]
fn an_item_is_found_by_one_of_its_keys() {
    let values =
        |annotation: &str| format!("#@data/values\n---\nports:\n#@overlay/match {annotation}\n- name: a\n  port: 1\n");
    check(&values("by=\"$0\""), &expect!["name, port"]);
    check(&values("missing_ok=True, by=\"na$0"), &expect!["name, port"]);
    check("#@data/values\n---\n#@overlay/match by=\"$0\"\nhost: x\n", &expect![]);
}
