//! Lists of names of which none stands twice.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::items;
use crate::choreo::ResourceKind;
use crate::problem::{Code, Problem};
use crate::text::Place;
use crate::values::Value;

/// Names that stand twice in lists of a specification, or in two lists that exclude each other.
pub(super) fn problems(kind: ResourceKind, spec: &Value) -> Vec<Problem> {
    match kind {
        ResourceKind::ComponentType | ResourceKind::ClusterComponentType => {
            let default = if kind.is_cluster_wide() { ResourceKind::ClusterTrait } else { ResourceKind::Trait };
            let mut problems = repeated(items(spec, "allowedTraits"), default.name());
            problems.extend(added_anyway(spec, default.name()));
            problems.extend(repeated(items(spec, "allowedWorkflows"), ""));
            problems
        }
        ResourceKind::Workflow | ResourceKind::ClusterWorkflow => {
            let lists = ["resources", "externalRefs"].into_iter();
            lists.flat_map(|list| repeated_ids(spec, list)).collect()
        }
        _ => Vec::new(),
    }
}

/// What an item names: its kind, a default where it says none, its name, and where that stands.
fn named(item: &Value, default: &str) -> Option<((SmolStr, SmolStr), Place)> {
    let name = item.field(&["name"]).unwrap_or(item);
    let kind = item.field(&["kind"]).and_then(Value::text).cloned();
    Some(((kind.unwrap_or_else(|| default.into()), name.text()?.clone()), name.origin))
}

fn repeated<'a>(items: impl Iterator<Item = &'a Value>, default: &str) -> Vec<Problem> {
    let mut seen: FxHashMap<(SmolStr, SmolStr), Place> = FxHashMap::default();
    let mut problems = Vec::new();
    for (key, place) in items.filter_map(|item| named(item, default)) {
        let message = format!("`{}` is listed already", key.1);
        if let Some(first) = seen.insert(key, place) {
            problems.push(Problem::new(Code::ResourceStructure, place, message).related(first, "the one before"));
        }
    }
    problems
}

/// Traits that a type adds itself, and lets components add, too.
fn added_anyway(spec: &Value, default: &str) -> Vec<Problem> {
    let allowed: FxHashMap<_, _> = items(spec, "allowedTraits").filter_map(|item| named(item, default)).collect();
    let problem = |(key, place): ((SmolStr, SmolStr), Place)| {
        let first = *allowed.get(&key)?;
        let message = format!("The type adds the trait `{}` itself, so components cannot be allowed to", key.1);
        Some(Problem::new(Code::ResourceStructure, place, message).related(first, "components are allowed to here"))
    };
    items(spec, "traits").filter_map(|item| named(item, default)).filter_map(problem).collect()
}

fn repeated_ids(spec: &Value, list: &str) -> Vec<Problem> {
    let mut seen: FxHashMap<&str, Place> = FxHashMap::default();
    let mut problems = Vec::new();
    for id in items(spec, list).filter_map(|item| item.field(&["id"])) {
        let Some(name) = id.text() else { continue };
        if let Some(first) = seen.insert(name, id.origin) {
            let message = format!("Another item has the `id` `{name}` already");
            problems.push(Problem::new(Code::ResourceStructure, id.origin, message).related(first, "the one before"));
        }
    }
    problems
}
