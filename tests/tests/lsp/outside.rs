//! Documents that lie in no folder of the client: what they refer to is found by their path, and so is who uses them.

use sayl_tests::client::{Client, Workspace, at, capabilities, is_publish};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

const TYPE: &str = "\
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web-app}
spec:
  workloadType: deployment
  schema:
    parameters:
      replicas: integer | default=1
  resources:
    - id: deployment
      template:
        {apiVersion: apps/v1, kind: Deployment, metadata: {name: x}, spec: {replicas: \"${parameters.replicas}\"}}
";

const COMPONENT: &str = "\
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: shop}
spec:
  owner: {projectName: shop}
  componentType: deployment/web-app
  parameters: {replicas: x}
";

/// A session without folders, with one document open. Gives the codes of its problems.
fn open(workspace: &Workspace, name: &str, text: &str) -> (Client, String, Vec<String>) {
    let mut client = Client::spawn();
    client.initialize(&[], &capabilities(), &Value::Null);
    let uri = workspace.uri(name);
    client.open(&uri, text);
    let codes = client.problems_of_version(&uri, 1).into_iter().map(|problem| problem.code).collect();
    (client, uri, codes)
}

/// The files that a rename edits, and how often, by their paths in the workspace.
fn renamed(client: &mut Client, workspace: &Workspace, uri: &str, (line, character): (u32, u32)) -> Vec<String> {
    let mut params = at(uri, line, character);
    params["newName"] = json!("copies");
    let edit = client.request("textDocument/rename", &params);
    let root = workspace.uri("");
    let shown = |change: &Value| {
        let path = change["textDocument"]["uri"].as_str().unwrap().trim_start_matches(&root).trim_start_matches('/');
        format!("{path}: {}", change["edits"].as_array().unwrap().len())
    };
    let mut files: Vec<String> = edit["documentChanges"].as_array().unwrap().iter().map(shown).collect();
    files.sort();
    files
}

/// What people were told beside answers.
fn messages(client: &mut Client) -> Vec<String> {
    let shown = client.drain(|message| message["method"] == "window/showMessage");
    shown.iter().map(|message| message["params"]["message"].as_str().unwrap().to_owned()).collect()
}

/// Ends a session in which files that depend on the open one came to be known, and so their problems.
fn stop(client: Client) {
    client.stop_amid(|message| message["method"] == "textDocument/publishDiagnostics");
}

#[test]
fn a_component_finds_its_type_beyond_its_folder() {
    let workspace = Workspace::new(&[(".git/HEAD", ""), ("types/web-app.yml", TYPE), ("shop/shop.yml", COMPONENT)]);
    let (client, _, codes) = open(&workspace, "shop/shop.yml", COMPONENT);
    assert_eq!(codes, ["type-mismatch"]);
    client.stop();
}

#[test]
fn a_component_finds_its_type_beyond_its_folder_when_it_comes_to_name_it() {
    let workspace = Workspace::new(&[(".git/HEAD", ""), ("types/web-app.yml", TYPE), ("shop/shop.yml", COMPONENT)]);
    let reference = "  componentType: deployment/web-app\n";
    let (mut client, uri, codes) = open(&workspace, "shop/shop.yml", &COMPONENT.replace(reference, ""));
    assert_eq!(codes, ["missing-field"]);
    client.change(&uri, 2, (5, 0), (5, 0), reference);
    client.wait_for_problems(&uri, &[(6, "type-mismatch")]);
    stop(client);
}

#[test]
fn a_parameter_of_a_type_is_renamed_in_every_component_of_the_project() {
    let workspace = Workspace::new(&[
        (".git/HEAD", ""),
        ("types/web-app.yml", TYPE),
        ("shop/shop.yml", COMPONENT),
        ("teams/a/desk.yml", &COMPONENT.replace("name: shop", "name: desk")),
    ]);
    let (mut client, uri, _) = open(&workspace, "types/web-app.yml", TYPE);
    let files = renamed(&mut client, &workspace, &uri, (7, 8));
    assert_eq!(files, ["shop/shop.yml: 1", "teams/a/desk.yml: 1", "types/web-app.yml: 2"]);
    assert_eq!(messages(&mut client), [""; 0]);
    stop(client);
}

#[test]
fn a_key_of_a_schema_is_renamed_in_every_values_file_of_the_project() {
    let workspace = Workspace::new(&[
        (".git/HEAD", ""),
        ("config/schema.yml", SCHEMA),
        ("envs/dev.yml", &values("level: debug\n")),
        ("envs/eu/prod.yml", &values("level: info\n")),
    ]);
    let (mut client, uri, _) = open(&workspace, "config/schema.yml", SCHEMA);
    let files = renamed(&mut client, &workspace, &uri, (8, 0));
    assert_eq!(files, ["config/schema.yml: 1", "envs/dev.yml: 1", "envs/eu/prod.yml: 1"]);
    assert_eq!(messages(&mut client), [""; 0]);
    stop(client);
}

#[test]
fn what_changed_on_disk_since_is_renamed_as_it_is_now() {
    let workspace = Workspace::new(&[(".git/HEAD", ""), ("schema.yml", SCHEMA), ("a.yml", &values("level: info\n"))]);
    let (mut client, uri, _) = open(&workspace, "schema.yml", SCHEMA);
    workspace.remove("a.yml");
    workspace.write("b.yml", values("\n\nlevel: info\n"));
    assert_eq!(renamed(&mut client, &workspace, &uri, (8, 0)), ["b.yml: 1", "schema.yml: 1"]);
    stop(client);
}

#[test]
fn references_reach_as_far_as_a_rename() {
    let workspace = Workspace::new(&[(".git/HEAD", ""), ("types/web-app.yml", TYPE), ("shop/shop.yml", COMPONENT)]);
    let (mut client, uri, _) = open(&workspace, "types/web-app.yml", TYPE);
    let mut params = at(&uri, 7, 8);
    params["context"] = json!({"includeDeclaration": false});
    let found = client.request("textDocument/references", &params);
    let uris: Vec<&str> = found.as_array().unwrap().iter().map(|place| place["uri"].as_str().unwrap()).collect();
    assert_eq!(uris, [uri.clone(), workspace.uri("shop/shop.yml")]);
    stop(client);
}

#[test]
fn where_nothing_marks_the_edge_of_a_project_a_rename_says_that_it_may_be_partial() {
    let workspace = Workspace::new(&[("p/web-app.yml", TYPE), ("p/shop/shop.yml", COMPONENT)]);
    let (mut client, uri, _) = open(&workspace, "p/web-app.yml", TYPE);
    assert_eq!(renamed(&mut client, &workspace, &uri, (7, 8)), ["p/shop/shop.yml: 1", "p/web-app.yml: 2"]);
    let message = messages(&mut client);
    assert!(message.len() == 1 && message[0].contains("Renamed in 2 files."), "{message:?}");
    stop(client);
}

#[test]
fn lenses_count_nobody_where_not_everybody_is_known() {
    let workspace =
        Workspace::new(&[(".git/HEAD", ""), ("a/schema.yml", SCHEMA), ("b/values.yml", &values("port: 1\n"))]);
    let mut client = Client::spawn();
    client.initialize(&[], &capabilities(), &json!({"codeLens": true}));
    let uri = workspace.uri("a/schema.yml");
    client.open(&uri, SCHEMA);
    client.problems_of_version(&uri, 1);
    assert_eq!(client.request("textDocument/codeLens", &json!({"textDocument": {"uri": uri}})), json!([]));
    client.stop();
}

#[test]
fn what_no_other_file_can_name_is_renamed_without_a_word() {
    let text = "#@data/values\n---\na: &level 1\nb: *level\n";
    let workspace = Workspace::new(&[("p/q/a.yml", text)]);
    let (mut client, uri, _) = open(&workspace, "p/q/a.yml", text);
    assert_eq!(renamed(&mut client, &workspace, &uri, (2, 4)), ["p/q/a.yml: 2"]);
    assert_eq!(messages(&mut client), [""; 0]);
    client.stop();
}

#[test]
fn problems_of_files_that_have_nothing_to_do_with_the_open_one_are_not_told() {
    let workspace = Workspace::new(&[
        (".git/HEAD", ""),
        ("types/web-app.yml", TYPE),
        ("shop/shop.yml", COMPONENT),
        ("other/schema.yml", SCHEMA),
        ("other/values.yml", &values("port: x\n")),
    ]);
    let (mut client, uri, _) = open(&workspace, "types/web-app.yml", TYPE);
    renamed(&mut client, &workspace, &uri, (7, 8));
    client.wait_for_problems(&workspace.uri("shop/shop.yml"), &[(6, "type-mismatch")]);
    client.close(&uri);
    client.wait_for_problems(&workspace.uri("shop/shop.yml"), &[]);
    client.stop_amid(|message| is_publish(message, &uri));
}
