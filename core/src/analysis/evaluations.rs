//! What evaluations gave, by what was evaluated, and which are wanted and missing. Nobody waits here: who asks for
//! something that is missing gets nothing, and asks again after it was answered.

use std::sync::{Arc, Mutex, MutexGuard};

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::memory::{BundleKey, lock};
use super::rendering::Plan;
use crate::memo::Memo;
use crate::render::Rendered;
use crate::render::request::{Reply, Request};
use crate::template::fragment::Content;
use crate::template::function::{Call, Failure};
use crate::template::job::{Evaluated, Fingerprint, Job};
use crate::text::FileId;

/// So many calls go into one request: an answer is not to be waited for too long.
const CALLS_AT_ONCE: usize = 500;

/// The jobs that defined functions, by their names.
pub(super) type Jobs = FxHashMap<Fingerprint, Arc<Job>>;

/// The memory of evaluations that all snapshots share.
#[derive(Default)]
pub(super) struct Evaluations(Mutex<State>);

#[derive(Default)]
struct State {
    revision: u64,
    /// Counts the requests that others took the place of.
    replaced: u64,
    documents: Memo<Fingerprint, Arc<Evaluated>>,
    calls: Memo<Fingerprint, Result<Content, Failure>>,
    rendered: Memo<Fingerprint, Arc<Rendered>>,
    /// What each asker waits for, the latest last.
    pending: IndexMap<Asker, Pending>,
    /// The calls in the requests that were handed out, by the names of their calls.
    handed: FxHashMap<Fingerprint, Vec<Fingerprint>>,
    /// What was answered, calls included, since the pending requests were last asked for.
    answered: FxHashSet<Fingerprint>,
}

/// Who wants something. What it wants now takes the place of what it wanted before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Asker {
    /// The documents of a file, as a part of a bundle.
    Documents(BundleKey, FileId),
    /// Functions, for building the schema of a bundle.
    Schema(BundleKey),
    /// Functions, for laying the values of a bundle over each other.
    Values(BundleKey, Option<FileId>),
    /// Functions, for the rules of a bundle's values or of those of a file that is attached to it.
    Rules(BundleKey, Option<FileId>),
    /// The output of a bundle.
    Render(BundleKey),
}

enum Pending {
    Documents(Fingerprint, Arc<Job>),
    Calls(IndexMap<Fingerprint, Call>, Jobs),
    Render(Fingerprint, Arc<Plan>),
}

impl Evaluations {
    /// Counts the replies. What was computed while something was missing is to be computed again when this is
    /// another number.
    pub(super) fn revision(&self) -> u64 {
        self.state().revision
    }

    /// Changes with every reply, and when an asker requests something else than before: what was answered while
    /// something was missing is to be asked again then, so that it is still wanted.
    pub(super) fn request_revision(&self) -> (u64, u64) {
        let state = self.state();
        (state.revision, state.replaced)
    }

    /// What evaluating a job gave; if that is missing, it is wanted from now on.
    pub(super) fn documents(&self, asker: Asker, job: &Arc<Job>, fingerprint: Fingerprint) -> Option<Arc<Evaluated>> {
        let mut state = self.state();
        let known = state.documents.get(&fingerprint).cloned();
        state.request(asker, known.is_none().then(|| Pending::Documents(fingerprint, job.clone())));
        known
    }

    /// Forgets what evaluating a job gave.
    pub(super) fn forget_documents(&self, fingerprint: &Fingerprint) {
        self.state().documents.forget(fingerprint);
    }

    /// What rendering gave; if that is missing, it is wanted from now on.
    pub(super) fn rendered(&self, asker: Asker, plan: &Arc<Plan>, name: Fingerprint) -> Option<Arc<Rendered>> {
        let mut state = self.state();
        let known = state.rendered.get(&name).cloned();
        state.request(asker, known.is_none().then(|| Pending::Render(name, plan.clone())));
        known
    }

    /// Nothing is wanted any more.
    pub(super) fn forget(&self, asker: Asker) {
        self.state().request(asker, None);
    }

    /// What a call of that name gave.
    pub(super) fn called(&self, name: &Fingerprint) -> Option<Result<Content, Failure>> {
        self.state().calls.get(name).cloned()
    }

    /// The calls that an asker waits for.
    pub(super) fn request_calls(&self, asker: Asker, calls: IndexMap<Fingerprint, Call>, jobs: &Jobs) {
        let wanted = (!calls.is_empty()).then(|| Pending::Calls(calls, jobs.clone()));
        self.state().request(asker, wanted);
    }

