//! What the newest versions demand of the objects that templates make: of which kind they are, and where.

use super::blocks::is_workload;
use super::items;
use crate::choreo::ResourceKind;
use crate::problem::{Code, Problem};
use crate::values::{Value, ValueKind};

/// The only namespace that an object can be made in.
const NAMESPACE: &str = "${metadata.namespace}";

/// Everything wrong with what the templates of a specification make.
pub(super) fn problems(kind: ResourceKind, spec: &Value) -> Vec<Problem> {
    let list = match kind {
        ResourceKind::Trait | ResourceKind::ClusterTrait => "creates",
        _ => "resources",
    };
    let listed = items(spec, list).filter_map(|item| item.field(&["template"]));
    let templates: Vec<&Value> = spec.field(&["runTemplate"]).into_iter().chain(listed).collect();
    let place = templates.iter().filter_map(|template| namespace(template.field(&["metadata", "namespace"])?));
    let kinds = templates.iter().filter_map(|template| template.field(&["kind"]));
    // Nothing says where a run is but this.
    let is_demanded = matches!(kind, ResourceKind::Workflow | ResourceKind::ClusterWorkflow);
    let lacking = templates.iter().filter_map(|template| without_namespace(template)).filter(|_| is_demanded);
    let place = place.chain(lacking);
    place.chain(kinds.filter_map(|made| of_kind(made, kind, spec))).collect()
}

/// An object that does not say in which namespace it is made.
fn without_namespace(template: &Value) -> Option<Problem> {
    let metadata = template.field(&["metadata"]).filter(|metadata| metadata.mapping().is_some())?;
    let message = format!("The object must be made in the namespace `{NAMESPACE}`, and say so");
    let problem = || Problem::new(Code::ResourceStructure, metadata.origin, message);
    metadata.entry("namespace").is_none().then(problem)
}

fn namespace(namespace: &Value) -> Option<Problem> {
    let is_right = |text: &str| {
        let inner = text.trim().strip_prefix("${").and_then(|inner| inner.strip_suffix('}'));
        inner.is_some_and(|inner| inner.trim() == "metadata.namespace")
    };
    match &namespace.kind {
        ValueKind::Null | ValueKind::Unknown => None,
        ValueKind::String(text) if is_right(text) => None,
        _ => {
            let message = format!("An object can only be made in the namespace `{NAMESPACE}`");
            let problem = Problem::new(Code::ResourceStructure, namespace.origin, message);
            Some(problem.fix(format!("Change to `{NAMESPACE}`"), namespace.origin, NAMESPACE))
        }
    }
}

/// The kind of an object, if it is computed, or runs the component beside what its type makes for that.
fn of_kind(made: &Value, kind: ResourceKind, spec: &Value) -> Option<Problem> {
    let name = made.text()?;
    let problem = |message| Some(Problem::new(Code::ResourceStructure, made.origin, message));
    if name.contains("${") {
        return problem("The kind of an object cannot be computed".to_owned());
    }
    match kind {
        _ if !is_workload(name) => None,
        ResourceKind::Trait | ResourceKind::ClusterTrait => {
            problem(format!("A trait cannot make a {name}: what runs a component is its type's to make"))
        }
        ResourceKind::ComponentType | ResourceKind::ClusterComponentType => {
            let workload = spec.field(&["workloadType"])?.text()?;
            let is_other = !workload.eq_ignore_ascii_case(name);
            is_other.then(|| problem(format!("A type for the workload type `{workload}` cannot make a {name}")))?
        }
        _ => None,
    }
}
