//! The keywords of rules, such as `min=1`: what each demands of a value, and which arguments it takes. Annotations of
//! the older editions read them, and `@ytt:validations` has a function for each.

use super::{Bound, BoundSide, ConstrainedKind, Constraint, CountBound, Counted, Pattern, Violation, choice, number};
use crate::formats::StringFormat;
use crate::regexp::Regexp;
use crate::values::{Integer, Value, ValueKind};

/// Every keyword that demands something, in the order in which they are asked and offered.
pub const KEYWORDS: &[&str] = &[
    "min",
    "max",
    "min_len",
    "max_len",
    "enum",
    "one_of",
    "regexp",
    "format",
    "not_null",
    "unique",
    "prefix",
    "starts_with",
    "ends_with",
    "one_not_null",
];

/// What a keyword demands.
#[derive(Clone, Debug)]
pub enum Demand {
    /// All of these. Each speaks of values of its own kind only.
    Constraints(Vec<Constraint>),
    /// One of these values.
    OneOf(Vec<Value>),
    /// A value that is not null.
    NotNull,
    /// A map in which exactly one of these keys, or of all, is not null.
    OneNotNull(Option<Vec<Value>>),
    /// Nothing: it is switched off.
    Nothing,
}

/// Why a keyword does not take an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeywordRefusal {
    /// A sentence.
    pub message: String,
    /// What it takes, starting small.
    pub expected: String,
    /// The texts that it takes, if they are few.
    pub choices: Vec<&'static str>,
}

/// What a keyword demands with this argument. Nothing for a name that is no keyword.
pub fn demand(name: &str, argument: &Value) -> Result<Demand, KeywordRefusal> {
    let one = |constraint| Ok(Demand::Constraints(vec![constraint]));
    match name {
        "min" => bounds(name, argument, BoundSide::Least),
        "max" => bounds(name, argument, BoundSide::Most),
        "min_len" => lengths(name, argument, BoundSide::Least),
        "max_len" => lengths(name, argument, BoundSide::Most),
        "enum" | "one_of" => match items(argument) {
            Some(values) => Ok(Demand::OneOf(values)),
            None => Err(refusal(format!("`{name}=` is a list of the values that are valid"), "a list")),
        },
        "regexp" => pattern(argument).and_then(|pattern| one(Constraint::Pattern(pattern))),
        "format" => format(argument).and_then(|format| one(Constraint::Form(format))),
        "not_null" => switch(name, argument, Demand::NotNull),
        "unique" => switch(name, argument, Demand::Constraints(vec![Constraint::UniqueItems])),
        "prefix" | "starts_with" => one(Constraint::StartsWith(text(name, argument)?.into())),
        "ends_with" => one(Constraint::EndsWith(text(name, argument)?.into())),
        "one_not_null" => match (&argument.kind, items(argument)) {
            (ValueKind::Bool(true), _) => Ok(Demand::OneNotNull(None)),
            (_, Some(keys)) => Ok(Demand::OneNotNull(Some(keys))),
            _ => {
                let message = "`one_not_null=` names the keys of which exactly one is not null";
                Err(refusal(message, "`True` for all keys, or a list of keys"))
            }
        },
        _ => Ok(Demand::Nothing),
    }
}

/// A bound of numbers is one of the length of an array as well, where it is a whole number.
fn bounds(name: &str, argument: &Value, side: BoundSide) -> Result<Demand, KeywordRefusal> {
    let Some(number) = number(&argument.kind) else {
        return Err(refusal(format!("`{name}=` is a number"), "a number"));
    };
    let bound = Constraint::Bound(Bound { side, number, is_exclusive: false });
    let length = match argument.kind {
        ValueKind::Int(count) => i64::try_from(count.get()).ok(),
        _ => None,
    };
    let count = length.map(|count| Constraint::Count(CountBound { of: Counted::Items, side, count }));
    Ok(Demand::Constraints([bound].into_iter().chain(count).collect()))
}

fn lengths(name: &str, argument: &Value, side: BoundSide) -> Result<Demand, KeywordRefusal> {
    let count = match argument.kind {
        ValueKind::Int(count) if count >= Integer::ZERO => i64::try_from(count.get()).ok(),
        _ => None,
    };
    let count = count.ok_or_else(|| {
        refusal(format!("`{name}=` is a length, which is a whole number"), "a whole number, 0 or more")
    })?;
    let count = |of| Constraint::Count(CountBound { of, side, count });
    Ok(Demand::Constraints([Counted::Characters, Counted::Items, Counted::Keys].map(count).to_vec()))
}

fn pattern(argument: &Value) -> Result<Pattern, KeywordRefusal> {
    let text = text("regexp", argument)?;
    match Regexp::new(text) {
        Ok(_) => Ok(Pattern::new(text)),
        Err(refused) => {
            let message = format!("`{text}` is not a regular expression: {}", refused.message);
            Err(refusal(message, "a regular expression as Go (RE2) reads it"))
        }
    }
}

fn format(argument: &Value) -> Result<StringFormat, KeywordRefusal> {
    let known = match &argument.kind {
        ValueKind::String(name) => StringFormat::of_name(name),
        _ => None,
    };
    let choices: Vec<&'static str> = StringFormat::ALL.map(StringFormat::name).to_vec();
    known.ok_or_else(|| KeywordRefusal {
        expected: format!("one of {}", choices.join(", ")),
        choices,
        ..refusal("`format=` names a format", "")
    })
}

fn switch(name: &str, argument: &Value, demand: Demand) -> Result<Demand, KeywordRefusal> {
    match argument.kind {
        ValueKind::Bool(true) => Ok(demand),
        ValueKind::Bool(false) => Ok(Demand::Nothing),
        _ => Err(refusal(format!("`{name}=` is either true or false"), "`True` or `False`")),
    }
}

