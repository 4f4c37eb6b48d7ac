//! `load`: modules of ytt, and files of the job. Nothing else can be reached.

use smol_str::SmolStr;
use starlark::environment::FrozenModule;
use starlark::eval::FileLoader;

use super::context::Loaded;
use super::path::{Base, Found, Target, resolve};
use super::program::Compiled;
use super::run::Session;
use crate::problem::{Code, Related};
use crate::template::job::Source;
use crate::template::values::Mistake;
use crate::text::Place;

/// Loads for one file.
pub(super) struct Loader<'r, 's> {
    /// The evaluation.
    pub(super) session: &'r Session<'s>,
    /// The path of the file that loads, from the root.
    pub(super) path: SmolStr,
    /// Where it stands.
    pub(super) base: Base,
    /// The paths that it loads, with the strings that hold them.
    pub(super) loads: Vec<(String, Place)>,
}

impl FileLoader for Loader<'_, '_> {
    fn load(&self, path: &str) -> starlark::Result<FrozenModule> {
        let place = self.loads.iter().find(|(written, _)| written == path).map(|(_, place)| *place);
        self.module(path).map_err(|mistake| Mistake { place: mistake.place.or(place), ..mistake }.error())
    }
}

impl<'r, 's> Loader<'r, 's> {
    /// Loads for the file of a program that has this path and stands there.
    pub(super) fn new(session: &'r Session<'s>, program: &Compiled, path: SmolStr, base: Base) -> Self {
        let loads = program.program.loads.iter().map(|load| (load.path.clone(), load.place)).collect();
        Self { session, path, base, loads }
    }

    fn module(&self, path: &str) -> Result<FrozenModule, Mistake> {
        match resolve(path, &self.base, &self.session.context.job.sources)? {
            Target::Module(name) => self.session.module(name, &self.path, &self.base),
            Target::File(Found { index, base }) => {
                let source =
                    self.session.context.job.sources.get(index).ok_or_else(|| Mistake::new("the file is gone"))?;
                self.file(source, base)
            }
        }
    }

    fn file(&self, source: &Source, base: Base) -> Result<FrozenModule, Mistake> {
        let loaded = &self.session.context.loaded;
        let known = loaded.borrow().get(&source.path).cloned();
        match known {
            Some(Loaded::Module(module)) => return Ok(module),
            Some(Loaded::Failed(place)) => return Err(failed(source, place)),
            Some(Loaded::Running) => {
                let message =
                    format!("`{}` is being loaded already: it loads itself, directly or through others", source.path);
                return Err(load_mistake(message));
            }
            None => {}
        }
        loaded.borrow_mut().insert(source.path.clone(), Loaded::Running);
        let (outcome, result) = match self.session.run(source, base) {
            Ok(ran) => (Loaded::Module(ran.module.clone()), Ok(ran.module)),
            Err(place) => (Loaded::Failed(place), Err(failed(source, place))),
        };
        loaded.borrow_mut().insert(source.path.clone(), outcome);
        result
    }
}

fn failed(source: &Source, place: Option<Place>) -> Mistake {
    let mistake = load_mistake(format!("`{}` cannot be loaded because of an error in it", source.path));
    let related = place.map(|place| Related { place, message: "the error".to_owned() });
    Mistake { related: related.into_iter().collect(), ..mistake }
}

/// A mistake of loading.
pub(super) fn load_mistake(message: impl Into<String>) -> Mistake {
    Mistake { code: Some(Code::TemplateLoad), ..Mistake::new(message) }
}
