//! As many workers as there are threads that want something evaluated, for runs without an editor.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sayl_core::analysis::Analysis;
use sayl_core::render::request::{Reply, Request};
use sayl_core::values::fingerprint::Fingerprint;

use super::{CancelHandle, Worker, lock};
use crate::background::STACK;

/// Another worker is worth its start for so many bytes of sources: a process sets up what evaluation needs, and compiles
/// what the others have compiled already.
const BYTES_OF_A_WORKER: usize = 64 << 10;

/// Workers that wait for something to do.
#[derive(Default)]
pub(crate) struct WorkerPool {
    free: Mutex<Vec<Worker>>,
    /// How long calls of functions of each evaluation have taken: those of a bundle are many requests.
    spent: Mutex<HashMap<Fingerprint, Duration>>,
}

impl WorkerPool {
    /// Starts the first worker: something will most likely be evaluated soon.
    pub(crate) fn prepare(&self) {
        let mut worker = Worker::default();
        worker.prepare();
        lock(&self.free).push(worker);
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
        let workers = worth_starting(wanted).min(wanted.len()).min(rayon::current_num_threads());
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

    /// Evaluates in whichever worker is free, in a new one if none is. Calls get what time those before them left.
    fn answer(&self, request: &Request, analysis: &Analysis) -> Option<Reply> {
        let laid_out = analysis.laid_out(request);
        let mut worker = lock(&self.free).pop().unwrap_or_default();
        let evaluation = request.called();
        let spent = evaluation.and_then(|evaluation| lock(&self.spent).get(&evaluation).copied());
        let time = Duration::from_millis(request.milliseconds()).saturating_sub(spent.unwrap_or_default());
        let began = Instant::now();
        // Nobody else has the handle, so this is never cancelled.
        let reply = worker.answer(request, &laid_out, time, &CancelHandle::default()).ok();
        if let Some(evaluation) = evaluation {
            *lock(&self.spent).entry(evaluation).or_default() += began.elapsed();
        }
        lock(&self.free).push(worker);
        reply
    }
}

/// How many workers the requests keep busy for longer than it takes to start them.
fn worth_starting(wanted: &[(Fingerprint, Arc<Request>)]) -> usize {
    let sources = wanted.iter().flat_map(|(_, request)| request.sources());
    1 + sources.map(|source| source.text.len()).sum::<usize>() / BYTES_OF_A_WORKER
}
