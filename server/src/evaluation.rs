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
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sayl_core::render::request::Request;
use sayl_core::template::job::Fingerprint;
use sayl_core::text::FileId;

use crate::run::Services;
use crate::state::Snapshot;
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
#[derive(Default)]
pub(crate) struct Evaluation {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    /// The most urgent last.
    waiting: Vec<Pending>,
    running: HashMap<Lane, Running>,
    /// How long the code of a file took at last.
    took: HashMap<FileId, Duration>,
    is_closed: bool,
}

/// Who evaluates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lane {
    /// Takes everything.
    Main,
    /// Takes what the main lane keeps waiting, unless it was slow before.
    Relief,
}

#[derive(Clone)]
struct Pending {
    fingerprint: Fingerprint,
    request: Arc<Request>,
}

struct Running {
    pending: Pending,
    since: Instant,
    cancel: CancelHandle,
}

impl Evaluation {
    /// Takes note of what the answers so far from this snapshot have lacked.
    pub(crate) fn request(&self, snapshot: &Snapshot) {
        let wanted = snapshot.analysis.pending_requests();
        let mut queue = self.queue();
        if wanted.is_empty() && queue.is_idle() {
            return;
        }
        let current = wanted.into_iter().filter(|(_, request)| is_current(snapshot, request));
        queue.request(current.map(|(fingerprint, request)| Pending { fingerprint, request }).collect());
        drop(queue);
        self.changed.notify_all();
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
        if !snapshot.analysis.is_waiting(file) || !self.is_quick() {
            return false;
        }
        let is_busy = |queue: &mut Queue| !queue.is_idle() && !queue.is_closed;
        let waited = self.changed.wait_timeout_while(self.queue(), GRACE, is_busy);
        waited.is_ok_and(|(_, result)| !result.timed_out())
    }

    /// Nothing more is to be evaluated.
    pub(crate) fn close(&self) {
        let mut queue = self.queue();
        queue.is_closed = true;
        queue.running.values().for_each(|running| running.cancel.cancel());
        drop(queue);
        self.changed.notify_all();
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for something to do in this lane; `None` once closed.
    fn next(&self, lane: Lane) -> Option<(Pending, CancelHandle)> {
        let mut queue = self.queue();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(pending) = queue.take(lane) {
                let cancel = CancelHandle::default();
                let running = Running { pending: pending.clone(), since: Instant::now(), cancel: cancel.clone() };
                queue.running.insert(lane, running);
                // The other lane may have to help out in a while.
                self.changed.notify_all();
                return Some((pending, cancel));
            }
            queue = match queue.relief_in(lane) {
                Some(moment) => self.changed.wait_timeout(queue, moment).unwrap_or_else(PoisonError::into_inner).0,
                None => self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// What ran in this lane has ended.
    fn ended(&self, lane: Lane) {
        let mut queue = self.queue();
        if let Some(running) = queue.running.remove(&lane) {
            queue.took.insert(subject(&running.pending.request), running.since.elapsed());
        }
        drop(queue);
        self.changed.notify_all();
    }
}

impl Queue {
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.running.is_empty()
    }

    fn took(&self, pending: &Pending) -> Duration {
        self.took.get(&subject(&pending.request)).copied().unwrap_or_default()
    }

    /// Replaces the requests that wait, the most urgent first: any other is forgotten, and given up where it takes
    /// long.
    fn request(&mut self, mut pending: Vec<Pending>) {
        for running in self.running.values() {
            let is_wanted = pending.iter().any(|pending| pending.fingerprint == running.pending.fingerprint);
            let is_long = running.since.elapsed() >= LONG || self.took(&running.pending) >= LONG;
            if !is_wanted && is_long {
                running.cancel.cancel();
            }
        }
        pending
            .retain(|pending| !self.running.values().any(|running| running.pending.fingerprint == pending.fingerprint));
        pending.reverse();
        self.waiting = pending;
    }

    fn take(&mut self, lane: Lane) -> Option<Pending> {
        match lane {
            Lane::Main => self.waiting.pop(),
            Lane::Relief => {
                let is_late = self.running.get(&Lane::Main).is_some_and(|running| running.since.elapsed() >= LONG);
                let index = self.waiting.iter().rposition(|pending| self.took(pending) < SLOW)?;
                is_late.then(|| self.waiting.remove(index))
            }
        }
    }

    /// When the relief lane will have to look again, though nothing changes until then.
    fn relief_in(&self, lane: Lane) -> Option<Duration> {
        let main = self.running.get(&Lane::Main).filter(|_| lane == Lane::Relief && !self.waiting.is_empty())?;
        Some(LONG.saturating_sub(main.since.elapsed())).filter(|moment| !moment.is_zero())
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

/// Evaluates what is wanted until the queue is closed.
pub(crate) fn run(lane: Lane, services: &Services) {
    let Services { state, evaluation, diagnostics, .. } = services;
    let mut worker = Worker::default();
    while let Some((pending, cancel)) = evaluation.next(lane) {
        let laid_out = state.laid_out(&pending.request);
        let reply = worker.answer(&pending.request, &laid_out, &cancel);
        let is_given_up = reply.is_err();
        if let Ok(reply) = reply {
            state.add_reply(pending.fingerprint, reply);
        }
        evaluation.ended(lane);
        if !is_given_up {
            let seen = pending.request.sources().iter().map(|source| source.file);
            diagnostics.evaluated(subject(&pending.request), seen);
        }
    }
}
