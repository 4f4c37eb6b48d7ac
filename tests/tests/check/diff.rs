//! `sayl diff`: what a change of a schema means, in a folder with a history.

use std::path::Path;
use std::process::Command;

use expect_test::expect;
use sayl_tests::binary::workspace_root;

use super::{Folder, run};

/// A folder whose files are committed.
fn committed(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(files);
    let script = "git init -q . && git add . && git -c user.name=a -c user.email=a@example.org commit -qm a";
    assert!(Command::new("sh").args(["-euc", script]).current_dir(folder.path()).status().unwrap().success());
    folder
}

/// The bundle of an example, changed as the page says since it was committed.
fn example() -> Folder {
    let config = workspace_root().join("examples/web-app/config");
    let names = ["schema.yml", "rules.star", "values.yml", "deployment.yml"];
    let texts = names.map(|name| (format!("config/{name}"), std::fs::read_to_string(config.join(name)).unwrap()));
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = committed(&files);
    let schema = files[0].1.replace("max=20", "max=10").replace("8080", "8443").replace("tls: true", "proxy: \"\"");
    folder.write("config/schema.yml", schema.as_bytes());
    folder
}

fn page() -> String {
    std::fs::read_to_string(workspace_root().join("docs/diff.md")).unwrap()
}

/// What stands between two fences of the page.
fn shown(page: &str, language: &str) -> String {
    let start = format!("```{language}\n");
    page.split(&start).nth(1).and_then(|rest| rest.split("```\n").next()).unwrap_or_default().to_owned()
}

#[test]
fn the_page_shows_what_is_printed_of_the_example() {
    let folder = example();
    for (arguments, language, status) in [
        ("", "text", 1),
        (" --format markdown --released 2.4.1", "markdown", 1),
        (" --changelog --released 2.4.1", "md", 0),
    ] {
        let printed = run(&mut folder.sayl(&format!("diff HEAD:config config{arguments}")), "");
        assert_eq!(format!("{}-- status {status}\n", shown(&page(), language)), printed, "{arguments}");
    }
}

