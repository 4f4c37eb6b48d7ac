//! Checks files and tells the client what it does not know yet.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Instant;

use sayl_core::analysis::portions::{LITTLE, PORTION};
use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::settings::EditorSettings;
use sayl_core::text::FileId;
use tower_lsp::ls_types::Uri;

use super::checked_files::CheckedFiles;
use super::written::WrittenProblems;
use super::{CheckTask, Diagnostics};
use crate::client::Client;
use crate::evaluation::{Evaluation, GRACE};
use crate::refresh::Refresh;
use crate::state::{Snapshot, State};

/// Checks what the queue gives, and remembers what the client was told.
pub(crate) struct Publisher {
    state: Arc<State>,
    diagnostics: Arc<Diagnostics>,
    evaluation: Arc<Evaluation>,
    refresh: Refresh,
    client: Client,
    /// What the client was last told about each file.
    published: HashMap<FileId, Published>,
    written: WrittenProblems,
    checked_files: CheckedFiles,
    /// How much more can be read of what nobody has open until it is given up, in bytes of text.
    room: usize,
    /// Whether there is more than can be held.
    is_large: bool,
    /// Which files belonged together when everything was last looked at.
    layout_revision: u64,
    /// When evaluations were last asked for.
    last_request: Instant,
}

#[derive(PartialEq, Eq)]
struct Published {
    uri: Uri,
    version: Option<i32>,
    /// The problems, as a list in JSON.
    list: Arc<Vec<u8>>,
    config: Arc<EditorSettings>,
}

/// So much of what nobody has open is read until others are given up, in bytes of text.
const ROOM: usize = PORTION / 2;

/// The list of a file without problems.
const NOTHING: &[u8] = b"[]";

impl Publisher {
    /// A publisher that has told the client nothing yet.
    pub(crate) fn new(
        state: Arc<State>,
        diagnostics: Arc<Diagnostics>,
        evaluation: Arc<Evaluation>,
        refresh: Refresh,
        client: Client,
    ) -> Self {
        Self {
            state,
            diagnostics,
            evaluation,
            refresh,
            client,
            published: HashMap::new(),
            written: WrittenProblems::default(),
            checked_files: CheckedFiles::default(),
            room: ROOM,
            is_large: false,
            layout_revision: 0,
            last_request: Instant::now(),
        }
    }

    /// Checks, and publishes what is news.
    pub(crate) fn run(&mut self, task: CheckTask) {
        match task {
            CheckTask::Edited(file) => self.edited(file),
            CheckTask::Evaluated(files, seen) => self.evaluated(&files, seen),
            CheckTask::Others(files, cancel) => self.others(files, &cancel),
            CheckTask::Later => self.later(),
            CheckTask::Everything => self.everything(),
        }
    }

    /// Checks files one after the other, until they can wait.
    fn others(&mut self, files: Vec<FileId>, cancel: &CancelToken) {
        let snapshot = self.state.snapshot();
        let mut files = files.into_iter();
        let interrupted = files.by_ref().find(|file| self.check(&snapshot, *file, cancel) == Err(Cancelled));
        let waiting = interrupted.into_iter().chain(files);
        let waiting: Vec<_> = waiting.map(|file| (snapshot.open_document(file).is_none(), file)).collect();
        self.diagnostics.queue().others.extend(waiting);
        self.want_now_and_then(&snapshot);
    }

    fn edited(&mut self, file: FileId) {
        let snapshot = self.state.snapshot();
        if snapshot.is_loading(file) {
            // Whoever loads them reports the document again.
            return;
        }
        // It is not cancelled by the next edit: under steady typing nothing would ever be published.
        let _ = self.check(&snapshot, file, &CancelToken::new());
        if snapshot.analysis.layout_revision() != self.layout_revision {
            // The edit made the file something else, such as a schema: any other file may depend on that.
            return self.diagnostics.everything();
        }
        let dependents = snapshot.analysis.dependents(file);
        if !dependents.is_empty() {
            self.refresh.after_files();
        }
        self.add_others(&snapshot, dependents);
    }

    fn evaluated(&mut self, files: &BTreeSet<FileId>, seen: BTreeSet<FileId>) {
        let snapshot = self.state.snapshot();
        self.refresh.after_files();
        let dependents = files.iter().flat_map(|file| snapshot.analysis.dependents(*file));
        self.add_others(&snapshot, dependents.chain(seen).collect());
    }

    fn everything(&mut self) {
        let snapshot = self.state.snapshot();
        self.layout_revision = snapshot.analysis.layout_revision();
        let files = snapshot.reported();
        let gone: Vec<FileId> = self.published.keys().filter(|file| !files.contains(file)).copied().collect();
        for file in gone {
            self.clear(file);
        }
        self.refresh.after_files();
        let weight = |file: &FileId| snapshot.analysis.weight_to_hold(*file);
        self.is_large = self.is_large || files.iter().map(weight).sum::<usize>() > LITTLE;
        self.add_others(&snapshot, files.into_iter().collect());
    }

