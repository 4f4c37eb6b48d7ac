//! One value laid over another: maps merge, arrays append or replace, everything else replaces.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::directives::{Directive, Directives};
use super::memo::{CachedPart, MergeInputs, MergeMemo, MergedPart, MergedPartKey};
use super::{OverlayStyle, OverlaySubject, OwnRules, outdated, report};
use crate::problem::{Code, Problem};
use crate::schema::{MappingType, Rule, SchemaNode, Type};
use crate::template::function::Functions;
use crate::template::overlay::lay::lay_alone;
use crate::template::overlay::matching::Matching;
use crate::text::Place;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{SequenceValue, Value, ValueKind};
use guard::{GuardedNodes, SchemaGuard};

mod entries;
mod fill;
mod guard;

/// One pass over a document of values.
pub(super) struct Merge<'a> {
    pub(super) style: OverlayStyle,
    pub(super) directives: &'a Directives,
    pub(super) functions: &'a dyn Functions,
    pub(super) memo: &'a mut MergeMemo,
    /// What is being merged, for sentences.
    subject: OverlaySubject,
    /// What was found so far.
    pub(super) problems: Vec<Problem>,
    /// The rules that documents below brought, by the origin of the value they are for.
    rules_below: FxHashMap<Place, &'a Arc<[Rule]>>,
    /// The rules that the document brings, and those below of values that it sets.
    pub(super) own_rules: Vec<OwnRules>,
    /// Whether new keys, and maps and arrays over anything, may come without annotations: the schema says what is right.
    pub(super) is_permissive: bool,
    /// Whether every function that says something of keys has answered.
    pub(super) is_settled: bool,
}

impl<'a> Merge<'a> {
    pub(super) fn new(
        style: OverlayStyle,
        directives: &'a Directives,
        rules_below: &'a [OwnRules],
        memo: &'a mut MergeMemo,
        functions: &'a dyn Functions,
    ) -> Self {
        let (problems, own_rules) = (Vec::new(), Vec::new());
        let rules_below = rules_below.iter().map(|own| (own.origin, &own.rules)).collect();
        let (is_permissive, is_settled) = (false, true);
        let subject = OverlaySubject::Document;
        Self {
            style,
            directives,
            functions,
            memo,
            subject,
            problems,
            rules_below,
            own_rules,
            is_permissive,
            is_settled,
        }
    }

    /// A whole document over what is below.
    pub(super) fn document(&mut self, left: &Value, right: &Value, schema: Option<&Arc<SchemaNode>>) -> Value {
        self.is_permissive = schema.is_some_and(|schema| schema.is_permissive);
        let directives = self.directives;
        let outermost = self.outermost();
        let Some(directive) = directives.document.as_ref() else {
            return self.whole(left, right, schema, (None, &outermost));
        };
        // The first of all documents is not laid over anything, so what it says about that is not looked at.
        let is_first = schema.is_none() && matches!(left.kind, ValueKind::Null) && left.origin == Place::NOWHERE;
        if is_first && !directive.is_uncertain {
            return self.whole(left, right, schema, (Some(directive), &directive.overlay.children.or(&outermost)));
        }
        let mut below = Fragment::new(Holder::Document, left.clone());
        let place = directive.place.unwrap_or(right.origin);
        let above = Fragment { place, ..Fragment::new(Holder::Document, right.clone()) };
        let mut guard = SchemaGuard { merge: self, nodes: GuardedNodes::Document(schema) };
        lay_alone(&mut guard, &mut below, &above, &outermost);
        below.value
    }

    /// A document over what is below, with what is said about it and about the matches of the nodes inside.
    pub(super) fn whole(
        &mut self,
        left: &Value,
        right: &Value,
        schema: Option<&Arc<SchemaNode>>,
        (directive, matching): (Option<&Directive>, &Matching),
    ) -> Value {
        if matches!(left.kind, ValueKind::Null) {
            self.note_own_rules(directive, right);
            return self.fresh(right, schema);
        }
        self.drop_own_rules(directive);
        self.value(left, right, schema, matching)
    }

    fn outermost(&self) -> Matching {
        if self.style == OverlayStyle::Plain { Matching::missing_ok() } else { Matching::default() }
    }

    /// One value over another.
    pub(super) fn value(
        &mut self,
        left: &Value,
        right: &Value,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) -> Value {
        self.functions.unwind_if_cancelled();
        self.carry_rules(left, right);
        // The example of combined schemas is no part of what is given.
        let is_example =
            |node: &Arc<SchemaNode>| matches!(node.ty, Type::Combined(_)) && left.origin == node.default.origin;
        let kind = match (&left.kind, &right.kind) {
            _ if schema.is_some_and(is_example) => return self.fresh(right, schema),
            (ValueKind::Mapping(below), ValueKind::Mapping(above)) => {
                self.mapping(left, below, above, schema, matching)
            }
            (ValueKind::Sequence(below), ValueKind::Sequence(above)) => self.sequence(below, above, schema, matching),
            (ValueKind::Null, _) => return self.fresh(right, schema),
            (ValueKind::Unknown, ValueKind::Mapping(_) | ValueKind::Sequence(_)) => {
                self.fresh(right, schema);
                ValueKind::Unknown
            }
            (_, ValueKind::Sequence(_)) if self.style == OverlayStyle::Plain => return self.fresh(right, schema),
            (_, ValueKind::Mapping(_) | ValueKind::Sequence(_)) if self.is_permissive => {
                return self.fresh(right, schema);
            }
            (_, ValueKind::Mapping(_) | ValueKind::Sequence(_)) => {
                self.problems.push(report::overlay_mismatch(left, right, &self.subject));
                ValueKind::Unknown
            }
            _ => return self.fresh(right, schema),
        };
        Value { origin: right.origin, kind }
    }

