//! Every action is applied: what it is about is gone then, and nothing else has come.

use std::fmt::Write as _;
use std::path::PathBuf;

use expect_test::{Expect, expect};

use super::*;
use crate::cancel::CancelToken;
use crate::test_support::{Fixture, FixtureFile, cursor};

/// A problem without its place, which edits move.
type Said = (Code, String);

#[track_caller]
fn all_problems(analysis: &Analysis) -> Vec<Problem> {
    let problems = |file| analysis.problems(file, &CancelToken::new()).unwrap().to_vec();
    analysis.files().into_iter().flat_map(problems).collect()
}

fn said(problems: &[Problem]) -> Vec<Said> {
    problems.iter().map(|problem| (problem.code, problem.text())).collect()
}

/// Every action at every problem, with that problem.
fn offered(analysis: &Analysis) -> Vec<(Problem, CodeAction)> {
    let at = |problem: Problem| {
        let file = problem.place.file;
        let actions = fixes(analysis, file, &problem).into_iter().chain(suppression(analysis, file, &problem));
        actions.map(|action| (problem.clone(), action)).collect::<Vec<_>>()
    };
    all_problems(analysis).into_iter().flat_map(at).collect()
}

/// The files after an action.
fn applied(fixture: &Fixture, analysis: &Analysis, action: &CodeAction) -> Fixture {
    let mut files: Vec<FixtureFile> = Vec::new();
    for file in &fixture.files {
        let id = analysis.file(&file.path).unwrap();
        let mut edits: Vec<_> = action.edits.iter().filter(|(place, _)| place.file == id).collect();
        edits.sort_by_key(|(place, _)| place.range.start());
        let mut text = file.text.clone();
        for (place, new) in edits.iter().rev() {
            text.replace_range(std::ops::Range::<usize>::from(place.range), new);
        }
        files.push(FixtureFile { path: file.path.clone(), text, ..FixtureFile::default() });
    }
    let new = action.new_file.iter().cloned();
    files.extend(new.map(|(path, text)| FixtureFile { path, text, ..FixtureFile::default() }));
    Fixture { files, ..Fixture::default() }
}

/// The files that differ, as they are now.
fn changed(before: &Fixture, after: &Fixture) -> String {
    let mut shown = String::new();
    for file in &after.files {
        if !before.files.iter().any(|old| old.path == file.path && old.text == file.text) {
            let _ = writeln!(shown, "#- {}\n{}", file.path.display(), file.text.trim_end_matches('\n'));
        }
    }
    shown
}

#[track_caller]
fn check(title: &str, fixture: &str, expected: Expect) {
    let before = Fixture::parse(fixture);
    let analysis = before.analysis();
    let offered = offered(&analysis);
    let titles: Vec<&str> = offered.iter().map(|(_, action)| action.title.as_str()).collect();
    let found = offered.iter().find(|(_, action)| action.title == title);
    let (problem, action) = found.unwrap_or_else(|| panic!("no `{title}` among {titles:#?}"));
    let after = applied(&before, &analysis, action);
    let (then, now) = (said(&all_problems(&analysis)), said(&all_problems(&after.analysis())));
    let count = |list: &[Said]| list.iter().filter(|it| it.0 == problem.code && it.1 == problem.text()).count();
    assert!(count(&now) < count(&then), "the problem is still there:\n{}{now:#?}", changed(&before, &after));
    let news: Vec<_> = now.iter().filter(|it| !then.contains(it)).collect();
    assert!(news.is_empty(), "new problems:\n{}{news:#?}", changed(&before, &after));
    expected.assert_eq(&changed(&before, &after));
}

/// No action of that title is offered.
#[track_caller]
fn check_none(title: &str, fixture: &str) {
    let analysis = Fixture::parse(fixture).analysis();
    let titles: Vec<String> = offered(&analysis).into_iter().map(|(_, action)| action.title).collect();
    assert!(!titles.iter().any(|it| it.starts_with(title)), "{titles:?}");
    assert!(!all_problems(&analysis).is_empty());
}

/// A schema and a values file, the values as given.
fn world(schema: &str, values: &str) -> String {
    format!("#- /schema.yml\n#@data/values-schema\n---\n{schema}#- /values.yml\n#@data/values\n---\n{values}")
}

/// The same in an older edition.
fn older(schema: &str, values: &str) -> String {
    format!(
        "#- /schema.yml\n#@schema/match data_values=True\n---\n{schema}#- /values.yml\n#@data/values\n---\n{values}"
    )
}

