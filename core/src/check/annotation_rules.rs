//! What rules are asked with, and where they report what they find.

use super::merged;
use crate::constraint::holds_unknown;
use crate::data_values::OverlaySubject;
use crate::problem::{Code, Problem};
use crate::schema::Rule;
use crate::template::function::{Call, CallContext, Called, ContextUse, Functions};
use crate::text::Place;
use crate::values::{Value, ValueKind};

/// The rules of one annotation at one value, while they are asked.
pub(super) struct AnnotationRules<'a> {
    /// What is judged, as the start of a sentence.
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
    /// A value that is not valid, in the words of the schema's author.
    pub(super) fn invalid(&self, message: &str, value: &Value) -> Problem {
        let message = format!("{} is not valid: {}", self.subject, message.trim().trim_end_matches('.'));
        Problem::new(Code::RuleViolation, value.origin, message)
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
