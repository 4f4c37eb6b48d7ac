//! What is made, changed or removed by a specification: on which plane, for each item of what, and how.

use super::{items, one_of};
use crate::choreo::templates::{BLOCKS, RULES};
use crate::problem::{Code, Problem};
use crate::text::Place;
use crate::values::{Value, ValueKind};

/// What a patch can do.
const OPERATIONS: [&str; 3] = ["add", "replace", "remove"];
/// What a patch could do in older versions.
const OLDER_OPERATIONS: [&str; 4] = ["add", "replace", "remove", "mergeShallow"];
/// Where resources can be.
const PLANES: [&str; 2] = ["dataplane", "observabilityplane"];
/// What runs a component: only its type makes it.
const WORKLOADS: [&str; 5] = ["deployment", "statefulset", "daemonset", "cronjob", "job"];

/// Whether a kind of Kubernetes runs a component.
pub(super) fn is_workload(kind: &str) -> bool {
    WORKLOADS.iter().any(|workload| workload.eq_ignore_ascii_case(kind))
}

/// Everything wrong with the blocks of a specification.
pub(super) fn problems(spec: &Value, is_newest: bool, is_v1: bool) -> Vec<Problem> {
    let operations: &[&str] = if is_newest { &OPERATIONS } else { &OLDER_OPERATIONS };
    let changes = items(spec, "patches").flat_map(|patch| items(patch, "operations"));
    let mut problems: Vec<Problem> = changes.filter_map(|change| operation(change, operations, is_v1)).collect();
    let blocks = || BLOCKS.iter().flat_map(|name| items(spec, name));
    if !is_v1 {
        problems.extend(blocks().filter_map(|block| plane(block.field(&["targetPlane"])?)));
        let repeated = blocks().chain(RULES.iter().flat_map(|name| items(spec, name)));
        problems.extend(repeated.filter_map(|block| variable(block.field(&["var"])?)));
    }
    problems.extend(items(spec, "removes").filter_map(|block| workload(block.field(&["target", "kind"])?)));
    problems
}

fn structure(place: Place, message: impl Into<String>) -> Problem {
    Problem::new(Code::ResourceStructure, place, message)
}

/// One operation of a patch: what it does, and whether it says what with.
fn operation(operation: &Value, known: &[&str], is_v1: bool) -> Option<Problem> {
    let op = operation.field(&["op"])?;
    let name = op.text()?;
    if !known.contains(&name.as_str()) {
        if is_v1 {
            return None;
        }
        return one_of(structure(op.origin, format!("There is no operation `{name}`")), name, known);
    }
    let value = operation.entry("value").filter(|entry| !matches!(entry.value.kind, ValueKind::Null));
    match value {
        Some(entry) if name == "remove" => Some(structure(entry.place, "`remove` takes no `value`")),
        None if name != "remove" => {
            Some(structure(op.origin, format!("`{name}` has no `value`")).hint("`remove` deletes what is there"))
        }
        _ => None,
    }
}

fn plane(plane: &Value) -> Option<Problem> {
    let name = plane.text()?;
    one_of(structure(plane.origin, format!("There is no plane `{name}`")), name, &PLANES)
}

/// The name of what a `forEach` gives, if expressions cannot name it.
fn variable(variable: &Value) -> Option<Problem> {
    let is_word = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    let problem = structure(variable.origin, "`var` is a name for expressions");
    let problem = problem.expected("letters, digits and `_`, no digit first");
    match &variable.kind {
        ValueKind::Unknown | ValueKind::Null => None,
        ValueKind::String(name) if is_word(name) => None,
        ValueKind::String(name) => Some(problem.found(format!("`{name}`"))),
        kind => Some(problem.found(kind.type_name()).hint("put the name in quotes")),
    }
}

fn workload(kind: &Value) -> Option<Problem> {
    let name = kind.text()?;
    is_workload(name)
        .then(|| structure(kind.origin, format!("A trait cannot remove a {name}, which runs the component")))
}
