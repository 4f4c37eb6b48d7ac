//! What is offered without a problem: values from schemas, schemas from values, other forms.

use super::*;

/// The rewritings at the cursor, each with what it makes of the file.
#[track_caller]
fn check_rewritings(fixture: &str, expected: Expect) {
    let at = cursor(fixture);
    let actions = rewritings(&at.analysis, at.file, TextRange::empty(at.offset));
    let before = Fixture::parse(fixture);
    let mut shown = String::new();
    for action in actions {
        let after = applied(&before, &at.analysis, &action);
        let then = messages(&all_problems(&at.analysis));
        let news: Vec<CodeAndMessage> =
            messages(&all_problems(&after.analysis())).into_iter().filter(|it| is_news(it, &then)).collect();
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
               name: x
            +  #@overlay/replace
            +  ports:
            +  - 1
            +  - 2
            +  env: null
        "#]],
    );
    check_rewritings(
        &world(schema, "po$0rt: 81\n"),
        expect![[r#"
            Insert the keys that are left out:
            #- /values.yml
             port: 81
            +app:
            +  name: web
            +  #@overlay/replace
            +  ports:
            +  - 1
            +  - 2
            +  env: null
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
            mixed:
            #@schema/type any=True
            - 1
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

#[test]
fn a_resource_of_an_older_version_can_be_written_as_today() {
    let at = cursor(
        "apiVersion: openchoreo.dev/v1alpha1\nkind: Pro$0ject\nspec:\n  deploymentPipelineRef: a # b\n  type: {name: c}\n",
    );
    let actions = rewritings(&at.analysis, at.file, TextRange::empty(at.offset));
    let [CodeAction { title, edits, .. }] = &actions[..] else { panic!("{actions:?}") };
    assert_eq!(title, "Write the resources as OpenChoreo v1 has them");
    assert!(edits[0].1.contains("  deploymentPipelineRef:\n    name: a # b\n  type: {name: c}\n"), "{}", edits[0].1);
    assert_eq!(titles("  creates$0: []\n"), [""; 0]);
}

#[test]
fn a_schema_of_an_older_edition_can_be_written_as_released() {
    let at = cursor("#@schema/match data_values=True\n---\n#@schema/d$0oc \"x\"\nport: 80 # kept\n");
    let actions = rewritings(&at.analysis, at.file, TextRange::empty(at.offset));
    let action = actions.iter().find(|action| action.title == "Write the schema as released ytt has it").unwrap();
    assert_eq!(action.edits[0].1, "#@data/values-schema\n---\n#@schema/desc \"x\"\nport: 80 # kept\n");
    let at = cursor("#@data/values-schema\n---\n#@schema/d$0oc \"x\"\nport: 80\n");
    let actions = rewritings(&at.analysis, at.file, TextRange::empty(at.offset));
    assert!(actions.iter().all(|action| action.title != "Write the schema as released ytt has it"));
}

#[test]
fn a_component_of_a_type_can_be_written() {
    let at = cursor(
        "#- /types/web.yml\napiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType$0\nmetadata: {name: web}\nspec: {workloadType: job}\n",
    );
    let actions = rewritings(&at.analysis, at.file, TextRange::empty(at.offset));
    let action = actions.iter().find(|action| action.title == "Write a Component of this type").unwrap();
    let (path, text) = action.new_file.clone().unwrap();
    assert_eq!(path, std::path::Path::new("/types/my-component.yml"));
    assert!(text.contains("name: job/web\n"), "{text}");
}
