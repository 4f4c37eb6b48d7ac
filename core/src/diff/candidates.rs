//! Values that may tell two schemas of one node apart: those at the edges of what either says.

use std::sync::Arc;

use crate::constraint::{Bound, Constraint, CountBound};
use crate::schema::sample::sample;
use crate::schema::{RuleKind, SchemaNode, Type};
use crate::values::flow::flow;
use crate::values::{SequenceValue, Value, ValueKind};

/// Longer texts and arrays are not made.
const LONGEST: i64 = 1000;

/// Values for a node, the smallest first.
pub(super) fn candidates(old: &SchemaNode, new: &SchemaNode) -> Vec<Value> {
    let mut found = Vec::new();
    for node in [old, new] {
        from_rules(node, &mut found);
        found.extend(node.examples.iter().map(|example| example.value.clone()));
        found.extend([node.default.clone(), sample(node)]);
        for ty in node.ty.members() {
            found.push(sample(&SchemaNode { ty: ty.clone(), ..bare(node) }));
        }
        if let Type::Combined(combination) = &node.ty {
            found.extend(combination.alternatives.iter().map(|it| sample(it)));
        }
    }
    found.extend([0, 1, -1, 2].map(|number| Value::unwritten(ValueKind::int(number))));
    found.extend(["", "x", "a", "1", "A", "-", "a b"].map(|text| Value::unwritten(ValueKind::String(text.into()))));
    let others = [ValueKind::Null, ValueKind::Bool(false), ValueKind::Bool(true), ValueKind::Float(0.5)];
    found.extend(others.map(Value::unwritten));
    found.extend([ValueKind::Sequence(Arc::default()), ValueKind::Mapping(Arc::default())].map(Value::unwritten));
    arrays(old, new, &mut found);
    found.retain(|value| !matches!(value.kind, ValueKind::Unknown));
    found.sort_by_cached_key(|value| (flow(value).len(), flow(value)));
    found.dedup_by_key(|value| flow(value));
    found
}

/// A node of which only the type and the rules are left.
fn bare(node: &SchemaNode) -> SchemaNode {
    SchemaNode { rules: node.rules.clone(), nullable: false, ..SchemaNode::unknown(node.declared) }
}

fn from_rules(node: &SchemaNode, found: &mut Vec<Value>) {
    for rule in &node.rules {
        match &rule.kind {
            RuleKind::Min(bound) | RuleKind::Max(bound) => beside(bound, found),
            RuleKind::OneOf(values) => found.extend(values.iter().cloned()),
            RuleKind::Constraint(Constraint::Bound(Bound { number, .. }) | Constraint::MultipleOf(number)) => {
                beside(&Value::unwritten(ValueKind::Float(*number)), found);
            }
            RuleKind::Constraint(Constraint::StartsWith(text) | Constraint::EndsWith(text)) => {
                found.push(Value::unwritten(ValueKind::String(text.clone())));
            }
            _ => {}
        }
    }
    let texts = lengths(node).map(|length| "x".repeat(length));
    found.extend(texts.map(|text| Value::unwritten(ValueKind::String(text.into()))));
}

/// A bound and the numbers beside it.
#[expect(clippy::cast_possible_truncation, reason = "a number out of range is a bad candidate, and nothing worse")]
fn beside(bound: &Value, found: &mut Vec<Value>) {
    found.push(bound.clone());
    let Some(number) = crate::constraint::number(&bound.kind) else { return };
    let whole = match bound.kind {
        ValueKind::Int(whole) => whole.get(),
        _ => number.floor() as i128,
    };
    found.extend((-1..=1).map(|by| Value::unwritten(ValueKind::int(whole.saturating_add(by)))));
    found.extend([-0.5, 0.5].map(|by| Value::unwritten(ValueKind::Float(number + by))));
}

/// The lengths that rules name, and those beside them.
fn lengths(node: &SchemaNode) -> impl Iterator<Item = usize> {
    let bounds = node.rules.iter().filter_map(|rule| match &rule.kind {
        RuleKind::MinLen(count)
        | RuleKind::MaxLen(count)
        | RuleKind::Constraint(Constraint::Count(CountBound { count, .. })) => Some(*count),
        _ => None,
    });
    let near = bounds.filter(|count| (0..LONGEST).contains(count)).flat_map(|count| [count - 1, count, count + 1]);
    near.filter_map(|count| usize::try_from(count).ok())
}

fn arrays(old: &SchemaNode, new: &SchemaNode, found: &mut Vec<Value>) {
    let items = [old, new].into_iter().filter_map(|node| node.ty.item());
    let mut lengths: Vec<usize> = lengths(old).chain(lengths(new)).chain([1, 2]).collect();
    lengths.sort_unstable();
    lengths.dedup();
    for item in items {
        let distinct = candidates_of_item(item);
        for length in &lengths {
            let same: SequenceValue = std::iter::repeat_n(sample(item), *length).collect();
            let different: SequenceValue = distinct.iter().take(*length).cloned().collect();
            found.extend([same, different].map(|items| Value::unwritten(ValueKind::Sequence(Arc::new(items)))));
        }
    }
}

/// Items that differ from each other.
fn candidates_of_item(item: &SchemaNode) -> Vec<Value> {
    let kinds = item.ty.members().iter().flat_map(|ty| -> Vec<ValueKind> {
        match ty {
            Type::String => (0..20).map(|number| ValueKind::String(format!("x{number}").into())).collect(),
            Type::Int | Type::Float => (0..20).map(ValueKind::int).collect(),
            _ => Vec::new(),
        }
    });
    kinds.map(Value::unwritten).collect()
}
