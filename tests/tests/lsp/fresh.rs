//! Whatever happened in a session, an editor shows what one shows that was started just now: with a client that is
//! pushed its problems, and with one that asks for those of open documents.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::Index;
use sayl_core::test_support::Fixture;
use sayl_tests::cases_of_property;
use sayl_tests::client::{Client, Workspace, capabilities, pulling_capabilities};
use serde_json::{Value, json};

/// The world of the engine's own test, and texts that take the place of others.
const PROJECT: &str = include_str!("../../../core/src/analysis/tests/fresh/project.txt");
const TEXTS: &str = include_str!("../../../core/src/analysis/tests/fresh/texts.txt");

/// Two servers that differ for so long will not agree any more.
const PATIENCE: Duration = Duration::from_secs(60);
/// Who says nothing new for so long has said everything.
const QUIET: Duration = Duration::from_millis(300);

#[derive(Clone, Debug)]
enum Change {
    Restore,
    Empty,
    DropHeader,
    Become(Index),
}

#[derive(Clone, Debug)]
enum Step {
    Write(Index, Change),
    Delete(Index),
    Open(Index),
    Edit(Index, Change),
    Close(Index),
    /// Time goes by, and the editor takes in what it is told.
    Wait,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let file = any::<Index>;
    let change = || {
        prop_oneof![
            2 => Just(Change::Restore),
            1 => Just(Change::Empty),
            2 => Just(Change::DropHeader),
            2 => any::<Index>().prop_map(Change::Become),
        ]
    };
    let step = prop_oneof![
        4 => (file(), change()).prop_map(|(file, change)| Step::Write(file, change)),
        1 => file().prop_map(Step::Delete),
        2 => file().prop_map(Step::Open),
        4 => (file(), change()).prop_map(|(file, change)| Step::Edit(file, change)),
        1 => file().prop_map(Step::Close),
        1 => Just(Step::Wait),
    ];
    prop::collection::vec(step, 1..25)
}

/// An editor that shows problems.
struct Editor {
    client: Client,
    /// Whether it asks for the problems of open documents.
    pulls: bool,
    open: BTreeSet<String>,
    pushed: BTreeMap<String, Value>,
    pulled: BTreeMap<String, Value>,
}

impl Editor {
    fn start(workspace: &Workspace, pulls: bool) -> Self {
        let capabilities = if pulls { pulling_capabilities() } else { capabilities() };
        let client = Client::start_with(workspace, &capabilities, &Value::Null);
        let (open, pushed, pulled) = (BTreeSet::new(), BTreeMap::new(), BTreeMap::new());
        Self { client, pulls, open, pushed, pulled }
    }

    fn open(&mut self, uri: &str, text: &str) {
        self.client.open(uri, text);
        self.open.insert(uri.to_owned());
        self.pull(uri);
    }

    fn edit(&mut self, uri: &str, version: usize, text: &str) {
        let document = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": document, "contentChanges": [{"text": text}]});
        self.client.notify("textDocument/didChange", &params);
        self.pull(uri);
    }

    fn close(&mut self, uri: &str) {
        self.client.close(uri);
        self.open.remove(uri);
        self.pulled.remove(uri);
    }

    fn pull(&mut self, uri: &str) {
        if self.pulls {
            let report = self.client.request("textDocument/diagnostic", &json!({"textDocument": {"uri": uri}}));
            self.pulled.insert(uri.to_owned(), report["items"].clone());
        }
    }

    /// Takes in what it was told; says whether that was anything.
    fn listen(&mut self) -> bool {
        let messages = self.client.drain(|message| message["method"].is_string());
        let mut is_refreshed = false;
        for message in &messages {
            if message["method"] == "textDocument/publishDiagnostics" {
                let uri = message["params"]["uri"].as_str().unwrap().to_owned();
                self.pushed.insert(uri, message["params"]["diagnostics"].clone());
            }
            is_refreshed |= message["method"] == "workspace/diagnostic/refresh";
            if !message["id"].is_null() {
                self.client.respond(message, &Value::Null);
            }
        }
        if is_refreshed {
            self.open.clone().iter().for_each(|uri| self.pull(uri));
        }
        !messages.is_empty()
    }

    /// All that it shows.
    fn shows(&self) -> BTreeMap<&str, Vec<&Value>> {
        let mut shown: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
        for (uri, problems) in self.pushed.iter().chain(&self.pulled) {
            shown.entry(uri).or_default().extend(problems.as_array().unwrap());
        }
        shown.retain(|_, problems| !problems.is_empty());
        shown
    }
}

