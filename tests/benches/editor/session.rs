//! One session with a running language server over stdio, with a clock: a message's time is when its last byte
//! arrived, before anything is parsed. Speaks just enough of the protocol to play an editor, with any server.

use std::collections::VecDeque;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sayl_tests::frame::read_body;
use serde_json::{Value, json};

/// How long anything may take before the bench gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// How to start a server, and the settings it gets for a folder.
pub(crate) struct Launch {
    program: PathBuf,
    arguments: Vec<String>,
    settings: fn(&Path) -> Value,
}

impl Launch {
    /// The server of this project.
    pub(crate) fn own(program: &Path) -> Self {
        Self { program: program.to_owned(), arguments: vec!["--stdio".to_owned()], settings: |_| json!({ "sayl": {} }) }
    }

    /// yaml-language-server, told which JSON Schema governs the values file.
    pub(crate) fn peer(command: &str) -> Self {
        let mut words = command.split_whitespace().map(str::to_owned);
        let program = words.next().unwrap_or_default().into();
        Self { program, arguments: words.collect(), settings: peer_settings }
    }
}

fn peer_settings(folder: &Path) -> Value {
    json!({ "yaml": {
        "schemas": { uri(&folder.join("schema.json")): ["values.yml"] },
        "validate": true, "hover": true, "completion": true,
        "schemaStore": { "enable": false }, "kubernetesCRDStore": { "enable": false },
    } })
}

/// The URI of an absolute path of plain characters, as temporary folders are.
pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A message from the server and when it had arrived.
struct Arrived {
    at: Instant,
    message: Value,
}

/// Problems as they were published.
pub(crate) struct Published {
    /// When they had arrived.
    pub(crate) at: Instant,
    /// The problems.
    pub(crate) diagnostics: Vec<Value>,
    version: Option<i64>,
}

/// A running server.
pub(crate) struct ServerSession {
    child: Child,
    input: Arc<Mutex<ChildStdin>>,
    arrived: Receiver<Arrived>,
    waiting: VecDeque<Arrived>,
    last_id: i64,
}

