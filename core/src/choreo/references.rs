//! What a resource refers to, in every form in which it may be written.

use std::collections::BTreeSet;

use smol_str::SmolStr;

use super::generation::below;
use super::{Kind, Name};
use crate::document::TextDocument;
use crate::schema::shorthand::Site;
use crate::text::{Place, TextRange, TextSize};
use crate::values::{EntryValue, Value};

/// One resource named by another.
#[derive(Clone, Debug)]
pub struct Reference {
    /// What it is to the one that names it.
    pub role: Role,
    /// What is named.
    pub target: Target,
    /// The token of the name: of `deployment/web-app` the part behind `/`.
    pub place: Place,
    /// The whole scalar that the name stands in.
    pub whole: Place,
    /// What is written before `/` in the name of a component type.
    pub workload: Option<(SmolStr, Place)>,
    /// The kinds that `kind` beside the name may choose.
    choices: &'static [&'static [Kind]],
}

/// What a resource is to the one that refers to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
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
pub struct Target {
    /// The kinds in order.
    pub kinds: &'static [Kind],
    /// The namespace of whoever refers to it.
    pub namespace: SmolStr,
    /// The name.
    pub name: SmolStr,
}

impl Target {
    /// Each resource that it may mean.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        self.kinds.iter().map(|kind| Name::new(*kind, &self.namespace, &self.name))
    }
}

/// Kinds that stand in one place: where `kind` says nothing, the first list counts.
pub(super) type Choice = (&'static [Kind], &'static [&'static [Kind]]);

const COMPONENT_TYPES: Choice = (&[Kind::ComponentType], &[&[Kind::ComponentType], &[Kind::ClusterComponentType]]);
const TRAITS: Choice = (&[Kind::Trait], &[&[Kind::Trait], &[Kind::ClusterTrait]]);
const CLUSTER_TRAITS: Choice = (&[Kind::ClusterTrait], &[&[Kind::ClusterTrait]]);
const WORKFLOWS: Choice = (
    &[Kind::ComponentWorkflow, Kind::Workflow, Kind::ClusterWorkflow],
    &[&[Kind::ComponentWorkflow], &[Kind::Workflow], &[Kind::ClusterWorkflow]],
);
const COMPONENTS: Choice = (&[Kind::Component], &[]);
const RELEASES: Choice = (&[Kind::ComponentRelease], &[]);
const ALLOWED_WORKFLOWS: Choice =
    (&[Kind::Workflow, Kind::ClusterWorkflow], &[&[Kind::Workflow], &[Kind::ClusterWorkflow]]);
const RESOURCE_TYPES: Choice = (&[Kind::ResourceType], &[&[Kind::ResourceType], &[Kind::ClusterResourceType]]);
const PROJECT_TYPES: Choice = (&[Kind::ProjectType], &[&[Kind::ProjectType], &[Kind::ClusterProjectType]]);
const DATA_PLANES: Choice = (&[Kind::DataPlane], &[&[Kind::DataPlane], &[Kind::ClusterDataPlane]]);
const WORKFLOW_PLANES: Choice =
    (&[Kind::ClusterWorkflowPlane], &[&[Kind::WorkflowPlane], &[Kind::ClusterWorkflowPlane]]);
const OBSERVABILITY_PLANES: Choice =
    (&[Kind::ObservabilityPlane], &[&[Kind::ObservabilityPlane], &[Kind::ClusterObservabilityPlane]]);
const ROLES: Choice = (&[Kind::AuthzRole], &[&[Kind::AuthzRole], &[Kind::ClusterAuthzRole]]);
const TARGET_PLANES: Choice = (
    &[Kind::DataPlane],
    &[&[Kind::DataPlane], &[Kind::ClusterDataPlane], &[Kind::WorkflowPlane], &[Kind::ClusterWorkflowPlane]],
);

/// A place where a name of another resource stands.
pub(super) struct Slot {
    /// Keys from `spec` on; `*` is each item of an array.
    pub(super) path: &'static [&'static str],
    /// The kinds that the name may be of.
    pub(super) choice: Choice,
    /// What it is; in an array, for its first item.
    role: Role,
}

const TYPE_SLOT: Slot = Slot { path: &["componentType"], choice: COMPONENT_TYPES, role: Role::ComponentType };
const TRAIT_SLOT: Slot = Slot { path: &["traits", "*", "name"], choice: TRAITS, role: Role::Trait(0) };
/// What belongs to no namespace cannot refer to what belongs to one.
const CLUSTER_TRAIT_SLOT: Slot = Slot { choice: CLUSTER_TRAITS, ..TRAIT_SLOT };
const WORKFLOW_SLOT: Slot = Slot { path: &["workflow", "name"], choice: WORKFLOWS, role: Role::Workflow };
const OWNER_SLOT: Slot = Slot { path: &["owner", "componentName"], choice: COMPONENTS, role: Role::Owner };
const RELEASE_SLOT: Slot = Slot { path: &["releaseName"], choice: RELEASES, role: Role::Release };

const fn slot(path: &'static [&'static str], choice: Choice) -> Slot {
    Slot { path, choice, role: Role::Other }
}

