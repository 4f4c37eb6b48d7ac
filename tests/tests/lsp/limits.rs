//! Files that are too large, or no text.

use sayl_tests::client::{Client, Workspace, capabilities};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

#[test]
fn a_document_over_the_limit_is_refused_and_the_session_goes_on() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start_with(&workspace, &capabilities(), &json!({"limits": {"max-file-size": 1000}}));
    let large = workspace.uri("large.yml");
    client.open(&large, &values(&"# long\n".repeat(1000)));
    let [problem] = client.problems_of_version(&large, 1).try_into().unwrap();
    assert_eq!((problem.line, problem.code.as_str()), (0, "file-too-large"));
    client.change(&large, 2, (0, 0), (0, 0), "x");
    assert_eq!(client.problems_of_version(&large, 2)[0].code, "file-too-large");
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: 1\n"));
    assert_eq!(client.problems_of_version(&uri, 1), []);
    client.close(&large);
    client.wait_for_problems(&large, &[]);
    client.stop();
}

#[test]
fn the_limit_of_the_project_counts_in_the_editor() {
    let large = values(&"# long\n".repeat(1000));
    let limit = "[limits]\nmax-file-size = 1000\n";
    let workspace = Workspace::new(&[("schema.yml", SCHEMA), ("sayl.toml", limit), ("large.yml", &large)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("large.yml");
    client.open(&uri, &large);
    assert_eq!(client.problems_of_version(&uri, 1)[0].code, "file-too-large");
    client.stop();
}

#[test]
fn fifty_megabytes_are_refused_by_default() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("large.yml");
    client.open(&uri, &"key: value, and a few more words\n".repeat(1_600_000));
    assert_eq!(client.problems_of_version(&uri, 1)[0].code, "file-too-large");
    client.stop();
}

#[test]
fn a_file_on_disk_that_is_no_text_is_told() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    workspace.write("values.yml", b"#@data/values\n---\nport: \xff\n");
    let mut client = Client::start_with(&workspace, &capabilities(), &Value::Null);
    let message = client.wait_for_method("textDocument/publishDiagnostics");
    assert_eq!(message["params"]["uri"], workspace.uri("values.yml"));
    assert_eq!(message["params"]["diagnostics"][0]["code"], "invalid-encoding");
    client.drain(|message| message["method"] == "textDocument/publishDiagnostics");
    client.stop();
}

#[test]
fn of_very_many_problems_the_gravest_are_shown() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start_with(&workspace, &capabilities(), &json!({"limits": {"max-problems": 3}}));
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("old_port: 1\nport: x\na: 1\nb: 1\n"));
    let problems = client.problems_of_version(&uri, 1);
    let codes: Vec<&str> = problems.iter().map(|problem| problem.code.as_str()).collect();
    assert_eq!(codes, ["type-mismatch", "unknown-key", "unknown-key", ""]);
    let message = problems[3].diagnostic["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("1 more problem is not shown"), "{message}");
    client.notify("workspace/didChangeConfiguration", &json!({"settings": {"sayl": {}}}));
    client.change(&uri, 2, (0, 0), (0, 0), "");
    assert!(client.problems_of_version(&uri, 2).iter().all(|problem| !problem.code.is_empty()));
    client.stop();
}
