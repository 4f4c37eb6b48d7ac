//! Quick fixes of problems.

use sayl_tests::client::{Client, Workspace, capabilities, range};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

/// The actions at a misspelt key, of these kinds if any.
fn actions(capabilities: &Value, only: &Value) -> (String, Vec<Value>) {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start_with(&workspace, capabilities, &Value::Null);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("prot: 1\n"));
    let [problem] = client.problems_of_version(&uri, 1).try_into().unwrap();
    let params = json!({
        "textDocument": {"uri": uri}, "range": range((2, 1), (2, 1)),
        "context": {"diagnostics": [problem.diagnostic], "only": only},
    });
    let actions = client.request("textDocument/codeAction", &params);
    client.stop();
    (uri, actions.as_array().unwrap().clone())
}

#[test]
fn a_misspelt_key_can_be_corrected() {
    let (uri, actions) = actions(&capabilities(), &Value::Null);
    let [action] = actions.try_into().unwrap();
    assert_eq!((&action["kind"], &action["isPreferred"]), (&json!("quickfix"), &json!(true)));
    assert_eq!(action["diagnostics"][0]["code"], "unknown-key");
    let change = &action["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": uri, "version": 1}));
    assert_eq!(change["edits"], json!([{"range": range((2, 0), (2, 4)), "newText": "port"}]));
}

#[test]
fn a_client_without_versioned_edits_gets_plain_ones() {
    let mut capabilities = capabilities();
    capabilities["workspace"] = json!({"workspaceFolders": true});
    let (uri, actions) = actions(&capabilities, &json!(["quickfix"]));
    assert_eq!(actions[0]["edit"]["changes"][uri], json!([{"range": range((2, 0), (2, 4)), "newText": "port"}]));
}

#[test]
fn other_kinds_of_actions_are_none() {
    assert_eq!(actions(&capabilities(), &json!(["source.organizeImports"])).1, Vec::<Value>::new());
}

#[test]
fn shorthand_schemas_can_be_written_in_the_newer_form() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("trait.yml");
    let text = "apiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nspec:\n  schema:\n    parameters:\n      a: string\n";
    client.open(&uri, text);
    let mut params = json!({
        "textDocument": {"uri": uri}, "range": range((5, 10), (5, 10)),
        "context": {"diagnostics": [], "only": ["refactor"]},
    });
    let [action] = client.request("textDocument/codeAction", &params).as_array().unwrap().clone().try_into().unwrap();
    assert_eq!(action["kind"], "refactor.rewrite");
    let edit = &action["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(edit["range"], range((3, 2), (5, 15)));
    assert!(edit["newText"].as_str().unwrap().starts_with("parameters:\n    openAPIV3Schema:\n"), "{edit}");
    params["context"]["only"] = json!(["quickfix"]);
    assert_eq!(client.request("textDocument/codeAction", &params), json!([]));
    client.problems_of_version(&uri, 1);
    client.stop();
}