/// A session, and what it changes.
struct EditedSession {
    original: Fixture,
    texts: Vec<&'static str>,
    workspace: Workspace,
    editor: Editor,
    /// The open documents with their versions and texts.
    open: BTreeMap<String, (usize, String)>,
}

impl EditedSession {
    fn start(pulls: bool) -> Self {
        let original = Fixture::parse(PROJECT);
        let workspace = Workspace::new(&[]);
        for file in &original.files {
            workspace.write(file.path.strip_prefix("/").unwrap().to_str().unwrap(), &file.text);
        }
        let editor = Editor::start(&workspace, pulls);
        Self { original, texts: TEXTS.split("=====\n").collect(), workspace, editor, open: BTreeMap::new() }
    }

    fn name(&self, file: Index) -> String {
        let path = &file.get(&self.original.files).path;
        path.strip_prefix("/").unwrap().to_str().unwrap().to_owned()
    }

    fn on_disk(&self, name: &str) -> String {
        std::fs::read_to_string(self.workspace.path(name)).unwrap_or_default()
    }

    fn changed(&self, file: Index, text: &str, change: &Change) -> String {
        match change {
            Change::Restore => file.get(&self.original.files).text.clone(),
            Change::Empty => String::new(),
            Change::DropHeader => {
                let header = text.split_inclusive('\n').position(|line| line.starts_with("#@")).unwrap_or_default();
                text.split_inclusive('\n').enumerate().filter(|it| it.0 != header).map(|it| it.1).collect()
            }
            Change::Become(index) => {
                let originals = self.original.files.iter().map(|file| file.text.as_str());
                let texts: Vec<&str> = originals.chain(self.texts.iter().copied()).collect();
                (*index.get(&texts)).to_owned()
            }
        }
    }

    fn apply(&mut self, step: &Step) {
        match step {
            Step::Write(file, change) => {
                let name = self.name(*file);
                let is_there = self.workspace.path(&name).exists();
                self.workspace.write(&name, self.changed(*file, &self.on_disk(&name), change));
                self.editor.client.files_changed(&[(&self.workspace.uri(&name), if is_there { 2 } else { 1 })]);
            }
            Step::Delete(file) => {
                let name = self.name(*file);
                if self.workspace.path(&name).exists() {
                    self.workspace.remove(&name);
                    self.editor.client.files_changed(&[(&self.workspace.uri(&name), 3)]);
                }
            }
            Step::Open(file) => self.open(*file),
            Step::Edit(file, change) => {
                self.open(*file);
                let uri = self.workspace.uri(&self.name(*file));
                let (version, text) = self.open[&uri].clone();
                let text = self.changed(*file, &text, change);
                self.editor.edit(&uri, version + 1, &text);
                self.open.insert(uri, (version + 1, text));
            }
            Step::Close(file) => {
                let uri = self.workspace.uri(&self.name(*file));
                if self.open.remove(&uri).is_some() {
                    self.editor.close(&uri);
                }
            }
            Step::Wait => {
                std::thread::sleep(Duration::from_millis(20));
                self.editor.listen();
            }
        }
    }

    fn open(&mut self, file: Index) {
        let name = self.name(file);
        let uri = self.workspace.uri(&name);
        if !self.open.contains_key(&uri) {
            let text = self.on_disk(&name);
            self.editor.open(&uri, &text);
            self.open.insert(uri, (1, text));
        }
    }

    /// Waits until this editor and one that was started just now show the same, and neither is told anything new.
    fn compare(mut self) {
        let mut fresh = Editor::start(&self.workspace, self.editor.pulls);
        for (uri, (_, text)) in &self.open {
            fresh.open(uri, text);
        }
        let (began, mut last_news) = (Instant::now(), Instant::now());
        loop {
            if self.editor.listen() | fresh.listen() {
                last_news = Instant::now();
            }
            let is_same = self.editor.shows() == fresh.shows();
            if is_same && last_news.elapsed() > QUIET {
                break;
            }
            let is_over = began.elapsed() > PATIENCE;
            assert!(!is_over, "{:#?}\nis shown, and a fresh start shows\n{:#?}", self.editor.shows(), fresh.shows());
            std::thread::sleep(Duration::from_millis(10));
        }
        self.editor.client.stop_amid(|_| true);
        fresh.client.stop_amid(|_| true);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        max_shrink_iters: 40,
        ..ProptestConfig::with_cases(cases_of_property(8))
    })]
    #[test]
    fn a_session_shows_what_a_fresh_start_shows(steps in steps(), pulls in any::<bool>()) {
        let mut session = EditedSession::start(pulls);
        for step in &steps {
            session.apply(step);
        }
        session.compare();
    }
}
