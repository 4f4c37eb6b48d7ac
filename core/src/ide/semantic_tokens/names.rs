//! What names in template code mean, where the code says it: functions that are not called, parameters, modules.

use rustc_hash::FxHashMap;

use super::{SemanticToken, TokenKind};
use crate::analysis::Analysis;
use crate::analysis::names::NameOrigin;
use crate::template::names::{BindingId, BindingKind, Names};
use crate::text::{FileId, TextRange};

/// Gives names that are bound in a range the colour of what they mean.
pub(super) fn refine(analysis: &Analysis, file: FileId, range: TextRange, tokens: &mut [SemanticToken]) {
    if !tokens.iter().any(|token| is_name(token.kind)) {
        return;
    }
    let Some(names) = analysis.names(file) else { return };
    let bound = bound(names, range);
    let mut kinds: FxHashMap<BindingId, Option<TokenKind>> = FxHashMap::default();
    for token in tokens.iter_mut().filter(|token| is_name(token.kind)) {
        let Some(id) = bound.get(&token.range) else { continue };
        let kind = kinds.entry(*id).or_insert_with(|| kind(analysis, file, *id));
        token.kind = kind.unwrap_or(token.kind);
    }
}

fn is_name(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Variable | TokenKind::Function | TokenKind::Parameter)
}

/// What the names that stand in a range mean, defined and read ones.
fn bound(names: &Names, range: TextRange) -> FxHashMap<TextRange, BindingId> {
    let definitions = names.bindings.iter().enumerate().flat_map(|(index, binding)| {
        binding.definitions.iter().map(move |definition| (definition.range, BindingId(index)))
    });
    let uses = names.uses.iter().filter(|used| used.range.intersect(range).is_some());
    let uses = uses.filter_map(|used| Some((used.range, used.binding?)));
    definitions.filter(|(at, _)| at.intersect(range).is_some()).chain(uses).collect()
}

/// What a name is; `None` if it is one of several things, or a value.
fn kind(analysis: &Analysis, file: FileId, binding: BindingId) -> Option<TokenKind> {
    let (file, id) = match analysis.origin(file, binding) {
        NameOrigin::Module(module, name) if module == name => return Some(TokenKind::Namespace),
        NameOrigin::Module(..) => return None,
        NameOrigin::Binding(file, id) => (file, id),
    };
    let binding = analysis.names(file)?.binding(id)?;
    if binding.function().is_some() {
        return Some(TokenKind::Function);
    }
    let is_parameter = binding.definitions.iter().all(|it| matches!(it.kind, BindingKind::Parameter));
    is_parameter.then_some(TokenKind::Parameter)
}
