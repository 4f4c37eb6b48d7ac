//! Rename: what it would be about, its edits, and its refusals.

use sayl_tests::client::{Client, Workspace, at, capabilities, range};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

const TEXT: &str = "a: &x 1\nb: [*x, *none]\n";

/// A session with the text open.
fn open(capabilities: &Value) -> (Client, String) {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start_with(&workspace, capabilities, &Value::Null);
    let uri = workspace.uri("a.yml");
    client.open_as("ytt", &uri, TEXT);
    client.problems_of_version(&uri, 1);
    (client, uri)
}

fn renamed(line: u32, character: u32, uri: &str, name: &str) -> Value {
    let mut params = at(uri, line, character);
    params["newName"] = json!(name);
    params
}

#[test]
fn a_name_is_changed_at_every_place_at_once() {
    let (mut client, uri) = open(&capabilities());
    let prepared = client.request("textDocument/prepareRename", &at(&uri, 1, 5));
    assert_eq!(prepared, json!({"range": range((1, 5), (1, 6)), "placeholder": "x"}));
    let edit = client.request("textDocument/rename", &renamed(1, 5, &uri, "yz"));
    let change = &edit["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": uri, "version": 1}));
    let expected = [range((0, 4), (0, 5)), range((1, 5), (1, 6))].map(|range| json!({"range": range, "newText": "yz"}));
    assert_eq!(change["edits"], json!(expected));
    client.stop();
}

#[test]
fn a_rename_that_would_do_harm_is_refused_with_a_reason() {
    let (mut client, uri) = open(&capabilities());
    let error = client.request_error("textDocument/rename", &renamed(0, 4, &uri, "y z"));
    assert_eq!(error["code"], -32803);
    assert!(error["message"].as_str().unwrap().contains("no blanks"), "{error}");
    let error = client.request_error("textDocument/prepareRename", &at(&uri, 1, 10));
    assert!(error["message"].as_str().unwrap().contains("There is no anchor"), "{error}");
    client.stop();
}

#[test]
fn where_no_name_stands_there_is_nothing_to_rename() {
    let (mut client, uri) = open(&capabilities());
    assert_eq!(client.request("textDocument/prepareRename", &at(&uri, 0, 6)), Value::Null);
    assert_eq!(client.request("textDocument/rename", &renamed(0, 6, &uri, "y")), Value::Null);
    client.stop();
}

#[test]
fn preparation_is_offered_to_clients_that_know_it() {
    let answer = |capabilities: &Value| {
        let mut client = Client::spawn();
        let answer = client.initialize(&[], capabilities, &Value::Null);
        client.stop();
        answer["capabilities"]["renameProvider"].clone()
    };
    assert_eq!(answer(&capabilities()), json!({"prepareProvider": true}));
    let mut without = capabilities();
    without["textDocument"]["rename"] = json!({});
    assert_eq!(answer(&without), json!(true));
}

#[test]
fn a_rename_first_thing_changes_every_file() {
    let files: Vec<(String, String)> = (0..100).map(|it| (format!("envs/{it}.yml"), values("port: 1\n"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let workspace = Workspace::new(&[&files[..], &[("config/schema.yml", SCHEMA)]].concat());
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("config/schema.yml");
    client.open(&uri, SCHEMA);
    let edit = client.request("textDocument/rename", &renamed(4, 1, &uri, "listens"));
    assert_eq!(edit["documentChanges"].as_array().unwrap().len(), 101);
    let params = json!({"textDocument": {"uri": uri}, "position": {"line": 4, "character": 1}, "context": {"includeDeclaration": true}});
    assert_eq!(client.request("textDocument/references", &params).as_array().unwrap().len(), 101);
    client.stop_amid(|message| message["method"] == "textDocument/publishDiagnostics");
}
