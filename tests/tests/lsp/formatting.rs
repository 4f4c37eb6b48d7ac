//! Formatting: of a document, of a range, of a new line; with the editor's options.

use sayl_tests::client::{Client, Workspace, at, range};
use serde_json::{Value, json};

const SCHEMA: &str = "#@data/values-schema\n---\na:\n#@schema/nullable\n    b:   1\n\n\n    c: ä  #! 1\n";

/// A session with a text open, which is not asked for its problems.
fn open(text: &str) -> (Client, String) {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("a.yml");
    client.open_as("ytt", &uri, text);
    client.problems_of_version(&uri, 1);
    (client, uri)
}

fn options() -> Value {
    json!({"tabSize": 2, "insertSpaces": true})
}

fn edit(lsp_range: &Value, new_text: &str) -> Value {
    json!({"range": lsp_range, "newText": new_text})
}

#[test]
fn only_what_changes_is_edited() {
    let (mut client, uri) = open(SCHEMA);
    let params = json!({"textDocument": {"uri": uri}, "options": options()});
    let edits = client.request("textDocument/formatting", &params);
    let expected = [
        edit(&range((3, 0), (3, 0)), "  "),
        edit(&range((4, 0), (4, 2)), ""),
        edit(&range((4, 5), (4, 9)), ": "),
        edit(&range((6, 0), (7, 0)), ""),
        edit(&range((7, 0), (7, 2)), ""),
    ];
    let edits: Vec<Value> = edits.as_array().unwrap().clone();
    assert_eq!(edits, expected);
    client.stop();
}

#[test]
fn a_range_is_formatted_and_nothing_beside_it() {
    let (mut client, uri) = open(SCHEMA);
    let lines = range((4, 0), (5, 0));
    let params = json!({"textDocument": {"uri": uri}, "range": lines, "options": options()});
    let edits = client.request("textDocument/rangeFormatting", &params);
    assert_eq!(edits, json!([edit(&range((4, 5), (4, 9)), ": ")]));
    client.stop();
}

#[test]
fn a_new_line_is_indented() {
    let (mut client, uri) = open("a:\n  b: 1\nc:\n\n");
    let mut params = at(&uri, 3, 0);
    params["ch"] = json!("\n");
    params["options"] = json!({"tabSize": 8, "insertSpaces": true});
    let edits = client.request("textDocument/onTypeFormatting", &params);
    assert_eq!(edits, json!([edit(&range((3, 0), (3, 0)), "  ")]));
    client.stop();
}

#[test]
fn the_options_of_the_editor_count() {
    let (mut client, uri) = open("a:\n  b: 1  \n\n");
    let options = json!({
        "tabSize": 4, "insertSpaces": true, "trimTrailingWhitespace": false, "trimFinalNewlines": false,
    });
    let params = json!({"textDocument": {"uri": uri}, "options": options});
    let edits = client.request("textDocument/formatting", &params);
    assert_eq!(edits, json!([edit(&range((1, 0), (1, 0)), "  ")]));
    let options = json!({"tabSize": 4, "insertSpaces": false});
    let params = json!({"textDocument": {"uri": uri}, "options": options});
    let edits = client.request("textDocument/formatting", &params);
    assert_eq!(edits, json!([edit(&range((1, 6), (1, 8)), ""), edit(&range((2, 0), (3, 0)), "")]));
    client.stop();
}

#[test]
fn a_text_with_mistakes_is_not_formatted() {
    let (mut client, uri) = open("a:   [\nb:  1\n");
    let params = json!({"textDocument": {"uri": uri}, "options": options()});
    assert_eq!(client.request("textDocument/formatting", &params), json!([]));
    client.stop();
}

#[test]
fn formatting_is_announced() {
    let mut client = Client::spawn();
    let announced = client.initialize(&[], &json!({}), &Value::Null)["capabilities"].take();
    assert_eq!(announced["documentFormattingProvider"], true);
    assert_eq!(announced["documentRangeFormattingProvider"], true);
    assert_eq!(announced["documentOnTypeFormattingProvider"], json!({"firstTriggerCharacter": "\n"}));
    client.stop();
}