    fn sequence(
        &mut self,
        below: &Arc<SequenceValue>,
        above: &Arc<SequenceValue>,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) -> ValueKind {
        let item = schema.and_then(|schema| schema.ty.item());
        if self.style == OverlayStyle::Plain {
            return ValueKind::Sequence(self.fresh_items(above, item));
        }
        if !self.directives.is_empty() && above.items().any(|item| self.directives.item(item).is_some()) {
            return self.directed_items(below, above, item, matching);
        }
        let mut runs = below.runs.clone();
        runs.extend_from_slice(&self.fresh_items(above, item).runs);
        ValueKind::Sequence(Arc::new(below.with_runs(runs)))
    }

    /// Merges something inside.
    pub(super) fn within<T>(&mut self, subject: OverlaySubject, merge: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.subject, subject);
        let result = merge(self);
        self.subject = outer;
        result
    }

    /// What is being merged, for sentences.
    pub(super) fn subject(&self) -> &OverlaySubject {
        &self.subject
    }

    /// Whether a text holds template code that is evaluated.
    pub(super) fn is_text_template(&self, text: &str) -> bool {
        self.directives.has_text_templates && text.contains("(@")
    }

    /// Notes the rules that the document gives for a value.
    pub(super) fn note_own_rules(&mut self, directive: Option<&Directive>, value: &Value) {
        let Some(brought) = directive.and_then(|directive| directive.own_rules.as_ref()) else { return };
        self.own_rules.push(OwnRules { origin: value.origin, rules: brought.rules.clone() });
        for mistake in brought.mistakes.iter() {
            self.report_once(mistake.clone());
        }
    }

    /// A value that is set anew keeps the rules that documents below brought for it. Plain files put only maps over
    /// maps; everything else of theirs takes the place of the node with its rules.
    fn carry_rules(&mut self, left: &Value, right: &Value) {
        if self.style == OverlayStyle::Plain && !matches!(right.kind, ValueKind::Mapping(_)) {
            return;
        }
        if let Some(rules) = self.rules_below.get(&left.origin) {
            self.own_rules.push(OwnRules { origin: right.origin, rules: Arc::clone(rules) });
        }
    }

    /// Warns of rules that a node brings in vain: what is below keeps its own annotations, whatever it becomes.
    pub(super) fn drop_own_rules(&mut self, directive: Option<&Directive>) {
        let Some(brought) = directive.and_then(|directive| directive.own_rules.as_ref()) else { return };
        let message = "`@assert/validate` has no effect on a value that overlays an existing one";
        let problem = Problem::new(Code::IgnoredAnnotation, brought.name_place, message);
        self.report_once(problem.hint("state the rule in the schema, or add `@overlay/replace`"));
    }

    /// Reports what is said of a node that may be laid over several ones.
    fn report_once(&mut self, problem: Problem) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Warns of a key whose use the schema discourages. `siblings` are the keys beside it.
    pub(super) fn note_deprecation(&mut self, entry: &Fragment, field: &SchemaNode, siblings: Option<&MappingType>) {
        if let Some(notice) = &field.deprecated {
            self.problems.push(outdated::deprecated_key(entry, notice, field, siblings));
        }
    }

    /// Whether a key is one that the schema removed, which is an error. It has no value then.
    pub(super) fn refuses_removed(&mut self, entry: &Fragment, field: &SchemaNode, siblings: &MappingType) -> bool {
        let remedy = field.removed.as_ref();
        self.problems.extend(remedy.map(|remedy| outdated::removed_key(entry, remedy, field, siblings)));
        remedy.is_some()
    }

    /// A part that is made once and then cached.
    pub(super) fn cached_part(
        &mut self,
        inputs: MergeInputs,
        matching: &Matching,
        make: impl FnOnce(&mut Self) -> MergedPart,
    ) -> MergedPart {
        let Some(key) = self.key(&inputs, matching) else { return make(self) };
        match self.part_in_cache(&key) {
            Some(part) => part,
            None => self.make_part(key, inputs, make),
        }
    }

    /// The key that a part is cached by, if it is.
    pub(super) fn key(&self, inputs: &MergeInputs, matching: &Matching) -> Option<MergedPartKey> {
        inputs.key(matching).filter(|_| !self.directives.has_blocks)
    }

    /// A part that was made before, with all that was found on the way.
    pub(super) fn part_in_cache(&mut self, key: &MergedPartKey) -> Option<MergedPart> {
        let kept = self.memo.parts.get(key)?;
        self.problems.extend(kept.problems.iter().cloned());
        self.own_rules.extend(kept.own_rules.iter().cloned());
        Some(kept.part.clone())
    }

    /// Makes a part and caches it.
    pub(super) fn make_part(
        &mut self,
        key: MergedPartKey,
        inputs: MergeInputs,
        make: impl FnOnce(&mut Self) -> MergedPart,
    ) -> MergedPart {
        let (problems, own_rules) = (self.problems.len(), self.own_rules.len());
        let was_settled = std::mem::replace(&mut self.is_settled, true);
        let part = make(self);
        let is_settled = std::mem::replace(&mut self.is_settled, was_settled);
        if !is_settled {
            self.is_settled = false;
            return part;
        }
        let problems = self.problems.get(problems..).unwrap_or_default().into();
        let own_rules = self.own_rules.get(own_rules..).unwrap_or_default().into();
        self.memo.parts.keep(key, CachedPart { part: part.clone(), problems, own_rules, _inputs: inputs });
        part
    }
}

/// A value about which nothing is known.
fn unknown(origin: Place) -> Value {
    Value { origin, kind: ValueKind::Unknown }
}
