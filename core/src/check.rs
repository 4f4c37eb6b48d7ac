//! Final values against the rules of their schema. Types and unknown keys are checked while values are laid over
//! each other (`data_values`), for there the tokens are at hand; rules wait for the final value.
//!
//! Rules that are functions are asked through [`Functions`]; one that has no answer yet claims nothing. Parts that
//! several passes share are recognised by identity and not checked again.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::data_values::{OverlaySubject, OwnRules};
use crate::problem::Problem;
use crate::schema::{MappingType, Rule, SchemaNode};
use crate::template::contents::Contents;
use crate::template::function::{ContextUse, Functions};
use crate::template::reads::Observed;
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{MappingValue, SequenceValue, Value, ValueKind};

mod annotation_rules;
mod combined;
mod functions;
mod key_counts;
mod memo;
mod merged;
mod rules;
#[cfg(test)]
mod tests;
mod unset;

use annotation_rules::AnnotationRules;
use combined::Completion;
pub use memo::CheckMemo;
use memo::{CheckInputs, CheckedPart};
pub use unset::Unset;
use unset::{RuleState, empty_value, moved_to};

/// What checking a value found.
#[derive(Clone, Debug)]
pub struct CheckOutcome {
    /// The value, with what combinations of schemas fill in.
    pub value: Value,
    /// Every broken rule: those of the schema, and those that values documents bring themselves.
    pub problems: Vec<Problem>,
    /// Whether every function that was asked has answered; otherwise there may be more.
    pub is_settled: bool,
}

/// Checks a final value. `unset` says where to tell what is not set; nowhere while there are no values.
pub fn check(
    value: &Value,
    schema: Option<&Arc<SchemaNode>>,
    own_rules: &[OwnRules],
    unset: Option<Unset>,
    functions: &dyn Functions,
    memo: &mut CheckMemo,
) -> CheckOutcome {
    let own_rules = own_rules.iter().map(|own| (own.origin, &*own.rules)).collect();
    memo.begin_pass();
    let mut completion =
        Completion { functions, memo, subject: OverlaySubject::Document, found: CheckResults::default() };
    let completed = schema.and_then(|schema| completion.value(value, schema));
    let (value, found) = (completed.unwrap_or_else(|| value.clone()), completion.found);
    let (subject, around) = (OverlaySubject::Document, Vec::new());
    let is_given = schema.is_none_or(|schema| schema.declared != value.origin);
    let contents = Contents::default();
    let mut walk = CheckWalk { own_rules, functions, memo, contents, subject, around, unset, is_given, found };
    walk.value(&value, schema);
    let CheckResults { problems, is_settled, .. } = walk.found;
    CheckOutcome { value, problems, is_settled }
}

/// The value with what combinations of schemas fill in, whatever is wrong with it.
pub fn completed(value: &Value, schema: Option<&Arc<SchemaNode>>, functions: &dyn Functions) -> Value {
    let (mut memo, subject) = (CheckMemo::default(), OverlaySubject::Document);
    let mut completion = Completion { functions, memo: &mut memo, subject, found: CheckResults::default() };
    let completed = schema.and_then(|schema| completion.value(value, schema));
    completed.unwrap_or_else(|| value.clone())
}

/// What is found on the way.
struct CheckResults {
    problems: Vec<Problem>,
    /// Whether every function that was asked has answered.
    is_settled: bool,
    read: ReadAround,
}

/// What functions have read around the values that they judge.
#[derive(Clone, Debug, Default)]
struct ReadAround {
    /// Of the document.
    root: Observed,
    /// Of the outermost parent that was read, with how many maps and arrays stand around what is in it.
    parent: Option<(usize, Observed)>,
}

impl ReadAround {
    /// Adds what was read where so many maps and arrays stand around.
    fn add(&mut self, depth: usize, ContextUse { parent, root }: &ContextUse) {
        self.root.add(root);
        if parent.is_nothing() {
            return;
        }
        match &mut self.parent {
            Some((outermost, _)) if *outermost < depth => {}
            Some((outermost, known)) if *outermost == depth => known.add(parent),
            outer => *outer = Some((depth, parent.clone())),
        }
    }
}

