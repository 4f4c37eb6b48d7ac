//! What the editor shows in OpenChoreo resources: of the schemas that govern their values, and of what they refer to.

use expect_test::{Expect, expect};

use crate::ide::completion::{CompletionItem, completion};
use crate::ide::definition::definition;
use crate::ide::hover::hover;
use crate::ide::line::text_of;
use crate::test_support::{TestCursor, cursor};

const WORLD: &str = "
#- /types.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  workloadType: deployment
  schema:
    parameters:
      port: integer | minimum=1 description='Where it listens'
      level: string | enum=debug,info
      host: string | default=localhost
      database:
        host: string
        port: integer | default=5432
    envOverrides:
      replicas: integer | default=1
---
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
metadata: {name: logs}
spec:
  schema:
    parameters: {size: integer}
    envOverrides: {days: integer}
---
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
metadata: {name: backup}
spec:
  schema:
    parameters: {every: string}
---
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: shop}
spec:
  componentType: deployment/web
  traits: [{name: logs, instanceName: access}]
";

fn world(resource: &str) -> TestCursor {
    cursor(&format!("{WORLD}#- /resource.yml\napiVersion: openchoreo.dev/v1alpha1\n{resource}"))
}

fn items(resource: &str) -> Vec<CompletionItem> {
    let at = world(resource);
    let mut items = completion(&at.analysis, at.file, at.offset);
    items.sort_by(|left, right| left.sort.cmp(&right.sort));
    items
}

#[track_caller]
fn check_completion(resource: &str, expected: &Expect) {
    let labels: Vec<String> = items(resource).into_iter().map(|item| item.label).collect();
    expected.assert_eq(&labels.join(", "));
}

#[track_caller]
fn check_hover(resource: &str, expected: &Expect) {
    let at = world(resource);
    let hover = hover(&at.analysis, at.file, at.offset);
    expected.assert_eq(&hover.map(|hover| hover.markdown).unwrap_or_default());
}

#[track_caller]
fn check_definition(resource: &str, expected: &Expect) {
    let at = world(resource);
    let text = |file, range| text_of(at.analysis.document(file).unwrap().rope(), range);
    let found = definition(&at.analysis, at.file, at.offset)
        .into_iter()
        .map(|target| format!("{} -> {}", text(at.file, target.origin), text(target.file, target.range)));
    expected.assert_eq(&found.collect::<Vec<_>>().join("\n"));
}

const COMPONENT: &str = "kind: Component\nmetadata: {name: x}\nspec:\n  componentType: deployment/web\n";

#[test]
fn parameters_are_those_of_the_type() {
    check_completion(&format!("{COMPONENT}  parameters:\n    port: 1\n    $0"), &expect!["level, database, host"]);
    check_completion(&format!("{COMPONENT}  parameters:\n    level: $0\n"), &expect!["debug, info"]);
    check_completion(&format!("{COMPONENT}  parameters:\n    database: {{$0}}\n"), &expect!["host, port"]);
    check_hover(
        &format!("{COMPONENT}  parameters:\n    po$0rt: 1\n"),
        &expect![[r#"
            **`port`**: integer, required

            Where it listens

            Must be: at least 1

            Declared in `types.yml:8`"#]],
    );
    check_definition(
        &format!("{COMPONENT}  parameters:\n    po$0rt: 1\n"),
        &expect!["port -> port: integer | minimum=1 description='Where it listens'"],
    );
    check_definition(
        &format!("{COMPONENT}  par$0ameters:\n    port: 1\n"),
        &expect![[r#"
        parameters -> parameters:
              port: integer | minimum=1 description='Where it listens'
              level: string | enum=debug,info
              host: string | default=localhost
              database:
                host: string
                port: integer | default=5432"#]],
    );
}

#[test]
fn each_trait_has_parameters_of_its_own() {
    let traits = format!("{COMPONENT}  traits:\n  - name: logs\n    parameters:\n      ");
    let second = "\n  - name: backup\n    parameters:\n      ";
    check_completion(&format!("{traits}$0{second}\n"), &expect!["size"]);
    check_completion(&format!("{traits}{second}$0\n"), &expect!["every"]);
}

#[test]
fn overrides_are_those_of_the_component_that_is_bound() {
    let binding = "kind: ReleaseBinding\nmetadata: {name: x}\nspec:\n  owner: {componentName: shop}\n";
    check_completion(&format!("{binding}  componentTypeEnvOverrides:\n    $0"), &expect!["replicas"]);
    check_completion(&format!("{binding}  traitOverrides:\n    $0"), &expect!["access"]);
}

#[test]
fn names_are_those_of_resources_that_are_there() {
    check_completion("kind: Component\nspec:\n  componentType: $0\n", &expect!["name, kind"]);
    let named = "kind: Component\nspec:\n  componentType: {name: $0}\n";
    check_completion(named, &expect!["deployment/web"]);
    check_completion(&format!("{COMPONENT}  traits:\n  - name: $0\n"), &expect!["logs, backup"]);
    check_completion("kind: ReleaseBinding\nspec:\n  owner:\n    componentName: $0\n", &expect!["shop"]);
    check_definition(
        "kind: Component\nspec:\n  componentType: deploy$0ment/web\n",
        &expect!["deployment/web -> name: web"],
    );
    check_definition(&format!("{COMPONENT}  traits:\n  - name: l$0ogs\n"), &expect!["logs -> name: logs"]);
}

#[test]
fn fields_are_those_of_the_kind() {
    check_completion(&format!("{COMPONENT}  $0\n"), &expect!["owner, parameters, autoDeploy, traits, workflow"]);
    check_completion(
        "kind: ComponentType\nspec:\n  workloadType: $0\n",
        &expect!["deployment, statefulset, cronjob, job, proxy"],
    );
    check_hover(
        "kind: Trait\nspec:\n  pat$0ches: []\n",
        &expect![[r#"
        **`patches`**: array of map

        How the component's own resources are changed"#]],
    );
}

#[test]
fn a_map_comes_with_what_it_requires() {
    let items = items(&format!("{COMPONENT}  $0\n"));
    let item = items.iter().find(|item| item.label == "parameters").unwrap();
    expect![[r#"
        parameters:
          port: $1
          level: ${2|debug,info|}
          database:
            host: $3$0"#]]
    .assert_eq(&item.insert);
    expect![[r#"
        parameters:
            port: 
            level: 
            database:
              host: "#]]
    .assert_eq(&item.insert_plain);
}
