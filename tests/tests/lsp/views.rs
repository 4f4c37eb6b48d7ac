//! Views: final data values with the origin of each line, and the documentation of schemas.

use sayl_tests::client::{Client, Workspace, at, capabilities};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

fn workspace() -> Workspace {
    let workspace = Workspace::new(&[("config/schema.yml", SCHEMA)]);
    for (name, port) in [("envs/dev.yml", 1), ("envs/prod.yml", 2)] {
        workspace.write(name, values(&format!("port: {port}\n")));
    }
    workspace
}

/// A client that has `envs/dev.yml` open.
fn start(workspace: &Workspace, capabilities: &Value) -> Client {
    initialize(Client::spawn(), workspace, capabilities)
}

fn initialize(mut client: Client, workspace: &Workspace, capabilities: &Value) -> Client {
    client.initialize(&[workspace], capabilities, &Value::Null);
    let uri = workspace.uri("envs/dev.yml");
    client.open(&uri, &values("port: 1\n"));
    client.problems_of_version(&uri, 1);
    client
}

/// A client that shows documents and reads what the server announces to hold, as far as asked for.
fn showing(reads_contents: bool) -> Value {
    let mut capabilities = capabilities();
    capabilities["window"]["showDocument"] = json!({"support": true});
    if reads_contents {
        capabilities["workspace"]["textDocumentContent"] = json!({"dynamicRegistration": true});
    }
    capabilities
}

fn about(uri: &str) -> Value {
    json!({"textDocument": {"uri": uri}})
}

fn run(command: &str, arguments: &Value) -> Value {
    json!({"command": command, "arguments": arguments})
}

