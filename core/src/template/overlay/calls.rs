//! Asking the functions that overlay annotations hold.

use std::cell::Cell;

use crate::problem::{About, Code, Problem};

use crate::template::function::{Call, Called, Failure, Functions};
use crate::text::Place;
use crate::values::function::Function;
use crate::values::{Value, ValueKind};

/// Why a function gave no usable answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CallRefusal {
    /// It ended early.
    Failed(Failure),
    /// It gave something of this type instead of true or false.
    NotBoolean(&'static str),
    /// There is none to call, nor a count.
    NoCount,
}

/// Calls a function; `None` while the outcome is not known.
pub(crate) fn call(
    functions: &dyn Functions,
    function: &Function,
    arguments: Vec<Value>,
) -> Option<Result<ValueKind, Failure>> {
    match functions.call(&Call::new(function, arguments)) {
        Called::Done(result, _) => Some(result),
        Called::Pending => None,
    }
}

/// Asks a function that says yes or no; `None` while that is not known.
pub(crate) fn call_predicate(
    functions: &dyn Functions,
    function: &Function,
    arguments: Vec<Value>,
) -> Result<Option<bool>, CallRefusal> {
    match call(functions, function, arguments) {
        None | Some(Ok(ValueKind::Unknown)) => Ok(None),
        Some(Ok(ValueKind::Bool(answer))) => Ok(Some(answer)),
        Some(Ok(content)) => Err(CallRefusal::NotBoolean(content.type_name())),
        Some(Err(failure)) => Err(CallRefusal::Failed(failure)),
    }
}

/// A scalar as a function is given it.
pub(crate) fn given(kind: ValueKind) -> Value {
    Value::unwritten(kind)
}

impl CallRefusal {
    /// What is wrong, at a node whose annotation holds the function as `keyword`, such as `by=`.
    pub(crate) fn problem(self, place: Place, keyword: &str) -> Problem {
        match self {
            Self::Failed(failure) => failed(place, keyword, failure),
            Self::NotBoolean(found) => {
                let message = format!("The function of `{keyword}` returns neither true nor false");
                Problem::new(Code::OverlayMismatch, place, message).found(found).expected("`True` or `False`")
            }
            Self::NoCount => Problem::new(Code::OverlayMismatch, place, no_count(keyword)),
        }
    }
}

/// What is said of something that is no count, given as `keyword`, such as `when=`.
pub(crate) fn no_count(keyword: &str) -> String {
    format!("`{keyword}` is a count such as `1`, `\"1+\"`, or a list of counts")
}

/// A function that ended early. One that used too much is reported where it was running.
pub(crate) fn failed(place: Place, keyword: &str, failure: Failure) -> Problem {
    let Failure { message, frames, is_over_budget, about } = failure;
    let mut frames: Vec<_> = frames.into_iter().filter(|(_, frame)| *frame != Place::NOWHERE).collect();
    let problem = if is_over_budget && !frames.is_empty() {
        let (_, running) = frames.remove(0);
        let words = format!("The function of `{keyword}` is stopped: {message}");
        Problem::new(Code::EvaluationBudget, running, words).related(place, "it is called for this node")
    } else if is_over_budget {
        Problem::new(Code::EvaluationBudget, place, format!("The function of `{keyword}` is stopped: {message}"))
    } else {
        let is_called_wrongly = matches!(about, Some(About::CallOf(_)));
        let problem =
            Problem::new(Code::OverlayMismatch, place, format!("The function of `{keyword}` fails")).found(message);
        match parameters(keyword).filter(|_| is_called_wrongly) {
            Some(parameters) => problem.expected(format!("a function of {parameters}")),
            None => problem,
        }
    };
    frames.into_iter().fold(problem, |problem, (name, frame)| problem.related(frame, format!("in `{name}`")))
}

/// What a function is given.
fn parameters(keyword: &str) -> Option<&'static str> {
    match keyword {
        "by=" => Some("three values: an index, what is below, and what is laid over it"),
        "via=" => Some("two values: what is below, and what is laid over it"),
        "expects=" => Some("one value: how many match"),
        _ => None,
    }
}

/// Calls functions until one has to be stopped: what hangs once would hang for every node.
pub(crate) struct UntilStopped<'a> {
    functions: &'a dyn Functions,
    is_stopped: Cell<bool>,
}

impl<'a> UntilStopped<'a> {
    /// Calls these.
    pub(crate) fn new(functions: &'a dyn Functions) -> Self {
        Self { functions, is_stopped: Cell::new(false) }
    }
}

impl Functions for UntilStopped<'_> {
    fn call(&self, call: &Call) -> Called {
        if self.is_stopped.get() {
            return Called::Pending;
        }
        let called = self.functions.call(call);
        self.is_stopped.set(matches!(&called, Called::Done(Err(failure), _) if failure.is_over_budget));
        called
    }

    fn unwind_if_cancelled(&self) {
        self.functions.unwind_if_cancelled();
    }
}
