//! What the editor shows inside of expressions in templates.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use crate::ide::completion::completion;
use crate::ide::definition::definition;
use crate::ide::hover::hover;
use crate::ide::line::text_of;
use crate::test_support::{TestCursor, cursor};

const WORLD: &str = "
#- /type.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  schema:
    types:
      Port: {number: integer, name: string | default=http}
    parameters:
      replicas: integer | default=1 description='How many'
      ports: '[]Port'
      labels: map<string>
      my-field: string
    envOverrides:
      cpu: string
  resources:
    - id: each
      forEach: ${parameters.ports}
      var: port
      template:
";

fn world(template: &str) -> TestCursor {
    let lines = template.replace('\n', "\n        ");
    cursor(&format!("{WORLD}        {lines}\n"))
}

/// Shows the first completions: what each replaces and inserts, and beside it the detail.
#[track_caller]
fn check_completion(template: &str, count: usize, expected: Expect) {
    let at = world(template);
    let mut items = completion(&at.analysis, at.file, at.offset);
    items.sort_by(|left, right| left.sort.cmp(&right.sort));
    let rope = at.analysis.document(at.file).unwrap().rope();
    let mut shown = String::new();
    for item in items.iter().take(count) {
        let replaced = text_of(rope, item.replace);
        let _ = writeln!(shown, "{replaced:?} -> {} ({})", item.insert, item.detail.as_deref().unwrap_or_default());
    }
    expected.assert_eq(&shown);
}

#[track_caller]
fn check_hover(template: &str, expected: Expect) {
    let at = world(template);
    let rope = at.analysis.document(at.file).unwrap().rope();
    let shown = hover(&at.analysis, at.file, at.offset);
    let shown = shown.map(|hover| format!("[{}]\n{}\n", text_of(rope, hover.range), hover.markdown));
    expected.assert_eq(&shown.unwrap_or_default());
}

#[track_caller]
fn check_definition(template: &str, expected: Expect) {
    let at = world(template);
    let rope = at.analysis.document(at.file).unwrap().rope();
    let found = definition(&at.analysis, at.file, at.offset);
    let found = found.into_iter().map(|it| format!("{} -> {}", text_of(rope, it.origin), text_of(rope, it.range)));
    expected.assert_eq(&found.collect::<Vec<_>>().join("\n"));
}