/// The line and the file of each origin.
fn origins(answer: &Value) -> Vec<(u64, String, u64)> {
    let origins = answer["origins"].as_array().unwrap().iter();
    let origin = |origin: &Value| {
        let location = &origin["location"];
        let name = location["uri"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        (origin["line"].as_u64().unwrap(), name, location["range"]["start"]["line"].as_u64().unwrap())
    };
    origins.map(origin).collect()
}

const DEV: &str = "port: 1\nold_port: 80\nlevel: info\nenabled: true\n";

#[test]
fn data_values_are_answered_with_the_origin_of_each_line() {
    let workspace = workspace();
    let mut client = start(&workspace, &capabilities());
    let answer = client.request("sayl/dataValues", &about(&workspace.uri("envs/dev.yml")));
    assert_eq!((answer["text"].as_str().unwrap(), answer["languageId"].as_str().unwrap()), (DEV, "yaml"));
    let view = format!("sayl:///data-values{}.values.yml", workspace.path("envs/dev.yml").display());
    assert_eq!(answer["uri"], json!(view));
    let schema = |line: u64, declared: u64| (line, "schema.yml".to_owned(), declared);
    let expected = [(0, "dev.yml".to_owned(), 2), schema(1, 6), schema(2, 8), schema(3, 9)];
    assert_eq!(origins(&answer), expected);
    let other = client.request("sayl/dataValues", &about(&workspace.uri("envs/prod.yml")));
    assert!(other["text"].as_str().unwrap().starts_with("port: 2\n"), "{other}");
    client.stop();
}

#[test]
fn whoever_asked_is_told_once_when_the_values_change() {
    let workspace = workspace();
    let uri = workspace.uri("envs/dev.yml");
    let mut client = start(&workspace, &capabilities());
    let answer = client.request("sayl/dataValues", &about(&uri));
    client.change(&uri, 2, (2, 6), (2, 7), "3");
    let changed = client.wait_for_method("sayl/viewChanged");
    assert_eq!(changed["params"], json!({"uri": answer["uri"]}));
    client.change(&uri, 3, (2, 6), (2, 7), "4");
    client.problems_of_version(&uri, 3);
    let answer = client.request("sayl/dataValues", &about(&uri));
    assert!(answer["text"].as_str().unwrap().starts_with("port: 4\n"), "{answer}");
    client.stop();
}

const TEMPLATE: &str = "\
#@ load(\"@ytt:data\", \"data\")
name: app
ports:
#@ for port in [data.values.port, 443]:
- #@ port
#@ end
";

/// The bundle of [`workspace`] with a template.
fn with_template() -> (Workspace, String) {
    let workspace = workspace();
    workspace.write("config/app.yml", TEMPLATE);
    // What takes all values leaves none unused.
    workspace.write("config/all.star", "load(\"@ytt:data\", \"data\")\nall = [data.values]\n");
    let uri = workspace.uri("config/app.yml");
    (workspace, uri)
}

#[test]
fn rendered_output_is_answered_with_the_line_of_the_template_for_each_line() {
    let (workspace, uri) = with_template();
    let mut client = start(&workspace, &capabilities());
    let answer = client.request("sayl/rendered", &about(&uri));
    assert_eq!(answer["text"], json!("name: app\nports:\n- 1\n- 443\n"));
    assert_eq!((&answer["languageId"], &answer["isCurrent"]), (&json!("yaml"), &json!(true)));
    let view = format!("sayl:///rendered{}.rendered.yml", workspace.path("config/app.yml").display());
    assert_eq!(answer["uri"], json!(view));
    let lines: Vec<(u64, u64)> = origins(&answer).into_iter().map(|(line, _, from)| (line, from)).collect();
    assert_eq!(lines, [(0, 1), (1, 2), (2, 4), (3, 4)]);
    let definition = client.request("textDocument/definition", &at(&view, 2, 3));
    assert_eq!((&definition["uri"], &definition["range"]["start"]["line"]), (&json!(uri), &json!(4)));
    let mut request = at(&view, 2, 3);
    request["context"] = json!({"includeDeclaration": true});
    let sources = client.request("textDocument/references", &request);
    let sources: Vec<&Value> = sources.as_array().unwrap().iter().map(|source| &source["uri"]).collect();
    assert_eq!(sources, [&json!(uri)]);
    let prod = client.request("sayl/rendered", &about(&workspace.uri("envs/prod.yml")));
    assert_eq!(prod["text"], json!("name: app\nports:\n- 2\n- 443\n"));
    client.stop();
}

#[test]
fn whoever_looks_at_the_output_is_told_when_it_changes_and_keeps_it_while_a_line_is_half_typed() {
    let (workspace, uri) = with_template();
    let mut client = start(&workspace, &capabilities());
    client.open(&uri, TEMPLATE);
    client.problems_of_version(&uri, 1);
    client.request("sayl/rendered", &about(&uri));
    client.change(&uri, 2, (1, 6), (1, 9), "\"half");
    client.problems_of_version(&uri, 2);
    client.wait_for_method("sayl/viewChanged");
    let answer = client.request("sayl/rendered", &about(&uri));
    assert_eq!((&answer["text"], &answer["isCurrent"]), (&json!("name: app\nports:\n- 1\n- 443\n"), &json!(false)));
    client.change(&uri, 3, (1, 6), (1, 11), "whole");
    client.problems_of_version(&uri, 3);
    client.wait_for_method("sayl/viewChanged");
    let answer = client.request("sayl/rendered", &about(&uri));
    assert_eq!((&answer["text"], &answer["isCurrent"]), (&json!("name: whole\nports:\n- 1\n- 443\n"), &json!(true)));
    let dev = workspace.uri("envs/dev.yml");
    client.change(&dev, 2, (2, 6), (2, 7), "5");
    client.problems_of_version(&dev, 2);
    client.wait_for_method("sayl/viewChanged");
    let answer = client.request("sayl/rendered", &about(&uri));
    assert_eq!(answer["text"], json!("name: whole\nports:\n- 5\n- 443\n"));
    client.stop();
}

#[test]
fn the_output_of_what_was_saved_is_answered_without_what_is_typed() {
    let (workspace, uri) = with_template();
    let mut client = start(&workspace, &capabilities());
    client.open(&uri, TEMPLATE);
    client.change(&uri, 2, (1, 6), (1, 9), "typed");
    client.problems_of_version(&uri, 2);
    let answer = client.request("sayl/rendered", &about(&uri));
    assert_eq!(answer["text"], json!("name: typed\nports:\n- 1\n- 443\n"));
    let saved = client.request("sayl/renderedSaved", &about(&uri));
    assert_eq!(saved, json!({"text": "name: app\nports:\n- 1\n- 443\n"}));
    client.stop();
}

#[test]
fn the_output_is_shown_at_what_comes_from_a_line_of_the_template() {
    let (workspace, uri) = with_template();
    let mut client = start(&workspace, &showing(false));
    for (line, shown) in [(2, 1), (4, 2), (5, 2)] {
        let command =
            client.ask("workspace/executeCommand", &run("sayl.showRendered", &json!([{"uri": uri, "line": line}])));
        let show = client.wait_for_method("window/showDocument");
        client.respond(&show, &json!({"success": true}));
        client.answer(command);
        assert_eq!(show["params"]["selection"]["start"]["line"], json!(shown), "{line}");
    }
    client.stop();
}

#[test]
fn the_documentation_of_the_schema_is_answered_as_a_page_and_as_markdown() {
    let workspace = workspace();
    let mut client = start(&workspace, &capabilities());
    let answer = client.request("sayl/schemaDocs", &about(&workspace.uri("envs/dev.yml")));
    assert!(answer["markdown"].as_str().unwrap().contains("Where it listens"), "{answer}");
    assert!(answer["html"].as_str().unwrap().starts_with("<!DOCTYPE html>"), "{answer}");
    assert!(answer["uri"].as_str().unwrap().ends_with("/envs/dev.yml.md"), "{answer}");
    client.stop();
}

#[test]
fn a_client_that_reads_contents_is_shown_a_uri_and_refreshed() {
    let workspace = workspace();
    let uri = workspace.uri("envs/dev.yml");
    let mut client = Client::start_with(&workspace, &showing(true), &Value::Null);
    let registration = client.wait_for_method("client/registerCapability");
    assert_eq!(registration["params"]["registrations"][0]["registerOptions"], json!({"schemes": ["sayl"]}));
    client.respond(&registration, &Value::Null);
    client.open(&uri, &values("port: 1\n"));
    client.problems_of_version(&uri, 1);
    let command = client.ask("workspace/executeCommand", &run("sayl.showDataValues", &json!([uri])));
    let show = client.wait_for_method("window/showDocument");
    client.respond(&show, &json!({"success": true}));
    let view = show["params"]["uri"].as_str().unwrap().to_owned();
    assert_eq!(client.answer(command)["result"]["uri"], json!(view));
    let content = client.request("workspace/textDocumentContent", &json!({"uri": view}));
    let lines: Vec<&str> = content["text"].as_str().unwrap().lines().collect();
    assert_eq!(lines[..2], ["port: 1 # dev.yml:3", "old_port: 80 # ../config/schema.yml:7"]);
    client.change(&uri, 2, (2, 6), (2, 7), "3");
    let refresh = client.wait_for_method("workspace/textDocumentContent/refresh");
    client.respond(&refresh, &Value::Null);
    assert_eq!(refresh["params"]["uri"], json!(view));
    let definition = client.request("textDocument/definition", &at(&view, 1, 3));
    assert_eq!(definition["uri"], json!(workspace.uri("config/schema.yml")));
    assert_eq!(definition["range"]["start"]["line"], 6);
    client.problems_of_version(&uri, 2);
    client.stop();
}

/// The text of a file, once it is as expected.
#[track_caller]
fn wait_for_text(path: &str, expected: &str) {
    for _ in 0..600 {
        if std::fs::read_to_string(path).is_ok_and(|text| text.contains(expected)) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("{path} never says {expected}");
}

#[test]
fn other_clients_are_shown_a_file_that_follows_and_ends_with_the_server() {
    let workspace = workspace();
    let uri = workspace.uri("envs/dev.yml");
    let mut client = start(&workspace, &showing(false));
    let command = client.ask("workspace/executeCommand", &run("sayl.showDataValues", &json!([{"uri": uri}])));
    let show = client.wait_for_method("window/showDocument");
    client.respond(&show, &json!({"success": true}));
    client.answer(command);
    let shown = show["params"]["uri"].as_str().unwrap();
    let path = shown.strip_prefix("file://").unwrap();
    wait_for_text(path, "port: 1 # ");
    client.open(shown, &std::fs::read_to_string(path).unwrap());
    assert_eq!(client.problems_of_version(shown, 1), []);
    let definition = client.request("textDocument/definition", &at(shown, 0, 0));
    assert_eq!(definition["uri"], json!(uri));
    client.change(&uri, 2, (2, 6), (2, 7), "3");
    client.problems_of_version(&uri, 2);
    wait_for_text(path, "port: 3 # ");
    client.stop();
    assert!(!std::path::Path::new(path).exists(), "{path}");
}

/// The addresses that explain the problems of a document.
fn explained_at(client: &mut Client, uri: &str) -> Vec<Value> {
    let report = client.request("textDocument/diagnostic", &about(uri));
    let items = report["items"].as_array().unwrap().iter();
    items.map(|item| item["codeDescription"]["href"].clone()).collect()
}

#[test]
fn a_client_that_reads_contents_finds_the_explanation_of_a_code_at_a_uri() {
    let workspace = workspace();
    let uri = workspace.uri("envs/dev.yml");
    let mut client = start(&workspace, &showing(true));
    let registration = client.wait_for_method("client/registerCapability");
    client.respond(&registration, &Value::Null);
    client.change(&uri, 2, (2, 0), (2, 4), "prot");
    client.problems_of_version(&uri, 2);
    let page = "sayl:///problems/unknown-key.md";
    assert_eq!(explained_at(&mut client, &uri), [json!(page)]);
    let content = client.request("workspace/textDocumentContent", &json!({"uri": page}));
    assert!(content["text"].as_str().unwrap().starts_with("# unknown-key\n\nThe key is not declared"), "{content}");
    let command = client.ask("workspace/executeCommand", &run("sayl.explain", &json!(["unknown-key"])));
    let show = client.wait_for_method("window/showDocument");
    client.respond(&show, &json!({"success": true}));
    assert_eq!(show["params"]["uri"], json!(page));
    assert_eq!(client.answer(command)["result"]["markdown"], content["text"]);
    client.stop();
}

#[test]
fn other_clients_are_shown_the_explanation_as_a_file_and_sent_no_address() {
    let workspace = workspace();
    let uri = workspace.uri("envs/dev.yml");
    let mut client = start(&workspace, &showing(false));
    client.change(&uri, 2, (2, 0), (2, 4), "prot");
    client.problems_of_version(&uri, 2);
    assert_eq!(explained_at(&mut client, &uri), [Value::Null]);
    let command = client.ask("workspace/executeCommand", &run("sayl.explain", &json!(["unknown-key"])));
    let show = client.wait_for_method("window/showDocument");
    client.respond(&show, &json!({"success": true}));
    client.answer(command);
    let shown = show["params"]["uri"].as_str().unwrap();
    assert!(shown.ends_with("/problems/unknown-key.md"), "{shown}");
    wait_for_text(shown.strip_prefix("file://").unwrap(), "**What to do.**");
    let error = client.request_error("workspace/executeCommand", &run("sayl.explain", &json!(["unknown-kye"])));
    assert_eq!(error["message"], json!("sayl.explain takes the code of a problem"));
    client.stop();
}

#[test]
fn what_a_killed_server_leaves_behind_is_removed_by_the_next() {
    let (workspace, temporary) = (workspace(), Workspace::new(&[]));
    let start = || initialize(Client::spawn_with_temporary_files_in(&temporary.root()), &workspace, &capabilities());
    let mut killed = start();
    let path = path_of_schema_docs(&mut killed);
    drop(killed);
    assert!(std::fs::exists(&path).unwrap(), "{path}");
    assert!(path.starts_with(temporary.root().to_str().unwrap()), "{path}");
    let next = start();
    let is_gone = || {
        (0..600).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            !std::fs::exists(&path).unwrap()
        })
    };
    assert!(is_gone(), "{path}");
    next.stop();
}

