//! Rules in words: what they demand, what their author says of values that break them, and the code that judges.

use super::{code_span, formatted, place_words, shortened};
use crate::analysis::Analysis;
use crate::ide::line::text_of;
use crate::schema::describe::rule_words;
use crate::schema::{Rule, RuleKind, SchemaNode, Type};
use crate::values::function::Function;

/// What the rules of a node demand, each as the end of the sentence "It must be …".
pub(super) fn words(analysis: &Analysis, node: &SchemaNode) -> Vec<String> {
    let must_be_set = node.emptiness.as_ref().is_some_and(|emptiness| !emptiness.refused.is_empty());
    let set = must_be_set.then(|| "set (not empty)".to_owned());
    let mut words: Vec<String> = set.into_iter().collect();
    let mut rules = node.rules.iter().peekable();
    while let Some(rule) = rules.next() {
        if let Some(range) = rules.peek().and_then(|next| length_range(node, rule, next)) {
            rules.next();
            words.push(range);
        } else {
            words.extend(rule_line(analysis, rule));
        }
    }
    words
}

/// Both bounds of a length, stated together.
fn length_range(node: &SchemaNode, rule: &Rule, next: &Rule) -> Option<String> {
    let (RuleKind::MinLen(least), RuleKind::MaxLen(most)) = (&rule.kind, &next.kind) else { return None };
    let unit = match &node.ty {
        Type::String => "characters",
        Type::Sequence(_) => "items",
        Type::Mapping(_) => "keys",
        _ => return None,
    };
    let has_message = rule.message.is_some() || next.message.is_some();
    (!has_message).then(|| format!("{least} to {most} {unit}"))
}

fn rule_line(analysis: &Analysis, rule: &Rule) -> Option<String> {
    let words = match &rule.kind {
        RuleKind::Predicate { description, function } => function_of_rule(analysis, rule, description, function),
        kind => formatted(&rule_words(kind)?),
    };
    Some(match &rule.message {
        Some(message) => format!("{words} ({})", formatted(message)),
        None => words,
    })
}

/// What a function judges: its words, its code as it is written, and where it is defined.
fn function_of_rule(analysis: &Analysis, rule: &Rule, description: &str, function: &Function) -> String {
    let written = analysis.document(rule.declared.file).and_then(|document| {
        let range = document.resolve(rule.declared)?;
        Some(text_of(document.rope(), range))
    });
    let code = code_span(&shortened(&written.unwrap_or_else(|| function.name.to_string())));
    let defined = function.defined.and_then(|place| place_words(analysis, place));
    let defined = defined.map(|place| format!(", defined in {}", code_span(&place))).unwrap_or_default();
    match description {
        "" => format!("accepted by {code}{defined}"),
        description => format!("{}, by {code}{defined}", formatted(description)),
    }
}