fn text<'a>(name: &str, argument: &'a Value) -> Result<&'a str, KeywordRefusal> {
    match &argument.kind {
        ValueKind::String(text) => Ok(text),
        _ => Err(refusal(format!("`{name}=` is a text"), "a text in quotes")),
    }
}

/// The items of a list, or the keys of a dictionary.
fn items(argument: &Value) -> Option<Vec<Value>> {
    let key = |entry: &crate::values::fragment::Fragment| Value {
        origin: entry.place,
        kind: ValueKind::from(entry.entry_key()),
    };
    match &argument.kind {
        ValueKind::Sequence(sequence) => Some(sequence.iter().cloned().collect()),
        ValueKind::Mapping(mapping) => Some(mapping.entries.iter().map(key).collect()),
        _ => None,
    }
}

fn refusal(message: impl Into<String>, expected: impl Into<String>) -> KeywordRefusal {
    KeywordRefusal { message: message.into(), expected: expected.into(), choices: Vec::new() }
}

impl Demand {
    /// Why a value does not meet it: "it must …". Null is met by all but the demand that forbids it.
    pub fn violation(&self, value: &Value) -> Option<Violation> {
        if matches!(value.kind, ValueKind::Null) {
            let violation = || Violation { expected: "not be null".to_owned(), found: "null".to_owned() };
            return matches!(self, Self::NotNull).then(violation);
        }
        match self {
            Self::Constraints(constraints) => constraints.iter().find_map(|constraint| constraint.violation(value)),
            Self::OneOf(allowed) => choice::not_one_of(value, allowed),
            Self::OneNotNull(keys) => choice::not_one_not_null(value, keys.as_deref()),
            Self::NotNull | Self::Nothing => None,
        }
    }

    /// Whether it needs a number, a text, an array or a map, and which; `None` if any value will do.
    pub fn kinds(&self) -> Option<Vec<ConstrainedKind>> {
        match self {
            Self::Constraints(constraints) => {
                let speaks = |kind: &ConstrainedKind| constraints.iter().any(|constraint| constraint.speaks_of(*kind));
                Some(ConstrainedKind::ALL.into_iter().filter(speaks).collect())
            }
            Self::OneNotNull(_) => Some(vec![ConstrainedKind::Mapping]),
            Self::OneOf(_) | Self::NotNull | Self::Nothing => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{text, value};
    use super::*;
    use crate::values::SequenceValue;

    fn int(int: i128) -> Value {
        value(ValueKind::int(int))
    }

    fn list(items: &[Value]) -> Value {
        value(ValueKind::Sequence(std::sync::Arc::new(items.iter().cloned().collect::<SequenceValue>())))
    }

    /// A value that meets the keyword, one that does not, and what is said of that.
    #[track_caller]
    fn check(name: &str, argument: &Value, met: &Value, broken: &Value, expected: &str) {
        let demand = demand(name, argument).expect("the argument suits");
        assert_eq!(demand.violation(met), None, "{name}");
        assert_eq!(demand.violation(broken).map(|violation| violation.expected).as_deref(), Some(expected), "{name}");
    }

    #[test]
    fn every_keyword_demands_something() {
        check("min", &int(2), &int(2), &int(1), "be at least 2");
        check("min", &int(1), &list(&[int(0)]), &list(&[]), "not be empty");
        check("max", &value(ValueKind::Float(0.5)), &int(0), &int(1), "be at most 0.5");
        check("min_len", &int(2), &text("éé"), &text("é"), "have at least 2 characters");
        check("max_len", &int(1), &list(&[]), &list(&[int(1), int(2)]), "have at most 1 item");
        check("enum", &list(&[int(1), text("a")]), &value(ValueKind::Float(1.0)), &text("b"), "be one of 1, \"a\"");
        check("regexp", &text("b+"), &text("abc"), &text("ac"), "match `b+`");
        check("format", &text("percent"), &text("10%"), &text("10"), "be a percentage such as `10%`");
        check("not_null", &value(ValueKind::Bool(true)), &int(0), &value(ValueKind::Null), "not be null");
        check("prefix", &text("https://"), &text("https://a"), &text("http://a"), "start with \"https://\"");
        check("starts_with", &text("a"), &int(1), &text("b"), "start with \"a\"");
        check("ends_with", &text("_db"), &text("a_db"), &text("_db2"), "end with \"_db\"");
        let twice = list(&[int(1), value(ValueKind::Float(1.0))]);
        check("unique", &value(ValueKind::Bool(true)), &list(&[int(1), text("1")]), &twice, "have no two equal items");
    }

    #[test]
    fn arguments_have_a_type() {
        let refused = [
            ("min", text("1")),
            ("max", value(ValueKind::Bool(true))),
            ("min_len", int(-1)),
            ("max_len", value(ValueKind::Float(1.5))),
            ("enum", text("a")),
            ("regexp", text("(")),
            ("format", text("datetime")),
            ("not_null", int(1)),
            ("unique", value(ValueKind::Null)),
            ("prefix", int(1)),
            ("ends_with", list(&[])),
            ("one_not_null", value(ValueKind::Bool(false))),
        ];
        for (name, argument) in refused {
            assert!(demand(name, &argument).is_err(), "{name}={argument:?}");
        }
    }

    #[test]
    fn null_meets_all_but_the_demand_that_forbids_it() {
        let null = value(ValueKind::Null);
        assert_eq!(demand("format", &text("ip")).expect("known").violation(&null), None);
        assert_eq!(demand("enum", &list(&[int(1)])).expect("a list").violation(&null), None);
    }
}
