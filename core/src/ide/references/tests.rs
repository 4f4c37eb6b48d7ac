//! Where a name is written, and what is highlighted.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::references;
use crate::ide::document_highlight::document_highlights;
use crate::test_support::{cursor, mark_ranges};
use crate::text::TextRange;

pub(in crate::ide) mod code;
pub(in crate::ide) mod data_values;

#[track_caller]
fn check(fixture: &str, expected: Expect) {
    expected.assert_eq(&marked(fixture));
}

/// Marks every reference in every file of a fixture, and compares the highlights of the cursor's file with them.
#[track_caller]
fn marked(fixture: &str) -> String {
    let at = cursor(fixture);
    let uses = references(&at.analysis, at.file, at.offset, false);
    let found = references(&at.analysis, at.file, at.offset, true);
    let label = |reference| if uses.contains(reference) { "use" } else { "declaration" }.to_owned();
    let highlights = document_highlights(&at.analysis, at.file, at.offset);
    let here: Vec<TextRange> = found.iter().filter(|it| it.file == at.file).map(|it| it.range).collect();
    assert_eq!(highlights.iter().map(|it| it.range).collect::<Vec<_>>(), here);
    let mut picture = String::new();
    for same in found.chunk_by(|one, other| one.file == other.file) {
        let text = at.analysis.document(same[0].file).unwrap().rope().to_string();
        let ranges: Vec<_> = same.iter().map(|reference| (reference.range, label(reference))).collect();
        let path = at.analysis.path(same[0].file).display();
        let _ = writeln!(picture, "#- {path}");
        picture.push_str(&marked_lines(&mark_ranges(&text, &ranges)));
    }
    picture
}

/// Marks with the lines that they are below.
fn marked_lines(picture: &str) -> String {
    let is_mark = |line: &str| line.trim_start_matches(['#', ' ']).starts_with('^');
    let lines: Vec<&str> = picture.lines().collect();
    let mut shown = String::new();
    for (index, line) in lines.iter().enumerate() {
        if is_mark(line) || lines.get(index + 1).is_some_and(|next| is_mark(next)) {
            let _ = writeln!(shown, "{line}");
        }
    }
    shown
}

