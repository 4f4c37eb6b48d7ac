//! What the keywords of JSON Schema, and those of rules, demand of a value: bounds, counts, patterns, formats. A
//! keyword says something of values of its own type only; every other value meets it.

use std::fmt::{Display, Formatter};

use smol_str::SmolStr;

use crate::formats::StringFormat;
use crate::values::flow::flow;
use crate::values::{Integer, Value, ValueKind};

pub(crate) mod choice;
pub mod formats;
pub mod keyword;
pub(crate) mod order;
mod pattern;
mod unique;
pub(crate) mod words;

pub use pattern::Pattern;
use words::shown;

/// One keyword with its argument.
#[derive(Clone, Debug)]
pub enum Constraint {
    /// A number has this side's bound.
    Bound(Bound),
    /// A number is a multiple of this one.
    MultipleOf(f64),
    /// So many characters, items or keys.
    Count(CountBound),
    /// Text holds a match.
    Pattern(Pattern),
    /// Text is of a well-known form. Forms that are not known are met by every text.
    Format(SmolStr),
    /// Text, or a port's number, is of a well-known form.
    Form(StringFormat),
    /// Text starts with this.
    StartsWith(SmolStr),
    /// Text ends with this.
    EndsWith(SmolStr),
    /// No two items are equal.
    UniqueItems,
}

/// What kind of values a constraint says something of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConstrainedKind {
    /// Numbers, whole or not.
    Number,
    /// Text.
    Text,
    /// Arrays.
    Sequence,
    /// Maps.
    Mapping,
}

impl ConstrainedKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Number, Self::Text, Self::Sequence, Self::Mapping];

    /// The kind of a value that may stand for one that is not set: empty text, an empty array, zero.
    pub(crate) fn of_empty(kind: &ValueKind) -> Option<Self> {
        match kind {
            ValueKind::String(text) if text.is_empty() => Some(Self::Text),
            ValueKind::Sequence(items) if items.is_empty() => Some(Self::Sequence),
            ValueKind::Int(Integer::ZERO) => Some(Self::Number),
            ValueKind::Float(float) if *float == 0.0 => Some(Self::Number),
            _ => None,
        }
    }
}

impl Display for ConstrainedKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Number => "a number",
            Self::Text => "a text",
            Self::Sequence => "an array",
            Self::Mapping => "a map",
        })
    }
}

/// From where a value is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoundSide {
    /// From below.
    Least,
    /// From above.
    Most,
}

/// A bound of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The side that it bounds.
    pub side: BoundSide,
    /// The bound.
    pub number: f64,
    /// Whether the bound itself is out of bounds.
    pub is_exclusive: bool,
}

/// A bound of how many there are of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountBound {
    /// What is counted.
    pub of: Counted,
    /// The side that it bounds.
    pub side: BoundSide,
    /// The bound.
    pub count: i64,
}

/// What is counted of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// The characters of a text.
    Characters,
    /// The items of an array.
    Items,
    /// The keys of a map.
    Keys,
}

/// What is wrong with a value: "it must …", and what is there instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The end of the sentence "it must …".
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl Constraint {
    /// What is wrong with a value by this keyword.
    pub fn violation(&self, value: &Value) -> Option<Violation> {
        let found = match (self, &value.kind) {
            (Self::Bound(bound), kind) => bound.excludes(number(kind)?).then(|| flow(value)),
            (Self::MultipleOf(factor), kind) => (!is_multiple(number(kind)?, *factor)).then(|| flow(value)),
            (Self::Count(count), kind) => count.excludes(kind).map(|found| found.to_string()),
            (Self::Pattern(pattern), ValueKind::String(text)) => (!pattern.is_match(text)).then(|| shown(value)),
            (Self::Format(format), ValueKind::Int(number)) => {
                formats::range(format).is_some_and(|range| !range.contains(&number.get())).then(|| flow(value))
            }
            (Self::Format(format), ValueKind::String(text)) => {
                (formats::is_met(format, text) == Some(false)).then(|| shown(value))
            }
            (Self::Form(format), _) => (!format.is_met(value)).then(|| shown(value)),
            (Self::StartsWith(start), ValueKind::String(text)) => (!text.starts_with(&**start)).then(|| shown(value)),
            (Self::EndsWith(end), ValueKind::String(text)) => (!text.ends_with(&**end)).then(|| shown(value)),
            (Self::UniqueItems, kind) => unique::repeated_item(kind),
            _ => None,
        }?;
        Some(Violation { expected: self.to_string(), found })
    }

    /// Whether it says something of values of a kind.
    pub fn speaks_of(&self, kind: ConstrainedKind) -> bool {
        match self {
            Self::Bound(_) | Self::MultipleOf(_) => kind == ConstrainedKind::Number,
            Self::Count(count) => match count.of {
                Counted::Characters => kind == ConstrainedKind::Text,
                Counted::Items => kind == ConstrainedKind::Sequence,
                Counted::Keys => kind == ConstrainedKind::Mapping,
            },
            Self::Form(format) => {
                kind == ConstrainedKind::Text || kind == ConstrainedKind::Number && format.is_of_numbers()
            }
            Self::Pattern(_) | Self::Format(_) | Self::StartsWith(_) | Self::EndsWith(_) => {
                kind == ConstrainedKind::Text
            }
            Self::UniqueItems => kind == ConstrainedKind::Sequence,
        }
    }

    /// The name of the keyword of JSON Schema that says it.
    pub fn keyword(&self) -> &'static str {
        match self {
            Self::Bound(Bound { side: BoundSide::Least, is_exclusive: false, .. }) => "minimum",
            Self::Bound(Bound { side: BoundSide::Most, is_exclusive: false, .. }) => "maximum",
            Self::Bound(Bound { side: BoundSide::Least, .. }) => "exclusiveMinimum",
            Self::Bound(Bound { side: BoundSide::Most, .. }) => "exclusiveMaximum",
            Self::MultipleOf(_) => "multipleOf",
            Self::Count(count) => count.keyword(),
            Self::Pattern(_) | Self::StartsWith(_) | Self::EndsWith(_) => "pattern",
            Self::Format(_) | Self::Form(_) => "format",
            Self::UniqueItems => "uniqueItems",
        }
    }
}