const fn kind_slot(path: &'static [&'static str], kinds: &'static [Kind]) -> Slot {
    slot(path, (kinds, &[]))
}

const fn awaited_slot(path: &'static [&'static str], kinds: &'static [Kind]) -> Slot {
    Slot { path, choice: (kinds, &[]), role: Role::Awaited }
}

const PROJECT_SLOT: Slot = kind_slot(&["owner", "projectName"], &[Kind::Project]);
const ENVIRONMENT_SLOT: Slot = kind_slot(&["environment"], &[Kind::Environment]);
const ALLOWED_TRAIT_SLOT: Slot = slot(&["allowedTraits", "*", "name"], TRAITS);
const ALLOWED_WORKFLOW_SLOT: Slot = slot(&["allowedWorkflows", "*", "name"], ALLOWED_WORKFLOWS);
const OBSERVABILITY_SLOT: Slot = slot(&["observabilityPlaneRef", "name"], OBSERVABILITY_PLANES);
const CHANNEL: &[Kind] = &[Kind::ObservabilityAlertsNotificationChannel];
const SECRET: &[Kind] = &[Kind::SecretReference];

const WORKLOAD_SLOTS: &[Slot] = &[
    OWNER_SLOT,
    PROJECT_SLOT,
    awaited_slot(&["dependencies", "endpoints", "*", "component"], &[Kind::Component]),
    awaited_slot(&["dependencies", "resources", "*", "ref"], &[Kind::Resource]),
    kind_slot(&["container", "env", "*", "valueFrom", "secretKeyRef", "name"], SECRET),
    kind_slot(&["container", "files", "*", "valueFrom", "secretKeyRef", "name"], SECRET),
];
const RESOURCE_SLOTS: &[Slot] =
    &[PROJECT_SLOT, Slot { path: &["type", "name"], choice: RESOURCE_TYPES, role: Role::Type }];
const RESOURCE_BINDING_SLOTS: &[Slot] = &[
    PROJECT_SLOT,
    Slot { path: &["owner", "resourceName"], choice: (&[Kind::Resource], &[]), role: Role::Owner },
    ENVIRONMENT_SLOT,
    Slot { path: &["resourceRelease"], choice: (&[Kind::ResourceRelease], &[]), role: Role::Release },
];
const PROJECT_SLOTS: &[Slot] = &[
    kind_slot(&["deploymentPipelineRef", "name"], &[Kind::DeploymentPipeline]),
    Slot { path: &["type", "name"], choice: PROJECT_TYPES, role: Role::Type },
];
const PROJECT_BINDING_SLOTS: &[Slot] = &[
    Slot { role: Role::Owner, ..PROJECT_SLOT },
    ENVIRONMENT_SLOT,
    Slot { path: &["projectRelease"], choice: (&[Kind::ProjectRelease], &[]), role: Role::Release },
];
const PIPELINE_SLOTS: &[Slot] = &[
    kind_slot(&["promotionPaths", "*", "sourceEnvironmentRef", "name"], &[Kind::Environment]),
    kind_slot(&["promotionPaths", "*", "targetEnvironmentRefs", "*", "name"], &[Kind::Environment]),
];
const ROLE_BINDING_SLOTS: &[Slot] = &[
    slot(&["roleMappings", "*", "roleRef", "name"], ROLES),
    kind_slot(&["roleMappings", "*", "scope", "project"], &[Kind::Project]),
    kind_slot(&["roleMappings", "*", "scope", "component"], &[Kind::Component]),
    kind_slot(&["roleMappings", "*", "scope", "resource"], &[Kind::Resource]),
];
const WORKFLOW_SLOTS: &[Slot] =
    &[slot(&["workflowPlaneRef", "name"], WORKFLOW_PLANES), awaited_slot(&["externalRefs", "*", "name"], SECRET)];

