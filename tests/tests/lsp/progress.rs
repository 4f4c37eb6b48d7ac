//! The first look at the folders, shown to people.

use sayl_tests::client::{Client, Workspace, capabilities};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

fn capabilities_with_progress() -> Value {
    let mut capabilities = capabilities();
    capabilities["window"] = json!({"workDoneProgress": true});
    capabilities
}

#[test]
fn a_client_that_never_agrees_to_progress_holds_nothing_up() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA), ("values.yml", &values("port: x\n"))]);
    let mut client = Client::start_with(&workspace, &capabilities_with_progress(), &Value::Null);
    let request = client.wait_for_method("window/workDoneProgress/create");
    assert!(request["params"]["token"].is_string());
    client.wait_for_problems(&workspace.uri("values.yml"), &[(2, "type-mismatch")]);
    client.stop();
}

#[test]
fn progress_that_begins_also_ends() {
    let files: Vec<(String, String)> =
        (0..2000).map(|index| (format!("values/{index}.yml"), values("port: 1\n"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let workspace = Workspace::new(&files);
    let mut client = Client::start_with(&workspace, &capabilities_with_progress(), &Value::Null);
    let request = client.wait_for_method("window/workDoneProgress/create");
    client.respond(&request, &Value::Null);
    let token = &request["params"]["token"];
    let uri = workspace.uri("a.yml");
    client.open(&uri, "a: 1\n");
    client.problems_of_version(&uri, 1);
    // The scan may be over before the client agrees; then nothing is shown.
    client.request("shutdown", &Value::Null);
    client.notify("exit", &Value::Null);
    client.wait();
    let shown = client.drain(|message| message["method"] == "$/progress" && message["params"]["token"] == *token);
    let kinds: Vec<&str> = shown.iter().map(|message| message["params"]["value"]["kind"].as_str().unwrap()).collect();
    if let [first, between @ .., last] = kinds.as_slice() {
        assert_eq!((*first, *last), ("begin", "end"));
        assert!(between.iter().all(|kind| *kind == "report"), "{kinds:?}");
    }
}
