//! Any bytes on the server's input, as a message or between messages: it lives, and goes on answering.
//!
//! `SAYL_BINARY` names the program.
#![no_main]

use std::sync::{LazyLock, Mutex};

use libfuzzer_sys::fuzz_target;
use sayl_tests::client::{Client, Workspace, at};
use serde_json::json;

struct ServerSession {
    client: Client,
    neighbour: String,
}

static SESSION: LazyLock<Mutex<ServerSession>> = LazyLock::new(|| {
    let schema = "#@data/values-schema\n---\n#@schema/desc \"Where it listens.\"\nport: 80\n";
    let workspace = Workspace::new(&[("schema.yml", schema), ("values.yml", "#@data/values\n---\nport: 1\n")]);
    let client = Client::start(&workspace);
    let neighbour = workspace.uri("values.yml");
    // The folder stays as long as the process does.
    std::mem::forget(workspace);
    Mutex::new(ServerSession { client, neighbour })
});

const METHODS: [&str; 12] = [
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/codeAction",
    "textDocument/rename",
    "textDocument/diagnostic",
    "workspace/didChangeConfiguration",
    "workspace/executeCommand",
    "sayl/rendered",
    "$/cancelRequest",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    // Whoever ends the session ends it, and whoever announces a body has to send it.
    let lower_case = text.to_lowercase();
    if ["exit", "shutdown", "initialize", "content-length"].iter().any(|word| lower_case.contains(word)) {
        return;
    }
    let mut session = SESSION.lock().expect("no input has failed before");
    let ServerSession { client, neighbour } = &mut *session;
    match kind % 3 {
        0 => client.send_body(&text),
        1 => client.send_bytes(&[rest, b"\r\n\r\n"].concat()),
        _ => {
            let method = METHODS[usize::from(kind / 3) % METHODS.len()];
            let params: serde_json::Value = serde_json::from_slice(rest).unwrap_or_else(|_| {
                json!({"textDocument": {"uri": neighbour, "version": 2, "text": text}, "contentChanges": [{"text": text}],
                       "position": {"line": rest.len(), "character": 3}})
            });
            client.send_body(&json!({"jsonrpc": "2.0", "id": 77, "method": method, "params": params}).to_string());
        }
    }
    let id = client.ask("textDocument/hover", &at(neighbour, 2, 1));
    client.answer(id);
    client.drain(|_| true);
});