/// The places for names in resources of a kind.
pub(super) fn slots(kind: Kind) -> &'static [Slot] {
    match kind {
        Kind::Component => &[TYPE_SLOT, TRAIT_SLOT, WORKFLOW_SLOT, PROJECT_SLOT],
        Kind::ComponentType => &[TRAIT_SLOT, ALLOWED_TRAIT_SLOT, ALLOWED_WORKFLOW_SLOT],
        Kind::ClusterComponentType => &[CLUSTER_TRAIT_SLOT, ALLOWED_TRAIT_SLOT, ALLOWED_WORKFLOW_SLOT],
        Kind::ComponentWorkflowRun | Kind::WorkflowRun => &[WORKFLOW_SLOT],
        Kind::ReleaseBinding => &[OWNER_SLOT, RELEASE_SLOT, PROJECT_SLOT, ENVIRONMENT_SLOT],
        Kind::ComponentRelease => &[OWNER_SLOT, PROJECT_SLOT],
        Kind::Workload => WORKLOAD_SLOTS,
        Kind::Resource => RESOURCE_SLOTS,
        Kind::ResourceReleaseBinding => RESOURCE_BINDING_SLOTS,
        Kind::Project => PROJECT_SLOTS,
        Kind::ProjectReleaseBinding => PROJECT_BINDING_SLOTS,
        Kind::DeploymentPipeline => PIPELINE_SLOTS,
        Kind::Environment => const { &[slot(&["dataPlaneRef", "name"], DATA_PLANES)] },
        Kind::DataPlane | Kind::ClusterDataPlane | Kind::WorkflowPlane | Kind::ClusterWorkflowPlane => {
            &[OBSERVABILITY_SLOT]
        }
        Kind::Workflow | Kind::ClusterWorkflow => WORKFLOW_SLOTS,
        Kind::ObservabilityAlertsNotificationChannel => &[ENVIRONMENT_SLOT],
        Kind::ObservabilityAlertRule => const { &[kind_slot(&["actions", "notifications", "channels", "*"], CHANNEL)] },
        Kind::SecretReference => const { &[slot(&["targetPlane", "name"], TARGET_PLANES)] },
        Kind::AuthzRoleBinding | Kind::ClusterAuthzRoleBinding => ROLE_BINDING_SLOTS,
        _ => &[],
    }
}

/// Whether resources of any kind refer to those of a kind.
pub fn is_referred_to(kind: Kind) -> bool {
    let mut slots = Kind::ALL.iter().flat_map(|from| slots(*from));
    slots.any(|slot| slot.choice.1.iter().chain([&slot.choice.0]).any(|kinds| kinds.contains(&kind)))
}

/// The kinds that resources of these kinds can lead to, directly or through others.
pub fn reachable(kinds: impl IntoIterator<Item = Kind>) -> BTreeSet<Kind> {
    let next = |kind: Kind| slots(kind).iter().flat_map(|slot| slot.choice.1.iter().chain([&slot.choice.0]));
    let mut waiting: Vec<Kind> = kinds.into_iter().collect();
    let mut found = BTreeSet::new();
    while let Some(kind) = waiting.pop() {
        waiting.extend(next(kind).copied().flatten().filter(|kind| found.insert(**kind)));
    }
    found
}

/// The kinds that could stand where a resource refers to another, but are not meant.
pub(super) fn other_kinds(reference: &Reference) -> impl Iterator<Item = Kind> {
    let choices = reference.choices.iter().copied().flatten().copied();
    choices.filter(|kind| !reference.target.kinds.contains(kind))
}

/// What the `spec` of a resource refers to.
pub(super) fn of_spec(kind: Kind, namespace: &SmolStr, spec: &Value, document: &TextDocument) -> Vec<Reference> {
    let reader = Reader { namespace, document };
    let in_slot = |slot: &'static Slot| {
        let reference = |(index, holder)| match (slot.role, slot.path.last()) {
            (Role::ComponentType, _) => reader.component_type(holder),
            (Role::Trait(_), Some(name)) => reader.named(holder, name, &slot.choice, Role::Trait(index)),
            (role, Some(name)) => reader.named(holder, name, &slot.choice, role),
            (_, None) => None,
        };
        holders(slot, spec).into_iter().enumerate().filter_map(reference).collect::<Vec<_>>()
    };
    slots(kind).iter().flat_map(in_slot).collect()
}

