//! One value laid over another: maps merge, arrays append or replace, everything else replaces.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::directives::{Directive, Directives, Expects, Operation};
use super::fill::{default_entry, unknown};
use super::memo::{Inputs, Kept, Memo, Part};
use super::{OwnRules, Style, Subject, report};
use crate::problem::Problem;
use crate::schema::{SchemaNode, Type};
use crate::text::Place;
use crate::values::{EntryValue, Key, MappingValue, SequenceValue, Value, ValueKind};

/// One pass over a document of values.
pub(super) struct Merge<'a> {
    pub(super) style: Style,
    pub(super) directives: &'a Directives,
    memo: &'a mut Memo,
    /// How many parts were kept or found again, to tell which parts hold others.
    remembered: usize,
    /// What is being merged, for sentences.
    subject: Subject,
    /// What was found so far.
    pub(super) problems: Vec<Problem>,
    /// The rules that the document brings.
    pub(super) own_rules: Vec<OwnRules>,
}

impl<'a> Merge<'a> {
    pub(super) fn new(style: Style, directives: &'a Directives, memo: &'a mut Memo) -> Self {
        Self {
            style,
            directives,
            memo,
            remembered: 0,
            subject: Subject::Document,
            problems: Vec::new(),
            own_rules: Vec::new(),
        }
    }

    /// A whole document over what is below.
    pub(super) fn document(&mut self, left: &Value, right: &Value, schema: Option<&Arc<SchemaNode>>) -> Value {
        let directive = self.directives.document.as_ref();
        let expects = Self::child_expects(directive, self.outermost_expects());
        match directive.map_or(Operation::Merge, |directive| directive.operation) {
            Operation::Unknown => unknown(right.origin),
            Operation::Remove | Operation::Assert => left.clone(),
            Operation::Replace => self.fresh(right, schema),
            _ if matches!(left.kind, ValueKind::Null) => {
                self.note_own_rules(right.origin, right);
                self.fresh(right, schema)
            }
            _ => self.value(left, right, schema, expects),
        }
    }

    fn outermost_expects(&self) -> Expects {
        if self.style == Style::Plain { Expects::MAYBE } else { Expects::ONE }
    }

