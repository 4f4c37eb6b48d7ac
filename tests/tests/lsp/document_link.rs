//! What can be followed in a text.

use sayl_tests::client::{Client, Workspace, range};
use serde_json::{Value, json};

fn links(workspace: &Workspace, name: &str, text: &str) -> Value {
    let mut client = Client::start(workspace);
    let uri = workspace.uri(name);
    client.open(&uri, text);
    client.problems_of_version(&uri, 1);
    let links = client.request("textDocument/documentLink", &json!({"textDocument": {"uri": uri}}));
    client.stop();
    links
}

#[test]
fn files_and_addresses_can_be_followed() {
    let workspace = Workspace::new(&[("schema.yml", "#@data/values-schema\n---\na: 1\n")]);
    let found = links(&workspace, "dev.yml", "# sayl: schema=schema.yml\n# See https://example.com/é.\na: 2\n");
    let expected = json!([
        {"range": range((0, 15), (0, 25)), "target": workspace.uri("schema.yml")},
        {"range": range((1, 6), (1, 27)), "target": "https://example.com/%C3%A9"},
    ]);
    assert_eq!(found, expected);
}

#[test]
fn a_place_in_a_file_is_named_by_line_and_character() {
    let workspace = Workspace::new(&[]);
    let text = "\
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
metadata: {name: logs}
---
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: web}
spec: {traits: [{name: logs, instanceName: a}]}
";
    let found = links(&workspace, "a.yml", text);
    assert_eq!(
        found,
        json!([{"range": range((7, 23), (7, 27)), "target": format!("{}#L3,18", workspace.uri("a.yml"))}])
    );
}
