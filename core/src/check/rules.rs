//! One rule against one value, as ytt's assertions judge it.

use super::annotation_rules::AnnotationRules;
use super::functions;
use crate::constraint::Violation;
use crate::problem::{Code, Problem};
use crate::schema::{Rule, RuleKind};
use crate::values::{Value, ValueKind};

/// Asks the rules of one annotation. Null breaks `not_null` and meets everything else; once `not_null` is broken nothing
/// else is asked.
pub(super) fn check_rules(annotation_rules: &mut AnnotationRules<'_>, rules: &[Rule], value: &Value) {
    let is_null = matches!(value.kind, ValueKind::Null);
    let is_not_null = |rule: &Rule| matches!(rule.kind, RuleKind::NotNull);
    let Some(first) = rules.first().filter(|_| !is_null || rules.iter().any(is_not_null)) else { return };
    if functions::applies(annotation_rules, &first.when, value) != Some(true) {
        return;
    }
    for rule in rules.iter().filter(|rule| is_null == is_not_null(rule)) {
        if let RuleKind::Function { description, function } = &rule.kind {
            functions::check_result(annotation_rules, rule, description, function, value);
        } else if let RuleKind::Predicate { description, function } = &rule.kind {
            functions::check_predicate(annotation_rules, rule, description, function, value);
        } else if let Some(violation) = rule.kind.violation(value) {
            broken(annotation_rules, rule, violation, value);
        }
    }
}

fn broken(annotation_rules: &mut AnnotationRules<'_>, rule: &Rule, violation: Violation, value: &Value) {
    let Violation { expected, found } = violation;
    let problem = if let Some(message) = &rule.message {
        annotation_rules.invalid(message, value).expected(format!("to {expected}"))
    } else {
        let message = format!("{} must {expected}", annotation_rules.subject);
        Problem::new(Code::RuleViolation, value.origin, message)
    };
    annotation_rules.violated(rule, value, Problem { misspelt: rule.kind.misspelt(value), ..problem.found(found) });
}
