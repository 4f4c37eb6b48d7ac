//! Sections as JSON Schema, compiled and printed as JSON Schema again, and every mistake at its token.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use crate::document::TextDocument;
use crate::problem::{Code, Problem};
use crate::schema::export::json_schema::json_schema;
use crate::test_support::{mark_problems, without_marks};
use crate::text::FileId;
use crate::values::from_yaml::{Memo, from_yaml};
use crate::values::print;

#[track_caller]
fn compile_text(document: &TextDocument) -> (String, Vec<Problem>) {
    assert_eq!(document.stream().problems, Vec::new());
    let section = from_yaml(FileId(0), &document.stream().documents[0], &mut Memo::default()).value;
    let (schema, problems) = super::compile(&section);
    (print::yaml(&json_schema(&schema)), problems)
}

/// Shows what a section without mistakes says.
#[track_caller]
fn check_schema(text: &str, expected: Expect) {
    let (schema, problems) = compile_text(&TextDocument::new(FileId(0), text));
    assert_eq!(problems, Vec::new());
    expected.assert_eq(&schema);
}

/// Compares the problems of a section with its marks.
#[track_caller]
fn check_problems(picture: Expect) {
    let document = TextDocument::new(FileId(0), &without_marks(picture.data()));
    picture.assert_eq(&mark_problems(&document, &compile_text(&document).1));
}