#[test]
fn values_in_use_decide_whether_anybody_is_hurt() {
    let folder = example();
    folder.write("few.yml", b"replicas: 3\n");
    folder.write("many.yml", b"replicas: 15\n");
    let last = |arguments: &str| {
        let printed = run(&mut folder.sayl(&format!("diff HEAD:config config --format concise {arguments}")), "");
        printed.lines().rev().take(3).collect::<Vec<_>>().join("\n")
    };
    expect![[r#"
        -- status 0
        Semantic versioning asks for a new minor version
        1 warning, 2 information, 1 hint in 1 file"#]]
    .assert_eq(&last("--values few.yml"));
    expect![[r#"
        -- status 1
        Semantic versioning asks for a new major version
        Refused now: many.yml (`replicas` must be at most 10)"#]]
    .assert_eq(&last("--values few.yml --values many.yml"));
}

#[test]
fn a_version_that_is_too_small_is_said() {
    let folder = example();
    folder.write("VERSION", b"v2.5.0\n");
    let printed =
        run(&mut folder.sayl("diff HEAD:config config --format concise --released 2.4.1 --version-file VERSION"), "");
    assert!(printed.contains("3.0.0 after 2.4.1; 2.5.0 is not enough"), "{printed}");
}

#[test]
fn resources_are_compared_by_kind_and_name() {
    let resource = |schema: &str| {
        format!(
            "apiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nmetadata:\n  name: volume\nspec:\n  schema:\n    parameters:\n{schema}"
        )
    };
    let old = resource("      size: 'integer | default=1'\n      path: string\n");
    let new = resource("      size: 'integer | default=2 maximum=5'\n      paths: string\n");
    let folder = Folder::new(&[("old/trait.yml", &old), ("new/trait.yml", &new)]);
    expect![[r#"
        new/trait.yml:7:5: error[schema-key-removed] `path` is not declared any more
        new/trait.yml:8:7: information[schema-undecided] The default of `size` was 1, and is 2 now
        new/trait.yml:8:42: error[schema-rule-tightened] `size` must be at most 5 now
        new/trait.yml:9:7: error[schema-key-required] `paths` is new, and must be given
        -- stderr
        3 errors, 1 information in 1 file
        Semantic versioning asks for a new major version
        -- status 1
    "#]]
    .assert_eq(&run(&mut folder.sayl("diff old new --format concise"), ""));
}

#[test]
fn schemas_of_resources_are_compared_across_generations() {
    let resource = |schemas: &str| {
        let template = "template: {apiVersion: apps/v1, kind: Deployment, metadata: {name: \"${metadata.name}\"}}";
        format!(
            "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata:\n  name: web\nspec:\n  workloadType: deployment\n{schemas}  resources:\n  - id: deployment\n    {template}\n"
        )
    };
    let old = "  schema:\n    parameters: {replicas: 'integer | default=1'}\n    envOverrides: {cpu: 'string | default=\"1\"'}\n";
    let open_api = |properties: &str| format!("    openAPIV3Schema: {{type: object, properties: {{{properties}}}}}\n");
    let new = format!(
        "  parameters:\n{}  environmentConfigs:\n{}",
        open_api("replicas: {type: integer, default: 2}"),
        open_api("cpu: {type: string, default: \"1\", maxLength: 3}")
    );
    let folder = Folder::new(&[("old/type.yml", &resource(old)), ("new/type.yml", &resource(&new))]);
    expect![[r#"
        new/type.yml:8:50: warning[schema-default-changed] The default of `replicas` was 1, and is 2 now
        new/type.yml:10:95: error[schema-rule-tightened] `cpu` must have at most 3 characters now
        -- stderr
        1 error, 1 warning in 1 file
        Semantic versioning asks for a new major version
        -- status 1
    "#]]
    .assert_eq(&run(&mut folder.sayl("diff old new --format concise"), ""));
}

#[test]
fn what_cannot_be_compared_is_said() {
    let folder = committed(&[("schema.yml", "#@data/values-schema\n---\na: 1\n"), ("other.txt", "")]);
    let output = |arguments: &str| run(&mut folder.sayl(&format!("diff {arguments}")), "");
    expect![[r#"
        -- stderr
        sayl: git: Not a valid object name HAED
        -- status 2
    "#]]
    .assert_eq(&output("HAED:schema.yml schema.yml"));
    expect![[r#"
        -- stderr
        sayl: shema.yml: the revision has no such file
        -- status 2
    "#]]
    .assert_eq(&output("HEAD:shema.yml schema.yml"));
    expect![[r#"
        -- stderr
        sayl: other.txt: there is no schema
        -- status 2
    "#]]
    .assert_eq(&output("other.txt schema.yml"));
    expect![[r#"
        No problems in 1 file
        -- status 0
    "#]]
    .assert_eq(&output("HEAD:schema.yml schema.yml"));
    assert!(Path::new(&folder.path().join("schema.yml")).exists());
}

#[test]
fn json_schemas_are_compared() {
    let old = r#"{
  "title": "a\/b",
  "type": "object",
  "required": ["host"],
  "properties": {
    "host": {"type": ["string", "null"]},
    "port": {"type": "integer", "exclusiveMinimum": 0},
    "old": {"type": "string"}
  },
  "additionalProperties": false
}"#;
    let new =
        old.replace("[\"string\", \"null\"]", "\"string\"").replace(": 0}", ": 1023}").replace("\"old\"", "\"new\"");
    let folder =
        committed(&[("values.schema.json", old), ("given.json", "{\"host\": \"a\"}"), ("null.yml", "host: null\n")]);
    folder.write("values.schema.json", new.as_bytes());
    let arguments = "diff HEAD:values.schema.json values.schema.json --format concise";
    expect![[r#"
        values.schema.json:1:1: error[schema-key-removed] `old` is not declared any more
        values.schema.json:6:5: error[schema-type-narrowed] `host` was string or null, and is string now
        values.schema.json:7:53: error[schema-rule-tightened] `port` must be greater than 1023 now
        values.schema.json:8:5: hint[schema-key-added] `new` is new
        -- stderr
        3 errors, 1 hint in 1 file
        Semantic versioning asks for a new major version
        -- status 1
    "#]]
    .assert_eq(&run(&mut folder.sayl(arguments), ""));
    expect![[r#"
        values.schema.json:1:1: information[schema-key-removed] `old` is not declared any more
        values.schema.json:6:5: information[schema-type-narrowed] `host` was string or null, and is string now
        values.schema.json:7:53: information[schema-rule-tightened] `port` must be greater than 1023 now
        values.schema.json:8:5: hint[schema-key-added] `new` is new
        -- stderr
        3 information, 1 hint in 1 file
        Semantic versioning asks for a new minor version
        -- status 0
    "#]]
    .assert_eq(&run(&mut folder.sayl(&format!("{arguments} --values given.json")), ""));
    expect![[r#"
        values.schema.json:1:1: error[schema-key-removed] `old` is not declared any more
        values.schema.json:6:5: error[schema-type-narrowed] `host` was string or null, and is string now
        values.schema.json:7:53: error[schema-rule-tightened] `port` must be greater than 1023 now
        values.schema.json:8:5: hint[schema-key-added] `new` is new
        -- status 1
    "#]]
    .assert_eq(&run(&mut folder.sayl(&format!("{arguments} --values null.yml --quiet")), ""));
}

#[test]
fn keywords_of_json_schema_that_are_not_read_leave_it_undecided() {
    let schema = |condition: &str| {
        format!("{{\"type\": \"object\", \"if\": {condition}, \"properties\": {{\"a\": {{\"type\": \"string\"}}}}}}")
    };
    let folder = Folder::new(&[("old.json", &schema("{}")), ("new.json", &schema("{\"required\": [\"a\"]}"))]);
    expect![[r#"
        new.json:1:20: information[schema-undecided] The document says what is not read: `if: {required: ["a"]}`
        -- stderr
        1 information in 1 file
        Semantic versioning asks for a new minor version
        -- status 0
    "#]]
    .assert_eq(&run(&mut folder.sayl("diff old.json new.json --format concise"), ""));
    expect![[r#"
        -- stderr
        No problems in 1 file
        -- status 0
    "#]]
    .assert_eq(&run(&mut folder.sayl("diff old.json old.json --format concise"), ""));
}

#[test]
fn a_folder_of_values_in_use_says_who_is_hurt() {
    let folder = example();
    folder.write("envs/few.yml", b"#@data/values\n---\nreplicas: 3\n");
    folder.write("envs/many.yml", b"#@data/values\n---\nreplicas: 15\n");
    folder.write("envs/other/workflow.yml", b"on: push\n");
    let printed = run(&mut folder.sayl("diff HEAD:config config --format concise --values envs"), "");
    expect![[r#"
        config/schema.yml:10:32: error[schema-rule-tightened] `replicas` must be at most 10 now
        config/schema.yml:21:1: error[schema-key-removed] `ingress.tls` is not declared any more
        config/schema.yml:26:3: warning[schema-default-changed] The default of `ingress.port` was 8080, and is 8443 now
        config/schema.yml:28:3: hint[schema-key-added] `ingress.proxy` is new
        -- stderr
        2 errors, 1 warning, 1 hint in 1 file
        Refused now: envs/many.yml (`replicas` must be at most 10)
        Semantic versioning asks for a new major version
        -- status 1
    "#]]
    .assert_eq(&printed);
}

#[test]
fn resources_in_use_say_who_is_hurt() {
    let ty = |schema: &str| {
        format!(
            "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {{name: web}}\nspec:\n  workloadType: deployment\n  parameters:\n    openAPIV3Schema: {{type: object, properties: {{{schema}}}}}\n  resources:\n  - id: deployment\n    template: {{apiVersion: apps/v1, kind: Deployment, metadata: {{name: \"${{metadata.name}}\"}}}}\n"
        )
    };
    let component = |name: &str, size: u8| {
        format!(
            "apiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {{name: {name}}}\nspec:\n  owner: {{projectName: p}}\n  componentType: {{kind: ComponentType, name: deployment/web}}\n  parameters: {{size: {size}}}\n"
        )
    };
    let (old, new) = (ty("size: {type: integer}"), ty("size: {type: integer, maximum: 5}"));
    let (small, large) = (component("small", 3), component("large", 9));
    let folder = Folder::new(&[
        ("old/type.yml", &old),
        ("new/type.yml", &new),
        ("components/small.yml", &small),
        ("components/large.yml", &large),
    ]);
    expect![[r#"
        new/type.yml:7:81: error[schema-rule-tightened] `size` must be at most 5 now
        -- stderr
        1 error in 1 file
        Refused now: components/large.yml (`size` must be at most 5)
        Semantic versioning asks for a new major version
        -- status 1
    "#]]
    .assert_eq(&run(&mut folder.sayl("diff old new --format concise --values components"), ""));
    expect![[r#"
        new/type.yml:7:81: information[schema-rule-tightened] `size` must be at most 5 now
        -- stderr
        1 information in 1 file
        Semantic versioning asks for a new minor version
        -- status 0
    "#]]
    .assert_eq(&run(&mut folder.sayl("diff old new --format concise --values components/small.yml"), ""));
}

#[test]
fn a_second_schema_beside_the_first_is_no_change_of_it() {
    let folder = committed(&[("a/schema.yml", "#@data/values-schema\n---\nport: 80\n")]);
    folder.write("b/schema.yml", b"#@data/values-schema\n---\nport: 80\n");
    let printed = run(&mut folder.sayl("diff HEAD: . --format concise"), "");
    expect![[r#"
        -- stderr
        No problems in 2 files
        -- status 0
    "#]]
    .assert_eq(&printed);
}

#[test]
fn a_repository_names_no_program_that_reading_it_runs() {
    let folder = committed(&[("schema.yml", "#@data/values-schema\n---\nport: 80\n")]);
    // A clone that lacks an object, and says which program fetches it.
    let script = "rm -rf .git/objects/$(git rev-parse HEAD:schema.yml | sed 's,..,&/,')
        git config core.repositoryformatversion 1
        git config extensions.partialClone origin
        git config remote.origin.promisor true
        git config remote.origin.url \"$PWD/.git\"
        git config remote.origin.uploadpack \"touch '$PWD/ran'; false\"
        git config core.fsmonitor \"touch '$PWD/ran'; false\"";
    assert!(Command::new("sh").args(["-euc", script]).current_dir(folder.path()).status().unwrap().success());
    let printed = run(&mut folder.sayl("diff HEAD:schema.yml schema.yml"), "");
    assert!(printed.contains("git lacks schema.yml") || printed.contains("sayl: git: "), "{printed}");
    assert!(!folder.path().join("ran").exists());
    let fetches = "git cat-file -p HEAD:schema.yml";
    let _ = Command::new("sh").args(["-c", fetches]).current_dir(folder.path()).output().unwrap();
    assert!(folder.path().join("ran").exists(), "git itself runs it");
}

#[test]
fn two_files_of_one_folder_are_compared_with_each_other() {
    let folder = Folder::new(&[
        ("old.yml", "#@data/values-schema\n---\nport: 1\nhost: x\n"),
        ("new.yml", "#@data/values-schema\n---\nport: \"\"\n"),
    ]);
    let printed = run(&mut folder.sayl("diff old.yml new.yml --format concise"), "");
    expect![[r#"
        new.yml:2:1: error[schema-key-removed] `host` is not declared any more
        new.yml:3:1: warning[schema-default-changed] The default of `port` was 1, and is "" now
        new.yml:3:1: error[schema-type-narrowed] `port` was integer, and is string now
        -- stderr
        2 errors, 1 warning in 1 file
        Semantic versioning asks for a new major version
        -- status 1
    "#]]
    .assert_eq(&printed);
}
