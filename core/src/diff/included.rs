//! What is certain: that one node takes every value that another one takes, as far as their own types and rules go.

use super::ComparedSchema;
use crate::constraint::{Bound, BoundSide as Edge, ConstrainedKind, Constraint, CountBound, Counted, is_equal, number};
use crate::schema::{Edition, Rule, RuleKind, SchemaNode, Type, When};
use crate::values::{Value, ValueKind};

/// Whether a type takes every value that another one takes, what is in maps and arrays left aside.
pub(super) fn takes_kinds(wide: &SchemaNode, narrow: &SchemaNode) -> bool {
    let is_taken = |ty: &Type| match (ty, &wide.ty) {
        (Type::Unknown, _) | (_, Type::Unknown) => false,
        (_, Type::Any) => true,
        (Type::Any, _) => false,
        (Type::Null, ty) => wide.nullable || matches!(ty, Type::Null),
        _ => wide.ty.members().iter().any(|other| is_of_kind(ty, other)),
    };
    let takes_null = !takes_null(narrow) || takes_null(wide);
    takes_null && narrow.ty.members().iter().all(is_taken)
}

/// Whether null is among the values of a type.
pub(super) fn takes_null(node: &SchemaNode) -> bool {
    node.nullable || matches!(node.ty, Type::Any | Type::Null)
}

/// Whether every map or array that one node takes can be laid over the default of another, as ytt lays values. Only where
/// any type will do can the default be of another kind than what is given.
pub(super) fn takes_layers(wide: &SchemaNode, narrow: &SchemaNode) -> bool {
    let is_taken = |kind: &ValueKind| lies_over(kind, wide) || !may_be(narrow, kind);
    !matches!(wide.ty, Type::Any) || [ValueKind::map([]), ValueKind::array([])].iter().all(is_taken)
}

/// Whether a value can be laid over the default of a node.
pub(super) fn lies_over(value: &ValueKind, node: &SchemaNode) -> bool {
    match value {
        ValueKind::Mapping(_) => {
            matches!(node.default.kind, ValueKind::Mapping(_) | ValueKind::Null | ValueKind::Unknown)
        }
        ValueKind::Sequence(_) => {
            matches!(node.default.kind, ValueKind::Sequence(_) | ValueKind::Null | ValueKind::Unknown)
        }
        _ => true,
    }
}

/// Whether a map or an array may be the value of a node.
fn may_be(node: &SchemaNode, kind: &ValueKind) -> bool {
    node.ty.members().iter().any(|ty| match ty {
        Type::Any => lies_over(kind, node),
        Type::Mapping(_) => matches!(kind, ValueKind::Mapping(_)),
        Type::Sequence(_) => matches!(kind, ValueKind::Sequence(_)),
        ty => matches!(ty, Type::Unknown | Type::Combined(_)),
    })
}

fn is_of_kind(ty: &Type, other: &Type) -> bool {
    matches!((ty, other), (Type::Int, Type::Float) | (Type::Combined(_), Type::Combined(_)))
        || !matches!(ty, Type::Combined(_)) && std::mem::discriminant(ty) == std::mem::discriminant(other)
}

