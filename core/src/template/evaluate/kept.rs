//! Evaluations that have ended, whose functions may still be called.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use starlark::environment::Module;

use super::context::{EvaluationContext, FunctionRegistry};
use super::library::Libraries;
use super::{calls, failure, run};
use crate::template::function::{Call, CallOutcome, Failure};
use crate::template::job::Job;
use crate::template::reads::{ContextReads, ReadRecorder};
use crate::template::watch::Watch;
use crate::values::fingerprint::Fingerprint;

/// The most evaluations whose functions are kept, where not all are.
const MOST: usize = 64;

/// How deep a function calls others at first. Each call has a stack of its own, which costs what it can hold.
const SHALLOW: u32 = 100;

/// The evaluations of one evaluator whose functions may be called, and those around it. Clones share them.
#[derive(Clone)]
pub struct KeptEvaluations(Arc<KeptLibrary>);

struct KeptLibrary {
    own: Mutex<VecDeque<KeptEvaluation>>,
    most: usize,
    around: Option<KeptEvaluations>,
}

/// An evaluation whose functions may be called.
#[derive(Clone)]
struct KeptEvaluation {
    evaluation: Fingerprint,
    job: Arc<Job>,
    functions: FunctionRegistry,
}

impl KeptEvaluations {
    /// Keeps the latest.
    pub fn latest() -> Self {
        Self::new(MOST, None)
    }

    /// Keeps all, for an evaluator that does not live long; of the library around it, those are at hand too.
    pub fn all(around: Option<&Self>) -> Self {
        Self::new(usize::MAX, around.cloned())
    }

    fn new(most: usize, around: Option<Self>) -> Self {
        Self(Arc::new(KeptLibrary { own: Mutex::default(), most, around }))
    }

    /// Whether the functions of an evaluation are still at hand.
    pub fn holds(&self, evaluation: Fingerprint) -> bool {
        self.own().iter().any(|kept| kept.evaluation == evaluation)
            || self.0.around.as_ref().is_some_and(|around| around.holds(evaluation))
    }

    fn find(&self, evaluation: Fingerprint) -> Option<KeptEvaluation> {
        let own = self.own().iter().find(|kept| kept.evaluation == evaluation).cloned();
        own.or_else(|| self.0.around.as_ref()?.find(evaluation))
    }

    fn own(&self) -> MutexGuard<'_, VecDeque<KeptEvaluation>> {
        self.0.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what may be called later, in place of what was kept of the same evaluation.
    pub(super) fn keep(&self, context: EvaluationContext) {
        let (evaluation, job) = (context.evaluation, context.job.clone());
        let functions = context.into_functions();
        let mut own = self.own();
        own.retain(|kept| kept.evaluation != evaluation);
        if functions.count > 0 {
            own.push_back(KeptEvaluation { evaluation, job, functions });
        }
        if own.len() > self.0.most {
            own.pop_front();
        }
    }

    /// Calls a function that an evaluation gave.
    pub(super) fn call(&self, call: &Call, libraries: Option<&Arc<dyn Libraries>>, watch: &Watch) -> CallOutcome {
        let Some(kept) = self.find(call.function.evaluation) else { return CallOutcome::of_stopped(gone(call)) };
        let reached = (libraries.cloned(), self.clone());
        let deepest = kept.job.limits.call_depth;
        let context = |kept: KeptEvaluation| {
            EvaluationContext::new(kept.job, kept.evaluation, reached.clone(), watch.clone(), kept.functions)
        };
        match self.call_in(call, context(kept.clone()), deepest.min(SHALLOW)) {
            Err(_) if deepest > SHALLOW => self.call_in(call, context(kept), deepest).unwrap_or_else(|outcome| outcome),
            Ok(outcome) | Err(outcome) => outcome,
        }
    }

    /// Calls a function that calls others so deep at most. An error is the outcome of one that may go deeper.
    fn call_in(&self, call: &Call, context: EvaluationContext, call_depth: u32) -> Result<CallOutcome, CallOutcome> {
        let known = context.function_count();
        let readers = <[ReadRecorder; 2]>::default();
        let result = Module::with_temp_heap(|module| {
            let result = run::with_interpreter(&module, (&context, call_depth), (None, None), |interpreter| {
                calls::invoke(call, &readers, interpreter)
            });
            if context.function_count() > known {
                module.freeze().iter().for_each(|module| context.keep(module));
            }
            result
        });
        let result = result.map_err(|error| failure::failure(&error, &context));
        let is_deeper = result.as_ref().is_err_and(|failure| failure.is_over_budget);
        if context.function_count() > known && !is_deeper {
            self.keep(context);
        }
        let [parent, root] = readers.map(|reader| reader.take());
        let outcome = CallOutcome { result, reads: ContextReads { parent, root } };
        if is_deeper { Err(outcome) } else { Ok(outcome) }
    }
}

fn gone(call: &Call) -> Failure {
    let message = format!("the function `{}` belongs to an evaluation that is gone", call.function.name);
    Failure { message, frames: Vec::new(), is_over_budget: false, about: None }
}
