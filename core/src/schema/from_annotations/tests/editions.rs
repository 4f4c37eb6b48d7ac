//! Schemas of the older editions: headers, types, keys, combinations.

use super::*;

#[test]
fn each_header_chooses_its_edition() {
    let edition = |header: &str| {
        let compiled = compile_text(&format!("{header}\n---\na: 1\n"));
        assert_eq!(compiled.problems, Vec::new(), "{header}");
        compiled.schema.unwrap().edition
    };
    assert_eq!(edition("#@data/values-schema"), Edition::Released);
    assert_eq!(edition("#@schema/match data_values=True"), Edition::Draft);
    assert_eq!(edition("#@schema/definition data_values=True"), Edition::Proposal);
    assert_eq!(edition("#@schema/definition name=\"data/values\""), Edition::Proposal);
    assert_eq!(edition("#@schema"), Edition::Early);
    assert_eq!(edition("#@schema attach=\"data/values\""), Edition::Early);
}

#[test]
fn schema_documents_of_a_bundle_are_of_one_edition() {
    check_problems(&expect![[r#"
            #@schema/definition data_values=True
            ---
            a: 1
            #@schema/match data_values=True
            # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[mixed-editions]: The schema documents of a bundle belong to one edition, and this header is of another / hint: write all schema documents with the same header
            ---
            b: 1
        "#]]);
}

#[test]
fn examples_may_leave_the_type_open() {
    check_problems(&expect![[r##"
        #@schema
        ---
        list: []
        nothing:
        #^^^^^^ hint[schema-null]: `nothing` has no value, so any value may be given / hint: an example value shows the type; `@schema/type "any"` says that any is meant
    "##]]);
    check_schema(
        "#@schema\n---\nlist: []\n",
        &expect![[r#"
        : map = {list: []}
        .list: array of any = []
        .list[]: any = null
    "#]],
    );
}

#[test]
fn drafts_say_exactly_those_defaults_that_surprise() {
    check_problems(&expect![[r##"
            #@schema/match data_values=True
            ---
            #@schema/default 80
            # ^^^^^^^^^^^^^^ warning[redundant-default]: `port` has this default by its example value / hint: remove the annotation
            port: 80
            #@schema/default 81
            other: 80
            #@schema/nullable
            #@schema/default "x"
            name: "x"
            names:
            #^^^^ hint[unstated-default]: `names` is empty by default, which is not said / hint: add `#@schema/default []`
            - ""
            #@schema/default []
            hosts:
            - ""
        "##]]);
}
