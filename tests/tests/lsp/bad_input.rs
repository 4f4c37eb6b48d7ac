//! What no client should send: everything is answered, and the session goes on.

use sayl_tests::client::{Client, Workspace, at};
use serde_json::{Value, json};

/// Sends a body that is no request and gives the code of the answer.
fn code_of_answer(client: &mut Client, body: &str) -> Value {
    client.send_body(body);
    client.wait_for("an error", |message| message.get("error").is_some())["error"]["code"].clone()
}

#[test]
fn what_is_no_message_is_answered_and_the_session_goes_on() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    assert_eq!(code_of_answer(&mut client, "{\"jsonrpc\":"), -32700);
    assert_eq!(code_of_answer(&mut client, "[]"), -32600);
    assert_eq!(code_of_answer(&mut client, "{\"jsonrpc\":\"2.0\",\"id\":5}"), -32600);
    client.send_bytes(b"Content-Length: 3\r\n\r\n\"\xff\"");
    let answer = client.wait_for("an error", |message| message.get("error").is_some());
    assert_eq!(answer["error"]["code"], -32700);
    client.send_bytes(b"Content-Type: none\r\n\r\n");
    let answer = client.wait_for("an error", |message| message.get("error").is_some());
    assert_eq!(answer["error"]["code"], -32700);
    client.stop();
}

#[test]
fn an_unknown_request_is_answered_with_method_not_found() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    assert_eq!(client.request_error("sayl/dance", &json!({}))["code"], -32601);
    assert_eq!(client.request_error("textDocument/moniker", &at("file:///a.yml", 0, 0))["code"], -32601);
    assert_eq!(client.request_error("$/dance", &json!({}))["code"], -32601);
    client.notify("$/dance", &json!({}));
    client.notify("sayl/dance", &json!({}));
    client.notify("$/setTrace", &json!({"value": "off"}));
    client.stop();
}

#[test]
fn malformed_parameters_are_answered_with_invalid_params() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let malformed = [
        Value::Null,
        json!({}),
        json!([1]),
        json!({"textDocument": {"uri": "no uri"}, "position": {"line": 0, "character": 0}}),
        json!({"textDocument": {"uri": "file:///a.yml"}, "position": {"line": -1, "character": 0}}),
    ];
    let methods = ["hover", "completion", "definition", "documentSymbol", "foldingRange", "codeAction", "diagnostic"];
    for method in methods {
        for params in &malformed[..4] {
            let error = client.request_error(&format!("textDocument/{method}"), params);
            assert_eq!(error["code"], -32602, "{method} with {params}");
        }
    }
    assert_eq!(client.request_error("textDocument/hover", &malformed[4])["code"], -32602);
    client.stop();
}

#[test]
fn a_question_about_an_unknown_document_is_an_error() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let error = client.request_error("textDocument/hover", &at("file:///nowhere/a.yml", 0, 0));
    assert_eq!(error["code"], -32602);
    assert!(error["message"].as_str().unwrap().contains("file:///nowhere/a.yml"), "{error}");
    client.stop();
}

#[test]
fn changing_what_is_not_open_is_logged() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    client.change(&workspace.uri("a.yml"), 2, (0, 0), (0, 0), "x");
    let message = client.wait_for_method("window/logMessage");
    assert!(message["params"]["message"].as_str().unwrap().contains("not open"), "{message}");
    client.stop();
}
