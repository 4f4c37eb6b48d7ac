//! What has changed since a revision, once `[diff] against` names one.

use std::fmt::Write;
use std::process::Command;

use sayl_tests::binary::workspace_root;
use sayl_tests::client::{Client, Workspace, capabilities_without, is_publish, is_refresh, quiet_capabilities, range};
use serde_json::{Value, json};

const CONFIG: &str = "[diff]\nagainst = \"v1\"\n";
const BEFORE: &str =
    "#@data/values-schema\n---\n#@schema/validation min=1, max=20\nreplicas: 2\nport: 8080\ntls: true\n";

/// A folder whose schema was released as `v1`.
fn released() -> Workspace {
    committed(&[("sayl.toml", CONFIG), ("schema.yml", BEFORE)])
}

/// A folder with files that were released as `v1`.
fn committed(files: &[(&str, &str)]) -> Workspace {
    let workspace = Workspace::new(files);
    let script =
        "git init -q . && git add . && git -c user.name=a -c user.email=a@example.org commit -qm a && git tag v1";
    assert!(Command::new("sh").args(["-euc", script]).current_dir(workspace.root()).status().unwrap().success());
    workspace
}

fn start(workspace: &Workspace) -> Client {
    Client::start_with(workspace, &quiet_capabilities(), &json!({"codeLens": {"changes": true}}))
}

fn lens_if_any(client: &mut Client, uri: &str) -> Option<Value> {
    let lenses = client.request("textDocument/codeLens", &json!({"textDocument": {"uri": uri}}));
    lenses.as_array().unwrap().first().cloned()
}

/// What the lens above a schema says, and where it is.
#[track_caller]
fn lens(client: &mut Client, uri: &str) -> (Value, Value) {
    let lens = lens_if_any(client, uri).unwrap();
    let resolved = client.request("codeLens/resolve", &lens);
    (resolved["command"]["title"].clone(), resolved["range"].clone())
}

fn stop(client: Client) {
    client.stop_amid(|message| is_refresh(message) || message["method"] == "textDocument/publishDiagnostics");
}

#[test]
fn a_change_that_breaks_values_is_told_where_it_is() {
    let workspace = released();
    let uri = workspace.uri("schema.yml");
    let changed = BEFORE.replace("max=20", "max=10").replace("8080", "8443").replace("tls: true\n", "proxy: \"\"\n");
    workspace.write("schema.yml", &changed);
    let mut client = start(&workspace);
    client.wait_for_problems(
        &uri,
        &[(1, "schema-key-removed"), (2, "schema-rule-tightened"), (4, "schema-default-changed")],
    );
    client.open(&uri, &changed);
    assert_eq!(lens(&mut client, &uri), (json!("2 breaking, 1 dangerous since v1"), range((0, 2), (0, 20))));
    // A number that is half typed is one, and a schema with an error is compared once it has none.
    client.change(&uri, 2, (2, 31), (2, 33), "2");
    client.wait_for_problems(
        &uri,
        &[(1, "schema-key-removed"), (2, "schema-rule-tightened"), (4, "schema-default-changed")],
    );
    client.change(&uri, 3, (2, 31), (2, 31), "(");
    client
        .wait_for_problems(&uri, &[(1, "schema-key-removed"), (2, "annotation-syntax"), (4, "schema-default-changed")]);
    client.change(&uri, 4, (2, 31), (2, 32), "");
    // What is taken back is no change.
    client.change(&uri, 5, (2, 32), (2, 32), "0");
    client.wait_for_problems(&uri, &[(1, "schema-key-removed"), (4, "schema-default-changed")]);
    assert_eq!(lens(&mut client, &uri).0, "1 breaking, 1 dangerous since v1");
    // Another line above moves them.
    client.change(&uri, 6, (2, 0), (2, 0), "#! Ours.\n");
    client.wait_for_problems(&uri, &[(1, "schema-key-removed"), (5, "schema-default-changed")]);
    stop(client);
}

