//! Problems that the client asks for.

use sayl_tests::client::{Client, Workspace, is_refresh, problems, pulling_capabilities};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

fn pull(client: &mut Client, uri: &str, previous: &Value) -> Value {
    client.request("textDocument/diagnostic", &json!({"textDocument": {"uri": uri}, "previousResultId": previous}))
}

/// Answers the requests to pull again that have arrived, which a client may get at any time.
fn answer_refreshes(client: &mut Client) {
    for request in client.drain(|message| message["method"] == "workspace/diagnostic/refresh") {
        client.respond(&request, &Value::Null);
    }
}

#[test]
fn open_documents_are_pulled_and_not_pushed() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start_with(&workspace, &pulling_capabilities(), &Value::Null);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: x\n"));
    let first = pull(&mut client, &uri, &Value::Null);
    assert_eq!(first["kind"], "full");
    assert_eq!(problems(&first["items"])[0].code, "type-mismatch");
    let again = pull(&mut client, &uri, &first["resultId"]);
    assert_eq!((&again["kind"], &again["resultId"]), (&json!("unchanged"), &first["resultId"]));
    client.change(&uri, 2, (2, 6), (2, 7), "1");
    let fixed = pull(&mut client, &uri, &first["resultId"]);
    assert_eq!((&fixed["kind"], &fixed["items"]), (&json!("full"), &json!([])));
    client.stop_amid(is_refresh);
}

#[test]
fn an_edit_of_the_schema_asks_the_client_to_pull_again() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start_with(&workspace, &pulling_capabilities(), &Value::Null);
    let [schema, uri] = ["schema.yml", "values.yml"].map(|name| workspace.uri(name));
    client.open(&uri, &values("port: 1\n"));
    client.open(&schema, SCHEMA);
    let first = pull(&mut client, &uri, &Value::Null);
    assert_eq!(first["items"], json!([]));
    client.change(&schema, 2, (4, 6), (4, 10), "\"\"");
    let refresh = client.wait_for_method("workspace/diagnostic/refresh");
    client.respond(&refresh, &Value::Null);
    let second = pull(&mut client, &uri, &first["resultId"]);
    assert_eq!(problems(&second["items"])[0].code, "type-mismatch");
    client.stop_amid(is_refresh);
}

#[test]
fn a_client_that_has_not_answered_is_not_asked_again_until_it_has() {
    let workspace = Workspace::new(&[("values.yml", &values("port: 1\n"))]);
    let mut client = Client::start_with(&workspace, &pulling_capabilities(), &Value::Null);
    let schema = workspace.uri("schema.yml");
    client.open(&schema, SCHEMA);
    let refresh = client.wait_for_method("workspace/diagnostic/refresh");
    for version in 2..6 {
        client.change(&schema, version, (4, 6), (4, 6), "1");
        pull(&mut client, &schema, &Value::Null);
    }
    assert_eq!(client.drain(is_refresh), [] as [Value; 0]);
    client.respond(&refresh, &Value::Null);
    let refresh = client.wait_for_method("workspace/diagnostic/refresh");
    client.respond(&refresh, &Value::Null);
    client.stop_amid(is_refresh);
}

#[test]
fn the_whole_workspace_can_be_pulled() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA), ("values.yml", &values("port: x\n"))]);
    let mut client = Client::start_with(&workspace, &pulling_capabilities(), &Value::Null);
    let uri = workspace.uri("values.yml");
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    let report = client.request("workspace/diagnostic", &json!({"previousResultIds": []}));
    // From now on the client keeps itself informed, so what was pushed is taken back.
    client.wait_for_problems(&uri, &[]);
    let item = report["items"].as_array().unwrap().iter().find(|item| item["uri"] == uri).unwrap().clone();
    assert_eq!((&item["kind"], &item["version"]), (&json!("full"), &Value::Null));
    assert_eq!(problems(&item["items"])[0].code, "type-mismatch");
    let previous = json!({"uri": uri, "value": item["resultId"]});
    let report = client.request("workspace/diagnostic", &json!({"previousResultIds": [previous]}));
    let item = report["items"].as_array().unwrap().iter().find(|item| item["uri"] == uri).unwrap().clone();
    assert_eq!(item["kind"], "unchanged");
    answer_refreshes(&mut client);
    client.stop_amid(is_refresh);
}

#[test]
fn a_file_that_is_gone_is_told_to_have_no_problems() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start_with(&workspace, &pulling_capabilities(), &Value::Null);
    let gone = workspace.uri("gone.yml");
    let previous = json!({"uri": gone, "value": "0"});
    let report = client.request("workspace/diagnostic", &json!({"previousResultIds": [previous]}));
    let item = report["items"].as_array().unwrap().iter().find(|item| item["uri"] == gone).unwrap().clone();
    assert_eq!((&item["kind"], &item["items"]), (&json!("full"), &json!([])));
    client.stop_amid(is_refresh);
}
