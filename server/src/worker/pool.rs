//! As many workers as there are threads that want something evaluated, for runs without an editor.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sayl_core::analysis::Analysis;
use sayl_core::render::request::{Reply, Request};
use sayl_core::template::job::Fingerprint;

use super::{CancelHandle, Worker, lock};
use crate::background::STACK;

/// For so long the first worker does everything: most checks are done before a second one would be ready.
const ALONE: Duration = Duration::from_millis(25);

/// Workers that wait for something to do.
#[derive(Default)]
pub(crate) struct WorkerPool {
    free: Mutex<Free>,
    returned: Condvar,
}

#[derive(Default)]
struct Free {
    workers: Vec<Worker>,
    /// When the first worker began.
    since: Option<Instant>,
}

impl WorkerPool {
    /// Starts the first worker: something will most likely be evaluated soon.
    pub(crate) fn prepare(&self) {
        lock(&self.free).since = Some(Instant::now());
        let mut worker = Worker::default();
        worker.prepare();
        self.give_back(worker);
    }

    /// Nothing more is to be evaluated, and this process ends soon: the workers notice by themselves, and waiting for
    /// their ends would take longer than many a check.
    pub(crate) fn dismiss(self: Arc<Self>) {
        std::mem::forget(self);
    }

    /// Evaluates what is wanted, several requests at a time, and tells of each that is done. Something else may be done
    /// meanwhile. The threads for all that wait more than they work, so they are not those that work.
    pub(crate) fn answer_all(
        &self,
        wanted: &[(Fingerprint, Arc<Request>)],
        analysis: &Analysis,
        tell: &(dyn Fn() + Sync),
        meanwhile: Option<&dyn Fn()>,
    ) -> Vec<(Fingerprint, Reply)> {
        let (next, replies) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let Some((name, request)) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                let reply = self.answer(request, analysis);
                lock(&replies).extend(reply.map(|reply| (*name, reply)));
                tell();
            }
        };
        let workers = wanted.len().min(rayon::current_num_threads());
        std::thread::scope(|scope| {
            let others = if meanwhile.is_some() { workers } else { workers.saturating_sub(1) };
            let start = || std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let started = (0..others).filter(|_| start().is_ok()).count();
            if let Some(meanwhile) = meanwhile {
                meanwhile();
            }
            if started < workers {
                work();
            }
        });
        replies.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Evaluates in whichever worker is free, in a new one if none is.
    fn answer(&self, request: &Request, analysis: &Analysis) -> Option<Reply> {
        let laid_out = analysis.laid_out(request);
        let mut worker = self.take();
        // Nobody else has the handle, so this is never cancelled.
        let reply = worker.answer(request, &laid_out, &CancelHandle::default()).ok();
        self.give_back(worker);
        reply
    }

    fn give_back(&self, worker: Worker) {
        lock(&self.free).workers.push(worker);
        self.returned.notify_one();
    }

    fn take(&self) -> Worker {
        let mut free = lock(&self.free);
        let Some(since) = free.since else {
            free.since = Some(Instant::now());
            return Worker::default();
        };
        if let Some(rest) = ALONE.checked_sub(since.elapsed()).filter(|_| free.workers.is_empty()) {
            let waited = self.returned.wait_timeout_while(free, rest, |free| free.workers.is_empty());
            free = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        free.workers.pop().unwrap_or_default()
    }
}
