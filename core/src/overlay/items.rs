//! Nodes that say themselves, by annotations, which nodes below they are about and what becomes of those.

use std::sync::Arc;

use super::directives::Directive;
use super::fill::unknown;
use super::merge::{Merge, Target};
use super::report;
use crate::problem::Problem;
use crate::schema::SchemaNode;
use crate::template::overlay::annotations::{By, Matched, Matching, Operation};
use crate::text::Place;
use crate::values::{EntryValue, Key, SequenceValue, Value, ValueKind};

impl Merge<'_> {
    /// Items over an array, one after the other. What an unknown annotation does makes the array unknown.
    pub(super) fn directed_items(
        &mut self,
        below: &SequenceValue,
        above: &SequenceValue,
        schema: Option<&Arc<SchemaNode>>,
        matching: Matching,
    ) -> ValueKind {
        let mut items: Vec<Value> = below.iter().cloned().collect();
        let mut is_known = true;
        for value in above.iter() {
            match self.directives.at(value.origin) {
                None => items.push(self.fresh_item(value, schema)),
                Some(directive) => is_known &= self.item(&mut items, value, directive, schema, matching),
            }
        }
        if is_known { ValueKind::Sequence(Arc::new(items.into_iter().collect())) } else { ValueKind::Unknown }
    }

    /// One annotated item. Says whether the array is still known.
    fn item(
        &mut self,
        items: &mut Vec<Value>,
        value: &Value,
        directive: &Directive,
        schema: Option<&Arc<SchemaNode>>,
        matching: Matching,
    ) -> bool {
        let said = &directive.said;
        let mistakes = said.item_mistakes();
        if !mistakes.is_empty() {
            self.problems.extend(mistakes);
            return true;
        }
        if directive.is_uncertain || said.is_unknown() {
            return false;
        }
        if said.operation == Operation::Append || said.match_place.is_none() {
            if said.operation.adds() {
                items.push(self.fresh_item(value, schema));
            } else {
                self.problems.push(report::no_effect(value.origin, said.operation.annotation()));
            }
            return true;
        }
        let Some(By::Key(key)) = &said.by else { return false };
        let matches = match matches(items.iter().enumerate(), key, value) {
            Ok(Some(matches)) => matches,
            Ok(None) => return false,
            Err(problem) => {
                self.problems.push(*problem);
                return true;
            }
        };
        match said.matching.or(matching).check(matches.len()) {
            Matched::Right => self.apply_to_items(items, &matches, value, directive, schema, matching),
            Matched::Skipped => {}
            Matched::Wrong(expected) => {
                self.problems.push(report::wrong_match_count(value.origin, matches.len(), &expected));
            }
            Matched::Contradiction(one, other) => {
                self.problems.push(report::contradiction(value.origin, one, other));
            }
        }
        true
    }

    /// Does to the matching items what the annotation says.
    fn apply_to_items(
        &mut self,
        items: &mut Vec<Value>,
        matches: &[usize],
        value: &Value,
        directive: &Directive,
        schema: Option<&Arc<SchemaNode>>,
        matching: Matching,
    ) {
        let operation = directive.said.operation;
        if matches.is_empty() && operation.adds() {
            items.push(self.fresh_item(value, schema));
            return;
        }
        // From the last to the first, so that positions stay true.
        for position in matches.iter().rev().copied() {
            match operation {
                Operation::Remove => {
                    items.remove(position);
                }
                Operation::Insert { before, after } => {
                    let new = self.fresh_item(value, schema);
                    if after {
                        items.insert(position + 1, new.clone());
                    }
                    if before {
                        items.insert(position, new);
                    }
                }
                Operation::Replace { .. } => items[position] = self.fresh_item(value, schema),
                Operation::Assert if !self.assert(&items[position].clone(), value, value.origin) => {}
                Operation::Merge | Operation::Assert => {
                    let matching = Self::child_matching(Some(directive), matching);
                    let below = std::mem::replace(&mut items[position], unknown(value.origin));
                    let subject = self.subject().item();
                    items[position] = self.within(subject, |merge| merge.value(&below, value, schema, matching));
                }
                Operation::Append | Operation::Unknown => {}
            }
        }
    }

    /// An entry of a map that says which entries below it is about. Says whether the map is still known.
    pub(super) fn entry_by(
        &mut self,
        target: &mut Target<'_>,
        by: &By,
        entry: &EntryValue,
        directive: &Directive,
    ) -> bool {
        let By::Key(key) = by else { return false };
        if directive.is_uncertain || directive.said.is_unknown() {
            return false;
        }
        let below = target.entries.iter().enumerate();
        let below = below.filter_map(|(position, slot)| Some((position, &slot.as_ref()?.value)));
        let matches = match matches(below, key, &entry.value) {
            Ok(Some(matches)) => matches,
            Ok(None) => return false,
            Err(problem) => {
                self.problems.push(*problem);
                return true;
            }
        };
        if matches.is_empty() {
            return self.new_entry(target, entry, Some(directive));
        }
        if self.is_entry_right(directive, entry, matches.len(), target.matching) {
            for position in matches {
                self.apply(target, position, entry, Some(directive), false);
            }
        }
        true
    }

    /// Whether what an entry says is right for so many matches; what is wrong is reported.
    pub(super) fn is_entry_right(
        &mut self,
        directive: &Directive,
        entry: &EntryValue,
        matches: usize,
        around: Matching,
    ) -> bool {
        let mistakes = directive.said.entry_mistakes();
        if !mistakes.is_empty() {
            self.problems.extend(mistakes);
            return false;
        }
        match directive.said.matching.or(around).check(matches) {
            Matched::Right => return true,
            Matched::Skipped => {}
            Matched::Wrong(expected) => {
                self.problems.push(report::wrong_match_count(entry.key_origin, matches, &expected));
            }
            Matched::Contradiction(one, other) => {
                self.problems.push(report::contradiction(entry.key_origin, one, other));
            }
        }
        false
    }

    /// Whether what is below is at least what `@overlay/assert` shows, and is to be merged with it.
    pub(super) fn assert(&mut self, left: &Value, right: &Value, holder: Place) -> bool {
        match holds(left, right) {
            Ok(()) => matches!(right.kind, ValueKind::Mapping(_) | ValueKind::Sequence(_)),
            Err(difference) => {
                let place = if difference.origin == right.origin { holder } else { difference.origin };
                self.problems.push(report::assertion_failed(place, difference));
                false
            }
        }
    }
}

