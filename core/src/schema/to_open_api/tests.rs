//! Sections before and after their conversion.

use expect_test::{Expect, expect};

use super::{Hindrance, convert};
use crate::document::TextDocument;
use crate::problem::Severity;
use crate::schema::export::json_schema::json_schema;
use crate::schema::sections::{compile, of_resource};
use crate::test_support::Fixture;
use crate::text::FileId;
use crate::values::from_yaml::from_plain_yaml;
use crate::values::print::json;

/// Each section of a resource as JSON Schema.
fn schemas(text: &str) -> Vec<String> {
    let document = TextDocument::new(FileId(0), text);
    let resource = from_plain_yaml(FileId(0), &document.stream().documents[0]).value;
    let sections = of_resource(&resource).unwrap();
    let (compiled, problems) = compile(&document, &sections);
    assert!(problems.iter().all(|problem| problem.severity == Severity::Hint), "{problems:#?}\n{text}");
    compiled.iter().map(|section| json(&json_schema(&section.schema))).collect()
}

/// The text after its conversion, which must mean the same and be converted no further; or why there is none.
#[track_caller]
fn check(fixture: &str, expected: Expect) {
    let text = Fixture::parse(fixture).files.remove(0).text;
    match converted(&text) {
        Ok(new) => {
            assert_eq!(schemas(&new), schemas(&text), "{new}");
            assert_eq!(converted(&new).unwrap(), new);
            expected.assert_eq(&new);
        }
        Err(Hindrance::Misfit(why)) => expected.assert_eq(&why),
        Err(Hindrance::Mistakes(problems)) => expected.assert_eq(&problems[0].text()),
    }
}

fn converted(text: &str) -> Result<String, Hindrance> {
    let document = TextDocument::new(FileId(0), text);
    let resource = from_plain_yaml(FileId(0), &document.stream().documents[0]).value;
    let mut edits = convert(&document, 0, &resource)?;
    edits.sort_by_key(|(range, _)| range.start());
    let mut text = text.to_owned();
    for (range, new) in edits.iter().rev() {
        text.replace_range(std::ops::Range::<usize>::from(*range), new);
    }
    Ok(text)
}

