//! Completion: keys and values.

use sayl_tests::client::{Client, Workspace, at, capabilities};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

/// Completes in a values document with these lines, at a place in them.
fn complete(capabilities: &Value, lines: &str, line: u32, character: u32) -> Vec<Value> {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start_with(&workspace, capabilities, &Value::Null);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values(lines));
    client.problems_of_version(&uri, 1);
    let list = client.request("textDocument/completion", &at(&uri, line + 2, character));
    assert_eq!(list["isIncomplete"], false);
    client.stop();
    list["items"].as_array().unwrap().clone()
}

fn labels(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["label"].as_str().unwrap()).collect()
}

fn item<'a>(items: &'a [Value], label: &str) -> &'a Value {
    let item = items.iter().find(|item| item["label"] == label);
    item.unwrap_or_else(|| panic!("no {label} among {:?}", labels(items)))
}

#[test]
fn keys_of_the_schema_are_offered_with_their_documentation() {
    let items = complete(&capabilities(), "po\n", 0, 2);
    let port = item(&items, "port");
    assert!(port["textEdit"]["newText"].as_str().unwrap().starts_with("port: "), "{port}");
    assert_eq!(port["textEdit"]["range"]["start"], json!({"line": 2, "character": 0}));
    assert_eq!(port["documentation"]["kind"], "markdown");
    assert!(port["documentation"]["value"].as_str().unwrap().contains("Where it listens"), "{port}");
    assert_eq!(item(&items, "old_port")["tags"], json!([1]));
    assert!(port["sortText"].is_string());
}

#[test]
fn a_plain_client_gets_plain_text() {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["completion"] = json!({});
    let items = complete(&capabilities, "po\n", 0, 2);
    let port = item(&items, "port");
    assert!(!port["textEdit"]["newText"].as_str().unwrap().contains('$'), "{port}");
    assert_eq!(port["insertTextFormat"], Value::Null);
    assert_eq!(port["documentation"]["kind"], "plaintext");
    assert_eq!(item(&items, "old_port")["deprecated"], true);
}

#[test]
fn a_client_that_resolves_gets_documentation_for_the_item_it_looks_at() {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["completion"]["completionItem"]["resolveSupport"] =
        json!({"properties": ["documentation"]});
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start_with(&workspace, &capabilities, &Value::Null);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("po\n"));
    client.problems_of_version(&uri, 1);
    let complete = |client: &mut Client| {
        let list = client.request("textDocument/completion", &at(&uri, 2, 2));
        item(list["items"].as_array().unwrap(), "port").clone()
    };
    let port = complete(&mut client);
    assert_eq!(port["documentation"], Value::Null);
    let resolved = client.request("completionItem/resolve", &port);
    assert!(resolved["documentation"]["value"].as_str().unwrap().contains("Where it listens"), "{resolved}");
    assert_eq!(resolved["textEdit"], port["textEdit"]);
    complete(&mut client);
    assert_eq!(client.request("completionItem/resolve", &port)["documentation"], Value::Null);
    client.stop();
}

#[test]
fn sayl_toml_is_completed_and_explained() {
    let workspace = Workspace::new(&[("sayl.toml", "[check]\n"), ("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("sayl.toml");
    client.open(&uri, "[check]\nextended-annotations = \n[[bundle]]\nfiles = [\"nope/\"]\n");
    client.wait_for_problems(&uri, &[(1, "invalid-config"), (3, "invalid-config")]);
    let list = client.request("textDocument/completion", &at(&uri, 1, 23));
    assert_eq!(labels(list["items"].as_array().unwrap()), ["true", "false"]);
    let hover = client.request("textDocument/hover", &at(&uri, 0, 2));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("What is checked"), "{hover}");
    client.drain(|message| message["method"] == "textDocument/publishDiagnostics");
    client.stop();
}

#[test]
fn values_of_a_fixed_set_are_offered() {
    let items = complete(&capabilities(), "level: \n", 0, 7);
    item(&items, "debug");
    item(&items, "info");
    let items = complete(&capabilities(), "enabled: \n", 0, 9);
    item(&items, "true");
    item(&items, "false");
}
