//! Which types a JSON Schema allows.

use smol_str::SmolStr;

use crate::constraint::number;
use crate::values::{Integer, Value, ValueKind};

use super::keywords::ImportedKeywords;

/// A type that a schema document can show by an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExampleType {
    Any,
    Bool,
    Int,
    Float,
    Text,
    Mapping,
    Sequence,
}

impl ExampleType {
    /// The type of that name in JSON Schema.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "boolean" => Self::Bool,
            "integer" => Self::Int,
            "number" => Self::Float,
            "string" => Self::Text,
            "object" => Self::Mapping,
            "array" => Self::Sequence,
            _ => return None,
        })
    }

    fn of(value: &Value) -> Option<Self> {
        Some(match value.kind {
            ValueKind::Bool(_) => Self::Bool,
            ValueKind::Int(_) => Self::Int,
            ValueKind::Float(_) => Self::Float,
            ValueKind::String(_) => Self::Text,
            ValueKind::Mapping(_) => Self::Mapping,
            ValueKind::Sequence(_) => Self::Sequence,
            ValueKind::Null | ValueKind::Unknown => return None,
        })
    }

    /// What Starlark's `type` gives for a scalar of it.
    pub(super) fn starlark(self) -> Option<&'static str> {
        match self {
            Self::Bool => Some("bool"),
            Self::Int => Some("int"),
            Self::Text => Some("string"),
            Self::Any | Self::Float | Self::Mapping | Self::Sequence => None,
        }
    }

    /// Whether a scalar is of it.
    pub(super) fn takes(self, value: &Value) -> bool {
        let kind = Self::of(value);
        kind == Some(self) || self == Self::Float && kind == Some(Self::Int)
    }

    /// The emptiest scalar of it.
    pub(super) fn zero(self) -> Value {
        Value::unwritten(match self {
            Self::Bool => ValueKind::Bool(false),
            Self::Int => ValueKind::Int(Integer::ZERO),
            Self::Float => ValueKind::Float(0.0),
            Self::Text => ValueKind::String(SmolStr::default()),
            Self::Any | Self::Mapping | Self::Sequence => ValueKind::Null,
        })
    }

    /// A scalar as an example of it: a whole number among numbers shows the point.
    pub(super) fn shown(self, value: Value) -> Value {
        match number(&value.kind) {
            Some(number) if self == Self::Float => Value::unwritten(ValueKind::Float(number)),
            _ => value,
        }
    }
}

/// The types that a schema allows.
pub(super) struct AllowedTypes {
    /// Without null; empty where every type is allowed.
    pub(super) kinds: Vec<ExampleType>,
    /// Whether null is allowed, where not everything is.
    pub(super) has_null: bool,
}

impl AllowedTypes {
    pub(super) fn of(keywords: &ImportedKeywords) -> Self {
        let mut names = keywords.names("type");
        names.extend(keywords.value("type").and_then(Value::text).map(ToString::to_string));
        let mut kinds: Vec<ExampleType> = names.iter().filter_map(|name| ExampleType::named(name)).collect();
        let mut has_null = keywords.is_true("nullable") || names.iter().any(|name| name == "null");
        let choices = keywords.choices();
        if kinds.is_empty() && !has_null {
            kinds = match &choices {
                Some(choices) => choices.iter().filter_map(ExampleType::of).collect(),
                None if keywords.value("properties").is_some() => vec![ExampleType::Mapping],
                None if keywords.value("items").is_some() => vec![ExampleType::Sequence],
                None => Vec::new(),
            };
            let takes_null = |choices: &Vec<Value>| choices.iter().any(|it| matches!(it.kind, ValueKind::Null));
            has_null = choices.as_ref().is_some_and(takes_null);
        }
        if kinds.contains(&ExampleType::Float) {
            kinds.retain(|kind| *kind != ExampleType::Int);
        }
        let mut known = Vec::new();
        kinds.retain(|kind| {
            !known.contains(kind) && {
                known.push(*kind);
                true
            }
        });
        Self { kinds, has_null }
    }

    /// The one type besides null, if there is one: anything, where nothing is said.
    pub(super) fn single(&self) -> Option<ExampleType> {
        match self.kinds.as_slice() {
            [] => Some(ExampleType::Any),
            [kind] => Some(*kind),
            _ => None,
        }
    }
}
