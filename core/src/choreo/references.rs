//! What a resource refers to, in every form in which it may be written.

use std::collections::BTreeSet;

use smol_str::SmolStr;

use super::generation::below;
use super::{ResourceKind, ResourceName};
use crate::document::TextDocument;
use crate::schema::shorthand::ShorthandSite;
use crate::text::{Place, TextRange, TextSize};
use crate::values::Value;
use crate::values::fragment::Fragment;

/// One resource named by another.
#[derive(Clone, Debug)]
pub struct ResourceReference {
    /// What it is to the one that names it.
    pub role: ReferenceRole,
    /// What is named.
    pub target: ReferenceTarget,
    /// The token of the name: of `deployment/web-app` the part behind `/`.
    pub place: Place,
    /// The whole scalar that the name stands in.
    pub whole: Place,
    /// What is written before `/` in the name of a component type.
    pub workload: Option<(SmolStr, Place)>,
    /// The kinds that `kind` beside the name may choose.
    choices: &'static [&'static [ResourceKind]],
}

/// What a resource is to the one that refers to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceRole {
    /// The type of a component.
    ComponentType,
    /// A trait of a component, or one embedded in a type: its index in the list.
    Trait(usize),
    /// The workflow that builds a component, or that runs.
    Workflow,
    /// The component that owns a release or a binding.
    Owner,
    /// The release that is bound.
    Release,
    /// The type of a resource or a project: its parameters govern.
    Type,
    /// Something else that must be there.
    Other,
    /// Something that the platform waits for until it is there.
    Awaited,
}

/// A name that may be one of several kinds: the first there is counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReferenceTarget {
    /// The kinds in order.
    pub kinds: &'static [ResourceKind],
    /// The namespace of whoever refers to it.
    pub namespace: SmolStr,
    /// The name.
    pub name: SmolStr,
}

impl ReferenceTarget {
    /// Each resource that it may mean.
    pub fn names(&self) -> impl Iterator<Item = ResourceName> {
        self.kinds.iter().map(|kind| ResourceName::new(*kind, &self.namespace, &self.name))
    }
}

