//! Runs compiled templates: a [`Job`] becomes documents, and the functions in them can be called later.
//!
//! It runs in this process and is pure, but hostile code can take more than its limits allow before it is stopped:
//! see `render::request` for who runs it where.
//!
//! # Design
//!
//! `template::evaluate` runs a `Job` in this process: an `Evaluated` comes out, as plain data. What the generated
//! calls collect is a stack for each file, one level for each function that gives YAML or text (`collect`,
//! `children`); a node ends when one begins that it does not hold, and goes into the innermost node around it that has
//! begun. A value that code computes becomes plain data at once, so whatever Starlark does to its own value later does
//! not reach the document, and a fragment handed back to code (`template::values::yaml_fragment`) is the same data
//! again, read-only. Starlark's garbage collector is off: an evaluation is short, and its heap is limited.
//!
//! - **The calls that speak of nodes are not globals** but names of each module (`builtins`), so that a function of a
//!   loaded file means the nodes of its own file wherever it is called.
//! - **Functions outlive their evaluation.** One that an annotation mentions gets a number; the module keeps it in a
//!   dict that is frozen with it, and `Evaluator::call` finds it by evaluation and number. Within an evaluation the
//!   overlay engine calls the same way (`calls::RunningFunctions`).
//! - **Errors become problems in two steps**: `failure` finds the token and the calls that led there, through the
//!   source map of whichever program each belongs to; `wording` says what happened. A struct notes the name that it
//!   was asked for in vain, with its own names and where they are declared: Starlark's message has no room for that.
//! - **After a failure** the rest goes on, statement by statement, for its own mistakes (`remainder`): all statements
//!   behind the one that failed, except those that read a name which that one would have defined or may have changed,
//!   in functions too. They run in the same module, so nothing runs twice; what they collect is dropped.
//! - **Before every statement** the watch is told the line, which costs a tenth of a microsecond or so; limits that
//!   strike between two tokens are reported there. Starlark computes constants before their statement runs, so large
//!   numbers are hidden from it (`__computed`).
//! - **Printing, functions, operators and methods** follow ytt where Starlark's own differ: functions are other ones
//!   under the same name (`globals`, `print`), operators become calls when a program is about to run (`operators`, `globals`),
//!   and the methods of text, dicts, sets and lists are read from `__receiver(x)` (`methods`), which also lacks what ytt does
//!   not know. What cannot be bridged from outside is Starlark's own: text holds whole characters, which indices and
//!   slices count and `elems` gives, `%=` and `|=` are not calls, counts and ranges are 32-bit numbers, and unknown
//!   escapes in text stay as they are.

use std::sync::Arc;

use starlark::values::OwnedFrozenValue;

use super::function::{Call, CallOutcome};
use super::job::{Evaluated, Job, JobSource, Limits, Options};
use super::watch::Watch;
use crate::problem::Problem;
use crate::text::FileId;
use crate::values::fingerprint::Fingerprint;
use crate::values::print::TextWithOrigins;
pub(crate) use builtins::replace_node;
pub(crate) use failure::{is_over_budget, running_place};

use context::EvaluationContext;
use kept::FunctionRegistry;
pub use kept::KeptEvaluations;
use path::LoadBase;
use program::CompiledProgram;
pub use programs::Programs;
use run::{EvaluationRun, RunOutcome, TemplateOutput};

mod annotation;
mod annotation_shapes;
mod builtins;
pub(crate) mod calls;
mod children;
mod collect;
pub(crate) mod context;
mod definition;
mod early;
mod failure;
mod format;
pub(crate) mod globals;
mod interpreter;
mod kept;
pub mod library;
mod methods;
pub(crate) mod modules;
mod names;
mod operators;
pub(crate) mod path;
mod print;
mod program;
mod programs;
mod remainder;
mod run;
#[cfg(test)]
pub(crate) mod tests;
mod tracked;
mod undefined;
mod wording;

use library::Libraries;

/// Runs templates, and keeps the functions that they gave.
pub struct Evaluator {
    libraries: Option<Arc<dyn Libraries>>,
    programs: Programs,
    kept: KeptEvaluations,
}