#[test]
fn sections_that_stand_together_become_sections_of_their_own() {
    check(
        "
        # A component type
        apiVersion:   openchoreo.dev/v1alpha1
        kind: ComponentType
        spec:
          workloadType: deployment # kept as it is
          # What can be set
          schema: # all of it
            types:
              # One probe
              Probe:
                $default: {}
                path: \"string | default=/healthz\" # where
              Unused: \"[]Probe\"
            parameters:
              # How many copies run
              replicas: \"integer | default=1 minimum=1 maximum=10\" # at least one
            # Per environment
            envOverrides:
              probes: \"[]Probe | minItems=1\" # the last
          resources: []
        ",
        expect![[r##"
            # A component type
            apiVersion:   openchoreo.dev/v1alpha1
            kind: ComponentType
            spec:
              workloadType: deployment # kept as it is
              # What can be set
              parameters: # all of it
                openAPIV3Schema:
                  type: object
                  $defs:
                    Unused:
                      type: array
                      items:
                        $ref: "#/$defs/Probe"
                  properties:
                    # How many copies run
                    replicas: # at least one
                      type: integer
                      default: 1
                      minimum: 1
                      maximum: 10
              # Per environment
              environmentConfigs:
                openAPIV3Schema:
                  type: object
                  $defs:
                    # One probe
                    Probe:
                      type: object
                      default: {}
                      properties:
                        path: # where
                          type: string
                          default: /healthz
                  required: [probes]
                  properties:
                    probes: # the last
                      type: array
                      items:
                        $ref: "#/$defs/Probe"
                      minItems: 1
              resources: []
        "##]],
    );
}

#[test]
fn maps_become_objects_that_require_what_has_no_default() {
    check(
        "
        kind: ComponentType
        spec:
          schema:
            parameters:
              labels: \"map<string> | default={}\"
              database:
                # The name of the host
                host: string
                options: {ssl: \"boolean | default=true\"}
        ",
        expect![[r#"
            kind: ComponentType
            spec:
              parameters:
                openAPIV3Schema:
                  type: object
                  required: [database]
                  properties:
                    labels:
                      type: object
                      additionalProperties:
                        type: string
                      default: {}
                    database:
                      type: object
                      required: [host, options]
                      properties:
                        # The name of the host
                        host:
                          type: string
                        options:
                          type: object
                          properties:
                            ssl:
                              type: boolean
                              default: true
        "#]],
    );
}

#[test]
fn markers_become_keywords_and_templates_follow_a_new_name() {
    check(
        "
        kind: ComponentType
        spec:
          schema:
            envOverrides:
              level: 'string | enum=debug,\"a b\" default=debug title=''The level'' oc:ui:hidden=true oc:sensitive'
              # the last field
              rate: \"number | minimum=0 exclusiveMinimum=true multipleOf=0.5 example=2.5\" # end
          resources:
          - template:
              b: '${envOverrides.level + metadata.envOverrides}'
        ",
        expect![[r#"
            kind: ComponentType
            spec:
              environmentConfigs:
                openAPIV3Schema:
                  type: object
                  required: [rate]
                  properties:
                    level:
                      type: string
                      "x-oc:ui:hidden": "true"
                      "x-oc:sensitive": true
                      enum: ["debug","a b"]
                      default: debug
                      title: The level
                    # the last field
                    rate: # end
                      type: number
                      minimum: 0
                      exclusiveMinimum: true
                      multipleOf: 0.5
                      example: 2.5
              resources:
              - template:
                  b: '${environmentConfigs.level + metadata.envOverrides}'
        "#]],
    );
}

#[test]
fn a_section_by_itself_changes_its_form() {
    check(
        "
        apiVersion: openchoreo.dev/v1alpha1
        kind: Trait
        spec:
            parameters:
                # The old form
                ocSchema:
                    # Types first
                    $types:
                        Size: \"string | pattern=^[0-9]+$ default=1\"
                    size: \"Size | description='How large'\"
                    sizes: map<[]Size>
                    empty: {}
            environmentConfigs:
                ocSchema:
                    on: boolean
        ",
        expect![[r##"
            apiVersion: openchoreo.dev/v1alpha1
            kind: Trait
            spec:
                parameters:
                    # The old form
                    # Types first
                    openAPIV3Schema:
                      type: object
                      $defs:
                        Size:
                          type: string
                          pattern: "^[0-9]+$"
                          default: "1"
                      required: [sizes, empty]
                      properties:
                        size:
                          $ref: "#/$defs/Size"
                          description: How large
                        sizes:
                          type: object
                          additionalProperties:
                            type: array
                            items:
                              $ref: "#/$defs/Size"
                        empty:
                          type: object
                environmentConfigs:
                    openAPIV3Schema:
                      type: object
                      required: ["true"]
                      properties:
                        "true":
                          type: boolean
        "##]],
    );
}

#[test]
fn nested_sections_and_fields_without_a_section_are_converted_too() {
    check(
        "
        kind: ComponentType
        spec:
          schema:
            ocSchema:
              types: {T: string}
              parameters: {a: T}
        ",
        expect![[r##"
            kind: ComponentType
            spec:
              parameters:
                openAPIV3Schema:
                  type: object
                  $defs:
                    T:
                      type: string
                  required: [a]
                  properties:
                    a:
                      $ref: "#/$defs/T"
        "##]],
    );
    check(
        "kind: Workflow\nspec:\n  schema:\n    a: string\n    b: {c: \"integer | default=1\"}\n",
        expect![[r#"
        kind: Workflow
        spec:
          parameters:
            openAPIV3Schema:
              type: object
              required: [a, b]
              properties:
                a:
                  type: string
                b:
                  type: object
                  properties:
                    c:
                      type: integer
                      default: 1
    "#]],
    );
}

#[test]
fn what_stands_in_braces_stays_there() {
    check(
        "kind: Trait\nspec: {schema: {parameters: {a: string, b: \"[]string | default=[]\"}}, creates: []}\n",
        expect![[r#"
            kind: Trait
            spec: {parameters: {openAPIV3Schema: {type: object, required: [a], properties: {a: {type: string}, b: {type: array, items: {type: string}, default: []}}}}, creates: []}
        "#]],
    );
}

#[test]
fn what_cannot_be_converted_is_left_with_a_reason() {
    check(
        "kind: Trait\nspec:\n  schema:\n    parameters:\n      a: strng\n",
        expect![[r#"
        There is no type `strng`
        hint: did you mean `string`?"#]],
    );
    check(
        "kind: Trait\nspec:\n  schema:\n    other: 1\n    parameters:\n      a: string\n",
        expect!["`other` has no place in the newer form"],
    );
    check(
        "kind: Trait\nspec:\n  schema:\n    parameters: &x\n      a: string\n  creates: *x\n",
        expect!["An anchor in the schema is used elsewhere in the document"],
    );
}
