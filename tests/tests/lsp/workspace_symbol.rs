//! Names in all files.

use sayl_tests::client::{Client, Workspace, quiet_capabilities, range};
use serde_json::{Value, json};

use crate::SCHEMA;

#[test]
fn whatever_has_a_name_is_found_in_any_file() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA), ("names.star", "def portal():\n  return 1\nend\n")]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("schema.yml");
    client.open(&uri, SCHEMA);
    client.problems_of_version(&uri, 1);
    let symbols = client.request("workspace/symbol", &json!({"query": "port"}));
    let found: Vec<_> = symbols.as_array().unwrap().iter().map(|it| (&it["name"], &it["kind"])).collect();
    assert_eq!(json!(found), json!([["port", 7], ["portal", 12], ["old_port", 7]]));
    assert_eq!(symbols[0]["location"], json!({"uri": uri, "range": range((4, 0), (4, 4))}));
    assert_eq!(symbols[1]["containerName"], "names.star");
    assert_eq!(client.request("workspace/symbol", &json!({"query": "nothing like it"})), json!([]));
    client.stop();
}

#[test]
fn names_are_found_first_thing() {
    let files: Vec<String> = (0..200).map(|it| format!("{it}/schema.yml")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|name| (&**name, SCHEMA)).collect();
    let workspace = Workspace::new(&files);
    let mut client = Client::start(&workspace);
    let symbols = client.request("workspace/symbol", &json!({"query": "old_port"}));
    assert_eq!(symbols.as_array().unwrap().len(), 200);
    client.stop();
}

#[test]
fn ranges_are_told_when_they_are_asked_for() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start_with(&workspace, &quiet_capabilities(), &Value::Null);
    let uri = workspace.uri("schema.yml");
    client.open(&uri, SCHEMA);
    client.problems_of_version(&uri, 1);
    let symbol = client.request("workspace/symbol", &json!({"query": "level"}))[0].clone();
    assert_eq!(symbol["location"], json!({ "uri": uri }));
    // The text has changed when the symbol is chosen.
    client.change(&uri, 2, (2, 0), (2, 0), "first: 1\n");
    client.problems_of_version(&uri, 2);
    let resolved = client.request("workspaceSymbol/resolve", &symbol);
    assert_eq!(resolved["location"], json!({"uri": uri, "range": range((9, 0), (9, 5))}));
    client.stop();
}
