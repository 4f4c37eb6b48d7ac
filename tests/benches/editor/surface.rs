//! How long what stands beside a text takes, with all of it switched on: selections, folds, links, hints, lenses, names
//! of the whole workspace; and what an edit and a hover cost meanwhile.

use std::time::Instant;

use sayl_tests::client::{Client, Workspace, at, quiet_capabilities, range};
use sayl_tests::generate::Sample;
use serde_json::{Value, json};

use crate::measure::Times;

/// Lines on a screen.
const SCREEN: u32 = 60;

/// How many bundles there are for names of the whole workspace.
const BUNDLES: usize = 5_000;

/// Prints the times for a values file.
pub(crate) fn print(lines: usize, sample: &Sample, edits: usize) {
    println!("\nBeside the text, {lines} lines, each after an edit (milliseconds)");
    let workspace = Workspace::new(&[("schema.yml", &sample.schema_yaml)]);
    let settings = json!({"inlayHints": true, "codeLens": true});
    let mut client = Client::start_with(&workspace, &quiet_capabilities(), &settings);
    let uri = workspace.uri("values.yml");
    client.open(&uri, &sample.values_yaml);
    client.problems_of_version(&uri, 1);
    let site = sample.sites[sample.sites.len() / 2];
    let (line, column) = (site.line as u32, site.value as u32);
    let mut keystroke = Times::default();
    let mut version = 1;
    for (method, params) in requests(&uri, line, column) {
        let mut times = Times::default();
        for _ in 0..edits.div_ceil(4) {
            for (to, text) in [(column, "x"), (column + 1, "")] {
                version += 1;
                let typed = Instant::now();
                client.change(&uri, version, (line, column), (line, to), text);
                client.problems_of_version(&uri, version);
                keystroke.push(typed.elapsed());
            }
            let start = Instant::now();
            client.request(method, &params);
            times.push(start.elapsed());
        }
        row(method, &times);
    }
    row("an edit, to its problems", &keystroke);
    client.stop();
}

/// Prints the times for names of a workspace of many files.
pub(crate) fn print_names(edits: usize) {
    println!("\nNames of a workspace of {BUNDLES} schemas (milliseconds)");
    let texts: Vec<(String, String)> = (0..BUNDLES)
        .map(|index| {
            (format!("app{index}/schema.yml"), format!("#@data/values-schema\n---\nport{index}: 80\ndb: {{host: x}}\n"))
        })
        .collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let workspace = Workspace::new(&files);
    let mut client = Client::start_with(&workspace, &quiet_capabilities(), &Value::Null);
    let uri = workspace.uri("app0/schema.yml");
    client.open(&uri, &texts[0].1);
    client.problems_of_version(&uri, 1);
    let mut ask = |query: &str| {
        let start = Instant::now();
        client.request("workspace/symbol", &json!({ "query": query }));
        start.elapsed()
    };
    let (mut first, mut further) = (Times::default(), Times::default());
    first.push(ask("port4999"));
    for index in 0..edits {
        further.push(ask(["port", "db.host", "po9", ""][index % 4]));
    }
    row("the first query", &first);
    row("further queries", &further);
    client.stop();
}

fn row(name: &str, times: &Times) {
    println!("  {name:<40} median {:>8.2}   95% {:>8.2}", times.median(), times.percentile(95));
}

fn requests(uri: &str, line: u32, column: u32) -> Vec<(&'static str, Value)> {
    let document = json!({"uri": uri});
    let whole = json!({ "textDocument": document });
    let screen = json!({"textDocument": document, "range": range((line, 0), (line + SCREEN, 0))});
    let positions = json!([{"line": line, "character": column}]);
    vec![
        ("textDocument/hover", at(uri, line, 1)),
        ("textDocument/completion", at(uri, line, column)),
        ("textDocument/inlayHint", screen.clone()),
        ("textDocument/semanticTokens/range", screen),
        ("textDocument/selectionRange", json!({"textDocument": document, "positions": positions})),
        ("textDocument/linkedEditingRange", at(uri, line, 1)),
        ("textDocument/codeLens", whole.clone()),
        ("textDocument/documentLink", whole.clone()),
        ("textDocument/foldingRange", whole.clone()),
        ("textDocument/documentSymbol", whole),
    ]
}
