//! OpenChoreo resources: what a YAML document of that family is, what it refers to, which schema governs which of its
//! values, and what is wrong with it. Pure: the resources of other files come through a [`Catalog`].
//!
//! What the schemas of a resource mean is `schema::sections`'s to know; here they are found, named and brought together
//! with the values that they govern.
//!
//! # Design
//!
//! `choreo` says what a YAML document of that family is (`choreo::Resource`): its name, the schemas of its sections,
//! what it refers to. A resource is read once for each version of its document, schemas included, and kept under the
//! names of the segments that it consists of; a keystroke in a file of many reads one. `choreo::index` knows only
//! names: which resources there are, and who refers to whom. So it stays while resources change inside, and a change
//! of a name or a reference is the one edit after which everything is looked at again. Resources of other files are
//! reached through `choreo::Catalog`, which the world of the analysis is.

use std::sync::Arc;

use smol_str::SmolStr;

pub mod check;
mod context;
pub mod convert;
mod descriptions;
pub mod fields;
mod functions;
pub mod generation;
pub mod index;
pub mod inspect;
pub mod installed;
pub mod references;
pub mod resource;
pub mod scaffold;
pub mod sites;
mod structure;
pub mod templates;

pub use installed::Installed;
pub use references::{ReferenceRole, ReferenceTarget, ResourceReference};
pub use resource::{EmbeddedSpec, Resource};

/// Declares the kinds: each is written behind `kind:` as it is named here.
macro_rules! kinds {
    ($($(#[$meaning:meta])* $kind:ident,)*) => {
        /// The kinds of resources that the platform has, in any of its versions that sayl knows the fields of.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ResourceKind {
            $($(#[$meaning])* $kind,)*
        }

        impl ResourceKind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// As it is written behind `kind:`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => stringify!($kind),)*
                }
            }
        }
    };
}

kinds! {
    /// How components of a type are deployed, and what they may set.
    ComponentType,
    /// The same for every namespace.
    ClusterComponentType,
    /// Something added to components, with parameters of its own.
    Trait,
    /// The same for every namespace.
    ClusterTrait,
    /// How resources of a type, such as databases, are provided.
    ResourceType,
    /// The same for every namespace.
    ClusterResourceType,
    /// What every project of a type has.
    ProjectType,
    /// The same for every namespace.
    ClusterProjectType,
    /// How the source of a component is built; before v1.
    ComponentWorkflow,
    /// A workflow of any kind.
    Workflow,
    /// The same for every namespace.
    ClusterWorkflow,
    /// A project: its components are deployed together.
    Project,
    /// A component: it has a type, traits, perhaps a workflow, and values for their parameters.
    Component,
    /// What a component runs, offers and depends on.
    Workload,
    /// Something that components of a project depend on.
    Resource,
    /// A component with its type and traits as they were at one time.
    ComponentRelease,
    /// A release in an environment, and values for what differs between environments.
    ReleaseBinding,
    /// A resource with its type as they were at one time.
    ResourceRelease,
    /// A resource in an environment.
    ResourceReleaseBinding,
    /// A project with its type as they were at one time.
    ProjectRelease,
    /// A project in an environment.
    ProjectReleaseBinding,
    /// What the platform has rendered.
    RenderedRelease,
    /// One run of a component workflow; before v1.
    ComponentWorkflowRun,
    /// One run of a workflow.
    WorkflowRun,
    /// Where releases are deployed.
    Environment,
    /// The way of a release from environment to environment.
    DeploymentPipeline,
    /// A cluster that releases run in.
    DataPlane,
    /// The same for every namespace.
    ClusterDataPlane,
    /// A cluster that workflows run in.
    WorkflowPlane,
    /// The same for every namespace.
    ClusterWorkflowPlane,
    /// A cluster that logs, metrics and alerts are kept in.
    ObservabilityPlane,
    /// The same for every namespace.
    ClusterObservabilityPlane,
    /// Where a secret is kept.
    SecretReference,
    /// When somebody is alerted.
    ObservabilityAlertRule,
    /// How somebody is alerted.
    ObservabilityAlertsNotificationChannel,
    /// A set of permissions.
    AuthzRole,
    /// The same for every namespace.
    ClusterAuthzRole,
    /// Who has which roles.
    AuthzRoleBinding,
    /// The same for every namespace.
    ClusterAuthzRoleBinding,
}

impl ResourceKind {
    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Whether its resources belong to no namespace.
    pub fn is_cluster_wide(self) -> bool {
        self.name().starts_with("Cluster")
    }
}

/// The group of its resources.
pub const GROUP: &str = "openchoreo.dev";

/// The namespace of a resource that names none.
pub const DEFAULT_NAMESPACE: &str = "default";

/// What names a resource in the whole workspace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceName {
    /// Its kind.
    pub kind: ResourceKind,
    /// Its namespace: `default` where none is written, empty for kinds that have none.
    pub namespace: SmolStr,
    /// `metadata.name`
    pub name: SmolStr,
}

impl ResourceName {
    /// The name of a resource that belongs to a namespace, unless its kind belongs to none.
    pub fn new(kind: ResourceKind, namespace: &SmolStr, name: &SmolStr) -> Self {
        let namespace = if kind.is_cluster_wide() { SmolStr::default() } else { namespace.clone() };
        Self { kind, namespace, name: name.clone() }
    }
}

/// The resources of a workspace.
pub trait Catalog {
    /// The resource of a name; of several, the one that is meant here.
    fn resource(&self, name: &ResourceName) -> Option<Arc<Resource>>;

    /// The first resource of a name.
    fn first(&self, name: &ResourceName) -> Option<Arc<Resource>> {
        self.resource(name)
    }

    /// The names of all resources of a kind in a namespace, in order.
    fn names(&self, kind: ResourceKind, namespace: &SmolStr) -> Vec<SmolStr>;

    /// Whether there is any resource of a kind, in any namespace, but those of every installation.
    fn has_any(&self, kind: ResourceKind) -> bool;

    /// The resources of a kind that refer to the resource of a name, in the order of files.
    fn referring(&self, name: &ResourceName, kind: ResourceKind) -> Vec<Arc<Resource>>;

    /// What the installation has besides.
    fn installed(&self) -> &Installed;

    /// The first resource that a target may mean.
    fn find(&self, target: &ReferenceTarget) -> Option<Arc<Resource>> {
        target.names().find_map(|name| self.resource(&name))
    }
}
