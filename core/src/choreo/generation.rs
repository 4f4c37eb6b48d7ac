//! Whether a resource is written for v1 of the platform or for an older generation, told by the fields that it has.
//!
//! Each generation is judged by its own fields: those of v1 are known in full (`fields`), of the older ones it is known
//! what v1 has in their place.

use super::ResourceKind;
use crate::schema::sections;
use crate::values::Value;
use crate::values::fragment::Fragment;

/// A field of an older generation.
#[derive(Clone, Copy, Debug)]
pub struct Former {
    kinds: &'static [ResourceKind],
    /// The way to it from `spec`; `*` is each item of a list.
    pub(super) path: &'static [&'static str],
    pub(super) shape: FieldShape,
    /// What becomes of it in v1.
    pub(super) change: FieldChange,
}

/// What becomes of a field of an older generation in v1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldChange {
    /// It has another name.
    Rename(&'static str),
    /// What it holds stands in the field of another name, beside what stands there.
    Merge(&'static str),
    /// It stands at the end of a path from what holds it; `-` is the first item of a list.
    Move(&'static [&'static str]),
    /// Its schemas are written in another form.
    Schema(&'static str),
    /// The map of one thing has become that thing.
    Only(&'static str),
    /// Its text has become the `name` of a map.
    Name,
    /// Its text has become the `name` of a map, beside the kind.
    KindAndName(ResourceKind),
    /// Each text in it has become the `name` of a map.
    Names,
    /// The map has become a list whose items have a kind, a name and a specification.
    Specifications,
    /// The specification in which it stands has become part of a map with a kind and a name.
    Specification,
    /// Nothing has come in its place.
    Gone,
}

/// What tells a field of an older generation from one of v1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldShape {
    /// That it is there.
    Any,
    /// That it is text where v1 has a map.
    Text,
    /// That it is a map where v1 has a list.
    Map,
    /// That it lists text where v1 lists maps.
    Texts,
}

const TYPES: &[ResourceKind] =
    &[ResourceKind::ComponentType, ResourceKind::ClusterComponentType, ResourceKind::Trait, ResourceKind::ClusterTrait];
const WORKFLOWS: &[ResourceKind] = &[ResourceKind::Workflow, ResourceKind::ClusterWorkflow];
const COMPONENT: &[ResourceKind] = &[ResourceKind::Component];
const BINDING: &[ResourceKind] = &[ResourceKind::ReleaseBinding];
const RELEASE: &[ResourceKind] = &[ResourceKind::ComponentRelease];
const WORKLOAD: &[ResourceKind] = &[ResourceKind::Workload];
const PIPELINE: &[ResourceKind] = &[ResourceKind::DeploymentPipeline];
const ROLES: &[ResourceKind] = &[ResourceKind::AuthzRoleBinding, ResourceKind::ClusterAuthzRoleBinding];
const PLANE: &[ResourceKind] = &[ResourceKind::DataPlane, ResourceKind::ClusterDataPlane];
const ENVIRONMENT: &[ResourceKind] = &[ResourceKind::Environment];
const CHANNEL: &[ResourceKind] = &[ResourceKind::ObservabilityAlertsNotificationChannel];
const RULE: &[ResourceKind] = &[ResourceKind::ObservabilityAlertRule];

const TRAITS: &[ResourceKind] = &[ResourceKind::Trait, ResourceKind::ClusterTrait];
const PROJECT: &[ResourceKind] = &[ResourceKind::Project];
const RUN: &[ResourceKind] = &[ResourceKind::WorkflowRun];
const CLUSTERS: &[ResourceKind] = &[
    ResourceKind::DataPlane,
    ResourceKind::ClusterDataPlane,
    ResourceKind::WorkflowPlane,
    ResourceKind::ClusterWorkflowPlane,
    ResourceKind::ObservabilityPlane,
    ResourceKind::ClusterObservabilityPlane,
];

type Path = &'static [&'static str];

const fn former(kinds: &'static [ResourceKind], path: Path, change: FieldChange) -> Former {
    Former { kinds, path, shape: FieldShape::Any, change }
}

const fn shaped(kinds: &'static [ResourceKind], path: Path, shape: FieldShape, change: FieldChange) -> Former {
    Former { kinds, path, shape, change }
}

