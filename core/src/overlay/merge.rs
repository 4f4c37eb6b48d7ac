//! One value laid over another: maps merge, arrays append or replace, everything else replaces.

use std::borrow::Cow;
use std::sync::Arc;

use super::directives::{Directive, Directives};
use super::fill::unknown;
use super::items::{Judged, is_collection};
use super::memo::{Inputs, Kept, Memo, Part};
use super::target::{Index, Target};
use super::{OwnRules, Style, Subject, outdated, report};
use crate::problem::Problem;
use crate::schema::map_keys::Declared;
use crate::schema::{MappingType, SchemaNode, Type};
use crate::template::function::Functions;
use crate::template::overlay::annotations::{Operation, OverlaySaid};
use crate::template::overlay::matching::{Matched, Matching};
use crate::template::overlay::report as overlay_report;
use crate::text::Place;
use crate::values::{EntryValue, MappingValue, SequenceValue, Value, ValueKind};

/// One pass over a document of values.
pub(super) struct Merge<'a> {
    pub(super) style: Style,
    pub(super) directives: &'a Directives,
    pub(super) functions: &'a dyn Functions,
    memo: &'a mut Memo,
    /// What is being merged, for sentences.
    subject: Subject,
    /// What was found so far.
    pub(super) problems: Vec<Problem>,
    /// The rules that the document brings.
    pub(super) own_rules: Vec<OwnRules>,
    /// Whether new keys, and maps and arrays over anything, may come without annotations: the schema says what is right.
    is_permissive: bool,
    /// Whether every function that says something of keys has answered.
    pub(super) is_settled: bool,
}

impl<'a> Merge<'a> {
    pub(super) fn new(
        style: Style,
        directives: &'a Directives,
        memo: &'a mut Memo,
        functions: &'a dyn Functions,
    ) -> Self {
        let (problems, own_rules) = (Vec::new(), Vec::new());
        let (is_permissive, is_settled) = (false, true);
        let subject = Subject::Document;
        Self { style, directives, functions, memo, subject, problems, own_rules, is_permissive, is_settled }
    }

    /// A whole document over what is below.
    pub(super) fn document(&mut self, left: &Value, right: &Value, schema: Option<&Arc<SchemaNode>>) -> Value {
        self.is_permissive = schema.is_some_and(|schema| schema.is_permissive);
        let Some(directive) = self.directives.document.as_ref() else {
            return self.whole(left, right, schema, None);
        };
        if directive.is_uncertain || directive.said.is_operation_unknown() {
            return unknown(right.origin);
        }
        if !directive.said.mistakes.is_empty() {
            self.problems.extend(directive.said.mistakes.iter().cloned());
            return left.clone();
        }
        let place = place_of(directive, right);
        let node = || Judged {
            subject: Subject::Document,
            place,
            matched: vec![left.origin],
            all: 1,
            unmatched: None,
            adds: false,
        };
        match self.judge(&directive.said.matching, 1, node) {
            None => unknown(right.origin),
            Some(false) => left.clone(),
            Some(true) => self.document_as_said(left, right, schema, directive),
        }
    }

    fn document_as_said(
        &mut self,
        left: &Value,
        right: &Value,
        schema: Option<&Arc<SchemaNode>>,
        directive: &Directive,
    ) -> Value {
        match directive.said.operation {
            // Of the two documents that inserting gives the first one counts.
            Operation::Replace { .. } | Operation::Insert { before: true, .. } => {
                let new = self.made(Some(left), right, Some(directive));
                self.fresh(&new, schema)
            }
            Operation::Remove | Operation::Append | Operation::Insert { .. } => left.clone(),
            Operation::Assert if !self.assert(left, right, directive, place_of(directive, right)) => left.clone(),
            Operation::Merge | Operation::Assert => self.whole(left, right, schema, Some(directive)),
        }
    }

    fn whole(
        &mut self,
        left: &Value,
        right: &Value,
        schema: Option<&Arc<SchemaNode>>,
        directive: Option<&Directive>,
    ) -> Value {
        if matches!(left.kind, ValueKind::Null) {
            self.note_own_rules(directive, right);
            return self.fresh(right, schema);
        }
        let outermost = self.outermost();
        let matching = Self::child_matching(directive, &outermost);
        self.value(left, right, schema, &matching)
    }

    fn outermost(&self) -> Matching {
        if self.style == Style::Plain { Matching::missing_ok() } else { Matching::default() }
    }

