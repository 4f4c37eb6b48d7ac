//! Hints beside values, once they are switched on.

use sayl_tests::client::{Client, Workspace, quiet_capabilities, range};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

const TEXT: &str = "port: 1\nlevel: debug\n";

/// A session with a values file open, and the parameters that ask for all its hints.
fn open(settings: &Value) -> (Workspace, Client, Value) {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start_with(&workspace, &quiet_capabilities(), settings);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values(TEXT));
    client.problems_of_version(&uri, 1);
    let params = json!({"textDocument": {"uri": uri}, "range": range((0, 0), (9, 0))});
    (workspace, client, params)
}

fn labels(hints: &Value) -> Vec<&str> {
    hints.as_array().unwrap().iter().map(|hint| hint["label"][0]["value"].as_str().unwrap()).collect()
}

#[test]
fn values_show_their_types_and_the_defaults_that_they_replace() {
    let (workspace, mut client, params) = open(&json!({"inlayHints": true}));
    let hints = client.request("textDocument/inlayHint", &params);
    assert_eq!(labels(&hints), ["integer, default 8080", "string, default \"info\""]);
    assert_eq!((&hints[0]["position"], &hints[0]["kind"]), (&json!({"line": 2, "character": 7}), &json!(1)));
    let target = json!({"uri": workspace.uri("schema.yml"), "range": range((4, 0), (4, 4))});
    assert_eq!(hints[0]["label"][0]["location"], target);
    let resolved = client.request("inlayHint/resolve", &hints[0]);
    assert!(resolved["tooltip"]["value"].as_str().unwrap().contains("Where it listens"), "{resolved}");
    assert_eq!(resolved["label"], hints[0]["label"]);
    client.stop();
}

#[test]
fn only_the_range_that_is_shown_has_hints() {
    let (_workspace, mut client, mut params) = open(&json!({"inlayHints": {"types": true}}));
    params["range"] = range((3, 0), (3, 5));
    assert_eq!(client.request("textDocument/inlayHint", &params), json!([]));
    params["range"] = range((3, 0), (4, 0));
    assert_eq!(labels(&client.request("textDocument/inlayHint", &params)), ["string"]);
    client.stop();
}

#[test]
fn hints_are_off_until_the_settings_want_them() {
    let (_workspace, mut client, params) = open(&Value::Null);
    assert_eq!(client.request("textDocument/inlayHint", &params), json!([]));
    let settings = json!({"sayl": {"inlayHints": {"defaults": true}}});
    client.notify("workspace/didChangeConfiguration", &json!({ "settings": settings }));
    client.problems_of_version(params["textDocument"]["uri"].as_str().unwrap(), 1);
    let hints = client.request("textDocument/inlayHint", &params);
    assert_eq!(labels(&hints), ["default 8080", "default \"info\""]);
    client.stop();
}

#[test]
fn ends_of_blocks_say_what_they_end() {
    let (workspace, mut client, mut params) = open(&json!({"inlayHints": {"blocks": true}}));
    let uri = workspace.uri("names.star");
    client.open(&uri, "def label(name):\n  return name\nend\n");
    client.problems_of_version(&uri, 1);
    params["textDocument"]["uri"] = json!(uri);
    let hints = client.request("textDocument/inlayHint", &params);
    assert_eq!(labels(&hints), ["def label(name)"]);
    assert_eq!(hints[0]["position"], json!({"line": 2, "character": 3}));
    client.stop();
}