/// Every field of an older generation. What stands in another comes before it, as far as both move.
const FORMER: &[Former] = &[
    former(TYPES, &["schema"], FieldChange::Schema("parameters")),
    former(TYPES, &["envOverrides"], FieldChange::Rename("environmentConfigs")),
    former(TYPES, &["traits", "*", "envOverrides"], FieldChange::Rename("environmentConfigs")),
    former(TYPES, &["parameters", "ocSchema"], FieldChange::Schema("openAPIV3Schema")),
    former(TYPES, &["environmentConfigs", "ocSchema"], FieldChange::Schema("openAPIV3Schema")),
    shaped(TYPES, &["allowedTraits"], FieldShape::Texts, FieldChange::Names),
    shaped(TYPES, &["allowedWorkflows"], FieldShape::Texts, FieldChange::Names),
    former(TRAITS, &["creates", "*", "id"], FieldChange::Gone),
    former(WORKFLOWS, &["schema"], FieldChange::Schema("parameters")),
    former(WORKFLOWS, &["parameters", "ocSchema"], FieldChange::Schema("openAPIV3Schema")),
    former(WORKFLOWS, &["buildPlaneRef"], FieldChange::Rename("workflowPlaneRef")),
    former(WORKFLOWS, &["systemParameters"], FieldChange::Merge("parameters")),
    shaped(COMPONENT, &["componentType"], FieldShape::Text, FieldChange::Name),
    former(COMPONENT, &["type"], FieldChange::Gone),
    former(COMPONENT, &["workflow", "systemParameters"], FieldChange::Merge("parameters")),
    former(RUN, &["workflow", "systemParameters"], FieldChange::Merge("parameters")),
    former(BINDING, &["componentTypeEnvOverrides"], FieldChange::Rename("componentTypeEnvironmentConfigs")),
    former(BINDING, &["traitOverrides"], FieldChange::Rename("traitEnvironmentConfigs")),
    former(BINDING, &["workloadOverrides", "container", "env", "*", "valueFrom", "secretRef"], SECRET),
    former(BINDING, &["workloadOverrides", "container", "files", "*", "valueFrom", "secretRef"], SECRET),
    former(RELEASE, &["componentType", "traits", "*", "envOverrides"], FieldChange::Rename("environmentConfigs")),
    shaped(RELEASE, &["traits"], FieldShape::Map, FieldChange::Specifications),
    former(RELEASE, &["componentType", "workloadType"], FieldChange::Specification),
    former(RELEASE, &["workload", "container", "env", "*", "valueFrom", "secretRef"], SECRET),
    former(RELEASE, &["workload", "container", "files", "*", "valueFrom", "secretRef"], SECRET),
    shaped(RELEASE, &["workload", "connections"], FieldShape::Map, FieldChange::Gone),
    former(RELEASE, &["workload", "connections", "*", "endpoint"], FieldChange::Rename("name")),
    former(RELEASE, &["workload", "connections", "*", "namespace"], FieldChange::Gone),
    former(RELEASE, &["workload", "connections", "*", "environmentMapping"], FieldChange::Gone),
    former(RELEASE, &["workload", "connections"], FieldChange::Move(&["dependencies", "endpoints"])),
    former(WORKLOAD, &["containers"], FieldChange::Only("container")),
    former(WORKLOAD, &["container", "env", "*", "valueFrom", "secretRef"], SECRET),
    former(WORKLOAD, &["container", "files", "*", "valueFrom", "secretRef"], SECRET),
    shaped(WORKLOAD, &["connections"], FieldShape::Map, FieldChange::Gone),
    former(WORKLOAD, &["connections", "*", "endpoint"], FieldChange::Rename("name")),
    former(WORKLOAD, &["connections", "*", "namespace"], FieldChange::Gone),
    former(WORKLOAD, &["connections", "*", "environmentMapping"], FieldChange::Gone),
    former(WORKLOAD, &["connections"], FieldChange::Move(&["dependencies", "endpoints"])),
    shaped(PROJECT, &["deploymentPipelineRef"], FieldShape::Text, FieldChange::Name),
    shaped(PIPELINE, &["promotionPaths", "*", "sourceEnvironmentRef"], FieldShape::Text, FieldChange::Name),
    former(PIPELINE, &["promotionPaths", "*", "targetEnvironmentRefs", "*", "requiresApproval"], FieldChange::Gone),
    former(
        PIPELINE,
        &["promotionPaths", "*", "targetEnvironmentRefs", "*", "isManualApprovalRequired"],
        FieldChange::Gone,
    ),
    former(ENVIRONMENT, &["dnsPrefix"], FieldChange::Gone),
    shaped(ENVIRONMENT, &["dataPlaneRef"], FieldShape::Text, FieldChange::KindAndName(ResourceKind::DataPlane)),
    former(ROLES, &["roleRef"], FieldChange::Move(&["roleMappings", "-", "roleRef"])),
    former(ROLES, &["targetPath"], FieldChange::Move(&["roleMappings", "-", "scope"])),
    former(PLANE, &["registry"], FieldChange::Gone),
    former(PLANE, &["imagePullSecretRefs"], FieldChange::Gone),
    former(PLANE, &["gateway", "publicVirtualHost"], FieldChange::Move(&["ingress", "external", "http", "host"])),
    former(PLANE, &["gateway", "organizationVirtualHost"], FieldChange::Move(&["ingress", "internal", "http", "host"])),
    former(CLUSTERS, &["clusterAgent", "clientCA", "secretRef"], SECRET),
    former(CHANNEL, &["config"], FieldChange::Rename("emailConfig")),
    former(RULE, &["enableAiRootCauseAnalysis"], FieldChange::Move(&["actions", "incident", "triggerAiRca"])),
    former(RULE, &["notificationChannel"], FieldChange::Move(&["actions", "notifications", "channels", "-"])),
];

