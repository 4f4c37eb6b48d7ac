//! Items of an array that say themselves, by annotations, what becomes of the items below.

use std::sync::Arc;

use super::directives::{By, Directive, Expects, Operation};
use super::fill::unknown;
use super::merge::Merge;
use super::report;
use crate::schema::SchemaNode;
use crate::values::{SequenceValue, Value, ValueKind};

impl Merge<'_> {
    /// Items over an array, one after the other. What an unknown annotation does makes the array unknown.
    pub(super) fn directed_items(
        &mut self,
        below: &SequenceValue,
        above: &SequenceValue,
        schema: Option<&Arc<SchemaNode>>,
        expects: Expects,
    ) -> ValueKind {
        let mut items: Vec<Value> = below.iter().cloned().collect();
        let mut is_known = true;
        for value in above.iter() {
            match self.directives.at(value.origin) {
                None => items.push(self.fresh_item(value, schema)),
                Some(directive) => is_known &= self.item(&mut items, value, directive, schema, expects),
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
        expects: Expects,
    ) -> bool {
        if directive.is_uncertain || directive.operation == Operation::Unknown {
            return false;
        }
        let operation = directive.operation;
        let by = match &directive.by {
            Some(By::Unknown) => return false,
            Some(By::Key(key)) => key,
            None => {
                if !matches!(operation, Operation::Merge | Operation::Append) {
                    self.problems.push(report::match_missing(value.origin, operation.annotation()));
                }
                items.push(self.fresh_item(value, schema));
                return true;
            }
        };
        let wanted = value.mapping().and_then(|mapping| mapping.get(by));
        let is_match = |item: &Value| {
            let found = item.mapping().and_then(|mapping| mapping.get(by));
            found.zip(wanted).is_some_and(|(found, wanted)| is_equal(&found.kind, &wanted.kind))
        };
        let matches: Vec<usize> =
            items.iter().enumerate().filter(|(_, item)| is_match(item)).map(|(at, _)| at).collect();
        let expected = directive.expects.unwrap_or(expects);
        if !expected.allow(matches.len()) {
            self.problems.push(report::wrong_match_count(value.origin, matches.len(), &expected.to_string()));
            return true;
        }
        self.apply(items, &matches, value, directive, schema, expects);
        true
    }

    /// Does to the matching items what the annotation says.
    fn apply(
        &mut self,
        items: &mut Vec<Value>,
        matches: &[usize],
        value: &Value,
        directive: &Directive,
        schema: Option<&Arc<SchemaNode>>,
        expects: Expects,
    ) {
        let is_addition =
            matches!(directive.operation, Operation::Merge | Operation::ExplicitMerge | Operation::Replace);
        if matches.is_empty() && is_addition {
            items.push(self.fresh_item(value, schema));
            return;
        }
        // From the last to the first, so that positions stay true.
        for position in matches.iter().rev().copied() {
            match directive.operation {
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
                Operation::Replace => items[position] = self.fresh_item(value, schema),
                Operation::Merge | Operation::ExplicitMerge => {
                    let expects = Self::child_expects(Some(directive), expects);
                    let below = std::mem::replace(&mut items[position], unknown(value.origin));
                    let subject = self.subject().item();
                    items[position] = self.within(subject, |merge| merge.value(&below, value, schema, expects));
                }
                Operation::Append | Operation::Assert | Operation::Unknown => {}
            }
        }
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
