//! Schemas by example, compiled, and every illegal one found at its place.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::document::TextDocument;
use crate::schema::{MappingType, Type};
use crate::schema::{attached, describe, headers};
use crate::template::function::NoFunctions;
use crate::test_support::{mark_problems, without_marks};

/// Compiles all schema documents of a text, and looks at its headers and comments. Places are absolute.
#[track_caller]
fn compile_text(text: &str) -> CompiledSchema {
    let document = TextDocument::new(FileId(0), text);
    let stream = document.stream();
    let is_schema =
        |index: &usize| matches!(headers::classify(&stream.documents[*index]).role, headers::DocumentRole::Schema(_));
    let documents: Vec<usize> = (0..stream.documents.len()).filter(is_schema).collect();
    let mut compiled = compile(
        &[SchemaInput {
            file: FileId(0),
            stream,
            documents: &documents,
            incomplete: &[],
            evaluation: SchemaEvaluation::Unavailable,
            is_extended: false,
        }],
        &NoFunctions,
    );
    compiled.problems.extend(headers::problems(FileId(0), stream));
    compiled.problems.extend(attached::problems(FileId(0), stream, false, &mut attached::AttachedMemo::default()));
    for problem in &mut compiled.problems {
        let range = document.resolve(problem.place).expect("every place is in this text");
        problem.place = Place::absolute(FileId(0), range);
    }
    compiled.problems.sort_by_key(|problem| problem.place.range.start());
    compiled
}

/// Compares the problems of a schema text with its marks.
#[track_caller]
fn check_problems(picture: &Expect) {
    let text = without_marks(picture.data());
    picture.assert_eq(&mark_problems(&TextDocument::new(FileId(0), &text), &compile_text(&text).problems));
}

/// Shows the types and defaults that a legal schema text declares.
#[track_caller]
fn check_schema(text: &str, expected: &Expect) {
    let compiled = compile_text(text);
    assert_eq!(compiled.problems, Vec::new());
    let mut shown = String::new();
    show("", &compiled.schema.unwrap().root, &mut shown);
    expected.assert_eq(&shown);
}

fn show(path: &str, node: &SchemaNode, shown: &mut String) {
    let _ = write!(shown, "{path}: {} = {}", describe::type_words(node), crate::values::flow::flow(&node.default));
    for (name, text) in [("title", &node.title), ("desc", &node.description), ("deprecated", &node.deprecated)] {
        *shown += &text.as_ref().map(|text| format!(" {name}={text:?}")).unwrap_or_default();
    }
    for example in &node.examples {
        let _ = write!(shown, " example {:?} {}", example.description, crate::values::flow::flow(&example.value));
    }
    for rule in &node.rules {
        let _ = write!(shown, " rule {:?}", describe::rule_words(&rule.kind).unwrap_or_default());
    }
    *shown += "\n";
    match &node.ty {
        Type::Mapping(MappingType { fields, is_open, .. }) => {
            for (key, field) in fields {
                show(&format!("{path}.{}", crate::values::flow::key_text(key)), field, shown);
            }
            if *is_open {
                let _ = writeln!(shown, "{path}.…");
            }
        }
        Type::Sequence(item) => show(&format!("{path}[]"), item, shown),
        _ => {}
    }
}

mod editions;
mod evaluated;
mod incremental;
mod mistakes;
mod overlays;

