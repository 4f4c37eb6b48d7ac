//! What is wrong with what a resource refers to: missing, of another workload type, not allowed, named twice.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{Resource, ResourceReference};
use crate::choreo::installed::is_default;
use crate::choreo::references::{ReferenceRole, misplaced_kinds, other_kinds, trait_items};
use crate::choreo::sites::{TRAIT_OVERRIDES, embedded_instances, embedded_trait, instances};
use crate::choreo::structure::unknown_workload_type;
use crate::choreo::{Catalog, ReferenceTarget, ResourceKind, ResourceName};
use crate::constraint::is_equal;
use crate::problem::nearest;
use crate::problem::{Code, Problem, Severity};
use crate::schema::sections::{self, SchemaLayout};
use crate::text::Place;
use crate::values::Value;
use crate::values::fragment::Fragment;

/// Everything wrong with references.
pub(super) fn problems(resource: &Resource, catalog: &dyn Catalog, is_v1: bool) -> Vec<Problem> {
    let mut problems = Vec::new();
    for reference in &resource.references {
        let target = catalog.find(&reference.target);
        // What older versions require to be there is not known.
        let is_required = !matches!(reference.role, ReferenceRole::Other | ReferenceRole::Awaited) || is_v1;
        let is_missing =
            target.is_none() && is_required && !is_provided(reference, catalog) && !is_elsewhere(reference, catalog);
        problems.extend(is_missing.then(|| missing(reference, catalog)));
        if reference.role == ReferenceRole::ComponentType {
            // A platform team may have changed what comes with every installation, and what that allows above all.
            let is_default = target.as_deref().is_some_and(is_default);
            let against = workload_type(reference, target.as_deref());
            problems.extend(against.map(|it| if is_default { it.at_most_a_warning() } else { it }));
            let target = target.iter().filter(|_| !is_default);
            problems.extend(target.flat_map(|target| not_allowed(resource, target, catalog)));
        }
    }
    problems.extend(resource.value.field(&["spec"]).into_iter().flat_map(|spec| wrong_kinds(resource.kind, spec)));
    problems.extend(repeated_instances(resource));
    problems.extend(instances_of_the_type(resource, catalog));
    match resource.kind {
        ResourceKind::ReleaseBinding => {
            problems.extend(unknown_instances(resource, catalog));
        }
        ResourceKind::ComponentRelease => problems.extend(traits_without_copy(resource)),
        _ => {}
    }
    problems
}

/// The resource, if another of its name comes first.
pub(super) fn duplicate(resource: &Arc<Resource>, catalog: &dyn Catalog) -> Option<Problem> {
    let name = resource.name.as_ref()?;
    let first = catalog.first(name).filter(|first| !Arc::ptr_eq(first, resource))?;
    let namespace =
        if name.kind.is_cluster_wide() { String::new() } else { format!(" in namespace `{}`", name.namespace) };
    let message = format!("There is a {} `{}`{namespace} already", name.kind.name(), name.name);
    let problem = Problem::new(Code::DuplicateResource, resource.name_place, message);
    // Samples repeat each other, and each folder may have its own.
    let severity = match () {
        () if first.file == resource.file => Severity::Error,
        () if is_equal(&first.value, &resource.value) => Severity::Hint,
        () => Severity::Warning,
    };
    Some(Problem { severity, ..problem }.related(first.name_place, "the first one"))
}

/// Whether the settings say that what is referred to is installed.
fn is_provided(reference: &ResourceReference, catalog: &dyn Catalog) -> bool {
    reference.target.names().any(|name| catalog.installed().is_provided(&name))
}

fn missing(reference: &ResourceReference, catalog: &dyn Catalog) -> Problem {
    let target = &reference.target;
    let words: Vec<&str> = target.kinds.iter().map(|kind| kind.name()).collect();
    let is_cluster_wide = target.kinds.iter().all(|kind| kind.is_cluster_wide());
    let namespace = if is_cluster_wide { String::new() } else { format!(" in namespace `{}`", target.namespace) };
    let message = format!("There is no {} `{}`{namespace}", words.join(" or "), target.name);
    let mut problem = Problem::new(Code::UnknownResource, reference.place, message);
    if reference.role == ReferenceRole::Release {
        problem.severity = Severity::Information;
        return problem.hint("until it is there, the component and its type as they are now are checked against");
    }
    if let Some(hint) = of_another_kind(reference, catalog) {
        problem = problem.hint(hint);
    }
    if reference.role == ReferenceRole::Awaited {
        problem.severity = Severity::Information;
        return problem.hint("the platform waits until it is there");
    }
    if !target.kinds.iter().any(|kind| catalog.has_any(*kind)) {
        problem.severity = Severity::Warning;
        return problem.hint("the workspace has no resource of that kind; add its files to check against them");
    }
    if is_cluster_wide {
        // Those are often installed from elsewhere.
        problem.severity = Severity::Warning;
    }
    let names = target.kinds.iter().flat_map(|kind| catalog.names(*kind, &target.namespace));
    problem.suggest(nearest(&target.name, names).as_deref(), reference.place)
}

