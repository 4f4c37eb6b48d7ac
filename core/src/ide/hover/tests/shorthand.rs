//! What hover shows in schema sections.

use expect_test::{Expect, expect};

use super::check_fixture;

#[track_caller]
fn check(fields: &str, expected: &Expect) {
    let resource = "
#- /type.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  parameters:
    ocSchema:
      $types:
        Probe:
          $default: {}
          path: \"string | default=/healthz\"
";
    check_fixture(&format!("{resource}      {fields}\n"), expected);
}

#[test]
fn a_field_says_what_it_means_as_json_schema() {
    check(
        "a: \"inte$0ger | default=1 minimum=1 maximum=9\"",
        &expect![[r#"
              a: "integer | default=1 minimum=1 maximum=9"
        #         ^^^^^^^

        **`a`**: integer, default `1`

        Must be: at least 1; at most 9

        Declared in `type.yml:11`

        ```json
        {
          "type": "integer",
          "default": 1,
          "minimum": 1,
          "maximum": 9
        }
        ```
    "#]],
    );
    check(
        "a$0: \"[]string | minItems=1 title='The names'\"",
        &expect![[r#"
              a: "[]string | minItems=1 title='The names'"
        #     ^

        **The names** (`a`): array of string, required

        Must be: not empty

        Declared in `type.yml:11`

        ```json
        {
          "type": "array",
          "title": "The names",
          "minItems": 1,
          "items": {
            "type": "string"
          }
        }
        ```
    "#]],
    );
}

#[test]
fn a_custom_type_says_what_it_stands_for() {
    check(
        "a: \"[]Pro$0be | minItems=1\"",
        &expect![[r#"
                  a: "[]Probe | minItems=1"
            #           ^^^^^

            **`Probe`**: map, default `{}`

            Declared in `type.yml:8`

            ```json
            {
              "type": "object",
              "default": {},
              "properties": {
                "path": {
                  "type": "string",
                  "default": "/healthz"
                }
              }
            }
            ```
        "#]],
    );
}

#[test]
fn a_marker_says_what_it_does() {
    check(
        "a: \"string | min$0Length=3\"",
        &expect![[r#"
              a: "string | minLength=3"
        #                  ^^^^^^^^^^^

        **`minLength=`** a whole number

        The least number of characters.

        ```yaml
        field: "string | minLength=1"
        ```
    "#]],
    );
    check(
        "a: \"string | oc:ui:hid$0den=true\"",
        &expect![[r#"
              a: "string | oc:ui:hidden=true"
        #                  ^^^^^^^^^^^^^^^^^

        **`oc:ui:hidden`**: an annotation for other tools; schemas ignore it
    "#]],
    );
}
