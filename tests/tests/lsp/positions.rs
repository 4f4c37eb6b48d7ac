//! Lines and characters in each encoding, in lines of characters of every width.

use sayl_tests::client::{Client, Workspace, at, capabilities};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

/// Where the value after `key: ` is marked, with this key.
#[track_caller]
fn check(encoding: &str, key: &str, from: u64) {
    let schema = format!("{SCHEMA}\"{key}\": 1\n");
    let workspace = Workspace::new(&[("schema.yml", &schema)]);
    let mut capabilities = capabilities();
    capabilities["general"] = json!({"positionEncodings": [encoding]});
    let mut client = Client::start_with(&workspace, &capabilities, &Value::Null);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values(&format!("{key}: x\n")));
    let [problem] = client.problems_of_version(&uri, 1).try_into().unwrap();
    assert_eq!((problem.from, problem.to), (from, from + 1));
    let from = u32::try_from(from).unwrap();
    client.change(&uri, 2, (2, from), (2, from + 1), "2");
    assert_eq!(client.problems_of_version(&uri, 2), []);
    client.stop();
}

#[test]
fn characters_count_as_was_agreed() {
    check("utf-8", "ä€😀", 11);
    check("utf-16", "ä€😀", 6);
    check("utf-32", "ä€😀", 5);
}

#[test]
fn positions_beyond_the_text_are_its_end() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("a.yml");
    client.open_as("ytt", &uri, "a: 1");
    client.change(&uri, 2, (0, 99), (99, 0), "\nb: [");
    assert_eq!(client.problems_of_version(&uri, 2)[0].line, 1);
    assert_eq!(client.request("textDocument/definition", &at(&uri, u32::MAX, u32::MAX)), Value::Null);
    client.stop();
}
