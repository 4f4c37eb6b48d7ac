//! Rules that are functions, and functions that say whether rules apply. A function that was not run yet claims nothing.

use super::annotation_rules::AnnotationRules;
use crate::constraint::words::shown;
use crate::problem::{Code, Problem};
use crate::schema::{Rule, When};

use crate::template::function::{Call, CallContext, Called, Failure, Wants};
use crate::text::Place;
use crate::values::function::Function;
use crate::values::{Value, ValueKind};

/// Whether the rules of an annotation apply to a value; `None` if that is not known.
pub(super) fn applies(rules: &mut AnnotationRules<'_>, when: &When, value: &Value) -> Option<bool> {
    let (function, place) = match when {
        When::Always => return Some(true),
        When::Unevaluated => return None,
        When::Function(function, place) => (function, *place),
    };
    let wants_context = match function.parameters {
        Some(1) => false,
        Some(2) => true,
        count => {
            let message = "The function of `when=` must take the value, and optionally its context";
            let problem = Problem::new(Code::AnnotationArguments, place, message);
            // ytt counts the parameters, and ends where a function that is built in has none to count.
            let found = count.map_or_else(
                || format!("`{}`, which is built in", function.name),
                |count| format!("a function of {count} arguments"),
            );
            rules.report(problem.found(found).expected("a function of one or two arguments"));
            return None;
        }
    };
    let context = wants_context.then(|| Box::new(rules.context(value)));
    match call(rules, function, value, context)? {
        Ok(ValueKind::Bool(applies)) => Some(applies),
        Ok(other) => {
            let message = "The function of `when=` must return true or false";
            let problem = Problem::new(Code::AnnotationArguments, place, message);
            rules.report(problem.found(type_word(&other)).expected("`True` or `False`"));
            None
        }
        Err(failure) => {
            let problem = Problem::new(Code::AnnotationArguments, place, "The function of `when=` fails");
            rules.report(with_frames(problem.found(failure.message), &failure.frames));
            None
        }
    }
}

/// What a rule says, as a sentence: its description ends "must be …", or is a "must …" itself.
fn stated(rules: &AnnotationRules<'_>, description: &str) -> String {
    let subject = rules.subject;
    match description {
        "" => format!("{subject} breaks a rule"),
        _ if description.starts_with("must ") => format!("{subject} {description}"),
        _ => format!("{subject} must be {description}"),
    }
}

/// With what the function says about itself.
fn explained(problem: Problem, function: &Function) -> Problem {
    match function.summary() {
        summary if summary.is_empty() => problem,
        summary => problem.hint(format!("`{}`: {summary}", function.name)),
    }
}

/// Asks a function whether a value is valid. Only exactly true says so.
pub(super) fn check_result(
    rules: &mut AnnotationRules<'_>,
    rule: &Rule,
    description: &str,
    function: &Function,
    value: &Value,
) {
    let Some(result) = call(rules, function, value, None) else { return };
    let problem = Problem::new(Code::RuleViolation, value.origin, stated(rules, description));
    let problem = explained(problem, function);
    match result {
        Ok(ValueKind::Bool(true)) => {}
        Ok(ValueKind::Bool(false)) => rules.violated(rule, value, problem.found(shown(value))),
        Ok(other) => {
            let hint = format!("the rule's function returned {}; only `True` says that a value is valid", a(&other));
            rules.violated(rule, value, problem.found(shown(value)).hint(hint));
        }
        Err(failure) => rules.violated(rule, value, with_frames(problem.found(failure.message), &failure.frames)),
    }
}

/// Asks a function that says by its truth whether a value is valid. A failure says why it is not.
pub(super) fn check_predicate(
    rules: &mut AnnotationRules<'_>,
    rule: &Rule,
    description: &str,
    function: &Function,
    value: &Value,
) {
    let given = vec![value.clone()];
    let request = Call { wants: Wants::Verdict, ..Call::new(function, given) };
    let Some(result) = outcome(rules, &request, value) else { return };
    let problem = match (rule.message.as_deref(), description) {
        (Some(message), _) => rules.invalid(message, value),
        (None, description) => Problem::new(Code::RuleViolation, value.origin, stated(rules, description)),
    };
    let problem = explained(problem, function);
    match result {
        Ok(ValueKind::Bool(true)) => {}
        Ok(ValueKind::String(word)) => {
            rules.violated(rule, value, problem.found(shown(value)));
            let message = format!("`{}` says neither that a value is valid nor that it is not", function.name);
            let problem = Problem::new(Code::AnnotationArguments, rule.declared, message)
                .found(format!("it returned a value of type {word}"));
            rules.report(problem.expected("`True`, `False`, `None`, or a pair of a verdict and a message"));
        }
        Ok(_) => rules.violated(rule, value, problem.found(shown(value))),
        Err(failure) => {
            let problem = if rule.message.is_none() && description.is_empty() {
                explained(rules.invalid(&failure.message, value), function).found(shown(value))
            } else {
                problem.found(failure.message)
            };
            rules.violated(rule, value, with_frames(problem, &failure.frames));
        }
    }
}

/// The outcome of a call; `None` if it is not known yet, or was stopped because it took too long, which is reported.
fn call(
    rules: &mut AnnotationRules<'_>,
    function: &Function,
    value: &Value,
    context: Option<Box<CallContext>>,
) -> Option<Result<ValueKind, Failure>> {
    outcome(rules, &Call { context, ..Call::new(function, vec![value.clone()]) }, value)
}

fn outcome(rules: &mut AnnotationRules<'_>, call: &Call, value: &Value) -> Option<Result<ValueKind, Failure>> {
    let function = &call.function;
    match rules.call(call) {
        Called::Pending => None,
        Called::Done(Err(failure), _) if failure.is_over_budget => {
            let place = failure.frames.first().map(|(_, place)| *place).or(function.defined);
            let message = format!("`{}` is stopped: {}", function.name, failure.message);
            let problem = Problem::new(Code::EvaluationBudget, place.unwrap_or(value.origin), message);
            rules.report(with_frames(problem, failure.frames.get(1..).unwrap_or_default()));
            None
        }
        Called::Done(result, _) => Some(result),
    }
}

fn with_frames(problem: Problem, frames: &[(smol_str::SmolStr, Place)]) -> Problem {
    frames.iter().fold(problem, |problem, (function, place)| problem.related(*place, format!("in `{function}`")))
}

fn type_word(content: &ValueKind) -> &'static str {
    match content {
        ValueKind::Unknown => "a value that is no YAML",
        kind => kind.type_name(),
    }
}

fn a(content: &ValueKind) -> String {
    match type_word(content) {
        "null" => "`None`".to_owned(),
        word if word.starts_with(['a', 'i']) => format!("an {word}"),
        word => format!("a {word}"),
    }
}
