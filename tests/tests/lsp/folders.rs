//! Several folders, none, and documents that lie in none.

use sayl_tests::client::{Client, Workspace, at, capabilities};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

fn change_folders(client: &mut Client, added: &[&Workspace], removed: &[&Workspace]) {
    let folders = |workspaces: &[&Workspace]| -> Vec<Value> {
        workspaces.iter().map(|workspace| json!({"uri": workspace.uri(""), "name": "test"})).collect()
    };
    let event = json!({"added": folders(added), "removed": folders(removed)});
    client.notify("workspace/didChangeWorkspaceFolders", &json!({ "event": event }));
}

#[test]
fn each_folder_has_its_own_schema() {
    let numbers = Workspace::new(&[("schema.yml", "#@data/values-schema\n---\na: 1\n")]);
    let texts = Workspace::new(&[("schema.yml", "#@data/values-schema\n---\na: x\n")]);
    let mut client = Client::spawn();
    client.initialize(&[&numbers, &texts], &capabilities(), &Value::Null);
    for (workspace, count) in [(&numbers, 1), (&texts, 0)] {
        let uri = workspace.uri("values.yml");
        client.open(&uri, &values("a: text\n"));
        assert_eq!(client.problems_of_version(&uri, 1).len(), count);
    }
    client.stop();
}

#[test]
fn a_folder_that_comes_is_read_and_one_that_leaves_is_cleared() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA), ("values.yml", &values("port: x\n"))]);
    let mut client = Client::spawn();
    client.initialize(&[], &capabilities(), &Value::Null);
    change_folders(&mut client, &[&workspace], &[]);
    let uri = workspace.uri("values.yml");
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    change_folders(&mut client, &[], &[&workspace]);
    client.wait_for_problems(&uri, &[]);
    client.stop();
}

#[test]
fn a_document_outside_every_folder_finds_its_schema_by_its_path() {
    let workspace = Workspace::new(&[(".git/HEAD", ""), ("schema.yml", SCHEMA)]);
    let mut client = Client::spawn();
    client.initialize(&[], &capabilities(), &Value::Null);
    let uri = workspace.uri("envs/dev.yml");
    client.open(&uri, &values("port: x\n"));
    assert_eq!(client.problems_of_version(&uri, 1)[0].code, "type-mismatch");
    client.stop();
}

#[test]
fn a_document_opened_at_once_is_checked_against_what_lies_around_it() {
    let workspace = Workspace::new(&[("config/schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("envs/dev.yml");
    client.open(&uri, &values("port: x\n"));
    // The very first answer is right: none goes out before the schema is read.
    let message = client.wait_for_method("textDocument/publishDiagnostics");
    assert_eq!(message["params"]["diagnostics"][0]["code"], "type-mismatch");
    client.stop();
}

#[test]
fn a_document_without_a_file_gets_what_can_be_said_of_it_alone() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = "untitled:Untitled-1";
    client.open_as("ytt", uri, "a: [1\nb: 2\n");
    let problems = client.problems_of_version(uri, 1);
    assert!(problems.iter().any(|problem| problem.code == "syntax-error"), "{problems:?}");
    client.change(uri, 2, (0, 5), (0, 5), "]");
    assert_eq!(client.problems_of_version(uri, 2), []);
    let symbols = client.request("textDocument/documentSymbol", &json!({"textDocument": {"uri": uri}}));
    assert_eq!(symbols[0]["name"], "a");
    let schema = "#@data/values-schema\n---\n#@schema/desc \"Copies\"\nreplicas: 1\nlist: [1, 2]\n";
    client.open("untitled:Untitled-2", schema);
    assert_eq!(client.problems_of_version("untitled:Untitled-2", 1)[0].code, "schema-array-items");
    let hover = client.request("textDocument/hover", &at("untitled:Untitled-2", 3, 2));
    assert!(hover["contents"].to_string().contains("Copies"), "{hover}");
    client.close("untitled:Untitled-2");
    client.wait_for_problems("untitled:Untitled-2", &[]);
    client.close(uri);
    client.stop();
}

#[test]
fn a_uri_is_given_back_as_the_client_spells_it() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("%76alues%20%28dev%29.yml");
    client.open(&uri, &values("port: x\n"));
    assert_eq!(client.problems_of_version(&uri, 1)[0].code, "type-mismatch");
    client.stop();
}
