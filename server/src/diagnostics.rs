//! Who is told which problems, and when. One thread checks files in the order in which people wait for them: the
//! document edited last, then other edited documents, then what depends on them, then everything else.
//!
//! Nothing is delayed on purpose: a version of a document is checked as soon as the one before is done and no newer one
//! is known to wait; versions that came and went meanwhile are skipped.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::problem::Problem;
use sayl_core::text::FileId;
use serde::Serialize;
use tower_lsp::ls_types::{Diagnostic, Uri};

use crate::config::Config;
use crate::evaluation::{Evaluation, GRACE};
use crate::lsp::to_proto;
use crate::run::Services;
use crate::state::{Snapshot, State};
use crate::transport::Outbox;

mod held;

use held::Held;

/// What is still to be checked.
#[derive(Default)]
pub(crate) struct Diagnostics {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    /// Changed documents, the newest change last.
    edited: Vec<FileId>,
    /// Files whose template code was evaluated, and those that it saw.
    evaluated: (BTreeSet<FileId>, BTreeSet<FileId>),
    held: Held,
    /// Other files, open ones first.
    others: BTreeSet<(NotOpen, FileId)>,
    /// Whether everything is to be looked at again: files, settings or folders changed.
    everything: bool,
    /// Whether somebody pulls the problems of the whole workspace, so that none are pushed.
    is_pulled: bool,
    /// Given to the check of a file that nobody is editing.
    background: CancelToken,
    is_closed: bool,
}

/// Sorts open documents first.
type NotOpen = bool;

enum Job {
    Edited(FileId),
    Evaluated(BTreeSet<FileId>, BTreeSet<FileId>),
    Other(NotOpen, FileId, CancelToken),
    Everything,
}

impl Diagnostics {
    /// A document was opened or changed. It is checked from the next [`wake`](Self::wake) on.
    pub(crate) fn edited(&self, file: FileId) {
        let mut queue = self.queue();
        queue.edited.retain(|it| *it != file);
        queue.edited.push(file);
        queue.held.forget(file);
        queue.background.cancel();
    }

    /// The code of a file was evaluated: more is known now about what depends on it, and about what it saw.
    pub(crate) fn evaluated(&self, file: FileId, seen: impl Iterator<Item = FileId>) {
        let (files, all_seen) = &mut self.queue().evaluated;
        files.insert(file);
        all_seen.extend(seen);
        self.wake();
    }

    /// No further change is known, so it is time to check.
    pub(crate) fn wake(&self) {
        self.changed.notify_all();
    }

    /// Anything may have changed.
    pub(crate) fn everything(&self) {
        let mut queue = self.queue();
        queue.everything = true;
        queue.background.cancel();
        drop(queue);
        self.wake();
    }

    /// The client asked for the problems of the whole workspace, and so will keep itself informed.
    pub(crate) fn workspace_is_pulled(&self) {
        if !self.queue().is_pulled {
            self.queue().is_pulled = true;
            self.everything();
        }
    }