impl Default for CheckResults {
    fn default() -> Self {
        Self { problems: Vec::new(), is_settled: true, read: ReadAround::default() }
    }
}

struct CheckWalk<'a> {
    own_rules: FxHashMap<Place, &'a [Rule]>,
    functions: &'a dyn Functions,
    memo: &'a mut CheckMemo,
    contents: Contents,
    /// What is being checked, for sentences.
    subject: OverlaySubject,
    /// The maps and arrays around it, the document first.
    around: Vec<&'a Value>,
    /// Where it is told that something is not set.
    unset: Option<Unset>,
    /// Whether a document of values gave it: otherwise the schema did.
    is_given: bool,
    found: CheckResults,
}

impl<'a> CheckWalk<'a> {
    /// A value and what is inside it.
    fn value(&mut self, value: &'a Value, schema: Option<&Arc<SchemaNode>>) {
        if matches!(value.kind, ValueKind::Unknown) {
            return;
        }
        let schema = schema.filter(|schema| self.memo.facts(schema).has_rules);
        if let Some(schema) = schema {
            self.node_rules(schema, value);
        }
        if !self.own_rules.is_empty() {
            if let Some(rules) = self.own_rules.get(&value.origin) {
                self.rules(rules, value, None);
            }
        } else if schema.is_none() {
            return;
        }
        self.around.push(value);
        match &value.kind {
            ValueKind::Mapping(mapping) => self.mapping(mapping, schema),
            ValueKind::Sequence(sequence) => self.sequence(sequence, schema),
            _ => {}
        }
        self.around.pop();
    }

    /// Asks the rules of a node.
    fn node_rules(&mut self, schema: &Arc<SchemaNode>, value: &Value) {
        let is_merged = matches!(value.kind, ValueKind::Mapping(_) | ValueKind::Sequence(_));
        let declared = is_merged.then_some(schema.declared);
        let state = schema.emptiness.as_ref().map_or(RuleState::Here, |emptiness| self.rule_state(emptiness, value));
        match state {
            RuleState::Here => self.rules(&schema.rules, value, declared),
            RuleState::At(place) => {
                let start = self.found.problems.len();
                self.rules(&schema.rules, value, declared);
                let found = self.found.problems.split_off(start);
                self.found.problems.extend(found.into_iter().map(|problem| moved_to(problem, place)));
            }
            RuleState::Empty(place) => self.found.problems.push(empty_value(&self.subject, value, schema, place)),
            RuleState::Later => {}
        }
    }

    /// Asks rules that are stated together.
    fn rules(&mut self, rules: &[Rule], value: &Value, declared: Option<Place>) {
        let CheckResults { problems, is_settled, read } = &mut self.found;
        let (subject, functions, around) = (&self.subject, self.functions, self.around.as_slice());
        let nothing = ContextUse::default();
        let mut annotation_rules =
            AnnotationRules { subject, functions, around, declared, problems, is_settled: true, read: nothing };
        rules
            .chunk_by(|rule, next| rule.when.is_same(&next.when))
            .for_each(|rules| rules::check_rules(&mut annotation_rules, rules, value));
        *is_settled &= annotation_rules.is_settled;
        read.add(around.len(), &annotation_rules.read);
    }

    fn mapping(&mut self, mapping: &'a MappingValue, schema: Option<&Arc<SchemaNode>>) {
        self.functions.unwind_if_cancelled();
        let ty = schema.and_then(|schema| schema.ty.mapping());
        if let Some(ty) = ty {
            self.key_counts(mapping, ty);
        }
        // What was meant by other keys is no part of a run.
        let intended = mapping.intended.iter().filter_map(|(key, _)| Some(mapping.entries.spot(key)?.run));
        let intended: FxHashSet<u32> = intended.collect();
        for (index, run) in (0..).zip(mapping.entries.runs()) {
            self.functions.unwind_if_cancelled();
            if mapping.is_spread && !intended.contains(&index) {
                let visit = |walk: &mut Self| run.iter().for_each(|it| walk.entry(it, mapping, ty, false));
                self.check_cached(CheckedPart::Run(run.clone()), schema, visit);
            } else {
                run.iter().for_each(|it| self.entry(it, mapping, ty, mapping.is_spread));
            }
        }
    }

