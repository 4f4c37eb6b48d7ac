//! Schema documents over each other, their functions and matchers evaluated.

use super::*;
use crate::template::overlay::fake::{Fake, documents};
use crate::test_support::mark_ranges;

/// The schema of a text, and of another one laid over it: what it declares, and what is wrong with either.
#[track_caller]
fn check(below: &str, above: &str, expected: &Expect) {
    let mut fragments = documents(FileId(0), below);
    fragments.extend(documents(FileId(1), above));
    let compiled = from_documents(fragments, false, &Fake);
    let mut shown = String::new();
    for (file, text) in [(FileId(0), below), (FileId(1), above)] {
        let problems = compiled.problems.iter().filter(|problem| problem.place.file == file);
        let shown_text =
            |problem: &Problem| format!("{}: {}", problem.code.name(), problem.text().replace('\n', " / "));
        let marks: Vec<_> = problems.map(|problem| (problem.place.range, shown_text(problem))).collect();
        if !marks.is_empty() {
            shown += &mark_ranges(text, &marks);
        }
    }
    show("", &compiled.schema.unwrap().root, &mut shown);
    expected.assert_eq(&shown);
}

#[test]
fn items_are_found_by_matchers() {
    check(
        "---\ndb_conn:\n- hostname: \"\"\n",
        "\
---
db_conn:
#@overlay/match by=overlay.all, expects=\"1+\"
-
  #@overlay/match missing_ok=True
  metadata:
    run: jobName
#@overlay/match missing_ok=True
top_level: \"\"
",
        &expect![[r#"
            : map = {db_conn: [], top_level: ""}
            .db_conn: array of map = []
            .db_conn[]: map = {hostname: "", metadata: {run: "jobName"}}
            .db_conn[].hostname: string = ""
            .db_conn[].metadata: map = {run: "jobName"}
            .db_conn[].metadata.run: string = "jobName"
            .top_level: string = ""
        "#]],
    );
}

#[test]
fn a_plain_merge_keeps_the_annotations_below_and_a_replacement_brings_its_own() {
    check(
        "---\n#@schema/desc \"left\"\na: left\n#@schema/desc \"left\"\nb: left\n",
        "\
---
#@schema/desc \"right\"
#@schema/nullable
a: right
#@overlay/replace
#@schema/desc \"right\"
#@schema/nullable
b: right
",
        &expect![[r#"
            : map = {a: "right", b: null}
            .a: string = "right" desc="left"
            .b: string or null = null desc="right"
        "#]],
    );
}

#[test]
fn an_item_more_makes_the_array_illegal_unless_it_replaces() {
    check(
        "---\na:\n- 1\nb:\n- 1\n",
        "---\na:\n- 2\nb:\n#@overlay/match by=overlay.index(0)\n#@overlay/replace\n- \"\"\n",
        &expect![[r#"
            ---
            a:
            # schema-array-items: An array in a schema shows exactly one item, whose type all items have / found: 2 items / expected: exactly one item / hint: an array is empty by default; `@schema/default` gives it another default / hint: to allow any value, annotate the array with `@schema/type any=True`
            - 1
            b:
            - 1
            : map = {a: [], b: []}
            .a: array of any = []
            .a[]: any = null
            .b: array of string = []
            .b[]: string = ""
        "#]],
    );
}

#[test]
fn what_matches_nothing_or_too_much_is_reported() {
    check(
        "---\na: {kind: x}\nb: {kind: x}\n",
        "---\n#@overlay/match by=\"kind\"\n_: {kind: q}\n#@overlay/match by=overlay.all\n_all: {kind: z}\nc: 1\n",
        &expect![[r#"
            ---
            #@overlay/match by="kind"
            _: {kind: q}
            # overlay-mismatch: `_` matches none of the 2 nodes below / found: `kind: q` / expected: `kind: x` / hint: to add it, annotate it with `@overlay/match missing_ok=True`
            #@overlay/match by=overlay.all
            _all: {kind: z}
            #^^^ overlay-mismatch: `_all` matches all 2 nodes below / found: 2 / expected: 1
            c: 1
            # overlay-mismatch: There is no key `c` in the values below / found: `c` / expected: one of `a`, `b` / hint: to add it, annotate it with `@overlay/match missing_ok=True`
            : map = {a: {kind: "x"}, b: {kind: "x"}}
            .a: map = {kind: "x"}
            .a.kind: string = "x"
            .b: map = {kind: "x"}
            .b.kind: string = "x"
        "#]],
    );
}

#[test]
fn functions_make_new_defaults() {
    check(
        "---\nhost: example\nport: 1\n",
        "---\n#@overlay/replace via=join\nhost: org\n#@overlay/replace via=fails\nport: 2\n",
        &expect![[r#"
            ---
            #@overlay/replace via=join
            host: org
            #@overlay/replace via=fails
            port: 2
            #^^^ overlay-mismatch: The function of `via=` fails / found: division by zero
            : map = {host: "example-org", port: null}
            .host: string = "example-org"
            .port: any = null
        "#]],
    );
}

#[test]
fn what_a_pending_function_decides_stays_open() {
    check(
        "---\na: 1\nm:\n  b: 1\n",
        "---\n#@overlay/replace via=pending\na: 2\nm:\n  #@overlay/match by=pending\n  _: 2\n  c: 1\n",
        &expect![[r#"
            : map = {a: null, m: null}
            .a: any = null
            .m: any = null
        "#]],
    );
}

#[test]
fn a_document_replaces_the_whole_schema() {
    check(
        "---\na: 1\n",
        "#@overlay/replace\n---\nb: 1\n",
        &expect![[r#"
        : map = {b: 1}
        .b: integer = 1
    "#]],
    );
    check(
        "---\na: 1\n",
        "#@overlay/match-child-defaults missing_ok=True\n---\nb: 1\n",
        &expect![[r#"
        : map = {a: 1, b: 1}
        .a: integer = 1
        .b: integer = 1
    "#]],
    );
}
