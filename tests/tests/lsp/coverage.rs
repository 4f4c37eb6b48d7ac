//! Every capability that the server announces is asked for, and everything that is asked for is announced. Whoever
//! announces something new adds a row here, and a session of its own beside this file.

use std::collections::{BTreeMap, BTreeSet};

use sayl_tests::client::{Client, Workspace, at, full_capabilities, is_refresh, range};
use serde_json::{Value, json};

const SCHEMA: &str = "\
#@data/values-schema
---
#@schema/desc \"See https://example.com\"
port: 8080
name: web
db:
  host: x
";

const VALUES: &str = "\
#@ load(\"names.star\", \"label\")
#@data/values
---
prot: 1
port: 80
";

const TEMPLATE: &str = "a: &anchor   1\nb: *anchor\nc:\n\n";

const NAMES: &str = "def label(x):\n  return x\nend\n";

/// What is announced, and the method that exercises it. The first comes first.
const ROWS: &[(&str, &str)] = &[
    ("textDocumentSync", "textDocument/didChange"),
    ("textDocumentSync.save", "textDocument/didSave"),
    ("hoverProvider", "textDocument/hover"),
    ("completionProvider", "textDocument/completion"),
    ("completionProvider.resolveProvider", "completionItem/resolve"),
    ("signatureHelpProvider", "textDocument/signatureHelp"),
    ("definitionProvider", "textDocument/definition"),
    ("typeDefinitionProvider", "textDocument/typeDefinition"),
    ("referencesProvider", "textDocument/references"),
    ("documentHighlightProvider", "textDocument/documentHighlight"),
    ("renameProvider", "textDocument/rename"),
    ("renameProvider.prepareProvider", "textDocument/prepareRename"),
    ("linkedEditingRangeProvider", "textDocument/linkedEditingRange"),
    ("documentSymbolProvider", "textDocument/documentSymbol"),
    ("workspaceSymbolProvider", "workspace/symbol"),
    ("workspaceSymbolProvider.resolveProvider", "workspaceSymbol/resolve"),
    ("codeActionProvider", "textDocument/codeAction"),
    ("codeActionProvider.codeActionKinds", "textDocument/codeAction"),
    ("codeActionProvider.resolveProvider", "codeAction/resolve"),
    ("codeLensProvider", "textDocument/codeLens"),
    ("codeLensProvider.resolveProvider", "codeLens/resolve"),
    ("documentLinkProvider", "textDocument/documentLink"),
    ("executeCommandProvider", "workspace/executeCommand"),
    ("executeCommandProvider.commands", "workspace/executeCommand"),
    ("inlayHintProvider", "textDocument/inlayHint"),
    ("inlayHintProvider.resolveProvider", "inlayHint/resolve"),
    ("documentFormattingProvider", "textDocument/formatting"),
    ("documentRangeFormattingProvider", "textDocument/rangeFormatting"),
    ("documentOnTypeFormattingProvider", "textDocument/onTypeFormatting"),
    ("foldingRangeProvider", "textDocument/foldingRange"),
    ("selectionRangeProvider", "textDocument/selectionRange"),
    ("semanticTokensProvider", "textDocument/semanticTokens/full"),
    ("semanticTokensProvider.full", "textDocument/semanticTokens/full"),
    ("semanticTokensProvider.full.delta", "textDocument/semanticTokens/full/delta"),
    ("semanticTokensProvider.range", "textDocument/semanticTokens/range"),
    ("diagnosticProvider", "textDocument/diagnostic"),
    ("diagnosticProvider.interFileDependencies", "textDocument/diagnostic"),
    ("workspace.workspaceFolders", "workspace/didChangeWorkspaceFolders"),
    ("textDocumentSync.openClose", "textDocument/didClose"),
];

