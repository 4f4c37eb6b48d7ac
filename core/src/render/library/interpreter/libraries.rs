//! Libraries as template code asks for them: each evaluation of one is a whole run, with an interpreter of its own.

use std::sync::{Arc, Mutex, PoisonError};

use smol_str::SmolStr;
use starlark::values::OwnedFrozenValue;

use super::super::{Failed, Library, LibraryRun};
use super::Interpreter;
use crate::problem::{Problem, Severity};
use crate::render::overrides::{LibraryOverride, OverrideContent};
use crate::render::sources::{LibraryFile, SourceRole};
use crate::render::{FileOutput, Rendered};
use crate::template::evaluate::library::{self, Asking, Libraries};
use crate::template::evaluate::{KeptEvaluations, Programs};
use crate::template::function::{Call, Called, Failure, Functions as _};
use crate::template::job::{Job, JobSource, LIBRARIES, Options};
use crate::template::watch::Watch;
use crate::text::Place;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{Value, ValueKind};

/// How deep libraries may stand in libraries.
const DEEPEST: usize = 50;

/// Evaluates the libraries that the templates of one library ask for.
pub(in crate::render) struct NestedLibraries {
    /// Whether rules are not run, here and in everything below.
    skip_validation: bool,
    programs: Programs,
    /// What can still be called of the library that these stand in.
    around: Option<KeptEvaluations>,
    depth: usize,
    state: Mutex<LibraryState>,
}

#[derive(Default)]
struct LibraryState {
    /// Who watches.
    watch: Watch,
    /// What is addressed to libraries inside this one.
    overrides: Vec<LibraryOverride>,
    /// Who evaluated libraries so far: their functions may still be called.
    interpreters: Vec<Arc<Interpreter>>,
    /// What went wrong in libraries. It is told only where nothing catches it.
    problems: Vec<Problem>,
}

impl NestedLibraries {
    /// For a library that stands in so many others.
    pub(in crate::render) fn new(
        skip_validation: bool,
        programs: &Programs,
        around: Option<&KeptEvaluations>,
        depth: usize,
    ) -> Self {
        Self { skip_validation, programs: programs.clone(), around: around.cloned(), depth, state: Mutex::default() }
    }

    /// Says who watches from now on.
    pub(in crate::render) fn watch(&self, watch: &Watch) {
        self.with(|state| state.watch = watch.clone());
    }

    /// Says what is addressed to libraries inside this one.
    pub(super) fn address(&self, overrides: Vec<LibraryOverride>) {
        self.with(|state| state.overrides = overrides);
    }

