//! What checking shared parts of a value found, kept from one pass to the next. Parts are recognised by identity.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Unset;
use crate::memo;
use crate::problem::Problem;
use crate::schema::fields::FieldRun;
use crate::schema::{SchemaNode, Type};
use crate::template::contents::Contents;
use crate::template::function::ContextUse;
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{MappingValue, SequenceValue, ValueKind};

/// What parts of the final value gave the last time. Use one memo per final value, pass after pass; what a pass does
/// not use is forgotten.
#[derive(Debug, Default)]
pub struct CheckMemo {
    parts: memo::Memo<CheckedPartKey, CachedCheck>,
    /// What kind of rules schema nodes have, their own or below.
    with_rules: FxHashMap<usize, (Arc<SchemaNode>, RuleFacts)>,
    /// The same of all nodes in runs of declared keys, which versions of a schema share.
    of_runs: FxHashMap<usize, (Arc<FieldRun>, RuleFacts)>,
    /// How many schema nodes there were when those that nobody else holds were forgotten last.
    kept: usize,
}

/// What is known of the rules of a schema node and of those below it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleFacts {
    pub(super) has_rules: bool,
    pub(super) has_combinations: bool,
}

impl RuleFacts {
    fn add(&mut self, below: Self) {
        self.has_rules |= below.has_rules;
        self.has_combinations |= below.has_combinations;
    }
}

/// A part that passes may share.
#[derive(Clone, Debug)]
pub(super) enum CheckedPart {
    /// A map.
    Mapping(Arc<MappingValue>),
    /// An array.
    Sequence(Arc<SequenceValue>),
    /// A run of items.
    Run(Arc<[Fragment]>),
}

/// What the problems of a part depend on, besides what functions read around it.
#[derive(Clone, Debug)]
pub(super) struct CheckInputs {
    /// The part itself.
    pub(super) part: CheckedPart,
    /// Its schema.
    pub(super) schema: Arc<SchemaNode>,
    /// Where it is told that something is not set.
    pub(super) unset: Option<Unset>,
}

/// The same by addresses.
type CheckedPartKey = (usize, usize, Option<Place>);

/// What a part gave.
#[derive(Debug)]
pub(super) struct CachedCheck {
    pub(super) problems: Arc<[Problem]>,
    /// What functions have seen of what holds the part, and of the document.
    pub(super) read: ContextUse,
    /// These two, where any part of them may have been read.
    around: [Option<ValueKind>; 2],
    /// They keep the addresses of the key from being used anew.
    _inputs: CheckInputs,
}

impl CheckInputs {
    fn key(&self) -> CheckedPartKey {
        (self.part.address(), Arc::as_ptr(&self.schema) as usize, self.unset.map(|unset| unset.place))
    }
}

impl CachedCheck {
    /// Whether functions would see the same there.
    fn holds(&self, around: [Option<&ValueKind>; 2], contents: &mut Contents) -> bool {
        let read = [&self.read.parent, &self.read.root];
        self.around.iter().zip(around).zip(read).all(|((then, now), observed)| match then {
            Some(then) => now.is_some_and(|now| now.address() == then.address()),
            None => now.is_none_or(|now| contents.compare_observed(now, observed)),
        })
    }
}

impl CheckedPart {
    /// A collection as a part.
    pub(super) fn of(kind: &ValueKind) -> Option<Self> {
        match kind {
            ValueKind::Mapping(mapping) => Some(Self::Mapping(mapping.clone())),
            ValueKind::Sequence(sequence) => Some(Self::Sequence(sequence.clone())),
            _ => None,
        }
    }

    fn address(&self) -> usize {
        match self {
            Self::Mapping(mapping) => Arc::as_ptr(mapping) as usize,
            Self::Sequence(sequence) => Arc::as_ptr(sequence) as usize,
            Self::Run(run) => run.as_ptr() as usize,
        }
    }
}

/// Fewer schema nodes than this are never looked through.
const FEW: usize = 10_000;

impl CheckMemo {
    /// What a part gave before, with the same `around` it: what holds it, and the document.
    pub(super) fn get(
        &mut self,
        inputs: &CheckInputs,
        around: [Option<&ValueKind>; 2],
        contents: &mut Contents,
    ) -> Option<&CachedCheck> {
        self.parts.get(&inputs.key()).filter(|kept| kept.holds(around, contents))
    }

    /// Keeps what a part gave, with what functions have seen `around` it.
    pub(super) fn keep(
        &mut self,
        inputs: CheckInputs,
        problems: Arc<[Problem]>,
        [parent, root]: [Option<&ValueKind>; 2],
        read: ContextUse,
    ) {
        let parent = parent.filter(|_| read.parent.is_whole()).cloned();
        let root = root.filter(|_| read.root.is_whole()).cloned();
        self.parts.keep(inputs.key(), CachedCheck { problems, read, around: [parent, root], _inputs: inputs });
    }

    /// Begins a pass over a final value.
    pub(super) fn begin_pass(&mut self) {
        self.parts.begin_pass();
    }

    /// What rules a schema node and those below it have.
    ///
    /// Nodes of schemas that nobody else holds any more are forgotten when they are twice as many as at the last look:
    /// so a look costs each node that came since no more than one step or two.
    pub(super) fn facts(&mut self, schema: &Arc<SchemaNode>) -> RuleFacts {
        let key = Arc::as_ptr(schema) as usize;
        if let Some((_, known)) = self.with_rules.get(&key) {
            return *known;
        }
        if self.with_rules.len() > FEW + 2 * self.kept {
            self.with_rules.retain(|_, (node, _)| Arc::strong_count(node) > 1);
            self.kept = self.with_rules.len();
            self.of_runs.retain(|_, (run, _)| Arc::strong_count(run) > 1);
        }
        let must_be_set = schema.emptiness.as_ref().is_some_and(|emptiness| !emptiness.refused.is_empty());
        let mut facts = RuleFacts {
            has_rules: must_be_set || counts_keys(schema) || !schema.rules.is_empty(),
            has_combinations: matches!(schema.ty, Type::Combined(_)),
        };
        schema.ty.runs().for_each(|run| facts.add(self.facts_of_run(run)));
        schema.ty.inner_besides_runs().for_each(|inner| facts.add(self.facts(inner)));
        self.with_rules.insert(key, (schema.clone(), facts));
        facts
    }

    fn facts_of_run(&mut self, run: &Arc<FieldRun>) -> RuleFacts {
        let key = Arc::as_ptr(run) as usize;
        if let Some((_, known)) = self.of_runs.get(&key) {
            return *known;
        }
        let mut facts = RuleFacts::default();
        run.values().for_each(|inner| facts.add(self.facts(inner)));
        self.of_runs.insert(key, (run.clone(), facts));
        facts
    }
}

/// Whether a map is judged by how many of its keys match.
fn counts_keys(schema: &SchemaNode) -> bool {
    schema.ty.mapping().is_some_and(|ty| !ty.patterns.is_empty())
}
