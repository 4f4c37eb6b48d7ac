//! Definition: from a value to the line of the schema that declares it.

use sayl_tests::client::{Client, Workspace, at, capabilities, range};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

fn definition(capabilities: &Value) -> (Workspace, Value) {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start_with(&workspace, capabilities, &Value::Null);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: 1\n"));
    client.problems_of_version(&uri, 1);
    let found = client.request("textDocument/definition", &at(&uri, 2, 0));
    client.stop();
    (workspace, found)
}

#[test]
fn a_key_leads_to_the_schema() {
    let (workspace, found) = definition(&capabilities());
    assert_eq!(found[0]["targetUri"], workspace.uri("schema.yml"));
    assert_eq!(found[0]["targetSelectionRange"], range((4, 0), (4, 4)));
    assert_eq!(found[0]["originSelectionRange"], range((2, 0), (2, 4)));
}

#[test]
fn a_client_without_links_gets_the_place() {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["definition"] = json!({});
    let (workspace, found) = definition(&capabilities);
    assert_eq!(found[0], json!({"uri": workspace.uri("schema.yml"), "range": range((4, 0), (4, 4))}));
}