/// The end of the sentence "it must …".
impl Display for Constraint {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bound(Bound { side: BoundSide::Least, number, is_exclusive: false }) => {
                write!(f, "be at least {number}")
            }
            Self::Bound(Bound { side: BoundSide::Most, number, is_exclusive: false }) => {
                write!(f, "be at most {number}")
            }
            Self::Bound(Bound { side: BoundSide::Least, number, .. }) => write!(f, "be greater than {number}"),
            Self::Bound(Bound { side: BoundSide::Most, number, .. }) => write!(f, "be less than {number}"),
            Self::MultipleOf(factor) => write!(f, "be a multiple of {factor}"),
            Self::Count(count) => count.fmt(f),
            Self::Pattern(pattern) if pattern.is_valid() => write!(f, "match `{}`", pattern.text()),
            Self::Pattern(pattern) => write!(f, "match `{}`, which is not a valid pattern", pattern.text()),
            Self::Format(format) => write!(f, "be of the format `{format}`"),
            Self::Form(format) => write!(f, "be {format}"),
            Self::StartsWith(start) => write!(f, "start with {start:?}"),
            Self::EndsWith(end) => write!(f, "end with {end:?}"),
            Self::UniqueItems => f.write_str("have no two equal items"),
        }
    }
}

impl Bound {
    fn excludes(self, number: f64) -> bool {
        match (self.side, self.is_exclusive) {
            (BoundSide::Least, false) => number < self.number,
            (BoundSide::Least, true) => number <= self.number,
            (BoundSide::Most, false) => number > self.number,
            (BoundSide::Most, true) => number >= self.number,
        }
    }
}

impl CountBound {
    /// The name of its keyword.
    pub fn keyword(self) -> &'static str {
        match (self.of, self.side) {
            (Counted::Characters, BoundSide::Least) => "minLength",
            (Counted::Characters, BoundSide::Most) => "maxLength",
            (Counted::Items, BoundSide::Least) => "minItems",
            (Counted::Items, BoundSide::Most) => "maxItems",
            (Counted::Keys, BoundSide::Least) => "minProperties",
            (Counted::Keys, BoundSide::Most) => "maxProperties",
        }
    }

    /// How many there are, if that is out of bounds.
    fn excludes(self, kind: &ValueKind) -> Option<usize> {
        let count = match (self.of, kind) {
            (Counted::Characters, ValueKind::String(text)) => text.chars().count(),
            (Counted::Items, ValueKind::Sequence(sequence)) => sequence.len(),
            (Counted::Keys, ValueKind::Mapping(mapping)) => mapping.entries.len(),
            _ => return None,
        };
        let compared = i64::try_from(count).unwrap_or(i64::MAX);
        let is_excluded = match self.side {
            BoundSide::Least => compared < self.count,
            BoundSide::Most => compared > self.count,
        };
        is_excluded.then_some(count)
    }
}

impl Display for CountBound {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let unit = match self.of {
            Counted::Characters => "character",
            Counted::Items => "item",
            Counted::Keys => "key",
        };
        if (self.side, self.count) == (BoundSide::Least, 1) {
            return f.write_str("not be empty");
        }
        let side = if self.side == BoundSide::Least { "least" } else { "most" };
        let plural = if self.count == 1 { "" } else { "s" };
        write!(f, "have at {side} {} {unit}{plural}", self.count)
    }
}

