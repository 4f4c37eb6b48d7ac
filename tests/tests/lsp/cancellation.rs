//! Requests that are given up, and more messages at once than any server handles side by side.

use sayl_tests::client::{Client, Workspace, at};
use serde_json::json;

use crate::{SCHEMA, values};

#[test]
fn a_cancelled_request_is_still_answered() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: 1\n"));
    let id = client.ask("textDocument/hover", &at(&uri, 2, 0));
    client.notify("$/cancelRequest", &json!({ "id": id }));
    let answer = client.answer(id);
    assert!(answer["error"]["code"] == -32800 || !answer["result"].is_null(), "{answer}");
    client.notify("$/cancelRequest", &json!({"id": 12345}));
    assert_eq!(client.problems_of_version(&uri, 1), []);
    client.stop();
}

#[test]
fn many_requests_and_notifications_at_once_are_all_answered_in_step() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: 1\n"));
    let mut requests = Vec::new();
    for index in 0..300 {
        requests.push(client.ask("textDocument/hover", &at(&uri, 2, 0)));
        requests.push(client.ask("textDocument/documentSymbol", &json!({"textDocument": {"uri": uri}})));
        client.change(&uri, index + 2, (2, 6), (2, 6), "1");
    }
    for id in requests {
        let answer = client.answer(id);
        assert!(answer.get("error").is_none(), "{answer}");
    }
    client.problems_of_version(&uri, 301);
    client.stop();
}

#[test]
fn a_client_that_answers_nothing_gets_its_answers() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut capabilities = sayl_tests::client::pulling_capabilities();
    capabilities["workspace"]["configuration"] = json!(true);
    capabilities["workspace"]["didChangeWatchedFiles"] = json!({"dynamicRegistration": true});
    capabilities["window"] = json!({"workDoneProgress": true});
    let mut client = Client::start_with(&workspace, &capabilities, &json!({}));
    let uri = workspace.uri("schema.yml");
    client.open(&uri, SCHEMA);
    for index in 0..300 {
        client.notify("workspace/didChangeConfiguration", &json!({"settings": {}}));
        client.change(&uri, index + 2, (4, 6), (4, 6), "1");
    }
    client.request("textDocument/hover", &at(&uri, 4, 0));
    client.request("shutdown", &json!(null));
    client.notify("exit", &json!(null));
    assert_eq!(client.wait().code(), Some(0));
}