    /// Has files checked again, unless their problems are known to be what they were.
    fn add_others(&mut self, snapshot: &Snapshot, mut files: Vec<FileId>) {
        self.checked_files.drop_unchanged(snapshot, &mut files);
        self.diagnostics.add_others(snapshot, files, self.is_large);
    }

    /// Goes on with files that nobody has read, and gives up others for them where need be.
    fn later(&mut self) {
        let mut snapshot = self.state.snapshot();
        if self.room == 0 {
            self.checked_files.settle(&snapshot.analysis);
            self.state.give_up_all_but(&snapshot.analysis.needed());
            self.diagnostics.gave_up(&snapshot);
            self.room = ROOM;
            snapshot = self.state.snapshot();
        }
        self.room = self.diagnostics.begin_later(&snapshot, self.room);
    }

    /// Checks a file and tells the client, unless it knows already.
    fn check(&mut self, snapshot: &Snapshot, file: FileId, cancel: &CancelToken) -> Result<(), Cancelled> {
        let open = snapshot.open_document(file);
        let is_pulled = snapshot.features.pulls_diagnostics && (open.is_some() || self.diagnostics.queue().is_pulled);
        if is_pulled {
            self.leave_to_pulls(file);
            return Ok(());
        }
        if open.is_some() && snapshot.is_loading(file) {
            return Ok(());
        }
        let analysis = snapshot.analysis.with_cancellation(cancel.clone());
        let problems = if open.is_some() || !self.is_large {
            Cancelled::catch(|| analysis.located_problems(file))?
        } else {
            let (problems, recorded) = Cancelled::catch(|| analysis.recorded_problems(file))?;
            self.checked_files.add(file, recorded);
            problems
        };
        if open.is_some() {
            self.evaluation.request(snapshot);
        }
        if self.hold_back(snapshot, file) {
            return Ok(());
        }
        let Some(uri) = snapshot.uri_of(file) else { return Ok(()) };
        let version = open.map(|document| document.version);
        let list = self.written.list(snapshot, file, &problems);
        self.publish(file, Published { uri, version, list, config: snapshot.config.clone() });
        Ok(())
    }

    /// Takes back what was pushed about a file that the client pulls from now on: of a document that was just opened not
    /// before the client has done so, for its problems would vanish in between.
    fn leave_to_pulls(&mut self, file: FileId) {
        let queue = self.diagnostics.queue();
        let is_out_of_date = queue.is_pulled || queue.renewed.contains(&file);
        drop(queue);
        if is_out_of_date {
            self.clear(file);
        }
    }

    /// What files that nobody sees lack is not listed after each of them, for that takes time; but in the end.
    fn want_now_and_then(&mut self, snapshot: &Snapshot) {
        if self.last_request.elapsed() > GRACE || self.diagnostics.queue().others.is_empty() {
            self.evaluation.request(snapshot);
            self.last_request = Instant::now();
        }
    }

    /// Holds an open document back about which more will be known in a moment. Says whether it is held.
    fn hold_back(&self, snapshot: &Snapshot, file: FileId) -> bool {
        let is_waiting = snapshot.analysis.is_waiting(file);
        let deferred = &mut self.diagnostics.queue().deferred;
        if !is_waiting {
            deferred.forget(file);
        }
        is_waiting
            && snapshot.open_document(file).is_some()
            && self.evaluation.is_quick()
            && deferred.hold(file, Instant::now())
    }

    /// Tells the client, unless it knows already.
    fn publish(&mut self, file: FileId, published: Published) {
        let last = self.published.get(&file);
        let is_news = published.version.is_some() || *published.list != NOTHING || last.is_some();
        if !is_news || last == Some(&published) {
            return;
        }
        self.send(&published);
        if published.version.is_none() && *published.list == NOTHING {
            self.published.remove(&file);
        } else {
            self.published.insert(file, published);
        }
    }

    /// Tells the client that a file has no problems, if it believes otherwise.
    fn clear(&mut self, file: FileId) {
        self.written.forget(file);
        if let Some(published) = self.published.remove(&file)
            && *published.list != NOTHING
        {
            self.send(&Published { version: None, list: Arc::new(NOTHING.to_vec()), ..published });
        }
    }

    fn send(&self, published: &Published) {
        let Published { uri, version, list, .. } = published;
        let version = version.map(|version| format!(r#""version":{version},"#)).unwrap_or_default();
        let uri = serde_json::Value::from(uri.as_str()).to_string();
        let head = format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{{"uri":{uri},{version}"diagnostics":"#
        );
        let parts = [Arc::new(head.into_bytes()), list.clone(), Arc::new(b"}}".to_vec())];
        self.client.report(published.uri.as_str(), parts.into());
    }
}
