//! Settings from the editor.

use sayl_tests::client::{Client, Workspace, capabilities};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

#[test]
fn severities_of_the_initialization_options_count() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let options = json!({"severity": {"unknown-key": "information", "type-mismatch": "off"}});
    let mut client = Client::start_with(&workspace, &capabilities(), &options);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: x\nprt: 1\n"));
    let [problem] = client.problems_of_version(&uri, 1).try_into().unwrap();
    assert_eq!((problem.code.as_str(), &problem.diagnostic["severity"]), ("unknown-key", &json!(3)));
    client.stop();
}

#[test]
fn settings_are_asked_for_and_asked_for_again_when_they_change() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut capabilities = capabilities();
    capabilities["workspace"]["configuration"] = json!(true);
    let mut client = Client::start_with(&workspace, &capabilities, &Value::Null);
    let request = client.wait_for_method("workspace/configuration");
    assert_eq!(request["params"]["items"], json!([{"section": "sayl"}]));
    client.respond(&request, &json!([null]));
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: x\n"));
    assert_eq!(client.problems_of_version(&uri, 1)[0].diagnostic["severity"], 1);
    client.notify("workspace/didChangeConfiguration", &json!({"settings": null}));
    let request = client.wait_for_method("workspace/configuration");
    client.respond(&request, &json!([{"severity": {"type-mismatch": "warning"}}]));
    assert_eq!(client.problems_of_version(&uri, 1)[0].diagnostic["severity"], 2);
    client.stop();
}

#[test]
fn settings_may_be_pushed() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: x\n"));
    assert_eq!(client.problems_of_version(&uri, 1).len(), 1);
    let settings = json!({"sayl": {"severity": {"type-mismatch": "off"}}});
    client.notify("workspace/didChangeConfiguration", &json!({ "settings": settings }));
    client.wait_for_problems(&uri, &[]);
    client.stop();
}

#[test]
fn what_lies_outside_is_read_once_the_workspace_is_trusted() {
    let elsewhere = Workspace::new(&[("schema.yml", SCHEMA)]);
    let schema = elsewhere.path("schema.yml");
    let bundle = format!("[[bundle]]\nfiles = ['values.yml', '{}']\n", schema.display());
    let workspace = Workspace::new(&[("sayl.toml", &bundle), ("values.yml", &values("port: x\n"))]);
    let mut client = Client::start(&workspace);
    let (config, uri) = (workspace.uri("sayl.toml"), workspace.uri("values.yml"));
    client.wait_for_problems(&config, &[(1, "invalid-config")]);
    client.notify("workspace/didChangeConfiguration", &json!({"settings": {"sayl": {"trust": true}}}));
    client.wait_for_problems(&config, &[]);
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    client.stop();
}

#[test]
fn wrong_settings_are_logged() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start_with(&workspace, &capabilities(), &json!({"speed": "high"}));
    let message = client.wait_for_method("window/logMessage");
    assert_eq!(message["params"]["message"], "sayl has no setting `speed`.");
    client.stop();
}