/// Kinds that stand in one place: where `kind` says nothing, the first list counts.
pub(super) type Choice = (&'static [ResourceKind], &'static [&'static [ResourceKind]]);

const COMPONENT_TYPES: Choice =
    (&[ResourceKind::ComponentType], &[&[ResourceKind::ComponentType], &[ResourceKind::ClusterComponentType]]);
const TRAITS: Choice = (&[ResourceKind::Trait], &[&[ResourceKind::Trait], &[ResourceKind::ClusterTrait]]);
const CLUSTER_TRAITS: Choice = (&[ResourceKind::ClusterTrait], &[&[ResourceKind::ClusterTrait]]);
const WORKFLOWS: Choice = (
    &[ResourceKind::ComponentWorkflow, ResourceKind::Workflow, ResourceKind::ClusterWorkflow],
    &[&[ResourceKind::ComponentWorkflow], &[ResourceKind::Workflow], &[ResourceKind::ClusterWorkflow]],
);
const COMPONENTS: Choice = (&[ResourceKind::Component], &[]);
const RELEASES: Choice = (&[ResourceKind::ComponentRelease], &[]);
const ALLOWED_WORKFLOWS: Choice = (
    &[ResourceKind::Workflow, ResourceKind::ClusterWorkflow],
    &[&[ResourceKind::Workflow], &[ResourceKind::ClusterWorkflow]],
);
const RESOURCE_TYPES: Choice =
    (&[ResourceKind::ResourceType], &[&[ResourceKind::ResourceType], &[ResourceKind::ClusterResourceType]]);
const PROJECT_TYPES: Choice =
    (&[ResourceKind::ProjectType], &[&[ResourceKind::ProjectType], &[ResourceKind::ClusterProjectType]]);
const DATA_PLANES: Choice =
    (&[ResourceKind::DataPlane], &[&[ResourceKind::DataPlane], &[ResourceKind::ClusterDataPlane]]);
const WORKFLOW_PLANES: Choice =
    (&[ResourceKind::ClusterWorkflowPlane], &[&[ResourceKind::WorkflowPlane], &[ResourceKind::ClusterWorkflowPlane]]);
const OBSERVABILITY_PLANES: Choice = (
    &[ResourceKind::ObservabilityPlane],
    &[&[ResourceKind::ObservabilityPlane], &[ResourceKind::ClusterObservabilityPlane]],
);
const ROLES: Choice = (&[ResourceKind::AuthzRole], &[&[ResourceKind::AuthzRole], &[ResourceKind::ClusterAuthzRole]]);
const TARGET_PLANES: Choice = (
    &[ResourceKind::DataPlane],
    &[
        &[ResourceKind::DataPlane],
        &[ResourceKind::ClusterDataPlane],
        &[ResourceKind::WorkflowPlane],
        &[ResourceKind::ClusterWorkflowPlane],
    ],
);

/// A place where a name of another resource stands.
pub(super) struct ReferenceSlot {
    /// Keys from `spec` on; `*` is each item of an array.
    pub(super) path: &'static [&'static str],
    /// The kinds that the name may be of.
    pub(super) choice: Choice,
    /// What it is; in an array, for its first item.
    role: ReferenceRole,
}

const TYPE_SLOT: ReferenceSlot =
    ReferenceSlot { path: &["componentType"], choice: COMPONENT_TYPES, role: ReferenceRole::ComponentType };
const TRAIT_SLOT: ReferenceSlot =
    ReferenceSlot { path: &["traits", "*", "name"], choice: TRAITS, role: ReferenceRole::Trait(0) };
/// What belongs to no namespace cannot refer to what belongs to one.
const CLUSTER_TRAIT_SLOT: ReferenceSlot = ReferenceSlot { choice: CLUSTER_TRAITS, ..TRAIT_SLOT };
const WORKFLOW_SLOT: ReferenceSlot =
    ReferenceSlot { path: &["workflow", "name"], choice: WORKFLOWS, role: ReferenceRole::Workflow };
const OWNER_SLOT: ReferenceSlot =
    ReferenceSlot { path: &["owner", "componentName"], choice: COMPONENTS, role: ReferenceRole::Owner };
const RELEASE_SLOT: ReferenceSlot =
    ReferenceSlot { path: &["releaseName"], choice: RELEASES, role: ReferenceRole::Release };

const fn slot(path: &'static [&'static str], choice: Choice) -> ReferenceSlot {
    ReferenceSlot { path, choice, role: ReferenceRole::Other }
}

const fn kind_slot(path: &'static [&'static str], kinds: &'static [ResourceKind]) -> ReferenceSlot {
    slot(path, (kinds, &[]))
}

const fn awaited_slot(path: &'static [&'static str], kinds: &'static [ResourceKind]) -> ReferenceSlot {
    ReferenceSlot { path, choice: (kinds, &[]), role: ReferenceRole::Awaited }
}

const PROJECT_SLOT: ReferenceSlot = kind_slot(&["owner", "projectName"], &[ResourceKind::Project]);
const ENVIRONMENT_SLOT: ReferenceSlot = kind_slot(&["environment"], &[ResourceKind::Environment]);
const ALLOWED_TRAIT_SLOT: ReferenceSlot = slot(&["allowedTraits", "*", "name"], TRAITS);
const ALLOWED_WORKFLOW_SLOT: ReferenceSlot = slot(&["allowedWorkflows", "*", "name"], ALLOWED_WORKFLOWS);
const OBSERVABILITY_SLOT: ReferenceSlot = slot(&["observabilityPlaneRef", "name"], OBSERVABILITY_PLANES);
const CHANNEL: &[ResourceKind] = &[ResourceKind::ObservabilityAlertsNotificationChannel];
const SECRET: &[ResourceKind] = &[ResourceKind::SecretReference];

const WORKLOAD_SLOTS: &[ReferenceSlot] = &[
    OWNER_SLOT,
    PROJECT_SLOT,
    awaited_slot(&["dependencies", "endpoints", "*", "component"], &[ResourceKind::Component]),
    awaited_slot(&["dependencies", "resources", "*", "ref"], &[ResourceKind::Resource]),
    kind_slot(&["container", "env", "*", "valueFrom", "secretKeyRef", "name"], SECRET),
    kind_slot(&["container", "files", "*", "valueFrom", "secretKeyRef", "name"], SECRET),
];
const RESOURCE_SLOTS: &[ReferenceSlot] =
    &[PROJECT_SLOT, ReferenceSlot { path: &["type", "name"], choice: RESOURCE_TYPES, role: ReferenceRole::Type }];
