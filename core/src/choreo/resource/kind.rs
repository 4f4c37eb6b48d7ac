//! What says that a document is a resource, and kinds that are written almost as those of resources.

use crate::choreo::ResourceKind;
use crate::document::TextDocument;
use crate::kubernetes::manifest;
use crate::problem::{Code, Problem, Severity, nearest};
use crate::text::FileId;
use crate::yaml::{Document, Node, Placed};

/// How many letters may be amiss in a kind.
const MOST_AMISS: usize = 2;
/// The kinds of older versions of the platform of which nothing is checked.
const OTHERS: &[&str] = &[
    "API",
    "APIBinding",
    "APIClass",
    "Addon",
    "AuthzClusterRole",
    "AuthzClusterRoleBinding",
    "Build",
    "BuildPlane",
    "ClusterBuildPlane",
    "ClusterHook",
    "ComponentDeployment",
    "ComponentEnvSnapshot",
    "ComponentReleaseBinding",
    "ComponentTypeDefinition",
    "ConfigurationGroup",
    "DeployableArtifact",
    "Deployment",
    "DeploymentTrack",
    "Endpoint",
    "GitCommitRequest",
    "Hook",
    "HookBinding",
    "Organization",
    "Release",
    "ScheduledTask",
    "ScheduledTaskBinding",
    "ScheduledTaskClass",
    "Service",
    "ServiceBinding",
    "ServiceClass",
    "WebApplication",
    "WebApplicationBinding",
    "WebApplicationClass",
    "WorkflowDefinition",
];

/// The kind of a document that is a resource. One that ytt reads as something else is none.
pub(super) fn of(document: &Document) -> Option<ResourceKind> {
    ResourceKind::from_name(&written(document, is_of_platform)?.scalar()?.text)
}

/// Kinds of resources of the platform that are probably misspelt: nothing else can be said of such a document.
pub fn misspelt_kinds(file: FileId, document: &TextDocument) -> Vec<Problem> {
    document.stream().documents.iter().filter_map(|it| misspelt(file, written(it, has_group)?)).collect()
}

fn misspelt(file: FileId, written: Placed<'_, Node>) -> Option<Problem> {
    let kind = written.scalar()?.text.as_str();
    if ResourceKind::from_name(kind).is_some() || OTHERS.contains(&kind) {
        return None;
    }
    let near = nearest(kind, ResourceKind::ALL.iter().map(|kind| kind.name()))?;
    if strsim::damerau_levenshtein(&kind.to_lowercase(), &near.to_lowercase()) > MOST_AMISS {
        return None;
    }
    let place = written.place(file, written.range);
    let message = format!("The platform has no kind `{kind}`, so nothing in this document is checked");
    let problem = Problem { severity: Severity::Warning, ..Problem::new(Code::ResourceStructure, place, message) };
    Some(problem.suggest(Some(near), place))
}

fn has_group(version: &str) -> bool {
    version.starts_with("openchoreo.dev/")
}

/// Whether a version is one of the platform's API. Documentation leaves the group out.
fn is_of_platform(version: &str) -> bool {
    has_group(version) || version == "v1alpha1"
}

/// What is written behind `kind:` in a document whose `apiVersion` is one of those that are asked for.
fn written(document: &Document, is_requested: fn(&str) -> bool) -> Option<Placed<'_, Node>> {
    let (version, kind) = manifest::written(document)?;
    version.scalar().filter(|version| is_requested(&version.text))?;
    Some(kind)
}