/// Whether another repository declares what is referred to, as a rule, and the workspace has nothing of its kind. The
/// platform's own samples name projects, roles and channels that they do not declare.
fn is_elsewhere(reference: &ResourceReference, catalog: &dyn Catalog) -> bool {
    const FAR: &[ResourceKind] = &[
        ResourceKind::Project,
        ResourceKind::Resource,
        ResourceKind::AuthzRole,
        ResourceKind::ClusterAuthzRole,
        ResourceKind::ObservabilityAlertsNotificationChannel,
    ];
    let kinds = &reference.target.kinds;
    kinds.iter().all(|kind| FAR.contains(kind)) && !kinds.iter().any(|kind| catalog.has_any(*kind))
}

/// What helps where a name is one of another kind that could stand there.
fn of_another_kind(reference: &ResourceReference, catalog: &dyn Catalog) -> Option<String> {
    let ReferenceTarget { namespace, name, .. } = &reference.target;
    let mut kinds = other_kinds(reference);
    let kind = kinds.find(|kind| catalog.resource(&ResourceName::new(*kind, namespace, name)).is_some())?.name();
    Some(format!("there is a {kind} `{name}`: say so with `kind: {kind}` beside the name"))
}

/// What is written before `/`, against what the component type declares.
fn workload_type(reference: &ResourceReference, target: Option<&Resource>) -> Option<Problem> {
    let declared = target.and_then(|target| target.value.field(&["spec", "workloadType"]));
    let known = declared.and_then(Value::text).map(SmolStr::as_str);
    let Some((written, place)) = &reference.workload else {
        let example = format!("{}/{}", known.unwrap_or("deployment"), reference.target.name);
        let problem =
            Problem::new(Code::WorkloadType, reference.whole, "The workload type of the component is missing");
        let problem = problem.found(format!("`{}`", reference.target.name)).expected(format!("such as `{example}`"));
        return Some(if known.is_some() {
            problem.fix(format!("Change to `{example}`"), reference.whole, example)
        } else {
            problem
        });
    };
    match (known, declared) {
        (Some(known), _) if known == written => None,
        (Some(known), Some(declared)) => {
            let message = format!("The component type `{}` is for another workload type", reference.target.name);
            let problem = Problem::new(Code::WorkloadType, *place, message).found(format!("`{written}`"));
            let problem = problem.expected(format!("`{known}`"));
            let problem = problem.related(declared.origin, "the workload type is declared here");
            Some(problem.fix(format!("Change to `{known}`"), *place, known))
        }
        _ => unknown_workload_type(written, *place),
    }
}

/// The trait and the workflow of a component that its type does not allow; where it says nothing, any is, but for
/// traits in the newest versions. What is not there at all is told elsewhere.
fn not_allowed(component: &Resource, component_type: &Resource, catalog: &dyn Catalog) -> Vec<Problem> {
    let cluster_kind = component_type.kind.is_cluster_wide().then_some(ResourceKind::ClusterTrait);
    let default_kind = cluster_kind.unwrap_or(ResourceKind::Trait);
    let is_reported = |reference: &ResourceReference| {
        let target = &reference.target;
        catalog.find(target).is_none() && target.kinds.iter().any(|kind| catalog.has_any(*kind))
    };
    let layout = sections::of_resource(&component_type.value).map(|sections| sections.layout);
    let is_newest = layout == Some(SchemaLayout::Sections) && !component_type.is_partial;
    let problem = |reference: &ResourceReference| {
        let (list, word) = match reference.role {
            ReferenceRole::Trait(_) => ("allowedTraits", "trait"),
            ReferenceRole::Workflow => ("allowedWorkflows", "workflow"),
            _ => return None,
        };
        let spec = component_type.value.field(&["spec"])?;
        let Some(allowed) = spec.entry(list) else {
            let is_refused = matches!(reference.role, ReferenceRole::Trait(_)) && is_newest && !is_reported(reference);
            return is_refused.then(|| no_trait(reference, component_type));
        };
        let mut items = allowed.value.sequence()?.iter();
        if items.any(|item| is_allowed(item, reference, default_kind)) || is_reported(reference) {
            return None;
        }
        let message = format!("The component type does not allow the {word} `{}`", reference.target.name);
        let problem = Problem::new(Code::NotAllowed, reference.place, message);
        Some(problem.related(allowed.place, "what is allowed is listed here"))
    };
    component.references.iter().filter_map(problem).collect()
}

/// A trait of a component whose type lists none: newer versions allow only what is listed.
fn no_trait(reference: &ResourceReference, component_type: &Resource) -> Problem {
    let message = format!("The component type does not allow the trait `{}`", reference.target.name);
    let problem = Problem::new(Code::NotAllowed, reference.place, message);
    let problem = problem.hint("it allows none, for it has no `allowedTraits`");
    problem.related(component_type.name_place, "the component type")
}

