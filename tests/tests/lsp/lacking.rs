//! Clients that lack a capability get what they can read. What the sessions of a feature show of it is not repeated here.

use sayl_tests::client::{Client, Workspace, at, capabilities_without, is_refresh, quiet_without, range};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

/// Everything that hints and lenses can say.
fn switches() -> Value {
    json!({"inlayHints": true, "codeLens": true})
}

/// A session of a client that lacks something and is pushed its problems, with a values file open.
struct LimitedSession {
    client: Client,
    workspace: Workspace,
    uri: String,
    offered: Value,
}

impl LimitedSession {
    fn without(pointers: &[&str], lines: &str) -> Self {
        Self::start(&quiet_without(pointers), lines)
    }

    fn start(capabilities: &Value, lines: &str) -> Self {
        let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
        let mut client = Client::spawn();
        let mut answer = client.initialize(&[&workspace], capabilities, &switches());
        let uri = workspace.uri("values.yml");
        client.open(&uri, &values(lines));
        client.problems_of_version(&uri, 1);
        Self { client, workspace, uri, offered: answer["capabilities"].take() }
    }

    fn ask(&mut self, method: &str, more: &Value) -> Value {
        let mut params = json!({"textDocument": {"uri": self.uri}});
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.client.request(method, &params)
    }

    fn at(&mut self, method: &str, line: u32, character: u32) -> Value {
        self.client.request(method, &at(&self.uri, line, character))
    }
}

#[test]
fn hints_say_all_at_once_to_clients_that_do_not_ask_again() {
    let all = json!({"range": range((0, 0), (9, 0))});
    let mut session = LimitedSession::without(&["/textDocument/inlayHint/resolveSupport"], "port: 1\n");
    assert_eq!(session.offered["inlayHintProvider"], json!({}));
    let hint = session.ask("textDocument/inlayHint", &all)[0].clone();
    assert!(hint["tooltip"]["value"].as_str().unwrap().contains("Where it listens"), "{hint}");
    session.client.stop();
    let mut session = LimitedSession::without(&[], "port: 1\n");
    let hint = session.ask("textDocument/inlayHint", &all)[0].clone();
    assert_eq!(hint["tooltip"], Value::Null);
    session.client.stop();
}

#[test]
fn hints_are_not_offered_to_clients_that_show_none() {
    let session = LimitedSession::without(&["/textDocument/inlayHint"], "port: 1\n");
    assert_eq!(session.offered["inlayHintProvider"], Value::Null);
    session.client.stop();
}

#[test]
fn symbols_have_their_ranges_for_clients_that_do_not_ask_again() {
    let mut session = LimitedSession::without(&["/workspace/symbol/resolveSupport"], "port: 1\n");
    assert_eq!(session.offered["workspaceSymbolProvider"], json!(true));
    let symbols = session.client.request("workspace/symbol", &json!({"query": "port"}));
    assert_eq!(symbols[0]["location"]["range"], range((4, 0), (4, 4)));
    assert_eq!(symbols[0]["location"]["uri"], session.workspace.uri("schema.yml"));
    session.client.stop();
}

#[test]
fn lenses_are_words_for_clients_that_cannot_show_places() {
    let mut session = LimitedSession::without(&["/experimental"], "port: 1\n");
    let lens = session.ask("textDocument/codeLens", &json!({}))[0].clone();
    let lens = session.client.request("codeLens/resolve", &lens);
    assert_eq!(lens["command"]["command"], "");
    assert!(lens["command"]["title"].as_str().unwrap().starts_with("schema schema.yml"), "{lens}");
    session.client.stop();
}

#[test]
fn links_have_no_tooltips_for_clients_that_show_none() {
    for (without, expected) in
        [(&["/textDocument/documentLink/tooltipSupport"][..], Value::Null), (&[], json!("Open schema.yml"))]
    {
        let mut session = LimitedSession::without(without, "port: 1\n");
        let uri = session.workspace.uri("plain.yml");
        session.client.open(&uri, "# sayl: schema=schema.yml\nport: 1\n");
        session.client.problems_of_version(&uri, 1);
        let links = session.client.request("textDocument/documentLink", &json!({"textDocument": {"uri": uri}}));
        assert_eq!(
            (&links[0]["tooltip"], &links[0]["target"]),
            (&expected, &json!(session.workspace.uri("schema.yml")))
        );
        session.client.stop();
    }
}

