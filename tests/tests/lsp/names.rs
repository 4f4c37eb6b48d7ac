//! Names over schema, values, templates and modules: where they are defined, where they are written, and other names
//! for them.

use sayl_tests::client::{Client, Workspace, at, capabilities, range};
use serde_json::{Value, json};

const SCHEMA: &str = "#@data/values-schema\n---\ndb:\n  host: x\n";
const VALUES: &str = "#@data/values\n---\ndb:\n  host: z\n";
const TEMPLATE: &str = "\
#@ load(\"@ytt:data\", \"data\")
#@ load(\"lib.star\", \"address\")
a: #@ address(host=data.values.db.host)
";
const MODULE: &str = "def address(host):\n  return \"http://\" + host\nend\n";

/// A session over the four files, with the template open.
fn open(capabilities: &Value) -> (Client, Workspace, String) {
    let files = [("schema.yml", SCHEMA), ("values.yml", VALUES), ("template.yml", TEMPLATE), ("lib.star", MODULE)];
    let workspace = Workspace::new(&files);
    let mut client = Client::start_with(&workspace, capabilities, &Value::Null);
    let uri = workspace.uri("template.yml");
    client.open(&uri, TEMPLATE);
    client.problems_of_version(&uri, 1);
    (client, workspace, uri)
}

/// Each place as the name of its file, its line and its character.
fn places(found: &Value) -> Vec<String> {
    let place = |location: &Value| {
        let name = location["uri"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let start = &location["range"]["start"];
        format!("{name}:{}:{}", start["line"], start["character"])
    };
    found.as_array().unwrap().iter().map(place).collect()
}

#[test]
fn a_data_value_in_code_leads_to_the_schema() {
    let (mut client, workspace, uri) = open(&capabilities());
    for method in ["textDocument/definition", "textDocument/typeDefinition"] {
        let found = client.request(method, &at(&uri, 2, 36));
        assert_eq!(found[0]["targetUri"], workspace.uri("schema.yml"), "{method}");
        assert_eq!(found[0]["targetSelectionRange"], range((3, 2), (3, 6)), "{method}");
        assert_eq!(found[0]["originSelectionRange"], range((2, 34), (2, 38)), "{method}");
    }
    client.stop();
}

#[test]
fn a_client_without_links_gets_the_place_of_a_type() {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["typeDefinition"] = json!({});
    let (mut client, workspace, uri) = open(&capabilities);
    let found = client.request("textDocument/typeDefinition", &at(&uri, 2, 36));
    assert_eq!(found, json!([{"uri": workspace.uri("schema.yml"), "range": range((3, 2), (3, 6))}]));
    assert_eq!(client.request("textDocument/typeDefinition", &at(&uri, 1, 0)), Value::Null);
    client.stop();
}

#[test]
fn a_function_leads_to_its_module() {
    let (mut client, workspace, uri) = open(&capabilities());
    let found = client.request("textDocument/definition", &at(&uri, 2, 8));
    assert_eq!(found[0]["targetUri"], workspace.uri("lib.star"));
    assert_eq!(found[0]["targetSelectionRange"], range((0, 4), (0, 11)));
    let found = client.request("textDocument/definition", &at(&uri, 2, 15));
    assert_eq!(found[0]["targetSelectionRange"], range((0, 12), (0, 16)));
    client.stop();
}

#[test]
fn references_go_over_all_files() {
    let (mut client, _workspace, uri) = open(&capabilities());
    let mut params = at(&uri, 2, 36);
    params["context"] = json!({"includeDeclaration": true});
    let found = client.request("textDocument/references", &params);
    let mut places = places(&found);
    places.sort();
    assert_eq!(places, ["schema.yml:3:2", "template.yml:2:34", "values.yml:3:2"]);
    let found = client.request("textDocument/documentHighlight", &at(&uri, 2, 8));
    assert_eq!(found.as_array().unwrap().len(), 2);
    client.stop();
}

/// The new text of every file that a rename changes, with the edits of each.
fn renamed(client: &mut Client, uri: &str, character: u32, name: &str) -> Vec<(String, usize)> {
    let mut params = at(uri, 2, character);
    params["newName"] = json!(name);
    let edit = client.request("textDocument/rename", &params);
    let changes = edit["documentChanges"].as_array().unwrap();
    let change = |change: &Value| {
        let edits = change["edits"].as_array().unwrap();
        assert!(edits.iter().all(|edit| edit["newText"] == name), "{edits:?}");
        (change["textDocument"]["uri"].as_str().unwrap().rsplit('/').next().unwrap().to_owned(), edits.len())
    };
    let mut changes: Vec<(String, usize)> = changes.iter().map(change).collect();
    changes.sort();
    changes
}

#[test]
fn a_rename_changes_all_files_at_once() {
    let (mut client, _workspace, uri) = open(&capabilities());
    let named =
        |files: &[(&str, usize)]| files.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect::<Vec<_>>();
    let found = renamed(&mut client, &uri, 36, "server");
    assert_eq!(found, named(&[("schema.yml", 1), ("template.yml", 1), ("values.yml", 1)]));
    let found = renamed(&mut client, &uri, 8, "url");
    assert_eq!(found, named(&[("lib.star", 1), ("template.yml", 2)]));
    let found = renamed(&mut client, &uri, 15, "name");
    assert_eq!(found, named(&[("lib.star", 2), ("template.yml", 1)]));
    client.stop();
}

#[test]
fn a_rename_that_code_could_not_follow_is_refused() {
    let (mut client, _workspace, uri) = open(&capabilities());
    let mut params = at(&uri, 2, 36);
    params["newName"] = json!("host-name");
    let error = client.request_error("textDocument/rename", &params);
    assert_eq!(error["code"], -32803);
    client.change(&uri, 2, (2, 34), (2, 38), "all + str(data.values)");
    client.problems_of_version(&uri, 2);
    let schema = at(&uri, 2, 31);
    let error = client.request_error("textDocument/prepareRename", &schema);
    assert!(error["message"].as_str().unwrap().contains("Line 3 of template.yml"), "{error}");
    // The code may be evaluated so late that its problems are told again.
    client.stop_amid(|message| message["method"] == "textDocument/publishDiagnostics");
}
