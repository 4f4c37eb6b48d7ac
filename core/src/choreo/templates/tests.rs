//! Templates with their problems.

use expect_test::{Expect, expect};

use crate::choreo::resource::{ResourceMemo, resources};
use crate::document::TextDocument;
use crate::problem::Problem;
use crate::test_support::{mark_ranges, without_marks};
use crate::text::FileId;

/// The problems of the templates of a resource.
fn problems(document: &TextDocument) -> Vec<Problem> {
    let read = resources(FileId(0), document, &mut ResourceMemo::default());
    read.into_iter().flat_map(|(_, resource)| resource.templates.problems.clone()).collect()
}

/// A resource of a kind with what else it holds.
fn resource(kind: &str, rest: &str) -> TextDocument {
    TextDocument::new(FileId(0), &format!("apiVersion: openchoreo.dev/v1alpha1\nkind: {kind}\n{rest}"))
}

/// Compares what is wrong with the templates of a resource of a kind with the marks of a picture.
#[track_caller]
fn check(kind: &str, picture: Expect) {
    let document = resource(kind, &without_marks(picture.data()));
    let marks = problems(&document).into_iter().map(|problem| {
        let range = document.resolve(problem.place).expect("every place is in this text");
        (range, format!("{}: {}", problem.code.name(), problem.text().replace('\n', " / ")))
    });
    let shown = mark_ranges(&document.rope().to_string(), &marks.collect::<Vec<_>>());
    picture.assert_eq(shown.find("spec:\n").and_then(|at| shown.get(at..)).unwrap_or_default());
}

