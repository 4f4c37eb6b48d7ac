//! Functions of template code, answered from memory. A call that is missing is noted and stays pending.

use std::cell::RefCell;

use indexmap::IndexMap;

use super::evaluations::{Asker, Evaluations, Jobs, call_name};
use crate::template::function::{Call, CallContext, Called, Functions, Given};
use crate::template::job::Fingerprint;
use crate::text::Place;
use crate::values::{EntryValue, MappingValue, SequenceValue, Value, ValueKind};

/// The answers for one computation.
pub(super) struct Remembered<'a> {
    evaluations: &'a Evaluations,
    missing: RefCell<IndexMap<Fingerprint, Call>>,
}

impl<'a> Remembered<'a> {
    pub(super) fn new(evaluations: &'a Evaluations) -> Self {
        Self { evaluations, missing: RefCell::default() }
    }

    /// Wants what was missing. Says whether anything was.
    pub(super) fn finish(self, asker: Asker, jobs: &Jobs) -> bool {
        let missing = self.missing.into_inner();
        let is_any = !missing.is_empty();
        self.evaluations.request_calls(asker, missing, jobs);
        is_any
    }
}

impl Functions for Remembered<'_> {
    fn call(&self, call: &Call) -> Called {
        let call = unplaced(call);
        let name = call_name(&call);
        if let Some(result) = self.evaluations.called(&name) {
            return Called::Done(result);
        }
        self.missing.borrow_mut().insert(name, call);
        Called::Pending
    }
}

/// The call without the places of its values: what a function gives does not depend on them.
fn unplaced(call: &Call) -> Call {
    let given = |given: &Given| match given {
        Given::Value(value) => Given::Value(without_place(value)),
        Given::Judged(value) => Given::Judged(without_place(value)),
        Given::Content(content) => Given::Value(without_place(&content.value(Place::NOWHERE))),
    };
    let context = call.context.as_ref().map(|context| {
        let (parent, root) = (without_place(&context.parent), without_place(&context.root));
        Box::new(CallContext { parent, root })
    });
    let arguments = call.arguments.iter().map(given).collect();
    Call { function: call.function.clone(), arguments, context, wants: call.wants }
}

fn without_place(value: &Value) -> Value {
    let kind = match &value.kind {
        ValueKind::Mapping(mapping) => {
            let entries = mapping.entries.iter().map(|entry| EntryValue {
                key: entry.key.clone(),
                key_origin: Place::NOWHERE,
                value: without_place(&entry.value),
            });
            ValueKind::Mapping(MappingValue { entries: entries.collect(), ..MappingValue::default() }.into())
        }
        ValueKind::Sequence(sequence) => {
            let items: SequenceValue = sequence.iter().map(without_place).collect();
            ValueKind::Sequence(items.into())
        }
        kind => kind.clone(),
    };
    Value { origin: Place::NOWHERE, kind }
}
