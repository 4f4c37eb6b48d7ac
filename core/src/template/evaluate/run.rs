//! Running the program of one file in a module of its own.

use std::sync::Arc;

use starlark::ErrorKind;
use starlark::environment::{FrozenModule, Module};
use starlark_syntax::codemap::CodeMapId;
use starlark_syntax::syntax::AstModule;

use super::builtins;
use super::collect::{Collecting, FragmentTree};
use super::context::EvaluationContext;
use super::interpreter::with_interpreter;
use super::library::Libraries;
use super::path::{LoadBase, load_mistake};
use super::program::CompiledProgram;
use super::programs::{Language, Programs};
use super::tracked::Tracked;
use super::{failure, globals, remainder, undefined};
use crate::problem::{Problem, nearest};
use crate::template::evaluate::modules;
use crate::template::job::{JobSource, LIBRARIES};
use crate::template::values::BuiltinError;
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::print::TextWithOrigins;

mod load;
mod load_in_block;

use load::ModuleLoader;

/// One evaluation with the programs that it may use.
pub(super) struct EvaluationRun<'s> {
    /// What its builtins share.
    pub(super) context: &'s EvaluationContext,
    /// Programs by their texts.
    pub(super) programs: &'s Programs,
}

/// What running a file gave.
pub(super) struct RunOutcome {
    /// Its module.
    pub(super) module: FrozenModule,
    /// What it gives.
    pub(super) output: TemplateOutput,
}

/// What a file gives besides its names.
pub(super) enum TemplateOutput {
    /// Documents.
    Documents(Vec<Fragment>),
    /// Text, and which place gave what stands where.
    Text(TextWithOrigins),
}

