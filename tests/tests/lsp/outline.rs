//! Document symbols and folds.

use sayl_tests::client::{Client, Workspace, capabilities};
use serde_json::{Value, json};

const TEXT: &str = "db:\n  host: x\n  ports:\n  - 1\n  - 2\nname: y\n";

fn ask(capabilities: &Value, method: &str) -> Value {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start_with(&workspace, capabilities, &Value::Null);
    let uri = workspace.uri("a.yml");
    client.open_as("ytt", &uri, TEXT);
    client.problems_of_version(&uri, 1);
    let answer = client.request(method, &json!({"textDocument": {"uri": uri}}));
    client.stop();
    answer
}

fn names(symbols: &Value) -> Vec<&str> {
    symbols.as_array().unwrap().iter().map(|symbol| symbol["name"].as_str().unwrap()).collect()
}

#[test]
fn the_outline_is_a_tree() {
    let symbols = ask(&capabilities(), "textDocument/documentSymbol");
    assert_eq!(names(&symbols), ["db", "name"]);
    assert_eq!(names(&symbols[0]["children"]), ["host", "ports"]);
    assert_eq!(symbols[0]["selectionRange"]["end"], json!({"line": 0, "character": 2}));
}

#[test]
fn the_outline_is_flat_for_clients_that_know_no_trees() {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["documentSymbol"] = json!({});
    let symbols = ask(&capabilities, "textDocument/documentSymbol");
    assert_eq!(names(&symbols)[..3], ["db", "host", "ports"]);
    assert_eq!(symbols[1]["containerName"], "db");
    assert!(symbols[0]["location"]["uri"].is_string());
}

#[test]
fn a_large_outline_shows_its_outermost_symbols_and_the_log_says_so_once() {
    let workspace = Workspace::new(&[]);
    let options = json!({"outline": {"max-symbols": 3}});
    let mut client = Client::start_with(&workspace, &capabilities(), &options);
    let uri = workspace.uri("a.yml");
    client.open_as("ytt", &uri, TEXT);
    client.problems_of_version(&uri, 1);
    for _ in 0..2 {
        let symbols = client.request("textDocument/documentSymbol", &json!({"textDocument": {"uri": uri}}));
        assert_eq!((names(&symbols), names(&symbols[0]["children"])), (vec!["db", "name"], vec!["host"]));
    }
    let message = client.wait_for_method("window/logMessage");
    let text = message["params"]["message"].as_str().unwrap();
    assert!(text.contains("a.yml has the 3 outermost of 6 symbols"), "{text}");
    client.stop();
}

#[test]
fn maps_and_arrays_fold() {
    let folds = ask(&capabilities(), "textDocument/foldingRange");
    let lines: Vec<_> =
        folds.as_array().unwrap().iter().map(|fold| (fold["startLine"].as_u64(), fold["endLine"].as_u64())).collect();
    assert!(lines.contains(&(Some(0), Some(4))), "{folds}");
    assert!(lines.contains(&(Some(2), Some(4))), "{folds}");
}

#[test]
fn a_client_that_folds_whole_lines_gets_no_characters() {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["foldingRange"] = json!({"lineFoldingOnly": true, "rangeLimit": 1});
    let folds = ask(&capabilities, "textDocument/foldingRange");
    assert_eq!(folds.as_array().unwrap().len(), 1);
    assert_eq!(folds[0].get("startCharacter"), None);
}
