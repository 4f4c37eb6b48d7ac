//! `sayl/status`: what governs a document, for a status bar.

use sayl_tests::client::{Client, Workspace};
use serde_json::json;

use crate::{SCHEMA, values};

#[test]
fn a_values_file_says_its_bundle_and_schema() {
    let text = values("port: 1\n");
    let workspace = Workspace::new(&[("config/schema.yml", SCHEMA), ("prod.yml", &text)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("prod.yml");
    client.open(&uri, &text);
    client.problems_of_version(&uri, 1);
    let status = client.request("sayl/status", &json!({"textDocument": {"uri": uri}}));
    let schemas = [workspace.uri("config/schema.yml")];
    let bundle = json!({"name": "config", "role": "attached", "schemas": schemas});
    assert_eq!(status, json!({"bundles": [bundle], "resources": []}));
    client.stop();
}

#[test]
fn a_component_says_its_type() {
    let of = |kind: &str, spec: &str| {
        format!("apiVersion: openchoreo.dev/v1alpha1\nkind: {kind}\nmetadata: {{name: web}}\nspec: {spec}\n")
    };
    let component = of("Component", "{componentType: deployment/web}");
    let workspace = Workspace::new(&[("type.yml", &of("ComponentType", "{schema: {}}")), ("web.yml", &component)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("web.yml");
    client.open(&uri, &component);
    client.problems_of_version(&uri, 1);
    let status = client.request("sayl/status", &json!({"textDocument": {"uri": uri}}));
    let refers_to = [json!({"kind": "ComponentType", "name": "web", "uri": workspace.uri("type.yml")})];
    let resource = json!({"kind": "Component", "name": "web", "refersTo": refers_to});
    assert_eq!(status, json!({"bundles": [], "resources": [resource]}));
    client.stop();
}
