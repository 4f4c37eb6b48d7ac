//! Hover: what the schema says.

use sayl_tests::client::{Client, Workspace, at, capabilities, range};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

#[track_caller]
fn check(formats: &Value, kind: &str, expected: &[&str]) {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut capabilities = capabilities();
    capabilities["textDocument"]["hover"]["contentFormat"] = formats.clone();
    let mut client = Client::start_with(&workspace, &capabilities, &Value::Null);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: 1\n"));
    let hover = client.request("textDocument/hover", &at(&uri, 2, 1));
    assert_eq!(hover["contents"]["kind"], kind);
    assert_eq!(hover["range"], range((2, 0), (2, 4)));
    for part in expected {
        assert!(hover["contents"]["value"].as_str().unwrap().contains(part), "no {part} in {hover}");
    }
    assert_eq!(client.problems_of_version(&uri, 1), []);
    client.stop();
}

#[test]
fn a_key_is_explained_by_its_schema() {
    check(&json!(["markdown"]), "markdown", &["Port", "Where it listens", "8080"]);
}

#[test]
fn the_place_of_a_declaration_can_be_followed() {
    check(&json!(["markdown"]), "markdown", &["Declared in [`schema.yml:5`](<file:///", "/schema.yml#L5>)"]);
    check(&json!(["plaintext"]), "plaintext", &["Declared in schema.yml:5"]);
}

#[test]
fn a_client_that_reads_no_markdown_gets_plain_text() {
    check(&json!(["plaintext"]), "plaintext", &["Port", "Where it listens"]);
}

#[test]
fn plain_text_keeps_the_signs_of_code() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut capabilities = capabilities();
    capabilities["textDocument"]["hover"]["contentFormat"] = json!(["plaintext"]);
    let mut client = Client::start_with(&workspace, &capabilities, &Value::Null);
    let uri = workspace.uri("schema.yml");
    client.open(&uri, SCHEMA);
    let hover = client.request("textDocument/hover", &at(&uri, 0, 4));
    assert!(hover["contents"]["value"].as_str().unwrap().starts_with("#@data/values-schema\n"), "{hover}");
    assert_eq!(client.problems_of_version(&uri, 1), []);
    client.stop();
}

#[test]
fn a_place_without_meaning_is_answered_with_null() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    client.open(&uri, "\n\n");
    assert_eq!(client.request("textDocument/hover", &at(&uri, 1, 0)), Value::Null);
    assert_eq!(client.request("textDocument/hover", &at(&uri, 1000, 1000)), Value::Null);
    assert_eq!(client.problems_of_version(&uri, 1), []);
    client.stop();
}
