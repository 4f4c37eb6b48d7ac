//! Content that is new: checked against the type of its schema, and what it leaves out filled from the defaults.

use std::mem;
use std::sync::Arc;

use super::{Merge, unknown};
use crate::data_values::memo::{MergeInputs, MergedPart};
use crate::data_values::target::default_entry;
use crate::data_values::{OverlaySubject, report};
use crate::schema::map_keys::KeyDeclaration;
use crate::schema::{MappingType, SchemaNode, Type};
use crate::template::overlay::matching::Matching;
use crate::template::overlay::patch::NodePatch;
use crate::values::entries::Entries;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, SequenceValue, Value, ValueKind};

impl Merge<'_> {
    /// New content.
    pub(super) fn fresh(&mut self, right: &Value, schema: Option<&Arc<SchemaNode>>) -> Value {
        self.functions.unwind_if_cancelled();
        let Some(node) = schema else { return self.untyped(right) };
        let kind = match (&right.kind, &node.ty) {
            // What combined schemas say of it is known once it is final.
            (_, Type::Any | Type::Unknown | Type::Combined(_)) => return self.untyped(right),
            (ValueKind::String(text), _) if self.is_text_template(text) => ValueKind::Unknown,
            (ValueKind::Unknown, _) => ValueKind::Unknown,
            (ValueKind::Null, _) if node.nullable => ValueKind::Null,
            (kind, ty) => match (kind, ty.member_for(kind)) {
                (ValueKind::Mapping(mapping), Some(Type::Mapping(ty))) => {
                    ValueKind::Mapping(self.filled(mapping, node, ty))
                }
                (ValueKind::Sequence(sequence), Some(Type::Sequence(item))) => {
                    ValueKind::Sequence(self.fresh_items(sequence, Some(item)))
                }
                (kind, Some(_)) => kind.clone(),
                (_, None) => {
                    self.problems.push(report::type_mismatch(right, node, self.subject()));
                    // Nothing more is said about it.
                    ValueKind::Unknown
                }
            },
        };
        Value { origin: right.origin, kind }
    }

    /// A map of given entries and, after them, the defaults of what is not given. What needs no filling is shared.
    fn filled(&mut self, given: &Arc<MappingValue>, node: &Arc<SchemaNode>, ty: &MappingType) -> Arc<MappingValue> {
        let mut intended = given.intended.to_vec();
        let runs = given.entries.runs().iter().map(|run| {
            if !given.is_spread {
                let filled = self.filled_run(run, node, ty);
                intended.extend(filled.intended);
                return filled.added;
            }
            let inputs = MergeInputs { right: run.clone(), left: None, schema: Some(node.clone()) };
            let make = |merge: &mut Self| MergedPart::Patch(Arc::new(merge.filled_run(run, node, ty)));
            let MergedPart::Patch(filled) = self.cached_part(inputs, &Matching::default(), make) else {
                return Arc::default();
            };
            intended.extend_from_slice(&filled.intended);
            filled.added.clone()
        });
        let mut entries = Entries::of_runs(runs);
        if entries.len() < ty.fields.len() {
            let is_missing =
                |(key, field): &(&Key, &Arc<SchemaNode>)| field.is_defaulted() && given.entries.find(key).is_none();
            let missing = ty.fields.iter().filter(is_missing);
            entries = entries.followed_by(missing.map(|(key, field)| default_entry(key, field)).collect());
        }
        if intended.len() == given.intended.len() && are_same(entries.runs(), given.entries.runs()) {
            return given.clone();
        }
        Arc::new(MappingValue { intended: intended.into(), ..given.of_entries(entries) })
    }

    /// Given entries without those that may not be there.
    fn filled_run(&mut self, given: &Arc<[Fragment]>, node: &SchemaNode, ty: &MappingType) -> NodePatch {
        let (mut entries, mut intended) = (Vec::with_capacity(given.len()), Vec::new());
        for entry in given.iter() {
            let directive = self.directives.entry(entry);
            if directive.is_some_and(|directive| directive.is_uncertain) {
                entries.push(Fragment { value: unknown(entry.value.origin), ..entry.clone() });
                continue;
            }
            let known = self.declared(ty, entry.entry_key());
            match known.node() {
                Some(field) if self.refuses_removed(entry, field, ty) => {}
                Some(field) => {
                    self.note_deprecation(entry, field, Some(ty));
                    self.note_own_rules(directive, &entry.value);
                    let subject = OverlaySubject::Key(entry.entry_key().clone());
                    let value = self.within(subject, |merge| merge.fresh(&entry.value, Some(field)));
                    entries.push(Fragment { value, ..entry.clone() });
                }
                None if matches!(known, KeyDeclaration::Unknown) || matches!(entry.value.kind, ValueKind::Unknown) => {
                    entries.push(entry.clone());
                }
                None => {
                    let unknown = report::unknown_key(
                        entry,
                        ty.fields.keys(),
                        ty.nearest_key(entry.entry_key()),
                        node.declared,
                        true,
                        &ty.patterns,
                    );
                    intended.extend(unknown.intended.map(|key| (key, entry.place)));
                    self.problems.push(unknown.problem);
                }
            }
        }
        let mut patch = NodePatch::new(Vec::new(), shared(given, entries));
        patch.intended = intended;
        patch
    }

    /// What a map's type says of a key; what functions decide that were not run is not remembered.
    pub(super) fn declared<'t>(&mut self, ty: &'t MappingType, key: &Key) -> KeyDeclaration<'t> {
        let declared = ty.declared(key, self.functions);
        self.is_settled &= ty.patterns.is_empty() || !matches!(declared, KeyDeclaration::Unknown);
        declared
    }

    /// New items, run by run. What needs no filling is shared.
    pub(super) fn fresh_items(
        &mut self,
        items: &Arc<SequenceValue>,
        schema: Option<&Arc<SchemaNode>>,
    ) -> Arc<SequenceValue> {
        let is_spread = items.runs.len() > 1;
        let runs: Vec<_> = items.runs.iter().map(|run| self.fresh_run(run, schema, is_spread)).collect();
        if are_same(&runs, &items.runs) { items.clone() } else { Arc::new(items.with_runs(runs)) }
    }

    fn fresh_run(
        &mut self,
        run: &Arc<[Fragment]>,
        schema: Option<&Arc<SchemaNode>>,
        is_spread: bool,
    ) -> Arc<[Fragment]> {
        let typed = schema.filter(|item| !matches!(item.ty, Type::Any | Type::Unknown | Type::Combined(_)));
        if typed.is_none() && !self.directives.has_own_rules {
            return run.clone();
        }
        if !is_spread {
            return shared(run, run.iter().map(|value| self.fresh_item(value, schema)).collect());
        }
        let inputs = MergeInputs { right: run.clone(), left: None, schema: schema.cloned() };
        let part = self.cached_part(inputs, &Matching::default(), |merge| {
            MergedPart::Run(shared(run, run.iter().map(|value| merge.fresh_item(value, schema)).collect()))
        });
        match part {
            MergedPart::Run(run) => run,
            MergedPart::Patch(_) => Arc::default(),
        }
    }

    /// A new item of an array.
    pub(super) fn fresh_item(&mut self, value: &Fragment, item: Option<&Arc<SchemaNode>>) -> Fragment {
        let directive = self.directives.item(value);
        if directive.is_some_and(|directive| directive.is_uncertain) {
            return value.with(unknown(value.value.origin));
        }
        self.note_own_rules(directive, &value.value);
        value.with(self.within(self.subject().item(), |merge| merge.fresh(&value.value, item)))
    }

    /// Content that no type governs, as it is; its own rules are noted.
    fn untyped(&mut self, right: &Value) -> Value {
        if self.directives.has_own_rules {
            self.note_rules_below(right);
        }
        right.clone()
    }

    fn note_rules_below(&mut self, value: &Value) {
        match &value.kind {
            ValueKind::Mapping(mapping) => {
                for entry in &mapping.entries {
                    self.note_own_rules(self.directives.entry(entry), &entry.value);
                    self.note_rules_below(&entry.value);
                }
            }
            ValueKind::Sequence(sequence) => {
                for item in sequence.items() {
                    self.note_own_rules(self.directives.item(item), &item.value);
                    self.note_rules_below(&item.value);
                }
            }
            _ => {}
        }
    }
}

/// A run that was made of another one in order, or that other one where nothing became of it. No scalar is made but
/// one that is not known any more.
fn shared(given: &Arc<[Fragment]>, made: Vec<Fragment>) -> Arc<[Fragment]> {
    let is_same = |(given, made): (&Fragment, &Fragment)| match (&given.value.kind, &made.value.kind) {
        (ValueKind::Mapping(given), ValueKind::Mapping(made)) => Arc::ptr_eq(given, made),
        (ValueKind::Sequence(given), ValueKind::Sequence(made)) => Arc::ptr_eq(given, made),
        (given, made) => mem::discriminant(given) == mem::discriminant(made),
    };
    if given.len() == made.len() && given.iter().zip(&made).all(is_same) { given.clone() } else { made.into() }
}

/// Whether all runs are the very same.
fn are_same(runs: &[Arc<[Fragment]>], others: &[Arc<[Fragment]>]) -> bool {
    runs.len() == others.len() && runs.iter().zip(others).all(|(run, other)| Arc::ptr_eq(run, other))
}
