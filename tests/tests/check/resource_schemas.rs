//! What `--schema-inspect` and `-o json-schema` print of OpenChoreo resources.

use expect_test::expect;

use super::schema_inspect::SCHEMA;
use super::{check, check_briefly};

/// A type with both sections, and a trait whose schema is wrong in one place.
const RESOURCES: (&str, &str) = (
    "types.yml",
    r#"apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  workloadType: deployment
  schema:
    parameters:
      replicas: "integer | default=1 minimum=1"
    envOverrides:
      host: string
---
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
metadata: {name: disk}
spec:
  schema:
    parameters:
      size: "string | default=1Gi"
      mode: strng
"#,
);

#[test]
fn json_schemas_of_resources_are_printed_as_far_as_they_go() {
    check(
        &[RESOURCES],
        "--schema-inspect -o json-schema types.yml",
        expect![[r#"
        [
          {
            "kind": "ComponentType",
            "name": "web",
            "sections": {
              "parameters": {
                "type": "object",
                "properties": {
                  "replicas": {
                    "type": "integer",
                    "default": 1,
                    "minimum": 1
                  }
                }
              },
              "envOverrides": {
                "type": "object",
                "properties": {
                  "host": {
                    "type": "string"
                  }
                },
                "required": [
                  "host"
                ]
              }
            }
          },
          {
            "kind": "Trait",
            "name": "disk",
            "sections": {
              "parameters": {
                "type": "object",
                "properties": {
                  "size": {
                    "type": "string",
                    "default": "1Gi"
                  },
                  "mode": {}
                }
              }
            }
          }
        ]
        -- stderr
        error[shorthand-type]: There is no type `strng`
          --> types.yml:19:13
           |
        19 |       mode: strng
           |             ^^^^^
           |
           = hint: did you mean `string`?

        -- status 1
    "#]],
    );
}

#[test]
fn the_documentation_of_resources_is_printed_as_far_as_it_goes() {
    check_briefly(
        &[RESOURCES],
        "--schema-inspect types.yml",
        expect![[r#"
        schema:
          kind: ComponentType
          name: web
          section: parameters
          fields:
          - name: replicas
            title: Replicas
            type: integer
            default: 1
            validation:
            - at least 1
        ---
        schema:
          kind: ComponentType
          name: web
          section: envOverrides
          fields:
          - name: host
            title: Host
            type: string
            required: true
        ---
        schema:
          kind: Trait
          name: disk
          section: parameters
          fields:
          - name: size
            title: Size
            type: string
            default: 1Gi
          - name: mode
            title: Mode
            type: any
        -- stderr
        error[shorthand-type]: There is no type `strng`
          --> types.yml:19:13

        -- status 1
    "#]],
    );
}

#[test]
fn a_schema_of_data_values_may_stand_beside_resources() {
    let (_, types) = RESOURCES;
    let (types, _) = types.split_once("---\n").unwrap();
    check(
        &[SCHEMA, ("types.yml", types)],
        "--schema-inspect -o json-schema -o yaml",
        expect![[r#"
        - kind: data/values
          name: ""
          sections:
            values:
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
        - kind: ComponentType
          name: web
          sections:
            parameters:
              type: object
              properties:
                replicas:
                  type: integer
                  default: 1
                  minimum: 1
            envOverrides:
              type: object
              properties:
                host:
                  type: string
              required:
              - host
        -- status 0
    "#]],
    );
}

/// A release with copies of a type and of a trait.
const RELEASE: &str = r#"apiVersion: openchoreo.dev/v1alpha1
kind: ComponentRelease
metadata: {name: shop-1}
spec:
  componentType:
    schema: {parameters: {port: integer}}
  traits:
    disk: {schema: {parameters: {size: "string | default=1Gi"}}}
"#;

#[test]
fn a_release_holds_the_schemas_of_its_copies() {
    check(
        &[("release.yml", RELEASE)],
        "--schema-inspect release.yml",
        expect![[r#"
        schema:
          kind: ComponentRelease
          name: shop-1 ComponentType
          section: parameters
          fields:
          - name: port
            title: Port
            type: integer
            required: true
        ---
        schema:
          kind: ComponentRelease
          name: shop-1 Trait disk
          section: parameters
          fields:
          - name: size
            title: Size
            type: string
            default: 1Gi
        -- status 0
    "#]],
    );
}

#[test]
fn a_release_holds_the_json_schemas_of_its_copies() {
    check(
        &[("release.yml", RELEASE)],
        "--schema-inspect -o json-schema release.yml",
        expect![[r#"
        [
          {
            "kind": "ComponentRelease",
            "name": "shop-1 ComponentType",
            "sections": {
              "parameters": {
                "type": "object",
                "properties": {
                  "port": {
                    "type": "integer"
                  }
                },
                "required": [
                  "port"
                ]
              }
            }
          },
          {
            "kind": "ComponentRelease",
            "name": "shop-1 Trait disk",
            "sections": {
              "parameters": {
                "type": "object",
                "properties": {
                  "size": {
                    "type": "string",
                    "default": "1Gi"
                  }
                }
              }
            }
          }
        ]
        -- status 0
    "#]],
    );
}