    /// Problems, with those in libraries that they are about: what template code caught is not told.
    pub(in crate::render) fn with_behind(&self, mut problems: Vec<Problem>) -> Vec<Problem> {
        let names = |place: Place| {
            let is_named = problems.iter().any(|problem| problem.related.iter().any(|it| it.place == place));
            is_named && !problems.iter().any(|problem| problem.place == place)
        };
        let behind: Vec<Problem> =
            self.with(|state| state.problems.iter().filter(|problem| names(problem.place)).cloned().collect());
        for problem in behind {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        problems
    }

    fn with<R>(&self, act: impl FnOnce(&mut LibraryState) -> R) -> R {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs a library as far as `act` says.
    fn run<R>(
        &self,
        asking: Asking<'_>,
        instance: &library::LibraryInstance,
        act: impl FnOnce(&mut LibraryRun<'_>) -> Result<R, Failed>,
    ) -> Result<R, Failure> {
        let library = self.library(asking.job, instance)?;
        let watch = self.with(|state| state.watch.clone());
        let interpreter =
            Arc::new(Interpreter::new(&library, &watch, &self.programs, (self.around.as_ref(), self.depth + 1)));
        self.with(|state| state.interpreters.push(interpreter.clone()));
        let mut run = LibraryRun::new(&library, &interpreter, Some(asking.functions));
        act(&mut run).map_err(|Failed| {
            let problems = interpreter.with_inner(run.problems);
            let failure = failure(instance, &problems);
            self.with(|state| state.problems.extend(problems));
            failure
        })
    }

    /// The library that is asked for, with what it is given.
    fn library(&self, job: &Job, instance: &library::LibraryInstance) -> Result<Library, Failure> {
        if self.depth >= DEEPEST {
            return Err(refusal("libraries stand too deep in libraries".to_owned()));
        }
        let folder = folder(instance);
        let alias = instance.alias.as_deref();
        let forwarded = |state: &mut LibraryState| -> Vec<LibraryOverride> {
            state.overrides.iter().filter_map(|given| given.forwarded(&instance.name, alias)).collect()
        };
        let mut given = self.with(forwarded);
        given.extend(instance.schemas.iter().map(|schema| sent(OverrideContent::Schema(document(schema)))));
        given.extend(instance.data_values.iter().map(|values| {
            let document = document(&values.content);
            sent(if values.is_plain {
                OverrideContent::Plain(document)
            } else {
                OverrideContent::Values { document, is_late: false }
            })
        }));
        let mut options = instance.options;
        options.skip_validation |= self.skip_validation;
        Ok(Library { sources: job.sources.clone(), folder, options, limits: job.limits, given, goes_on: false })
    }
}

impl Libraries for NestedLibraries {
    fn evaluate(&self, asking: Asking<'_>, library: &library::LibraryInstance) -> Result<Vec<Fragment>, Failure> {
        self.run(asking, library, |run| {
            let mut rendered = Rendered::default();
            run.all(&mut rendered)?;
            let documents = rendered.files.into_iter().map(|file| match file.output {
                FileOutput::Documents(documents) => documents,
                FileOutput::Text(_) => Vec::new(),
            });
            Ok(documents.flatten().collect())
        })
    }

    fn data_values(&self, asking: Asking<'_>, library: &library::LibraryInstance) -> Result<Value, Failure> {
        self.run(asking, library, |run| Ok(run.prepare()?.values))
    }

    fn export(
        &self,
        asking: Asking<'_>,
        library: &library::LibraryInstance,
        name: &str,
        path: Option<&str>,
    ) -> Result<OwnedFrozenValue, Failure> {
        let found = self.run(asking, library, |run| {
            let prepared = run.prepare()?;
            run.templates(&prepared)?;
            run.exported(name, path.filter(|path| !path.is_empty()), &prepared.values)
        })?;
        let mut found = found.into_iter();
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Ok(value),
            (None, _) => Err(refusal(format!("no file of the library `{}` defines `{name}`", library.name))),
            (Some((one, _)), Some((other, _))) => {
                Err(refusal(format!("both `{one}` and `{other}` define `{name}`: say which with `path=`")))
            }
        }
    }

    fn problems_of_text(&self, source: &JobSource, options: Options) -> Vec<Problem> {
        let (first, later) = LibraryFile::of_text(source, self.programs.sound(source)).problems(options);
        [first, later].concat()
    }

    fn call(&self, call: &Call) -> Called {
        let interpreters = self.with(|state| state.interpreters.clone());
        let mut answers = interpreters.iter().filter(|it| it.holds(call.function.evaluation));
        answers.next().map_or(Called::Pending, |interpreter| interpreter.call(call))
    }
}

impl LibraryRun<'_> {
    /// The values that files of the library define under a name, each with the path of its file.
    fn exported(
        &mut self,
        name: &str,
        path: Option<&str>,
        values: &Value,
    ) -> Result<Vec<(SmolStr, OwnedFrozenValue)>, Failed> {
        let mut found = Vec::new();
        let files = self.files.iter().filter(|file| file.part == SourceRole::Module);
        for file in files.filter(|file| path.is_none_or(|path| path == file.path)) {
            let job = self.library.evaluation(file, Some((values.clone(), Arc::default())));
            match self.interpreter.definition(&job, name) {
                Ok(value) => found.extend(value.map(|value| (file.path.clone(), value))),
                Err(problems) => self.problems.extend(problems),
            }
        }
        self.fail_if_wrong()?;
        Ok(found)
    }
}

/// The folder of a library, from the root of the bundle.
fn folder(instance: &library::LibraryInstance) -> SmolStr {
    let around = instance.requester.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    format!("{around}{LIBRARIES}/{}", instance.name).into()
}

fn sent(content: OverrideContent) -> LibraryOverride {
    LibraryOverride::arrived(content, Place::NOWHERE)
}

fn document(content: &ValueKind) -> Arc<Fragment> {
    Arc::new(Fragment::unplaced(Holder::Document, content.clone()))
}

fn refusal(message: String) -> Failure {
    Failure { message, frames: Vec::new(), is_over_budget: false, about: None }
}

/// Why a library could not be evaluated, for the template that asked.
fn failure(instance: &library::LibraryInstance, problems: &[Problem]) -> Failure {
    let errors = || problems.iter().filter(|problem| problem.severity == Severity::Error);
    let first = errors().next().map(Problem::text).unwrap_or_default();
    let message = format!("the library `{}` cannot be evaluated: {first}", instance.name);
    let places =
        errors().flat_map(|problem| std::iter::once(problem.place).chain(problem.related.iter().map(|it| it.place)));
    let mut frames: Vec<(SmolStr, Place)> = Vec::new();
    for place in places {
        if !frames.iter().any(|(_, known)| *known == place) {
            frames.push((SmolStr::from(instance.name.as_str()), place));
        }
    }
    Failure { message, frames, is_over_budget: false, about: None }
}