/// Whether every value that meets the rules of a node meets a rule of another.
pub(super) fn implies(
    from: (&SchemaNode, &ComparedSchema<'_>),
    rule: (&Rule, &SchemaNode, &ComparedSchema<'_>),
) -> bool {
    let ((node, side), (rule, other, other_side)) = (from, rule);
    let is_same_code = || side.code == other_side.code && is_same_text(rule, node, side, other_side);
    let is_stated = || {
        node.rules.iter().any(|known| {
            let holds = match (&known.when, &rule.when) {
                (When::Always, _) => true,
                (When::Function(..), When::Function(..)) => is_same_when(known, rule, side, other_side),
                _ => false,
            };
            holds && is_stronger(&known.kind, &rule.kind, node, other)
        })
    };
    says_nothing(rule, node) || is_stated() || is_enumerated(rule, node) || is_same_code()
}

/// Whether a rule of a node is written as this one is.
fn is_same_text(rule: &Rule, node: &SchemaNode, side: &ComparedSchema<'_>, other: &ComparedSchema<'_>) -> bool {
    if other.schema.edition == Edition::JsonSchema {
        // Keywords that are not read.
        let condition_of = |rule: &Rule| match &rule.kind {
            RuleKind::Unevaluated(condition) => condition.clone(),
            _ => None,
        };
        return condition_of(rule)
            .is_some_and(|text| node.rules.iter().any(|known| condition_of(known).as_ref() == Some(&text)));
    }
    let Some(text) = (other.text)(rule.declared).filter(|text| !text.is_empty()) else { return false };
    let is_same = |known: &&Rule| {
        let is_code = is_code(&known.kind) && is_code(&rule.kind);
        is_code && (side.text)(known.declared).as_ref() == Some(&text) && is_same_when(known, rule, side, other)
    };
    node.rules.iter().any(|known| is_same(&known))
}

fn is_same_when(known: &Rule, rule: &Rule, side: &ComparedSchema<'_>, other: &ComparedSchema<'_>) -> bool {
    match (&known.when, &rule.when) {
        (When::Always, When::Always) => true,
        (When::Function(_, place), When::Function(_, other_place)) => {
            let text = (side.text)(*place).filter(|text| !text.is_empty());
            side.code == other.code && text.is_some() && text == (other.text)(*other_place)
        }
        _ => false,
    }
}

/// Whether template code decides.
pub(super) fn is_code(kind: &RuleKind) -> bool {
    matches!(kind, RuleKind::Function { .. } | RuleKind::Predicate { .. } | RuleKind::Unevaluated(_))
}

/// Whether a rule's code sees more than the value that it judges.
pub(super) fn sees_around(rule: &Rule) -> bool {
    match &rule.when {
        When::Always => false,
        When::Function(function, _) => function.parameters != Some(1),
        When::Unevaluated => true,
    }
}

/// Whether a rule speaks of values that the node never has.
fn says_nothing(rule: &Rule, node: &SchemaNode) -> bool {
    let constraint = match &rule.kind {
        RuleKind::Constraint(constraint) => constraint,
        RuleKind::Nothing => return true,
        _ => return false,
    };
    node.ty.members().iter().all(|ty| match ty {
        Type::Int | Type::Float => !constraint.speaks_of(ConstrainedKind::Number),
        Type::String => !constraint.speaks_of(ConstrainedKind::Text),
        Type::Sequence(_) => !constraint.speaks_of(ConstrainedKind::Sequence),
        Type::Mapping(_) => !constraint.speaks_of(ConstrainedKind::Mapping),
        Type::Bool | Type::Null => true,
        Type::Any | Type::Unknown | Type::OneOf(_) | Type::Combined(_) => false,
    })
}

/// Whether a node takes few values, and all of them meet the rule.
fn is_enumerated(rule: &Rule, node: &SchemaNode) -> bool {
    let is_met = |value: &Value| rule.kind.violation(value).is_none();
    let always = node.rules.iter().filter(|rule| matches!(rule.when, When::Always));
    let mut listed = always.filter_map(|rule| match &rule.kind {
        RuleKind::OneOf(values) => Some(values),
        _ => None,
    });
    let is_by_value = !matches!(
        rule.kind,
        RuleKind::NotNull | RuleKind::OneNotNull(_) | RuleKind::Composition(_) | RuleKind::Admission(_)
    );
    !is_code(&rule.kind) && is_by_value && listed.any(|values| values.iter().all(is_met))
}

/// Whether what meets the one demand meets the other. `node` has the first, `other` the second.
fn is_stronger(known: &RuleKind, rule: &RuleKind, node: &SchemaNode, other: &SchemaNode) -> bool {
    match (known, rule) {
        (RuleKind::Min(known), RuleKind::Min(rule)) => is_ordered(rule, known),
        (RuleKind::Max(known), RuleKind::Max(rule)) => is_ordered(known, rule),
        (RuleKind::MinLen(known), RuleKind::MinLen(rule)) => known >= rule && has_keys_of(other, node),
        (RuleKind::MaxLen(known), RuleKind::MaxLen(rule)) => known <= rule && has_keys_of(node, other),
        (RuleKind::NotNull, RuleKind::NotNull) => true,
        (RuleKind::OneNotNull(known), RuleKind::OneNotNull(rule)) => match (known, rule) {
            (None, None) => has_keys_of(node, other) && has_keys_of(other, node),
            (Some(known), Some(rule)) => is_within(known, rule) && is_within(rule, known),
            _ => false,
        },
        (RuleKind::OneOf(known), RuleKind::OneOf(rule)) => is_within(known, rule),
        (RuleKind::Unmeetable(known), RuleKind::Unmeetable(rule)) => known == rule,
        (RuleKind::Constraint(known), RuleKind::Constraint(rule)) => is_tighter(known, rule, node, other),
        _ => false,
    }
}

fn is_within(values: &[Value], among: &[Value]) -> bool {
    values.iter().all(|value| among.iter().any(|other| is_equal(value, other)))
}

/// Whether the first is certainly not above the second.
fn is_ordered(low: &Value, high: &Value) -> bool {
    match (number(&low.kind), number(&high.kind)) {
        (Some(low), Some(high)) => low <= high,
        _ => is_equal(low, high),
    }
}

/// Whether a map declares every key that another one does, so that it is filled with no fewer.
fn has_keys_of(many: &SchemaNode, few: &SchemaNode) -> bool {
    match (many.ty.mapping(), few.ty.mapping()) {
        (Some(many), Some(few)) => few.fields.keys().all(|key| many.fields.contains_key(key)),
        _ => true,
    }
}

fn is_tighter(known: &Constraint, rule: &Constraint, node: &SchemaNode, other: &SchemaNode) -> bool {
    match (known, rule) {
        (Constraint::Bound(known), Constraint::Bound(rule)) => known.side == rule.side && is_inside(*known, *rule),
        (Constraint::MultipleOf(known), Constraint::MultipleOf(rule)) => known.total_cmp(rule).is_eq(),
        (Constraint::Count(known), Constraint::Count(rule)) => {
            (known.of, known.side) == (rule.of, rule.side) && is_counted(*known, *rule, node, other)
        }
        (Constraint::Pattern(known), Constraint::Pattern(rule)) => known.text() == rule.text(),
        (Constraint::Format(known), Constraint::Format(rule)) => known == rule,
        (Constraint::Form(known), Constraint::Form(rule)) => known == rule,
        (Constraint::StartsWith(known), Constraint::StartsWith(rule)) => known.starts_with(&**rule),
        (Constraint::EndsWith(known), Constraint::EndsWith(rule)) => known.ends_with(&**rule),
        (Constraint::UniqueItems, Constraint::UniqueItems) => true,
        _ => false,
    }
}

fn is_inside(known: Bound, rule: Bound) -> bool {
    let order = match rule.side {
        Edge::Least => known.number.partial_cmp(&rule.number),
        Edge::Most => rule.number.partial_cmp(&known.number),
    };
    order.is_some_and(|order| order.is_gt() || order.is_eq() && (known.is_exclusive || !rule.is_exclusive))
}

fn is_counted(known: CountBound, rule: CountBound, node: &SchemaNode, other: &SchemaNode) -> bool {
    let is_of_keys = rule.of == Counted::Keys;
    match rule.side {
        Edge::Least => known.count >= rule.count && (!is_of_keys || has_keys_of(other, node)),
        Edge::Most => known.count <= rule.count && (!is_of_keys || has_keys_of(node, other)),
    }
}

/// Whether what one node says of empty values leaves every value that the other takes.
pub(super) fn takes_empty(wide: &SchemaNode, narrow: &SchemaNode) -> bool {
    let refused = |node: &SchemaNode| node.emptiness.as_ref().map(|it| it.refused.clone()).unwrap_or_default();
    let narrow = refused(narrow);
    refused(wide).iter().all(|kind| narrow.contains(kind))
}
