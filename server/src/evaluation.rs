//! Which template code the server evaluates, and when: what the newest texts want, most urgent first.
//!
//! There are two lanes, each with a worker of its own. One takes everything. The other relieves it when it is busy for
//! long, but never takes a file whose code was slow before: so such code keeps nobody waiting but itself, and where all
//! is well there is one process. What newer texts do not want any more is not begun, and given up when it takes long.
//!
//! # Design
//!
//! `server/src/evaluation.rs` decides what runs when. The newest request comes first; what a newer text does not need
//! is not begun, and cancelled when it takes long. A second worker helps out when the first is busy for more than a
//! moment, but takes no file whose code was slow before: so such a file keeps nobody waiting but itself, and where all
//! is well there is one process. Static problems are published without waiting, except that those of an open document
//! are held back for up to 30 ms while an evaluation is expected to end within that time: they would flicker
//! otherwise. On the command line there are as many workers as `--jobs` says (`worker/pool.rs`); the first one starts
//! before the files are parsed, if what was read looks like code, and while it evaluates, what is wrong with the texts
//! by themselves is found. Where no document has code, no worker is started.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sayl_core::render::request::Request;
use sayl_core::text::FileId;
use sayl_core::values::fingerprint::Fingerprint;
use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};

use crate::state::{Snapshot, State};
use crate::worker::{CancelHandle, Worker};

#[cfg(test)]
mod tests;

/// For so long problems are held back that an evaluation may still change: nobody sees them flicker, nor waits.
pub(crate) const GRACE: Duration = Duration::from_millis(30);

/// From then on the other lane helps out, and what is not wanted any more is given up.
const LONG: Duration = Duration::from_millis(50);

/// Code that took as long as this keeps to its own lane.
const SLOW: Duration = Duration::from_millis(500);

/// What is to be evaluated, what is being evaluated, and what was seen of it before.
pub(crate) struct Evaluation {
    queue: Mutex<EvaluationQueue>,
    work: Arc<Notify>,
    /// Whether nothing waits or runs.
    idle: watch::Sender<bool>,
}

#[derive(Default)]
struct EvaluationQueue {
    /// The most urgent last.
    waiting: Vec<PendingRequest>,
    running: HashMap<Lane, RunningRequest>,
    /// How long the code of a file took at last.
    took: HashMap<FileId, Duration>,
}

/// Who evaluates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lane {
    /// Takes everything.
    Main,
    /// Takes what the main lane keeps waiting, unless it was slow before.
    Relief,
}

impl Lane {
    pub(crate) const ALL: [Self; 2] = [Self::Main, Self::Relief];

    /// What its thread is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Main => "evaluation",
            Self::Relief => "evaluation relief",
        }
    }
}

#[derive(Clone)]
pub(crate) struct PendingRequest {
    fingerprint: Fingerprint,
    request: Arc<Request>,
}

struct RunningRequest {
    pending: PendingRequest,
    since: Instant,
    cancel: CancelHandle,
}

impl Evaluation {
    /// `work` is notified of what other threads than the loop's add.
    pub(crate) fn new(work: Arc<Notify>) -> Self {
        Self { queue: Mutex::default(), work, idle: watch::Sender::new(true) }
    }

    /// Takes note of what the answers so far from this snapshot have lacked.
    pub(crate) fn request(&self, snapshot: &Snapshot) {
        let wanted = snapshot.analysis.pending_requests();
        let mut queue = self.queue();
        if wanted.is_empty() && queue.is_idle() {
            return;
        }
        let current = wanted.into_iter().filter(|(_, request)| is_current(snapshot, request));
        queue.request(current.map(|(fingerprint, request)| PendingRequest { fingerprint, request }).collect());
        self.idle.send_replace(queue.is_idle());
        drop(queue);
        self.work.notify_one();
    }

    /// Whether all that is under way will most likely end within [`GRACE`].
    pub(crate) fn is_quick(&self) -> bool {
        let queue = self.queue();
        let running = queue.running.values().map(|running| &running.pending);
        queue.waiting.iter().chain(running).all(|pending| queue.took(pending) < GRACE)
    }

    /// The same for one document, which somebody asks about: waits a moment for what the answer lacks. Whether it is
    /// there then.
    pub(crate) fn settle(&self, snapshot: &Snapshot, file: FileId) -> bool {
        self.request(snapshot);
        snapshot.analysis.is_waiting(file) && self.is_quick() && self.wait(GRACE)
    }

