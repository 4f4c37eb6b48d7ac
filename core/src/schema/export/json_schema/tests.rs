//! Schemas as JSON Schema.

use expect_test::{Expect, expect};

use super::*;
use crate::document::TextDocument;
use crate::schema::from_shorthand::{SectionsInput, compile};
use crate::schema::{Others, from_annotations};
use crate::template::function::NoFunctions;
use crate::text::FileId;
use crate::values::from_yaml::{ValueMemo, from_yaml};
use crate::values::print;

#[track_caller]
fn check_shorthand(text: &str, expected: Expect) {
    let document = TextDocument::new(FileId(0), text);
    let section = from_yaml(FileId(0), &document.stream().documents[0], &mut ValueMemo::default()).value;
    let compiled = compile(&SectionsInput {
        document: &document,
        types: None,
        sections: &[("parameters", &section)],
        others: Others::Dropped,
    });
    let schemas = compiled.schemas.iter().map(|schema| print::yaml(&json_schema(schema)));
    expected.assert_eq(&schemas.collect::<String>());
}

#[test]
fn the_shorthand_says_what_json_schema_says() {
    check_shorthand(
        r#"
name: "string | title=N description='a b' minLength=1 pattern=^a format=hostname"
price: "number | minimum=0 exclusiveMinimum=true maximum=1e3 multipleOf=0.01 example=5.5"
tags: "[]string | default=[] minItems=0"
labels: "map<integer> | maxProperties=3"
database:
  $default: {host: h}
  host: string
  port: "integer | default=5432 enum=5432,5433"
"#,
        expect![[r#"
            type: object
            properties:
              name:
                type: string
                title: "N"
                description: a b
                minLength: 1
                pattern: ^a
                format: hostname
              price:
                type: number
                examples:
                - 5.5
                exclusiveMinimum: 0
                maximum: 1000
                multipleOf: 0.01
              tags:
                type: array
                default: []
                minItems: 0
                items:
                  type: string
              labels:
                type: object
                maxProperties: 3
                additionalProperties:
                  type: integer
              database:
                type: object
                default:
                  host: h
                properties:
                  host:
                    type: string
                  port:
                    type: integer
                    default: 5432
                    enum:
                    - 5432
                    - 5433
                required:
                - host
            required:
            - labels
            - name
            - price
        "#]],
    );
}

#[test]
fn schemas_by_example_are_exported_too() {
    let text = r#"#@data/values-schema
---
#@schema/nullable
#@schema/validation min_len=1, one_of=["a", "b"]
name: ""
#@schema/deprecated "old"
#@schema/validation min=1, max=2.5
port: 1
list: [1.5]
#@schema/type any=True
any: {}
"#;
    let document = TextDocument::new(FileId(0), text);
    let input = from_annotations::SchemaInput {
        file: FileId(0),
        stream: document.stream(),
        documents: &[0],
        incomplete: &[],
        evaluation: from_annotations::SchemaEvaluation::Unavailable,
        is_extended: false,
    };
    let schema = from_annotations::compile(&[input], &NoFunctions).schema.unwrap();
    expect![[r#"
        type: object
        properties:
          name:
            type:
            - string
            - "null"
            default: null
            minLength: 1
            enum:
            - a
            - b
            - null
          port:
            type: integer
            deprecated: true
            default: 1
            minimum: 1
            maximum: 2.5
          list:
            type: array
            default: []
            items:
              type: number
              default: 1.5
          any:
            default: {}
        additionalProperties: false
    "#]]
    .assert_eq(&print::yaml(&json_schema(&schema)));
}
