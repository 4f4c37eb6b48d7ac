//! Names that a graph gives: ids of its resources, and variables of `forEach`; with every expression that uses them.

use super::{Occurrence, Symbol, SymbolKind, written, written_at};
use crate::cel::resolve::{Meaning, ResolvedName};
use crate::cel::scope::LookupScope;
use crate::cel::scope::VariableOrigin;
use crate::ide::cursor::{Cursor, Touched};
use crate::ide::expression::ExpressionAt;
use crate::kro::CheckedGraph;
use crate::text::{Place, TextRange};
use crate::yaml::ScalarStyle;
use crate::yaml::path::document_at;

/// The name that an expression uses at the cursor.
pub(super) fn in_expression(cursor: &Cursor<'_>, at: &ExpressionAt) -> Option<Symbol> {
    let name = at.name()?;
    let given = given(name)?;
    let range = at.source(cursor.document, name.range)?;
    with_graph(cursor, |graph| symbol_of(cursor, graph, given, name.name.to_string(), range))
}

/// The name that a graph gives at the cursor.
pub(super) fn symbol(cursor: &Cursor<'_>, at: &Touched<'_>) -> Option<Symbol> {
    let range = written(cursor.file, at.node)?.range;
    with_graph(cursor, |graph| {
        let resources = graph.graph.resources.iter();
        let names = resources.flat_map(|it| [&it.id].into_iter().chain(it.iterators.iter().map(|(name, _)| name)));
        let is_it = |place: Place| cursor.document.resolve(place).is_some_and(|it| it.contains_range(range));
        let found = names.into_iter().find(|it| is_it(it.place))?;
        symbol_of(cursor, graph, found.place, found.name.to_string(), range)
    })
}

fn with_graph(cursor: &Cursor<'_>, find: impl FnOnce(&CheckedGraph) -> Option<Symbol>) -> Option<Symbol> {
    let index = document_at(cursor.document.stream(), cursor.offset)?;
    let graphs = cursor.analysis.graphs(cursor.file);
    let (_, graph) = graphs.iter().find(|(at, _)| *at == index)?;
    find(graph)
}

/// Where the variable that a name means is given.
fn given(name: &ResolvedName) -> Option<Place> {
    let (Meaning::Variable { .. }, LookupScope::Scope(scope)) = (&name.meaning, &name.within) else { return None };
    match scope.find(&name.name)?.origin {
        VariableOrigin::Resource(place) | VariableOrigin::Loop(place) => Some(place),
        VariableOrigin::Section | VariableOrigin::Platform => None,
    }
}

fn symbol_of(
    cursor: &Cursor<'_>,
    graph: &CheckedGraph,
    place: Place,
    name: String,
    range: TextRange,
) -> Option<Symbol> {
    let (file, document) = (cursor.file, cursor.document);
    let used = graph.templates.names().filter(|(_, it)| it.name == *name && given(it) == Some(place));
    let used = used.filter_map(|(text, it)| {
        let range = document.resolve(text.site.place(it.range))?;
        Some(Occurrence { file, range, is_declaration: false, style: ScalarStyle::Plain })
    });
    let is_own = |text: &str| text == name;
    let declaration = match document.slice(document.resolve(place)?) {
        text if is_own(&text) => {
            Occurrence { file, range: document.resolve(place)?, is_declaration: true, style: ScalarStyle::Plain }
        }
        _ => Occurrence { is_declaration: true, ..written_at(document, file, place)? },
    };
    let mut occurrences: Vec<Occurrence> = used.chain([declaration]).collect();
    occurrences.sort_by_key(|occurrence| (occurrence.range.start(), !occurrence.is_declaration));
    occurrences.dedup_by_key(|occurrence| occurrence.range);
    let resources = graph.graph.resources.iter();
    let taken = resources.flat_map(|it| [&it.id].into_iter().chain(it.iterators.iter().map(|(name, _)| name)));
    let taken = taken.map(|named| named.name.to_string()).chain(["schema".to_owned()]).collect();
    Some(Symbol { kind: SymbolKind::GraphName, name, range, occurrences, taken, fixed: None })
}

/// Whether a text can be the name of a resource of a graph.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase()) && text.chars().all(|it| it.is_ascii_alphanumeric())
}
