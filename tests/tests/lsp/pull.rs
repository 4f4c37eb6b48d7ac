//! Problems that the client asks for.

use sayl_tests::client::{
    Client, Workspace, capabilities_without, is_publish, is_refresh, problems, pulling_capabilities,
};
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

/// Whether a client with these capabilities is offered to ask for the problems of a document, and of all files.
fn offered(capabilities: &Value) -> (bool, bool) {
    let mut client = Client::spawn();
    let answer = client.initialize(&[&Workspace::new(&[])], capabilities, &Value::Null);
    let provider = &answer["capabilities"]["diagnosticProvider"];
    let offered = (provider.is_object(), provider["workspaceDiagnostics"] == true);
    client.stop_amid(|_| true);
    offered
}

#[test]
fn who_can_be_pushed_to_or_told_to_ask_again_is_never_left_with_old_problems() {
    let without = |pointers: &[&str]| offered(&capabilities_without(pointers));
    let [pushed, again] = ["/textDocument/publishDiagnostics", "/workspace/diagnostics"];
    // What is told to ask again asks for each open document; a client that asks for all files may forget these.
    assert_eq!(without(&[]), (true, false));
    assert_eq!(without(&[pushed]), (true, true));
    assert_eq!(without(&[again]), (false, false));
    assert_eq!(without(&[pushed, again]), (true, true));
    assert_eq!(without(&["/textDocument/diagnostic"]), (false, false));
}

#[test]
fn a_client_that_is_not_told_to_ask_again_is_pushed_what_an_edit_elsewhere_changes() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut capabilities = pulling_capabilities();
    capabilities["workspace"].as_object_mut().unwrap().remove("diagnostics");
    let mut client = Client::start_with(&workspace, &capabilities, &Value::Null);
    let [schema, uri] = ["schema.yml", "values.yml"].map(|name| workspace.uri(name));
    client.open(&uri, &values("port: 1\n"));
    client.open(&schema, SCHEMA);
    client.wait_for_problems(&uri, &[]);
    client.change(&schema, 2, (4, 6), (4, 10), "\"\"");
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    client.problems_of_version(&schema, 2);
    client.stop();
}

#[test]
fn what_was_pushed_about_a_file_stays_until_it_is_pulled_as_a_document() {
    let broken = values("port: x\n");
    let workspace = Workspace::new(&[("schema.yml", SCHEMA), ("values.yml", &broken), ("other.yml", &values(""))]);
    let mut client = Client::start_with(&workspace, &pulling_capabilities(), &Value::Null);
    let [uri, other] = ["values.yml", "other.yml"].map(|name| workspace.uri(name));
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    client.open(&uri, &broken);
    // What follows is looked at after the document.
    workspace.write("other.yml", &broken);
    client.files_changed(&[(&other, 2)]);
    client.wait_for_problems(&other, &[(2, "type-mismatch")]);
    assert_eq!(client.drain(|message| is_publish(message, &uri)), [] as [Value; 0]);
    let pulled = pull(&mut client, &uri, &Value::Null);
    assert_eq!(problems(&pulled["items"])[0].code, "type-mismatch");
    client.wait_for_problems(&uri, &[]);
    client.close(&uri);
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    client.open(&uri, &broken);
    client.change(&uri, 2, (2, 6), (2, 7), "1");
    client.wait_for_problems(&uri, &[]);
    client.stop_amid(is_refresh);
}

#[test]
fn the_whole_workspace_is_there_when_it_is_pulled_first_thing() {
    let files: Vec<(String, String)> = (0..200).map(|it| (format!("{it}.yml"), values("port: x\n"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let workspace = Workspace::new(&[&files[..], &[("schema.yml", SCHEMA)]].concat());
    let mut client = Client::start_with(&workspace, &pulling_capabilities(), &Value::Null);
    let report = client.request("workspace/diagnostic", &json!({"previousResultIds": []}));
    let is_wrong = |item: &&Value| item["items"][0]["code"] == "type-mismatch";
    assert_eq!(report["items"].as_array().unwrap().iter().filter(is_wrong).count(), 200);
    let is_aside = |message: &Value| is_refresh(message) || message["method"] == "textDocument/publishDiagnostics";
    client.stop_amid(is_aside);
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
