//! As many workers as there are threads that want something evaluated, for runs without an editor.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sayl_core::render::request::{Reply, Request};

use super::{Leash, Worker, lock};

/// For so long the first worker does everything: most checks are done before a second one would be ready.
const ALONE: Duration = Duration::from_millis(25);

/// Workers that wait for something to do.
#[derive(Default)]
pub(crate) struct Crew {
    free: Mutex<Free>,
    returned: Condvar,
}

#[derive(Default)]
struct Free {
    workers: Vec<Worker>,
    /// When the first worker began.
    since: Option<Instant>,
}

impl Crew {
    /// Starts the first worker beside whatever else is done: something will most likely be evaluated soon.
    pub(crate) fn prepare(self: &Arc<Self>) {
        lock(&self.free).since = Some(Instant::now());
        let crew = self.clone();
        let starting = std::thread::Builder::new().spawn(move || {
            let mut worker = Worker::default();
            worker.prepare();
            crew.give_back(worker);
        });
        if starting.is_err() {
            self.give_back(Worker::default());
        }
    }

    /// Nothing more is to be evaluated, and this process ends soon: the workers notice by themselves, and waiting for
    /// their ends would take longer than many a check.
    pub(crate) fn dismiss(self: Arc<Self>) {
        std::mem::forget(self);
    }

    /// Evaluates in whichever worker is free, in a new one if none is.
    pub(crate) fn answer(&self, request: &Request) -> Option<Reply> {
        let mut worker = self.take();
        // Nobody else has the leash, so this is never given up.
        let reply = worker.answer(request, &Leash::default()).ok();
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
