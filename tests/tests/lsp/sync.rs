//! Documents opened, changed and closed: every version is told its problems.

use sayl_tests::client::{Client, Workspace};
use serde_json::json;

use crate::{SCHEMA, values};

#[test]
fn an_open_document_without_problems_is_told_so() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("a.yml");
    client.open(&uri, "a: 1\n");
    assert_eq!(client.problems_of_version(&uri, 1), []);
    client.change(&uri, 2, (0, 3), (0, 4), "2");
    assert_eq!(client.problems_of_version(&uri, 2), []);
    client.close(&uri);
    client.stop();
}

#[test]
fn a_burst_of_edits_ends_with_the_last_version() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("a.yml");
    client.open(&uri, "a: \n");
    for index in 0..500 {
        client.change(&uri, index + 2, (0, 3), (0, 3), "x");
    }
    assert_eq!(client.problems_of_version(&uri, 501), []);
    client.stop();
}

#[test]
fn saving_reads_what_other_tools_made_of_the_file() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: x\n"));
    assert_eq!(client.problems_of_version(&uri, 1).len(), 1);
    workspace.write("values.yml", values("port: z\nprot: 1\n"));
    // The document is open: what it says counts, not what is on disk.
    client.notify("textDocument/didSave", &json!({"textDocument": {"uri": uri}}));
    client.change(&uri, 2, (2, 6), (2, 7), "1");
    assert_eq!(client.problems_of_version(&uri, 2), []);
    client.close(&uri);
    client.wait_for_problems(&uri, &[(2, "type-mismatch"), (3, "unknown-key")]);
    client.stop();
}
