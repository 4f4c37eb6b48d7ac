//! References and highlights of a name.

use sayl_tests::client::{Client, Workspace, at, range};
use serde_json::json;

/// Characters of every width stand before the names.
const TEXT: &str = "\"\u{e4}\u{1F600}\": &x 1\n\"\u{e4}\u{1F600}2\": *x\n";

/// Asks at the alias of the second line, at these characters of an encoding.
#[track_caller]
fn check(encoding: &str, anchor: u32, alias: u32) {
    let (mut client, uri) = Client::start_with_document(encoding, TEXT);
    let declaration = range((0, anchor), (0, anchor + 1));
    let alias_range = range((1, alias), (1, alias + 1));

    let mut params = at(&uri, 1, alias);
    params["context"] = json!({"includeDeclaration": true});
    let found = client.request("textDocument/references", &params);
    assert_eq!(found, json!([{"uri": uri, "range": declaration}, {"uri": uri, "range": alias_range}]));
    params["context"] = json!({"includeDeclaration": false});
    let found = client.request("textDocument/references", &params);
    assert_eq!(found, json!([{"uri": uri, "range": alias_range}]));
    let found = client.request("textDocument/documentHighlight", &at(&uri, 1, alias));
    assert_eq!(found, json!([{"range": declaration, "kind": 3}, {"range": alias_range, "kind": 2}]));
    client.stop();
}

#[test]
fn a_name_is_found_wherever_it_is_written() {
    check("utf-8", 11, 12);
    check("utf-16", 8, 9);
    check("utf-32", 7, 8);
}

#[test]
fn where_no_name_stands_there_are_no_references() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("a.yml");
    client.open_as("ytt", &uri, "a: 1\n");
    client.problems_of_version(&uri, 1);
    let mut params = at(&uri, 0, 3);
    params["context"] = json!({"includeDeclaration": true});
    assert_eq!(client.request("textDocument/references", &params), json!([]));
    assert_eq!(client.request("textDocument/documentHighlight", &at(&uri, 0, 3)), json!([]));
    client.stop();
}