#[test]
fn members_are_offered_behind_a_dot() {
    check_completion(
        "a: ${parameters.$0}",
        4,
        expect![[r#"
            "" -> replicas (integer)
            "" -> ports (array of map)
            "" -> labels (map of string)
        "#]],
    );
    check_completion(
        "a: \"x ${parameters.rep$0}\"",
        2,
        expect![[r#"
        "rep" -> replicas (integer)
        "rep" -> ports (array of map)
    "#]],
    );
    check_completion(
        "a: ${port.$0",
        3,
        expect![[r#"
            "" -> number (integer)
            "" -> name (string)
        "#]],
    );
    check_completion(
        "a: ${parameters.ports[0].$0.x}",
        3,
        expect![[r#"
            "" -> number (integer)
            "" -> name (string)
        "#]],
    );
    check_completion(
        "a: |\n  ${oc_merge(metadata.labels, parameters.$0)}",
        1,
        expect![[r#"
        "" -> replicas (integer)
    "#]],
    );
    check_completion(
        "a: ${parameters.ports.map(p, p.$0)}",
        2,
        expect![[r#"
        "" -> number (integer)
        "" -> name (string)
    "#]],
    );
}

#[test]
fn variables_and_functions_are_offered_where_a_value_begins() {
    check_completion(
        "a: ${$0}",
        5,
        expect![[r#"
            "" -> port (map)
            "" -> parameters (map)
            "" -> envOverrides (map)
            "" -> metadata (map)
            "" -> workload (map)
        "#]],
    );
    check_completion(
        "a: ${size(par$0)}",
        2,
        expect![[r#"
            "par" -> port (map)
            "par" -> parameters (map)
        "#]],
    );
    check_completion(
        "a: ${1 + $0}",
        1,
        expect![[r#"
        "" -> port (map)
    "#]],
    );
    check_completion(
        "a: ${size($0)}",
        1,
        expect![[r#"
        "" -> port (map)
    "#]],
    );
    check_completion(
        "a: ${parameters.ports.map(p, $0)}",
        2,
        expect![[r#"
            "" -> p (map)
            "" -> port (map)
        "#]],
    );
    check_completion("a: ${1 $0}", 1, expect![[""]]);
}

#[test]
fn what_can_be_called_is_offered() {
    check_completion(
        "a: ${math.$0}",
        2,
        expect![[r#"
        "" -> greatest($1) (math.greatest(a, b, …))
        "" -> least($1) (math.least(a, b, …))
    "#]],
    );
    check_completion(
        "a: ${metadata.name.$0}",
        4,
        expect![[r#"
        "" -> size() (value.size())
        "" -> contains($1) (text.contains(part))
        "" -> startsWith($1) (text.startsWith(part))
        "" -> endsWith($1) (text.endsWith(part))
    "#]],
    );
    check_completion(
        "a: ${parameters.labels.$0}",
        4,
        expect![[r#"
        "" -> all($1) (list.all(x, condition))
        "" -> exists($1) (list.exists(x, condition))
        "" -> exists_one($1) (list.exists_one(x, condition))
        "" -> existsOne($1) (list.existsOne(i, x, condition))
    "#]],
    );
    check_completion(
        "a: ${configurations.$0}",
        5,
        expect![[r#"
        "" -> configs (map)
        "" -> secrets (map)
        "" -> toContainerEnvFrom() (configurations.toContainerEnvFrom())
        "" -> toContainerVolumeMounts() (configurations.toContainerVolumeMounts())
        "" -> toVolumes() (configurations.toVolumes())
    "#]],
    );
}

#[test]
fn a_name_is_explained() {
    check_hover(
        "a: ${parameters.rep$0licas}",
        expect![[r#"
        [replicas]
        **`replicas`**: integer, default `1`

        How many

        Declared in `type.yml:9`
    "#]],
    );
    check_hover(
        "a: 'x ${met$0adata.name}'",
        expect![[r#"
        [metadata]
        **`metadata`**: map

        Names, labels and identities that the platform computes.
    "#]],
    );
    check_hover(
        "a: ${oc_generate_n$0ame(metadata.name)}",
        expect![[r#"
        [oc_generate_name]
        ```cel
        oc_generate_name(part, …)
        ```

        A valid Kubernetes name of the parts, with a hash that makes it unique.
    "#]],
    );
    check_hover(
        "a: ${port.na$0me}",
        expect![[r#"
        [name]
        **`name`**: string, default `"http"`

        Declared in `type.yml:7`
    "#]],
    );
    check_hover(
        "a: ${p$0ort.name}",
        expect![[r#"
        [port]
        **`port`**: map, required

        Declared in `type.yml:10`
    "#]],
    );
    check_hover(
        "a: ${parameters[\"my-f$0ield\"]}",
        expect![[r#"
            [my-field]
            **My field** (`my-field`): string, required

            Declared in `type.yml:12`
        "#]],
    );
    check_hover(
        "a: ${parameters.ports.map(it$0em, item)}",
        expect![[r#"
        [item]
        **`item`**: map, required

        Declared in `type.yml:10`
    "#]],
    );
    check_hover("a: x$0 ${port.name}", expect![[""]]);
}

#[test]
fn a_name_leads_to_its_declaration() {
    check_definition(
        "a: ${parameters.rep$0licas}",
        expect!["replicas -> replicas: integer | default=1 description='How many'"],
    );
    check_definition(
        "a: ${param$0eters.replicas}",
        expect![[r#"
        parameters -> parameters:
              replicas: integer | default=1 description='How many'
              ports: '[]Port'
              labels: map<string>
              my-field: string"#]],
    );
    check_definition("a: ${port.na$0me}", expect!["name -> name: string | default=http"]);
    check_definition("a: ${po$0rt.name}", expect!["port -> var: port"]);
    check_definition("a: ${parameters.ports.map(p, p$0.name)}", expect!["p -> a: ${parameters.ports.map(p, p.name)}"]);
    check_definition("a: ${meta$0data.name}", expect![[""]]);
    check_definition("${envOverrides.c$0pu}: key", expect!["cpu -> cpu: string"]);
}

#[test]
fn an_expression_that_its_own_colon_breaks_is_completed_as_if_it_had_quotes() {
    check_completion(
        "a: ${parameters.replicas > 1 ? parameters.po$0 : \"none\"}",
        2,
        expect![[r#"
        "po" -> replicas (integer)
        "po" -> ports (array of map)
    "#]],
    );
    check_completion(
        "a: ${parameters.replicas > 1 ? port.name : port.$0",
        2,
        expect![[r#"
        "" -> number (integer)
        "" -> name (string)
    "#]],
    );
    check_completion(
        "a:\n  - ${port.number > 1 ? port.$0na : \"none\"}",
        2,
        expect![[r#"
        "na" -> number (integer)
        "na" -> name (string)
    "#]],
    );
    check_completion("a: ${parameters.replicas > 1 ? 'x' : port.$0}", 2, expect![[r#""#]]);
}