    /// No more is to be checked.
    pub(crate) fn close(&self) {
        self.queue().is_closed = true;
        self.queue().background.cancel();
        self.wake();
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the most urgent job; `None` once closed.
    fn next(&self) -> Option<Job> {
        let mut queue = self.queue();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(file) = queue.edited.pop() {
                return Some(Job::Edited(file));
            }
            if !queue.evaluated.0.is_empty() {
                let (files, seen) = std::mem::take(&mut queue.evaluated);
                return Some(Job::Evaluated(files, seen));
            }
            if std::mem::take(&mut queue.everything) {
                return Some(Job::Everything);
            }
            let held = queue.held.pop_over(Instant::now()).map(|file| (false, file));
            if let Some((not_open, file)) = held.or_else(|| queue.others.pop_first()) {
                queue.background = CancelToken::new();
                return Some(Job::Other(not_open, file, queue.background.clone()));
            }
            queue = match queue.held.next() {
                Some(moment) => {
                    let patience = moment.saturating_duration_since(Instant::now());
                    self.changed.wait_timeout(queue, patience).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn add_others(&self, snapshot: &Snapshot, files: impl IntoIterator<Item = FileId>) {
        let files = files.into_iter().map(|file| (snapshot.open_document(file).is_none(), file));
        self.queue().others.extend(files);
    }
}

/// Checks and publishes until the queue is closed. `refresh` asks the client to ask again for what it was told of
/// other files.
pub(crate) fn run(services: &Services, refresh: &dyn Fn()) {
    let Services { state, diagnostics, evaluation, outbox, views, .. } = services;
    let mut publisher = Publisher {
        state,
        diagnostics,
        evaluation,
        outbox,
        refresh,
        published: HashMap::new(),
        layout_revision: 0,
        last_request: Instant::now(),
    };
    while let Some(job) = diagnostics.next() {
        publisher.work(job);
        views.wake();
    }
}

struct Publisher<'a> {
    state: &'a State,
    diagnostics: &'a Diagnostics,
    evaluation: &'a Evaluation,
    outbox: &'a Outbox,
    refresh: &'a dyn Fn(),
    /// What the client was last told about each file.
    published: HashMap<FileId, Published>,
    /// Which files belonged together when everything was last looked at.
    layout_revision: u64,
    /// When evaluations were last asked for.
    last_request: Instant,
}

struct Published {
    uri: Uri,
    version: Option<i32>,
    problems: Arc<Vec<Problem>>,
    config: Arc<Config>,
}

impl Publisher<'_> {
    fn work(&mut self, job: Job) {
        match job {
            Job::Edited(file) => self.edited(file),
            Job::Evaluated(files, seen) => self.evaluated(&files, seen),
            Job::Other(not_open, file, cancel) => {
                let snapshot = self.state.snapshot();
                if self.check(&snapshot, file, &cancel) == Err(Cancelled) {
                    self.diagnostics.queue().others.insert((not_open, file));
                }
                self.want_now_and_then(&snapshot);
            }
            Job::Everything => self.everything(),
        }
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
            (self.refresh)();
        }
        self.diagnostics.add_others(&snapshot, dependents);
    }

    fn evaluated(&mut self, files: &BTreeSet<FileId>, seen: BTreeSet<FileId>) {
        let snapshot = self.state.snapshot();
        (self.refresh)();
        let dependents = files.iter().flat_map(|file| snapshot.analysis.dependents(*file));
        self.diagnostics.add_others(&snapshot, dependents.chain(seen));
    }

    fn everything(&mut self) {
        let snapshot = self.state.snapshot();
        self.layout_revision = snapshot.analysis.layout_revision();
        let files = snapshot.reported();
        let gone: Vec<FileId> = self.published.keys().filter(|file| !files.contains(file)).copied().collect();
        for file in gone {
            self.clear(file);
        }
        (self.refresh)();
        self.diagnostics.add_others(&snapshot, files);
    }

    /// Checks a file and tells the client, unless it knows already.
    fn check(&mut self, snapshot: &Snapshot, file: FileId, cancel: &CancelToken) -> Result<(), Cancelled> {
        let open = snapshot.open_document(file);
        let is_pulled = snapshot.features.pulls_diagnostics && (open.is_some() || self.diagnostics.queue().is_pulled);
        if is_pulled {
            self.clear(file);
            return Ok(());
        }
        if open.is_some() && snapshot.is_loading(file) {
            return Ok(());
        }
        let problems = snapshot.analysis.problems(file, cancel)?;
        if open.is_some() {
            self.evaluation.request(snapshot);
        }
        if self.is_held_back(snapshot, file) {
            return Ok(());
        }
        let Some(uri) = snapshot.uri_of(file) else { return Ok(()) };
        let version = open.map(|document| document.version);
        let published = Published { uri, version, problems, config: snapshot.config.clone() };
        if self.published.get(&file).is_some_and(|last| last.says_the_same(&published)) {
            return Ok(());
        }
        let is_news = version.is_some() || !published.problems.is_empty() || self.published.contains_key(&file);
        if is_news {
            self.publish(snapshot, file, published);
        }
        Ok(())
    }

    /// What files that nobody sees lack is not listed after each of them, for that takes time; but in the end.
    fn want_now_and_then(&mut self, snapshot: &Snapshot) {
        if self.last_request.elapsed() > GRACE || self.diagnostics.queue().others.is_empty() {
            self.evaluation.request(snapshot);
            self.last_request = Instant::now();
        }
    }

    /// Whether more will be known about an open document in a moment.
    fn is_held_back(&self, snapshot: &Snapshot, file: FileId) -> bool {
        let is_waiting = snapshot.analysis.is_waiting(file);
        let held = &mut self.diagnostics.queue().held;
        if !is_waiting {
            held.forget(file);
        }
        is_waiting
            && snapshot.open_document(file).is_some()
            && self.evaluation.is_quick()
            && held.hold(file, Instant::now())
    }

    fn publish(&mut self, snapshot: &Snapshot, file: FileId, published: Published) {
        let list = convert(snapshot, file, &published.problems);
        self.send(&published.uri, &list, published.version);
        if published.version.is_none() && list.is_empty() {
            self.published.remove(&file);
        } else {
            self.published.insert(file, published);
        }
    }

    /// Tells the client that a file has no problems, if it believes otherwise.
    fn clear(&mut self, file: FileId) {
        if let Some(published) = self.published.remove(&file)
            && !published.problems.is_empty()
        {
            self.send(&published.uri, &[], None);
        }
    }

    fn send(&self, uri: &Uri, diagnostics: &[Diagnostic], version: Option<i32>) {
        #[derive(Serialize)]
        struct Params<'a> {
            uri: &'a Uri,
            #[serde(skip_serializing_if = "Option::is_none")]
            version: Option<i32>,
            diagnostics: &'a [Diagnostic],
        }
        self.outbox.report(uri.as_str(), "textDocument/publishDiagnostics", Params { uri, version, diagnostics });
    }
}

impl Published {
    fn says_the_same(&self, other: &Self) -> bool {
        self.uri == other.uri
            && self.version == other.version
            && self.config == other.config
            && self.problems == other.problems
    }
}

/// Problems as this client is to see them.
pub(crate) fn convert(snapshot: &Snapshot, file: FileId, problems: &[Problem]) -> Vec<Diagnostic> {
    let context = to_proto::diagnostic::Context {
        analysis: &snapshot.analysis,
        features: &snapshot.features,
        config: &snapshot.config,
        uri_of: &|file| snapshot.uri_of(file),
    };
    to_proto::diagnostic::diagnostics(&context, file, problems)
}
