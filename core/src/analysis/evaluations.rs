//! What evaluations gave, by what was evaluated, and which are wanted and missing. Nobody waits here: who asks for
//! something that is missing gets nothing, and asks again after it was answered.

use std::sync::{Arc, Mutex, MutexGuard};

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::subject::BundleId;
use crate::memo::{Memo, lock};
use crate::render::request::{Reply, Request};
use crate::render::{RenderJob, Rendered};
use crate::template::contents::Contents;
use crate::values::ValueKind;

use crate::template::function::{Call, CallContext, CallOutcome, ContextUse, Failure};
use crate::template::job::{Evaluated, Job};
use crate::template::reads::{NamedReads, Observed};
use crate::text::FileId;
use crate::values::fingerprint::Fingerprint;

/// So many calls go into one request: an answer is not to be waited for too long.
const CALLS_AT_ONCE: usize = 2000;

/// In how many different ways calls of one function with the same arguments may read their contexts until older ones
/// are forgotten.
const MOST_WAYS: usize = 8;

/// The jobs that defined functions, by their names.
pub(super) type Jobs = FxHashMap<Fingerprint, Arc<Job>>;

/// The memory of evaluations that all snapshots share.
#[derive(Default)]
pub(super) struct Evaluations(Mutex<EvaluationState>);

#[derive(Default)]
struct EvaluationState {
    revision: u64,
    /// Counts the requests that others took the place of.
    replaced: u64,
    documents: Memo<Fingerprint, Arc<Evaluated>>,
    /// By what is called, with what, and what it found where it read its context.
    calls: Memo<[Fingerprint; 3], Result<ValueKind, Failure>>,
    /// What calls read of their contexts, by what is called with what.
    reads: Memo<Fingerprint, Vec<ReadsOfContext>>,
    rendered: Memo<Fingerprint, Arc<Rendered>>,
    /// What each requester waits for, the latest last.
    pending: IndexMap<Requester, PendingReply>,
    /// The calls in the requests that were handed out, by the names of these.
    handed: FxHashMap<Fingerprint, Arc<[CallKey]>>,
    /// What was answered, calls included, since the pending requests were last asked for.
    answered: FxHashSet<Fingerprint>,
}

/// Something to render. Its texts are put together when somebody really renders it, not at every keystroke.
pub(super) trait PlannedRender: Send + Sync {
    /// All that is rendered, with the texts.
    fn job(&self) -> RenderJob;
}

/// Who wants something. What it wants now takes the place of what it wanted before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Requester {
    /// The documents of a file, as a part of a bundle.
    Documents(BundleId, FileId),
    /// Functions, for building the schema of a bundle.
    Schema(BundleId),
    /// Functions, for laying the values of a bundle over each other.
    Values(BundleId, Option<FileId>),
    /// Functions, for the rules of a bundle's values or of those of a file that is attached to it.
    Rules(BundleId, Option<FileId>),
    /// What is wrong with the templates of a bundle, and its output where that is the same.
    Render(BundleId),
    /// The output of a bundle, with the values of one alternative, for people who look at it.
    Preview(BundleId, Option<FileId>),
}

/// What a call read of its parent and of its root.
type ReadsOfContext = Arc<[NamedReads; 2]>;

/// A call with its name in its context.
type CallKey = (Fingerprint, CallName);

/// What the outcome of a call will be remembered by.
#[derive(Clone, Debug)]
pub(super) struct CallName {
    /// Says what is called with what.
    pub(super) name: Fingerprint,
    /// Where.
    pub(super) context: Option<Box<CallContext>>,
}

fn without_context(name: Fingerprint) -> [Fingerprint; 3] {
    [name, Fingerprint([0; 16]), Fingerprint([0; 16])]
}

enum PendingReply {
    Documents(Fingerprint, Arc<Job>),
    Calls(Vec<Handed>),
    Render(Fingerprint, Arc<dyn PlannedRender>),
}

impl Evaluations {
    /// Counts the replies. What was computed while something was missing is to be computed again when this is
    /// another number.
    pub(super) fn revision(&self) -> u64 {
        self.state().revision
    }

    /// Changes with every reply, and when an requester requests something else than before: what was answered while
    /// something was missing is to be asked again then, so that it is still wanted.
    pub(super) fn request_revision(&self) -> (u64, u64) {
        let state = self.state();
        (state.revision, state.replaced)
    }

