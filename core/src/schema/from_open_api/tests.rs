//! Sections as JSON Schema, compiled and printed as JSON Schema again, and every mistake at its token.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use crate::document::TextDocument;
use crate::problem::{Code, Problem};
use crate::schema::export::json_schema::json_schema;
use crate::test_support::{mark_problems, without_marks};
use crate::text::FileId;
use crate::values::from_yaml::{ValueMemo, from_yaml};
use crate::values::print;

#[track_caller]
fn compile_text(document: &TextDocument) -> (String, Vec<Problem>) {
    assert_eq!(document.stream().problems, Vec::new());
    let section = from_yaml(FileId(0), &document.stream().documents[0], &mut ValueMemo::default()).value;
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
                x-note: kept for others
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
              either:
                type:
                - integer
                - string
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
            #                               ^^^^^^^ error[schema-keyword]: The platform has no keyword `requird` / hint: did you mean `required`?
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
fn definitions_may_have_either_name() {
    check_schema(
        r##"
definitions:
  Count: {type: integer, minimum: 0}
type: object
properties:
  one: {$ref: "#/definitions/Count"}
  two: {$ref: "#/$defs/Count"}
"##,
        expect![[r#"
            type: object
            properties:
              one:
                type: integer
                minimum: 0
              two:
                type: integer
                minimum: 0
        "#]],
    );
}

#[test]
fn keywords_without_a_value_are_not_there() {
    check_schema(
        r#"
type: object
properties:
  a:
  b: {type: string, default: null, minLength: ~, enum: null, required: null}
  c: {Type: integer, MINIMUM: 1.0, multipleOf: 2}
  d: {type: string, minLength: 2.0, enum: []}
  e: {type: object, additionalProperties: null, properties: null}
  f: {type: array, items: null}
"#,
        expect![[r#"
            type: object
            properties:
              a: {}
              b:
                type: string
              c:
                type: integer
                minimum: 1
                multipleOf: 2
              d:
                type: string
                minLength: 2
              e:
                type: object
              f:
                type: array
                items: {}
        "#]],
    );
}

#[test]
fn what_the_platform_cannot_decode_is_refused() {
    check_problems(expect![[r##"

        $schema: https://json-schema.org/draft/2020-12/schema
        #^^^^^^ error[schema-keyword]: The platform does not support `$schema`
        $defs:
          Port: {type: integer}
          Range: {type: object}
        type: object
        required: [a, no, 1]
        #             ^^ error[schema-keyword]: A name in `required` is text / found: boolean / hint: put the name in quotes
        #                 ^ error[schema-keyword]: A name in `required` is text / found: integer / hint: put the name in quotes
        properties:
          a: {type: [string, "null"]}
        #     ^^^^ error[schema-keyword]: `type` names one type / found: ["string", "null"] / expected: one of string, integer, number, boolean, array, object / hint: `nullable: true` beside the type allows null
          b: {type: [string, integer]}
        #     ^^^^ error[schema-keyword]: `type` names one type / found: ["string", "integer"] / expected: one of string, integer, number, boolean, array, object
          c: {type: integer, exclusiveMinimum: 5}
        #                                      ^ error[schema-keyword]: `exclusiveMinimum` takes true or false / found: 5 / hint: write `minimum: 5` and `exclusiveMinimum: true`
          d: {type: integer, maximum: 5, exclusiveMaximum: yes please}
        #                                                  ^^^^^^^^^^ error[schema-keyword]: `exclusiveMaximum` takes true or false / found: string / expected: true or false
          e: {type: string, nullable: "true", uniqueItems: 1}
        #                             ^^^^^^ error[schema-keyword]: `nullable` takes true or false / found: string / expected: true or false
        #                                                  ^ error[schema-keyword]: `uniqueItems` takes true or false / found: integer / expected: true or false
          f: {type: string, const: x, examples: [x], deprecated: true, readOnly: true}
        #                   ^^^^^ error[schema-keyword]: The platform has no keyword `const`
        #                             ^^^^^^^^ error[schema-keyword]: The platform has no keyword `examples` / hint: did you mean `example`?
        #                                            ^^^^^^^^^^ error[schema-keyword]: The platform has no keyword `deprecated`
        #                                                              ^^^^^^^^ error[schema-keyword]: The platform has no keyword `readOnly`
          g: {type: object, patternProperties: {^a: {type: string}}, dependencies: {}}
        #                   ^^^^^^^^^^^^^^^^^ error[schema-keyword]: The platform does not support `patternProperties`
          h: {type: object, $defs: {A: {}}, definitions: {A: {}}}
        #                   ^^^^^ error[schema-keyword]: The platform has no keyword `$defs`
        #                                   ^^^^^^^^^^^ error[schema-keyword]: The platform does not support `definitions`
          i: {$ref: "#/$defs/Range", properties: {from: {$ref: "#/$defs/Port"}, $ref: {type: string}}, x-items: {$ref: a}}
        #                                                      ^^^^^^^^^^^^^^ error[schema-reference]: A `$ref` is not followed in what stands beside another one / hint: write a definition with all of it, and refer to that
          j: {$ref: "#/$defs/a/b"}
        #           ^^^^^^^^^^^^^ error[schema-reference]: `$ref` refers to a definition of this section only / expected: `#/$defs/` and the name of a definition
          k: {type: string, minLength: 1.5}
        #                              ^^^ error[schema-keyword]: `minLength` takes a whole number / found: float / expected: a whole number
          no: {type: string}
          x-id: {type: string}
        # ^^^^ warning[schema-keyword]: The platform takes the property `x-id` for an extension, and leaves it out / hint: give it a name that does not start with `x-`
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