/// A component of a type with these parameters.
fn component(parameters: &str, spec: &str) -> String {
    format!(
        "#- /type.yml\napiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {{name: web}}\nspec:\n  \
         workloadType: deployment\n  schema:\n    parameters:\n{parameters}#- /shop.yml\napiVersion: \
         openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {{name: shop}}\nspec:\n  componentType: deployment/web\n{spec}"
    )
}

#[test]
fn a_scalar_is_written_as_its_type() {
    for (schema, found, expected) in [
        ("80", "\"8080\"", "8080"),
        ("80", "80.0", "80"),
        ("\"\"", "8080", "\"8080\""),
        ("\"\"", "yes", "\"yes\""),
        ("true", "\"yes\"", "true"),
        ("true", "'off'", "false"),
        ("1.5", "'2.50'", "2.50"),
    ] {
        let expected_text = format!("#- /values.yml\n#@data/values\n---\na: {expected}\n");
        let fixture = world(&format!("a: {schema}\n"), &format!("a: {found}\n"));
        let before = Fixture::parse(&fixture);
        let analysis = before.analysis();
        let title = format!("Change to `{expected}`");
        let found = offered(&analysis).into_iter().find(|(_, action)| action.title == title && action.is_preferred);
        let (_, action) = found.unwrap_or_else(|| panic!("{title}"));
        let after = applied(&before, &analysis, &action);
        assert_eq!(changed(&before, &after), expected_text);
        assert_eq!(said(&all_problems(&after.analysis())), []);
    }
    check_none("Change to", &world("a: 80\n", "a: many\n"));
}

