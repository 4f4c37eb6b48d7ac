//! Files that change on disk without an editor.

use sayl_tests::client::{Client, Workspace, capabilities};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

#[test]
fn the_client_is_asked_to_watch_files() {
    let workspace = Workspace::new(&[]);
    let mut capabilities = capabilities();
    capabilities["workspace"]["didChangeWatchedFiles"] = json!({"dynamicRegistration": true});
    let mut client = Client::start_with(&workspace, &capabilities, &Value::Null);
    let request = client.wait_for_method("client/registerCapability");
    let registration = &request["params"]["registrations"][0];
    assert_eq!(registration["method"], "workspace/didChangeWatchedFiles");
    let globs = registration["registerOptions"]["watchers"].as_array().unwrap();
    assert_eq!(
        globs.iter().map(|it| &it["globPattern"]).collect::<Vec<_>>(),
        ["**/*.{yml,yaml,star,txt}", "**/sayl.toml"]
    );
    client.respond(&request, &Value::Null);
    client.stop();
}

#[test]
fn where_the_client_does_not_watch_files_the_server_does() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("more/values.yml");
    client.open(&workspace.uri("schema.yml"), SCHEMA);
    client.problems_of_version(&workspace.uri("schema.yml"), 1);
    // Nobody looks into such a folder: if it were read, its problems would be left unread at the end.
    workspace.write("target/values.yml", values("port: x\n"));
    workspace.write("more/values.yml", values("port: x\n"));
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    workspace.write("target/values.yml", values("prt: x\n"));
    workspace.write("more/values.yml", values("prt: 1\n"));
    client.wait_for_problems(&uri, &[(2, "unknown-key")]);
    workspace.remove("more/values.yml");
    client.wait_for_problems(&uri, &[]);
    client.stop();
}

#[test]
fn files_that_appear_change_and_vanish_are_checked() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    workspace.write("values.yml", values("port: x\n"));
    client.files_changed(&[(&uri, 1)]);
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    workspace.write("values.yml", values("prt: 1\n"));
    client.files_changed(&[(&uri, 2)]);
    client.wait_for_problems(&uri, &[(2, "unknown-key")]);
    workspace.remove("values.yml");
    client.files_changed(&[(&uri, 3)]);
    client.wait_for_problems(&uri, &[]);
    client.stop();
}

#[test]
fn a_folder_may_come_and_go_in_one_word() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let [folder, uri] = ["more", "more/values.yml"].map(|name| workspace.uri(name));
    workspace.write("more/values.yml", values("port: x\n"));
    client.files_changed(&[(&folder, 1)]);
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    workspace.remove("more/values.yml");
    client.files_changed(&[(&folder, 3)]);
    client.wait_for_problems(&uri, &[]);
    client.stop();
}

#[test]
fn a_schema_that_changes_on_disk_checks_open_values_again() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: 1\n"));
    assert_eq!(client.problems_of_version(&uri, 1), []);
    workspace.write("schema.yml", SCHEMA.replace("port: 8080", "port: \"\""));
    client.files_changed(&[(&workspace.uri("schema.yml"), 2)]);
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    client.stop();
}

#[test]
fn an_open_document_keeps_its_text_when_the_disk_changes() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA), ("values.yml", &values("port: 1\n"))]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: 1\n"));
    assert_eq!(client.problems_of_version(&uri, 1), []);
    workspace.write("values.yml", values("port: x\n"));
    client.files_changed(&[(&uri, 2)]);
    client.change(&uri, 2, (2, 6), (2, 7), "2");
    assert_eq!(client.problems_of_version(&uri, 2), []);
    client.stop();
}

#[test]
fn a_broken_configuration_is_told_at_its_own_uri() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("sayl.toml");
    workspace.write("sayl.toml", "[[bundle]\n");
    client.files_changed(&[(&uri, 1)]);
    client.wait_for_problems(&uri, &[(0, "invalid-config")]);
    workspace.remove("sayl.toml");
    client.files_changed(&[(&uri, 3)]);
    client.wait_for_problems(&uri, &[]);
    client.stop();
}
