//! What clients announce.

use serde_json::{Value, json};

/// What a client announces; the default is a modern editor that is pushed its problems.
pub fn capabilities() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-16"]},
        "window": {"workDoneProgress": false},
        "workspace": {
            "workspaceFolders": true, "applyEdit": true,
            "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]},
        },
        "textDocument": {
            "publishDiagnostics": {
                "relatedInformation": true, "versionSupport": true, "codeDescriptionSupport": true,
                "tagSupport": {"valueSet": [1, 2]},
            },
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "completion": {"completionItem": {
                "snippetSupport": true, "documentationFormat": ["markdown"], "tagSupport": {"valueSet": [1]},
            }},
            "definition": {"linkSupport": true},
            "typeDefinition": {"linkSupport": true},
            "rename": {"prepareSupport": true},
            "semanticTokens": {"requests": {"range": true, "full": {"delta": true}}, "tokenTypes": [], "tokenModifiers": [], "formats": ["relative"]},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "codeAction": {
                "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor.rewrite"]}},
                "isPreferredSupport": true, "dataSupport": true, "resolveSupport": {"properties": ["edit"]},
            },
        },
    })
}

/// The same client, but it pulls problems.
pub fn pulling_capabilities() -> Value {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["diagnostic"] = json!({});
    capabilities["workspace"]["diagnostics"] = json!({"refreshSupport": true});
    capabilities
}

/// A client that can take everything this server knows to give.
pub fn full_capabilities() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-16"]},
        "window": {"workDoneProgress": true, "showDocument": {"support": true}, "showMessage": {}},
        "workspace": workspace(),
        "textDocument": text_document(),
        "experimental": {"commands": {"commands": ["sayl.showReferences"]}},
    })
}

fn workspace() -> Value {
    let refresh = json!({"refreshSupport": true});
    json!({
        "workspaceFolders": true,
        "configuration": false,
        "applyEdit": true,
        "workspaceEdit": {
            "documentChanges": true, "resourceOperations": ["create", "rename", "delete"],
            "changeAnnotationSupport": {"groupsOnLabel": true},
        },
        "executeCommand": {},
        "symbol": {"resolveSupport": {"properties": ["location.range"]}},
        "diagnostics": refresh, "inlayHint": refresh, "codeLens": refresh, "semanticTokens": refresh,
        "fileOperations": {"willRename": true, "didRename": true},
    })
}

fn text_document() -> Value {
    let markdown = json!(["markdown", "plaintext"]);
    json!({
        "synchronization": {"didSave": true},
        "publishDiagnostics": {
            "relatedInformation": true, "versionSupport": true, "codeDescriptionSupport": true,
            "dataSupport": true, "tagSupport": {"valueSet": [1, 2]},
        },
        "diagnostic": {"relatedDocumentSupport": true},
        "hover": {"contentFormat": markdown},
        "completion": {
            "contextSupport": true,
            "completionItem": {
                "snippetSupport": true, "documentationFormat": markdown, "tagSupport": {"valueSet": [1]},
                "deprecatedSupport": true, "insertReplaceSupport": true, "labelDetailsSupport": true,
                "insertTextModeSupport": {"valueSet": [1, 2]},
                "resolveSupport": {"properties": ["documentation", "detail", "additionalTextEdits"]},
            },
        },
        "signatureHelp": {
            "contextSupport": true,
            "signatureInformation": {
                "documentationFormat": markdown, "activeParameterSupport": true,
                "parameterInformation": {"labelOffsetSupport": true},
            },
        },
        "definition": {"linkSupport": true},
        "typeDefinition": {"linkSupport": true},
        "references": {},
        "documentHighlight": {},
        "rename": {"prepareSupport": true, "prepareSupportDefaultBehavior": 1},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": true, "tagSupport": {"valueSet": [1]}},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": [
                "quickfix", "refactor", "refactor.rewrite", "refactor.extract", "source", "source.fixAll",
            ]}},
            "isPreferredSupport": true, "disabledSupport": true, "dataSupport": true,
            "resolveSupport": {"properties": ["edit"]},
        },
        "codeLens": {},
        "documentLink": {"tooltipSupport": true},
        "formatting": {}, "rangeFormatting": {}, "onTypeFormatting": {},
        "foldingRange": {"lineFoldingOnly": false, "foldingRange": {"collapsedText": true}},
        "selectionRange": {},
        "linkedEditingRange": {},
        "semanticTokens": {
            "requests": {"range": true, "full": {"delta": true}}, "tokenTypes": [], "tokenModifiers": [],
            "formats": ["relative"],
        },
        "inlayHint": {"resolveSupport": {"properties": ["tooltip"]}},
    })
}

/// The same client, but it is pushed its problems, and never asked anything: its sessions end with nothing unread.
pub fn quiet_capabilities() -> Value {
    capabilities_without(&QUIET)
}

/// What makes the server ask or tell something by itself.
const QUIET: [&str; 6] = [
    "/textDocument/diagnostic",
    "/window/workDoneProgress",
    "/workspace/diagnostics",
    "/workspace/inlayHint",
    "/workspace/codeLens",
    "/workspace/semanticTokens",
];

/// A client that can take everything, without what these JSON pointers name.
///
/// # Panics
/// If there is nothing there to leave out.
#[track_caller]
pub fn capabilities_without(pointers: &[&str]) -> Value {
    without(full_capabilities(), pointers)
}

/// The client of [`quiet_capabilities`] without what these JSON pointers name.
///
/// # Panics
/// If there is nothing there to leave out.
#[track_caller]
pub fn quiet_without(pointers: &[&str]) -> Value {
    without(quiet_capabilities(), pointers)
}

#[track_caller]
fn without(mut capabilities: Value, pointers: &[&str]) -> Value {
    for pointer in pointers {
        let (parent, name) = pointer.rsplit_once('/').expect("a JSON pointer");
        let parent = capabilities.pointer_mut(parent).and_then(Value::as_object_mut);
        let left_out = parent.and_then(|parent| parent.remove(name));
        assert!(left_out.is_some(), "no {pointer} to leave out");
    }
    capabilities
}