    /// What is missing, what was asked for last first. The same stays pending until it is answered, or until who requested
    /// it wants something else.
    pub(super) fn pending_requests(&self) -> Vec<(Fingerprint, Arc<Request>)> {
        let mut state = self.state();
        state.drop_answered();
        let requests: Vec<_> = state.pending.values().rev().flat_map(Pending::requests).collect();
        let names: FxHashSet<Fingerprint> = requests.iter().map(|request| request.name).collect();
        state.handed.retain(|name, _| names.contains(name));
        let hand = |request: Handed| {
            state.handed.insert(request.name, request.calls);
            (request.name, request.request)
        };
        requests.into_iter().map(hand).collect()
    }

    /// Takes in replies. What comes together stays until it has been asked for, however much it is.
    pub(super) fn add_replies(&self, replies: impl IntoIterator<Item = (Fingerprint, Reply)>) {
        let mut state = self.state();
        state.revision += 1;
        state.documents.begin_pass();
        state.rendered.begin_pass();
        state.calls.begin_pass();
        for (name, reply) in replies {
            state.take_in(name, reply);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

impl State {
    fn request(&mut self, asker: Asker, wanted: Option<Pending>) {
        let old = self.pending.shift_remove(&asker);
        if old.is_some_and(|old| !wanted.as_ref().is_some_and(|wanted| wanted.names().eq(old.names()))) {
            self.replaced += 1;
        }
        if let Some(wanted) = wanted {
            // It was answered, and that was forgotten.
            for name in wanted.names() {
                self.answered.remove(name);
            }
            self.pending.insert(asker, wanted);
        }
    }

    fn take_in(&mut self, name: Fingerprint, reply: Reply) {
        let calls = self.handed.remove(&name).unwrap_or_default();
        match reply {
            Reply::Documents(evaluated) => self.documents.keep(name, Arc::new(evaluated)),
            Reply::Rendered(rendered) => self.rendered.keep(name, Arc::new(rendered)),
            Reply::Called(results) => {
                for (name, result) in calls.into_iter().zip(results) {
                    self.calls.keep(name, result);
                    self.answered.insert(name);
                }
            }
        }
        self.answered.insert(name);
    }

    /// What was answered is no longer pending.
    fn drop_answered(&mut self) {
        let answered = std::mem::take(&mut self.answered);
        if !answered.is_empty() {
            self.pending.retain(|_, wanted| wanted.goes_on_without(&answered));
        }
    }
}

/// A request as it is handed out.
struct Handed {
    name: Fingerprint,
    request: Arc<Request>,
    /// The names of its calls.
    calls: Vec<Fingerprint>,
}

impl Pending {
    /// What is wanted, by its names.
    fn names(&self) -> impl Iterator<Item = &Fingerprint> {
        let (one, calls) = match self {
            Self::Documents(name, _) | Self::Render(name, _) => (Some(name), None),
            Self::Calls(calls, _) => (None, Some(calls.keys())),
        };
        one.into_iter().chain(calls.into_iter().flatten())
    }

    /// Leaves out what was answered; whether anything remains.
    fn goes_on_without(&mut self, answered: &FxHashSet<Fingerprint>) -> bool {
        match self {
            Self::Documents(name, _) | Self::Render(name, _) => !answered.contains(name),
            Self::Calls(calls, _) => {
                calls.retain(|name, _| !answered.contains(name));
                !calls.is_empty()
            }
        }
    }

    fn requests(&self) -> Vec<Handed> {
        let one = |name: Fingerprint, request| vec![Handed { name, request: Arc::new(request), calls: Vec::new() }];
        match self {
            Self::Documents(name, job) => one(*name, Request::Documents(job.clone())),
            Self::Render(name, plan) => one(*name, Request::Render(Arc::new(plan.job()))),
            Self::Calls(calls, jobs) => {
                let mut by_job: IndexMap<Fingerprint, Vec<(Fingerprint, Call)>> = IndexMap::new();
                for (name, call) in calls {
                    by_job.entry(call.function.evaluation).or_default().push((*name, call.clone()));
                }
                let known = by_job.into_iter().filter_map(|(name, calls)| Some((jobs.get(&name)?, calls)));
                known.flat_map(|(job, calls)| in_parts(job, &calls)).collect()
            }
        }
    }
}

fn in_parts(job: &Arc<Job>, calls: &[(Fingerprint, Call)]) -> Vec<Handed> {
    let part = |calls: &[(Fingerprint, Call)]| {
        let (names, calls): (Vec<_>, Vec<_>) = calls.iter().cloned().unzip();
        let bytes: Vec<u8> = names.iter().flat_map(|name: &Fingerprint| name.0).collect();
        let request = Arc::new(Request::Call { job: job.clone(), calls });
        Handed { name: Fingerprint::of(&bytes), request, calls: names }
    };
    calls.chunks(CALLS_AT_ONCE).map(part).collect()
}

/// Names a call by what is called with what.
pub(super) fn call_name(call: &Call) -> Fingerprint {
    Fingerprint::of(&postcard::to_stdvec(call).unwrap_or_default())
}
