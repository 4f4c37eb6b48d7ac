//! Calls by the hash of what they are given. Each map or array is stripped of its places once, wherever it stands and
//! however many calls are given it.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::function::{Call, CallContext, Wants};
use super::reads::{NamedReads, Observed};
use crate::values::fingerprint::Fingerprint;
use crate::values::fragment::Fragment;
use crate::values::function::Function;
use crate::values::{Value, ValueKind};

/// What is known of the values of one computation. Places are no part of a value's content.
#[derive(Default)]
pub(crate) struct Contents {
    /// Maps and arrays without places and annotations, by their hashes.
    unplaced: FxHashMap<Fingerprint, ValueKind>,
    /// What stands where something was read, by the name of the reads and the hash of the value.
    seen: FxHashMap<(Fingerprint, Fingerprint), Fingerprint>,
}

impl Contents {
    /// Names a call by what is called with what, its context left out.
    pub(crate) fn name(call: &Call) -> Fingerprint {
        let mut bytes = Vec::with_capacity(64);
        bytes.extend(call.function.evaluation.0);
        bytes.extend(call.function.index.to_le_bytes());
        bytes.extend([u8::from(call.wants == Wants::Verdict), u8::from(call.context.is_some())]);
        call.arguments.iter().for_each(|argument| argument.kind.write(&mut bytes));
        Fingerprint::of(&bytes)
    }

    /// The name of a call in one context, all of which counts.
    pub(crate) fn name_in(name: Fingerprint, context: &CallContext) -> Fingerprint {
        let mut bytes = name.0.to_vec();
        context.parent.kind.write(&mut bytes);
        context.root.kind.write(&mut bytes);
        Fingerprint::of(&bytes)
    }

    /// Names what the parent and the root of a context are where they were read.
    pub(crate) fn where_read(&mut self, context: &CallContext, [parent, root]: &[NamedReads; 2]) -> [Fingerprint; 2] {
        [self.seen(parent, &context.parent.kind), self.seen(root, &context.root.kind)]
    }

    /// Whether a value looks the same where calls have read another one.
    pub(crate) fn compare_observed(&mut self, value: &ValueKind, observed: &Observed) -> bool {
        observed.is_same(|reads| self.seen(reads, value))
    }

    /// The call with values without places, which it shares with every other call that is given the same.
    pub(crate) fn shared(&mut self, call: &Call) -> Call {
        let arguments = call.arguments.iter().map(|argument| self.share(argument)).collect();
        Call { arguments, ..self.in_shared_context(call) }
    }

    /// The call with such values as its context. What it is given keeps its places, and may come back with them.
    pub(crate) fn in_shared_context(&mut self, call: &Call) -> Call {
        let share = |context: &CallContext| {
            Box::new(CallContext { parent: self.share(&context.parent), root: self.share(&context.root) })
        };
        let function = Function { documentation: SmolStr::default(), ..call.function.clone() };
        Call { function, context: call.context.as_deref().map(share), ..call.clone() }
    }

    fn share(&mut self, given: &Value) -> Value {
        Value::unwritten(self.unplaced(&given.kind))
    }

    /// A value without places and annotations, as if all of it were written.
    pub(crate) fn unplaced(&mut self, kind: &ValueKind) -> ValueKind {
        let Some(hash) = kind.hash() else { return kind.clone() };
        if let Some(unplaced) = self.unplaced.get(&hash) {
            return unplaced.clone();
        }
        let children: Vec<Fragment> = kind
            .children()
            .map(|child| Fragment::unplaced(child.holder.clone(), self.unplaced(&child.value.kind)))
            .collect();
        let is_map = matches!(kind, ValueKind::Mapping(_));
        let unplaced = if is_map { ValueKind::map(children) } else { ValueKind::array(children) };
        self.unplaced.insert(hash, unplaced.clone());
        unplaced
    }

    /// Names what stands where something was read.
    fn seen(&mut self, reads: &NamedReads, value: &ValueKind) -> Fingerprint {
        let key = value.hash().map(|hash| (reads.name, hash));
        if let Some(seen) = key.and_then(|key| self.seen.get(&key)) {
            return *seen;
        }
        let seen = reads.seen(value);
        self.seen.extend(key.map(|key| (key, seen)));
        seen
    }
}
