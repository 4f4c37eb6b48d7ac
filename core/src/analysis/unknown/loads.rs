//! What `load` names and is not there.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::known::KnownNames;
use super::words::with_names;
use crate::analysis::names::LoadTarget;
use crate::analysis::world::World;
use crate::problem::{Code, Problem, nearest};
use crate::template::evaluate::modules;
use crate::template::names::{Binding, BindingKind, LoadedName, Names, ScopeId};
use crate::text::{FileId, Place};

/// Every module and name that a file loads in vain. A file that is not there fails when it is loaded, and may be meant to
/// be there in a branch alone.
pub(super) fn problems(world: &World, file: FileId, names: &Names) -> Vec<Problem> {
    let modules = names.loads.iter();
    let modules = modules.filter_map(|load| unknown_module(&load.path, Place::absolute(file, load.range)));
    let mut problems: Vec<Problem> = modules.collect();
    let mut exports = FxHashMap::default();
    let definitions = names.bindings.iter().flat_map(|binding| &binding.definitions);
    problems.extend(definitions.filter_map(|definition| match &definition.kind {
        BindingKind::Loaded(loaded) => unknown_name(world, (file, names), loaded, &mut exports),
        _ => None,
    }));
    problems
}

fn unknown_module(path: &str, place: Place) -> Option<Problem> {
    let name = path.strip_prefix("@ytt:")?;
    if modules::names(true).any(|module| module == name) {
        return None;
    }
    let problem = Problem::new(Code::UnknownValue, place, format!("`@ytt:{name}` is not a ytt module"));
    let near = nearest(name, modules::names(false)).map(|near| format!("@ytt:{near}"));
    Some(match near {
        Some(near) => problem.hint(format!("did you mean `{near}`?")).fix(
            format!("Change to `{near}`"),
            place,
            format!("\"{near}\""),
        ),
        None => problem,
    })
}

/// `exports`: what files that were asked about define.
fn unknown_name(
    world: &World,
    (file, names): (FileId, &Names),
    loaded: &LoadedName,
    exports: &mut FxHashMap<FileId, Rc<KnownNames>>,
) -> Option<Problem> {
    let path = &names.loads.get(loaded.load)?.path;
    let instead = match world.load_target(file, path)? {
        LoadTarget::Module(module) => {
            let is_there = loaded.name == module || !modules::names(true).any(|name| name == module);
            if is_there {
                return None;
            }
            Rc::new(KnownNames::new([(module.to_owned(), None)]))
        }
        LoadTarget::File(other) => {
            let theirs = world.code_names(other)?;
            let is_hidden = loaded.name.starts_with('_') || theirs.unread.is_some();
            if is_hidden || theirs.exported(&loaded.name).is_some() {
                return None;
            }
            exports.entry(other).or_insert_with(|| Rc::new(KnownNames::new(exported(theirs, other)))).clone()
        }
    };
    let place = Place::absolute(file, loaded.written);
    let message = format!("What is loaded does not define `{}`", loaded.name);
    Some(with_names(Problem::new(Code::UnknownValue, place, message), &loaded.name, &instead))
}

/// What others can load from a file.
fn exported(names: &Names, file: FileId) -> Vec<(String, Option<Place>)> {
    let is_there = |binding: &&Binding| binding.scope == ScopeId(0) && names.exported(&binding.name).is_some();
    let places = names.bindings.iter().filter(is_there).map(|binding| {
        let place = binding.definitions.first().map(|definition| Place::absolute(file, definition.range));
        (binding.name.to_string(), place)
    });
    places.collect()
}
