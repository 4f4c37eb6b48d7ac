//! Fields in kro's shorthand, as the JSON Schema that they become, and every mistake at its token.

use expect_test::{Expect, expect};

use super::*;
use crate::test_support::{mark_problems, without_marks};
use crate::text::FileId;
use crate::values::flow::flow;
use crate::values::from_yaml::{ValueMemo, from_yaml};

#[track_caller]
fn compile_text(text: &str) -> (TextDocument, CompiledFields) {
    let document = TextDocument::new(FileId(0), text);
    assert_eq!(document.stream().problems, Vec::new());
    let root = from_yaml(FileId(0), &document.stream().documents[0], &mut ValueMemo::default()).value;
    let part = |name: &str| root.field(&[name]);
    let input =
        SimpleSchemaInput { document: &document, types: part("types"), fields: part("spec"), holder: root.origin };
    let mut compiled = compile(&input);
    for problem in &mut compiled.problems {
        let range = document.resolve(problem.place).expect("every place is in this text");
        problem.place = Place::absolute(FileId(0), range);
    }
    (document, compiled)
}

/// Shows the JSON Schema of a text without mistakes.
#[track_caller]
fn check_schema(text: &str, expected: Expect) {
    let (_, compiled) = compile_text(text);
    let is_reported = |problem: &&Problem| problem.severity <= Severity::Warning;
    assert_eq!(compiled.problems.iter().filter(is_reported).collect::<Vec<_>>(), Vec::<&Problem>::new());
    expected.assert_eq(&flow(&compiled.schema));
}

/// Compares the problems of a text with its marks.
#[track_caller]
fn check_problems(picture: Expect) {
    let text = without_marks(picture.data());
    let (document, compiled) = compile_text(&text);
    picture.assert_eq(&mark_problems(&document, &compiled.problems));
}

#[test]
fn a_struct_has_a_default_where_its_fields_have_and_nothing_is_required() {
    check_schema(
        "spec: {a: string | default=x, b: {c: integer | default=1}, d: {e: \"string | required=true\", f: float | default=1.5}}\n",
        expect![[
            r#"{type: "object", default: {}, properties: {a: {type: "string", default: "x"}, b: {type: "object", default: {}, properties: {c: {type: "integer", default: 1}}}, d: {type: "object", required: ["e"], properties: {e: {type: "string"}, f: {type: "number", default: 1.5}}}}}"#
        ]],
    );
}

#[test]
fn types_stand_for_what_they_say_with_their_markers() {
    check_schema(
        "types: {Port: integer | required=true minimum=1, Server: {host: string, ports: '[]Port'}}\nspec: {port: Port | default=80, servers: 'map[string]Server', free: object}\n",
        expect![[
            r#"{type: "object", required: ["port"], properties: {port: {type: "integer", minimum: 1, default: 80}, servers: {type: "object", additionalProperties: {type: "object", properties: {host: {type: "string"}, ports: {type: "array", items: {type: "integer", minimum: 1}}}}}, free: {type: "object", x-kubernetes-preserve-unknown-fields: true}}}"#
        ]],
    );
}

#[test]
fn what_kro_refuses_is_told_at_its_token() {
    check_problems(expect![[r#"
        spec:
          a: "strin | foo=1"
        #     ^^^^^ error[shorthand-type]: There is no type `strin` / hint: did you mean `string`?
        #             ^^^ error[unknown-marker]: There is no marker `foo`
          b: string | default=x y
        #                       ^ error[shorthand-syntax]: This belongs to no marker / expected: `name=value` / hint: if it is part of `default`, put the whole value in quotes
    "#]]);
}