    /// An entry; with `is_shared`, passes may share its value.
    fn entry(&mut self, entry: &'a Fragment, mapping: &MappingValue, ty: Option<&MappingType>, is_shared: bool) {
        let field = ty.and_then(|ty| ty.field(entry.entry_key(), self.functions));
        let part = CheckedPart::of(&entry.value.kind).filter(|_| is_shared || is_default(&entry.value, field));
        let is_given = field.is_none_or(|field| field.declared != entry.place);
        let outer = std::mem::replace(&mut self.subject, OverlaySubject::Key(entry.entry_key().clone()));
        let around = self.enter(is_given, entry.place);
        let start = self.found.problems.len();
        if !is_given && field.is_some_and(|field| field.deprecated.is_some()) {
            // What is deprecated need not be set, nor what is in it.
            self.unset = None;
        }
        match part {
            Some(part) => self.check_cached(part, field, |walk| walk.value(&entry.value, field)),
            None => self.value(&entry.value, field),
        }
        if let Some(place) = mapping.misspelt(entry.entry_key()).filter(|_| !is_given) {
            self.found.problems.iter_mut().skip(start).for_each(|problem| problem.misspelt = Some(place));
        }
        self.leave(around);
        self.subject = outer;
    }

    fn sequence(&mut self, sequence: &'a SequenceValue, schema: Option<&Arc<SchemaNode>>) {
        let item = schema.and_then(|schema| schema.ty.item());
        let item_subject = self.subject.item();
        let outer = std::mem::replace(&mut self.subject, item_subject);
        for run in &sequence.runs {
            self.functions.unwind_if_cancelled();
            let visit = |walk: &mut Self| run.iter().for_each(|given| walk.item(&given.value, item));
            if sequence.runs.len() > 1 {
                self.check_cached(CheckedPart::Run(run.clone()), item, visit);
            } else {
                visit(self);
            }
        }
        self.subject = outer;
    }

    fn item(&mut self, value: &'a Value, schema: Option<&Arc<SchemaNode>>) {
        let around = self.enter(true, value.origin);
        self.value(value, schema);
        self.leave(around);
    }

    /// Checks a part once and then remembers what was found.
    fn check_cached(&mut self, part: CheckedPart, schema: Option<&Arc<SchemaNode>>, visit: impl FnOnce(&mut Self)) {
        let Some(schema) = schema.filter(|_| self.own_rules.is_empty()) else { return visit(self) };
        if !self.memo.facts(schema).has_rules {
            return;
        }
        let inputs = CheckInputs { part, schema: schema.clone(), unset: self.unset };
        let around = [self.around.last(), self.around.first()].map(|it| it.map(|it| &it.kind));
        let depth = self.around.len();
        if let Some(kept) = self.memo.get(&inputs, around, &mut self.contents) {
            self.found.problems.extend(kept.problems.iter().cloned());
            self.found.read.add(depth, &kept.read);
            return;
        }
        let start = self.found.problems.len();
        let was_settled = std::mem::replace(&mut self.found.is_settled, true);
        let before = std::mem::take(&mut self.found.read);
        visit(self);
        let ReadAround { root, parent } = std::mem::replace(&mut self.found.read, before);
        // A parent that stands in the part is the same as long as that is.
        let parent = parent.filter(|(outermost, _)| *outermost <= depth).map(|(_, read)| read).unwrap_or_default();
        let read = ContextUse { parent, root };
        self.found.read.add(depth, &read);
        if self.found.is_settled {
            let problems = self.found.problems.get(start..).unwrap_or_default().into();
            self.memo.keep(inputs, problems, around, read);
        }
        self.found.is_settled &= was_settled;
    }
}

/// Whether a value is the very default of its schema, which passes share.
fn is_default(value: &Value, field: Option<&Arc<SchemaNode>>) -> bool {
    match (&value.kind, field.map(|field| &field.default.kind)) {
        (ValueKind::Mapping(mapping), Some(ValueKind::Mapping(default))) => Arc::ptr_eq(mapping, default),
        (ValueKind::Sequence(sequence), Some(ValueKind::Sequence(default))) => Arc::ptr_eq(sequence, default),
        _ => false,
    }
}