#[test]
fn a_problem_shows_the_values_and_the_old_declaration() {
    let workspace = released();
    let uri = workspace.uri("schema.yml");
    workspace.write("schema.yml", BEFORE.replace("max=20", "max=10"));
    let mut client = start(&workspace);
    let message = client.wait_for("the change", |it| is_publish(it, &uri) && it["params"]["diagnostics"] != json!([]));
    let message = message["params"]["diagnostics"][0]["message"].as_str().unwrap().to_owned();
    assert_eq!(
        message,
        "`replicas` must be at most 10 now\n\
         hint: accepted before, and refused now: `{replicas: 11}` (`replicas` must be at most 10)\n\
         hint: it was declared in v1:schema.yml:4"
    );
    stop(client);
}

#[test]
fn what_is_the_same_says_so_and_another_release_counts_at_once() {
    let workspace = released();
    let uri = workspace.uri("schema.yml");
    let quiet_but_for_lenses = capabilities_without(&[
        "/textDocument/diagnostic",
        "/window/workDoneProgress",
        "/workspace/diagnostics",
        "/workspace/inlayHint",
        "/workspace/semanticTokens",
    ]);
    let mut client = Client::start_with(&workspace, &quiet_but_for_lenses, &json!({"codeLens": {"changes": true}}));
    client.open(&uri, BEFORE);
    // It comes with the comparison, if not before.
    while lens_if_any(&mut client, &uri).is_none() {
        let request = client.wait_for_method("workspace/codeLens/refresh");
        client.respond(&request, &Value::Null);
    }
    assert_eq!(lens(&mut client, &uri).0, "nothing changed since v1");
    workspace.write("sayl.toml", "[diff]\nagainst = \"v2\"\n");
    client.files_changed(&[(&workspace.uri("sayl.toml"), 2)]);
    client.wait_for_problems(&workspace.uri("sayl.toml"), &[(1, "invalid-config")]);
    stop(client);
}

/// The lens above a schema, and the lines with problems and what is said first of each.
fn picture(client: &mut Client, uri: &str, text: &str) -> String {
    let message = client.wait_for("the changes", |it| is_publish(it, uri) && it["params"]["diagnostics"] != json!([]));
    let (title, place) = lens(client, uri);
    let mut picture = String::new();
    for (number, line) in text.lines().enumerate() {
        let is_here = |range: &Value| range["start"]["line"] == number;
        let column = |range: &Value| usize::try_from(range["start"]["character"].as_u64().unwrap()).unwrap();
        let problems: Vec<&Value> = message["params"]["diagnostics"].as_array().unwrap().iter().collect();
        let here: Vec<&&Value> = problems.iter().filter(|problem| is_here(&problem["range"])).collect();
        if is_here(&place) {
            let _ = writeln!(picture, "     {}", title.as_str().unwrap());
        }
        if is_here(&place) || !here.is_empty() {
            let _ = writeln!(picture, "{:3}  {line}", number + 1);
        }
        for problem in here {
            let message = problem["message"].as_str().unwrap().lines().next().unwrap();
            let _ = writeln!(picture, "     {}^ {message}", " ".repeat(column(&problem["range"])));
        }
    }
    picture
}

/// The example is changed as the page says.
#[test]
fn the_lens_and_the_problems_are_as_the_page_shows_them() {
    let config = workspace_root().join("examples/web-app/config");
    let names = ["schema.yml", "rules.star", "values.yml", "deployment.yml"];
    let read = |name: &&str| (format!("config/{name}"), std::fs::read_to_string(config.join(name)).unwrap());
    let texts: Vec<(String, String)> = names.iter().map(read).collect();
    let mut files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    files.push(("sayl.toml", CONFIG));
    let workspace = committed(&files);
    let changed = texts[0].1.replace("max=20", "max=10").replace("8080", "8443").replace("tls: true", "proxy: \"\"");
    workspace.write("config/schema.yml", &changed);
    let mut client = start(&workspace);
    let uri = workspace.uri("config/schema.yml");
    let shown = picture(&mut client, &uri, &changed);
    let page = std::fs::read_to_string(workspace_root().join("docs/diff.md")).unwrap();
    assert!(page.contains(&format!("```text\n{shown}```")), "the page does not show this:\n{shown}");
    stop(client);
}
