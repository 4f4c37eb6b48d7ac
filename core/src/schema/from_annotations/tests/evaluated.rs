//! Schemas with template code, evaluated: what each kind of value means to each annotation.

use expect_test::{Expect, expect};

use super::*;
use crate::render::request::{Reply, Request, Runner};
use crate::template::job::{Job, JobSource, Limits, Options};
use crate::test_support::without_marks;

/// Evaluates and compiles a schema text, and shows it with its problems as marks, then what it declares.
#[track_caller]
fn check(text: &str, expected: &Expect) {
    let document = TextDocument::new(FileId(0), text);
    let source = JobSource::new(FileId(0), "schema.yml", text);
    let (options, limits) = (Options::default(), Limits::default());
    let job = Job {
        file: FileId(0),
        sources: [source].into(),
        root: None,
        data_values: None,
        stand_ins: [].into(),
        options,
        limits,
    };
    let Reply::Documents(evaluated) = Runner::new().answer(&Request::Documents(Arc::new(job))) else {
        panic!("documents were asked for")
    };
    let evaluation = SchemaEvaluation::Done(&evaluated);
    let documents: Vec<usize> = (0..document.stream().documents.len()).collect();
    let input = SchemaInput {
        file: FileId(0),
        stream: document.stream(),
        documents: &documents,
        incomplete: &[],
        evaluation,
        is_extended: false,
    };
    let compiled = compile(&[input], &NoFunctions);
    let mut shown = mark_problems(&document, &compiled.problems);
    if compiled.problems.is_empty() {
        shown.clear();
        show("", &compiled.schema.expect("there is a schema").root, &mut shown);
    }
    expected.assert_eq(&shown);
}

/// The same where a picture of its problems is all that there is to see of a schema.
#[track_caller]
fn check_picture(picture: &Expect) {
    check(&without_marks(picture.data()), picture);
}

