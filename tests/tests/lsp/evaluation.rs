//! Template code, evaluated beside the conversation.

use sayl_tests::client::{Client, Workspace, capabilities, problems, pulling_capabilities};
use serde_json::{Value, json};

use crate::values;

const CODE: &str = "\
#@data/values-schema
---
#@ def port():
#@   return 8080
#@ end
port: #@ port()
";

const ENDLESS: &str = "\
#@data/values-schema
---
#@ for i in range(1000000000):
#@   x = i
#@ end
port: 1
";

#[test]
fn values_are_checked_against_what_code_gives() {
    let workspace = Workspace::new(&[("schema.yml", CODE)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: x\n"));
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    client.change(&uri, 2, (2, 6), (2, 7), "1");
    client.wait_for_problems(&uri, &[]);
    end(client);
}

#[test]
fn an_edit_of_code_changes_what_values_may_be() {
    let workspace = Workspace::new(&[("schema.yml", CODE)]);
    let mut client = Client::start(&workspace);
    let [schema, uri] = ["schema.yml", "values.yml"].map(|name| workspace.uri(name));
    client.open(&uri, &values("port: 1\n"));
    client.open(&schema, CODE);
    client.wait_for_problems(&uri, &[]);
    client.change(&schema, 2, (3, 12), (3, 16), "\"\"");
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    end(client);
}

#[test]
fn what_code_gives_can_be_pulled() {
    let workspace = Workspace::new(&[("schema.yml", CODE)]);
    let mut client = Client::start_with(&workspace, &pulling_capabilities(), &Value::Null);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &values("port: x\n"));
    let params = json!({"textDocument": {"uri": uri}});
    let mut found = problems(&client.request("textDocument/diagnostic", &params)["items"]);
    while found.is_empty() {
        // The evaluation took longer than an answer waits for it; the client is told when there is more.
        let refresh = client.wait_for_method("workspace/diagnostic/refresh");
        client.respond(&refresh, &Value::Null);
        found = problems(&client.request("textDocument/diagnostic", &params)["items"]);
    }
    assert_eq!(found[0].code, "type-mismatch");
    end(client);
}

#[test]
fn the_editor_says_how_long_code_may_run() {
    let workspace = Workspace::new(&[("schema.yml", ENDLESS)]);
    let options = json!({"evaluation": {"timeout-ms": 50}});
    let mut client = Client::start_with(&workspace, &capabilities(), &options);
    let uri = workspace.uri("schema.yml");
    client.open(&uri, ENDLESS);
    client.wait_for_problems(&uri, &[(3, "evaluation-budget")]);
    end(client);
}

#[test]
fn code_that_does_not_end_is_given_up_for_what_is_typed_next() {
    let workspace = Workspace::new(&[("schema.yml", ENDLESS)]);
    let options = json!({"evaluation": {"timeout-ms": 600_000}});
    let mut client = Client::start_with(&workspace, &capabilities(), &options);
    let uri = workspace.uri("schema.yml");
    client.open(&uri, ENDLESS);
    client.change(&uri, 2, (2, 18), (2, 28), "1");
    client.change(&uri, 3, (5, 6), (5, 7), "#@ nothing");
    client.wait_for_problems(&uri, &[(5, "template-name")]);
    end(client);
}

/// How often problems were published meanwhile depends on how quick the evaluation was.
fn end(mut client: Client) {
    client.request("shutdown", &Value::Null);
    client.notify("exit", &Value::Null);
    assert_eq!(client.wait().code(), Some(0));
}
