//! Signature help inside of shorthands and annotations.

use sayl_tests::client::{Client, Workspace, at, capabilities};
use serde_json::{Value, json};

/// The help at a place of a text.
fn help(text: &str, line: u32, character: u32) -> Value {
    let workspace = Workspace::new(&[]);
    let mut capabilities = capabilities();
    capabilities["textDocument"]["signatureHelp"] =
        json!({"signatureInformation": {"documentationFormat": ["markdown"]}});
    let mut client = Client::start_with(&workspace, &capabilities, &Value::Null);
    let uri = workspace.uri("a.yml");
    client.open(&uri, text);
    client.problems_of_version(&uri, 1);
    let help = client.request("textDocument/signatureHelp", &at(&uri, line, character));
    client.stop();
    help
}

#[test]
fn a_marker_says_what_it_takes() {
    let text =
        "apiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nspec: {schema: {parameters: {a: 'string | minLength='}}}\n";
    let help = help(text, 2, 53);
    let signature = &help["signatures"][0];
    assert_eq!(signature["label"], "minLength=a whole number");
    assert_eq!(signature["parameters"][0]["label"], "a whole number");
    assert_eq!(signature["documentation"]["kind"], "markdown");
    assert_eq!((&help["activeSignature"], &help["activeParameter"]), (&json!(0), &json!(0)));
}

#[test]
fn an_annotation_says_which_keyword_is_typed() {
    let help = help("#@data/values-schema\n---\n#@schema/validation min=1, max=\na: 1\n", 2, 31);
    let signature = &help["signatures"][0];
    let active = usize::try_from(help["activeParameter"].as_u64().unwrap()).unwrap();
    assert_eq!(signature["parameters"][active]["label"], "max=");
}

#[test]
fn elsewhere_there_is_none() {
    assert_eq!(help("a: 1\n", 0, 3), Value::Null);
}