#[test]
fn computed_arguments_mean_what_written_ones_mean() {
    check(
        r##"#@ load("@ytt:assert", "assert")
#@ def port():
http: 80
name: x
#@ end
#@ title = "The " + "port"
#@ is_any = True
#@ example = ("one", {"http": 1})
#@ def odd(value): return value % 2 == 1
#@data/values-schema
---
#@schema/title title
#@schema/desc "{} of it".format("all")
#@schema/examples example, ("two", port())
#@schema/default port()
port:
  http: 1
  name: ""
#@schema/type any=is_any
#@schema/default [1] + ["x"]
any: 1
#@schema/default [{"http": 1 + 1}]
list:
- http: 1
  name: z
#@schema/validation ("an odd number", odd), ("small", assert.max(4)), min=1 + 1, one_of=list(range(5)), when=lambda v: True
count: 3
computed: #@ port()
"##,
        &expect![[r#"
            : map = {port: {http: 80, name: "x"}, any: [1, "x"], list: [{http: 2, name: "z"}], count: 3, computed: {http: 80, name: "x"}}
            .port: map = {http: 80, name: "x"} title="The port" desc="all of it" example "one" {http: 1} example "two" {http: 80, name: "x"}
            .port.http: integer = 1
            .port.name: string = ""
            .any: any = [1, "x"]
            .list: array of map = [{http: 2, name: "z"}]
            .list[]: map = {http: 1, name: "z"}
            .list[].http: integer = 1
            .list[].name: string = "z"
            .count: integer = 3 rule "an odd number" rule "small" rule "at least 2" rule "one of 0, 1, 2, 3, 4"
            .computed: map = {http: 80, name: "x"}
            .computed.http: integer = 80
            .computed.name: string = "x"
        "#]],
    );
}

#[test]
fn values_that_an_annotation_does_not_take_are_refused() {
    check_picture(&expect![[r##"
        #@ load("@ytt:assert", "assert")
        #@ def f(): return 1
        #@ def fragment():
        a: 1
        #@ end
        #@data/values-schema
        ---
        #@schema/title f
        #              ^ error[annotation-arguments]: `@schema/title` takes a text / found: a function / expected: a text in quotes
        #@schema/desc fragment()
        #             ^^^^^^^^^^ error[annotation-arguments]: `@schema/desc` takes a text / found: a YAML fragment / expected: a text in quotes
        #@schema/default f
        #                ^ error[schema-default-type]: The default of `a` does not have its type / found: a function / expected: string
        a: ""
        #@schema/default fragment()
        #                ^^^^^^^^^^ error[schema-default-type]: The default of `b` does not have its type / found: map / expected: integer
        b: 1
        #@schema/examples ("x", f), fragment(), (f, 1), ["y", 1]
        #                       ^ error[schema-example-type]: An example of `c` does not have its type / found: a function / expected: integer
        #                           ^^^^^^^^^^ error[annotation-arguments]: An example is a pair of a text and a value / found: a YAML fragment / expected: examples such as `("what it shows", value)`
        #                                        ^ error[annotation-arguments]: An example is a pair of a text and a value / found: a function / expected: examples such as `("what it shows", value)`
        #                                               ^^^^^^^^ error[annotation-arguments]: An example is a pair of a text and a value / found: array / expected: examples such as `("what it shows", value)`
        c: 1
        #@schema/type any=f
        #                 ^ error[annotation-arguments]: `any=` is either true or false / found: a function / expected: `True` or `False`
        d: 1
        #@schema/validation assert.min(1)
        #                   ^^^^^^^^^^^^^ error[annotation-arguments]: A rule of `@schema/validation` is a pair of a text and a function / found: a rule / expected: `("what is valid", function)`
        e: 1
        #@schema/validation (f, f), ("x", 1), ("y", f, f), min_len="a" + "b", not_null=f, one_not_null=f, one_of=f, when=assert.min(1)
        #                    ^ error[annotation-arguments]: A rule says first, in words, what is valid / found: a function / expected: a text in quotes
        #                                 ^ error[annotation-arguments]: The second part of a rule is the function that checks the value / found: integer / expected: a function, or a rule of `@ytt:assert`
        #                                      ^^^^^^^^^ error[annotation-arguments]: A rule of `@schema/validation` is a pair of a text and a function / found: a tuple of 3 / expected: `("what is valid", function)`
        #                                                          ^^^^^^^^^ error[annotation-arguments]: A length is a number / found: string / expected: a whole number
        #                                                                              ^ error[annotation-arguments]: `not_null=` is either true or false / found: a function / expected: `True` or `False`
        #                                                                                              ^ error[annotation-arguments]: `one_not_null=` names the keys of which exactly one is not null / found: a function / expected: `True` for all keys, or a list of keys
        #                                                                                                        ^ error[annotation-arguments]: `one_of=` is a list of the values that are valid / found: a function / expected: a list
        #                                                                                                                ^^^^^^^^^^^^^ error[annotation-arguments]: `when=` is a function that says whether the rules apply / found: a rule / expected: a function
        f: 1
        #@schema/deprecated 1 + 1
        #                   ^^^^^ error[annotation-arguments]: `@schema/deprecated` takes a text / found: integer / expected: a text in quotes
        g: 1
    "##]]);
}

#[test]
fn a_dict_or_a_list_shows_no_type() {
    check_picture(&expect![[r##"
        #@data/values-schema
        ---
        ports: #@ {"http": 80}
        #         ^^^^^^^^^^^^ error[schema-computed-value]: The type of `ports` cannot be told from what template code computes / found: a dict / expected: a map written as YAML / hint: return YAML from a function: write it between `def` and `end`
        names: #@ ["x"]
        #         ^^^^^ error[schema-computed-value]: The type of `names` cannot be told from what template code computes / found: a list / expected: an array written as YAML / hint: return YAML from a function: write it between `def` and `end`
        #@schema/type any=True
        any: #@ {"http": 80}
    "##]]);
}

#[test]
fn an_item_that_only_code_fills_is_yaml() {
    check(
        r##"#@data/values-schema
---
names:
- #@ "x" + "y"
"##,
        &expect![[r#"
            : map = {names: []}
            .names: array of string = []
            .names[]: string = "xy"
        "#]],
    );
}
