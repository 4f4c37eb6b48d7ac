//! What a rule demands against a value, as ytt's assertions judge it. Functions are judged by `check`, which can call
//! them.

use std::cmp::Ordering;

use crate::constraint::order::{Unordered, compare};
use crate::constraint::words::{a, shown};
use crate::constraint::{Violation, choice, holds_unknown};
use crate::schema::RuleKind;
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::{Value, ValueKind};

impl RuleKind {
    /// Why a value breaks the rule, so far as that can be told without calling functions.
    pub(crate) fn violation(&self, value: &Value) -> Option<Violation> {
        match self {
            Self::Min(least) => bound(value, least, Ordering::Less, "be at least"),
            Self::Max(most) => bound(value, most, Ordering::Greater, "be at most"),
            Self::MinLen(least) => length_bound(value, |length| length >= *least, "at least", *least),
            Self::MaxLen(most) => length_bound(value, |length| length <= *most, "at most", *most),
            Self::NotNull => Some(Violation { expected: "not be null".to_owned(), found: "null".to_owned() }),
            Self::OneNotNull(keys) => choice::not_one_not_null(value, keys.as_deref()),
            Self::OneOf(allowed) => choice::not_one_of(value, allowed),
            Self::Unmeetable(demand) => {
                Some(Violation { expected: demand.clone(), found: "a rule that no value meets".to_owned() })
            }
            Self::Constraint(constraint) => constraint.violation(value),
            Self::Nothing
            | Self::Composition(_)
            | Self::Admission(_)
            | Self::Function { .. }
            | Self::Predicate { .. }
            | Self::Unevaluated(_) => None,
        }
    }

    /// The token of a key that was most likely meant to be what the rule misses in a map.
    pub(crate) fn misspelt(&self, value: &Value) -> Option<Place> {
        match self {
            Self::OneNotNull(keys) => choice::misspelt(value, keys.as_deref()),
            _ => None,
        }
    }
}

fn bound(value: &Value, limit: &Value, broken: Ordering, words: &str) -> Option<Violation> {
    if holds_unknown(value) {
        return None;
    }
    let expected = format!("{words} {}", flow(limit));
    match compare(value, limit) {
        Ok(Some(order)) if order != broken => None,
        Ok(_) => Some(Violation { expected, found: shown(value) }),
        Err(Unordered(left, right)) => {
            Some(Violation { expected, found: format!("{} that cannot be compared with {}", a(left), a(right)) })
        }
    }
}

fn length_bound(value: &Value, is_met: impl Fn(i64) -> bool, words: &str, limit: i64) -> Option<Violation> {
    let (length, unit) = match &value.kind {
        // ytt counts bytes, which only other letters than those of ASCII show.
        ValueKind::String(text) if text.is_ascii() => (text.len(), "character"),
        ValueKind::String(text) => (text.len(), "byte"),
        ValueKind::Sequence(sequence) if sequence.iter().any(is_unknown) => return None,
        ValueKind::Sequence(sequence) => (sequence.len(), "item"),
        ValueKind::Mapping(mapping) => (mapping.entries.len(), "key"),
        kind => {
            let expected = format!("have a length of {words} {limit}");
            return Some(Violation { expected, found: format!("{}, which has no length", a(kind.type_name())) });
        }
    };
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    if is_met(length) {
        return None;
    }
    let plural = if limit == 1 { "" } else { "s" };
    let expected = match (length, limit) {
        (0, 1) => "not be empty".to_owned(),
        _ => format!("have {words} {limit} {unit}{plural}"),
    };
    Some(Violation { expected, found: length.to_string() })
}

fn is_unknown(value: &Value) -> bool {
    matches!(value.kind, ValueKind::Unknown)
}