const RESOURCE_BINDING_SLOTS: &[ReferenceSlot] = &[
    PROJECT_SLOT,
    ReferenceSlot {
        path: &["owner", "resourceName"],
        choice: (&[ResourceKind::Resource], &[]),
        role: ReferenceRole::Owner,
    },
    ENVIRONMENT_SLOT,
    ReferenceSlot {
        path: &["resourceRelease"],
        choice: (&[ResourceKind::ResourceRelease], &[]),
        role: ReferenceRole::Release,
    },
];
const PROJECT_SLOTS: &[ReferenceSlot] = &[
    kind_slot(&["deploymentPipelineRef", "name"], &[ResourceKind::DeploymentPipeline]),
    ReferenceSlot { path: &["type", "name"], choice: PROJECT_TYPES, role: ReferenceRole::Type },
];
const PROJECT_BINDING_SLOTS: &[ReferenceSlot] = &[
    ReferenceSlot { role: ReferenceRole::Owner, ..PROJECT_SLOT },
    ENVIRONMENT_SLOT,
    ReferenceSlot {
        path: &["projectRelease"],
        choice: (&[ResourceKind::ProjectRelease], &[]),
        role: ReferenceRole::Release,
    },
];
const PIPELINE_SLOTS: &[ReferenceSlot] = &[
    kind_slot(&["promotionPaths", "*", "sourceEnvironmentRef", "name"], &[ResourceKind::Environment]),
    kind_slot(&["promotionPaths", "*", "targetEnvironmentRefs", "*", "name"], &[ResourceKind::Environment]),
];
const ROLE_BINDING_SLOTS: &[ReferenceSlot] = &[
    slot(&["roleMappings", "*", "roleRef", "name"], ROLES),
    kind_slot(&["roleMappings", "*", "scope", "project"], &[ResourceKind::Project]),
    kind_slot(&["roleMappings", "*", "scope", "component"], &[ResourceKind::Component]),
    kind_slot(&["roleMappings", "*", "scope", "resource"], &[ResourceKind::Resource]),
];
const WORKFLOW_SLOTS: &[ReferenceSlot] =
    &[slot(&["workflowPlaneRef", "name"], WORKFLOW_PLANES), awaited_slot(&["externalRefs", "*", "name"], SECRET)];

/// The places for names in resources of a kind.
pub(super) fn slots(kind: ResourceKind) -> &'static [ReferenceSlot] {
    match kind {
        ResourceKind::Component => &[TYPE_SLOT, TRAIT_SLOT, WORKFLOW_SLOT, PROJECT_SLOT],
        ResourceKind::ComponentType => &[TRAIT_SLOT, ALLOWED_TRAIT_SLOT, ALLOWED_WORKFLOW_SLOT],
        ResourceKind::ClusterComponentType => &[CLUSTER_TRAIT_SLOT, ALLOWED_TRAIT_SLOT, ALLOWED_WORKFLOW_SLOT],
        ResourceKind::ComponentWorkflowRun | ResourceKind::WorkflowRun => &[WORKFLOW_SLOT],
        ResourceKind::ReleaseBinding => &[OWNER_SLOT, RELEASE_SLOT, PROJECT_SLOT, ENVIRONMENT_SLOT],
        ResourceKind::ComponentRelease => &[OWNER_SLOT, PROJECT_SLOT],
        ResourceKind::Workload => WORKLOAD_SLOTS,
        ResourceKind::Resource => RESOURCE_SLOTS,
        ResourceKind::ResourceReleaseBinding => RESOURCE_BINDING_SLOTS,
        ResourceKind::Project => PROJECT_SLOTS,
        ResourceKind::ProjectReleaseBinding => PROJECT_BINDING_SLOTS,
        ResourceKind::DeploymentPipeline => PIPELINE_SLOTS,
        ResourceKind::Environment => const { &[slot(&["dataPlaneRef", "name"], DATA_PLANES)] },
        ResourceKind::DataPlane
        | ResourceKind::ClusterDataPlane
        | ResourceKind::WorkflowPlane
        | ResourceKind::ClusterWorkflowPlane => &[OBSERVABILITY_SLOT],
        ResourceKind::Workflow | ResourceKind::ClusterWorkflow => WORKFLOW_SLOTS,
        ResourceKind::ObservabilityAlertsNotificationChannel => &[ENVIRONMENT_SLOT],
        ResourceKind::ObservabilityAlertRule => {
            const { &[kind_slot(&["actions", "notifications", "channels", "*"], CHANNEL)] }
        }
        ResourceKind::SecretReference => const { &[slot(&["targetPlane", "name"], TARGET_PLANES)] },
        ResourceKind::AuthzRoleBinding | ResourceKind::ClusterAuthzRoleBinding => ROLE_BINDING_SLOTS,
        _ => &[],
    }
}

