//! Functions of template code that outlive the evaluation that defined them: rules, matchers, replacers.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::reads::{ContextReads, Observed, Read};
use crate::problem::About;
use crate::text::Place;
use crate::values::function::Function;
use crate::values::{Value, ValueKind};

/// One call of a function.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function.
    pub function: Function,
    /// Its arguments in order. Maps and arrays arrive as YAML fragments, as ytt gives them.
    pub arguments: Vec<Value>,
    /// What a second argument of a `when=` function offers: `parent` and `root`. Given after `arguments`.
    pub context: Option<Box<CallContext>>,
    /// What the caller makes of the result.
    pub wants: Wants,
}

impl Call {
    /// A call whose result is data.
    pub fn new(function: &Function, arguments: Vec<Value>) -> Self {
        Self { function: function.clone(), arguments, context: None, wants: Wants::Data }
    }
}

/// What the caller of a function makes of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Wants {
    /// Data.
    Data,
    /// What a rule of the older editions says of a value. Maps arrive there as dicts with their items as attributes.
    /// True where the function returns that or `None`, false where it returns that; a pair
    /// with a message is judged by the truth of its first part, and if that is false, fails with the message. Any other
    /// result becomes the name of its type.
    Verdict,
}

/// Where the value that a rule judges stands.
#[derive(Clone, Debug)]
pub struct CallContext {
    /// The map or array that holds it.
    pub parent: Value,
    /// The whole document.
    pub root: Value,
}

/// What a call has seen of its context.
#[derive(Clone, Debug, Default)]
pub struct ContextUse {
    /// Of the map or array around the value.
    pub parent: Observed,
    /// Of the document.
    pub root: Observed,
}

/// What a call gave.
#[derive(Clone, Debug)]
pub enum Called {
    /// It ended.
    Done(Result<ValueKind, Failure>, ContextUse),
    /// It was not run yet; asking again later gives the outcome.
    Pending,
}

/// What calling a function came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CallOutcome {
    /// What it gave.
    pub result: Result<ValueKind, Failure>,
    /// What it read of its context. Nothing if it has none.
    pub reads: ContextReads,
}

impl CallOutcome {
    /// The outcome of a call that was ended from outside: nobody knows what it read.
    pub fn of_stopped(failure: Failure) -> Self {
        let all = || vec![Read::all()];
        Self { result: Err(failure), reads: ContextReads { parent: all(), root: all() } }
    }

    /// Whether it was stopped because it used more than it may.
    pub fn is_over_budget(&self) -> bool {
        matches!(&self.result, Err(failure) if failure.is_over_budget)
    }
}

impl From<CallOutcome> for Called {
    fn from(CallOutcome { result, reads }: CallOutcome) -> Self {
        Self::Done(result, ContextUse { parent: Observed::whole(&reads.parent), root: Observed::whole(&reads.root) })
    }
}

/// Why a call or an evaluation ended early.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What went wrong, in one sentence that starts small, such as `division by zero`; the text of `fail(…)` itself.
    pub message: String,
    /// Where, innermost frame first, with the function that was running.
    pub frames: Vec<(SmolStr, Place)>,
    /// Whether it was stopped because it used more than it may.
    pub is_over_budget: bool,
    /// What it is about, where the caller has to know.
    pub about: Option<About>,
}

/// Who runs functions: this process, or another one. All that a computation over values asks of the world around it.
pub trait Functions {
    /// Calls a function.
    fn call(&self, call: &Call) -> Called;

    /// Asked in every loop: unwinds to [`Cancelled::catch`](crate::cancel::Cancelled::catch) once nobody waits for the
    /// result any more. What runs in a process of its own is ended with that process.
    fn unwind_if_cancelled(&self) {}
}

/// Runs nothing: every call stays pending, and nothing is claimed about what depends on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFunctions;

impl Functions for NoFunctions {
    fn call(&self, _: &Call) -> Called {
        Called::Pending
    }
}
