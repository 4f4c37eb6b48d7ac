//! Template code as the rendering of one library needs it: evaluated in this process, its functions at hand until the
//! end, and with the libraries that it asks for.

use std::sync::{Arc, Mutex, PoisonError};

use starlark::values::OwnedFrozenValue;

use super::Library;
use crate::problem::Problem;
use crate::render::known::KnownDocuments;
use crate::render::overrides::LibraryOverride;
use crate::render::sources::{LibraryFile, SourceRole};
use crate::template::compile::SoundText;
use crate::template::contents::Contents;
use crate::template::evaluate::library::Libraries as _;
use crate::template::evaluate::{Evaluator, KeptEvaluations, Programs};
use crate::template::function::{Call, Called, Functions};
use crate::template::job::{Evaluated, Job, JobSource, Options};
use crate::template::watch::Watch;
use crate::values::fingerprint::Fingerprint;
use libraries::NestedLibraries;

pub(in crate::render) mod libraries;

/// Evaluates the files of one library.
pub(in crate::render) struct Interpreter {
    evaluator: Mutex<Evaluator>,
    contents: Mutex<Contents>,
    inner: Arc<NestedLibraries>,
    programs: Programs,
    known: KnownDocuments,
    watch: Watch,
}

impl Interpreter {
    /// For a library that stands in so many others, with what can still be called of the next one.
    pub(in crate::render) fn new(
        library: &Library,
        watch: &Watch,
        programs: &Programs,
        (around, depth): (Option<&KeptEvaluations>, usize),
    ) -> Self {
        let kept = KeptEvaluations::all(around);
        let inner = Arc::new(NestedLibraries::new(library.options.skip_validation, programs, Some(&kept), depth));
        inner.watch(watch);
        let evaluator = Evaluator::new(Some(inner.clone())).with_programs(programs).keeping_in(&kept);
        let evaluator = Mutex::new(evaluator);
        let (contents, programs, watch) = (Mutex::default(), programs.clone(), watch.clone());
        Self { evaluator, contents, inner, programs, known: KnownDocuments::default(), watch }
    }

    /// The same with files that were evaluated before.
    pub(in crate::render) fn knowing(self, known: &KnownDocuments) -> Self {
        Self { known: known.clone(), ..self }
    }

    /// What is known of a file whose text somebody else read.
    pub(super) fn sound(&self, source: &JobSource) -> Option<SoundText> {
        self.programs.sound(source)
    }

    /// Says what is addressed to libraries inside this one.
    pub(super) fn address(&self, overrides: &[LibraryOverride]) {
        self.inner.address(overrides.to_vec());
    }

    /// The documents of a file.
    pub(super) fn documents(&self, job: &Arc<Job>, file: &LibraryFile<'_>) -> Evaluated {
        if file.is_template() {
            if let Some(known) = self.known.of(job) {
                return known;
            }
            return self.with(|evaluator| evaluator.evaluate_named(job, job.name_among_siblings(), &self.watch));
        }
        // Of data values each entry of a repeated key counts.
        let is_output = file.part != SourceRole::Values;
        let known = is_output.then(|| self.programs.plain_documents(file.source)).flatten();
        let documents = known.unwrap_or_else(|| file.documents());
        Evaluated { documents, is_complete: true, ..Evaluated::default() }
    }

    /// What a file that others load defines under a name; an error is what is wrong with it.
    pub(super) fn definition(&self, job: &Arc<Job>, name: &str) -> Result<Option<OwnedFrozenValue>, Vec<Problem>> {
        self.with(|evaluator| evaluator.definition(job, job.name_among_siblings(), name, &self.watch))
    }

    /// What is wrong with a file before any code runs, and when it is evaluated.
    pub(super) fn problems(&self, file: &LibraryFile<'_>, options: Options) -> (Vec<Problem>, Vec<Problem>) {
        self.watch.turn();
        file.problems(options)
    }

    /// Problems, with those of libraries that they are about.
    pub(in crate::render) fn with_inner(&self, problems: Vec<Problem>) -> Vec<Problem> {
        self.inner.with_behind(problems)
    }

    /// Whether it evaluated that, and still has the functions.
    pub(super) fn holds(&self, evaluation: Fingerprint) -> bool {
        self.with(|evaluator| evaluator.holds(evaluation))
    }

    fn with<R>(&self, act: impl FnOnce(&mut Evaluator) -> R) -> R {
        act(&mut self.evaluator.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What can be called in a library: its own functions, and those of whoever gives something to it.
#[derive(Clone, Copy)]
pub(in crate::render) struct ReachableFunctions<'a> {
    pub(super) own: &'a Interpreter,
    pub(super) outside: Option<&'a dyn Functions>,
}

impl Functions for ReachableFunctions<'_> {
    fn call(&self, call: &Call) -> Called {
        match (self.own.call(call), self.outside) {
            (Called::Pending, Some(outside)) => outside.call(call),
            (called, _) => called,
        }
    }
}

impl Functions for Interpreter {
    fn call(&self, call: &Call) -> Called {
        if self.holds(call.function.evaluation) {
            let call = self.contents.lock().unwrap_or_else(PoisonError::into_inner).in_shared_context(call);
            return self.with(|evaluator| evaluator.call(&call, &self.watch)).into();
        }
        self.inner.call(call)
    }
}
