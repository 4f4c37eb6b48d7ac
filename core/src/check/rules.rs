//! One rule against one value, as ytt's assertions judge it.

use super::annotation_rules::AnnotationRules;
use super::functions;
use crate::constraint::Violation;
use crate::problem::{Code, Problem};
use crate::schema::{Rule, RuleKind};
use crate::values::{Value, ValueKind};

/// Asks the rules of one annotation. Null breaks `not_null` and meets everything else; once `not_null` is broken nothing
/// else is asked.
pub(super) fn check_rules(rules_of_node: &mut AnnotationRules<'_>, rules: &[Rule], value: &Value) {
    let is_null = matches!(value.kind, ValueKind::Null);
    let is_not_null = |rule: &Rule| matches!(rule.kind, RuleKind::NotNull);
    let Some(first) = rules.first().filter(|_| !is_null || rules.iter().any(is_not_null)) else { return };
    if functions::applies(rules_of_node, &first.when, value) != Some(true) {
        return;
    }
    for rule in rules.iter().filter(|rule| is_null == is_not_null(rule)) {
        if let RuleKind::Function { description, function } = &rule.kind {
            functions::check_result(rules_of_node, rule, description, function, value);
        } else if let RuleKind::Predicate { description, function } = &rule.kind {
            functions::check_predicate(rules_of_node, rule, description, function, value);
        } else if let Some(violation) = rule.kind.violation(value) {
            broken(rules_of_node, rule, violation, value);
        }
    }
}

fn broken(rules_of_node: &mut AnnotationRules<'_>, rule: &Rule, violation: Violation, value: &Value) {
    let Violation { expected, found } = violation;
    let in_own_words = || {
        let message = format!("{} must {expected}", rules_of_node.subject);
        Problem::new(Code::RuleViolation, value.origin, message)
    };
    let problem = rule
        .message
        .as_ref()
        .map_or_else(in_own_words, |message| rules_of_node.invalid(message, value).expected(format!("to {expected}")));
    rules_of_node.violated(rule, value, Problem { misspelt: rule.kind.misspelt(value), ..problem.found(found) });
}
