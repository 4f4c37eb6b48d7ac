//! An editor in a few lines: drives the real `sayl` process over its pipes, one session per [`Client`].
//!
//! Questions block until they are answered. Whatever else arrives meanwhile is kept until a test asks for it, and a
//! session that ends with something unread fails: a server that talks too much is wrong, too.

use std::collections::VecDeque;
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::frame;

mod capabilities;
mod workspace;

pub use capabilities::{
    capabilities, capabilities_without, full_capabilities, pulling_capabilities, quiet_capabilities, quiet_without,
};
pub use workspace::Workspace;

/// No answer takes this long, however busy the machine is; it only keeps a failing test from hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server and the session with it.
pub struct Client {
    process: Child,
    input: Option<ChildStdin>,
    arriving: Receiver<Value>,
    /// Read from the server, not yet asked for by the test.
    unread: VecDeque<Value>,
    next_id: i64,
    is_over: bool,
    patience: Duration,
}

impl Client {
    /// Starts a server without saying anything to it.
    pub fn spawn() -> Self {
        Self::spawn_by(Command::new(crate::binary::sayl()).arg("--stdio"))
    }

    /// The same with a folder of its own for temporary files: servers share the machine's, and clean up there.
    pub fn spawn_with_temporary_files_in(folder: &Path) -> Self {
        let names = ["TMPDIR", "TMP", "TEMP"];
        let mut command = Command::new(crate::binary::sayl());
        Self::spawn_by(command.arg("--stdio").envs(names.map(|name| (name, folder))))
    }

    /// The same with at most so many kibibytes of address space, much of which is only reserved, for threads.
    pub fn spawn_limited(kibibytes: u64) -> Self {
        let script = format!("ulimit -v {kibibytes} && exec \"$0\" --stdio");
        Self::spawn_by(Command::new("sh").args(["-c", &script]).arg(crate::binary::sayl()))
    }

    /// The same by way of another program, such as one that counts instructions, which may take its time.
    pub fn spawn_through(program: &str, arguments: &[String], patience: Duration) -> Self {
        let mut client = Self::spawn_by(Command::new(program).args(arguments).arg("--stdio"));
        client.patience = patience;
        client
    }