#[test]
fn an_anchor_is_written_where_its_aliases_are() {
    check(
        "a: &x 1\nb: *$0x\nc: [*x, &y 2]\nd: *y\n",
        expect![[r#"
            #- /main.yml
            a: &x 1
            #   ^ declaration
            b: *x
            #   ^ use
            c: [*x, &y 2]
            #    ^ use
        "#]],
    );
    check(
        "a: &$0x {b: *x}\n---\nb: *x\n",
        expect![[r#"
            #- /main.yml
            a: &x {b: *x}
            #   ^ declaration
            #          ^ use
        "#]],
    );
}

#[test]
fn an_anchor_ends_where_its_name_is_given_anew() {
    check(
        "a: &x 1\nb: *x\nc: &$0x 2\nd: *x\n<<: *x\n",
        expect![[r#"
            #- /main.yml
            c: &x 2
            #   ^ declaration
            d: *x
            #   ^ use
            <<: *x
            #    ^ use
        "#]],
    );
}

#[test]
fn an_alias_without_anchor_has_no_declaration() {
    check(
        "a: *$0x\nb: *x\n",
        expect![[r#"
        #- /main.yml
        a: *x
        #   ^ use
        b: *x
        #   ^ use
    "#]],
    );
}

#[test]
fn other_words_are_no_names() {
    check("a: &x 1\nb$0: '*x'\n", expect![]);
    check("a: &x 1\nb: '*$0x'\n", expect![]);
    check("a: &x 1\nb: 2 # *$0x\n", expect![]);
}

/// A component type whose sections share a custom type, named in strings of every style; another with its own.
pub(in crate::ide) const TYPES: &str = r#"
#- /type.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  schema:
    types:
      Probe: {path: string, next: "map<Level>"}
      'Level': string | enum=a,b
    parameters:
      one: "[]Le$0vel | default=[]"
      two: {three: 'map[string]array<Level>'}
      $default: {one: "Level"}
      four: >-
        Level |
        default=a
    envOverrides:
      five: Level
---
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
spec:
  schema:
    types: {Level: integer}
    parameters: {a: Level}
"#;

#[test]
fn a_custom_type_is_named_by_the_shorthands_of_its_resource() {
    check(
        TYPES,
        expect![[r##"
            #- /type.yml
                  Probe: {path: string, next: "map<Level>"}
            #                                      ^^^^^ use
                  'Level': string | enum=a,b
            #      ^^^^^ declaration
                  one: "[]Level | default=[]"
            #             ^^^^^ use
                  two: {three: 'map[string]array<Level>'}
            #                                    ^^^^^ use
                    Level |
            #       ^^^^^ use
                  five: Level
            #           ^^^^^ use
        "##]],
    );
}

#[test]
fn sections_have_custom_types_of_their_own() {
    let section = |name: &str, cursor: &str| {
        format!("  {name}:\n    ocSchema:\n      $types: {{T{cursor}: string}}\n      a: T\n")
    };
    let head = "apiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nspec:\n";
    check(
        &format!("{head}{}{}", section("parameters", ""), section("environmentConfigs", "$0")),
        expect![[r#"
            #- /main.yml
                  $types: {T: string}
            #              ^ declaration
                  a: T
            #        ^ use
        "#]],
    );
}

/// A component type with templates, a component with a trait, and a binding of it.
pub(in crate::ide) const WORLD: &str = r#"
#- /binding.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ReleaseBinding
metadata: {name: b}
spec:
  owner: {projectName: p, componentName: shop}
  componentTypeEnvOverrides:
    level: debug
  traitOverrides:
    data: {size: 2Gi}
#- /component.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: shop}
spec:
  componentType: deployment/web
  parameters:
    replicas: 2
    "options": {level: replicas}
  traits:
  - {name: storage, instanceName: data, parameters: {path: /x}}
  - {name: storage, instanceName: logs, parameters: {path: /y}}
#- /types.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  workloadType: deployment
  schema:
    parameters:
      replicas: integer | default=1
      options: {level: string}
    envOverrides:
      level: string | default=info
  resources:
  - id: deployment
    template:
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: "${metadata.name}"}
      spec:
        replicas: ${parameters.replicas}
        levels: "${parameters.options.level + envOverrides.level}"
---
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
metadata: {name: storage}
spec:
  schema:
    parameters: {path: string}
    envOverrides: {size: string | default=1Gi}
"#;

/// The world with the cursor before the text at its first place behind another.
pub(in crate::ide) fn world(behind: &str, text: &str) -> String {
    let start = WORLD.find(behind).expect("it is there");
    let at = start + WORLD[start..].find(text).expect("it is there");
    format!("{}$0{}", &WORLD[..at], &WORLD[at..])
}

#[test]
fn a_parameter_is_written_by_its_schema_its_components_and_templates() {
    check(
        &world("envOverrides:\n", "level"),
        expect![[r##"
            #- /binding.yml
                level: debug
            #   ^^^^^ use
            #- /types.yml
                  level: string | default=info
            #     ^^^^^ declaration
                    levels: "${parameters.options.level + envOverrides.level}"
            #                                                          ^^^^^ use
        "##]],
    );
    assert_eq!(shown(&world("parameters:\n    replicas", "replicas")), shown(&world("${parameters.", "replicas")));
    assert_eq!(shown(&world("\"options\"", "level")), shown(&world("options: {level: string", "level")));
    check(
        &world("parameters:\n    replicas", "replicas"),
        expect![[r#"
            #- /component.yml
                replicas: 2
            #   ^^^^^^^^ use
            #- /types.yml
                  replicas: integer | default=1
            #     ^^^^^^^^ declaration
                    replicas: ${parameters.replicas}
            #                              ^^^^^^^^ use
        "#]],
    );
}

#[test]
fn a_trait_instance_is_named_by_its_component_and_bindings() {
    check(
        &world("instanceName", "data"),
        expect![[r#"
            #- /binding.yml
                data: {size: 2Gi}
            #   ^^^^ use
            #- /component.yml
              - {name: storage, instanceName: data, parameters: {path: /x}}
            #                                 ^^^^ declaration
        "#]],
    );
    assert_eq!(shown(&world("instanceName", "data")).len(), 2);
    assert_eq!(shown(&world("traitOverrides", "data")), shown(&world("instanceName", "data")));
}

#[test]
fn a_key_of_a_schema_is_written_by_its_values() {
    let values = "#- /values.yml\n#@data/values\n---\na:\n- b: 2\n  c: 1\n- {b: 3}\n";
    check(
        &format!("#- /schema.yml\n#@data/values-schema\n---\na:\n- $0b: 1\n  c: 1\nb: 1\n{values}"),
        expect![[r#"
            #- /schema.yml
            - b: 1
            # ^ declaration
            #- /values.yml
            - b: 2
            # ^ use
            - {b: 3}
            #  ^ use
        "#]],
    );
}

/// Every reference, as it stands in its file.
fn shown(fixture: &str) -> Vec<super::NameReference> {
    let at = cursor(fixture);
    references(&at.analysis, at.file, at.offset, true)
}
