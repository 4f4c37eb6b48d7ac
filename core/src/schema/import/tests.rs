//! What JSON Schemas become.

use expect_test::{Expect, expect};

use super::{ImportSource, import, source};
use crate::document::TextDocument;
use crate::text::FileId;
use crate::values::Value;
use crate::values::from_yaml::from_plain_yaml;

fn read(text: &str) -> Value {
    let document = TextDocument::new(FileId::NONE, text);
    from_plain_yaml(FileId::NONE, &document.stream().documents[0]).value
}

/// The schema document for one in JSON or YAML. `defaults` are values that win over its own.
fn imported(text: &str, defaults: Option<&str>) -> String {
    let root = read(text);
    let ImportSource::Schema(schema) = source(&root, None) else { panic!("no schema: {text}") };
    let imported = import(&schema, &root, defaults.map(read).as_ref());
    let losses = imported.losses.iter().map(|loss| {
        let sign = if loss.refuses { "refuses more" } else { "accepts more" };
        format!("{sign}: {:?}: {}\n", loss.path, loss.what)
    });
    imported.text + &losses.collect::<String>()
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&imported(text, None));
}

#[test]
fn documentation_defaults_and_rules_are_kept() {
    check(
        "
title: App
description: All of it
type: object
additionalProperties: false
required: [host]
properties:
  host: {type: string, minLength: 1, pattern: '^[a-z]+$', examples: [web]}
  port: {type: integer, minimum: 1, maximum: 65535, default: 80, description: \"Where it\\nlistens\"}
  ratio: {type: number, exclusiveMinimum: 0, exclusiveMaximum: 1, default: 0.5}
  level: {enum: [debug, info], default: info, deprecated: true}
  step: {type: integer, multipleOf: 5}
  note: {type: [string, 'null']}
  tags: {type: array, items: {type: string, maxLength: 3}, default: [a, b], maxItems: 4}
  labels: {type: object, additionalProperties: {type: string}, default: {tier: web}}
  size: {type: [integer, string], default: 1}
",
        expect![[r##"
            #@ load("@ytt:regexp", "regexp")
            #@ load("@ytt:json", "json")
            #@data/values-schema
            #@schema/title "App"
            #@schema/desc "All of it"
            ---
            #@schema/validation ("text that matches ^[a-z]+$", lambda v: regexp.match("^[a-z]+$", v)), min_len=1, not_null=True
            #@schema/examples ("", "web")
            #@schema/nullable
            host: ""
            #@schema/desc "Where it\nlistens"
            #@schema/validation min=1, max=65535
            port: 80
            #@schema/validation ("more than 0", lambda v: v > 0), ("less than 1", lambda v: v < 1)
            ratio: 0.5
            #@schema/deprecated ""
            #@schema/validation one_of=["debug", "info"]
            level: info
            #@schema/validation ("a multiple of 5", lambda v: v % 5 == 0)
            step: 0
            #@schema/nullable
            note: ""
            #@schema/default ["a", "b"]
            #@schema/validation max_len=4
            tags:
            #@schema/validation max_len=3
            - ""
            #@schema/validation ("a map in which every value is text", lambda v: json.encode(v).startswith("{") and all([type(v[k]) == "string" for k in v])), not_null=True
            #@schema/type any=True
            labels:
              tier: web
            #@schema/validation ("a whole number or text", lambda v: type(v) in ["int", "string"]), not_null=True
            #@schema/type any=True
            size: 1
        "##]],
    );
}

#[test]
fn keywords_of_older_drafts_are_read() {
    check(
        "
$schema: http://json-schema.org/draft-04/schema#
type: object
additionalProperties: false
properties:
  a: {type: number, minimum: 0, exclusiveMinimum: true, default: 1}
  b: {$ref: '#/definitions/name'}
  c: {type: array, items: [{type: string}, {type: integer}]}
definitions:
  name: {type: string, title: Name}
",
        expect![[r##"
            #@data/values-schema
            ---
            #@schema/validation ("more than 0", lambda v: v > 0)
            a: 1.0
            #@schema/title "Name"
            b: ""
            #! not kept: what each place of the array holds
            c:
            #@schema/type any=True
            - null
            accepts more: "c": what each place of the array holds
        "##]],
    );
}

#[test]
fn references_lead_on_and_into_themselves_no_further_than_once() {
    check(
        "
$ref: '#/$defs/node'
$defs:
  node:
    type: object
    additionalProperties: false
    properties:
      name: {$anchor: name, type: string}
      also: {$ref: '#name', description: The same}
      next: {$ref: '#/$defs/node'}
      other: {$ref: 'https://example.com/schema.json'}
      any: {allOf: [{$ref: '#/$defs/small'}, {minimum: 2}]}
  small: {type: integer, minimum: 1, maximum: 9}
",
        expect![[r##"
            #@data/values-schema
            ---
            name: ""
            #@schema/desc "The same"
            also: ""
            #! not kept: `#/$defs/node`, which contains itself
            #@schema/type any=True
            next: null
            #! not kept: `https://example.com/schema.json`, which is not in this document
            #@schema/type any=True
            other: null
            #! not kept: that it is not null: null stands for a key that is not set
            #@schema/validation min=2, max=9
            #@schema/nullable
            any: 0
            accepts more: "next": `#/$defs/node`, which contains itself
            accepts more: "other": `https://example.com/schema.json`, which is not in this document
            accepts more: "any": that it is not null: null stands for a key that is not set
        "##]],
    );
}

#[test]
fn alternatives_are_kept_where_types_or_values_are_all_they_say() {
    check(
        "
type: object
additionalProperties: false
properties:
  a: {anyOf: [{type: string}, {type: integer}, {type: 'null'}]}
  b: {oneOf: [{const: x}, {const: z}]}
  c: {anyOf: [{type: object, properties: {x: {}}}, {type: array}]}
  d: {oneOf: [{type: string, maxLength: 2}, {type: 'null'}]}
",
        expect![[r##"
            #@data/values-schema
            ---
            #@schema/validation ("a whole number or text or null", lambda v: type(v) in ["int", "string", "NoneType"])
            #@schema/type any=True
            a: null
            #! not kept: that it is not null: null stands for a key that is not set
            #@schema/validation one_of=["x", "z"]
            #@schema/nullable
            b: ""
            #! not kept: that one of 2 schemas is met
            #@schema/type any=True
            c: null
            #@schema/validation max_len=2
            #@schema/nullable
            d: ""
            accepts more: "b": that it is not null: null stands for a key that is not set
            accepts more: "c": that one of 2 schemas is met
        "##]],
    );
}

#[test]
fn what_is_lost_is_said_in_place() {
    check(
        "
type: object
required: [a, b]
properties:
  a: {type: object, required: [x], properties: {x: {type: string}}, additionalProperties: {type: string}}
  b: {type: integer, default: 1}
  c: {type: string, format: uri, minLength: 1}
  d: {type: array, uniqueItems: true, items: {type: object, if: {}, then: {}}}
  e: {not: {type: string}}
  f: {type: integer, default: many}
  g: {type: object, additionalProperties: {type: object}}
",
        expect![[r##"
            #@ load("@ytt:json", "json")
            #@data/values-schema
            #! not kept: that a map takes keys that are not declared: ytt refuses them
            ---
            #! not kept: further keys, which ytt refuses in a map that declares some
            a:
              #@schema/validation not_null=True
              #@schema/nullable
              x: ""
            #! not kept: that it must be given: its default stands in
            b: 1
            #! not kept: the format `uri`
            #! not kept: that it is not null: null stands for a key that is not set
            #@schema/validation min_len=1
            #@schema/nullable
            c: ""
            #@schema/validation ("without equal items", lambda v: len({json.encode(item): True for item in v}) == len(v))
            d:
            #! not kept: what depends on a condition (`if`)
            #@schema/validation ("a map", lambda v: json.encode(v).startswith("{")), not_null=True
            #@schema/type any=True
            - {}
            #! not kept: what it must not be (`not`)
            #@schema/type any=True
            e: null
            #! not kept: the default `"many"`, which is of another type
            f: 0
            #! not kept: what its values are
            #@schema/validation ("a map", lambda v: json.encode(v).startswith("{")), not_null=True
            #@schema/type any=True
            g: {}
            refuses more: "": that a map takes keys that are not declared: ytt refuses them
            refuses more: "a": further keys, which ytt refuses in a map that declares some
            accepts more: "b": that it must be given: its default stands in
            accepts more: "c": the format `uri`
            accepts more: "c": that it is not null: null stands for a key that is not set
            accepts more: "d.[]": what depends on a condition (`if`)
            accepts more: "e": what it must not be (`not`)
            accepts more: "f": the default `"many"`, which is of another type
            accepts more: "g": what its values are
        "##]],
    );
}

#[test]
fn schemas_of_openapi_are_found() {
    check(
        "
openapi: 3.0.3
components:
  schemas:
    Pod:
      type: object
      additionalProperties: false
      properties:
        name: {type: string, nullable: true, example: web}
        restarts: {type: integer, format: int32}
",
        expect![[r##"
            #@data/values-schema
            ---
            #@schema/examples ("", "web")
            #@schema/nullable
            name: ""
            restarts: 0
        "##]],
    );
    let several = read("{openapi: 3.1.0, components: {schemas: {A: {type: string}, B: {type: integer}}}}");
    assert!(matches!(source(&several, None), ImportSource::OneOf(names) if names == ["A", "B"]));
    assert!(matches!(source(&several, Some("B")), ImportSource::Schema(_)));
    assert!(matches!(source(&several, Some("C")), ImportSource::Unknown(names) if names == ["A", "B"]));
    assert!(matches!(source(&read("{port: 80, type: web}"), None), ImportSource::Values));
}

#[test]
fn values_of_a_chart_win_over_defaults() {
    let schema = "
$schema: https://json-schema.org/draft-07/schema#
type: object
properties:
  replicas: {type: integer, default: 1, minimum: 1}
  image: {type: object, properties: {tag: {type: string}, pull: {type: boolean}}}
";
    expect![[r##"
        #@data/values-schema
        #! not kept: that 2 maps take keys that are not declared: ytt refuses them
        ---
        #@schema/validation min=1
        replicas: 3
        image:
          tag: v2
          pull: false
        #@schema/type any=True
        more: 1
        refuses more: "": that 2 maps take keys that are not declared: ytt refuses them
    "##]]
    .assert_eq(&imported(schema, Some("{replicas: 3, image: {tag: v2}, more: 1}")));
}
