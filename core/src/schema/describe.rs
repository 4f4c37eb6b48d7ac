//! A schema node in words: type, default, constraints. What is shown where is the reader's choice.

use crate::constraint::Constraint;
use crate::schema::combination::Combination;
use smol_str::SmolStr;

use crate::schema::{Admission, MappingType, Others, RuleKind, SchemaNode, Type, When};
use crate::values::Value;
use crate::values::flow::flow;

/// The type in ytt's words: `integer`, `array of string`; with ` or null` where null is a value too.
pub fn type_words(node: &SchemaNode) -> String {
    match words_of(&node.ty) {
        None => "any".to_owned(),
        Some(words) if node.nullable && !matches!(node.ty, Type::Null) => format!("{words} or null"),
        Some(words) => words,
    }
}

/// A type in ytt's words; `None` where everything goes.
fn words_of(ty: &Type) -> Option<String> {
    Some(match ty {
        Type::Any | Type::Unknown => return None,
        Type::Null => "null".to_owned(),
        Type::OneOf(types) => types.iter().filter_map(words_of).collect::<Vec<_>>().join(" or "),
        Type::Combined(Combination { combinator, alternatives }) => {
            format!("{} of {} schemas", combinator.words(), alternatives.len())
        }
        Type::Bool => "boolean".to_owned(),
        Type::Int => "integer".to_owned(),
        Type::Float => "float".to_owned(),
        Type::String => "string".to_owned(),
        Type::Mapping(MappingType { others: Others::Kept(value), fields, .. }) if fields.is_empty() => {
            format!("map of {}", type_words(value))
        }
        Type::Mapping(_) => "map".to_owned(),
        Type::Sequence(item) => {
            let words = type_words(item);
            if words.contains(" or ") { format!("array of ({words})") } else { format!("array of {words}") }
        }
    })
}

/// A key in words: `static_ip` is `Static ip`.
pub fn key_in_words(key: &str) -> String {
    let blanks = key.replace(|character: char| !character.is_alphanumeric(), " ");
    let words = blanks.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut characters = words.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + characters.as_str()
}

/// What a rule demands, as the end of the sentence "It must be …"; `None` if it says nothing by itself.
pub fn rule_words(rule: &RuleKind) -> Option<String> {
    let words = match rule {
        RuleKind::Min(bound) => format!("at least {}", flow(bound)),
        RuleKind::Max(bound) => format!("at most {}", flow(bound)),
        RuleKind::MinLen(1) => "not empty".to_owned(),
        RuleKind::MinLen(length) => format!("of length {length} or more"),
        RuleKind::MaxLen(length) => format!("of length {length} or less"),
        RuleKind::NotNull => "set (not null)".to_owned(),
        RuleKind::OneNotNull(None) => "given exactly one key that is not null".to_owned(),
        RuleKind::OneNotNull(Some(keys)) => {
            format!("given exactly one key that is not null, out of {}", list(keys.iter().map(flow)))
        }
        RuleKind::OneOf(values) => format!("one of {}", list(values.iter().map(flow))),
        RuleKind::Predicate { description, function } if description.is_empty() => {
            format!("accepted by `{}`", function.name)
        }
        RuleKind::Function { description, .. } | RuleKind::Predicate { description, .. } => description.clone(),
        RuleKind::Constraint(constraint) => constraint_words(constraint),
        RuleKind::Admission(Admission::ListKeys(keys)) => {
            format!("a list in which no two items have the same {}", list(keys.iter().map(SmolStr::to_string)))
        }
        RuleKind::Admission(Admission::DistinctItems) => "a list in which no two items are the same".to_owned(),
        RuleKind::Admission(Admission::Expression(rule)) => return rule.message.as_ref().map(ToString::to_string),
        RuleKind::Unmeetable(_) | RuleKind::Nothing | RuleKind::Composition(_) => return None,
        RuleKind::Unevaluated(description) => return description.clone(),
    };
    Some(words)
}

/// The functions that judge values of a node and say something about themselves, each with what it says.
pub fn documented_functions(node: &SchemaNode) -> Vec<(&SmolStr, &SmolStr)> {
    let mut descriptions: Vec<(&SmolStr, &SmolStr)> = Vec::new();
    for rule in &node.rules {
        let judge = match &rule.kind {
            RuleKind::Function { function, .. } | RuleKind::Predicate { function, .. } => Some(function),
            _ => None,
        };
        let condition = match &rule.when {
            When::Function(function, _) => Some(function),
            When::Always | When::Unevaluated => None,
        };
        for function in judge.into_iter().chain(condition).filter(|function| !function.documentation.is_empty()) {
            let words = (&function.name, &function.documentation);
            if !descriptions.contains(&words) {
                descriptions.push(words);
            }
        }
    }
    descriptions
}

fn constraint_words(constraint: &Constraint) -> String {
    match constraint {
        Constraint::Pattern(pattern) => format!("text that matches `{}`", pattern.text()),
        Constraint::StartsWith(_) | Constraint::EndsWith(_) => {
            constraint.to_string().replacen("start", "text that starts", 1).replacen("end", "text that ends", 1)
        }
        Constraint::UniqueItems => "without two equal items".to_owned(),
        // "be at least 5", "not be empty", "have at least 5 items"
        other => other.to_string().replacen("not be", "not", 1).replacen("be ", "", 1).replacen("have ", "of ", 1),
    }
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::text::Place;
    use crate::values::ValueKind;

    fn value(kind: ValueKind) -> Value {
        Value { origin: Place::NOWHERE, kind }
    }

    fn node(ty: Type, nullable: bool) -> SchemaNode {
        SchemaNode { ty, nullable, default: value(ValueKind::Null), ..SchemaNode::unknown(Place::NOWHERE) }
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
        let others = Others::Kept(Arc::new(node(Type::Int, false)));
        assert_eq!(
            type_words(&node(Type::Mapping(MappingType { others, ..MappingType::default() }), false)),
            "map of integer"
        );
    }

    #[test]
    fn rules_end_a_sentence() {
        let names = vec![value(ValueKind::String("a".into())), value(ValueKind::String("b".into()))];
        assert_eq!(rule_words(&RuleKind::Min(value(ValueKind::int(1)))).unwrap(), "at least 1");
        assert_eq!(rule_words(&RuleKind::OneOf(names)).unwrap(), "one of \"a\", \"b\"");
        assert_eq!(rule_words(&RuleKind::Unevaluated(None)), None);
    }
}