const SECRET: FieldChange = FieldChange::Rename("secretKeyRef");

impl Former {
    /// The fields of older generations in resources of a kind.
    pub(super) fn all_of(kind: ResourceKind) -> impl Iterator<Item = &'static Self> {
        FORMER.iter().filter(move |former| former.kinds.contains(&kind))
    }

    /// What v1 has in its place, if it has anything: a field of what holds it.
    pub fn now(&self) -> Option<&'static str> {
        match self.change {
            FieldChange::Rename(now) | FieldChange::Merge(now) | FieldChange::Schema(now) | FieldChange::Only(now) => {
                Some(now)
            }
            FieldChange::Move(path) => path.first().copied(),
            FieldChange::Name | FieldChange::KindAndName(_) | FieldChange::Names | FieldChange::Specifications => {
                self.path.last().copied()
            }
            FieldChange::Specification => Some("spec"),
            FieldChange::Gone => None,
        }
    }

    /// The fields that v1 does not have in a resource of a kind, each with what it is called now.
    pub fn of(kind: ResourceKind, spec: &Value) -> Vec<(&Fragment, &'static Self)> {
        Self::all_of(kind).flat_map(|former| former.found(spec).into_iter().map(move |entry| (entry, former))).collect()
    }

    fn found<'v>(&self, spec: &'v Value) -> Vec<&'v Fragment> {
        let Some((last, above)) = self.path.split_last() else { return Vec::new() };
        let entries = below(spec, above).into_iter().filter_map(|holder| holder.entry(last));
        entries.filter(|entry| self.shape.is_of(&entry.value)).collect()
    }

    /// Whether the field that v1 has in its place stands there.
    fn is_replaced(&self, spec: &Value) -> bool {
        let (Some((_, above)), Some(now)) = (self.path.split_last(), self.now()) else { return false };
        let mut entries = below(spec, above).into_iter().filter_map(|holder| holder.entry(now));
        match self.shape {
            // A section of this name has another form in between.
            FieldShape::Any if now == "parameters" || now == "environmentConfigs" => false,
            FieldShape::Any => entries.next().is_some(),
            FieldShape::Text => entries.any(|entry| entry.value.mapping().is_some()),
            FieldShape::Map => entries.any(|entry| entry.value.sequence().is_some()),
            FieldShape::Texts => {
                let is_map = |item: &Value| item.mapping().is_some();
                entries.any(|entry| entry.value.sequence().is_some_and(|items| items.iter().any(is_map)))
            }
        }
    }
}

impl FieldShape {
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
    pub fn of(kind: ResourceKind, spec: &Value) -> Self {
        let is_kind_of_v1 = !matches!(kind, ResourceKind::ComponentWorkflow | ResourceKind::ComponentWorkflowRun);
        let has_form = |name: &str| spec.field(&[name, "openAPIV3Schema"]).is_some();
        if !is_kind_of_v1 {
            return Self::Older;
        }
        if sections::has_sections(kind.name()) && (has_form("parameters") || has_form("environmentConfigs")) {
            return Self::V1;
        }
        let has_new = || Former::all_of(kind).any(|former| former.is_replaced(spec));
        let is_older = !Former::of(kind, spec).is_empty() && !has_new();
        if is_older { Self::Older } else { Self::Unknown }
    }
}