#[test]
fn names_are_looked_up_in_the_sections_and_in_the_context() {
    check(
        "ComponentType",
        expect![[r#"
            spec:
              schema:
                types:
                  Database: {host: string, port: 'integer | default=5432'}
                parameters:
                  replicas: integer
                  database: Database
                  labels: map<string>
                envOverrides:
                  cpu: string
              resources:
                - id: deployment
                  template:
                    name: ${metadata.name}
                    labels: ${oc_merge(metadata.labels, parameters.labels)}
                    replicas: ${parameters.replcas + parameters.replicas}
            #                              ^^^^^^^ undefined-name: `parameters` has no field `replcas` / hint: did you mean `replicas`?
                    host: "tcp://${parameters.database.host}:${parameters.database.prt}/${paramters.replicas}"
            #                                                                      ^^^ undefined-name: `parameters.database` has no field `prt` / hint: did you mean `port`?
            #                                                                             ^^^^^^^^^ undefined-name: There is no variable `paramters` here / hint: did you mean `parameters`?
                    cpu: ${envOverrides.cpu}
                    any: ${parameters.labels.anything}
                    image: ${workload.containers["app"].imge}
            #                                           ^^^^ undefined-name: `workload.containers["app"]` has no field `imge` / hint: did you mean `image`?
                    more: ${parameters["labls"]}
            #                           ^^^^^ undefined-name: `parameters` has no field `labls` / hint: did you mean `labels`?
        "#]],
    );
}

#[test]
fn problems_stand_at_their_token_in_every_kind_of_text() {
    check(
        "Trait",
        expect![[r#"
            spec:
              creates:
                - template:
                    plain: ${metadata.nam}
            #                         ^^^ undefined-name: `metadata` has no field `nam` / hint: did you mean `name`?
                    single: 'it''s ${metadata.nam}'
            #                                 ^^^ undefined-name: `metadata` has no field `nam` / hint: did you mean `name`?
                    double: "\tsay \"${metadata.nam}\""
            #                                   ^^^ undefined-name: `metadata` has no field `nam` / hint: did you mean `name`?
                    literal: |
                      first
                      ${metadata.name}-${metadata.nam}
            #                                     ^^^ undefined-name: `metadata` has no field `nam` / hint: did you mean `name`?
                    folded: >-
                      ${metadata.name +
  
                      metadata.nam}
            #                  ^^^ undefined-name: `metadata` has no field `nam` / hint: did you mean `name`?
                    ${metadata.nam}: a key
            #                  ^^^ undefined-name: `metadata` has no field `nam` / hint: did you mean `name`?
        "#]],
    );
}

#[test]
fn a_section_is_named_as_its_own_generation_names_it() {
    check(
        "ComponentType",
        expect![[r#"
            spec:
              schema:
                envOverrides: {cpu: string}
              resources:
                - template: {a: '${environmentConfigs.cpu}', b: '${envOverrides.cpu}', c: '${parameters.x}'}
            #                      ^^^^^^^^^^^^^^^^^^ undefined-name: There is no variable `environmentConfigs` here / hint: the section is called `envOverrides` here
            #                                                                                           ^ undefined-name: `parameters` has no field `x` / hint: nothing is declared there
        "#]],
    );
    check(
        "Trait",
        expect![[r#"
            spec:
              environmentConfigs:
                openAPIV3Schema: {type: object, properties: {cpu: {type: string}}}
              creates:
                - template: {a: '${environmentConfigs.cpu}', b: '${envOverrides.cpu}', c: '${trait.instanceName}'}
            #                                                      ^^^^^^^^^^^^ undefined-name: There is no variable `envOverrides` here / hint: the section is called `environmentConfigs` here
        "#]],
    );
}

#[test]
fn each_item_of_a_list_or_map_has_a_name() {
    check(
        "ComponentType",
        expect![[r#"
            spec:
              schema:
                types:
                  Port: {number: integer, name: string}
                parameters:
                  ports: '[]Port'
                  labels: map<integer>
                  flag: boolean
              resources:
                - forEach: ${parameters.ports}
                  var: port
                  includeWhen: ${parameters.flag}
                  template: {a: '${port.number}', b: '${port.nmber}', c: '${item}'}
            #                                                ^^^^^ undefined-name: `port` has no field `nmber` / hint: did you mean `number`?
            #                                                               ^^^^ undefined-name: There is no variable `item` here / expected: `port`, `parameters`, `envOverrides`
                - forEach: ${parameters.labels}
                  var: entry
                  template: {a: '${entry.key}', b: '${entry.value}', c: '${entry.ky}'}
            #                                                                    ^^ undefined-name: `entry` has no field `ky` / hint: did you mean `key`?
                - forEach: ${parameters.ports}
            #     ^^^^^^^ missing-loop-variable: `forEach` needs `var`, the name for each item / hint: add `var: item` and refer to `${item}`
                  template: {a: '${item.number}', b: '${item.nmber}'}
            #                                                ^^^^^ undefined-name: `item` has no field `nmber` / hint: did you mean `number`?
                - forEach: ${configurations.toConfigFileList()}
                  var: file
                  template: {a: '${file.resourceName}', b: '${file.nam}'}
            #                                                      ^^^ undefined-name: `file` has no field `nam` / hint: did you mean `name`?
                - forEach: ${parameters.flag}
            #                ^^^^^^^^^^^^^^^ expression-type: `forEach` repeats for each item of a list or entry of a map / found: boolean / expected: a list or a map
                  var: x
                  includeWhen: ${parameters.ports}
            #                    ^^^^^^^^^^^^^^^^ expression-type: `includeWhen` is a condition / found: array of map / expected: a boolean
                  template: {a: '${x.anything}'}
                - forEach: a${parameters.ports}
            #              ^^^^^^^^^^^^^^^^^^^^ expression-syntax: `forEach` must be exactly one expression / expected: `${…}`
                  var: y
                  includeWhen: yes, please
            #                  ^^^^^^^^^^^ expression-syntax: `includeWhen` must be exactly one expression / expected: `${…}`
                  template: {}
        "#]],
    );
}

#[test]
fn patches_look_at_the_resources_that_they_change() {
    check(
        "Trait",
        expect![[r#"
            spec:
              schema:
                parameters: {mounts: '[]string', name: string, count: integer}
              patches:
                - forEach: ${parameters.mounts}
                  var: mount
                  target:
                    kind: Deployment
                    name: ${metadata.name}-${parameters.nam}
            #                                           ^^^ undefined-name: `parameters` has no field `nam` / hint: did you mean `name`?
                    where: resource.spec.replicas > parameters.count
                  operations:
                    - op: add
                      path: /spec/containers[?(@.name=='${parameters.nme}')]/volumeMounts/-
            #                                                        ^^^ undefined-name: `parameters` has no field `nme` / hint: did you mean `name`?
                      value: {name: '${mount}', path: '${mnt}', resource: '${resource.kind}'}
            #                                            ^^^ undefined-name: There is no variable `mnt` here / expected: `mount`, `parameters`, `envOverrides`
            #                                                                ^^^^^^^^ undefined-name: There is no variable `resource` here / expected: `mount`, `parameters`, `envOverrides`
                - target: {kind: Service, where: '${parameters.name}'}
            #                                       ^^^^^^^^^^^^^^^ expression-type: `where` is a condition / found: string / expected: a boolean
                  operations: []
                - target: {kind: Service, where: has(parameters.cnt)}
            #                                                   ^^^ undefined-name: `parameters` has no field `cnt` / expected: `mounts`, `name`, `count`
        "#]],
    );
}

#[test]
fn macros_name_the_items() {
    check(
        "ComponentType",
        expect![[r#"
            spec:
              schema:
                types:
                  Port: {number: integer, name: string}
                parameters:
                  ports: '[]Port'
                  labels: map<string>
              resources:
                - template:
                    a: '${parameters.ports.filter(p, p.number > 80).map(p, {"n": p.nme})}'
            #                                                                      ^^^ undefined-name: `p` has no field `nme` / hint: did you mean `name`?
                    b: ${parameters.ports.exists(p, p.name == q.name)}
            #                                                 ^ undefined-name: There is no variable `q` here / expected: `p`, `parameters`, `envOverrides`
                    c: ${parameters.labels.transformList(key, value, key + value.x)}
            #                                                                    ^ undefined-name: `value` has no fields, so there is no `x` in it / found: string
                    d: '${parameters.ports.transformMapEntry(i, p, {p.name: p.numbr})}'
            #                                                                 ^^^^^ undefined-name: `p` has no field `numbr` / hint: did you mean `number`?
                    e: ${parameters.ports.map(1, 2)}
            #                                 ^ expression-syntax: `map` takes a name for each item here / expected: `list.map(x, result)`
                    f: ${parameters.ports[0].nam}
            #                                ^^^ undefined-name: `parameters.ports[0]` has no field `nam` / hint: did you mean `name`?
                    g: ${parameters.ports.sort().map(p, p.number)[0].x}
            #                                                        ^ undefined-name: `parameters.ports.sort().map(p, p.number)…` has no fields, so there is no `x` in it / found: integer
                    h: '${has(parameters.labels.x) ? parameters.labels.x : oc_omit()}'
                    i: ${parameters.?lables.?x.orValue("a")}
            #                        ^^^^^^ undefined-name: `parameters` has no field `lables` / hint: did you mean `labels`?
        "#]],
    );
}

#[test]
fn functions_are_known() {
    check(
        "ComponentType",
        expect![[r#"
            spec:
              resources:
                - template:
                    a: ${oc_generat_name(metadata.name)}
            #            ^^^^^^^^^^^^^^^ unknown-function: There is no function `oc_generat_name` / hint: did you mean `oc_generate_name`?
                    b: ${metadata.name.toUpper()}
            #                          ^^^^^^^ unknown-function: There is no function `toUpper` to call on a value
                    c: ${math.max(1, 2)}
            #                 ^^^ unknown-function: There is no function `math.max`
                    d: ${size(metadata.labels) + metadata.name.size()}
                    e: ${trim(metadata.name)}
            #            ^^^^ unknown-function: There is no function `trim` / hint: write `text.trim()`
                    f: ${metadata.name.string()}
            #                          ^^^^^^ unknown-function: There is no function `string` to call on a value / hint: write `string(value)`
                    g: '${type(metadata.name) == string ? base64.encode(bytes("a")) : string(sets.contains([1], [2]))}'
                    h: ${oc_omit}
            #            ^^^^^^^ undefined-name: There is no variable `oc_omit` here / hint: `oc_omit` is a function: call it
        "#]],
    );
}

#[test]
fn what_is_no_expression_is_said_once() {
    check(
        "ComponentType",
        expect![[r#"
            spec:
              resources:
                - template:
                    a: ${metadata.name +}
            #                          ^ expression-syntax: The expression ends too early / expected: a value
                    b: ${metadata.nam
            #          ^^ unclosed-expression: `${` is never closed, so it and all behind it stay text / expected: `}` behind the expression / hint: braces in quotes do not count, and a single quote opens a text too
                    c: ${metadata.name + ${metadata.nam}}
            #                            ^^ expression-syntax: An expression cannot contain another `${` / hint: inside an expression, write names as they are: `a`, not `${a}`; put text in quotes
            #                                       ^^^ undefined-name: `metadata` has no field `nam` / hint: did you mean `name`?
                    d: ${}
            #          ^^^ expression-syntax: The expression ends too early / expected: a value
                    e: ${it's}
            #              ^ expression-syntax: The quote is never closed, so `${` and all behind it stay text / expected: the same quote before `}`
                    f: "${metadata.nam +}"
            #                          ^ expression-syntax: The expression ends too early / expected: a value
        "#]],
    );
}

#[test]
fn what_is_not_known_is_not_judged() {
    check(
        "ComponentType",
        expect![[r#"
            spec:
              schema:
                parameters:
                  broken: strng
              resources:
                - template:
                    a: ${parameters.broken.anything + parameters.broken}
                    b: ${dyn(metadata).x.y}
                    c: ${externalRefs}
            #            ^^^^^^^^^^^^ undefined-name: There is no variable `externalRefs` here / expected: `parameters`, `envOverrides`
        "#]],
    );
}

#[test]
fn fields_with_dashes_and_values_without_fields() {
    check(
        "ComponentType",
        expect![[r#"
            spec:
              schema:
                parameters:
                  my-field: string
                  count: integer
              resources:
                - template:
                    a: ${parameters.my-field}
            #                       ^^ undefined-name: `parameters` has no field `my` / hint: `-` subtracts in an expression, so `my-field` cannot be named; declare it without `-`
            #                          ^^^^^ undefined-name: There is no variable `field` here / expected: `parameters`, `envOverrides`
                    b: ${parameters["my-field"].x}
            #                       ^^^^^^^^^^ expression-type: An object has fields, and no entries / expected: a list or a map before `[`
            #                                   ^ undefined-name: `parameters["my-field"]` has no fields, so there is no `x` in it / found: string
                    c: ${parameters.count.value}
            #                             ^^^^^ undefined-name: `parameters.count` has no fields, so there is no `value` in it / found: integer
        "#]],
    );
}

#[test]
fn workflows_have_a_context_of_their_own() {
    check(
        "ComponentWorkflow",
        expect![[r#"
            spec:
              schema:
                systemParameters:
                  repository: {url: string, revision: {branch: string, commit: string}, appPath: string}
                parameters: {version: integer}
              runTemplate:
                metadata: {name: '${metadata.workflowRunName}', namespace: 'ci-${metadata.orgName}'}
                url: ${systemParameters.repository.ur}
            #                                      ^^ undefined-name: `systemParameters.repository` has no field `ur` / hint: did you mean `url`?
                version: ${parameters.version}
                name: ${metadata.name}
            #                    ^^^^ undefined-name: `metadata` has no field `name` / expected: `workflowRunName`, `namespaceName`, `namespace`, `orgName`, `projectName`, `componentName`, `labels`
        "#]],
    );
    check(
        "Workflow",
        expect![[r#"
            spec:
              schema: {version: integer, url: string}
              runTemplate: {version: '${parameters.version}', url: '${schema.url}', at: '${ctx.timestamp}'}
        "#]],
    );
}

#[test]
fn parameters_that_no_template_uses_are_pointed_out() {
    check(
        "ComponentType",
        expect![[r#"
            spec:
              schema:
                parameters: {used: string, tested: string, unused: {a: string}}
            #                                              ^^^^^^ unused-parameter: No template uses `unused`
                envOverrides: {cpu: string}
            #                  ^^^ unused-parameter: No template uses `cpu`
              resources:
                - template: {a: '${parameters.used}', b: '${has(parameters.tested)}'}
        "#]],
    );
    for whole in [
        "${parameters}",
        "${dyn(parameters)[metadata.name]}",
        "${oc_merge(dyn(parameters), {})}",
        "${dyn(parameters).map(p, p)}",
    ] {
        let schema = "spec:\n  schema: {parameters: {unused: {a: string}}, envOverrides: {cpu: string}}\n";
        let template = format!("  resources:\n  - template: {{a: '{whole}', b: '${{envOverrides.cpu}}'}}\n");
        assert_eq!(problems(&resource("ComponentType", &format!("{schema}{template}"))), [], "{whole}");
    }
    check(
        "ComponentType",
        expect![[r#"
            spec:
              schema:
                parameters: {used: string, tested: string, unused: {a: string}}
                envOverrides: {cpu: string}
        "#]],
    );
}

#[test]
fn embedded_specifications_have_templates_too() {
    check(
        "ComponentRelease",
        expect![[r#"
            spec:
              componentType:
                schema: {parameters: {a: string, b: string}}
                resources:
                  - template: {x: '${parameters.c}'}
            #                                   ^ undefined-name: `parameters` has no field `c` / expected: `a`, `b`
              traits:
                logs:
                  schema: {parameters: {d: string}}
                  creates:
                    - template: {x: '${parameters.e}', y: '${trait.nam}'}
            #                                     ^ undefined-name: `parameters` has no field `e` / expected: `d`
            #                                                      ^^^ undefined-name: `trait` has no field `nam` / hint: did you mean `name`?
        "#]],
    );
}

#[test]
fn a_line_that_cannot_be_read_may_declare_anything() {
    check(
        "ComponentType",
        expect![[r#"
            spec:
              schema:
                parameters:
                  a: string
                  b
              resources:
                - template: {x: '${parameters.b}', y: '${oc_omt()}'}
            #                                            ^^^^^^ unknown-function: There is no function `oc_omt` / hint: did you mean `oc_omit`?
        "#]],
    );
}

#[test]
fn hostile_templates_end() {
    let deep = "${".to_owned() + &"a.".repeat(50_000) + &"(".repeat(50_000) + "}";
    let spec = format!("spec:\n  creates:\n    - template: {{a: '{deep}'}}\n");
    assert!(!problems(&resource("Trait", &spec)).is_empty());
}