    /// One value over another.
    pub(super) fn value(
        &mut self,
        left: &Value,
        right: &Value,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) -> Value {
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
            (_, ValueKind::Sequence(_)) if self.style == Style::Plain => return self.fresh(right, schema),
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

    fn mapping(
        &mut self,
        left: &Value,
        below: &Arc<MappingValue>,
        above: &MappingValue,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) -> ValueKind {
        let mut target = Target::new(left, below, schema, matching);
        let index = Index::of(below);
        let mut is_known = true;
        for entry in &above.entries {
            let directive = self.directives.entry(entry);
            is_known &= match directive.and_then(|directive| directive.said.by.as_ref().zip(Some(directive))) {
                // What is below is not known any more, so no match could be right or wrong.
                Some(_) if !is_known => false,
                Some((by, directive)) => self.entry_by(&mut target, by, entry, directive),
                None => match index.position(below, &entry.key) {
                    Some(position) => {
                        self.entry(&mut target, position, entry, directive, above.is_spread);
                        true
                    }
                    None => self.new_entry(&mut target, entry, directive),
                },
            };
        }
        let is_spread = below.is_spread || above.is_spread;
        if is_known { ValueKind::Mapping(Arc::new(target.finish(is_spread))) } else { ValueKind::Unknown }
    }

    /// An entry whose key exists below.
    fn entry(
        &mut self,
        target: &mut Target<'_>,
        position: usize,
        entry: &EntryValue,
        directive: Option<&Directive>,
        is_spread: bool,
    ) {
        let field = target.field(&entry.key, self.functions);
        let verdict = match directive {
            Some(directive) if directive.is_uncertain || directive.said.is_unknown() => None,
            _ => self.is_entry_right(target, entry, directive, &[position]),
        };
        match verdict {
            Some(true) => self.apply(target, position, entry, directive, is_spread),
            Some(false) => {}
            None => target.put(position, Some(EntryValue { value: unknown(entry.value.origin), ..entry.clone() })),
        }
        let is_removed = directive.is_some_and(|directive| directive.said.operation == Operation::Remove);
        if let Some(field) = field.filter(|_| !is_removed) {
            self.note_deprecation(entry, field, target.schema.and_then(|schema| schema.ty.mapping()));
        }
    }

    /// Does to one entry below what is said.
    pub(super) fn apply(
        &mut self,
        target: &mut Target<'_>,
        position: usize,
        entry: &EntryValue,
        directive: Option<&Directive>,
        is_spread: bool,
    ) {
        let Some(Some(below)) = target.entries.get(position) else { return };
        let (key, left, right) = (below.key.clone(), below.value.clone(), &entry.value);
        let field = target.field(&key, self.functions);
        let operation = directive.map_or(Operation::Merge, |directive| directive.said.operation);
        let subject = Subject::Key(key.clone());
        let value = match (operation, directive) {
            (Operation::Remove, _) => return target.put(position, None),
            (Operation::Replace { .. }, _) => {
                self.note_own_rules(directive, right);
                let new = self.made(Some(&left), right, directive);
                self.within(subject, |merge| merge.fresh(&new, field))
            }
            (Operation::Assert, Some(directive)) if !self.assert(&left, right, directive, entry.key_origin) => return,
            (Operation::Assert, _) if !is_collection(right) => return,
            _ => {
                let matching = Self::child_matching(directive, target.matching);
                let make = |merge: &mut Self| merge.value(&left, right, field, &matching);
                self.within(subject, |merge| {
                    if is_spread {
                        merge.remembered_value(Some(&left), right, field, &matching, make)
                    } else {
                        make(merge)
                    }
                })
            }
        };
        target.put(position, Some(EntryValue { key, key_origin: entry.key_origin, value }));
    }

    /// An entry whose key does not exist below. Says whether the map is still known.
    fn new_entry(&mut self, target: &mut Target<'_>, entry: &EntryValue, directive: Option<&Directive>) -> bool {
        let is_unknown = directive.is_some_and(|directive| directive.is_uncertain || directive.said.is_unknown());
        if is_unknown || matches!(entry.value.kind, ValueKind::Unknown) {
            return false;
        }
        let said = directive.map(|directive| &directive.said);
        let mistakes = said.map(OverlaySaid::entry_mistakes).unwrap_or_default();
        if !mistakes.is_empty() {
            self.problems.extend(mistakes);
            return true;
        }
        let matching = said.map_or_else(|| target.matching.clone(), |said| said.matching.or(target.matching));
        let operation = said.map_or(Operation::Merge, |said| said.operation);
        match matching.check(0, self.functions) {
            Matched::Unknown => return false,
            Matched::Skipped => {}
            Matched::Right if !operation.adds() => {}
            Matched::Right => self.add(target, entry, directive, true),
            Matched::Wrong(_) => {
                let is_allowed = self.is_permissive && matching == Matching::default();
                self.add(target, entry, directive, is_allowed);
            }
            Matched::Contradiction(one, other) => {
                self.problems.push(overlay_report::contradiction(entry.key_origin, one, other));
            }
            Matched::Refused(refusal, keyword) => self.problems.push(refusal.problem(entry.key_origin, keyword)),
        }
        true
    }

    /// Adds an entry, if it is allowed and the schema has it.
    pub(super) fn add(
        &mut self,
        target: &mut Target<'_>,
        entry: &EntryValue,
        directive: Option<&Directive>,
        is_allowed: bool,
    ) {
        let field = target.field(&entry.key, self.functions);
        let ty = target.schema.and_then(|schema| schema.ty.mapping());
        if let (Some(field), Some(ty)) = (field, ty)
            && self.refuses_removed(entry, field, ty)
        {
            return;
        }
        let is_open = match (ty, target.schema.map(|schema| &schema.ty)) {
            (Some(ty), _) => matches!(self.declared(ty, &entry.key), Declared::Unknown),
            (None, ty) => matches!(ty, Some(Type::Unknown | Type::Combined(_))),
        };
        if let (Some(ty), Some(schema), None, false) = (ty, target.schema, field, is_open) {
            self.problems.push(report::unknown_key(entry, ty.fields.keys(), schema.declared, true, &ty.patterns));
        } else if !is_allowed && !is_open && field.is_none() {
            let keys = target.below.entries.iter().map(|entry| &entry.key);
            self.problems.push(report::unknown_key(entry, keys, target.left.origin, false, &[]));
        } else {
            self.note_own_rules(directive, &entry.value);
            let new = self.made(None, &entry.value, directive);
            let value = self.within(Subject::Key(entry.key.clone()), |merge| merge.fresh(&new, field));
            target.entries.push(Some(EntryValue { value, ..entry.clone() }));
        }
    }

    fn sequence(
        &mut self,
        below: &Arc<SequenceValue>,
        above: &Arc<SequenceValue>,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) -> ValueKind {
        let item = schema.and_then(|schema| schema.ty.item());
        if self.style == Style::Plain {
            return ValueKind::Sequence(Arc::new(self.fresh_items(above, item)));
        }
        if !self.directives.is_empty() && above.iter().any(|value| self.directives.item(value).is_some()) {
            return self.directed_items(below, above, item, matching);
        }
        let mut runs = below.runs.clone();
        runs.extend(self.fresh_items(above, item).runs);
        ValueKind::Sequence(Arc::new(SequenceValue { runs }))
    }

    /// How many matches children of a node with this directive must have.
    pub(super) fn child_matching<'m>(directive: Option<&Directive>, inherited: &'m Matching) -> Cow<'m, Matching> {
        match directive {
            Some(directive) => Cow::Owned(directive.said.children.or(inherited)),
            None => Cow::Borrowed(inherited),
        }
    }

    /// Merges something inside.
    pub(super) fn within<T>(&mut self, subject: Subject, merge: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.subject, subject);
        let result = merge(self);
        self.subject = outer;
        result
    }

    /// What is being merged, for sentences.
    pub(super) fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Whether a text holds template code that is evaluated.
    pub(super) fn is_text_template(&self, text: &str) -> bool {
        self.directives.has_text_templates && text.contains("(@")
    }

    /// Notes the rules that the document gives for a value.
    pub(super) fn note_own_rules(&mut self, directive: Option<&Directive>, value: &Value) {
        if let Some(rules) = directive.and_then(|directive| directive.own_rules.clone()) {
            self.own_rules.push(OwnRules { origin: value.origin, rules });
        }
    }

    /// Warns of a key whose use the schema discourages. `siblings` are the keys beside it.
    pub(super) fn note_deprecation(&mut self, entry: &EntryValue, field: &SchemaNode, siblings: Option<&MappingType>) {
        if let Some(notice) = &field.deprecated {
            self.problems.push(outdated::deprecated_key(entry, notice, field, siblings));
        }
    }

    /// Whether a key is one that the schema removed, which is an error. It has no value then.
    pub(super) fn refuses_removed(&mut self, entry: &EntryValue, field: &SchemaNode, siblings: &MappingType) -> bool {
        let remedy = field.removed.as_ref();
        self.problems.extend(remedy.map(|remedy| outdated::removed_key(entry, remedy, field, siblings)));
        remedy.is_some()
    }

    /// A value that is made once from shared parts and then remembered.
    pub(super) fn remembered_value(
        &mut self,
        left: Option<&Value>,
        right: &Value,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
        make: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        if !matches!(right.kind, ValueKind::Mapping(_) | ValueKind::Sequence(_)) {
            return make(self);
        }
        let left = left.map(|left| left.kind.clone());
        let inputs = Inputs { right: Part::Value(right.kind.clone()), left, schema: schema.cloned() };
        match self.remembered(inputs, matching, |merge| Part::Value(make(merge).kind)) {
            Part::Value(kind) => Value { origin: right.origin, kind },
            Part::Run(_) => unknown(right.origin),
        }
    }

    /// A part that is made once and then remembered.
    pub(super) fn remembered(
        &mut self,
        inputs: Inputs,
        matching: &Matching,
        make: impl FnOnce(&mut Self) -> Part,
    ) -> Part {
        let Some(key) = inputs.key(matching).filter(|_| !self.directives.has_blocks) else { return make(self) };
        if let Some(kept) = self.memo.get(&key) {
            self.problems.extend(kept.problems.iter().cloned());
            self.own_rules.extend(kept.own_rules.iter().cloned());
            return kept.part.clone();
        }
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
        self.memo.keep(key, Kept { part: part.clone(), problems, own_rules, _inputs: inputs });
        part
    }
}

fn place_of(directive: &Directive, value: &Value) -> Place {
    directive.place.unwrap_or(value.origin)
}