/// Where a client that cannot be asked to show a document finds the documentation of the schema.
fn path_of_schema_docs(client: &mut Client) -> String {
    let answer = client.request("workspace/executeCommand", &run("sayl.showSchemaDocs", &json!([])));
    answer["uri"].as_str().unwrap().strip_prefix("file://").unwrap().to_owned()
}

#[test]
fn a_client_that_shows_no_documents_is_told_where_to_look() {
    let workspace = workspace();
    let mut client = start(&workspace, &capabilities());
    let path = path_of_schema_docs(&mut client);
    let message = client.wait_for_method("window/showMessage");
    assert!(message["params"]["message"].as_str().unwrap().contains(&path), "{message}");
    wait_for_text(&path, "Where it listens");
    client.stop();
}

#[test]
fn a_command_without_arguments_is_about_the_document_that_somebody_works_on() {
    let (workspace, uri) = with_template();
    let mut client = start(&workspace, &capabilities());
    client.open(&uri, TEMPLATE);
    client.problems_of_version(&uri, 1);
    client.request("textDocument/diagnostic", &about(&workspace.uri("envs/dev.yml")));
    let answer = client.request("workspace/executeCommand", &run("sayl.showRendered", &json!([])));
    assert!(answer["uri"].as_str().unwrap().ends_with("/app.rendered.yml"), "{answer}");
    client.wait_for_method("window/showMessage");
    client.stop();
}

