//! Problems pushed to the client: of open documents with their version, of others without.

use sayl_tests::client::{Client, Workspace, capabilities};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

#[test]
fn problems_come_with_each_version_and_go_when_they_are_fixed() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: x\n"));
    let [problem] = client.problems_of_version(&uri, 1).try_into().unwrap();
    assert_eq!((problem.line, problem.from, problem.to, problem.code.as_str()), (2, 6, 7, "type-mismatch"));
    client.change(&uri, 2, (2, 6), (2, 7), "1");
    assert_eq!(client.problems_of_version(&uri, 2), []);
    client.change(&uri, 3, (2, 0), (2, 4), "prt");
    let [problem] = client.problems_of_version(&uri, 3).try_into().unwrap();
    assert_eq!((problem.line, problem.from, problem.to, problem.code.as_str()), (2, 0, 3, "unknown-key"));
    client.close(&uri);
    client.wait_for_problems(&uri, &[]);
    client.stop();
}

#[test]
fn a_problem_says_what_it_is_and_points_to_the_schema() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: x\nold_port: 1\n"));
    let [mismatch, deprecated] = client.problems_of_version(&uri, 1).try_into().unwrap();
    assert_eq!(mismatch.diagnostic["severity"], 1);
    assert_eq!(mismatch.diagnostic["source"], "sayl");
    let related = &mismatch.diagnostic["relatedInformation"][0]["location"];
    assert_eq!(related["uri"], workspace.uri("schema.yml"));
    assert_eq!(related["range"]["start"]["line"], 4);
    assert_eq!(deprecated.code, "deprecated-key");
    assert_eq!(deprecated.diagnostic["tags"], json!([2]));
    client.stop();
}

#[test]
fn a_client_without_related_places_reads_them_in_the_message() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut capabilities = capabilities();
    capabilities["textDocument"]["publishDiagnostics"] = json!({});
    let mut client = Client::start_with(&workspace, &capabilities, &Value::Null);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: x\nold_port: 1\n"));
    let [mismatch, deprecated] = client.problems_of_version(&uri, 1).try_into().unwrap();
    assert!(mismatch.diagnostic["message"].as_str().unwrap().contains("schema.yml:5: "), "{mismatch:?}");
    assert_eq!(mismatch.diagnostic["relatedInformation"], Value::Null);
    assert_eq!(deprecated.diagnostic["tags"], Value::Null);
    client.stop();
}

#[test]
fn an_edit_of_the_schema_checks_its_values_again_open_or_not() {
    let workspace = Workspace::new(&[
        ("schema.yml", SCHEMA),
        ("closed.yml", &values("port: 1\n")),
        ("open.yml", &values("port: 2\n")),
    ]);
    let mut client = Client::start(&workspace);
    let [schema, open, closed] = ["schema.yml", "open.yml", "closed.yml"].map(|name| workspace.uri(name));
    client.open(&open, &values("port: 2\n"));
    assert_eq!(client.problems_of_version(&open, 1), []);
    client.open(&schema, SCHEMA);
    assert_eq!(client.problems_of_version(&schema, 1), []);
    client.change(&schema, 2, (4, 6), (4, 10), "\"\"");
    assert_eq!(client.problems_of_version(&schema, 2), []);
    client.wait_for_problems(&open, &[(2, "type-mismatch")]);
    client.wait_for_problems(&closed, &[(2, "type-mismatch")]);
    client.change(&schema, 3, (4, 6), (4, 8), "80");
    assert_eq!(client.problems_of_version(&schema, 3), []);
    client.wait_for_problems(&open, &[]);
    client.wait_for_problems(&closed, &[]);
    client.stop();
}

#[test]
fn files_that_are_not_open_are_told_without_a_version() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA), ("values.yml", &values("port: x\n"))]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    let message = client.wait_for_method("textDocument/publishDiagnostics");
    assert_eq!(message["params"]["uri"], uri);
    assert_eq!(message["params"].get("version"), None);
    assert_eq!(message["params"]["diagnostics"][0]["code"], "type-mismatch");
    client.stop();
}

#[test]
fn a_document_closed_with_unsaved_text_falls_back_to_the_disk() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA), ("values.yml", &values("port: 1\n"))]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: x\n"));
    assert_eq!(client.problems_of_version(&uri, 1).len(), 1);
    client.close(&uri);
    client.wait_for_problems(&uri, &[]);
    client.stop();
}
