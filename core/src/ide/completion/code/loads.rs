//! What `load` takes: modules, files of the bundle, libraries, and the names that these have.

use std::ops::Range;

use super::{Offers, item};
use crate::analysis::names::Loaded;
use crate::ide::code::chain::unquoted;
use crate::ide::code::function::Callable;
use crate::ide::code_docs;
use crate::ide::completion::{CompletionItem, CompletionKind};
use crate::template::names::{Binding, ScopeId};
use crate::template::tokens::TokenKind;
use crate::text::TextRange;

/// What can stand in a string of a `load`: its path, or a name to load.
pub(super) fn completions(
    offers: &Offers<'_>,
    token: usize,
    word: &Range<usize>,
    closing: &str,
) -> Vec<CompletionItem> {
    let statement = &offers.code.statement;
    let first = (0..token).rev().take_while(|index| statement.source(*index) != "(").last();
    let range = offers.code.range(word);
    let mut items = match first.filter(|first| statement.kind(*first) == Some(TokenKind::Text)) {
        None => paths(offers, range),
        Some(path) => names(offers, unquoted(statement.source(path)), token, range),
    };
    for item in &mut items {
        item.insert.push_str(closing);
        item.insert_plain.push_str(closing);
    }
    items
}

fn paths(offers: &Offers<'_>, range: TextRange) -> Vec<CompletionItem> {
    let modules = code_docs::modules().into_iter().filter(|module| offers.is_there(module.editions));
    let modules = modules.map(|module| CompletionItem {
        documentation: Some(module.markdown()),
        ..item(&format!("@ytt:{}", module.name), CompletionKind::Module, range, "2")
    });
    let files = offers.analysis.loadable(offers.file).into_iter();
    let files = files.map(|path| {
        let rank = if path.starts_with(['/', '@']) { "1" } else { "0" };
        item(&path, CompletionKind::File, range, rank)
    });
    files.chain(modules).collect()
}

/// The names that a file or a module has, without those that are loaded already.
fn names(offers: &Offers<'_>, path: &str, token: usize, range: TextRange) -> Vec<CompletionItem> {
    let statement = &offers.code.statement;
    let others = (0..statement.tokens().len()).filter(|index| *index != token);
    let loaded: Vec<&str> = others
        .filter(|index| statement.kind(*index) == Some(TokenKind::Text))
        .map(|index| unquoted(statement.source(index)))
        .collect();
    let items = match offers.analysis.loaded(offers.file, path) {
        Some(Loaded::Module(name)) => code_docs::module(name)
            .map(|module| CompletionItem {
                documentation: Some(module.markdown()),
                ..item(module.name, CompletionKind::Module, range, "0")
            })
            .into_iter()
            .collect(),
        Some(Loaded::File(file)) => offers.analysis.names(file).map_or_else(Vec::new, |names| {
            let is_exported = |binding: &&Binding| binding.scope == ScopeId(0) && !binding.name.starts_with('_');
            let own = names.bindings.iter().filter(is_exported).filter(|binding| binding.loaded().is_none());
            own.map(|binding| exported(binding, range)).collect()
        }),
        None => Vec::new(),
    };
    items.into_iter().filter(|item| !loaded.contains(&item.label.as_str())).collect()
}

fn exported(binding: &Binding, range: TextRange) -> CompletionItem {
    let Some(function) = binding.function() else { return item(&binding.name, CompletionKind::Variable, range, "1") };
    let callable = Callable::defined(&binding.name, function);
    CompletionItem {
        documentation: Some(callable.markdown("def ", None)),
        detail: Some(callable.signature),
        ..item(&binding.name, CompletionKind::Function, range, "0")
    }
}