    /// What evaluating a job gave; if that is missing, it is wanted from now on.
    pub(super) fn documents(
        &self,
        requester: Requester,
        job: &Arc<Job>,
        fingerprint: Fingerprint,
    ) -> Option<Arc<Evaluated>> {
        let mut state = self.state();
        let known = state.documents.get(&fingerprint).cloned();
        state.request(requester, known.is_none().then(|| PendingReply::Documents(fingerprint, job.clone())));
        known
    }

    /// Forgets what evaluating a job gave.
    pub(super) fn forget_documents(&self, fingerprint: &Fingerprint) {
        self.state().documents.forget(fingerprint);
    }

    /// What rendering gave; if that is missing, it is wanted from now on.
    pub(super) fn rendered(
        &self,
        requester: Requester,
        plan: Arc<dyn PlannedRender>,
        name: Fingerprint,
    ) -> Option<Arc<Rendered>> {
        let mut state = self.state();
        let known = state.rendered.get(&name).cloned();
        state.request(requester, known.is_none().then(|| PendingReply::Render(name, plan)));
        known
    }

    /// Forgets what rendering gave.
    pub(super) fn forget_rendered(&self, name: &Fingerprint) {
        self.state().rendered.forget(name);
    }

    /// Nothing is wanted any more.
    pub(super) fn forget(&self, requester: Requester) {
        self.state().request(requester, None);
    }

    /// What the call of that name gave, in this context or in one that is the same where it was read, and what it has
    /// seen there.
    pub(super) fn called(
        &self,
        name: Fingerprint,
        context: Option<&CallContext>,
        contents: &mut Contents,
    ) -> Option<(Result<ValueKind, Failure>, ContextUse)> {
        let EvaluationState { calls, reads, .. } = &mut *self.state();
        let Some(context) = context else {
            return calls.get(&without_context(name)).map(|result| (result.clone(), ContextUse::default()));
        };
        reads.get(&name)?.iter().find_map(|reads| {
            let [parent, root] = contents.where_read(context, reads);
            let result = calls.get(&[name, parent, root])?.clone();
            let [of_parent, of_root] = &**reads;
            let read = ContextUse { parent: Observed::part(of_parent, parent), root: Observed::part(of_root, root) };
            Some((result, read))
        })
    }

    /// The calls that an requester waits for, by their names in their contexts.
    pub(super) fn request_calls(
        &self,
        requester: Requester,
        calls: IndexMap<Fingerprint, (CallName, Call)>,
        jobs: &Jobs,
    ) {
        let mut by_job: IndexMap<Fingerprint, Vec<(CallKey, Call)>> = IndexMap::new();
        for (name, (call_name, call)) in calls {
            by_job.entry(call.function.evaluation).or_default().push(((name, call_name), call));
        }
        let known = by_job.into_iter().filter_map(|(name, calls)| Some((jobs.get(&name)?, calls)));
        let requests: Vec<Handed> = known.flat_map(|(job, calls)| in_parts(job, calls)).collect();
        self.state().request(requester, (!requests.is_empty()).then_some(PendingReply::Calls(requests)));
    }

    /// What is missing, what was asked for last first. The same stays pending until it is answered, or until who requested
    /// it wants something else.
    pub(super) fn pending_requests(&self) -> Vec<(Fingerprint, Arc<Request>)> {
        let mut state = self.state();
        state.drop_answered();
        let mut requests: Vec<_> = state.pending.values().rev().flat_map(PendingReply::requests).collect();
        let mut seen = FxHashSet::default();
        requests.retain(|request| seen.insert(request.name));
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
        state.reads.begin_pass();
        for (name, reply) in replies {
            state.take_in(name, reply);
        }
    }

    fn state(&self) -> MutexGuard<'_, EvaluationState> {
        lock(&self.0)
    }
}

impl EvaluationState {
    fn request(&mut self, requester: Requester, wanted: Option<PendingReply>) {
        let old = self.pending.shift_remove(&requester);
        if old.is_some_and(|old| !wanted.as_ref().is_some_and(|wanted| wanted.names().eq(old.names()))) {
            self.replaced += 1;
        }
        if let Some(wanted) = wanted {
            // It was answered, and that was forgotten.
            for name in wanted.names() {
                self.answered.remove(name);
            }
            self.pending.insert(requester, wanted);
        }
    }

