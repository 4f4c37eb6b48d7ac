//! Code actions: quick fixes, rewritings, and everything obvious at once, for clients of all ages.

use sayl_tests::client::{Client, Workspace, capabilities, range};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

/// A session with a values file that is open.
struct ValuesSession {
    client: Client,
    uri: String,
    _workspace: Workspace,
}

impl ValuesSession {
    fn start(capabilities: &Value, files: &[(&str, &str)], name: &str, text: &str) -> Self {
        let workspace = Workspace::new(files);
        let mut client = Client::start_with(&workspace, capabilities, &Value::Null);
        let uri = workspace.uri(name);
        client.open_as("ytt", &uri, text);
        client.problems_of_version(&uri, 1);
        Self { client, uri, _workspace: workspace }
    }

    /// What is offered at a place, of these kinds if any.
    fn actions(&mut self, at: (u32, u32), only: &Value) -> Vec<Value> {
        let params = json!({
            "textDocument": {"uri": self.uri}, "range": range(at, at),
            "context": {"diagnostics": [], "only": only},
        });
        self.client.request("textDocument/codeAction", &params).as_array().unwrap().clone()
    }
}

/// A session with a misspelt key in line 2.
fn misspelt(capabilities: &Value) -> ValuesSession {
    ValuesSession::start(capabilities, &[("schema.yml", SCHEMA)], "values.yml", &values("prot: 1\nenabled: 'yes'\n"))
}

/// The replacement of the misspelt key.
fn replacement() -> Value {
    json!([{"range": range((2, 0), (2, 4)), "newText": "port"}])
}

#[test]
fn a_problem_can_be_mended_from_anywhere_on_its_line() {
    let mut session = misspelt(&capabilities());
    for character in [0, 5, 7] {
        let actions = session.actions((2, character), &json!(["quickfix"]));
        assert_eq!(actions[0]["edit"]["documentChanges"][0]["edits"], replacement(), "at {character}");
    }
    let of_the_next = session.actions((3, 0), &json!(["quickfix"]));
    assert!(of_the_next.iter().all(|action| !action["title"].as_str().unwrap().contains("port")), "{of_the_next:?}");
}

#[test]
fn a_misspelt_key_can_be_corrected_or_ignored() {
    let mut session = misspelt(&capabilities());
    let [fix, ignore, explain] = session.actions((2, 1), &json!(["quickfix"])).try_into().unwrap();
    assert_eq!((&fix["kind"], &fix["isPreferred"]), (&json!("quickfix"), &json!(true)));
    assert_eq!(fix["diagnostics"][0]["code"], "unknown-key");
    let change = &fix["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": session.uri, "version": 1}));
    assert_eq!(change["edits"], replacement());
    assert_eq!((&ignore["title"], &ignore["isPreferred"]), (&json!("Ignore `unknown-key` here"), &Value::Null));
    let command = json!({"title": "Explain `unknown-key`", "command": "sayl.explain", "arguments": ["unknown-key"]});
    assert_eq!((&explain["command"], &explain["isPreferred"]), (&command, &Value::Null));
    let edit = &ignore["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(edit, &json!({"range": range((2, 0), (2, 0)), "newText": "#! sayl-ignore: unknown-key\n"}));
    session.client.change(&session.uri, 2, (2, 0), (2, 0), "#! sayl-ignore: unknown-key\n");
    let codes: Vec<_> = session.client.problems_of_version(&session.uri, 2).into_iter().map(|it| it.code).collect();
    assert_eq!(codes, ["type-mismatch"]);
    session.client.stop();
}

#[test]
fn a_client_without_versioned_edits_gets_plain_ones() {
    let mut capabilities = capabilities();
    capabilities["workspace"] = json!({"workspaceFolders": true});
    let mut session = misspelt(&capabilities);
    let actions = session.actions((2, 1), &json!(["quickfix"]));
    assert_eq!(actions[0]["edit"]["changes"][&session.uri], replacement());
    session.client.stop();
}

#[test]
fn a_client_that_knows_no_code_actions_gets_commands() {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["codeAction"] = json!({});
    let mut session = misspelt(&capabilities);
    let command = session.actions((2, 1), &Value::Null).swap_remove(0);
    assert_eq!((&command["title"], &command["command"]), (&json!("Change to `port`"), &json!("sayl.applyEdit")));
    let params = json!({"command": command["command"], "arguments": command["arguments"]});
    let id = session.client.ask("workspace/executeCommand", &params);
    let request = session.client.wait_for_method("workspace/applyEdit");
    assert_eq!(request["params"]["edit"]["documentChanges"][0]["edits"], replacement());
    session.client.respond(&request, &json!({"applied": true}));
    assert_eq!(session.client.answer(id)["result"], Value::Null);
    let error = session.client.request_error("workspace/executeCommand", &json!({"command": "sayl.nothing"}));
    assert_eq!(error["code"], -32602);
    session.client.stop();
}

