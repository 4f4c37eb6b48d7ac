//! Template code: completion, hover and signature help in it, half typed too.

use sayl_tests::client::{Client, Workspace, at, capabilities, is_publish, range};
use serde_json::{Value, json};

use crate::SCHEMA;

const NAMES: &str = "# Names a thing.\ndef named(thing, prefix=\"x\"):\n  return prefix + thing\nend\n";

const HEAD: &str = "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"names.star\", \"named\")\n";

/// Asks at the end of a line that is typed behind the head of a template.
fn ask(capabilities: &Value, method: &str, line: &str) -> Value {
    let files = [("schema.yml", SCHEMA), ("names.star", NAMES), ("t.yml", HEAD)];
    let workspace = Workspace::new(&files);
    let mut client = Client::start_with(&workspace, capabilities, &Value::Null);
    let uri = workspace.uri("t.yml");
    client.open(&uri, &format!("{HEAD}{line}\n"));
    let end = u32::try_from(line.len()).unwrap();
    let answer = client.request(&format!("textDocument/{method}"), &at(&uri, 2, end));
    client.problems_of_version(&uri, 1);
    // Once more, where the code took its time; and what the schema declares and this code does not read.
    client.stop_amid(|message| is_publish(message, &uri) || is_publish(message, &workspace.uri("schema.yml")));
    answer
}

fn item<'a>(list: &'a Value, label: &str) -> &'a Value {
    let items = list["items"].as_array().unwrap();
    items.iter().find(|item| item["label"] == label).unwrap_or_else(|| panic!("no {label} among {list}"))
}

#[test]
fn members_of_the_data_values_are_offered_while_the_line_is_half_typed() {
    let list = ask(&capabilities(), "completion", "#@ if data.values.");
    let port = item(&list, "port");
    assert_eq!(port["detail"], "integer");
    assert_eq!(port["textEdit"]["range"], range((2, 18), (2, 18)));
    assert_eq!(item(&list, "old_port")["tags"], json!([1]));
}

#[test]
fn functions_are_offered_with_the_arguments_that_they_need_if_the_client_takes_snippets() {
    let list = ask(&capabilities(), "completion", "a: #@ na");
    let named = item(&list, "named");
    assert_eq!(named["detail"], "named(thing, prefix=\"x\")");
    assert_eq!(named["textEdit"]["newText"], "named(${1:thing})");
    let mut plain = capabilities();
    plain["textDocument"]["completion"] = json!({});
    let list = ask(&plain, "completion", "a: #@ na");
    assert_eq!(item(&list, "named")["textEdit"]["newText"], "named()");
}

#[test]
fn modules_and_files_to_load_are_offered() {
    let list = ask(&capabilities(), "completion", "#@ load(\"");
    item(&list, "@ytt:json");
    item(&list, "names.star");
}

#[test]
fn a_function_is_explained_by_its_comment() {
    let hover = ask(&capabilities(), "hover", "a: #@ named");
    let markdown = hover["contents"]["value"].as_str().unwrap();
    assert!(markdown.contains("def named(thing, prefix=\"x\")") && markdown.contains("Names a thing"), "{hover}");
    assert!(markdown.contains("names.star:2"), "{hover}");
    assert_eq!(hover["range"], range((2, 6), (2, 11)));
}

#[test]
fn a_data_value_is_explained_by_its_schema() {
    let hover = ask(&capabilities(), "hover", "a: #@ data.values.port");
    assert!(hover["contents"]["value"].as_str().unwrap().contains("Where it listens"), "{hover}");
}

#[test]
fn a_call_says_which_argument_is_typed() {
    let help = ask(&capabilities(), "signatureHelp", "a: #@ named(1, prefix=");
    assert_eq!(help["signatures"][0]["label"], "named(thing, prefix=\"x\")");
    assert_eq!(help["activeParameter"], 1);
}

#[test]
fn an_open_file_of_code_alone_is_no_yaml() {
    let workspace =
        Workspace::new(&[("schema.yml", SCHEMA), ("names.star", NAMES), ("t.txt", "a: (@= \"x\" @)\n\tb\n")]);
    let mut client = Client::start(&workspace);
    for (name, text) in [("names.star", NAMES), ("t.txt", "a: (@= \"x\" @)\n\tb\n"), ("alone/x.star", NAMES)] {
        let uri = workspace.uri(name);
        client.open(&uri, text);
        assert_eq!(client.problems_of_version(&uri, 1), [], "{name}");
    }
    client.stop();
}
