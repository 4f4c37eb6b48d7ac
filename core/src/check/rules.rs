//! One rule against one value, as ytt's assertions judge it.

use super::{functions, merged};
use crate::constraint::{Violation, holds_unknown};
use crate::overlay::OverlaySubject;
use crate::problem::{Code, Problem};
use crate::schema::{Rule, RuleKind};
use crate::template::function::{Call, CallContext, Called, ContextUse, Functions};
use crate::text::Place;
use crate::values::{Value, ValueKind};

/// The rules of one annotation at one value, while they are asked.
pub(super) struct AnnotationRules<'a> {
    pub(super) subject: &'a OverlaySubject,
    pub(super) functions: &'a dyn Functions,
    /// The maps and arrays around the value, the document first.
    pub(super) around: &'a [&'a Value],
    /// Where the schema declares a map or array that documents were merged into: ytt knows such a value from there.
    pub(super) declared: Option<Place>,
    pub(super) problems: &'a mut Vec<Problem>,
    /// Whether every function that was asked has answered.
    pub(super) is_settled: bool,
    /// What functions have read around the value.
    pub(super) read: ContextUse,
}

impl AnnotationRules<'_> {
    /// Asks the rules. Null breaks `not_null` and meets everything else; once `not_null` is broken nothing else is asked.
    pub(super) fn run(&mut self, rules: &[Rule], value: &Value) {
        let is_null = matches!(value.kind, ValueKind::Null);
        let is_not_null = |rule: &Rule| matches!(rule.kind, RuleKind::NotNull);
        let Some(first) = rules.first().filter(|_| !is_null || rules.iter().any(is_not_null)) else { return };
        if functions::applies(self, &first.when, value) != Some(true) {
            return;
        }
        for rule in rules.iter().filter(|rule| is_null == is_not_null(rule)) {
            if let RuleKind::Function { description, function } = &rule.kind {
                functions::ask(self, rule, description, function, value);
            } else if let RuleKind::Predicate { description, function } = &rule.kind {
                functions::ask_predicate(self, rule, description, function, value);
            } else if let Some(violation) = rule.kind.violation(value) {
                self.broken(rule, violation, value);
            }
        }
    }

    fn broken(&mut self, rule: &Rule, violation: Violation, value: &Value) {
        let Violation { expected, found } = violation;
        let in_own_words = || {
            let message = format!("{} must {expected}", self.subject);
            Problem::new(Code::RuleViolation, value.origin, message)
        };
        let problem = rule
            .message
            .as_ref()
            .map_or_else(in_own_words, |message| self.invalid(message, value).expected(format!("to {expected}")));
        self.violated(rule, value, Problem { misspelt: rule.kind.misspelt(value), ..problem.found(found) });
    }

    /// A value that is not valid, in the words of the schema's author.
    pub(super) fn invalid(&self, message: &str, value: &Value) -> Problem {
        let message = format!("{} is not valid: {}", self.subject, message.trim().trim_end_matches('.'));
        Problem::new(Code::RuleViolation, value.origin, message)
    }

    /// What is judged, as the start of a sentence.
    pub(super) fn subject(&self) -> &OverlaySubject {
        self.subject
    }

    /// Calls a function, unless part of what it is given is not known.
    pub(super) fn call(&mut self, call: &Call) -> Called {
        if call.arguments.iter().any(|given| matches!(given, value if holds_unknown(value))) {
            return Called::Pending;
        }
        let called = self.functions.call(call);
        match called {
            Called::Pending => self.is_settled = false,
            Called::Done(_, ref read) => {
                self.read.parent.add(&read.parent);
                self.read.root.add(&read.root);
            }
        }
        called
    }

    /// Where a value stands. The document has no parent and is its own root.
    pub(super) fn context(&self, value: &Value) -> CallContext {
        let null = || Value::unwritten(ValueKind::Null);
        CallContext {
            parent: self.around.last().map_or_else(null, |around| (*around).clone()),
            root: self.around.first().map_or_else(|| value.clone(), |root| (*root).clone()),
        }
    }

    pub(super) fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Reports a rule that a value breaks.
    pub(super) fn violated(&mut self, rule: &Rule, value: &Value, problem: Problem) {
        let is_written = rule.declared != Place::NOWHERE;
        let problem = if is_written { problem.related(rule.declared, "the rule is stated here") } else { problem };
        let declared = self.declared.filter(|declared| *declared != problem.place);
        let problem =
            declared.into_iter().fold(problem, |problem, it| problem.related(it, "the schema declares it here"));
        self.report(merged::with_state(problem, value, self.declared));
    }
}
