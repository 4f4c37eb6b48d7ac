//! Names that are not loaded yet: taking one writes the `load`, too.

use super::{CodeOffers, item};
use crate::ide::code::chain::AccessChain;
use crate::ide::code::import::{Imports, module_path};
use crate::ide::completion::{CompletionItem, CompletionKind};
use crate::template::code_docs::MembersDoc;
use crate::text::TextRange;

/// What another `load` would bring, besides what is bound.
pub(super) fn completions(
    offers: &CodeOffers<'_>,
    range: TextRange,
    is_bound: &dyn Fn(&str) -> bool,
) -> Vec<CompletionItem> {
    let imports = imports(offers);
    let modules = imports.modules().filter(|module| !is_bound(module.name)).map(|module| CompletionItem {
        detail: Some(format!("load {}", module_path(module))),
        documentation: Some(module.markdown()),
        also: Some(imports.line(&module_path(module), module.name)),
        ..item(module.name, CompletionKind::Module, range, "95")
    });
    let functions = imports.functions().into_iter().filter(|(_, name, _)| !is_bound(name));
    let functions = functions.map(|(path, name, callable)| CompletionItem {
        detail: Some(format!("{} (load {path})", callable.signature)),
        documentation: Some(callable.markdown("def ", None)),
        sort: format!("94{name}"),
        also: Some(imports.line(&path, name)),
        ..offers.callable(name, &callable, range)
    });
    functions.chain(modules).collect()
}

/// The module that a name would be if it were loaded, and what loads it.
pub(super) fn unloaded(
    offers: &CodeOffers<'_>,
    of: &AccessChain,
) -> Option<(&'static MembersDoc, (TextRange, String))> {
    let names = offers.analysis.names(offers.file);
    let is_bound = names.is_some_and(|names| names.lookup(of.root_name(), offers.offset).is_some());
    let imports = imports(offers);
    let module = imports.modules().find(|module| module.name == of.root_name()).filter(|_| !is_bound)?;
    Some((module, imports.line(&module_path(module), module.name)))
}

fn imports<'a>(offers: &CodeOffers<'a>) -> Imports<'a> {
    Imports::above(offers.analysis, offers.file, offers.code.statement.offset(0))
}