/// Whether two values are the same to JSON; 1 is 1.0.
pub fn is_equal(left: &Value, right: &Value) -> bool {
    match (&left.kind, &right.kind) {
        (ValueKind::Null, ValueKind::Null) => true,
        (ValueKind::Bool(left), ValueKind::Bool(right)) => left == right,
        (ValueKind::Int(left), ValueKind::Int(right)) => left == right,
        (ValueKind::String(left), ValueKind::String(right)) => left == right,
        (ValueKind::Sequence(left), ValueKind::Sequence(right)) => {
            left.len() == right.len() && left.iter().zip(right.iter()).all(|(left, right)| is_equal(left, right))
        }
        (ValueKind::Mapping(left), ValueKind::Mapping(right)) => {
            let is_same = |(key, value)| right.get(key).is_some_and(|other| is_equal(value, other));
            left.entries.len() == right.entries.len()
                && left.entries.iter().all(|entry| is_same((entry.entry_key(), &entry.value)))
        }
        (ValueKind::Float(left), ValueKind::Float(right)) => left.partial_cmp(right) == Some(std::cmp::Ordering::Equal),
        (ValueKind::Int(whole), ValueKind::Float(float)) | (ValueKind::Float(float), ValueKind::Int(whole)) => {
            order::whole_with_float(whole.get(), *float) == Some(std::cmp::Ordering::Equal)
        }
        _ => false,
    }
}

/// A number, whole or not.
#[expect(clippy::cast_precision_loss, reason = "JSON Schema compares numbers as floats")]
pub fn number(kind: &ValueKind) -> Option<f64> {
    match kind {
        ValueKind::Int(int) => Some(int.get() as f64),
        ValueKind::Float(float) => Some(*float),
        _ => None,
    }
}

/// Whether a number is a whole multiple of a factor. No number is one of a factor that is not positive.
fn is_multiple(number: f64, factor: f64) -> bool {
    const NEAR: f64 = 1e-9;
    let ratio = number / factor;
    factor > 0.0 && (ratio - ratio.round()).abs() <= NEAR * ratio.abs().max(1.0)
}

/// Whether any part of a value is not known.
pub(crate) fn holds_unknown(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Unknown => true,
        ValueKind::Mapping(mapping) => mapping.entries.iter().any(|entry| holds_unknown(&entry.value)),
        ValueKind::Sequence(sequence) => sequence.iter().any(holds_unknown),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::SequenceValue;

    pub(super) fn value(kind: ValueKind) -> Value {
        Value::unwritten(kind)
    }

    pub(super) fn text(text: &str) -> Value {
        value(ValueKind::String(text.into()))
    }

    #[track_caller]
    fn check(constraint: &Constraint, value: &Value, expected: Option<(&str, &str)>) {
        let violation = constraint.violation(value);
        let found = violation.as_ref().map(|violation| (&*violation.expected, &*violation.found));
        assert_eq!(found, expected);
    }

    #[test]
    fn bounds_hold_for_numbers_only() {
        let bound = |side, is_exclusive| Constraint::Bound(Bound { side, number: 5.0, is_exclusive });
        check(&bound(BoundSide::Least, false), &value(ValueKind::int(5)), None);
        check(&bound(BoundSide::Least, true), &value(ValueKind::int(5)), Some(("be greater than 5", "5")));
        check(&bound(BoundSide::Most, false), &value(ValueKind::Float(5.5)), Some(("be at most 5", "5.5")));
        check(&bound(BoundSide::Most, true), &value(ValueKind::int(5)), Some(("be less than 5", "5")));
        check(&bound(BoundSide::Least, false), &text("a"), None);
    }

    #[test]
    fn multiples_allow_for_the_error_of_floats() {
        check(&Constraint::MultipleOf(0.01), &value(ValueKind::Float(19.99)), None);
        check(&Constraint::MultipleOf(2.0), &value(ValueKind::int(3)), Some(("be a multiple of 2", "3")));
        check(&Constraint::MultipleOf(0.0), &value(ValueKind::int(0)), Some(("be a multiple of 0", "0")));
    }

    #[test]
    fn counts_are_of_characters_items_and_keys() {
        let least = |of, count| Constraint::Count(CountBound { of, side: BoundSide::Least, count });
        check(&least(Counted::Characters, 2), &text("é"), Some(("have at least 2 characters", "1")));
        check(&least(Counted::Items, 1), &text(""), None);
        let empty = value(ValueKind::Sequence(std::sync::Arc::new(SequenceValue::default())));
        check(&least(Counted::Items, 1), &empty, Some(("not be empty", "0")));
    }

    #[test]
    fn a_pattern_may_match_anywhere() {
        let pattern = Constraint::Pattern(Pattern::new("b+"));
        check(&pattern, &text("abc"), None);
        check(&pattern, &text("ac"), Some(("match `b+`", "\"ac\"")));
        let invalid = Constraint::Pattern(Pattern::new("(?=a)"));
        check(&invalid, &text("a"), Some(("match `(?=a)`, which is not a valid pattern", "\"a\"")));
    }

    #[test]
    fn equal_items_are_found() {
        let items = [1, 2, 1].map(|int| value(ValueKind::int(int)));
        let items = value(ValueKind::Sequence(std::sync::Arc::new(items.into_iter().collect())));
        check(&Constraint::UniqueItems, &items, Some(("have no two equal items", "1 twice")));
    }
}