/// The positions of the values that have at `key` what `wanted` has there; `None` if that is not known.
fn matches<'a>(
    below: impl Iterator<Item = (usize, &'a Value)>,
    key: &Key,
    wanted: &Value,
) -> Result<Option<Vec<usize>>, Box<Problem>> {
    let mut matches = Vec::new();
    for (position, value) in below {
        if matches!(value.kind, ValueKind::Unknown) {
            return Ok(None);
        }
        let Some(found) = value.mapping().and_then(|mapping| mapping.get(key)) else {
            return Err(Box::new(report::match_key_missing(wanted.origin, key, Some(value.origin))));
        };
        let Some(wanted) = wanted.mapping().and_then(|mapping| mapping.get(key)) else {
            return Err(Box::new(report::match_key_missing(wanted.origin, key, None)));
        };
        if matches!(found.kind, ValueKind::Unknown) || matches!(wanted.kind, ValueKind::Unknown) {
            return Ok(None);
        }
        if is_equal(&found.kind, &wanted.kind) {
            matches.push(position);
        }
    }
    Ok(Some(matches))
}

/// Whether a value is at least what another shows: all its keys, its items from the first on. An error is the part of
/// the other that is not there.
fn holds<'a>(left: &Value, right: &'a Value) -> Result<(), &'a Value> {
    match (&left.kind, &right.kind) {
        (ValueKind::Unknown, _) | (_, ValueKind::Unknown) => Ok(()),
        (ValueKind::Mapping(left), ValueKind::Mapping(right)) => right.entries.iter().try_for_each(|entry| {
            let below = left.get(&entry.key).ok_or(&entry.value)?;
            holds(below, &entry.value)
        }),
        (ValueKind::Sequence(left), ValueKind::Sequence(right)) => {
            let mut below = left.iter();
            right.iter().try_for_each(|item| holds(below.next().ok_or(item)?, item))
        }
        (left, kind) if is_equal(left, kind) => Ok(()),
        _ => Err(right),
    }
}

/// Whether two scalars are the same for matching.
fn is_equal(left: &ValueKind, right: &ValueKind) -> bool {
    match (left, right) {
        (ValueKind::Null, ValueKind::Null) => true,
        (ValueKind::Bool(left), ValueKind::Bool(right)) => left == right,
        (ValueKind::Int(left), ValueKind::Int(right)) => left == right,
        (ValueKind::Float(left), ValueKind::Float(right)) => left.to_bits() == right.to_bits(),
        (ValueKind::String(left), ValueKind::String(right)) => left == right,
        _ => false,
    }
}
