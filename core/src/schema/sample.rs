//! A value that a schema takes, for whoever has to write one: the default, else the likeliest that breaks no rule which
//! can be judged without calling functions.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::constraint::{Bound, BoundSide, ConstrainedKind, Constraint, CountBound};
use crate::formats::StringFormat;
use crate::schema::combination::{Combination, Combinator};
use crate::schema::conform::mismatches;
use crate::schema::describe::allowed_values;
use crate::schema::{MappingType, Presence, RuleKind, SchemaNode, Type, When};
use crate::template::function::NoFunctions;
use crate::values::fragment::Fragment;
use crate::values::{Key, SequenceValue, Value, ValueKind};

/// How deep maps are followed.
const DEEPEST: usize = 32;
/// Longer texts and arrays are not made up.
const LONGEST: i64 = 64;

/// A value for a node: the first of the candidates that it takes, else the first.
pub fn sample(node: &SchemaNode) -> Value {
    sample_at(node, 0)
}

fn sample_at(node: &SchemaNode, depth: usize) -> Value {
    let candidates = candidates(node, depth);
    let taken = candidates.iter().find(|value| is_accepted(value, node)).or(candidates.first());
    taken.cloned().unwrap_or_else(|| Value::unwritten(ValueKind::Null))
}

/// Whether a value and all that is in it meets what can be judged of a node: that it is set, and its rules.
pub fn is_accepted(value: &Value, node: &SchemaNode) -> bool {
    let rules = || node.rules.iter().filter(|rule| matches!(rule.when, When::Always)).map(|rule| &rule.kind);
    if matches!(value.kind, ValueKind::Null) {
        return !rules().any(|rule| matches!(rule, RuleKind::NotNull));
    }
    let empty = ConstrainedKind::of_empty(&value.kind);
    let is_refused = empty.is_some_and(|kind| node.emptiness.as_ref().is_some_and(|it| it.refused.contains(&kind)));
    !is_refused
        && rules().all(|rule| matches!(rule, RuleKind::NotNull) || rule.violation(value).is_none())
        && are_parts_accepted(value, node)
}

fn are_parts_accepted(value: &Value, node: &SchemaNode) -> bool {
    if let Type::Combined(Combination { combinator, alternatives }) = &node.ty {
        let fits = |it: &&Arc<SchemaNode>| mismatches(value, it, &NoFunctions).is_empty() && is_accepted(value, it);
        let fitting = alternatives.iter().filter(fits).count();
        return match combinator {
            Combinator::AnyOf => fitting > 0,
            Combinator::AllOf => fitting == alternatives.len(),
            Combinator::OneOf => fitting == 1,
        };
    }
    match (&value.kind, node.ty.member_for(&value.kind)) {
        (ValueKind::Mapping(mapping), Some(Type::Mapping(ty))) => mapping.entries.iter().all(|entry| {
            ty.field(entry.entry_key(), &NoFunctions).is_none_or(|field| is_accepted(&entry.value, field))
        }),
        (ValueKind::Sequence(items), Some(Type::Sequence(item))) => items.iter().all(|value| is_accepted(value, item)),
        _ => true,
    }
}

/// The value with another in each place where it is not taken.
fn corrected(value: &Value, node: &SchemaNode, depth: usize) -> Value {
    let kind = match (&value.kind, node.ty.member_for(&value.kind)) {
        (ValueKind::Mapping(mapping), Some(Type::Mapping(ty))) => {
            let entries = mapping.entries.iter().map(|entry| match ty.field(entry.entry_key(), &NoFunctions) {
                Some(field) => Fragment { value: corrected(&entry.value, field, depth + 1), ..entry.clone() },
                None => entry.clone(),
            });
            ValueKind::Mapping(Arc::new(mapping.with(entries)))
        }
        (ValueKind::Sequence(items), Some(Type::Sequence(item))) => {
            let items = items.iter().map(|value| corrected(value, item, depth + 1));
            ValueKind::Sequence(Arc::new(items.collect::<SequenceValue>()))
        }
        _ if is_accepted(value, node) => value.kind.clone(),
        _ => sample_at(node, depth).kind,
    };
    Value { origin: value.origin, kind }
}