/// Whether resources of any kind refer to those of a kind.
pub fn is_referred_to(kind: ResourceKind) -> bool {
    let mut slots = ResourceKind::ALL.iter().flat_map(|from| slots(*from));
    slots.any(|slot| slot.choice.1.iter().chain([&slot.choice.0]).any(|kinds| kinds.contains(&kind)))
}

/// The kinds that resources of these kinds can lead to, directly or through others.
pub fn reachable(kinds: impl IntoIterator<Item = ResourceKind>) -> BTreeSet<ResourceKind> {
    let next = |kind: ResourceKind| slots(kind).iter().flat_map(|slot| slot.choice.1.iter().chain([&slot.choice.0]));
    let mut waiting: Vec<ResourceKind> = kinds.into_iter().collect();
    let mut found = BTreeSet::new();
    while let Some(kind) = waiting.pop() {
        waiting.extend(next(kind).copied().flatten().filter(|kind| found.insert(**kind)));
    }
    found
}

/// The kinds that could stand where a resource refers to another, but are not meant.
pub(super) fn other_kinds(reference: &ResourceReference) -> impl Iterator<Item = ResourceKind> {
    let choices = reference.choices.iter().copied().flatten().copied();
    choices.filter(|kind| !reference.target.kinds.contains(kind))
}

/// What the `spec` of a resource refers to.
pub(super) fn of_spec(
    kind: ResourceKind,
    namespace: &SmolStr,
    spec: &Value,
    document: &TextDocument,
) -> Vec<ResourceReference> {
    let reader = ReferenceReader { namespace, document };
    let in_slot = |slot: &'static ReferenceSlot| {
        let reference = |(index, holder)| match (slot.role, slot.path.last()) {
            (ReferenceRole::ComponentType, _) => reader.component_type(holder),
            (ReferenceRole::Trait(_), Some(name)) => {
                reader.named(holder, name, &slot.choice, ReferenceRole::Trait(index))
            }
            (role, Some(name)) => reader.named(holder, name, &slot.choice, role),
            (_, None) => None,
        };
        holders(slot, spec).into_iter().enumerate().filter_map(reference).collect::<Vec<_>>()
    };
    slots(kind).iter().flat_map(in_slot).collect()
}

/// What the labels of a run refer to.
pub(super) fn of_labels(
    kind: ResourceKind,
    namespace: &SmolStr,
    labels: &Value,
    document: &TextDocument,
) -> Vec<ResourceReference> {
    const LABELS: &[(&str, Choice)] =
        &[(PROJECT_LABEL, (&[ResourceKind::Project], &[])), (COMPONENT_LABEL, (&[ResourceKind::Component], &[]))];
    let reader = ReferenceReader { namespace, document };
    let labels = LABELS.iter().filter_map(|(label, choice)| reader.named(labels, label, choice, ReferenceRole::Other));
    if kind == ResourceKind::WorkflowRun { labels.collect() } else { Vec::new() }
}

/// The labels that say for which component of which project a run is.
pub(super) const PROJECT_LABEL: &str = "openchoreo.dev/project";
pub(super) const COMPONENT_LABEL: &str = "openchoreo.dev/component";

/// The items of a list of traits in a `spec`.
pub(super) fn trait_items(spec: &Value) -> impl Iterator<Item = &Value> {
    spec.field(&["traits"]).and_then(Value::sequence).into_iter().flat_map(|items| items.iter())
}

struct ReferenceReader<'a> {
    namespace: &'a SmolStr,
    document: &'a TextDocument,
}