/// What the labels of a run refer to.
pub(super) fn of_labels(kind: Kind, namespace: &SmolStr, labels: &Value, document: &TextDocument) -> Vec<Reference> {
    const LABELS: &[(&str, Choice)] =
        &[(PROJECT_LABEL, (&[Kind::Project], &[])), (COMPONENT_LABEL, (&[Kind::Component], &[]))];
    let reader = Reader { namespace, document };
    let labels = LABELS.iter().filter_map(|(label, choice)| reader.named(labels, label, choice, Role::Other));
    if kind == Kind::WorkflowRun { labels.collect() } else { Vec::new() }
}

/// The labels that say for which component of which project a run is.
pub(super) const PROJECT_LABEL: &str = "openchoreo.dev/project";
pub(super) const COMPONENT_LABEL: &str = "openchoreo.dev/component";

/// The items of a list of traits in a `spec`.
pub(super) fn trait_items(spec: &Value) -> impl Iterator<Item = &Value> {
    spec.field(&["traits"]).and_then(Value::sequence).into_iter().flat_map(|items| items.iter())
}

struct Reader<'a> {
    namespace: &'a SmolStr,
    document: &'a TextDocument,
}

impl Reader<'_> {
    fn component_type(&self, value: &Value) -> Option<Reference> {
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
        kinds: &'static [Kind],
    ) -> Reference {
        let site = Site::of(value, self.document);
        let text = value.text().map(SmolStr::as_str).unwrap_or_default();
        let part = |range: TextRange| SmolStr::new(&text[range]);
        Reference {
            role: Role::ComponentType,
            target: Target { kinds, namespace: self.namespace.clone(), name: part(name) },
            place: site.place(name),
            whole: value.origin,
            workload: workload.map(|range| (part(range), site.place(range))),
            choices: COMPONENT_TYPES.1,
        }
    }

    /// The name below a key, or that of an item. A `namespace` beside it says where it is meant.
    fn named(&self, holder: &Value, key: &str, choice: &Choice, role: Role) -> Option<Reference> {
        let value = if key == "*" { holder } else { &holder.entry(key)?.value };
        let name = value.text().filter(|name| !name.is_empty() && !name.contains("${"))?.clone();
        let kinds = chosen(holder, choice)?;
        let namespace = holder.field(&["namespace"]).and_then(Value::text).unwrap_or(self.namespace).clone();
        let target = Target { kinds, namespace, name };
        Some(Reference { role, target, place: value.origin, whole: value.origin, workload: None, choices: choice.1 })
    }
}

/// The kinds that the `kind` beside a name allows; `None` if it is none that can stand there. Where there is no choice,
/// what is written changes nothing.
pub(super) fn chosen(holder: &Value, (default, choices): &Choice) -> Option<&'static [Kind]> {
    let Some(EntryValue { value, .. }) = holder.entry("kind").filter(|_| !choices.is_empty()) else {
        return Some(default);
    };
    let kind = Kind::from_name(value.text()?)?;
    choices.iter().find(|kinds| kinds.contains(&kind)).copied()
}

/// Each `kind` beside a name in a `spec` that none of the resources there can be of, with the kinds that they can.
pub(super) fn misplaced_kinds(kind: Kind, spec: &Value) -> Vec<(&Value, Vec<&'static str>)> {
    let in_slot = |slot: &Slot| {
        let names: Vec<&str> = slot.choice.1.iter().flat_map(|kinds| kinds.iter()).map(|kind| kind.name()).collect();
        let is_wrong = |holder: &&Value| chosen(holder, &slot.choice).is_none();
        let kinds = holders(slot, spec).into_iter().filter(is_wrong).filter_map(|holder| holder.field(&["kind"]));
        kinds.map(|kind| (kind, names.clone())).collect::<Vec<_>>()
    };
    slots(kind).iter().filter(|slot| !slot.choice.1.is_empty()).flat_map(in_slot).collect()
}

/// What holds a name in a slot, with a `kind` beside it or without: a map; for the type of a component, also the name.
fn holders<'a>(slot: &Slot, spec: &'a Value) -> Vec<&'a Value> {
    match slot.path {
        [name] if slot.role == Role::ComponentType => Vec::from_iter(spec.field(&[name])),
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
