//! Names that are there once they are loaded: modules, and functions of other files of the bundle. Taking one writes
//! the `load`, below those that are there.

use rustc_hash::FxHashSet;

use super::{Offers, item};
use crate::analysis::names::Loaded;
use crate::ide::code::chain::Chain;
use crate::ide::code::function::Callable;
use crate::ide::code_docs::{self, MembersDoc};
use crate::ide::completion::{CompletionItem, CompletionKind};
use crate::ide::line::line_at;
use crate::template::names::{Binding, Names};
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::{is_starlark, is_text_template};

/// What another `load` would bring, besides what is bound.
pub(super) fn completions(
    offers: &Offers<'_>,
    range: TextRange,
    is_bound: &dyn Fn(&str) -> bool,
) -> Vec<CompletionItem> {
    let place = place(offers);
    let modules = code_docs::modules().into_iter().filter(|module| offers.is_there(module.editions));
    let modules = modules.filter(|module| !is_bound(module.name)).map(|module| CompletionItem {
        detail: Some(format!("load @ytt:{}", module.name)),
        documentation: Some(module.markdown()),
        also: Some((place, line(offers, &module_path(module), module.name))),
        ..item(module.name, CompletionKind::Module, range, "95")
    });
    let functions = loadable(offers).into_iter().filter_map(|(path, file)| Some((path, offers.analysis.names(file)?)));
    let functions = functions.flat_map(|(path, names)| {
        let open = exported(names).filter(|(name, _)| !is_bound(name));
        open.map(|(name, callable)| CompletionItem {
            detail: Some(format!("{} (load {path})", callable.signature)),
            documentation: Some(callable.markdown("def ", None)),
            sort: format!("94{name}"),
            also: Some((place, line(offers, &path, name))),
            ..offers.callable(name, &callable, range)
        })
        .collect::<Vec<_>>()
    });
    functions.chain(modules).collect()
}

/// The module that a name would be if it were loaded, and what loads it.
pub(super) fn unloaded(offers: &Offers<'_>, of: &Chain) -> Option<(&'static MembersDoc, (TextRange, String))> {
    let module = code_docs::module(of.root_name()).filter(|module| offers.is_there(module.editions))?;
    let names = offers.analysis.names(offers.file);
    let is_bound = names.is_some_and(|names| names.lookup(module.name, offers.offset).is_some());
    (!is_bound).then(|| (module, (place(offers), line(offers, &module_path(module), module.name))))
}

fn module_path(module: &MembersDoc) -> String {
    format!("@ytt:{}", module.name)
}

/// The files of the bundle that can be loaded, each by the first of the paths that lead to it; those of libraries are
/// theirs.
fn loadable(offers: &Offers<'_>) -> Vec<(String, FileId)> {
    let mut seen = FxHashSet::default();
    let paths = offers.analysis.loadable(offers.file).into_iter();
    let own = paths.filter(|path| !path.starts_with('@'));
    let found = own.filter_map(|path| match offers.analysis.loaded(offers.file, &path)? {
        Loaded::File(file) => Some((path, file)),
        Loaded::Module(_) => None,
    });
    found.filter(|(_, file)| seen.insert(*file)).collect()
}

/// The functions that a file offers to others.
fn exported(names: &Names) -> impl Iterator<Item = (&str, Callable)> {
    names.bindings.iter().filter_map(|binding: &Binding| {
        let function = binding.function()?;
        let is_own =
            names.exported(&binding.name).and_then(|id| names.binding(id)).is_some_and(|it| std::ptr::eq(it, binding));
        is_own.then(|| (binding.name.as_str(), Callable::defined(&binding.name, function)))
    })
}

/// The line that loads a name.
fn line(offers: &Offers<'_>, path: &str, name: &str) -> String {
    let load = format!("load(\"{path}\", \"{name}\")");
    match offers.analysis.path(offers.file) {
        path if is_starlark(path) => format!("{load}\n"),
        path if is_text_template(path) => format!("(@ {load} -@)\n"),
        _ => format!("#@ {load}\n"),
    }
}

/// Where that line goes: below the last `load` above the cursor, else below the comments that the file begins with.
fn place(offers: &Offers<'_>) -> TextRange {
    let at = offers.code.statement.offset(0);
    let Some(document) = offers.analysis.document(offers.file) else { return TextRange::empty(TextSize::new(0)) };
    let loaded = offers.analysis.names(offers.file).and_then(|names| {
        let definitions = names.bindings.iter().filter(|binding| binding.loaded().is_some());
        definitions.flat_map(|binding| &binding.definitions).map(|it| it.whole.end()).filter(|end| *end <= at).max()
    });
    if let Some(next) = loaded.and_then(|end| line_at(document.rope(), end).next) {
        return TextRange::empty(next);
    }
    let mut start = TextSize::new(0);
    loop {
        let line = line_at(document.rope(), start);
        match line.next.filter(|next| line.text.starts_with("#!") && *next <= at) {
            Some(next) => start = next,
            None => return TextRange::empty(start),
        }
    }
}