    /// Whether nothing waits or runs.
    pub(crate) fn is_idle(&self) -> bool {
        self.queue().is_idle()
    }

    /// Waits until nothing is under way. Whether that is so then.
    pub(crate) fn wait(&self, patience: Duration) -> bool {
        let mut idle = self.idle.subscribe();
        Handle::current().block_on(async {
            let is_idle = tokio::time::timeout(patience, idle.wait_for(|is_idle| *is_idle)).await;
            is_idle.is_ok()
        })
    }

    /// What is being evaluated is for nobody.
    pub(crate) fn cancel(&self) {
        self.queue().running.values().for_each(|running| running.cancel.cancel());
    }

    fn queue(&self) -> MutexGuard<'_, EvaluationQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what is to be done next in a lane.
    pub(crate) fn next(&self, lane: Lane, now: Instant) -> Option<(PendingRequest, CancelHandle)> {
        let mut queue = self.queue();
        let pending = queue.take(lane, now)?;
        let cancel = CancelHandle::default();
        queue.running.insert(lane, RunningRequest { pending: pending.clone(), since: now, cancel: cancel.clone() });
        Some((pending, cancel))
    }

    /// When there will be something to do for the relief lane though nothing happens until then.
    pub(crate) fn relief_due(&self) -> Option<Instant> {
        let queue = self.queue();
        queue.most_urgent_quick().and_then(|_| queue.late())
    }

    /// What ran in a lane has ended.
    pub(crate) fn ended(&self, lane: Lane) {
        let mut queue = self.queue();
        if let Some(running) = queue.running.remove(&lane) {
            queue.took.insert(subject(&running.pending.request), running.since.elapsed());
        }
        self.idle.send_replace(queue.is_idle());
    }
}

impl EvaluationQueue {
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.running.is_empty()
    }

    fn took(&self, pending: &PendingRequest) -> Duration {
        self.took.get(&subject(&pending.request)).copied().unwrap_or_default()
    }

    /// Replaces the requests that wait, the most urgent first: any other is forgotten, and given up where it takes
    /// long.
    fn request(&mut self, mut pending: Vec<PendingRequest>) {
        for running in self.running.values() {
            let is_requested = pending.iter().any(|pending| pending.fingerprint == running.pending.fingerprint);
            let is_long = running.since.elapsed() >= LONG || self.took(&running.pending) >= LONG;
            if !is_requested && is_long {
                running.cancel.cancel();
            }
        }
        pending
            .retain(|pending| !self.running.values().any(|running| running.pending.fingerprint == pending.fingerprint));
        pending.reverse();
        self.waiting = pending;
    }

    fn take(&mut self, lane: Lane, now: Instant) -> Option<PendingRequest> {
        match lane {
            Lane::Main => self.waiting.pop(),
            Lane::Relief => {
                let quick = self.most_urgent_quick()?;
                self.late().filter(|late| *late <= now).map(|_| self.waiting.remove(quick))
            }
        }
    }

    /// Where the most urgent request stands whose code was not slow before.
    fn most_urgent_quick(&self) -> Option<usize> {
        self.waiting.iter().rposition(|pending| self.took(pending) < SLOW)
    }

    /// From when on the main lane keeps others waiting.
    fn late(&self) -> Option<Instant> {
        self.running.get(&Lane::Main).map(|main| main.since + LONG)
    }
}

/// The file whose code it is about.
fn subject(request: &Request) -> FileId {
    let first = || request.sources().first().map(|source| source.file);
    request.file().or_else(first).unwrap_or(FileId::NONE)
}

/// Whether the texts are still what they were when this was wanted.
fn is_current(snapshot: &Snapshot, request: &Request) -> bool {
    request.sources().iter().all(|source| {
        let document = snapshot.analysis.document(source.file);
        document.is_some_and(|document| *document.rope() == *source.text)
    })
}

/// Evaluates. Gives the file whose code it was and the files that the code saw, unless it was given up.
pub(crate) fn evaluate(
    (pending, cancel): (PendingRequest, CancelHandle),
    worker: &mut Worker,
    state: &State,
) -> Option<(FileId, Vec<FileId>)> {
    let laid_out = state.laid_out(&pending.request);
    let time = Duration::from_millis(pending.request.milliseconds());
    let reply = worker.answer(&pending.request, &laid_out, time, &cancel).ok()?;
    state.add_reply(pending.fingerprint, reply);
    let seen = pending.request.sources().iter().map(|source| source.file);
    Some((subject(&pending.request), seen.collect()))
}