#[test]
fn a_parameter_is_written_as_its_type() {
    check(
        "Change to `\"8080\"`",
        &component("      port: string\n", "  parameters:\n    port: 8080\n"),
        expect![[r##"
        #- /shop.yml
        apiVersion: openchoreo.dev/v1alpha1
        kind: Component
        metadata: {name: shop}
        spec:
          componentType: deployment/web
          parameters:
            port: "8080"
    "##]],
    );
}

#[test]
fn a_schema_learns_to_accept_a_value() {
    let fixture = world("app:\n  #! The port.\n  port: 80\n", "app:\n  port: null\n");
    check(
        "Let the schema accept null here: `@schema/nullable`",
        &fixture,
        expect![[r#"
        #- /schema.yml
        #@data/values-schema
        ---
        app:
          #! The port.
          #@schema/nullable
          port: 80
    "#]],
    );
    let fixture = world("app:\n  port: 80\n", "app:\n  port: http\n");
    check(
        "Let the schema accept anything here: `@schema/type any=True`",
        &fixture,
        expect![[r#"
        #- /schema.yml
        #@data/values-schema
        ---
        app:
          #@schema/type any=True
          port: 80
    "#]],
    );
}

#[test]
fn a_schema_of_a_library_is_not_edited_nor_one_that_would_be_misread() {
    check_none("Let the schema", &world("list:\n- name: \"\"\n", "list:\n- name: [1]\n"));
    check_none("Let the schema", &world("app: {port: 80}\n", "app: {port: x}\n"));
}

#[test]
fn an_example_without_a_type_may_be_anything() {
    let title = "Let it be anything: `@schema/type any=True`";
    check(
        title,
        &world("app:\n  name:\n", ""),
        expect![[r#"
        #- /schema.yml
        #@data/values-schema
        ---
        app:
          #@schema/type any=True
          name:
    "#]],
    );
    check(
        title,
        &world("names: []\n", ""),
        expect![[r#"
        #- /schema.yml
        #@data/values-schema
        ---
        #@schema/type any=True
        names: []
    "#]],
    );
}

#[test]
fn annotations_without_effect_go() {
    let title = "Remove the annotation";
    check(
        title,
        &older("#@schema/default 80\nport: 80\n", ""),
        expect![[r#"
        #- /schema.yml
        #@schema/match data_values=True
        ---
        port: 80
    "#]],
    );
    check(
        title,
        &world("#@schema/title \"A\"\n#@schema/title \"B\"\nport: 80\n", ""),
        expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        #@schema/title "B"
        port: 80
    "##]],
    );
    check(
        title,
        &world("#@schema/type any=True\napp:\n  port: 80 #@schema/title \"A\"\n", ""),
        expect![[r#"
        #- /schema.yml
        #@data/values-schema
        ---
        #@schema/type any=True
        app:
          port: 80
    "#]],
    );
    check(
        title,
        "#@data/values-schema\n---\nport: 80\n#@schema/nullable\n",
        expect![[r#"
        #- /main.yml
        #@data/values-schema
        ---
        port: 80
    "#]],
    );
}

#[test]
fn older_editions_are_told_what_they_ask_for() {
    check(
        "State the default: `@schema/default []`",
        &older("names:\n- x\n", ""),
        expect![[r#"
        #- /schema.yml
        #@schema/match data_values=True
        ---
        #@schema/default []
        names:
        - x
    "#]],
    );
    let title = "Let the schema leave it empty: `@schema/allow-empty`";
    check(
        title,
        &older("app:\n  domain: \"\"\n", "app:\n  domain: \"\"\n"),
        expect![[r##"
        #- /schema.yml
        #@schema/match data_values=True
        ---
        app:
          #@schema/allow-empty
          domain: ""
    "##]],
    );
}

#[test]
fn a_removed_key_goes_with_its_value_and_its_comments() {
    let schema = "#@schema/removed \"use `new`\"\nold:\n  a: 1\nnew: 1\nname: \"x\"\n";
    let title = "Remove `old`";
    check(
        title,
        &older(schema, "name: a\n\n#! What it was.\n#@overlay/replace\nold:\n  a: 1\n\nnew: 2\n"),
        expect![[r#"
            #- /values.yml
            #@data/values
            ---
            name: a

            new: 2
        "#]],
    );
    check(
        title,
        &older(schema, "{name: a, old: {a: 2}, new: 2}\n"),
        expect![[r#"
        #- /values.yml
        #@data/values
        ---
        {name: a, new: 2}
    "#]],
    );
    check(
        title,
        &older(schema, "{old: {a: 2}, new: 2}\n"),
        expect![[r#"
        #- /values.yml
        #@data/values
        ---
        {new: 2}
    "#]],
    );
    check(
        title,
        &older(schema, "old:\n  a: 2\n"),
        expect![[r#"
        #- /values.yml
        #@data/values
        ---
        {}
    "#]],
    );
}

#[test]
fn a_key_is_replaced_by_the_one_that_its_notice_names() {
    let schema = "#@schema/deprecated \"use `name`\"\nold_name: \"\"\nname: \"\"\n";
    check(
        "Change to `name`",
        &world(schema, "old_name: x\n"),
        expect![[r#"
        #- /values.yml
        #@data/values
        ---
        name: x
    "#]],
    );
    check_none("Change to", &world(schema, "old_name: x\nname: z\n"));
    check(
        "Remove `old_name`",
        &world(schema, "old_name: x\nname: z\n"),
        expect![[r#"
        #- /values.yml
        #@data/values
        ---
        name: z
    "#]],
    );
}

#[test]
fn required_parameters_are_inserted() {
    let parameters = "      port: integer | minimum=1024\n      name: string\n      size: string | default=s\n";
    check(
        "Insert `port`",
        &component(parameters, "  parameters:\n    size: l\n"),
        expect![[r#"
        #- /shop.yml
        apiVersion: openchoreo.dev/v1alpha1
        kind: Component
        metadata: {name: shop}
        spec:
          componentType: deployment/web
          parameters:
            size: l
            port: 1024
    "#]],
    );
    let title = "Insert everything that is required";
    check(
        title,
        &component(parameters, "  parameters: {size: l}\n"),
        expect![[r##"
        #- /shop.yml
        apiVersion: openchoreo.dev/v1alpha1
        kind: Component
        metadata: {name: shop}
        spec:
          componentType: deployment/web
          parameters: {size: l, port: 1024, name: ""}
    "##]],
    );
    check(
        title,
        &component(parameters, "  parameters: {}\n"),
        expect![[r##"
        #- /shop.yml
        apiVersion: openchoreo.dev/v1alpha1
        kind: Component
        metadata: {name: shop}
        spec:
          componentType: deployment/web
          parameters: {port: 1024, name: ""}
    "##]],
    );
    let nested = "      db:\n        host: string | format=hostname\n        mode: string | enum=rw,ro\n";
    check(
        "Insert `parameters`",
        &component(nested, "  owner: {projectName: p}\n"),
        expect![[r#"
        #- /shop.yml
        apiVersion: openchoreo.dev/v1alpha1
        kind: Component
        metadata: {name: shop}
        spec:
          componentType: deployment/web
          owner: {projectName: p}
          parameters:
            db:
              host: example.org
              mode: rw
    "#]],
    );
}

#[test]
fn a_loop_gets_a_variable() {
    let spec = "#- /trait.yml\napiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nmetadata: {name: t}\nspec:\n  schema:\n    \
                parameters:\n      ports: '[]integer | default=[]'\n  creates:\n  - forEach: ${parameters.ports}\n    \
                template: {apiVersion: v1, kind: Service, metadata: {name: x}}\n";
    check(
        "Insert `var: item`",
        spec,
        expect![[r#"
        #- /trait.yml
        apiVersion: openchoreo.dev/v1alpha1
        kind: Trait
        metadata: {name: t}
        spec:
          schema:
            parameters:
              ports: '[]integer | default=[]'
          creates:
          - var: item
            forEach: ${parameters.ports}
            template: {apiVersion: v1, kind: Service, metadata: {name: x}}
    "#]],
    );
}

/// Two bundles, and a values file beside them.
const TWO: &str = "\
#- /work/a/schema.yml
#@data/values-schema
---
port: 80
#- /work/b/schema.yml
#@data/values-schema
---
name: \"\"
#- /work/envs/dev.yml
#@data/values
---
port: 81
";

#[test]
fn a_values_file_names_its_schema() {
    check(
        "Check it with the schema in `../a`",
        TWO,
        expect![[r#"
        #- /work/envs/dev.yml
        #! sayl: schema=../a
        #@data/values
        ---
        port: 81
    "#]],
    );
    check(
        "Put it together with `a` in `sayl.toml`",
        TWO,
        expect![[r##"
        #- /work/sayl.toml
        [[bundle]]
        name = "dev"
        files = ["a", "envs/dev.yml"]
    "##]],
    );
    let configured = format!("#- /work/sayl.toml\n[severity]\nno-schema = \"warning\"\n{TWO}");
    check(
        "Put it together with `a` in `sayl.toml`",
        &configured,
        expect![[r##"
        #- /work/sayl.toml
        [severity]
        no-schema = "warning"

        [[bundle]]
        name = "dev"
        files = ["a", "envs/dev.yml"]
    "##]],
    );
}

#[test]
fn a_problem_is_ignored_where_it_is() {
    let title = "Ignore `unknown-key` here";
    check(
        title,
        &world("app: {port: 80}\n", "app:\n  bogus: 1\n"),
        expect![[r#"
        #- /values.yml
        #@data/values
        ---
        app:
          #! sayl-ignore: unknown-key
          bogus: 1
    "#]],
    );
    let again = "#! sayl-ignore: type-mismatch\nbogus: {a: 1}\n";
    check(
        title,
        &world("app: {port: 80}\n", again),
        expect![[r#"
        #- /values.yml
        #@data/values
        ---
        #! sayl-ignore: type-mismatch, unknown-key
        bogus: {a: 1}
    "#]],
    );
    check(
        "Ignore `unsuitable-marker` here",
        &component("      port: string | minimum=5 default=a\n", ""),
        expect![[r#"
            #- /type.yml
            apiVersion: openchoreo.dev/v1alpha1
            kind: ComponentType
            metadata: {name: web}
            spec:
              workloadType: deployment
              schema:
                parameters:
                  # sayl-ignore: unsuitable-marker
                  port: string | minimum=5 default=a
        "#]],
    );
    check(
        "Ignore `template-name` here",
        "#- /schema.yml\n#@data/values-schema\n---\na: 1\n#- /t.yml\n#@ load(\"a.star\", \"f\")\n---\na: #@ f()\n#- /a.star\ndef f():\n  return nope\nend\n",
        expect![[r#"
            #- /a.star
            def f():
              # sayl-ignore: template-name
              return nope
            end
        "#]],
    );
    check_none("Ignore", "#@data/values-schema\n---\na: [1\n");
}

#[test]
fn what_is_obvious_is_fixed_at_once() {
    let before = Fixture::parse(&world("port: 80\nname: \"\"\n", "prot: 81\nname: 5\n#! sayl-ignore: no-schema\n"));
    let analysis = before.analysis();
    let file = analysis.file(&PathBuf::from("/values.yml")).unwrap();
    let problems = analysis.problems(file, &CancelToken::new()).unwrap();
    let action = fix_all(&analysis, file, &problems).unwrap();
    let after = applied(&before, &analysis, &action);
    expect![[r##"
        #- /values.yml
        #@data/values
        ---
        port: 81
        name: "5"
    "##]]
    .assert_eq(&changed(&before, &after));
    assert_eq!(fix_all(&after.analysis(), file, &[]), None);
}

/// The rewritings at the cursor, each with what it makes of the file.
#[track_caller]
fn check_rewritings(fixture: &str, expected: Expect) {
    let at = cursor(fixture);
    let actions = rewritings(&at.analysis, at.file, TextRange::empty(at.offset));
    let before = Fixture::parse(fixture);
    let mut shown = String::new();
    for action in actions {
        let after = applied(&before, &at.analysis, &action);
        let then = said(&all_problems(&at.analysis));
        let news: Vec<Said> =
            said(&all_problems(&after.analysis())).into_iter().filter(|it| !then.contains(it)).collect();
        assert_eq!(news, [], "{}", changed(&before, &after));
        let _ = write!(shown, "{}:\n{}", action.title, changed(&before, &after));
    }
    expected.assert_eq(&shown);
}

#[test]
fn keys_that_are_left_out_are_written_with_their_defaults() {
    let schema =
        "port: 80\napp:\n  name: web\n  #@schema/default [1, 2]\n  ports: [0]\n  #@schema/nullable\n  env: {a: 1}\n";
    check_rewritings(
        &world(schema, "app$0:\n  name: x\n"),
        expect![[r#"
        Insert the keys that are left out:
        #- /values.yml
        #@data/values
        ---
        app:
          name: x
          #@overlay/replace
          ports:
          - 1
          - 2
          env: null
    "#]],
    );
    check_rewritings(
        &world(schema, "po$0rt: 81\n"),
        expect![[r#"
        Insert the keys that are left out:
        #- /values.yml
        #@data/values
        ---
        port: 81
        app:
          name: web
          #@overlay/replace
          ports:
          - 1
          - 2
          env: null
    "#]],
    );
    check_rewritings(&world(schema, "app: {na$0me: x}\n"), expect![""]);
}

#[test]
fn a_values_file_is_made_of_a_schema() {
    let schema = "#$0@data/values-schema
---
#@schema/title \"Port\"
#@schema/desc \"Where it listens.\"
#@schema/validation min=1024
port: 80
app:
  #@schema/nullable
  name: \"\"
  #@schema/default [{\"host\": \"a\"}]
  servers:
  - host: \"\"
    port: 1.0
#@schema/deprecated \"use `app`\"
old: {a: 1}
labels: {}
";
    check_rewritings(
        &format!("#- /schema.yml\n{schema}"),
        expect![[r#"
        Write a values file with all defaults:
        #- /values.yml
        #@data/values
        ---
        #! Port
        #! Where it listens.
        #! required; integer; at least 1024
        port: 1024
        #! map
        app:
          #! string or null
          name: null
          #! array of map
          #@overlay/replace
          servers:
          - host: a
            port: 1
        #! map
        labels: {}
    "#]],
    );
}

#[test]
fn a_schema_is_made_of_values() {
    let values = "#$0@data/values
---
port: 80
ratio: 1.0
name: null
labels: {}
hosts: []
mixed: [1, a]
servers:
- host: a
  tags: [x]
- port: 80
  host: null
script: |
  a
  b
matrix: [[1], [2.5]]
";
    check_rewritings(
        &format!("#- /values.yml\n{values}"),
        expect![[r#"
        Write a schema for these values:
        #- /schema.yml
        #@data/values-schema
        ---
        port: 80
        ratio: 1.0
        #@schema/nullable
        name: ""
        #@schema/type any=True
        labels: {}
        #@schema/type any=True
        hosts: []
        #@schema/type any=True
        mixed:
        - 1
        - a
        servers:
        -
          #@schema/nullable
          host: a
          tags:
          - x
          port: 80
        script: |
          a
          b
        matrix:
        - - 2.5
    "#]],
    );
    check_rewritings(
        "#- /plain.yml\n$0a: {b: [{c: ~}]}\n",
        expect![[r#"
        Write a schema for these values:
        #- /schema.yml
        #@data/values-schema
        ---
        a:
          b:
          -
            #@schema/nullable
            c: ""
    "#]],
    );
}

/// The titles of what is offered.
#[track_caller]
fn titles(spec: &str) -> Vec<String> {
    let at = cursor(&format!("apiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nspec:\n{spec}"));
    let range = TextRange::empty(at.offset);
    rewritings(&at.analysis, at.file, range).into_iter().map(|action| action.title).collect()
}

#[test]
fn shorthand_schemas_can_be_written_in_the_newer_form() {
    let title = ["Write the schemas as `openAPIV3Schema`"];
    assert_eq!(titles("  schema:\n    parameters:\n      a: str$0ing\n  creates: []\n"), title);
    assert_eq!(titles("  schem$0a:\n    parameters:\n      a: string\n"), title);
}

#[test]
fn nothing_is_offered_elsewhere_or_while_the_schema_is_wrong() {
    assert_eq!(titles("  schema:\n    parameters:\n      a: string\n  creates: [$0]\n"), [""; 0]);
    assert_eq!(titles("  schema:\n    parameters:\n      a: str$0ng\n"), [""; 0]);
    assert_eq!(titles("  parameters:\n    openAPIV3Schema: {type: obj$0ect}\n"), [""; 0]);
}
