//! Schemas by example, compiled, and every illegal one found at its place.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::document::TextDocument;
use crate::schema::{MappingType, Type};
use crate::schema::{attached, describe, headers};
use crate::test_support::mark_ranges;

/// Compiles all schema documents of a text, and looks at its headers and comments. Places are absolute.
#[track_caller]
fn compile_text(text: &str) -> Compiled {
    let document = TextDocument::new(FileId(0), text);
    let stream = document.stream();
    let is_schema =
        |index: &usize| matches!(headers::classify(&stream.documents[*index]).role, headers::DocumentRole::Schema(_));
    let documents: Vec<usize> = (0..stream.documents.len()).filter(is_schema).collect();
    let mut compiled = compile(&[SchemaInput { file: FileId(0), stream, documents: &documents }]);
    compiled.problems.extend(headers::problems(FileId(0), stream));
    compiled.problems.extend(attached::problems(FileId(0), stream, &mut attached::Memo::default()));
    for problem in &mut compiled.problems {
        let range = document.resolve(problem.place).expect("every place is in this text");
        problem.place = Place::absolute(FileId(0), range);
    }
    compiled.problems.sort_by_key(|problem| problem.place.range.start());
    compiled
}

/// Shows a schema text with its problems as marks.
#[track_caller]
fn check_problems(text: &str, expected: &Expect) {
    let marks = compile_text(text).problems.into_iter().map(|problem| {
        let said = problem.text().replace('\n', " / ");
        let severity = format!("{:?}", problem.severity).to_lowercase();
        (problem.place.range, format!("{severity}[{}]: {said}", problem.code.name()))
    });
    expected.assert_eq(&mark_ranges(text, &marks.collect::<Vec<_>>()));
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
    let _ = write!(shown, "{path}: {} = {}", describe::type_words(node), describe::flow(&node.default));
    for (name, text) in [("title", &node.title), ("desc", &node.description), ("deprecated", &node.deprecated)] {
        *shown += &text.as_ref().map(|text| format!(" {name}={text:?}")).unwrap_or_default();
    }
    for example in &node.examples {
        let _ = write!(shown, " example {:?} {}", example.description, describe::flow(&example.value));
    }
    for rule in &node.rules {
        let _ = write!(shown, " rule {:?}", describe::rule_words(&rule.kind).unwrap_or_default());
    }
    *shown += "\n";
    match &node.ty {
        Type::Mapping(MappingType { fields, is_open }) => {
            for (key, field) in fields {
                show(&format!("{path}.{}", describe::key_text(key)), field, shown);
            }
            if *is_open {
                let _ = writeln!(shown, "{path}.…");
            }
        }
        Type::Sequence(item) => show(&format!("{path}[]"), item, shown),
        _ => {}
    }
}

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
fn null_and_arrays_need_a_value_to_show_the_type() {
    check_problems(
        r#"#@data/values-schema
---
a:
#@schema/nullable
b: null
c: []
d: [1, 2]
#@schema/type any=True
e:
f:
-
"#,
        &expect![[r##"
            #@data/values-schema
            ---
            a:
            # error[schema-null]: `a` has no value from which its type could be inferred / found: null / expected: an example value of the type that is meant / hint: for null by default, give an example value and annotate it with `@schema/nullable` / hint: to allow any value, annotate it with `@schema/type any=True`
            #@schema/nullable
            b: null
            #  ^^^^ error[schema-null]: `b` has no value from which its type could be inferred / found: null / expected: an example value of the type that is meant / hint: `@schema/nullable` makes the default null; the value still shows the type, such as "" or 0
            c: []
            # error[schema-array-items]: An array in a schema shows exactly one item, whose type all items have / found: no item / expected: exactly one item / hint: an array is empty by default; `@schema/default` gives it another default / hint: to allow any value, annotate the array with `@schema/type any=True`
            d: [1, 2]
            # error[schema-array-items]: An array in a schema shows exactly one item, whose type all items have / found: 2 items / expected: exactly one item / hint: an array is empty by default; `@schema/default` gives it another default / hint: to allow any value, annotate the array with `@schema/type any=True`
            #@schema/type any=True
            e:
            f:
            -
            # error[schema-null]: The array's item has no value from which its type could be inferred / found: null / expected: an example value of the type that is meant / hint: for null by default, give an example value and annotate it with `@schema/nullable` / hint: to allow any value, annotate it with `@schema/type any=True`
        "##]],
    );
}

#[test]
fn arguments_are_checked_at_their_token() {
    check_problems(
        r#"#@data/values-schema
#@schema/deprecated "all"
---
#@schema/type
a: 1
#@schema/type any=1, foo=2
b: 1
#@schema/nullable x=1
c: 1
#@schema/title
#@schema/desc 5
#@schema/deprecated "a", "b"
d: 1
#@schema/title text="x"
#@schema/examples
e: 1
#@schema/examples "x", ("only",), (1, 2), ("a", 1, 2), ("wrong", "x")
f: 1
#@schema/default
g: 1
#@schema/default "x"
h: 1
#@schema/default {"x": "1", "z": 2}
i:
  x: 1
j:
#@schema/default 1
- 0
"#,
        &expect![[r##"
            #@data/values-schema
            #@schema/deprecated "all"
            # ^^^^^^^^^^^^^^^^^ error[misplaced-annotation]: `@schema/deprecated` cannot stand on a document / hint: deprecate the keys of the document one by one
            ---
            #@schema/type
            # ^^^^^^^^^^^ error[annotation-arguments]: `@schema/type` says nothing about the type / found: no keyword argument / expected: `any=True` or `any=False`
            a: 1
            #@schema/type any=1, foo=2
            #                 ^ error[annotation-arguments]: `any=` is either true or false / found: integer / expected: `True` or `False`
            #                    ^^^ error[annotation-arguments]: `@schema/type` does not take this argument / found: `foo` / expected: `any=True` or `any=False`
            b: 1
            #@schema/nullable x=1
            #                 ^ error[annotation-arguments]: `@schema/nullable` takes no arguments / found: `x=` / expected: no arguments
            c: 1
            #@schema/title
            # ^^^^^^^^^^^^ error[annotation-arguments]: `@schema/title` needs an argument / found: no argument / expected: one text
            #@schema/desc 5
            #             ^ error[annotation-arguments]: `@schema/desc` takes a text / found: integer / expected: a text in quotes
            #@schema/deprecated "a", "b"
            #                        ^^^ error[annotation-arguments]: `@schema/deprecated` takes one argument only / found: 2 arguments / expected: one text
            d: 1
            #@schema/title text="x"
            #              ^^^^ error[annotation-arguments]: `@schema/title` takes no named arguments / found: `text=` / expected: one text
            #@schema/examples
            # ^^^^^^^^^^^^^^^ error[annotation-arguments]: `@schema/examples` needs an argument / found: no argument / expected: examples such as `("what it shows", value)`
            e: 1
            #@schema/examples "x", ("only",), (1, 2), ("a", 1, 2), ("wrong", "x")
            #                 ^^^ error[annotation-arguments]: An example is a pair of a text and a value / found: string / expected: examples such as `("what it shows", value)`
            #                      ^^^^^^^^^ error[annotation-arguments]: An example is a pair of a text and a value / found: a tuple of 1 / expected: examples such as `("what it shows", value)`
            #                                  ^ error[annotation-arguments]: An example is a pair of a text and a value / found: integer / expected: examples such as `("what it shows", value)`
            #                                         ^^^^^^^^^^^ error[annotation-arguments]: An example is a pair of a text and a value / found: a tuple of 3 / expected: examples such as `("what it shows", value)`
            #                                                                ^^^ error[schema-example-type]: The example does not have the type of its node / found: string / expected: integer
            f: 1
            #@schema/default
            # ^^^^^^^^^^^^^^ error[annotation-arguments]: `@schema/default` needs an argument / found: no argument / expected: one value: integer
            g: 1
            #@schema/default "x"
            #                ^^^ error[schema-default-type]: The default does not have the type of its node / found: string / expected: integer
            h: 1
            #@schema/default {"x": "1", "z": 2}
            #                      ^^^ error[schema-default-type]: The default does not have the type of its node / found: string / expected: integer
            #                           ^^^ error[schema-default-type]: The default does not have the type of its node / found: the key z / expected: a key that the schema declares
            i:
              x: 1
            j:
            #@schema/default 1
            # ^^^^^^^^^^^^^^ error[misplaced-annotation]: `@schema/default` cannot stand on an array's item / hint: to give the array a default, annotate the key that holds it
            - 0
        "##]],
    );
}

#[test]
fn rules_are_checked_at_their_argument() {
    check_problems(
        r#"#@data/values-schema
---
#@schema/validation
a: 1
#@schema/validation min_length=1, mni=2
b: 1
#@schema/validation lambda v: v, ["a", "b"], ("a", lambda v: v, 3), (1, "x")
c: 1
#@schema/validation min_len="1", not_null=1, one_not_null=False, one_of="abc", when=True
d: 1
#@schema/validation min=1, when=lambda: True
e: 1
#@schema/validation min=1, when=lambda a, b=1: "x"
f: 1
"#,
        &expect![[r##"
            #@data/values-schema
            ---
            #@schema/validation
            # ^^^^^^^^^^^^^^^^^ error[annotation-arguments]: `@schema/validation` states no rule / found: no arguments / expected: `("what is valid", function)`, or rules such as `min=1`
            a: 1
            #@schema/validation min_length=1, mni=2
            #                   ^^^^^^^^^^ error[annotation-arguments]: `@schema/validation` does not know this rule / found: `min_length=` / expected: one of min, max, min_len, max_len, not_null, one_not_null, one_of, when / hint: did you mean `min_len`?
            #                                 ^^^ error[annotation-arguments]: `@schema/validation` does not know this rule / found: `mni=` / expected: one of min, max, min_len, max_len, not_null, one_not_null, one_of, when / hint: did you mean `min`?
            b: 1
            #@schema/validation lambda v: v, ["a", "b"], ("a", lambda v: v, 3), (1, "x")
            #                   ^^^^^^^^^^^ error[annotation-arguments]: A rule of `@schema/validation` is a pair of a text and a function / found: a function / expected: `("what is valid", function)`
            #                                ^^^^^^^^^^ error[annotation-arguments]: A rule of `@schema/validation` is a pair of a text and a function / found: array / expected: `("what is valid", function)`
            #                                            ^^^^^^^^^^^^^^^^^^^^^ error[annotation-arguments]: A rule of `@schema/validation` is a pair of a text and a function / found: a tuple of 3 / expected: `("what is valid", function)`
            #                                                                    ^ error[annotation-arguments]: A rule says first, in words, what is valid / found: integer / expected: a text in quotes
            #                                                                       ^^^ error[annotation-arguments]: The second part of a rule is the function that checks the value / found: string / expected: a function, or a rule of `@ytt:assert`
            c: 1
            #@schema/validation min_len="1", not_null=1, one_not_null=False, one_of="abc", when=True
            #                           ^^^ error[annotation-arguments]: A length is a number / found: string / expected: a whole number
            #                                         ^ error[annotation-arguments]: `not_null=` is either true or false / found: integer / expected: `True` or `False`
            #                                                         ^^^^^ error[annotation-arguments]: `one_not_null=` names the keys of which exactly one is not null / found: boolean / expected: `True` for all keys, or a list of keys
            #                                                                       ^^^^^ error[annotation-arguments]: `one_of=` is a list of the values that are valid / found: string / expected: a list
            #                                                                                   ^^^^ error[annotation-arguments]: `when=` is a function that says whether the rules apply / found: boolean / expected: a function
            d: 1
            #@schema/validation min=1, when=lambda: True
            #                               ^^^^^^^^^^^^ error[annotation-arguments]: The function of `when=` takes the value, and perhaps its context / found: a function of 0 arguments / expected: a function of one or two arguments
            e: 1
            #@schema/validation min=1, when=lambda a, b=1: "x"
            #                                              ^^^ error[annotation-arguments]: The function of `when=` returns true or false / found: string / expected: `True` or `False`
            f: 1
        "##]],
    );
}

#[test]
fn annotations_below_any_are_refused_or_have_no_effect() {
    check_problems(
        r#"#@data/values-schema
---
#@schema/type any=True
a:
  #@schema/nullable
  b:
  - #@schema/title 5
    c: 1
"#,
        &expect![[r#"
            #@data/values-schema
            ---
            #@schema/type any=True
            a:
              #@schema/nullable
            #   ^^^^^^^^^^^^^^^ error[misplaced-annotation]: `@schema/nullable` cannot stand below a node that allows any value
              b:
              - #@schema/title 5
            #     ^^^^^^^^^^^^ warning[ignored-annotation]: `@schema/title` has no effect below a node that allows any value
                c: 1
        "#]],
    );
}

#[test]
fn silent_mistakes_are_warnings() {
    check_problems(
        r#"#@data/values-schema
---
#@schema/nulable
a: 1
#@schema/doc "x"
b: 1
#@schema/validate enum=["a"]
c: a
#@schema/title "A"
#@schema/title "B"
d: 1
#@schema/title("x")
e: 1
#@schema/default true
f: true
# plain
#@data/values
g: 1
#@schema/title "x"
"#,
        &expect![[r##"
            #@data/values-schema
            ---
            #@schema/nulable
            # ^^^^^^^^^^^^^^ warning[unknown-annotation]: `@schema/nulable` is no annotation, so ytt ignores it / hint: did you mean `@schema/nullable`?
            a: 1
            #@schema/doc "x"
            # ^^^^^^^^^^ warning[annotation-edition]: `@schema/doc` belongs to another edition and has no effect under `@data/values-schema` / hint: ytt calls it `@schema/desc`
            b: 1
            #@schema/validate enum=["a"]
            # ^^^^^^^^^^^^^^^ warning[annotation-edition]: `@schema/validate` belongs to another edition and has no effect under `@data/values-schema` / hint: ytt calls it `@schema/validation`
            c: a
            #@schema/title "A"
            # ^^^^^^^^^^^^ warning[repeated-annotation]: `@schema/title` stands twice at one node, and only the last has an effect
            #@schema/title "B"
            d: 1
            #@schema/title("x")
            # ^^^^^^^^^^^^^^^^^ error[annotation-syntax]: The name of an annotation ends at the first blank / found: `schema/title("x")` / hint: put a blank between the name and its arguments
            e: 1
            #@schema/default true
            #                ^^^^ error[annotation-arguments]: `true` is not defined / hint: true is written `True`
            f: true
            # plain
            #^^^^^^ error[unknown-comment]: A comment of a template starts with `#!`, or with `#@` if it is code or an annotation
            #@data/values
            # ^^^^^^^^^^^ error[misplaced-annotation]: `@data/values` stands at a node; it belongs to a document / hint: put it above the document's `---`
            g: 1
            #@schema/title "x"
            # ^^^^^^^^^^^^ warning[dangling-annotation]: `@schema/title` stands after the last node, so it says nothing / hint: move it above its node
        "##]],
    );
}

#[test]
fn headers_are_checked() {
    check_problems(
        r#"#@data/value-schema
---
a: 1
"#,
        &expect![[r#"
            #@data/value-schema
            # ^^^^^^^^^^^^^^^^^ warning[unknown-header]: `@data/value-schema` means nothing to ytt, so this is no header of a document / hint: did you mean `@data/values-schema`?
            ---
            a: 1
        "#]],
    );
    check_problems(
        r#"#@data/values-schema
#@data/values-schema
---
a: 1
---
b: 1
#@data/values foo=1
---
"#,
        &expect![[r#"
            #@data/values-schema
            # ^^^^^^^^^^^^^^^^^^ error[repeated-annotation]: `@data/values-schema` stands twice at one document
            #@data/values-schema
            ---
            a: 1
            ---
            #^^ error[mixed-documents]: A file with schema documents can hold nothing else / found: a document without such a header / expected: schema documents only / hint: move the document to a file of its own
            b: 1
            #@data/values foo=1
            #             ^^^ error[header-arguments]: `@data/values` does not take this argument / found: `foo=` / expected: no such argument
            ---
            #^^ error[mixed-documents]: A file with schema documents can hold nothing else / found: a data values document / expected: schema documents only / hint: move the document to a file of its own
        "#]],
    );
    check_problems(
        r#"#@data/values after_library_module=True
---
a: 1
#@schema/match data_values=False
---
b: 1
"#,
        &expect![[r#"
            #@data/values after_library_module=True
            #             ^^^^^^^^^^^^^^^^^^^^ error[header-arguments]: Only data values of a library can come after its module / found: `after_library_module=` / hint: name the library with `@library/ref`
            ---
            #^^ error[mixed-documents]: A file with schema documents can hold nothing else / found: a data values document / expected: schema documents only / hint: move the document to a file of its own
            a: 1
            #@schema/match data_values=False
            # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[not-evaluated]: Schemas of this edition are recognised, but not checked yet / hint: released ytt knows `@data/values-schema` only
            #              ^^^^^^^^^^^ error[header-arguments]: This schema is not one of data values / found: `data_values=` / expected: `data_values=True`
            ---
            b: 1
        "#]],
    );
}

#[test]
fn template_code_makes_unknown_and_is_reported_once() {
    check_problems(
        r#"#@ def f():
x: 1
#@ end
---
#@data/values-schema
---
a: #@ f()
"#,
        &expect![[r#"
            #@ def f():
            #^^^^^^^^^^ information[not-evaluated]: Template code is not evaluated yet, so what depends on it is not checked
            x: 1
            #@ end
            ---
            #@data/values-schema
            ---
            a: #@ f()
        "#]],
    );
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
fn other_editions_are_recognised_and_leave_everything_open() {
    check_problems(
        r#"#@schema/match data_values=True
---
#@schema/doc "x"
a:
"#,
        &expect![[r##"
            #@schema/match data_values=True
            # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[not-evaluated]: Schemas of this edition are recognised, but not checked yet / hint: released ytt knows `@data/values-schema` only
            ---
            #@schema/doc "x"
            a:
        "##]],
    );
    let compiled = compile_text("#@schema/definition data_values=True\n---\na: 1\n");
    let schema = compiled.schema.unwrap();
    assert_eq!(schema.edition, Edition::Proposal);
    assert!(matches!(schema.root.ty, Type::Unknown));
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
    check_problems(
        r#"#@data/values-schema
---
a: ""
b: [1]
c: {}
d: 1
#@data/values-schema
---
new: 1
b: [2]
c: []
#@overlay/replace or_add=True
d: ""
"#,
        &expect![[r##"
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
            #^^ error[overlay-mismatch]: `new` is laid over a schema that has no such node / found: nothing to lay it over / expected: exactly one node to lay it over / hint: to add it, annotate it with `@overlay/match missing_ok=True`
            b: [2]
            c: []
            # error[schema-array-items]: An array in a schema shows exactly one item, whose type all items have / found: no item / expected: exactly one item / hint: an array is empty by default; `@schema/default` gives it another default / hint: to allow any value, annotate the array with `@schema/type any=True`
            # error[overlay-mismatch]: `c` cannot be laid over a map / found: array / expected: map / hint: to replace it, annotate it with `@overlay/replace`
            #@overlay/replace or_add=True
            d: ""
        "##]],
    );
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