/// How a method is exercised.
enum Ask {
    /// A request with these parameters; the answer must hold something.
    With(Value),
    /// A request with the first item of the answer to another.
    FirstOf(&'static str),
    /// A notification.
    Tell(Value),
}

fn ask(method: &str, uri: &dyn Fn(&str) -> String) -> Ask {
    let [schema, values, template] = ["schema.yml", "values.yml", "template.yml"].map(uri);
    let document = |uri: &str| json!({"textDocument": {"uri": uri}});
    let all = range((0, 0), (100, 0));
    match method {
        "textDocument/didChange" => {
            Ask::Tell(json!({"textDocument": {"uri": values, "version": 2}, "contentChanges": []}))
        }
        "textDocument/didSave" | "textDocument/didClose" => Ask::Tell(document(&values)),
        "workspace/didChangeWorkspaceFolders" => Ask::Tell(json!({"event": {"added": [], "removed": []}})),
        "workspace/symbol" => Ask::With(json!({"query": "port"})),
        "workspaceSymbol/resolve" => Ask::FirstOf("workspace/symbol"),
        "workspace/executeCommand" => Ask::With(json!({"command": "sayl.showDataValues", "arguments": [values]})),
        "completionItem/resolve" => Ask::FirstOf("textDocument/completion"),
        "codeAction/resolve" => Ask::FirstOf("textDocument/codeAction"),
        "codeLens/resolve" => Ask::FirstOf("textDocument/codeLens"),
        "inlayHint/resolve" => Ask::FirstOf("textDocument/inlayHint"),
        "textDocument/completion" => Ask::With(at(&values, 3, 1)),
        "textDocument/hover" | "textDocument/definition" | "textDocument/typeDefinition" => {
            Ask::With(at(&values, 4, 1))
        }
        "textDocument/references" => with(at(&values, 4, 1), "context", json!({"includeDeclaration": true})),
        "textDocument/signatureHelp" => Ask::With(at(&schema, 2, 14)),
        "textDocument/rename" => with(at(&template, 1, 4), "newName", json!("other")),
        "textDocument/documentHighlight" | "textDocument/prepareRename" | "textDocument/linkedEditingRange" => {
            Ask::With(at(&template, 1, 4))
        }
        "textDocument/codeAction" => {
            let misspelt = json!({"textDocument": {"uri": values}, "range": range((3, 0), (3, 4))});
            with(misspelt, "context", json!({"diagnostics": []}))
        }
        "textDocument/formatting" => with(document(&template), "options", options()),
        "textDocument/rangeFormatting" => {
            with(json!({"textDocument": {"uri": template}, "range": all}), "options", options())
        }
        "textDocument/onTypeFormatting" => {
            let mut new_line = at(&template, 3, 0);
            new_line["ch"] = json!("\n");
            with(new_line, "options", options())
        }
        "textDocument/selectionRange" => with(document(&schema), "positions", json!([{"line": 3, "character": 1}])),
        "textDocument/semanticTokens/full/delta" => with(document(&schema), "previousResultId", json!("none")),
        "textDocument/inlayHint" | "textDocument/semanticTokens/range" => with(document(&schema), "range", all),
        "textDocument/documentLink" | "textDocument/diagnostic" => Ask::With(document(&values)),
        _ => Ask::With(document(&schema)),
    }
}

fn options() -> Value {
    json!({"tabSize": 2, "insertSpaces": true})
}

fn with(mut params: Value, name: &str, value: Value) -> Ask {
    params[name] = value;
    Ask::With(params)
}

#[test]
fn what_is_announced_is_asked_for_and_the_other_way_around() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA), ("names.star", NAMES)]);
    let mut client = Client::spawn();
    let switches = json!({"inlayHints": true, "codeLens": true});
    let answer = client.initialize(&[&workspace], &full_capabilities(), &switches);
    let rows: BTreeSet<String> = ROWS.iter().map(|(capability, _)| (*capability).to_owned()).collect();
    assert_eq!(announced(&answer["capabilities"]), rows, "left: announced, right: asked for");
    for (name, text) in [("schema.yml", SCHEMA), ("values.yml", VALUES), ("template.yml", TEMPLATE)] {
        client.open(&workspace.uri(name), text);
    }
    let mut answers: BTreeMap<&str, Value> = BTreeMap::new();
    for (capability, method) in ROWS {
        let params = match ask(method, &|name| workspace.uri(name)) {
            Ask::Tell(params) => {
                client.notify(method, &params);
                continue;
            }
            Ask::With(params) => params,
            Ask::FirstOf(other) => first(&answers[other]).clone(),
        };
        let answer = client.request(method, &params);
        assert!(holds_something(&answer), "{capability}: {method} was answered with {answer}");
        answers.insert(method, answer);
    }
    let asides =
        ["textDocument/publishDiagnostics", "window/workDoneProgress/create", "$/progress", "window/showDocument"];
    client.stop_amid(|message| is_refresh(message) || asides.iter().any(|aside| message["method"] == *aside));
}

/// The first of a list, which may stand among other things that are said of it.
fn first(answer: &Value) -> &Value {
    if answer["items"].is_array() { &answer["items"][0] } else { &answer[0] }
}

/// What is announced: what providers there are, and what each of them can.
fn announced(capabilities: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![(String::new(), capabilities)];
    while let Some((path, value)) = waiting.pop() {
        for (name, value) in value.as_object().into_iter().flatten() {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            if says_how(name) || *value == json!(false) {
                continue;
            }
            if path != "workspace" {
                found.insert(path.clone());
            }
            waiting.push((path, value));
        }
    }
    found
}

/// Whether a value says how something is done, rather than what.
fn says_how(name: &str) -> bool {
    let manners =
        ["positionEncoding", "change", "legend", "identifier", "includeText", "supported", "changeNotifications"];
    manners.contains(&name) || name.ends_with("riggerCharacters") || name.ends_with("riggerCharacter")
}

fn holds_something(answer: &Value) -> bool {
    let is_full = |list: &Value| list.as_array().is_none_or(|items| !items.is_empty());
    let lists = ["items", "data", "signatures"].map(|name| &answer[name]);
    !answer.is_null() && is_full(answer) && lists.into_iter().all(is_full)
}

#[test]
fn every_method_has_a_session_of_its_own() {
    let root = sayl_tests::binary::workspace_root();
    let files = std::fs::read_dir(root.join("tests/tests/lsp")).unwrap().map(|entry| entry.unwrap().path());
    let others = files.filter(|path| path.file_name().is_some_and(|name| name != "coverage.rs"));
    let files = others.chain([root.join("tests/src/client.rs")]);
    let texts: Vec<String> = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let is_requested = |method: &str| texts.iter().any(|text| text.contains(&format!("\"{method}\"")));
    let missing: Vec<&str> = ROWS.iter().map(|(_, method)| *method).filter(|method| !is_requested(method)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}
