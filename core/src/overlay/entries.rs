//! Maps over maps, entry by entry.

use std::sync::Arc;

use super::directives::Directive;
use super::fill::unknown;
use super::merge::Merge;
use super::target::{Index, MergedMap};
use super::{OverlaySubject, report};
use crate::schema::map_keys::Declared;
use crate::schema::{SchemaNode, Type};
use crate::template::overlay::annotations::{Operation, OverlaySaid};
use crate::template::overlay::matching::{Matched, Matching};
use crate::template::overlay::report as overlay_report;
use crate::values::fragment::Fragment;
use crate::values::{MappingValue, Value, ValueKind};

impl Merge<'_> {
    pub(super) fn mapping(
        &mut self,
        left: &Value,
        below: &Arc<MappingValue>,
        above: &MappingValue,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) -> ValueKind {
        let mut target = MergedMap::new(left, below, schema, matching);
        let index = Index::of(below);
        let mut is_known = true;
        for entry in &above.entries {
            let directive = self.directives.entry(entry);
            is_known &= match directive.and_then(|directive| directive.said.by.as_ref().zip(Some(directive))) {
                // What is below is not known any more, so no match could be right or wrong.
                Some(_) if !is_known => false,
                Some((by, directive)) => self.entry_by(&mut target, by, entry, directive),
                None => match index.position(below, entry.entry_key()) {
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
        target: &mut MergedMap<'_>,
        position: usize,
        entry: &Fragment,
        directive: Option<&Directive>,
        is_spread: bool,
    ) {
        let field = target.field(entry.entry_key(), self.functions);
        let verdict = match directive {
            Some(directive) if directive.is_uncertain || directive.said.is_unknown() => None,
            _ => self.is_entry_right(target, entry, directive, &[position]),
        };
        match verdict {
            Some(true) => self.apply(target, position, entry, directive, is_spread),
            Some(false) => {}
            None => target.put(position, Some(Fragment { value: unknown(entry.value.origin), ..entry.clone() })),
        }
        let is_removed = directive.is_some_and(|directive| directive.said.operation == Operation::Remove);
        if let Some(field) = field.filter(|_| !is_removed) {
            self.note_deprecation(entry, field, target.schema.and_then(|schema| schema.ty.mapping()));
        }
    }

    /// Does to one entry below what is said.
    pub(super) fn apply(
        &mut self,
        target: &mut MergedMap<'_>,
        position: usize,
        entry: &Fragment,
        directive: Option<&Directive>,
        is_spread: bool,
    ) {
        let Some(Some(below)) = target.entries.get(position) else { return };
        let (key, left, right) = (below.entry_key().clone(), below.value.clone(), &entry.value);
        let field = target.field(&key, self.functions);
        let operation = directive.map_or(Operation::Merge, |directive| directive.said.operation);
        let subject = OverlaySubject::Key(key.clone());
        let value = match (operation, directive) {
            (Operation::Remove, _) => return target.put(position, None),
            (Operation::Replace { .. }, _) => {
                self.note_own_rules(directive, right);
                let new = self.made(Some(&left), right, directive);
                if key != *entry.entry_key() {
                    return self.put_renamed(target, position, entry, &new);
                }
                self.within(subject, |merge| merge.fresh(&new, field))
            }
            (Operation::Assert, Some(directive)) if !self.assert(&left, right, directive, (&subject, entry.place)) => {
                return;
            }
            (Operation::Assert, _) if !right.kind.is_collection() => return,
            _ => {
                self.drop_own_rules(directive);
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
        target.put(position, Some(Fragment::entry(key, entry.place, value)));
    }

    /// An entry whose key does not exist below. Says whether the map is still known.
    fn new_entry(&mut self, target: &mut MergedMap<'_>, entry: &Fragment, directive: Option<&Directive>) -> bool {
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
                self.problems.push(overlay_report::contradiction(entry.place, one, other));
            }
            Matched::Refused(refusal, keyword) => self.problems.push(refusal.problem(entry.place, keyword)),
        }
        true
    }

    /// Adds an entry, if it is allowed and the schema has it.
    pub(super) fn add(
        &mut self,
        target: &mut MergedMap<'_>,
        entry: &Fragment,
        directive: Option<&Directive>,
        is_allowed: bool,
    ) {
        if self.admits(target, entry, is_allowed) {
            self.note_own_rules(directive, &entry.value);
            let new = self.made(None, &entry.value, directive);
            let new = self.new_under(target, entry, &new);
            target.entries.push(Some(new));
        }
    }

    /// Puts an entry in the place of one below with another key, as `by=` finds them.
    fn put_renamed(&mut self, target: &mut MergedMap<'_>, position: usize, entry: &Fragment, new: &Value) {
        target.put(position, None);
        if let Some(other) = target.entries.iter().flatten().find(|other| other.entry_key() == entry.entry_key()) {
            self.problems.push(overlay_report::key_taken(entry.place, entry.entry_key(), other.place));
        } else if self.admits(target, entry, true) {
            let new = self.new_under(target, entry, new);
            target.put(position, Some(new));
        }
    }

    /// An entry with a new value.
    fn new_under(&mut self, target: &MergedMap<'_>, entry: &Fragment, new: &Value) -> Fragment {
        let field = target.field(entry.entry_key(), self.functions);
        let value = self.within(OverlaySubject::Key(entry.entry_key().clone()), |merge| merge.fresh(new, field));
        Fragment { value, ..entry.clone() }
    }

    /// Whether a map may have an entry that is not below; if not, that is reported.
    fn admits(&mut self, target: &mut MergedMap<'_>, entry: &Fragment, is_allowed: bool) -> bool {
        let field = target.field(entry.entry_key(), self.functions);
        let ty = target.schema.and_then(|schema| schema.ty.mapping());
        if let (Some(field), Some(ty)) = (field, ty)
            && self.refuses_removed(entry, field, ty)
        {
            return false;
        }
        let is_open = match (ty, target.schema.map(|schema| &schema.ty)) {
            (Some(ty), _) => matches!(self.declared(ty, entry.entry_key()), Declared::Unknown),
            (None, ty) => matches!(ty, Some(Type::Unknown | Type::Combined(_))),
        };
        if let (Some(ty), Some(schema), None, false) = (ty, target.schema, field, is_open) {
            let unknown = report::unknown_key(
                entry,
                ty.fields.keys(),
                ty.nearest_key(entry.entry_key()),
                schema.declared,
                true,
                &ty.patterns,
            );
            target.meant.extend(unknown.meant.map(|key| (key, entry.place)));
            self.problems.push(unknown.problem);
            false
        } else if !is_allowed && !is_open && field.is_none() {
            let keys = target.below.entries.iter().map(Fragment::entry_key);
            let meant = target.nearest_below(entry.entry_key());
            self.problems.push(report::unknown_key(entry, keys, meant, target.left.origin, false, &[]).problem);
            false
        } else {
            true
        }
    }
}