    /// One value over another.
    pub(super) fn value(
        &mut self,
        left: &Value,
        right: &Value,
        schema: Option<&Arc<SchemaNode>>,
        expects: Expects,
    ) -> Value {
        let kind = match (&left.kind, &right.kind) {
            (ValueKind::Mapping(below), ValueKind::Mapping(above)) => self.mapping(left, below, above, schema, expects),
            (ValueKind::Sequence(below), ValueKind::Sequence(above)) => self.sequence(below, above, schema, expects),
            (ValueKind::Null, _) => return self.fresh(right, schema),
            (ValueKind::Unknown, ValueKind::Mapping(_) | ValueKind::Sequence(_)) => {
                self.fresh(right, schema);
                ValueKind::Unknown
            }
            (_, ValueKind::Sequence(_)) if self.style == Style::Plain => return self.fresh(right, schema),
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
        expects: Expects,
    ) -> ValueKind {
        let mut target =
            Target { left, below, schema, expects, entries: below.entries.iter().cloned().map(Some).collect() };
        let index = Index::of(below);
        let mut is_open = false;
        for entry in &above.entries {
            let directive = self.directives.at(entry.key_origin);
            match index.position(below, &entry.key) {
                Some(position) => self.entry(&mut target, position, entry, directive, above.is_spread),
                None => is_open |= !self.new_entry(&mut target, entry, directive),
            }
        }
        let is_spread = below.is_spread || above.is_spread;
        let entries = target.entries.into_iter().flatten().collect();
        if is_open { ValueKind::Unknown } else { ValueKind::Mapping(Arc::new(MappingValue { entries, is_spread })) }
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
        let Some(Some(below)) = target.below.entries.get(position).map(Some) else { return };
        let field = target.field(&entry.key);
        let merged = |value| Some(EntryValue { key: entry.key.clone(), key_origin: entry.key_origin, value });
        let operation = directive.map_or(Operation::Merge, |directive| directive.operation);
        let subject = Subject::Key(entry.key.clone());
        let result = match operation {
            _ if directive.is_some_and(|directive| directive.is_uncertain) => merged(unknown(entry.value.origin)),
            Operation::Unknown => merged(unknown(entry.value.origin)),
            Operation::Assert => Some(below.clone()),
            Operation::Remove => field.map(|field| default_entry(&entry.key, field)),
            Operation::Replace => {
                self.note_own_rules(entry.key_origin, &entry.value);
                merged(self.within(subject, |merge| merge.fresh(&entry.value, field)))
            }
            Operation::Merge | Operation::ExplicitMerge | Operation::Append | Operation::Insert { .. } => {
                let expects = Self::child_expects(directive, target.expects);
                let (left, right) = (&below.value, &entry.value);
                let make = |merge: &mut Self| merge.value(left, right, field, expects);
                merged(self.within(subject, |merge| {
                    if is_spread {
                        merge.remembered_value(Some(left), right, field, expects, make)
                    } else {
                        make(merge)
                    }
                }))
            }
        };
        if let Some(field) = field.filter(|_| operation != Operation::Remove) {
            self.note_deprecation(entry, field);
        }
        if let Some(slot) = target.entries.get_mut(position) {
            *slot = result;
        }
    }

    /// An entry whose key does not exist below. Says whether the map is still known.
    fn new_entry(&mut self, target: &mut Target<'_>, entry: &EntryValue, directive: Option<&Directive>) -> bool {
        if directive.is_some_and(|directive| directive.is_uncertain) || matches!(entry.value.kind, ValueKind::Unknown) {
            return false;
        }
        let matching = directive.and_then(|directive| directive.expects);
        let allowed = matching.unwrap_or(target.expects).least == 0;
        let field = target.field(&entry.key);
        let (declared, is_open) = match target.schema.map(|schema| &schema.ty) {
            Some(Type::Mapping(ty)) => (Some(&ty.fields), ty.is_open),
            Some(Type::Unknown) => (None, true),
            _ => (None, false),
        };
        if let (Some(fields), Some(schema), None, false) = (declared, target.schema, field, is_open) {
            self.problems.push(report::unknown_key(entry, fields.keys(), schema.declared, true));
            return true;
        }
        if !allowed && !is_open && field.is_none() {
            let keys = target.below.entries.iter().map(|entry| &entry.key);
            self.problems.push(report::unknown_key(entry, keys, target.left.origin, false));
            return true;
        }
        let operation = directive.map_or(Operation::Merge, |directive| directive.operation);
        if !matches!(operation, Operation::Remove | Operation::Assert) {
            self.note_own_rules(entry.key_origin, &entry.value);
            let value = self.within(Subject::Key(entry.key.clone()), |merge| merge.fresh(&entry.value, field));
            target.entries.push(Some(EntryValue { value, ..entry.clone() }));
        }
        true
    }

    fn sequence(
        &mut self,
        below: &Arc<SequenceValue>,
        above: &Arc<SequenceValue>,
        schema: Option<&Arc<SchemaNode>>,
        expects: Expects,
    ) -> ValueKind {
        let item = match schema.map(|schema| &schema.ty) {
            Some(Type::Sequence(item)) => Some(item),
            _ => None,
        };
        if self.style == Style::Plain {
            return ValueKind::Sequence(Arc::new(self.fresh_items(above, item)));
        }
        if !self.directives.is_empty() && above.iter().any(|value| self.directives.at(value.origin).is_some()) {
            return self.directed_items(below, above, item, expects);
        }
        let mut runs = below.runs.clone();
        runs.extend(self.fresh_items(above, item).runs);
        ValueKind::Sequence(Arc::new(SequenceValue { runs }))
    }

    /// How many matches children of a node with this directive must have.
    pub(super) fn child_expects(directive: Option<&Directive>, inherited: Expects) -> Expects {
        directive.and_then(|directive| directive.child_expects).unwrap_or(inherited)
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

    /// Whether template code decides if the node at this place exists.
    pub(super) fn is_uncertain(&self, place: Place) -> bool {
        self.directives.at(place).is_some_and(|directive| directive.is_uncertain)
    }

    /// Whether a text holds template code that is evaluated.
    pub(super) fn is_text_template(&self, text: &str) -> bool {
        self.directives.has_text_templates && text.contains("(@")
    }

    /// Notes the rules that the document gives for the node at `holder`.
    pub(super) fn note_own_rules(&mut self, holder: Place, value: &Value) {
        if !self.directives.has_own_rules {
            return;
        }
        let directive =
            self.directives.at(holder).or(self.directives.document.as_ref().filter(|it| it.place == Some(holder)));
        if let Some(rules) = directive.and_then(|directive| directive.own_rules.clone()) {
            self.own_rules.push(OwnRules { origin: value.origin, rules });
        }
    }

    /// Warns of a key whose use the schema discourages.
    pub(super) fn note_deprecation(&mut self, entry: &EntryValue, field: &SchemaNode) {
        if let Some(notice) = &field.deprecated {
            self.problems.push(report::deprecated_key(entry, notice, field));
        }
    }

    /// A value that is made once from shared parts and then remembered.
    pub(super) fn remembered_value(
        &mut self,
        left: Option<&Value>,
        right: &Value,
        schema: Option<&Arc<SchemaNode>>,
        expects: Expects,
        make: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        if !matches!(right.kind, ValueKind::Mapping(_) | ValueKind::Sequence(_)) {
            return make(self);
        }
        let left = left.map(|left| left.kind.clone());
        let inputs = Inputs { right: Part::Value(right.kind.clone()), left, schema: schema.cloned() };
        match self.remembered(inputs, expects, |merge| Part::Value(make(merge).kind)) {
            Part::Value(kind) => Value { origin: right.origin, kind },
            Part::Run(_) => unknown(right.origin),
        }
    }

    /// A part that is made once and then remembered, unless it holds parts that are remembered themselves: those
    /// would be forgotten while nobody asks for them.
    pub(super) fn remembered(
        &mut self,
        inputs: Inputs,
        expects: Expects,
        make: impl FnOnce(&mut Self) -> Part,
    ) -> Part {
        let Some(key) = inputs.key(expects).filter(|_| !self.directives.has_blocks) else { return make(self) };
        if let Some(kept) = self.memo.get(key) {
            self.remembered += 1;
            self.problems.extend(kept.problems.iter().cloned());
            self.own_rules.extend(kept.own_rules.iter().cloned());
            return kept.part.clone();
        }
        let (problems, own_rules, remembered) = (self.problems.len(), self.own_rules.len(), self.remembered);
        let part = make(self);
        if self.remembered == remembered {
            let problems = self.problems.get(problems..).unwrap_or_default().into();
            let own_rules = self.own_rules.get(own_rules..).unwrap_or_default().into();
            self.memo.keep(key, Kept { part: part.clone(), problems, own_rules, _inputs: inputs });
        }
        self.remembered += 1;
        part
    }
}

/// A map in the making.
struct Target<'a> {
    left: &'a Value,
    below: &'a Arc<MappingValue>,
    schema: Option<&'a Arc<SchemaNode>>,
    expects: Expects,
    /// What is below, entry by entry, and behind it what is new; `None` is removed.
    entries: Vec<Option<EntryValue>>,
}

impl<'a> Target<'a> {
    /// The schema of a key.
    fn field(&self, key: &Key) -> Option<&'a Arc<SchemaNode>> {
        match &self.schema?.ty {
            Type::Mapping(ty) => ty.fields.get(key),
            _ => None,
        }
    }
}

/// Where the keys of a map are; few keys are compared one by one.
pub(super) enum Index<'a> {
    Few,
    Many(FxHashMap<&'a Key, usize>),
}

impl<'a> Index<'a> {
    /// The index of a map.
    pub(super) fn of(mapping: &'a MappingValue) -> Self {
        const FEW: usize = 12;
        if mapping.entries.len() <= FEW {
            return Self::Few;
        }
        Self::Many(mapping.entries.iter().enumerate().map(|(position, entry)| (&entry.key, position)).collect())
    }

    /// The position of a key in that map.
    pub(super) fn position(&self, mapping: &MappingValue, key: &Key) -> Option<usize> {
        match self {
            Self::Few => mapping.entries.iter().position(|entry| entry.key == *key),
            Self::Many(positions) => positions.get(key).copied(),
        }
    }
}
