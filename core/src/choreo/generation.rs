//! Whether a resource is written for v1 of the platform or for an older generation, told by the fields that it has.
//!
//! Each generation is judged by its own fields: those of v1 are known in full (`fields`), of the older ones it is known
//! what v1 has in their place.

use super::references::Role;
use super::{Catalog, Kind, Resource};
use crate::schema::sections;
use crate::values::{EntryValue, Value};

/// A field of an older generation.
#[derive(Clone, Copy, Debug)]
pub struct Former {
    kinds: &'static [Kind],
    /// The way to it from `spec`; `*` is each item of a list.
    path: &'static [&'static str],
    shape: Shape,
    /// What v1 has in its place, if it has anything.
    pub now: Option<&'static str>,
}

/// What tells a field of an older generation from one of v1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// That it is there.
    Any,
    /// That it is text where v1 has a map.
    Text,
    /// That it is a map where v1 has a list.
    Map,
    /// That it lists text where v1 lists maps.
    Texts,
}

const TYPES: &[Kind] = &[Kind::ComponentType, Kind::ClusterComponentType, Kind::Trait, Kind::ClusterTrait];
const WORKFLOWS: &[Kind] = &[Kind::Workflow, Kind::ClusterWorkflow];
const COMPONENT: &[Kind] = &[Kind::Component];
const BINDING: &[Kind] = &[Kind::ReleaseBinding];
const RELEASE: &[Kind] = &[Kind::ComponentRelease];
const WORKLOAD: &[Kind] = &[Kind::Workload];
const PIPELINE: &[Kind] = &[Kind::DeploymentPipeline];
const ROLES: &[Kind] = &[Kind::AuthzRoleBinding, Kind::ClusterAuthzRoleBinding];
const PLANE: &[Kind] = &[Kind::DataPlane, Kind::ClusterDataPlane];
const RULE: &[Kind] = &[Kind::ObservabilityAlertRule];

const fn former(kinds: &'static [Kind], path: &'static [&'static str], now: Option<&'static str>) -> Former {
    Former { kinds, path, shape: Shape::Any, now }
}

const fn shaped(kinds: &'static [Kind], path: &'static [&'static str], shape: Shape, now: &'static str) -> Former {
    Former { kinds, path, shape, now: Some(now) }
}

/// Every field of an older generation.
const FORMER: &[Former] = &[
    former(TYPES, &["schema"], Some("parameters")),
    former(TYPES, &["envOverrides"], Some("environmentConfigs")),
    former(TYPES, &["parameters", "ocSchema"], Some("openAPIV3Schema")),
    former(TYPES, &["environmentConfigs", "ocSchema"], Some("openAPIV3Schema")),
    shaped(TYPES, &["allowedTraits"], Shape::Texts, "allowedTraits"),
    shaped(TYPES, &["allowedWorkflows"], Shape::Texts, "allowedWorkflows"),
    former(&[Kind::Trait, Kind::ClusterTrait], &["creates", "*", "id"], None),
    former(WORKFLOWS, &["schema"], Some("parameters")),
    former(WORKFLOWS, &["parameters", "ocSchema"], Some("openAPIV3Schema")),
    former(WORKFLOWS, &["buildPlaneRef"], Some("workflowPlaneRef")),
    former(WORKFLOWS, &["systemParameters"], Some("parameters")),
    shaped(COMPONENT, &["componentType"], Shape::Text, "componentType"),
    former(COMPONENT, &["type"], None),
    former(COMPONENT, &["workflow", "systemParameters"], Some("parameters")),
    former(&[Kind::WorkflowRun], &["workflow", "systemParameters"], Some("parameters")),
    former(BINDING, &["componentTypeEnvOverrides"], Some("componentTypeEnvironmentConfigs")),
    former(BINDING, &["traitOverrides"], Some("traitEnvironmentConfigs")),
    shaped(RELEASE, &["traits"], Shape::Map, "traits"),
    former(RELEASE, &["componentType", "workloadType"], Some("spec")),
    former(WORKLOAD, &["containers"], Some("container")),
    former(WORKLOAD, &["connections"], Some("dependencies")),
    shaped(&[Kind::Project], &["deploymentPipelineRef"], Shape::Text, "deploymentPipelineRef"),
    shaped(PIPELINE, &["promotionPaths", "*", "sourceEnvironmentRef"], Shape::Text, "sourceEnvironmentRef"),
    former(PIPELINE, &["promotionPaths", "*", "targetEnvironmentRefs", "*", "requiresApproval"], None),
    former(PIPELINE, &["promotionPaths", "*", "targetEnvironmentRefs", "*", "isManualApprovalRequired"], None),
    former(ROLES, &["roleRef"], Some("roleMappings")),
    former(ROLES, &["targetPath"], Some("roleMappings")),
    former(PLANE, &["registry"], None),
    former(PLANE, &["imagePullSecretRefs"], None),
    former(PLANE, &["gateway", "publicVirtualHost"], Some("ingress")),
    former(PLANE, &["gateway", "organizationVirtualHost"], Some("ingress")),
    former(RULE, &["enableAiRootCauseAnalysis"], Some("actions")),
    former(RULE, &["notificationChannel"], Some("actions")),
];

impl Former {
    /// The fields that v1 does not have in a resource of a kind, each with what it is called now.
    pub fn of(kind: Kind, spec: &Value) -> Vec<(&EntryValue, &'static Self)> {
        let of_kind = FORMER.iter().filter(|former| former.kinds.contains(&kind));
        of_kind.flat_map(|former| former.found(spec).into_iter().map(move |entry| (entry, former))).collect()
    }

    fn found<'v>(&self, spec: &'v Value) -> Vec<&'v EntryValue> {
        let Some((last, above)) = self.path.split_last() else { return Vec::new() };
        let entries = below(spec, above).into_iter().filter_map(|holder| holder.entry(last));
        entries.filter(|entry| self.shape.is_of(&entry.value)).collect()
    }

    /// Whether the field that v1 has in its place stands there.
    fn is_replaced(&self, spec: &Value) -> bool {
        let (Some((_, above)), Some(now)) = (self.path.split_last(), self.now) else { return false };
        let mut entries = below(spec, above).into_iter().filter_map(|holder| holder.entry(now));
        match self.shape {
            // A section of this name has another form in between.
            Shape::Any if now == "parameters" || now == "environmentConfigs" => false,
            Shape::Any => entries.next().is_some(),
            Shape::Text => entries.any(|entry| entry.value.mapping().is_some()),
            Shape::Map => entries.any(|entry| entry.value.sequence().is_some()),
            Shape::Texts => {
                let is_map = |item: &Value| item.mapping().is_some();
                entries.any(|entry| entry.value.sequence().is_some_and(|items| items.iter().any(is_map)))
            }
        }
    }
}

