//! What `--schema-inspect` and `-o json-schema` print.

use expect_test::expect;

use super::{Folder, check, run};

pub(super) const SCHEMA: (&str, &str) =
    ("schema.yml", "#@data/values-schema\n---\n#@schema/validation min=1\nport: 80\ndb:\n  name: \"\"\n");

#[test]
fn the_documentation_is_yaml_unless_told_otherwise() {
    check(
        &[SCHEMA],
        "--schema-inspect -f .",
        expect![[r#"
        schema:
          name: data/values
          fields:
          - name: port
            title: Port
            type: integer
            default: 80
            validation:
            - at least 1
          - name: db
            title: Db
            type: map
            fields:
            - name: name
              title: Name
              type: string
              default: ""
        -- status 0
    "#]],
    );
    check(
        &[SCHEMA],
        "--schema-inspect -f . -o markdown",
        expect![[r##"
        # Schema of `data/values`

        | Key | Type | Default | Description |
        | --- | --- | --- | --- |
        | <a id="port"></a>`port` | integer | `80` | Must be: at least 1 |
        | [`db`](#db) | map |  |  |

        ## <a id="db"></a>`db`

        map

        | Key | Type | Default | Description |
        | --- | --- | --- | --- |
        | <a id="db.name"></a>`name` | string | `""` |  |
        -- status 0
    "##]],
    );
}

#[test]
fn the_documentation_is_json_for_programs() {
    check(
        &[SCHEMA],
        "--schema-inspect schema.yml -o json",
        expect![[r#"
        {
          "schema": {
            "name": "data/values",
            "fields": [
              {
                "name": "port",
                "title": "Port",
                "type": "integer",
                "default": 80,
                "validation": [
                  "at least 1"
                ]
              },
              {
                "name": "db",
                "title": "Db",
                "type": "map",
                "fields": [
                  {
                    "name": "name",
                    "title": "Name",
                    "type": "string",
                    "default": ""
                  }
                ]
              }
            ]
          }
        }
        -- status 0
    "#]],
    );
}

#[test]
fn a_page_holds_every_key_and_is_complete() {
    let folder = Folder::new(&[SCHEMA]);
    let page = run(&mut folder.sayl("--schema-inspect -f . -o html"), "");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n-- status 0\n"), "{page}");
    for part in ["id=\"port\"", "id=\"db.name\"", "<title>Schema of data values</title>"] {
        assert!(page.contains(part), "no {part} in\n{page}");
    }
    for outside in ["<link", "src=", "http:", "https:", "@import", "url("] {
        assert!(!page.contains(outside), "{outside} in\n{page}");
    }
}

#[test]
fn a_schema_is_printed_as_json_schema() {
    let arguments = ["--data-values-schema-inspect -f . -o json-schema", "--schema-inspect . -o json-schema"];
    let [printed, same] = arguments.map(|arguments| run(&mut Folder::new(&[SCHEMA]).sayl(arguments), ""));
    assert_eq!(printed, same);
    expect![[r#"
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "type": "object",
          "properties": {
            "port": {
              "type": "integer",
              "default": 80,
              "minimum": 1
            },
            "db": {
              "type": "object",
              "properties": {
                "name": {
                  "type": "string",
                  "default": ""
                }
              },
              "additionalProperties": false
            }
          },
          "additionalProperties": false
        }
        -- status 0
    "#]]
    .assert_eq(&printed);
}

#[test]
fn a_json_schema_is_printed_as_yaml_on_request() {
    check(
        &[SCHEMA],
        "--data-values-schema-inspect -f . -o json-schema -o yaml",
        expect![[r#"
        $schema: https://json-schema.org/draft/2020-12/schema
        type: object
        properties:
          port:
            type: integer
            default: 80
            minimum: 1
          db:
            type: object
            properties:
              name:
                type: string
                default: ""
            additionalProperties: false
        additionalProperties: false
        -- status 0
    "#]],
    );
}

#[test]
fn without_a_schema_json_schema_accepts_everything() {
    check(
        &[("a.yml", "a: 1\n")],
        "--data-values-schema-inspect -f . -o json-schema",
        expect![[r#"
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema"
        }
        -- status 0
    "#]],
    );
}

#[test]
fn values_that_break_rules_do_not_concern_the_documentation() {
    let files = [("schema.yml", "#@data/values-schema\n---\n#@schema/validation min_len=1\nname: \"\"\n")];
    check(
        &files,
        "--schema-inspect -f .",
        expect![[r#"
        schema:
          name: data/values
          fields:
          - name: name
            title: Name
            type: string
            default: ""
            validation:
            - not empty
        -- status 0
    "#]],
    );
}

#[test]
fn a_values_file_is_made_of_a_schema_and_a_schema_of_values() {
    check(
        &[SCHEMA],
        "--schema-inspect -f . -o values-file",
        expect![[r##"
        #@data/values
        ---
        #! integer; at least 1
        port: 80
        #! map
        db:
          #! string
          name: ""
        -- status 0
    "##]],
    );
    check(
        &[SCHEMA],
        "--data-values-inspect -f . -o schema-file",
        expect![[r##"
        #@data/values-schema
        ---
        port: 80
        db:
          name: ""
        -- status 0
    "##]],
    );
}

#[test]
fn each_inspection_prints_its_own_forms() {
    check(
        &[SCHEMA],
        "--data-values-inspect -f . -o html",
        expect![[r#"
            -- stderr
            sayl: `sayl values` prints values: as -o yaml or -o json; or, of a bundle given with -f, a schema for them: -o schema-file
            -- status 2
        "#]],
    );
    check(
        &[SCHEMA],
        "--data-values-schema-inspect -f . -o markdown",
        expect![[r#"
        -- stderr
        sayl: --data-values-schema-inspect prints a schema: add -o openapi-v3 or -o json-schema
        -- status 2
    "#]],
    );
    check(
        &[SCHEMA],
        "--schema-inspect -f . -o openapi-v3",
        expect![[r#"
            openapi: 3.0.0
            info:
              version: 0.1.0
              title: Schema for data values, generated by ytt
            paths: {}
            components:
              schemas:
                dataValues:
                  type: object
                  additionalProperties: false
                  properties:
                    port:
                      type: integer
                      default: 80
                    db:
                      type: object
                      additionalProperties: false
                      properties:
                        name:
                          type: string
                          default: ""
            -- status 0
        "#]],
    );
    check(
        &[SCHEMA],
        "--schema-inspect -f . -o html -o markdown",
        expect![[r#"
        -- stderr
        sayl: -o asks for two things at once: only yaml and json combine with others
        -- status 2
    "#]],
    );
}

#[test]
fn openapi_says_what_rules_demand_on_request() {
    let schema = "#@data/values-schema\n---\n#@schema/validation min=1, max=65535\nport: 80\n\
        #@schema/validation min_len=1, one_of=[\"a\", \"b\"]\nname: a\n\
        #@schema/validation max_len=3, when=lambda value: True\nnames: [\"\"]\n\
        #@schema/validation max_len=3, not_null=True\nlist: [\"\"]\n";
    let arguments = "--data-values-schema-inspect -f . -o openapi-v3 -o json --openapi-validations";
    check(
        &[("schema.yml", schema)],
        arguments,
        expect![[r#"
            {"components":{"schemas":{"dataValues":{"additionalProperties":false,"properties":{"list":{"default":[],"items":{"default":"","type":"string"},"maxItems":3,"type":"array"},"name":{"default":"a","enum":["a","b"],"minLength":1,"type":"string"},"names":{"default":[],"items":{"default":"","type":"string"},"type":"array"},"port":{"default":80,"maximum":65535,"minimum":1,"type":"integer"}},"type":"object"}}},"info":{"title":"Schema for data values, generated by ytt","version":"0.1.0"},"openapi":"3.0.0","paths":{}}-- status 0
        "#]],
    );
}