#[test]
fn where_there_is_nothing_to_show_the_command_says_why() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("notes.yml");
    client.open(&uri, "a: 1\n");
    client.problems_of_version(&uri, 1);
    assert_eq!(client.request("sayl/dataValues", &about(&uri)), Value::Null);
    let error = client.request_error("workspace/executeCommand", &run("sayl.showSchemaDocs", &json!([uri])));
    assert_eq!(error["code"], -32803);
    for wrong in [run("sayl.dance", &json!([])), run("sayl.showSchemaDocs", &json!([5]))] {
        assert_eq!(client.request_error("workspace/executeCommand", &wrong)["code"], -32602, "{wrong}");
    }
    client.stop();
}

#[test]
fn a_graph_is_answered_as_a_page_and_as_an_outline_that_leads_to_resources() {
    let workspace = Workspace::new(&[
        (
            "rgd.yml",
            "apiVersion: kro.run/v1alpha1\nkind: ResourceGraphDefinition\nmetadata: {name: app}\nspec:\n  schema: {apiVersion: \
         v1, kind: App, spec: {name: string}}\n  resources:\n  - id: web\n    template: {apiVersion: v1, kind: Pod, \
         metadata: {name: \"${config.metadata.name}\"}}\n  - id: config\n    template: {apiVersion: v1, kind: ConfigMap, \
         metadata: {name: \"${schema.spec.name}\"}}\n",
        ),
        ("other.yml", "a: 1\n"),
    ]);
    let uri = workspace.uri("rgd.yml");
    let mut client = start(&workspace, &capabilities());
    let answer = client.request("sayl/graph", &about(&uri));
    assert!(answer["markdown"].as_str().unwrap().contains("1. `config`: ConfigMap\n2. `web`: Pod, after `config`\n"));
    assert!(answer["html"].as_str().unwrap().contains("<svg "), "{answer}");
    assert_eq!(answer["origins"][1]["location"]["range"]["start"]["line"], 8, "{answer}");
    client.open(&uri, &std::fs::read_to_string(workspace.path("rgd.yml")).unwrap());
    client.change(&uri, 2, (6, 8), (6, 11), "app");
    assert_eq!(client.problems_of_version(&uri, 2), []);
    assert_eq!(client.wait_for_method("sayl/viewChanged")["params"]["uri"], answer["uri"]);
    let answer = client.request("sayl/graph", &about(&uri));
    assert!(answer["markdown"].as_str().unwrap().contains("2. `app`: Pod"), "{answer}");
    let nothing = client.request("sayl/graph", &about(&workspace.uri("other.yml")));
    assert_eq!(nothing, Value::Null);
    client.stop();
}
