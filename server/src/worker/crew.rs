//! As many workers as there are threads that want something evaluated, for runs without an editor.

use std::sync::Mutex;

use sayl_core::render::request::{Reply, Request};

use super::{Leash, Worker, lock};

/// Workers that wait for something to do.
#[derive(Default)]
pub(crate) struct Crew(Mutex<Vec<Worker>>);

impl Crew {
    /// Nothing more is to be evaluated, and this process ends soon: the workers notice by themselves, and waiting for
    /// their ends would take longer than many a check.
    pub(crate) fn dismiss(self) {
        std::mem::forget(self);
    }

    /// Evaluates in whichever worker is free, in a new one if none is.
    pub(crate) fn answer(&self, request: &Request) -> Option<Reply> {
        let mut worker = lock(&self.0).pop().unwrap_or_default();
        // Nobody else has the leash, so this is never given up.
        let reply = worker.answer(request, &Leash::default()).ok();
        lock(&self.0).push(worker);
        reply
    }
}