/// Whether a value must be given because the default is refused.
pub fn is_required(node: &SchemaNode) -> bool {
    let has_default = !matches!(node.default.kind, ValueKind::Unknown | ValueKind::Mapping(_));
    node.presence == Presence::Required || has_default && !is_accepted(&node.default, node)
}

fn candidates(node: &SchemaNode, depth: usize) -> Vec<Value> {
    let mut candidates = Vec::new();
    let default =
        Some(&node.default).filter(|_| node.is_defaulted() && !matches!(node.default.kind, ValueKind::Unknown));
    match (node.ty.mapping(), default) {
        // Its keys may have to be given, whatever the default says.
        (Some(ty), default) if !default.is_some_and(|default| matches!(default.kind, ValueKind::Null)) => {
            let whole = mapping(ty, depth);
            let chosen = ty.fields.iter().filter(|(_, field)| chooses(node) && field.nullable);
            let chosen: Vec<Value> = chosen.map(|(key, field)| with_given(&whole, key, field, depth)).collect();
            candidates.push(whole);
            candidates.extend(chosen);
        }
        (_, Some(default)) if node.ty.item().is_some() && default.sequence().is_some() && depth < DEEPEST => {
            candidates.extend([default.clone(), corrected(default, node, depth)]);
        }
        (_, default) => candidates.extend(default.cloned()),
    }
    if let Type::Combined(combination) = &node.ty {
        candidates.extend(of_alternatives(&combination.alternatives, depth));
    }
    candidates.extend(node.examples.iter().map(|example| example.value.clone()));
    candidates.extend(allowed_values(node).into_iter().flatten().cloned());
    // A map is put together once, or each level would double the time.
    let has_map = candidates.iter().any(|value| value.mapping().is_some());
    let types = node.ty.members().iter().filter(|ty| !has_map || ty.mapping().is_none());
    let kinds = types.flat_map(|ty| of_type(ty, node, depth));
    candidates.extend(kinds.map(Value::unwritten));
    candidates
}

/// Whether exactly one key must be given.
fn chooses(node: &SchemaNode) -> bool {
    node.rules.iter().any(|rule| matches!(rule.kind, RuleKind::OneNotNull(_)))
}

/// A map with one of its keys not null.
fn with_given(whole: &Value, key: &Key, field: &SchemaNode, depth: usize) -> Value {
    let given = field.ty.members().iter().flat_map(|ty| of_type(ty, field, depth + 1)).map(Value::unwritten);
    let given = given.filter(|value| !matches!(value.kind, ValueKind::Null)).find(|value| is_accepted(value, field));
    let entry = |entry: &Fragment| match &given {
        Some(value) if entry.entry_key() == key => entry.with(value.clone()),
        _ => entry.clone(),
    };
    Value::unwritten(whole.kind.with_children(entry))
}

/// A value for each of several schemas, and one with the keys of all.
fn of_alternatives(alternatives: &[Arc<SchemaNode>], depth: usize) -> Vec<Value> {
    if depth >= DEEPEST {
        return Vec::new();
    }
    let mut samples: Vec<Value> = alternatives.iter().map(|it| sample_at(it, depth + 1)).collect();
    let (mut whole, mut seen) = (Vec::new(), FxHashSet::default());
    for entry in samples.iter().filter_map(Value::mapping).flat_map(|mapping| &mapping.entries) {
        if seen.insert(entry.entry_key()) {
            whole.push(entry.clone());
        }
    }
    samples.push(Value::unwritten(ValueKind::map(whole)));
    samples
}

/// The keys that have a value, or must have one.
fn mapping(ty: &MappingType, depth: usize) -> Value {
    let is_there = |node: &SchemaNode| node.presence != Presence::Optional && node.removed.is_none();
    let fields = ty.fields.iter().filter(|(_, node)| depth < DEEPEST && is_there(node));
    let entry =
        |(key, node): (&Key, &Arc<SchemaNode>)| Fragment::entry(key.clone(), node.declared, sample_at(node, depth + 1));
    Value::unwritten(ValueKind::map(fields.map(entry)))
}

