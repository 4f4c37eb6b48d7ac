//! The beginning and the end of a session.

use sayl_tests::client::{Client, Workspace, capabilities};
use serde_json::{Value, json};

#[test]
fn the_server_says_who_it_is_and_what_it_can() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::spawn();
    let answer = client.initialize(&[&workspace], &capabilities(), &Value::Null);
    assert_eq!(answer["serverInfo"]["name"], "sayl");
    assert_eq!(answer["capabilities"]["textDocumentSync"]["change"], 2);
    let offered = ["hoverProvider", "completionProvider", "definitionProvider", "typeDefinitionProvider"];
    for capability in offered.into_iter().chain(["documentSymbolProvider"]) {
        assert!(!answer["capabilities"][capability].is_null(), "{capability}");
    }
    client.stop();
}

#[track_caller]
fn check_encoding(offered: &Value, chosen: &str) {
    let mut capabilities = capabilities();
    capabilities["general"] = json!({ "positionEncodings": offered });
    let mut client = Client::spawn();
    let answer = client.initialize(&[], &capabilities, &Value::Null);
    assert_eq!(answer["capabilities"]["positionEncoding"], chosen);
    client.stop();
}

#[test]
fn the_encoding_is_the_first_of_the_clients_that_is_known() {
    check_encoding(&Value::Null, "utf-16");
    check_encoding(&json!(["utf-8", "utf-16"]), "utf-8");
    check_encoding(&json!(["utf-7", "utf-32"]), "utf-32");
    check_encoding(&json!(["utf-7"]), "utf-16");
}

#[test]
fn requests_before_initialize_are_refused() {
    let mut client = Client::spawn();
    let error = client.request_error("textDocument/hover", &json!({}));
    assert_eq!(error["code"], -32002);
    client.initialize(&[], &capabilities(), &Value::Null);
    client.stop();
}

#[test]
fn requests_after_shutdown_are_refused() {
    let mut client = Client::spawn();
    client.initialize(&[], &capabilities(), &Value::Null);
    client.request("shutdown", &Value::Null);
    let error = client.request_error("textDocument/hover", &json!({}));
    assert_eq!(error["code"], -32600);
    client.notify("exit", &Value::Null);
    assert_eq!(client.wait().code(), Some(0));
}

#[test]
fn exit_without_shutdown_is_a_failure() {
    let mut client = Client::spawn();
    client.initialize(&[], &capabilities(), &Value::Null);
    client.notify("exit", &Value::Null);
    assert_eq!(client.wait().code(), Some(1));
}

#[test]
fn the_end_of_the_input_ends_the_process() {
    let mut client = Client::spawn();
    client.initialize(&[], &capabilities(), &Value::Null);
    client.hang_up();
    assert_eq!(client.wait().code(), Some(1));
}

#[cfg(unix)]
#[test]
fn a_server_whose_editor_is_gone_ends_itself() {
    let mut editor = std::process::Command::new("true").spawn().unwrap();
    editor.wait().unwrap();
    let mut client = Client::spawn();
    client.ask("initialize", &json!({"processId": editor.id(), "capabilities": {}}));
    assert_eq!(client.wait().code(), Some(1));
}