impl ReferenceReader<'_> {
    fn component_type(&self, value: &Value) -> Option<ResourceReference> {
        let Some(text) = value.text() else {
            let name = &value.entry("name")?.value;
            let (workload, name_range) = split(name.text()?);
            return Some(self.split_name(name, workload, name_range, chosen(value, &COMPONENT_TYPES)?));
        };
        let (workload, name) = split(text);
        Some(self.split_name(value, workload, name, COMPONENT_TYPES.0))
    }

    /// The name behind the first `/` of a text, with the workload type before it.
    fn split_name(
        &self,
        value: &Value,
        workload: Option<TextRange>,
        name: TextRange,
        kinds: &'static [ResourceKind],
    ) -> ResourceReference {
        let site = ShorthandSite::of(value, self.document);
        let text = value.text().map(SmolStr::as_str).unwrap_or_default();
        let part = |range: TextRange| SmolStr::new(&text[range]);
        ResourceReference {
            role: ReferenceRole::ComponentType,
            target: ReferenceTarget { kinds, namespace: self.namespace.clone(), name: part(name) },
            place: site.place(name),
            whole: value.origin,
            workload: workload.map(|range| (part(range), site.place(range))),
            choices: COMPONENT_TYPES.1,
        }
    }

    /// The name below a key, or that of an item. A `namespace` beside it says where it is meant.
    fn named(&self, holder: &Value, key: &str, choice: &Choice, role: ReferenceRole) -> Option<ResourceReference> {
        let value = if key == "*" { holder } else { &holder.entry(key)?.value };
        let name = value.text().filter(|name| !name.is_empty() && !name.contains("${"))?.clone();
        let kinds = chosen(holder, choice)?;
        let namespace = holder.field(&["namespace"]).and_then(Value::text).unwrap_or(self.namespace).clone();
        let target = ReferenceTarget { kinds, namespace, name };
        Some(ResourceReference {
            role,
            target,
            place: value.origin,
            whole: value.origin,
            workload: None,
            choices: choice.1,
        })
    }
}

/// The kinds that the `kind` beside a name allows; `None` if it is none that can stand there. Where there is no choice,
/// what is written changes nothing.
pub(super) fn chosen(holder: &Value, (default, choices): &Choice) -> Option<&'static [ResourceKind]> {
    let Some(Fragment { value, .. }) = holder.entry("kind").filter(|_| !choices.is_empty()) else {
        return Some(default);
    };
    let kind = ResourceKind::from_name(value.text()?)?;
    choices.iter().find(|kinds| kinds.contains(&kind)).copied()
}

/// Each `kind` beside a name in a `spec` that none of the resources there can be of, with the kinds that they can.
pub(super) fn misplaced_kinds(kind: ResourceKind, spec: &Value) -> Vec<(&Value, Vec<&'static str>)> {
    let in_slot = |slot: &ReferenceSlot| {
        let names: Vec<&str> = slot.choice.1.iter().flat_map(|kinds| kinds.iter()).map(|kind| kind.name()).collect();
        let is_wrong = |holder: &&Value| chosen(holder, &slot.choice).is_none();
        let kinds = holders(slot, spec).into_iter().filter(is_wrong).filter_map(|holder| holder.field(&["kind"]));
        kinds.map(|kind| (kind, names.clone())).collect::<Vec<_>>()
    };
    slots(kind).iter().filter(|slot| !slot.choice.1.is_empty()).flat_map(in_slot).collect()
}

/// What holds a name in a slot, with a `kind` beside it or without: a map; for the type of a component, also the name.
fn holders<'a>(slot: &ReferenceSlot, spec: &'a Value) -> Vec<&'a Value> {
    match slot.path {
        [name] if slot.role == ReferenceRole::ComponentType => Vec::from_iter(spec.field(&[name])),
        [.., "*"] => below(spec, slot.path),
        [above @ .., _] => below(spec, above),
        [] => Vec::new(),
    }
}

/// The parts before and behind the first `/`.
fn split(text: &str) -> (Option<TextRange>, TextRange) {
    let end = TextSize::of(text);
    match text.find('/') {
        Some(at) => {
            let at = TextSize::of(&text[..at]);
            (Some(TextRange::up_to(at)), TextRange::new(at + TextSize::of('/'), end))
        }
        None => (None, TextRange::up_to(end)),
    }
}