impl Shape {
    fn is_of(self, value: &Value) -> bool {
        match self {
            Self::Any => true,
            Self::Text => value.text().is_some(),
            Self::Map => value.mapping().is_some(),
            Self::Texts => value.sequence().is_some_and(|items| items.iter().any(|item| item.text().is_some())),
        }
    }
}

/// The values at the end of a path.
pub fn below<'v>(value: &'v Value, path: &[&str]) -> Vec<&'v Value> {
    path.iter().fold(vec![value], |values, name| {
        let inner = values.into_iter().flat_map(|value| match value.sequence().filter(|_| *name == "*") {
            Some(items) => items.iter().collect::<Vec<_>>(),
            None => value.field(&[*name]).into_iter().collect(),
        });
        inner.collect()
    })
}

/// Which generation the fields of a resource tell of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generation {
    /// One before v1.
    Older,
    /// It is v1 for sure.
    V1,
    /// Its fields leave it open.
    #[default]
    Unknown,
}

impl Generation {
    /// What the fields of a specification tell.
    pub fn of(kind: Kind, spec: &Value) -> Self {
        let is_kind_of_v1 = !matches!(kind, Kind::ComponentWorkflow | Kind::ComponentWorkflowRun);
        let has_form = |name: &str| spec.field(&[name, "openAPIV3Schema"]).is_some();
        if !is_kind_of_v1 {
            return Self::Older;
        }
        if sections::has_sections(kind.name()) && (has_form("parameters") || has_form("environmentConfigs")) {
            return Self::V1;
        }
        let has_new = || FORMER.iter().any(|former| former.kinds.contains(&kind) && former.is_replaced(spec));
        let is_older = !Former::of(kind, spec).is_empty() && !has_new();
        if is_older { Self::Older } else { Self::Unknown }
    }
}

/// Whether a resource is to be judged as v1 does: by its own fields, else by the type that it names, directly or through
/// its owner.
pub fn is_v1(resource: &Resource, catalog: &dyn Catalog) -> bool {
    // A binding leads to a component, and that to its type.
    let mut generation = resource.generation;
    let mut next = type_of(resource, catalog);
    while let (Generation::Unknown, Some(followed)) = (generation, next) {
        generation = followed.generation;
        next = type_of(&followed, catalog);
    }
    generation != Generation::Older
}

fn type_of(resource: &Resource, catalog: &dyn Catalog) -> Option<std::sync::Arc<Resource>> {
    let is_type = |role: Role| matches!(role, Role::ComponentType | Role::Owner | Role::Workflow);
    let mut references = resource.references.iter().filter(|reference| is_type(reference.role));
    references.find_map(|reference| catalog.find(&reference.target))
}