impl ServerSession {
    /// Starts a server on a folder; also how long it took until `initialize` was answered.
    pub(crate) fn start(launch: &Launch, folder: &Path) -> (Self, Duration) {
        let started = Instant::now();
        let mut child = Command::new(&launch.program)
            .args(&launch.arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{} does not start: {error}", launch.program.display()));
        let input = Arc::new(Mutex::new(child.stdin.take().expect("stdin is piped")));
        let output = child.stdout.take().expect("stdout is piped");
        let settings = (launch.settings)(folder);
        let (sender, arrived) = mpsc::channel();
        let answers = Answers { input: Arc::clone(&input), settings: settings.clone() };
        std::thread::spawn(move || read_messages(BufReader::with_capacity(1 << 20, output), &answers, &sender));
        let mut session = Self { child, input, arrived, waiting: VecDeque::new(), last_id: 0 };
        let (_, at) = session.request("initialize", &initialize_params(folder));
        session.notify("initialized", &json!({}));
        session.notify("workspace/didChangeConfiguration", &json!({ "settings": settings }));
        (session, at - started)
    }

    /// Sends a notification; when it was sent.
    pub(crate) fn notify(&mut self, method: &str, params: &Value) -> Instant {
        let at = Instant::now();
        send(&self.input, &json!({ "jsonrpc": "2.0", "method": method, "params": params }));
        at
    }

    /// Sends a request; its result and when that had arrived.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> (Value, Instant) {
        self.last_id += 1;
        let id = self.last_id;
        send(&self.input, &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let mut arrived = self.wait(method, |message| message["id"] == id && message.get("method").is_none());
        assert!(arrived.message.get("error").is_none(), "{method}: {}", arrived.message);
        (arrived.message["result"].take(), arrived.at)
    }

    /// The next problems of a document; of this version or later where the server names versions.
    pub(crate) fn published(&mut self, uri: &str, version: i64) -> Published {
        let mut arrived = self.wait("textDocument/publishDiagnostics", |message| {
            let is_newer = message["params"]["version"].as_i64().is_none_or(|published| published >= version);
            is_publication_of(message, uri) && is_newer
        });
        published(&mut arrived)
    }

    /// What was published for a document until nothing more came for `quiet`, or, where the server names versions,
    /// until `version` was.
    pub(crate) fn published_until_quiet(&mut self, uri: &str, version: i64, quiet: Duration) -> Vec<Published> {
        let mut all = Vec::new();
        loop {
            let Some(mut arrived) = self.next(quiet) else { return all };
            if !is_publication_of(&arrived.message, uri) {
                continue;
            }
            all.push(published(&mut arrived));
            if all.last().is_some_and(|last| last.version == Some(version)) {
                return all;
            }
        }
    }

    /// Peak memory of the server in kibibytes, its child processes included; 0 where the system does not tell.
    pub(crate) fn peak_memory(&self) -> u32 {
        process_tree(self.child.id()).into_iter().map(peak_memory).sum()
    }

    /// Ends the server.
    pub(crate) fn stop(mut self) {
        self.request("shutdown", &Value::Null);
        self.notify("exit", &Value::Null);
        let _ = self.child.wait();
    }

    fn wait(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Arrived {
        if let Some(index) = self.waiting.iter().position(|arrived| is_it(&arrived.message)) {
            // What came before it is older news.
            return self.waiting.drain(..=index).next_back().expect("a found message is there");
        }
        loop {
            let arrived = self.receive(PATIENCE).unwrap_or_else(|| panic!("{what}: no answer within {PATIENCE:?}"));
            if is_it(&arrived.message) {
                return arrived;
            }
            self.waiting.push_back(arrived);
        }
    }

    fn next(&mut self, patience: Duration) -> Option<Arrived> {
        self.waiting.pop_front().or_else(|| self.receive(patience))
    }

    fn receive(&self, patience: Duration) -> Option<Arrived> {
        match self.arrived.recv_timeout(patience) {
            Ok(arrived) => Some(arrived),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the server has died"),
        }
    }

    /// Forgets everything that has arrived.
    pub(crate) fn forget(&mut self) {
        self.waiting.clear();
        while self.arrived.try_recv().is_ok() {}
    }
}

fn is_publication_of(message: &Value, uri: &str) -> bool {
    message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
}

fn published(arrived: &mut Arrived) -> Published {
    let params = &mut arrived.message["params"];
    let Value::Array(diagnostics) = params["diagnostics"].take() else { panic!("problems are an array: {params}") };
    Published { at: arrived.at, diagnostics, version: params["version"].as_i64() }
}

fn initialize_params(folder: &Path) -> Value {
    let root = uri(folder);
    json!({
        "processId": std::process::id(),
        "clientInfo": { "name": "bench" },
        "rootUri": root,
        "workspaceFolders": [{ "uri": root, "name": "bench" }],
        "capabilities": {
            "textDocument": {
                "publishDiagnostics": { "versionSupport": true, "relatedInformation": true },
                "hover": { "contentFormat": ["markdown", "plaintext"] },
                "completion": { "completionItem": { "snippetSupport": true, "documentationFormat": ["markdown"] } },
            },
            "workspace": { "configuration": true, "workspaceFolders": true },
        },
    })
}

/// Answers to what a server asks its editor.
struct Answers {
    input: Arc<Mutex<ChildStdin>>,
    settings: Value,
}

impl Answers {
    fn answer(&self, request: &Value) {
        let result = match request["method"].as_str() {
            Some("workspace/configuration") => {
                let items = request["params"]["items"].as_array().map(Vec::as_slice).unwrap_or_default();
                items.iter().map(|item| self.section(item["section"].as_str().unwrap_or_default())).collect()
            }
            _ => Value::Null,
        };
        send(&self.input, &json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }));
    }

    fn section(&self, name: &str) -> Value {
        let pointer = format!("/{}", name.replace('.', "/"));
        self.settings.pointer(&pointer).cloned().unwrap_or_default()
    }
}

fn send(input: &Mutex<ChildStdin>, message: &Value) {
    let body = message.to_string();
    let framed = format!("Content-Length: {}\r\n\r\n{body}", body.len());
    let mut input = input.lock().expect("no writer has panicked");
    input.write_all(framed.as_bytes()).and_then(|()| input.flush()).expect("the server reads");
}

fn read_messages(mut output: BufReader<ChildStdout>, answers: &Answers, sender: &mpsc::Sender<Arrived>) {
    while let Some(body) = read_body(&mut output) {
        let at = Instant::now();
        let message: Value = serde_json::from_slice(&body).expect("a message is JSON");
        if message.get("method").is_some() && message.get("id").is_some() {
            answers.answer(&message);
        } else if sender.send(Arrived { at, message }).is_err() {
            return;
        }
    }
}

fn process_tree(root: u32) -> Vec<u32> {
    let mut tree = vec![root];
    let mut next = 0;
    while let Some(&process) = tree.get(next) {
        let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let children = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
        let ids: Vec<u32> = children
            .flat_map(|text| text.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
            .collect();
        tree.extend(ids);
        next += 1;
    }
    tree
}

fn peak_memory(process: u32) -> u32 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kibibytes| kibibytes.parse().ok()).unwrap_or(0)
}
