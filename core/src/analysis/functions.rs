//! Functions of template code, answered from memory. A call that is missing is noted and stays pending.

use std::cell::RefCell;

use indexmap::IndexMap;

use super::evaluations::{CallName, Jobs, Requester};
use super::world::World;
use crate::template::contents::Contents;
use crate::template::function::{Call, Called, Functions};
use crate::values::fingerprint::Fingerprint;

/// The answers for one computation.
pub(super) struct KnownFunctions<'a> {
    world: &'a World,
    calls: RefCell<CallCollector>,
}

#[derive(Default)]
struct CallCollector {
    contents: Contents,
    /// The calls that are missing, by their names in their contexts.
    missing: IndexMap<Fingerprint, (CallName, Call)>,
}

impl<'a> KnownFunctions<'a> {
    pub(super) fn new(world: &'a World) -> Self {
        Self { world, calls: RefCell::default() }
    }

    /// Wants what was missing. Says whether anything was.
    pub(super) fn finish(self, requester: Requester, jobs: &Jobs) -> bool {
        let missing = self.calls.into_inner().missing;
        let is_any = !missing.is_empty();
        self.world.request_calls(requester, missing, jobs);
        is_any
    }
}

impl Functions for KnownFunctions<'_> {
    fn call(&self, call: &Call) -> Called {
        let CallCollector { contents, missing } = &mut *self.calls.borrow_mut();
        let (name, context) = (Contents::name(call), call.context.as_deref());
        if let Some((result, read)) = self.world.called(name, context, contents) {
            return Called::Done(result, read);
        }
        let in_context = context.map_or(name, |context| Contents::name_in(name, context));
        let call_name = || CallName { name, context: call.context.clone() };
        missing.entry(in_context).or_insert_with(|| (call_name(), contents.shared(call)));
        Called::Pending
    }

    fn unwind_if_cancelled(&self) {
        self.world.cancel().unwind_if_cancelled();
    }
}
