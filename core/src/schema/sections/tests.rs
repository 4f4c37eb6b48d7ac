//! Resources of every generation, and what their sections declare.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::schema::export::json_schema::json_schema;
use crate::test_support::mark_problems;
use crate::text::FileId;
use crate::values::flow::flow;
use crate::values::from_yaml::{ValueMemo, from_yaml};

/// Shows a resource with its problems as marks, and its sections.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let document = TextDocument::new(FileId(0), text);
    let resource = from_yaml(FileId(0), &document.stream().documents[0], &mut ValueMemo::default()).value;
    let mut shown = String::new();
    if let Some(sections) = of_resource(&resource) {
        let (compiled, problems) = compile(&document, &sections);
        shown.push_str(&mark_problems(&document, &problems));
        let _ = writeln!(shown, "=> {:?}", sections.layout);
        for CompiledSection { name, schema } in compiled {
            let _ = writeln!(shown, "{name}: {}", flow(&json_schema(&schema)));
        }
    }
    for (kind, name, spec) in embedded(&resource) {
        let sections = of_spec(&kind, spec);
        let names: Vec<&str> = sections.iter().flat_map(|it| &it.sections).map(|section| section.name).collect();
        let _ = writeln!(shown, "{kind} {}: {}", name.unwrap_or_default(), names.join(", "));
    }
    expected.assert_eq(&shown);
}

#[test]
fn sections_share_the_types_of_their_schema() {
    check(
        "kind: ComponentType
spec:
  schema:
    types:
      T: {a: string, b: strng}
    parameters:
      f: T
      x: string
    envOverrides:
      g: T
      x: integer
",
        expect![[r#"
            kind: ComponentType
            spec:
              schema:
                types:
                  T: {a: string, b: strng}
            #                       ^^^^^ error[shorthand-type]: There is no type `strng` / hint: did you mean `string`?
                parameters:
                  f: T
                  x: string
                envOverrides:
                  g: T
                  x: integer
            #     ^ error[overlapping-keys]: `x` is declared in `parameters` already
            => Schema
            parameters: {type: "object", properties: {f: {type: "object", properties: {a: {type: "string"}, b: {}}, required: ["a"]}, x: {type: "string"}}, required: ["f", "x"]}
            envOverrides: {type: "object", properties: {g: {type: "object", properties: {a: {type: "string"}, b: {}}, required: ["a"]}, x: {type: "integer"}}, required: ["g", "x"]}
        "#]],
    );
    check(
        "kind: Trait
spec:
  schema:
    ocSchema:
      types: {T: string}
      parameters: {f: T}
",
        expect![[r#"
            kind: Trait
            spec:
              schema:
                ocSchema:
                  types: {T: string}
                  parameters: {f: T}
            => NestedOcSchema
            parameters: {type: "object", properties: {f: {type: "string"}}, required: ["f"]}
        "#]],
    );
}

#[test]
fn later_sections_stand_by_themselves() {
    check(
        "kind: ClusterTrait
spec:
  parameters:
    ocSchema: {$types: {T: string}, f: T}
  environmentConfigs:
    ocSchema: {f: T}
",
        expect![[r#"
            kind: ClusterTrait
            spec:
              parameters:
                ocSchema: {$types: {T: string}, f: T}
              environmentConfigs:
                ocSchema: {f: T}
            #                 ^ error[shorthand-type]: There is no type `T` / expected: `string`, `integer`, `number`, `boolean`, `[]T`, `map<T>` or a custom type
            => Sections
            parameters: {type: "object", properties: {f: {type: "string"}}, required: ["f"]}
            environmentConfigs: {type: "object", properties: {f: {}}}
        "#]],
    );
    check(
        "kind: ClusterComponentType
spec:
  parameters:
    openAPIV3Schema: {type: object, properties: {f: {type: string}}}
  environmentConfigs:
    ocSchema: {f: string}
",
        expect![[r#"
            kind: ClusterComponentType
            spec:
              parameters:
                openAPIV3Schema: {type: object, properties: {f: {type: string}}}
              environmentConfigs:
            # ^^^^^^^^^^^^^^^^^^ error[mixed-schemas]: `environmentConfigs` is written as `ocSchema`, but `parameters` as `openAPIV3Schema` / hint: write both in the same way
                ocSchema: {f: string}
            => Sections
            parameters: {type: "object", properties: {f: {type: "string"}}}
            environmentConfigs: {type: "object", properties: {f: {type: "string"}}, required: ["f"]}
        "#]],
    );
}

#[test]
fn the_fields_of_a_workflow_stand_below_its_schema() {
    check(
        "kind: Workflow\nspec:\n  schema: {f: string}\n",
        expect![[r#"
        kind: Workflow
        spec:
          schema: {f: string}
        => Schema
        parameters: {type: "object", properties: {f: {type: "string"}}, required: ["f"]}
    "#]],
    );
    check(
        "kind: ComponentWorkflow\nspec:\n  schema: {parameters: {f: string}, systemParameters: {repository: {url: string, depth: integer}}}\n",
        expect![[r#"
            kind: ComponentWorkflow
            spec:
              schema: {parameters: {f: string}, systemParameters: {repository: {url: string, depth: integer}}}
            #                                                                                ^^^^^ error[shorthand-type]: A system parameter is a string / found: integer / expected: `string`
            => Schema
            parameters: {type: "object", properties: {f: {type: "string"}}, required: ["f"]}
            systemParameters: {type: "object", properties: {repository: {type: "object", properties: {url: {type: "string"}, depth: {type: "integer"}}, required: ["depth", "url"]}}, required: ["repository"]}
        "#]],
    );
}

#[test]
fn releases_embed_what_they_were_made_of() {
    check(
        "kind: ComponentRelease
spec:
  componentType: {schema: {parameters: {f: string}}}
  traits:
    storage: {schema: {parameters: {f: string}, envOverrides: {g: string}}}
",
        expect![[r#"
            ComponentType : parameters
            Trait storage: parameters, envOverrides
        "#]],
    );
    check(
        "kind: ComponentRelease
spec:
  componentType: {kind: ComponentType, name: web, spec: {parameters: {openAPIV3Schema: {type: object}}}}
  traits:
  - {kind: ClusterTrait, name: storage, spec: {parameters: {openAPIV3Schema: {type: object}}}}
",
        expect![[r#"
            ComponentType web: parameters
            ClusterTrait storage: parameters
        "#]],
    );
}

#[test]
fn other_kinds_hold_no_schemas() {
    check("kind: Component\nspec:\n  parameters: {openAPIV3Schema: {}}\n", expect![[r#""#]]);
}
