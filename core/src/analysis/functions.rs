//! Functions of template code, answered from memory. A call that is missing is noted and stays pending.

use std::cell::RefCell;

use indexmap::IndexMap;

use super::evaluations::{Asker, CallName, Evaluations, Jobs};
use crate::template::contents::Contents;
use crate::template::function::{Call, Called, Functions};
use crate::template::job::Fingerprint;

/// The answers for one computation.
pub(super) struct Remembered<'a> {
    evaluations: &'a Evaluations,
    asked: RefCell<Asked>,
}

#[derive(Default)]
struct Asked {
    contents: Contents,
    /// The calls that are missing, by their names in their contexts.
    missing: IndexMap<Fingerprint, (CallName, Call)>,
}

impl<'a> Remembered<'a> {
    pub(super) fn new(evaluations: &'a Evaluations) -> Self {
        Self { evaluations, asked: RefCell::default() }
    }

    /// Wants what was missing. Says whether anything was.
    pub(super) fn finish(self, asker: Asker, jobs: &Jobs) -> bool {
        let missing = self.asked.into_inner().missing;
        let is_any = !missing.is_empty();
        self.evaluations.request_calls(asker, missing, jobs);
        is_any
    }
}

impl Functions for Remembered<'_> {
    fn call(&self, call: &Call) -> Called {
        let Asked { contents, missing } = &mut *self.asked.borrow_mut();
        let name = CallName::of(call, contents);
        if let Some(result) = self.evaluations.called(&name, contents) {
            return Called::Done(result);
        }
        missing.entry(name.in_context(contents)).or_insert_with(|| (name, contents.shared(call)));
        Called::Pending
    }
}
