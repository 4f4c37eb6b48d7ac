//! Resources that every installation of the platform has, by name: nobody need declare them.

use super::{Kind, Name};

/// The names of each kind. What belongs to a namespace is in `default`.
const DEFAULTS: &[(Kind, &[&str])] = &[
    (Kind::ClusterComponentType, &["worker", "service", "web-application", "scheduled-task"]),
    (Kind::ClusterTrait, &["observability-alert-rule"]),
    (
        Kind::ClusterWorkflow,
        &["paketo-buildpacks-builder", "gcp-buildpacks-builder", "ballerina-buildpack-builder", "dockerfile-builder"],
    ),
    (Kind::ClusterResourceType, &["postgres", "valkey", "nats"]),
    (Kind::ClusterProjectType, &["default"]),
    (Kind::Project, &["default"]),
    (Kind::DeploymentPipeline, &["default"]),
    (Kind::Environment, &["development", "staging", "production"]),
    (Kind::ClusterDataPlane, &["default"]),
    // The plane that an environment means which names none.
    (Kind::DataPlane, &["default"]),
    (Kind::ClusterWorkflowPlane, &["default"]),
    (Kind::ClusterObservabilityPlane, &["default"]),
    (
        Kind::ClusterAuthzRole,
        &[
            "backstage-catalog-reader",
            "finops-agent",
            "rca-agent",
            "workload-publisher",
            "observer-resource-reader",
            "admin",
            "cluster-reader",
            "namespace-reader",
            "developer",
            "sre",
            "platform-engineer",
        ],
    ),
];

/// Whether every installation has the resource of a name.
pub(super) fn has(name: &Name) -> bool {
    let is_there = |(kind, names): &(Kind, &[&str])| *kind == name.kind && names.contains(&name.name.as_str());
    (name.kind.is_cluster_wide() || name.namespace == super::DEFAULT_NAMESPACE) && DEFAULTS.iter().any(is_there)
}
