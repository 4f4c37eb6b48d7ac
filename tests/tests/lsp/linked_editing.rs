//! What changes together while it is typed.

use sayl_tests::client::{Client, Workspace, at, quiet_capabilities, range};
use serde_json::{Value, json};

#[test]
fn an_anchor_and_its_aliases_change_together() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start_with(&workspace, &quiet_capabilities(), &Value::Null);
    let uri = workspace.uri("a.yml");
    client.open_as("ytt", &uri, "é: &name 1\nb: *name\nname: 2\n");
    client.problems_of_version(&uri, 1);
    let linked = client.request("textDocument/linkedEditingRange", &at(&uri, 1, 5));
    assert_eq!(linked["ranges"], json!([range((0, 4), (0, 8)), range((1, 4), (1, 8))]));
    assert!(linked["wordPattern"].is_string());
    assert_eq!(client.request("textDocument/linkedEditingRange", &at(&uri, 2, 1)), Value::Null);
    client.stop();
}