#[test]
fn folds_have_no_summary_for_clients_that_show_none() {
    for (without, expected) in [(&["/textDocument/foldingRange/foldingRange"][..], Value::Null), (&[], json!("2 keys"))]
    {
        let mut session = LimitedSession::without(without, "a:\n  b: 1\n  c: 2\n");
        let folds = session.ask("textDocument/foldingRange", &json!({}));
        let fold = folds.as_array().unwrap().iter().find(|fold| fold["startLine"] == 2).unwrap().clone();
        assert_eq!(fold["collapsedText"], expected);
        session.client.stop();
    }
}

#[test]
fn edits_come_by_file_for_clients_that_know_no_versions() {
    let mut session = LimitedSession::without(&["/workspace/workspaceEdit/documentChanges"], "port: &x 1\nname: *x\n");
    let mut params = at(&session.uri, 3, 7);
    params["newName"] = json!("y");
    let edit = session.client.request("textDocument/rename", &params);
    assert_eq!(edit["documentChanges"], Value::Null);
    assert_eq!(edit["changes"][&session.uri].as_array().unwrap().len(), 2);
    session.client.stop();
}

#[test]
fn snippets_are_plain_text_for_clients_that_know_none() {
    let pointer = "/textDocument/completion/completionItem/snippetSupport";
    let mut session = LimitedSession::without(&[pointer], "po\n");
    let list = session.at("textDocument/completion", 2, 2);
    for item in list["items"].as_array().unwrap() {
        assert_ne!(item["insertTextFormat"], 2, "{item}");
        assert!(!item["textEdit"].to_string().contains('$'), "{item}");
    }
    session.client.stop();
}

#[test]
fn problems_stand_alone_for_clients_that_take_nothing_with_them() {
    let mut session = LimitedSession::without(&["/textDocument/publishDiagnostics"], "port: 1\n");
    session.client.change(&session.uri, 2, (2, 6), (2, 7), "x");
    let [problem] = session.client.problems_of_version(&session.uri, 2).try_into().unwrap();
    for field in ["relatedInformation", "codeDescription", "tags"] {
        assert_eq!(problem.diagnostic[field], Value::Null, "{field}");
    }
    session.client.stop();
}

#[test]
fn a_client_that_registers_nothing_is_asked_to_register_nothing() {
    // `stop` fails if a request of the server was left without an answer.
    LimitedSession::without(&[], "port: 1\n").client.stop();
}

#[test]
fn a_client_that_announces_nothing_is_served() {
    let mut session = LimitedSession::start(&json!({}), "port: 1\nenabled: yes\n");
    let hover = session.at("textDocument/hover", 2, 1);
    assert_eq!(hover["contents"]["kind"], "plaintext");
    let definition = session.at("textDocument/definition", 2, 1);
    assert_eq!(definition[0]["uri"], session.workspace.uri("schema.yml"));
    let symbols = session.ask("textDocument/documentSymbol", &json!({}));
    assert!(symbols[0]["location"].is_object(), "{symbols}");
    let completion = session.at("textDocument/completion", 2, 2);
    assert_eq!(completion["items"][0]["insertTextFormat"], Value::Null);
    for absent in ["inlayHintProvider", "linkedEditingRangeProvider", "semanticTokensProvider"] {
        assert_eq!(session.offered[absent], Value::Null, "{absent}");
    }
    session.client.stop();
}

#[test]
fn refreshes_are_asked_only_of_clients_that_can() {
    let settings = json!({"settings": {"inlayHints": {"types": true}}});
    let quiet = ["/textDocument/diagnostic", "/workspace/diagnostics", "/window/workDoneProgress"];
    let mut session = LimitedSession::start(&capabilities_without(&quiet), "port: 1\n");
    session.client.notify("workspace/didChangeConfiguration", &settings);
    session.client.problems_of_version(&session.uri, 1);
    for method in ["workspace/semanticTokens/refresh", "workspace/inlayHint/refresh", "workspace/codeLens/refresh"] {
        let request = session.client.wait_for_method(method);
        session.client.respond(&request, &Value::Null);
    }
    session.client.stop_amid(is_refresh);
    let mut session = LimitedSession::without(&[], "port: 1\n");
    session.client.notify("workspace/didChangeConfiguration", &settings);
    session.client.problems_of_version(&session.uri, 1);
    session.client.stop();
}
