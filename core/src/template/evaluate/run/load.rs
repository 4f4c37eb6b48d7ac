//! `load`: modules of ytt, and files of the job. Nothing else can be reached.

use smol_str::SmolStr;
use starlark::environment::FrozenModule;
use starlark::eval::FileLoader;

use super::EvaluationRun;
use crate::problem::Related;
use crate::template::compile::LoadStatement;
use crate::template::evaluate::context::LoadState;
use crate::template::evaluate::path::{LoadBase, PathTarget, SourceLocation, load_mistake, resolve};
use crate::template::evaluate::program::CompiledProgram;
use crate::template::job::JobSource;
use crate::template::values::BuiltinError;
use crate::text::Place;

/// Loads for one file.
pub(super) struct ModuleLoader<'r, 's> {
    /// The evaluation.
    pub(super) session: &'r EvaluationRun<'s>,
    /// The path of the file that loads, from the root.
    pub(super) path: SmolStr,
    /// Where it stands.
    pub(super) base: LoadBase,
    /// What it loads.
    pub(super) loads: Vec<LoadStatement>,
}

impl FileLoader for ModuleLoader<'_, '_> {
    fn load(&self, path: &str) -> starlark::Result<FrozenModule> {
        let place = self.loads.iter().find(|load| load.path == path).map(|load| load.place);
        self.module(path).map_err(|mistake| BuiltinError { place: mistake.place.or(place), ..mistake }.error())
    }
}

impl<'r, 's> ModuleLoader<'r, 's> {
    /// Loads for the file of a program that has this path and stands there.
    pub(super) fn new(
        session: &'r EvaluationRun<'s>,
        program: &CompiledProgram,
        path: SmolStr,
        base: LoadBase,
    ) -> Self {
        Self { session, path, base, loads: program.program.loads.clone() }
    }

    fn module(&self, path: &str) -> Result<FrozenModule, BuiltinError> {
        match resolve(path, &self.base, &self.session.context.job.sources)? {
            PathTarget::Module(name) => self.session.module(name, &self.path, &self.base),
            PathTarget::File(SourceLocation { index, base }) => {
                let source =
                    self.session.context.job.sources.get(index).ok_or_else(|| BuiltinError::new("the file is gone"))?;
                let module = self.file(source, base)?;
                self.refuse_loaded(path, source)?;
                Ok(module)
            }
        }
    }

    /// Refuses names that a file has only loaded itself: those are its own.
    fn refuse_loaded(&self, path: &str, source: &JobSource) -> Result<(), BuiltinError> {
        let program = self.session.programs.get(source);
        let theirs = || program.program.loads.iter().flat_map(|load| &load.names);
        let mut taken = self.loads.iter().filter(|load| load.path == path).flat_map(|load| &load.names);
        let Some(name) = taken.find(|name| theirs().any(|loaded| loaded.own == name.their)) else { return Ok(()) };
        let message = format!("`{}` is loaded by `{}` and is not its own", name.their, source.path);
        Err(load_mistake(message).hint("load it from the file that defines it").at(name.place))
    }

    fn file(&self, source: &JobSource, base: LoadBase) -> Result<FrozenModule, BuiltinError> {
        let loaded = &self.session.context.loaded;
        let known = loaded.borrow().get(&source.path).cloned();
        match known {
            Some(LoadState::Module(module)) => return Ok(module),
            Some(LoadState::Failed(place)) => return Err(failed(source, place)),
            Some(LoadState::Running) => {
                let message =
                    format!("`{}` is being loaded already: it loads itself, directly or through others", source.path);
                return Err(load_mistake(message));
            }
            None => {}
        }
        loaded.borrow_mut().insert(source.path.clone(), LoadState::Running);
        let ran = self.session.context.looks.of_load(|| {
            let ran = self.session.run(source, base);
            // What is read from a value that is loaded may be read before the statement runs that reads it.
            if ran.as_ref().is_ok_and(|ran| !self.session.context.job.stand_ins.is_empty() && has_data(&ran.module)) {
                self.session.context.looks.look();
            }
            ran
        });
        let (outcome, result) = match ran {
            Ok(ran) => (LoadState::Module(ran.module.clone()), Ok(ran.module)),
            Err(place) => (LoadState::Failed(place), Err(failed(source, place))),
        };
        loaded.borrow_mut().insert(source.path.clone(), outcome);
        result
    }
}

/// Whether a module has values besides functions and scalars.
fn has_data(module: &FrozenModule) -> bool {
    let values = module.names().filter_map(|name| module.get_option(name.as_str()).ok().flatten());
    let mut values = values.map(|value| value.value().get_type());
    values.any(|ty| matches!(ty, "struct" | "list" | "dict" | "tuple" | "module"))
}

fn failed(source: &JobSource, place: Option<Place>) -> BuiltinError {
    let mistake = load_mistake(format!("`{}` cannot be loaded because of an error in it", source.path));
    let related = place.map(|place| Related { place, message: "the error".to_owned() });
    BuiltinError { related: related.into_iter().collect(), ..mistake }
}