#[test]
fn keywords_are_read() {
    check_schema(
        r#"
type: object
required: [name, port]
properties:
  name: {type: string, minLength: 1, pattern: ^a, x-note: kept for others}
  port: {type: integer, minimum: 1, exclusiveMinimum: true, maximum: 10, default: 5}
  tags: {type: array, items: {type: string}, uniqueItems: true, maxItems: 3}
  labels: {type: object, additionalProperties: {type: string}}
  anything: {x-kubernetes-preserve-unknown-fields: true, type: object}
  choice: {enum: [1, a], nullable: true, type: string, example: a}
  either: {x-kubernetes-int-or-string: true}
"#,
        expect![[r#"
            type: object
            properties:
              name:
                type: string
                minLength: 1
                pattern: ^a
              port:
                type: integer
                default: 5
                exclusiveMinimum: 1
                maximum: 10
              tags:
                type: array
                maxItems: 3
                uniqueItems: true
                items:
                  type: string
              labels:
                type: object
                additionalProperties:
                  type: string
              anything:
                type: object
                additionalProperties: {}
              choice:
                type:
                - string
                - "null"
                examples:
                - a
                enum:
                - 1
                - a
                - null
              either: {}
            required:
            - name
        "#]],
    );
}

#[test]
fn references_stand_for_their_targets() {
    check_schema(
        r##"
$defs:
  Size: {$ref: "#/$defs/Count", description: how large}
  Count: {type: integer, minimum: 0}
type: object
properties:
  one: {$ref: "#/$defs/Size"}
  two: {$ref: "#/$defs/Size", minimum: 5, default: 7}
"##,
        expect![[r#"
            type: object
            properties:
              one:
                type: integer
                description: how large
                minimum: 0
              two:
                type: integer
                description: how large
                default: 7
                minimum: 5
        "#]],
    );
}

#[test]
fn mistakes_are_found_at_their_tokens() {
    check_problems(expect![[r##"

            $defs:
              Loop: {type: object, properties: {inner: {$ref: "#/$defs/Loop"}}}
            #                                                 ^^^^^^^^^^^^^^ error[cyclic-type]: `Loop` contains itself
              One: {$ref: "#/$defs/Two", title: one}
            #             ^^^^^^^^^^^^^ error[cyclic-type]: `Two` contains itself
              Two: {$ref: "#/$defs/One"}
            #             ^^^^^^^^^^^^^ error[cyclic-type]: `One` contains itself
            type: object
            required: [nam]
            #          ^^^ warning[schema-keyword]: `required` names `nam`, which `properties` does not declare
            properties:
              a: {type: strng}
            #           ^^^^^ error[schema-keyword]: `type` names no type of JSON Schema / found: "strng" / expected: one of string, integer, number, boolean, array, object / hint: did you mean `string`?
              b: {type: string, minimum: 5, requird: true}
            #                   ^^^^^^^ warning[unsuitable-marker]: `minimum` has no effect: it is for numbers / found: the type string
            #                               ^^^^^^^ warning[schema-keyword]: `requird` is no keyword of JSON Schema, so it is passed over / hint: did you mean `required`?
              c: {$ref: "#/$defs/Lop"}
            #           ^^^^^^^^^^^^^ error[schema-reference]: There is no definition `Lop` / hint: did you mean `#/$defs/Loop`?
              d: {$ref: "https://example.org/schema"}
            #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[schema-reference]: `$ref` refers to a definition of this section only / expected: `#/$defs/` and the name of a definition
              e: {$ref: "#/$defs/Loop"}
              f: {type: integer, minimum: few, enum: 1, default: x}
            #                             ^^^ error[schema-keyword]: `minimum` takes a number / found: string / expected: a number
            #                                        ^ error[schema-keyword]: `enum` takes a list of values / found: integer / expected: a list of values
            #                                                    ^ warning[invalid-default]: The default does not satisfy its own schema: it must be an integer / found: string
              g: [string]
            # ^ error[schema-keyword]: A schema is a map of keywords / found: array / expected: a map, such as `{type: string}`
              h: {type: integer, minimum: 5, maximum: 1}
            #                                         ^ warning[impossible-bounds]: No number satisfies both `minimum` 5 and `maximum` 1
              i: {type: string, required: true}
            #                             ^^^^ error[schema-keyword]: `required` is a list of names / found: boolean / expected: a list, beside `properties`
              j: {type: object, required: true}
            #                             ^^^^ error[schema-keyword]: `required` is a list of names / found: boolean / expected: a list, beside `properties`
              k: {$ref: "#/$defs/One", title: k}
              l: {$ref: "#/$defs/Two"}
        "##]]);
}

#[test]
fn definitions_that_stand_for_huge_schemas_are_refused() {
    let mut text = "$defs:\n  T0: {type: string}\n".to_owned();
    for index in 1..60 {
        let reference = format!("{{$ref: \"#/$defs/T{}\"}}", index - 1);
        let _ = writeln!(text, "  T{index}: {{type: object, properties: {{a: {reference}, b: {reference}}}}}");
    }
    text += "type: object\nproperties: {f: {$ref: \"#/$defs/T59\"}}\n";
    let (_, problems) = compile_text(&TextDocument::new(FileId(0), &text));
    assert!(problems.iter().any(|problem| problem.code == Code::TooDeep));
}

/// Anything that looks like a schema is read without a panic, and every place is in its text.
#[test]
fn any_keywords_with_any_arguments_can_be_read() {
    use proptest::prelude::*;
    use serde_json::{Value as Json, json};

    let keys = ["type", "properties", "items", "required", "$ref", "$defs", "minimum", "enum", "default", "A", "x-a"];
    let leaf = prop::sample::select(vec![
        json!("object"),
        json!("array"),
        json!("integer"),
        json!("#/$defs/A"),
        json!(5),
        json!(null),
        json!(["A", 1]),
    ]);
    let schemas = leaf.prop_recursive(5, 60, 4, move |inner| {
        let map = prop::collection::btree_map(prop::sample::select(keys.to_vec()), inner.clone(), 0..4);
        let map =
            map.prop_map(|map| Json::Object(map.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()));
        prop_oneof![3 => map, 1 => prop::collection::vec(inner, 0..3).prop_map(Json::Array)]
    });
    proptest!(|(schema in schemas)| {
        let document = TextDocument::new(FileId(0), &format!("{schema}\n"));
        let (_, problems) = compile_text(&document);
        prop_assert!(problems.iter().all(|problem| document.resolve(problem.place).is_some()));
    });
}