#[test]
fn types_and_defaults_are_inferred() {
    check_schema(
        r#"#@data/values-schema
---
name: app
port: 80
ratio: 1.5
on: true
empty: {}
list:
- host: ""
  ports: [0]
"#,
        &expect![[r#"
            : map = {name: "app", port: 80, ratio: 1.5, true: true, empty: {}, list: []}
            .name: string = "app"
            .port: integer = 80
            .ratio: float = 1.5
            .true: boolean = true
            .empty: map = {}
            .list: array of map = []
            .list[]: map = {host: "", ports: []}
            .list[].host: string = ""
            .list[].ports: array of integer = []
            .list[].ports[]: integer = 0
        "#]],
    );
}

#[test]
fn annotations_change_type_and_default() {
    check_schema(
        r#"#@data/values-schema
#@schema/title "All"
---
#@schema/nullable
#@schema/desc "may be null"
a: ""
#@schema/type any=True
b: [1, "x", null]
#@schema/default ["x", "y"]
c: [""]
#@schema/nullable
#@schema/default {"x": 5}
d:
  x: 1
  z: 2.5
#@schema/type any=False
#@schema/deprecated "use a"
#@schema/examples ("one", 1), ("two", 2)
e: 0
#@schema/validation ("is odd", lambda v: v % 2), min=1, one_of=[1, 3]
#@schema/default 3
f: 1.5
#@schema/default [{"k": 5}]
g:
- k: 1
  m: ok
"#,
        &expect![[r#"
            : map = {a: null, b: [1, "x", null], c: ["x", "y"], d: {x: 5, z: 2.5}, e: 0, f: 3, g: [{k: 5, m: "ok"}]} title="All"
            .a: string or null = null desc="may be null"
            .b: any = [1, "x", null]
            .c: array of string = ["x", "y"]
            .c[]: string = ""
            .d: map or null = {x: 5, z: 2.5}
            .d.x: integer = 1
            .d.z: float = 2.5
            .e: integer = 0 deprecated="use a" example "one" 1 example "two" 2
            .f: float = 3 rule "is odd" rule "at least 1" rule "one of 1, 3"
            .g: array of map = [{k: 5, m: "ok"}]
            .g[]: map = {k: 1, m: "ok"}
            .g[].k: integer = 1
            .g[].m: string = "ok"
        "#]],
    );
}

#[test]
fn aliases_bring_values_but_no_annotations() {
    check_schema(
        "#@data/values-schema\n---\na: &a\n  #@schema/nullable\n  x: 1\nb: *a\nc:\n  <<: *a\n  z: 2\n",
        &expect![[r#"
            : map = {a: {x: null}, b: {x: 1}, c: {x: 1, z: 2}}
            .a: map = {x: null}
            .a.x: integer or null = null
            .b: map = {x: 1}
            .b.x: integer = 1
            .c: map = {x: 1, z: 2}
            .c.x: integer = 1
            .c.z: integer = 2
        "#]],
    );
}

#[test]
fn template_code_makes_unknown_and_is_reported_once() {
    check_problems(&expect![[r#"
            #@ def f():
            #^^^^^^^^^^ information[not-evaluated]: Template code is not evaluated yet, so what depends on it is not checked
            x: 1
            #@ end
            ---
            #@data/values-schema
            ---
            a: #@ f()
        "#]]);
    let compiled = compile_text(
        "#@data/values-schema\n---\na: #@ 1\n#@ if a:\nb: 1\n#@ else:\nb: x\n#@ end\nc: 1\n#@ def f():\nd: 1\n#@ end\n\
         #@ x = 1\ne: [1]\nf:\n#@ for y in x:\n- 1\n#@ end\n",
    );
    let mut shown = String::new();
    show("", &compiled.schema.unwrap().root, &mut shown);
    expect![[r#"
        : map = {a: null, b: null, c: 1, e: [], f: []}
        .a: any = null
        .b: any = null
        .c: integer = 1
        .e: array of integer = []
        .e[]: integer = 1
        .f: array of any = []
        .f[]: any = null
        .…
    "#]]
    .assert_eq(&shown);
}

#[test]
fn only_the_whole_of_all_documents_counts() {
    check_schema(
        "#@data/values-schema\n---\na: [1]\n#@data/values-schema\n---\na: [2]\n#@data/values-schema\n---\n\
         #@overlay/replace\na: [3]\n",
        &expect![[r#"
            : map = {a: []}
            .a: array of integer = []
            .a[]: integer = 3
        "#]],
    );
}

#[test]
fn documents_overlay_each_other() {
    check_schema(
        r#"#@data/values-schema
---
#@schema/desc "left"
a: ""
b:
  c: 1
list: [""]
gone: 1
#@data/values-schema
---
#@schema/desc "right"
#@schema/nullable
a: x
#@overlay/match-child-defaults missing_ok=True
b:
  #@schema/nullable
  d: 2
#@overlay/replace
list: [1]
#@overlay/remove
gone: 0
"#,
        &expect![[r#"
            : map = {a: "x", b: {c: 1, d: null}, list: []}
            .a: string = "x" desc="left"
            .b: map = {c: 1, d: null}
            .b.c: integer = 1
            .b.d: integer or null = null
            .list: array of integer = []
            .list[]: integer = 1
        "#]],
    );
    check_problems(&expect![[r##"
            #@data/values-schema
            ---
            a: ""
            b: [1]
            # error[schema-array-items]: An array in a schema shows exactly one item, whose type all items have / found: 2 items / expected: exactly one item / hint: an array is empty by default; `@schema/default` gives it another default / hint: to allow any value, annotate the array with `@schema/type any=True`
            c: {}
            d: 1
            #@data/values-schema
            ---
            new: 1
            #^^ error[overlay-mismatch]: There is no key `new` in the values below / found: `new` / expected: one of `a`, `b`, `c`, `d` / hint: to add it, annotate it with `@overlay/match missing_ok=True`
            b: [2]
            c: []
            # error[schema-array-items]: An array in a schema shows exactly one item, whose type all items have / found: no item / expected: exactly one item / hint: an array is empty by default; `@schema/default` gives it another default / hint: to allow any value, annotate the array with `@schema/type any=True`
            # error[overlay-mismatch]: `c` cannot be laid over a map / found: array / expected: map / hint: to replace it, annotate it with `@overlay/replace`
            #@overlay/replace or_add=True
            d: ""
        "##]]);
}

proptest::proptest! {
    #[test]
    fn no_schema_text_makes_it_panic(lines in proptest::collection::vec(0..HOSTILE.len(), 0..12)) {
        let text: String = lines.iter().flat_map(|line| [HOSTILE[*line], "\n"]).collect();
        let _ = compile_text(&format!("#@data/values-schema\n---\n{text}"));
    }
}

/// Lines of which hostile texts are made.
const HOSTILE: &[&str] = &[
    "#@schema/type any=True",
    "#@schema/default {\"a\": [1, None, (2,)], 1: 2.5}",
    "#@schema/default -9223372036854775809, *x, **y",
    "#@schema/examples (), ((1,),), (\"ä\", lambda: 1)",
    "#@schema/validation (\"\", f), one_of={1: 2}, min_len=1e400, when=None",
    "#@schema/nullable \u{1F600}",
    "#@overlay/match by=\"a\", missing_ok=x",
    "#@overlay/replace via=lambda a, b: a",
    "#@overlay/remove",
    "#@ if x:",
    "#@ end",
    "#@ def f():",
    "#@yaml/text-templated-strings",
    "#@",
    "#@\"",
    "#@schema/title(\"x",
    "#@data/values-schema",
    "#@library/ref",
    "---",
    "a: &a",
    "  b: *a",
    "  <<: *a",
    "a: [1, 2, [3]]",
    "- a: 1",
    "- - - x",
    "? [1]",
    ": {a: *a}",
    "b: !!int x #@ 1",
    "a: |",
    "  text #@schema/nullable",
    "key: \"(@= x @)\"",
];