impl EvaluationRun<'_> {
    /// A module of ytt, for a file with this path that stands there.
    pub(super) fn module(&self, name: &str, path: &str, base: &LoadBase) -> Result<FrozenModule, BuiltinError> {
        let has_older = self.context.job.options.older_modules;
        let module = match name {
            "data" => modules::data::load(self.context, base),
            "library" => modules::library::load(path),
            _ => modules::load(name, has_older),
        };
        module.ok_or_else(|| {
            let mistake = load_mistake(format!("`@ytt:{name}` is not a ytt module"));
            match nearest(name, modules::names(has_older)) {
                Some(nearest) => mistake.hint(format!("did you mean `@ytt:{nearest}`?")),
                None => mistake,
            }
        })
    }

    /// Runs a file. What went wrong is noted; the error is the place of the first problem.
    pub(super) fn run(&self, source: &JobSource, base: LoadBase) -> Result<RunOutcome, Option<Place>> {
        let compiled = self.programs.get(source);
        if let Some(first) = compiled.problems.first() {
            self.context.problems.borrow_mut().extend(compiled.problems.iter().cloned());
            return Err(Some(first.place));
        }
        let refused = self.refused(source);
        if let Some(first) = refused.first().map(|problem| problem.place) {
            self.context.problems.borrow_mut().extend(refused);
            return Err(Some(first));
        }
        let Some(ast) = compiled.ast() else { return Err(None) };
        let program = self.takes_up(&ast, &compiled);
        let loader = ModuleLoader::new(self, &compiled, source.path.clone(), base);
        let tracked = Tracked::new(&compiled.program.code, program, self.context);
        Module::with_temp_heap(|module| {
            let output = match self.interpret(&module, &compiled, (ast, &tracked), &loader, source) {
                Ok(output) => output,
                Err(error) => return Err(self.go_on(&module, &compiled, (error, &tracked), &loader)),
            };
            let module = module.freeze().map_err(|error| self.failed(&error.into(), &compiled))?;
            self.context.keep(&module);
            Ok(RunOutcome { module, output })
        })
    }

    /// What is wrong with the text of a file of a library. Of the files of the bundle itself all is known before any code
    /// runs.
    fn refused(&self, source: &JobSource) -> Vec<Problem> {
        let is_of_library = source.path.split('/').any(|folder| folder == LIBRARIES);
        let libraries = self.context.libraries.as_ref().filter(|_| is_of_library);
        let find = |libraries: &Arc<dyn Libraries>| {
            let options = self.context.job.options;
            self.programs.refused(source, options, || libraries.problems_of_text(source, options))
        };
        libraries.map(find).unwrap_or_default()
    }

    /// Notes a text of a program, which is about to run, so that its places are known.
    fn takes_up(&self, ast: &AstModule, compiled: &Arc<CompiledProgram>) -> CodeMapId {
        let id = ast.file_span(ast.statement().span).file.id();
        self.context.programs.borrow_mut().insert(id, compiled.clone());
        id
    }

    /// Runs what does not depend on what failed, for its own mistakes: what it gives is dropped. Gives the place of the
    /// first mistake that is certain.
    fn go_on(
        &self,
        module: &Module<'_>,
        compiled: &Arc<CompiledProgram>,
        (mut error, tracked): (starlark::Error, &Tracked<'_>),
        loader: &ModuleLoader<'_, '_>,
    ) -> Option<Place> {
        let mut first = None;
        loop {
            let is_refused = matches!(error.kind(), ErrorKind::Scope(_));
            if is_refused || tracked.is_certain(&error) {
                first = first.or(self.failed(&error, compiled));
            }
            if is_refused || failure::is_over_budget(&error, self.context) {
                return first;
            }
            let Some(ast) = tracked.behind(&error).and_then(|code| remainder::parsed(&code)) else { return first };
            tracked.goes_on(self.takes_up(&ast, compiled));
            let depth = self.context.depth();
            let result = with_interpreter(
                module,
                (self.context, self.context.job.limits.call_depth),
                (Some(loader), Some(tracked)),
                |interpreter| {
                    self.context.push(compiled.file, Collecting::Nothing);
                    interpreter.eval_module(ast, globals::globals())
                },
            );
            self.context.restore(depth);
            match result {
                Ok(_) => return first,
                Err(next) => error = next,
            }
        }
    }

    fn interpret(
        &self,
        module: &Module<'_>,
        compiled: &Arc<CompiledProgram>,
        (ast, tracked): (AstModule, &Tracked<'_>),
        loader: &ModuleLoader<'_, '_>,
        source: &JobSource,
    ) -> starlark::Result<TemplateOutput> {
        let depth = self.context.depth();
        let result = with_interpreter(
            module,
            (self.context, self.context.job.limits.call_depth),
            (Some(loader), Some(tracked)),
            |interpreter| {
                builtins::define(compiled, module);
                load_in_block::define(compiled, loader, module);
                self.context.push(
                    compiled.file,
                    match Language::of(source) {
                        Language::Text => Collecting::Text(TextWithOrigins::default()),
                        Language::Yaml | Language::Starlark => Collecting::Yaml(FragmentTree::of_file()),
                    },
                );
                interpreter.eval_module(ast, globals::globals())
            },
        );
        let collected = result.and_then(|_| {
            let collecting = self.context.pop(compiled.file);
            if self.context.is_left(compiled.file, depth) {
                return Err(self.context.unfinished(compiled.file, Place::NOWHERE).error());
            }
            if let Some(mistake) = self.context.caught(compiled.file) {
                return Err(mistake.error());
            }
            collecting.map_or(Ok(TemplateOutput::Documents(Vec::new())), collected)
        });
        self.context.restore(depth);
        collected
    }

    /// Notes why a file failed, and says where.
    fn failed(&self, error: &starlark::Error, compiled: &CompiledProgram) -> Option<Place> {
        let undefined = undefined::problems(error, compiled);
        let found = if undefined.is_empty() { vec![failure::problem(error, self.context)] } else { undefined };
        let place = found.first().map(|problem| problem.place);
        let mut problems = self.context.problems.borrow_mut();
        for problem in found {
            let is_same = |known: &Problem| {
                (known.place, known.code, &known.message) == (problem.place, problem.code, &problem.message)
            };
            if !problems.iter().any(is_same) {
                problems.push(problem);
            }
        }
        place
    }
}

/// What was collected when a file has ended.
fn collected(collecting: Collecting) -> starlark::Result<TemplateOutput> {
    match collecting {
        Collecting::Text(text) => Ok(TemplateOutput::Text(text)),
        Collecting::Nothing => Ok(TemplateOutput::Documents(Vec::new())),
        Collecting::Yaml(tree) => {
            let fragment = tree.end().map_err(BuiltinError::error)?;
            Ok(TemplateOutput::Documents(
                fragment.map(|fragment| fragment.children().cloned().collect()).unwrap_or_default(),
            ))
        }
    }
}
