//! A schema node in words: type, default, constraints. What is shown where is the reader's choice.

use std::fmt::Write as _;

use crate::schema::{RuleKind, SchemaNode, Type};
use crate::values::{Key, Value, ValueKind};
use crate::yaml::scalar::{ScalarValue, resolve_plain};

/// The type in ytt's words: `integer`, `array of string`; with ` or null` where null is a value too.
pub fn type_words(node: &SchemaNode) -> String {
    let words = match &node.ty {
        Type::Any | Type::Unknown => return "any".to_owned(),
        Type::Bool => "boolean".to_owned(),
        Type::Int => "integer".to_owned(),
        Type::Float => "float".to_owned(),
        Type::String => "string".to_owned(),
        Type::Mapping(_) => "map".to_owned(),
        Type::Sequence(item) if item.nullable && !matches!(item.ty, Type::Any | Type::Unknown) => {
            format!("array of ({})", type_words(item))
        }
        Type::Sequence(item) => format!("array of {}", type_words(item)),
    };
    if node.nullable { format!("{words} or null") } else { words }
}

/// What a rule demands, as the end of the sentence "It must be …"; `None` if it says nothing by itself.
pub fn rule_words(rule: &RuleKind) -> Option<String> {
    let words = match rule {
        RuleKind::Min(bound) => format!("at least {}", flow(bound)),
        RuleKind::Max(bound) => format!("at most {}", flow(bound)),
        RuleKind::MinLen(length) => format!("of length {length} or more"),
        RuleKind::MaxLen(length) => format!("of length {length} or less"),
        RuleKind::NotNull => "set (not null)".to_owned(),
        RuleKind::OneNotNull(None) => "given exactly one key that is not null".to_owned(),
        RuleKind::OneNotNull(Some(keys)) => {
            format!("given exactly one key that is not null, out of {}", list(keys.iter().map(flow)))
        }
        RuleKind::OneOf(values) => format!("one of {}", list(values.iter().map(flow))),
        RuleKind::Unevaluated(description) => return description.clone(),
    };
    Some(words)
}

fn list(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// The values that a `one_of` rule allows; `None` if there is no such rule.
pub fn allowed_values(node: &SchemaNode) -> Option<&[Value]> {
    node.rules.iter().find_map(|rule| match &rule.kind {
        RuleKind::OneOf(values) => Some(values.as_slice()),
        _ => None,
    })
}

/// A value on one line, as YAML in flow style. Text is always quoted.
pub fn flow(value: &Value) -> String {
    let mut text = String::new();
    write_flow(value, &mut text);
    text
}

fn write_flow(value: &Value, text: &mut String) {
    match &value.kind {
        ValueKind::Null | ValueKind::Unknown => text.push_str("null"),
        ValueKind::Bool(bool) => {
            let _ = write!(text, "{bool}");
        }
        ValueKind::Int(int) => {
            let _ = write!(text, "{int}");
        }
        ValueKind::Float(float) => {
            let _ = write!(text, "{float:?}");
        }
        ValueKind::String(string) => text.push_str(&quoted(string)),
        ValueKind::Mapping(mapping) => {
            text.push('{');
            for (index, entry) in mapping.entries.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { ", " });
                let _ = write!(text, "{}: ", key_text(&entry.key));
                write_flow(&entry.value, text);
            }
            text.push('}');
        }
        ValueKind::Sequence(sequence) => {
            text.push('[');
            for (index, item) in sequence.runs.iter().flat_map(|run| run.iter()).enumerate() {
                text.push_str(if index == 0 { "" } else { ", " });
                write_flow(item, text);
            }
            text.push(']');
        }
    }
}

/// Text as a plain scalar where YAML reads it back as the same text, else in double quotes.
pub fn plain_or_quoted(text: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '/' | ' ');
    let is_safe = text.starts_with(|first: char| first.is_alphanumeric() || matches!(first, '_' | '/' | '.'))
        && text.chars().all(is_plain)
        && !text.ends_with(' ')
        && matches!(resolve_plain(&text.into()), ScalarValue::String(_));
    if is_safe { text.to_owned() } else { quoted(text) }
}

/// Text in double quotes, escaped as YAML and JSON both understand.
pub fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// A key as people name it: text as it is, anything else as YAML writes it.
pub fn key_text(key: &Key) -> String {
    match key {
        Key::Null => "null".to_owned(),
        Key::Bool(bool) => bool.to_string(),
        Key::Int(int) => int.to_string(),
        Key::Float(bits) => format!("{bits:?}"),
        Key::String(text) => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::text::Place;
    use crate::values::{EntryValue, MappingValue, SequenceValue};

    fn value(kind: ValueKind) -> Value {
        Value { origin: Place::NOWHERE, kind }
    }

    fn node(ty: Type, nullable: bool) -> SchemaNode {
        SchemaNode {
            ty,
            nullable,
            default: value(ValueKind::Null),
            title: None,
            description: None,
            examples: Vec::new(),
            deprecated: None,
            rules: Vec::new(),
            declared: Place::NOWHERE,
        }
    }

    #[test]
    fn types_are_named_as_ytt_names_them() {
        let array = |item: SchemaNode| Type::Sequence(Arc::new(item));
        assert_eq!(type_words(&node(Type::Int, false)), "integer");
        assert_eq!(type_words(&node(Type::Any, true)), "any");
        assert_eq!(type_words(&node(array(node(Type::String, false)), true)), "array of string or null");
        assert_eq!(type_words(&node(array(node(Type::String, true)), false)), "array of (string or null)");
        assert_eq!(
            type_words(&node(array(node(array(node(Type::Bool, false)), false)), false)),
            "array of array of boolean"
        );
    }

    #[test]
    fn rules_end_a_sentence() {
        let names = vec![value(ValueKind::String("a".into())), value(ValueKind::String("b".into()))];
        assert_eq!(rule_words(&RuleKind::Min(value(ValueKind::Int(1)))).unwrap(), "at least 1");
        assert_eq!(rule_words(&RuleKind::OneOf(names)).unwrap(), "one of \"a\", \"b\"");
        assert_eq!(rule_words(&RuleKind::Unevaluated(None)), None);
    }

    #[test]
    fn a_value_fits_on_one_line() {
        let item = value(ValueKind::Sequence(Arc::new(SequenceValue {
            runs: vec![Arc::from([value(ValueKind::Float(1.0))])],
        })));
        let entry = EntryValue { key: Key::Int(1), key_origin: Place::NOWHERE, value: item };
        let mapping = MappingValue { entries: vec![entry], ..MappingValue::default() };
        assert_eq!(flow(&value(ValueKind::Mapping(Arc::new(mapping)))), "{1: [1.0]}");
        assert_eq!(flow(&value(ValueKind::String("a \"b\"\n".into()))), r#""a \"b\"\n""#);
    }
}
