//! The outline of template code: functions, those inside of them, and the variables of a Starlark file.

use super::{DocumentSymbol, DocumentSymbolKind};
use crate::analysis::Analysis;
use crate::template::names::{Binding, BindingKind, NameDefinition, Names, ParameterKind, ScopeId};
use crate::text::FileId;

/// How deep functions are followed.
const DEEPEST: usize = 50;

pub(super) fn symbols(analysis: &Analysis, file: FileId) -> Vec<DocumentSymbol> {
    analysis.names(file).map(|names| in_scope(names, ScopeId(0), DEEPEST)).unwrap_or_default()
}

/// Puts the functions of a YAML template among its symbols: each holds the nodes between its `def` and its `end`, and is
/// itself in the document that holds it.
pub(super) fn with_functions(analysis: &Analysis, file: FileId, symbols: Vec<DocumentSymbol>) -> Vec<DocumentSymbol> {
    let functions =
        self::symbols(analysis, file).into_iter().filter(|symbol| symbol.kind == DocumentSymbolKind::Function);
    functions.fold(symbols, insert)
}

fn insert(symbols: Vec<DocumentSymbol>, mut function: DocumentSymbol) -> Vec<DocumentSymbol> {
    let holds = |symbol: &DocumentSymbol| {
        symbol.kind == DocumentSymbolKind::Document && symbol.range.contains_range(function.range)
    };
    if let Some(index) = symbols.iter().position(holds) {
        let mut symbols = symbols;
        if let Some(document) = symbols.get_mut(index) {
            document.children = insert(std::mem::take(&mut document.children), function);
        }
        return symbols;
    }
    let (inside, mut symbols): (Vec<_>, Vec<_>) =
        symbols.into_iter().partition(|symbol| function.range.contains_range(symbol.range));
    // A document of nothing else is no level of its own.
    let nodes = inside.into_iter().flat_map(|symbol| match symbol.kind {
        DocumentSymbolKind::Document => symbol.children,
        _ => vec![symbol],
    });
    function.children.extend(nodes);
    let index = symbols.partition_point(|symbol| symbol.range.start() < function.range.start());
    symbols.insert(index, function);
    symbols
}

/// What is defined in a scope, in the order of the text.
fn in_scope(names: &Names, scope: ScopeId, depth: usize) -> Vec<DocumentSymbol> {
    let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
    let bindings = names.bindings.iter().filter(|binding| binding.scope == scope);
    let symbols = bindings.flat_map(|binding| {
        let definitions = binding.definitions.iter().enumerate();
        definitions.filter_map(move |(index, definition)| symbol(names, binding, definition, index == 0, depth))
    });
    let mut symbols: Vec<DocumentSymbol> = symbols.collect();
    symbols.sort_by_key(|symbol| symbol.range.start());
    symbols
}

/// A variable stands where it gets its first value.
fn symbol(
    names: &Names,
    binding: &Binding,
    definition: &NameDefinition,
    is_first: bool,
    depth: usize,
) -> Option<DocumentSymbol> {
    let (kind, detail, children) = match &definition.kind {
        BindingKind::Function(function) => {
            let parameter = |it: &crate::template::names::Parameter| match it.kind {
                ParameterKind::Single => it.name.to_string(),
                ParameterKind::Rest => format!("*{}", it.name),
                ParameterKind::Keywords => format!("**{}", it.name),
            };
            let parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
            (
                DocumentSymbolKind::Function,
                Some(format!("({})", parameters.join(", "))),
                in_scope(names, function.scope, depth),
            )
        }
        BindingKind::Variable if is_first && depth + 1 == DEEPEST => (DocumentSymbolKind::Variable, None, Vec::new()),
        _ => return None,
    };
    Some(DocumentSymbol {
        name: binding.name.to_string(),
        detail,
        kind,
        range: definition.whole.cover(definition.range),
        selection: definition.range,
        deprecated: false,
        children,
    })
}