fn of_type(ty: &Type, node: &SchemaNode, depth: usize) -> Vec<ValueKind> {
    match ty {
        Type::Bool => vec![ValueKind::Bool(false), ValueKind::Bool(true)],
        Type::Int => numbers(node).into_iter().map(ValueKind::int).collect(),
        #[expect(clippy::cast_precision_loss, reason = "these are small numbers")]
        Type::Float => numbers(node).into_iter().map(|number| ValueKind::Float(number as f64)).collect(),
        Type::String => texts(node).into_iter().map(|text| ValueKind::String(text.into())).collect(),
        Type::Sequence(item) => arrays(node, item, depth),
        Type::Mapping(ty) => vec![mapping(ty, depth).kind],
        Type::Null | Type::Any | Type::Unknown => vec![ValueKind::Null],
        Type::OneOf(_) | Type::Combined(_) => Vec::new(),
    }
}

fn constraints(node: &SchemaNode) -> impl Iterator<Item = &Constraint> {
    node.rules.iter().filter_map(|rule| match &rule.kind {
        RuleKind::Constraint(constraint) => Some(constraint),
        _ => None,
    })
}

#[expect(clippy::cast_possible_truncation, reason = "what is out of range is no candidate that a rule takes")]
fn numbers(node: &SchemaNode) -> Vec<i128> {
    let of_rule = node.rules.iter().filter_map(|rule| match &rule.kind {
        RuleKind::Min(Value { kind: ValueKind::Int(bound), .. })
        | RuleKind::Max(Value { kind: ValueKind::Int(bound), .. }) => Some(bound.get()),
        RuleKind::Constraint(Constraint::Bound(Bound { side, number, is_exclusive })) => {
            let beside = i128::from(*is_exclusive);
            let number = number.round() as i128;
            Some(if *side == BoundSide::Least { number + beside } else { number - beside })
        }
        RuleKind::Constraint(Constraint::MultipleOf(factor)) => Some(factor.round() as i128),
        _ => None,
    });
    [0, 1].into_iter().chain(of_rule).collect()
}

/// The least number of characters or items that the rules ask for.
fn least(node: &SchemaNode) -> usize {
    let counts = node.rules.iter().filter_map(|rule| match &rule.kind {
        RuleKind::MinLen(least) => Some(*least),
        RuleKind::Constraint(Constraint::Count(CountBound { side: BoundSide::Least, count, .. })) => Some(*count),
        _ => None,
    });
    counts.max().unwrap_or(0).clamp(0, LONGEST).unsigned_abs() as usize
}

fn texts(node: &SchemaNode) -> Vec<String> {
    let part = |of: fn(&Constraint) -> Option<&str>| constraints(node).find_map(of).unwrap_or_default();
    let start = part(|it| if let Constraint::StartsWith(text) = it { Some(text) } else { None });
    let end = part(|it| if let Constraint::EndsWith(text) = it { Some(text) } else { None });
    let formats = constraints(node).filter_map(|constraint| match constraint {
        Constraint::Form(format) => Some(*format),
        Constraint::Format(name) => StringFormat::of_name(name),
        _ => None,
    });
    let mut texts: Vec<String> = vec![String::new()];
    texts.extend(formats.map(|format| example(format).to_owned()));
    texts.extend(["x", "1", "example"].map(|text| format!("{start}{text}{end}")));
    texts.push("x".repeat(least(node)));
    texts
}

/// A text of a form.
fn example(format: StringFormat) -> &'static str {
    match format {
        StringFormat::DateTime => "2000-01-01T00:00:00Z",
        StringFormat::Time => "00:00:00Z",
        StringFormat::Date => "2000-01-01",
        StringFormat::Email => "someone@example.org",
        StringFormat::Hostname => "example.org",
        StringFormat::Ip | StringFormat::Ipv4 => "127.0.0.1",
        StringFormat::Ipv6 => "::1",
        StringFormat::Uri => "https://example.org",
        StringFormat::Port => "80",
        StringFormat::Percent => "10%",
        StringFormat::Duration => "1s",
    }
}

fn arrays(node: &SchemaNode, item: &SchemaNode, depth: usize) -> Vec<ValueKind> {
    let mut arrays = vec![ValueKind::Sequence(Arc::default())];
    if depth < DEEPEST {
        let items = std::iter::repeat_with(|| sample_at(item, depth + 1)).take(least(node).max(1));
        arrays.push(ValueKind::Sequence(Arc::new(items.collect::<SequenceValue>())));
    }
    arrays
}
