//! Loads what code names and nothing defines.

use super::{CodeAction, ProblemSite};
use crate::ide::code::import::{Imports, module_path};

/// A `load` for each module and each file of the bundle that has the name.
pub(super) fn name(site: &ProblemSite<'_>, is_first: bool) -> Vec<CodeAction> {
    let range = site.problem.place.range;
    let name = site.document.slice(range);
    let imports = Imports::above(site.analysis, site.file, range.start());
    let modules = imports.modules().filter(|module| module.name == name).map(module_path);
    let functions = imports.functions().into_iter().filter(|(_, function, _)| *function == name);
    let paths: Vec<String> = modules.chain(functions.map(|(path, ..)| path)).collect();
    let is_obvious = is_first && paths.len() == 1;
    let load = |path: &String| {
        let (place, line) = imports.line(path, &name);
        CodeAction::new(format!("Load `{name}` from `{path}`"), site.place(place), line).preferred(is_obvious)
    };
    paths.iter().map(load).collect()
}