    fn take_in(&mut self, name: Fingerprint, reply: Reply) {
        let calls = self.handed.remove(&name).unwrap_or_default();
        match reply {
            Reply::Documents(evaluated) => self.documents.keep(name, Arc::new(evaluated)),
            Reply::Rendered(rendered) => self.take_in_rendered(name, rendered),
            Reply::Called(outcomes) => self.take_in_calls(&calls, outcomes),
        }
        self.answered.insert(name);
    }

    /// Outputs are large: of texts that nobody asks about any more they are not kept.
    fn take_in_rendered(&mut self, name: Fingerprint, rendered: Rendered) {
        let mut wanted = self.pending.values().flat_map(PendingReply::names);
        if rendered.printed.is_none() || wanted.any(|wanted| *wanted == name) {
            self.rendered.keep(name, Arc::new(rendered));
        }
    }

    fn take_in_calls(&mut self, calls: &[CallKey], outcomes: Vec<CallOutcome>) {
        let mut contents = Contents::default();
        let mut known: FxHashMap<[Fingerprint; 2], ReadsOfContext> = FxHashMap::default();
        for ((in_context, CallName { name, context }), CallOutcome { result, reads }) in calls.iter().zip(outcomes) {
            self.answered.insert(*in_context);
            let Some(context) = context else {
                self.calls.keep(without_context(*name), result);
                continue;
            };
            let reads = [NamedReads::new(reads.parent), NamedReads::new(reads.root)];
            let reads = known.entry(reads.each_ref().map(|reads| reads.name)).or_insert_with(|| Arc::new(reads));
            let [parent, root] = contents.where_read(context, reads);
            self.calls.keep([*name, parent, root], result);
            self.keep_reads(*name, reads.clone());
        }
    }

    fn keep_reads(&mut self, name: Fingerprint, reads: ReadsOfContext) {
        let mut ways = self.reads.get(&name).cloned().unwrap_or_default();
        let is_same = |way: &ReadsOfContext| way.each_ref().map(|it| it.name) == reads.each_ref().map(|it| it.name);
        if ways.iter().any(is_same) {
            return;
        }
        if ways.len() == MOST_WAYS {
            ways.remove(0);
        }
        ways.push(reads);
        self.reads.keep(name, ways);
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
#[derive(Clone)]
struct Handed {
    name: Fingerprint,
    request: Arc<Request>,
    /// Its calls.
    calls: Arc<[CallKey]>,
}

impl PendingReply {
    /// What is wanted, by its names.
    fn names(&self) -> impl Iterator<Item = &Fingerprint> {
        let (one, calls) = match self {
            Self::Documents(name, _) | Self::Render(name, _) => (Some(name), None),
            Self::Calls(requests) => (None, Some(requests)),
        };
        let calls = calls.into_iter().flatten().flat_map(|request| request.calls.iter());
        one.into_iter().chain(calls.map(|(name, _)| name))
    }

    /// Leaves out what was answered; whether anything remains.
    fn goes_on_without(&mut self, answered: &FxHashSet<Fingerprint>) -> bool {
        match self {
            Self::Documents(name, _) | Self::Render(name, _) => !answered.contains(name),
            Self::Calls(requests) => {
                requests.retain(|request| request.calls.iter().any(|(name, _)| !answered.contains(name)));
                !requests.is_empty()
            }
        }
    }

    fn requests(&self) -> Vec<Handed> {
        let one = |name: Fingerprint, request| vec![Handed { name, request: Arc::new(request), calls: Arc::default() }];
        match self {
            Self::Documents(name, job) => one(*name, Request::Documents(job.clone())),
            Self::Render(name, plan) => one(*name, Request::Render(Arc::new(plan.job()))),
            Self::Calls(requests) => requests.clone(),
        }
    }
}

fn in_parts(job: &Arc<Job>, calls: Vec<(CallKey, Call)>) -> Vec<Handed> {
    // Each part would have to hold the document that its calls may look at.
    let looks_around = calls.iter().any(|(_, call)| call.context.is_some());
    let size = if looks_around { calls.len() } else { CALLS_AT_ONCE };
    let part = |calls: &[(CallKey, Call)]| {
        let (names, calls): (Vec<CallKey>, Vec<_>) = calls.iter().cloned().unzip();
        let bytes: Vec<u8> = names.iter().flat_map(|(name, _)| name.0).collect();
        let request = Arc::new(Request::Call { job: job.clone(), calls });
        Handed { name: Fingerprint::of(&bytes), request, calls: names.into() }
    };
    calls.chunks(size).map(part).collect()
}