/// Whether an item of a list, a name or a kind with a name, is what is referred to. A trait is of a kind also where the
/// item says none.
fn is_allowed(item: &Value, reference: &ResourceReference, default_kind: ResourceKind) -> bool {
    let name = item.text().or_else(|| item.field(&["name"])?.text());
    let kind = item.field(&["kind"]).and_then(Value::text).and_then(|kind| ResourceKind::from_name(kind));
    let kind = kind.or(matches!(reference.role, ReferenceRole::Trait(_)).then_some(default_kind));
    name.is_none_or(|name| *name == reference.target.name)
        && kind.is_none_or(|kind| reference.target.kinds.contains(&kind))
}

/// The `kind` beside a name, where nothing of that kind can stand.
fn wrong_kinds(kind: ResourceKind, spec: &Value) -> Vec<Problem> {
    let problem = |(value, choices): (&Value, Vec<&str>)| {
        let written = value.text()?;
        let message = format!("Nothing of the kind `{written}` is allowed here");
        let problem = Problem::new(Code::ResourceStructure, value.origin, message);
        let listed = choices.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
        let problem = problem.expected(listed);
        Some(match nearest(written, choices) {
            Some(near) => problem.fix(format!("Change to `{near}`"), value.origin, near),
            None => problem,
        })
    };
    misplaced_kinds(kind, spec).into_iter().filter_map(problem).collect()
}

/// Traits of one list that are called alike.
fn repeated_instances(resource: &Resource) -> Vec<Problem> {
    let holder: &[&str] =
        if resource.kind == ResourceKind::ComponentRelease { &["spec", "componentProfile"] } else { &["spec"] };
    let traits = resource.value.field(holder).into_iter().flat_map(trait_items);
    let mut seen: FxHashMap<&str, Place> = FxHashMap::default();
    let mut problems = Vec::new();
    for instance in traits.filter_map(|item| item.field(&["instanceName"])) {
        let Some(name) = instance.text() else { continue };
        let Some(first) = seen.insert(name, instance.origin) else { continue };
        let message = format!("Another trait has the `instanceName` `{name}` already");
        problems.push(Problem::new(Code::RepeatedInstance, instance.origin, message).related(first, "the one before"));
    }
    problems
}

/// Traits of a component that are called like one that its type adds.
fn instances_of_the_type(component: &Resource, catalog: &dyn Catalog) -> Vec<Problem> {
    if component.kind != ResourceKind::Component {
        return Vec::new();
    }
    let embedded = embedded_instances(component, catalog).unwrap_or_default();
    let is_taken = |name: &SmolStr| embedded.iter().any(|it| it.instance == *name);
    let traits = component.value.field(&["spec"]).into_iter().flat_map(trait_items);
    let problem = |item: &Value| {
        let instance = item.field(&["instanceName"])?;
        let name = instance.text().filter(|name| is_taken(name))?;
        let message = format!("The component type adds a trait with the `instanceName` `{name}` already");
        Some(Problem::new(Code::RepeatedInstance, instance.origin, message))
    };
    traits.filter_map(problem).collect()
}

/// Overrides for traits that the component does not have.
fn unknown_instances(binding: &Resource, catalog: &dyn Catalog) -> Vec<Problem> {
    let Some(instances) = instances(binding, catalog) else { return Vec::new() };
    let names: Vec<&str> = instances.iter().map(|it| it.instance.as_str()).collect();
    let overrides = TRAIT_OVERRIDES.iter().filter_map(|key| binding.value.field(&["spec", *key])?.mapping());
    let unknown = overrides.flat_map(|overrides| &overrides.entries);
    let unknown = unknown.filter(|entry| !names.contains(&entry.entry_key().to_string().as_str()));
    let problem = |entry: &Fragment| {
        let key = entry.entry_key();
        let message = format!("The component has no trait with the `instanceName` `{key}`");
        let problem = Problem::new(Code::UnknownInstance, entry.place, message);
        problem.suggest(nearest(&key.to_string(), names.iter().copied()), entry.place)
    };
    unknown.map(problem).collect()
}

/// Traits of a release of which it holds no copy.
fn traits_without_copy(release: &Resource) -> Vec<Problem> {
    let profile = release.value.field(&["spec", "componentProfile"]).into_iter();
    let problem = |item: &Value| {
        let name = item.field(&["name"]).filter(|_| embedded_trait(release, item).is_none())?;
        let kind = item.field(&["kind"]).and_then(Value::text).map_or(ResourceKind::Trait.name(), SmolStr::as_str);
        let message = format!("The release contains no copy of the {kind} `{}`", name.text()?);
        Some(Problem::new(Code::UnknownResource, name.origin, message).hint("its copy belongs below `spec.traits`"))
    };
    profile.flat_map(trait_items).filter_map(problem).collect()
}
