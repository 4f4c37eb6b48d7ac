//! An ordinary repository: workflows, compose files, manifests, charts, playbooks and API documents, with what some of
//! them hold that looks like ytt or is refused by it. sayl has nothing to say of any of it, in an editor or without.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sayl_tests::binary::{sayl, workspace_root};
use sayl_tests::client::{Client, Workspace, full_capabilities, range};
use serde_json::{Value, json};

/// Every file of the fixture, by its path there, with its bytes.
fn files() -> Vec<(String, Vec<u8>)> {
    let root = workspace_root().join("tests/ordinary");
    let mut files = Vec::new();
    collect(&root, &root, &mut files);
    files.sort();
    assert!(files.len() >= 60, "only {} files", files.len());
    files
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, Vec<u8>)>) {
    let entries = fs::read_dir(folder).expect("the fixture is there").map(|entry| entry.expect("it can be listed"));
    let paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    for path in paths {
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name = path.strip_prefix(root).expect("it lies below").to_string_lossy().into_owned();
            files.push((name, fs::read(&path).expect("it can be read")));
        }
    }
}

/// The repository, with a bundle of ytt's beside everything else.
fn repository(bundle: &[(&str, &str)]) -> Workspace {
    let workspace = Workspace::new(&[(".git/HEAD", "ref: refs/heads/main\n")]);
    for (name, bytes) in files() {
        workspace.write(&name, bytes);
    }
    for (name, text) in bundle {
        workspace.write(name, text);
    }
    workspace
}

fn check(workspace: &Workspace, arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(sayl()).arg("--check").args(arguments).current_dir(workspace.root()).output();
    let output = output.expect("sayl runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

const SCHEMA: &str = "#@data/values-schema\n---\nport: 80\n";
const BUNDLE: &[(&str, &str)] =
    &[("config/schema.yml", SCHEMA), ("config/values.yml", "#@data/values\n---\nport: x\n")];

#[test]
fn the_command_line_says_nothing_of_it() {
    let workspace = repository(&[]);
    let (printed, status) = check(&workspace, &[]);
    assert_eq!(status, Some(0), "{printed}");
    let expected = format!("Not checked: {} other YAML files.\n", files().len());
    assert!(printed.starts_with("Nothing to check") && printed.ends_with(&expected), "{printed}");
    for (name, _) in files() {
        let (printed, status) = check(&workspace, &["--format", "github", &name]);
        assert_eq!((printed.as_str(), status), ("", Some(0)), "{name}");
    }
}

#[test]
fn what_stands_beside_it_is_still_checked() {
    let (printed, status) = check(&repository(BUNDLE), &["--format", "github"]);
    assert_eq!((printed.lines().count(), status), (1, Some(1)), "{printed}");
    assert!(printed.starts_with("::error file=config/values.yml,line=3,"), "{printed}");
}

#[test]
fn its_syntax_is_checked_where_that_is_asked_for() {
    let workspace = repository(&[("sayl.toml", "[check]\nall-yaml = true\n")]);
    let (printed, status) = check(&workspace, &["--format", "github"]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("file=compose/broken.yml"), "{printed}");
    let of_helm: Vec<&str> = printed.lines().filter(|line| line.contains("helm/templates")).collect();
    assert_eq!(of_helm, [""; 0]);
}

/// Requests about a document as a whole.
const OF_DOCUMENT: &[&str] = &[
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/documentLink",
    "textDocument/codeLens",
    "textDocument/semanticTokens/full",
    "textDocument/formatting",
    "textDocument/diagnostic",
    "textDocument/inlayHint",
    "textDocument/codeAction",
    "textDocument/rangeFormatting",
];

/// Requests about a position.
const OF_POSITION: &[&str] = &[
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/typeDefinition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/linkedEditingRange",
    "textDocument/onTypeFormatting",
    "textDocument/selectionRange",
];

fn params(uri: &str, line: u32, character: u32) -> Value {
    let position = json!({"line": line, "character": character});
    json!({
        "textDocument": {"uri": uri}, "position": position, "positions": [position], "ch": "\n",
        "range": range((0, 0), (1000, 0)), "options": {"tabSize": 2, "insertSpaces": true},
        "context": {"includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false},
    })
}

fn is_empty(answer: &Value) -> bool {
    let is_nothing = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    is_nothing(answer) || answer.get("data").is_some_and(is_nothing) || answer.get("items").is_some_and(is_nothing)
}

/// Positions to ask at: in every line its start, its middle and its end.
fn positions(text: &str) -> Vec<(u32, u32)> {
    let in_line = |(line, text): (usize, &str)| {
        let length = text.encode_utf16().count() as u32;
        [0, length / 2, length].map(|character| (line as u32, character))
    };
    text.lines().enumerate().flat_map(in_line).collect()
}

#[test]
fn a_client_that_is_told_problems_is_told_none() {
    let workspace = repository(BUNDLE);
    let mut client = Client::start(&workspace);
    for (name, bytes) in files() {
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let uri = workspace.uri(&name);
        client.open(&uri, &text);
        assert_eq!(client.problems_of_version(&uri, 1), [], "{name}");
    }
    client.stop_amid(|message| message["method"] == "textDocument/publishDiagnostics");
}

#[test]
fn the_server_says_nothing_of_it_and_answers_every_request_empty() {
    let workspace = repository(BUNDLE);
    let mut client =
        Client::start_with(&workspace, &full_capabilities(), &json!({"inlayHints": true, "codeLens": true}));
    for (name, bytes) in files() {
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let uri = workspace.uri(&name);
        client.open(&uri, &text);
        for method in OF_DOCUMENT {
            let answer = client.request(method, &params(&uri, 0, 0));
            assert!(is_empty(&answer), "{name}: {method}: {answer}");
        }
        for (line, character) in positions(&text) {
            for method in OF_POSITION {
                let answer = client.request(method, &params(&uri, line, character));
                assert!(is_empty(&answer), "{name}:{line}:{character}: {method}: {answer}");
            }
        }
        client.close(&uri);
    }
    client.stop_amid(|_| true);
}