/// What is wrong with the code of a file whether it runs or not: its syntax, and names that nothing defines.
pub fn inspect(source: &JobSource) -> Vec<Problem> {
    let compiled = CompiledProgram::of(source, None);
    if compiled.problems.is_empty() { undefined::of_compiled(&compiled) } else { compiled.problems }
}

/// Sets up what Starlark sets up once in a process, which otherwise the first evaluation waits for: the tables of names
/// and of methods.
pub fn warm_up() {
    let source = JobSource::new(FileId::NONE, "warm-up.star", "[\"\".join, [].append, {}.get]");
    let job = Job {
        file: source.file,
        sources: Arc::new([source]),
        root: None,
        data_values: None,
        stand_ins: Arc::default(),
        options: Options::default(),
        limits: Limits::default(),
    };
    Evaluator::default().evaluate(&Arc::new(job), &Watch::new());
}

impl Evaluator {
    /// Evaluates with these libraries; without any, `library.get` fails.
    pub fn new(libraries: Option<Arc<dyn Libraries>>) -> Self {
        Self { libraries, programs: Programs::default(), kept: KeptEvaluations::latest() }
    }

    /// The same with programs that others compile, too.
    #[must_use]
    pub fn with_programs(self, programs: &Programs) -> Self {
        Self { programs: programs.clone(), ..self }
    }

    /// The same with evaluations that others reach, too.
    #[must_use]
    pub fn keeping_in(self, kept: &KeptEvaluations) -> Self {
        Self { kept: kept.clone(), ..self }
    }

    /// Evaluates the documents of a file.
    pub fn evaluate(&mut self, job: &Arc<Job>, watch: &Watch) -> Evaluated {
        self.evaluate_named(job, job.fingerprint(), watch)
    }

    /// The same under a name that no other job which this one evaluates has. To take it from the content costs what
    /// the content is long.
    pub fn evaluate_named(&mut self, job: &Arc<Job>, name: Fingerprint, watch: &Watch) -> Evaluated {
        let Some(source) = job.sources.iter().find(|source| source.file == job.file) else {
            return Evaluated::default();
        };
        watch.turn();
        let context = self.context(job, name, watch);
        let ran = self.run(source, &context);
        let problems = context.problems.take();
        let is_complete = ran.is_some();
        let (documents, text) = match ran.map(|ran| ran.output) {
            Some(TemplateOutput::Documents(documents)) => (documents, TextWithOrigins::default()),
            Some(TemplateOutput::Text(text)) => (Vec::new(), text),
            None => (Vec::new(), TextWithOrigins::default()),
        };
        context.end();
        Evaluated { documents, text, problems, is_complete }
    }

    /// What a file that others load defines under a name; an error is what is wrong with it.
    pub fn definition(
        &mut self,
        job: &Arc<Job>,
        evaluation: Fingerprint,
        name: &str,
        watch: &Watch,
    ) -> Result<Option<OwnedFrozenValue>, Vec<Problem>> {
        let Some(source) = job.sources.iter().find(|source| source.file == job.file) else { return Ok(None) };
        let context = self.context(job, evaluation, watch);
        let ran = self.run(source, &context);
        let problems = context.problems.take();
        context.end();
        let ran = ran.ok_or(problems)?;
        Ok(ran.module.get_option(name).ok().flatten())
    }

    /// Calls a function that an evaluation gave.
    pub fn call(&self, call: &Call, watch: &Watch) -> CallOutcome {
        watch.turn();
        calls::call_kept(&self.kept, call, self.libraries.as_ref(), watch)
    }

    /// Whether the functions of an evaluation are still at hand.
    pub fn holds(&self, evaluation: Fingerprint) -> bool {
        self.kept.holds(evaluation)
    }

    fn context(&self, job: &Arc<Job>, evaluation: Fingerprint, watch: &Watch) -> EvaluationContext {
        let reached = (self.libraries.clone(), self.kept.clone());
        EvaluationContext::new(job.clone(), evaluation, reached, watch.clone(), FunctionRegistry::default())
    }

    fn run(&mut self, source: &JobSource, context: &EvaluationContext) -> Option<RunOutcome> {
        let session = EvaluationRun { context, programs: &self.programs };
        let root = context.job.root.as_ref();
        let base = root.map_or_else(|| LoadBase::of_file(&source.path), |root| LoadBase::of(&source.path, root));
        session.run(source, base).ok()
    }
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new(None)
    }
}
