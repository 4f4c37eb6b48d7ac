//! Names that a graph gives: ids of resources, and variables of `forEach`.

use rustc_hash::FxHashMap;

use super::{Graph, GraphResource, PlacedName};
use crate::problem::{Code, Problem};
use crate::text::Place;

/// What no resource and no variable may be called.
const RESERVED: &[&str] = &[
    "apiVersion",
    "as",
    "break",
    "const",
    "context",
    "continue",
    "dependencies",
    "dependency",
    "each",
    "else",
    "externalRef",
    "externalReference",
    "externalReferences",
    "externalRefs",
    "false",
    "for",
    "function",
    "graph",
    "if",
    "import",
    "in",
    "instance",
    "item",
    "items",
    "kind",
    "kro",
    "let",
    "loop",
    "metadata",
    "namespace",
    "null",
    "object",
    "package",
    "resource",
    "resourceGraphDefinition",
    "resourcegraphdefinition",
    "resources",
    "return",
    "root",
    "runtime",
    "schema",
    "self",
    "serviceAccountName",
    "spec",
    "status",
    "this",
    "true",
    "var",
    "variables",
    "vars",
    "version",
    "void",
    "while",
];

/// What is wrong with the names of a graph.
pub(super) fn problems(graph: &Graph) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut seen: FxHashMap<&str, Place> = FxHashMap::default();
    for resource in &graph.resources {
        let id = &resource.id;
        problems.extend(of_name(id, "id of a resource"));
        if let Some(first) = seen.get(id.name.as_str()).filter(|_| !id.name.is_empty()) {
            let problem =
                Problem::new(Code::DuplicateResource, id.place, format!("The id `{}` is given twice", id.name));
            problems.push(problem.related(*first, "the one before"));
        } else {
            seen.insert(&id.name, id.place);
        }
    }
    for resource in &graph.resources {
        problems.extend(of_iterators(graph, resource));
    }
    problems
}

fn of_iterators(graph: &Graph, resource: &GraphResource) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, (iterator, _)) in resource.iterators.iter().enumerate() {
        problems.extend(of_name(iterator, "variable of `forEach`"));
        let before = resource.iterators.iter().take(index).find(|(other, _)| other.name == iterator.name);
        let (first, what) = match (before, graph.find(&iterator.name)) {
            (Some((first, _)), _) => (first.place, "the one before"),
            (None, Some(id)) => (graph.resources[id].id.place, "the resource"),
            (None, None) => continue,
        };
        let message = format!("The name `{}` is taken", iterator.name);
        problems.push(Problem::new(Code::DuplicateResource, iterator.place, message).related(first, what));
    }
    problems
}

fn of_name(named: &PlacedName, what: &str) -> Option<Problem> {
    let PlacedName { name, place } = named;
    if RESERVED.contains(&name.as_str()) {
        let problem =
            Problem::new(Code::ReservedName, *place, format!("`{name}` is reserved, so no {what} is called so"));
        let is_word = matches!(name.as_str(), "true" | "false");
        return Some(if is_word { problem.hint("YAML reads `y`, `n`, `on` and `off` as booleans") } else { problem });
    }
    let is_right = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric());
    let problem = Problem::new(Code::ResourceStructure, *place, format!("`{name}` is no {what}"));
    (!is_right).then(|| problem.expected("letters and digits, the first a small letter, such as `myConfig`"))
}
