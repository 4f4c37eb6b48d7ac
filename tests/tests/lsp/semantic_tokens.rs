//! Semantic tokens: all of them, those of a range, and what changed.

use sayl_tests::client::{Client, capabilities, range};
use serde_json::{Value, json};

/// An annotation behind characters of every width.
const TEXT: &str = "#@data/values\n---\n\"\u{e4}\u{1F600}\": #@ f(1)\n";

/// The numbers of the tokens, five for each.
fn data(answer: &Value) -> Vec<u64> {
    answer["data"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

fn document(uri: &str) -> Value {
    json!({"textDocument": {"uri": uri}})
}

#[track_caller]
fn check_encoding(encoding: &str, code: u64) {
    let (mut client, uri) = Client::start_with_document(encoding, TEXT);
    let answer = client.request("textDocument/semanticTokens/full", &document(&uri));
    // A decorator, then on line 2 the sign of the code, a function and a number.
    assert_eq!(data(&answer), [0, 0, 13, 7, 0, 2, code, 2, 7, 0, 0, 3, 1, 9, 0, 0, 2, 1, 5, 0]);
    client.stop();
}

#[test]
fn tokens_are_placed_in_the_encoding_agreed_on() {
    check_encoding("utf-8", 10);
    check_encoding("utf-16", 7);
    check_encoding("utf-32", 6);
}

#[test]
fn a_range_has_its_own_tokens() {
    let (mut client, uri) = Client::start_with_document("utf-16", TEXT);
    let mut params = document(&uri);
    params["range"] = range((1, 0), (3, 0));
    let answer = client.request("textDocument/semanticTokens/range", &params);
    assert_eq!(data(&answer), [2, 7, 2, 7, 0, 0, 3, 1, 9, 0, 0, 2, 1, 5, 0]);
    client.stop();
}

#[test]
fn after_an_edit_only_the_difference_is_told() {
    let (mut client, uri) = Client::start_with_document("utf-16", TEXT);
    let first = client.request("textDocument/semanticTokens/full", &document(&uri));
    client.change(&uri, 2, (2, 11), (2, 11), "x");
    let mut params = document(&uri);
    params["previousResultId"] = first["resultId"].clone();
    let delta = client.request("textDocument/semanticTokens/full/delta", &params);
    assert_eq!(delta["edits"], json!([{"start": 10, "deleteCount": 10, "data": [0, 3, 2, 9, 0, 0, 3, 1, 5, 0]}]));
    params["previousResultId"] = delta["resultId"].clone();
    let delta = client.request("textDocument/semanticTokens/full/delta", &params);
    assert_eq!(delta["edits"], json!([]));
    params["previousResultId"] = json!("something else");
    let full = client.request("textDocument/semanticTokens/full/delta", &params);
    assert_eq!(data(&full).len(), 20);
    client.problems_of_version(&uri, 2);
    client.stop();
}

#[test]
fn the_legend_names_every_kind_and_clients_without_tokens_are_offered_none() {
    let offered = |capabilities: &Value| {
        let mut client = Client::spawn();
        let answer = client.initialize(&[], capabilities, &Value::Null);
        client.stop();
        answer["capabilities"]["semanticTokensProvider"].clone()
    };
    let provider = offered(&capabilities());
    assert_eq!(provider["legend"]["tokenTypes"][7], "decorator");
    assert_eq!((&provider["range"], &provider["full"]["delta"]), (&json!(true), &json!(true)));
    let mut without = capabilities();
    without["textDocument"].as_object_mut().unwrap().remove("semanticTokens");
    assert_eq!(offered(&without), Value::Null);
}
