//! Evaluations that have ended, whose functions may still be called.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use starlark::values::OwnedFrozenValue;
use starlark_syntax::codemap::CodeMapId;

use super::program::CompiledProgram;
use crate::template::job::Job;
use crate::values::fingerprint::Fingerprint;

/// The most evaluations whose functions are kept, where not all are.
const MOST: usize = 64;

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
pub(super) struct KeptEvaluation {
    evaluation: Fingerprint,
    /// What was evaluated.
    pub(super) job: Arc<Job>,
    /// The functions that it gave.
    pub(super) functions: FunctionRegistry,
}

/// Programs by the identity of their text.
pub(super) type RunningPrograms = FxHashMap<CodeMapId, Arc<CompiledProgram>>;

/// The functions that an evaluation gave.
#[derive(Clone, Default)]
pub(super) struct FunctionRegistry {
    /// The programs that define them.
    pub(super) programs: RunningPrograms,
    /// Dicts of functions by their numbers, one for each module.
    pub(super) registries: Vec<OwnedFrozenValue>,
    /// How many there are.
    pub(super) count: u32,
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

    /// The evaluation, here or around.
    pub(super) fn find(&self, evaluation: Fingerprint) -> Option<KeptEvaluation> {
        let own = self.own().iter().find(|kept| kept.evaluation == evaluation).cloned();
        own.or_else(|| self.0.around.as_ref()?.find(evaluation))
    }

    fn own(&self) -> MutexGuard<'_, VecDeque<KeptEvaluation>> {
        self.0.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what may be called later, in place of what was kept of the same evaluation.
    pub(super) fn keep(&self, evaluation: Fingerprint, job: Arc<Job>, functions: FunctionRegistry) {
        let mut own = self.own();
        own.retain(|kept| kept.evaluation != evaluation);
        if functions.count > 0 {
            own.push_back(KeptEvaluation { evaluation, job, functions });
        }
        if own.len() > self.0.most {
            own.pop_front();
        }
    }
}