    fn spawn_by(command: &mut Command) -> Self {
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().expect("sayl starts");
        let input = process.stdin.take();
        let output = process.stdout.take().expect("its output is a pipe");
        let (sender, arriving) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(body) = frame::read_body(&mut output) {
                let message = serde_json::from_slice(&body).expect("sayl sends JSON");
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self { process, input, arriving, unread: VecDeque::new(), next_id: 0, is_over: false, patience: PATIENCE }
    }

    /// Starts a server and opens a workspace in it, with the client of [`capabilities()`].
    pub fn start(workspace: &Workspace) -> Self {
        Self::start_with(workspace, &capabilities(), &Value::Null)
    }

    /// Starts a server and opens a workspace in it.
    pub fn start_with(workspace: &Workspace, capabilities: &Value, options: &Value) -> Self {
        let mut client = Self::spawn();
        client.initialize(&[workspace], capabilities, options);
        client
    }

    /// A session in that encoding with one open document, whose problems were told. Gives its URI, too.
    pub fn start_with_document(encoding: &str, text: &str) -> (Self, String) {
        let workspace = Workspace::new(&[]);
        let mut capabilities = capabilities();
        capabilities["general"] = json!({"positionEncodings": [encoding]});
        let mut client = Self::start_with(&workspace, &capabilities, &Value::Null);
        let uri = workspace.uri("a.yml");
        client.open_as("ytt", &uri, text);
        client.problems_of_version(&uri, 1);
        (client, uri)
    }

    /// The first messages of every session. Gives what the server answered.
    pub fn initialize(&mut self, workspaces: &[&Workspace], capabilities: &Value, options: &Value) -> Value {
        let folders: Vec<Value> =
            workspaces.iter().map(|workspace| json!({"uri": workspace.uri(""), "name": "test"})).collect();
        let params = json!({
            "processId": std::process::id(), "rootUri": null, "capabilities": capabilities,
            "initializationOptions": options, "workspaceFolders": folders,
        });
        let answer = self.request("initialize", &params);
        self.notify("initialized", &json!({}));
        answer
    }

    // -- messages

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks and waits for the result.
    ///
    /// # Panics
    /// When the answer is an error.
    #[track_caller]
    pub fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.ask(method, params);
        let mut answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method} was answered with {answer}");
        answer["result"].take()
    }

    /// Asks and waits for the error.
    #[track_caller]
    pub fn request_error(&mut self, method: &str, params: &Value) -> Value {
        let id = self.ask(method, params);
        let mut answer = self.answer(id);
        assert!(answer.get("error").is_some(), "{method} was answered with {answer}");
        answer["error"].take()
    }

    /// Asks without waiting. Gives the request's id.
    pub fn ask(&mut self, method: &str, params: &Value) -> i64 {
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params}));
        self.next_id
    }

    /// Waits for the whole answer to a request.
    #[track_caller]
    pub fn answer(&mut self, id: i64) -> Value {
        self.wait_for(&format!("an answer to {id}"), |message| message.get("method").is_none() && message["id"] == id)
    }

    /// Answers a request of the server.
    pub fn respond(&mut self, request: &Value, result: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
    }

    /// Waits for a request or notification of the server.
    #[track_caller]
    pub fn wait_for_method(&mut self, method: &str) -> Value {
        self.wait_for(method, |message| message["method"] == method)
    }

    /// Sends raw bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the session is not over");
        input.write_all(bytes).and_then(|()| input.flush()).expect("sayl reads its input");
    }

    /// Sends the body of a message, whatever it is.
    pub fn send_body(&mut self, body: &str) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    fn send(&mut self, message: &Value) {
        self.send_body(&message.to_string());
    }

    /// The first message that arrived or arrives and is wanted.
    #[track_caller]
    pub fn wait_for(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.unread.iter().position(&wanted) {
            return self.unread.remove(index).expect("it was just found");
        }
        loop {
            let Ok(message) = self.arriving.recv_timeout(self.patience) else {
                panic!("sayl never sent {what}; unread: {:#?}", self.unread);
            };
            if wanted(&message) {
                return message;
            }
            self.unread.push_back(message);
        }
    }

    /// Reads everything that waits, and gives what is wanted of it.
    pub fn drain(&mut self, wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
        self.unread.extend(self.arriving.try_iter());
        let waiting = std::mem::take(&mut self.unread);
        let (taken, unread): (Vec<Value>, Vec<Value>) = waiting.into_iter().partition(|message| wanted(message));
        self.unread = unread.into();
        taken
    }

    // -- documents

    /// Opens a document as version 1.
    pub fn open(&mut self, uri: &str, text: &str) {
        self.open_as("yaml", uri, text);
    }

    /// Opens a document as text of a language; what is `ytt` is looked at whatever it holds.
    pub fn open_as(&mut self, language: &str, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", &json!({"textDocument": document}));
    }

    /// Replaces a range, given as lines and characters from 0.
    pub fn change(&mut self, uri: &str, version: i32, from: (u32, u32), to: (u32, u32), text: &str) {
        let change = json!({"range": range(from, to), "text": text});
        let document = json!({"uri": uri, "version": version});
        self.notify("textDocument/didChange", &json!({"textDocument": document, "contentChanges": [change]}));
    }

    /// Closes a document.
    pub fn close(&mut self, uri: &str) {
        self.notify("textDocument/didClose", &json!({"textDocument": {"uri": uri}}));
    }

    /// Tells of files that changed on disk: 1 created, 2 changed, 3 deleted.
    pub fn files_changed(&mut self, changes: &[(&str, u32)]) {
        let changes: Vec<Value> = changes.iter().map(|(uri, kind)| json!({"uri": uri, "type": kind})).collect();
        self.notify("workspace/didChangeWatchedFiles", &json!({"changes": changes}));
    }

    /// Waits for the problems of that version of an open document, skipping older ones.
    #[track_caller]
    pub fn problems_of_version(&mut self, uri: &str, version: i32) -> Vec<Problem> {
        let what = format!("problems of version {version} of {uri}");
        loop {
            let message = self.wait_for(&what, |message| is_publish(message, uri));
            if message["params"]["version"].as_i64() >= Some(version.into()) {
                return problems(&message["params"]["diagnostics"]);
            }
        }
    }

    /// Waits until the problems of a file, open or not, are these codes at these lines from 0.
    #[track_caller]
    pub fn wait_for_problems(&mut self, uri: &str, expected: &[(u64, &str)]) {
        let mut last = None;
        loop {
            let what = format!("{expected:?} in {uri}, last {last:?}");
            let message = self.wait_for(&what, |message| is_publish(message, uri));
            let found = problems(&message["params"]["diagnostics"]);
            if found.iter().map(|problem| (problem.line, problem.code.as_str())).eq(expected.iter().copied()) {
                return;
            }
            last = Some(found);
        }
    }

    // -- the end

    /// Ends the session as the protocol asks. Nothing may be left unread.
    #[track_caller]
    pub fn stop(self) {
        self.stop_amid(|_| false);
    }

    /// The same, where messages of some kind may come at any moment, such as requests to ask again.
    #[track_caller]
    pub fn stop_amid(mut self, is_expected: impl Fn(&Value) -> bool) {
        self.request("shutdown", &Value::Null);
        self.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
        assert_eq!(self.wait().code(), Some(0), "exit status after shutdown and exit");
        self.unread.retain(|message| !is_expected(message));
        assert!(self.unread.is_empty(), "left unread: {:#?}", self.unread);
    }

    /// The process of the server.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Closes the server's input.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the server's end; everything that it still said is unread then.
    pub fn wait(&mut self) -> ExitStatus {
        while let Ok(message) = self.arriving.recv_timeout(self.patience) {
            self.unread.push_back(message);
        }
        self.is_over = true;
        self.process.wait().expect("the process can be waited for")
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if !self.is_over {
            // A failed test has left it running.
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

/// A problem as published, for short comparisons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line from 0.
    pub line: u64,
    /// First character from 0, in the encoding agreed on.
    pub from: u64,
    /// Character behind the last.
    pub to: u64,
    /// The code's name; empty where it says that others are not shown.
    pub code: String,
    /// The whole diagnostic.
    pub diagnostic: Value,
}

/// The items of a list of diagnostics.
pub fn problems(diagnostics: &Value) -> Vec<Problem> {
    let read = |diagnostic: &Value| Problem {
        line: diagnostic["range"]["start"]["line"].as_u64().expect("a line"),
        from: diagnostic["range"]["start"]["character"].as_u64().expect("a character"),
        to: diagnostic["range"]["end"]["character"].as_u64().expect("a character"),
        code: diagnostic["code"].as_str().unwrap_or_default().to_owned(),
        diagnostic: diagnostic.clone(),
    };
    diagnostics.as_array().expect("a list of diagnostics").iter().map(read).collect()
}

/// Whether a message asks the client to ask again for something.
pub fn is_refresh(message: &Value) -> bool {
    message["method"].as_str().is_some_and(|method| method.ends_with("/refresh"))
}

/// Whether a message publishes the problems of a document.
pub fn is_publish(message: &Value, uri: &str) -> bool {
    message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
}

/// The parameters of a request about a place, in lines and characters from 0.
pub fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
}

/// A range from lines and characters from 0.
pub fn range(from: (u32, u32), to: (u32, u32)) -> Value {
    let position = |(line, character): (u32, u32)| json!({"line": line, "character": character});
    json!({"start": position(from), "end": position(to)})
}
