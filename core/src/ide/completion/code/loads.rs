//! What `load` takes: modules, files of the bundle, libraries, and the names that these have.

use std::ops::Range;

use super::{CodeOffers, item};
use crate::analysis::names::LoadTarget;
use crate::ide::code::chain::unquoted;
use crate::ide::code::function::Callable;
use crate::ide::completion::{CompletionItem, CompletionKind};
use crate::template::code_docs;
use crate::template::names::{Binding, ScopeId};
use crate::template::tokens::CodeTokenKind;
use crate::text::TextRange;

/// What can stand in a string of a `load`: its path, or a name to load.
pub(super) fn completions(
    offers: &CodeOffers<'_>,
    token: usize,
    word: &Range<usize>,
    closing: &str,
) -> Vec<CompletionItem> {
    let items = offered(offers, token, offers.code.range(word));
    items.into_iter().map(|item| between(item, "", closing)).collect()
}

/// The same where no quote has been typed yet.
pub(super) fn in_quotes(offers: &CodeOffers<'_>, word: &Range<usize>) -> Vec<CompletionItem> {
    let at = offers.code.statement.tokens().partition_point(|token| token.range.end <= word.start);
    let items = offered(offers, at, offers.code.range(word));
    items.into_iter().map(|item| between(item, "\"", "\"")).collect()
}

fn between(item: CompletionItem, opening: &str, closing: &str) -> CompletionItem {
    let insert = format!("{opening}{}{closing}", item.insert);
    CompletionItem { insert_plain: insert.clone(), insert, ..item }
}

/// What a string can hold that is, or will be, the token at an index.
fn offered(offers: &CodeOffers<'_>, at: usize, range: TextRange) -> Vec<CompletionItem> {
    let statement = &offers.code.statement;
    let first = (0..at).rev().take_while(|index| statement.source(*index) != "(").last();
    match first {
        None => paths(offers, range),
        Some(path) if statement.kind(path) == Some(CodeTokenKind::Text) => {
            names(offers, unquoted(statement.source(path)), at, range)
        }
        Some(_) => Vec::new(),
    }
}

fn paths(offers: &CodeOffers<'_>, range: TextRange) -> Vec<CompletionItem> {
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
fn names(offers: &CodeOffers<'_>, path: &str, token: usize, range: TextRange) -> Vec<CompletionItem> {
    let statement = &offers.code.statement;
    let others = (0..statement.tokens().len()).filter(|index| *index != token);
    let loaded: Vec<&str> = others
        .filter(|index| statement.kind(*index) == Some(CodeTokenKind::Text))
        .map(|index| unquoted(statement.source(index)))
        .collect();
    let items = match offers.analysis.load_target(offers.file, path) {
        Some(LoadTarget::Module(name)) => code_docs::module(name)
            .map(|module| CompletionItem {
                documentation: Some(module.markdown()),
                ..item(module.name, CompletionKind::Module, range, "0")
            })
            .into_iter()
            .collect(),
        Some(LoadTarget::File(file)) => offers.analysis.names(file).map_or_else(Vec::new, |names| {
            let is_exported = |binding: &&Binding| binding.scope == ScopeId(0) && !binding.name.starts_with('_');
            let own = names.bindings.iter().filter(is_exported).filter(|binding| binding.loaded().is_none());
            own.map(|binding| exported(binding, range)).collect()
        }),
        None => Vec::new(),
    };
    // What is loaded already can be loaded under another name.
    let is_renamed = token.checked_sub(1).is_some_and(|before| statement.source(before) == "=");
    items.into_iter().filter(|item| is_renamed || !loaded.contains(&item.label.as_str())).collect()
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