#[test]
fn a_client_that_can_do_nothing_with_actions_is_offered_none() {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["codeAction"] = json!({});
    capabilities["workspace"] = json!({"workspaceFolders": true});
    let mut session = misspelt(&capabilities);
    assert_eq!(session.actions((2, 1), &Value::Null), Vec::<Value>::new());
    session.client.stop();
}

#[test]
fn other_kinds_of_actions_are_none() {
    let mut session = misspelt(&capabilities());
    assert_eq!(session.actions((2, 1), &json!(["source.organizeImports"])), Vec::<Value>::new());
    session.client.stop();
}

#[test]
fn all_that_is_obvious_is_fixed_when_it_is_asked_for() {
    let mut session = misspelt(&capabilities());
    let [action] = session.actions((0, 0), &json!(["source.fixAll"])).try_into().unwrap();
    assert_eq!((&action["kind"], &action["edit"]), (&json!("source.fixAll.sayl"), &Value::Null));
    let resolved = session.client.request("codeAction/resolve", &action);
    let edits = resolved["edit"]["documentChanges"][0]["edits"].as_array().unwrap();
    assert_eq!(edits.iter().map(|edit| &edit["newText"]).collect::<Vec<_>>(), ["port", "true"]);
    session.client.change(&session.uri, 2, (2, 0), (4, 0), "");
    let error = session.client.request_error("codeAction/resolve", &action);
    assert_eq!(error["code"], -32801, "there is nothing to fix any more: {error}");
    session.client.problems_of_version(&session.uri, 2);
    session.client.stop();
}

#[test]
fn a_client_that_resolves_nothing_gets_the_edit_at_once() {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["codeAction"]["resolveSupport"] = Value::Null;
    let mut session = misspelt(&capabilities);
    let [action] = session.actions((0, 0), &json!(["source.fixAll.sayl"])).try_into().unwrap();
    assert_eq!(action["edit"]["documentChanges"][0]["edits"].as_array().unwrap().len(), 2);
    session.client.stop();
}

/// What is offered for a values file that two schemas could govern.
fn ambiguous(capabilities: &Value) -> Vec<Value> {
    let files = [("a/schema.yml", SCHEMA), ("b/schema.yml", SCHEMA)];
    let mut session = ValuesSession::start(capabilities, &files, "envs/dev.yml", &values("port: 1\n"));
    let actions = session.actions((0, 3), &json!(["quickfix"]));
    session.client.stop();
    actions
}

#[test]
fn a_configuration_is_created_where_the_client_can_create_files() {
    let actions = ambiguous(&capabilities());
    let configured =
        actions.iter().find(|action| action["title"] == "Put it together with `a` in `sayl.toml`").unwrap();
    let changes = configured["edit"]["documentChanges"].as_array().unwrap();
    assert_eq!(changes[0]["kind"], "create");
    assert!(changes[0]["uri"].as_str().unwrap().ends_with("/sayl.toml"));
    let text = "[[bundle]]\nname = \"dev\"\nfiles = [\"a\", \"envs/dev.yml\"]\n";
    assert_eq!(changes[1]["edits"], json!([{"range": range((0, 0), (0, 0)), "newText": text}]));
    let mut older = capabilities();
    older["workspace"]["workspaceEdit"] = json!({"documentChanges": true});
    let titles: Vec<_> = ambiguous(&older).into_iter().map(|action| action["title"].clone()).collect();
    assert_eq!(
        titles,
        [
            "Check it with the schema in `../a`",
            "Check it with the schema in `../b`",
            "Ignore `ambiguous-bundle` here",
            "Explain `ambiguous-bundle`"
        ]
    );
}

#[test]
fn shorthand_schemas_can_be_written_in_the_newer_form() {
    let text = "apiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nspec:\n  schema:\n    parameters:\n      a: string\n";
    let mut session = ValuesSession::start(&capabilities(), &[], "trait.yml", text);
    let [action] = session.actions((5, 10), &json!(["refactor"])).try_into().unwrap();
    assert_eq!(action["kind"], "refactor.rewrite");
    let resolved = session.client.request("codeAction/resolve", &action);
    let edit = &resolved["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(edit["range"], range((3, 2), (5, 15)));
    assert!(edit["newText"].as_str().unwrap().starts_with("parameters:\n    openAPIV3Schema:\n"), "{edit}");
    session.client.stop();
}

#[test]
fn a_values_file_is_made_of_a_schema() {
    let mut session = ValuesSession::start(&capabilities(), &[], "schema.yml", SCHEMA);
    let [action] = session.actions((0, 3), &json!(["refactor"])).try_into().unwrap();
    assert_eq!(action["title"], "Write a values file with all defaults");
    let resolved = session.client.request("codeAction/resolve", &action);
    let changes = resolved["edit"]["documentChanges"].as_array().unwrap();
    assert!(changes[0]["uri"].as_str().unwrap().ends_with("/values.yml"), "{changes:?}");
    let text = changes[1]["edits"][0]["newText"].as_str().unwrap();
    assert!(text.starts_with("#@data/values\n---\n#! Port\n#! Where it listens\n#! integer\nport: 8080\n"), "{text}");
    session.client.stop();
}
