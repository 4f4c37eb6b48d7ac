//! What resources of v1 say about parts of others: endpoints, outputs and keys of secrets, the project that something
//! belongs to, and the environments that a pipeline leads to.

use std::sync::Arc;

use smol_str::SmolStr;

use super::Resource;
use crate::choreo::generation::below;
use crate::choreo::installed::is_default;
use crate::choreo::references::{COMPONENT_LABEL, PROJECT_LABEL, ReferenceRole, ResourceReference};
use crate::choreo::{Catalog, ResourceKind, ResourceName};
use crate::problem::{Code, Problem, Severity, nearest};
use crate::text::Place;
use crate::values::Value;

/// Everything wrong with them. Nothing is claimed of resources that cannot be read as a whole.
pub(super) fn problems(resource: &Resource, catalog: &dyn Catalog) -> Vec<Problem> {
    let Some(spec) = resource.value.field(&["spec"]) else { return Vec::new() };
    let checker = PartChecker { resource, catalog, spec };
    match resource.kind {
        ResourceKind::Workload => {
            [checker.endpoints(), checker.outputs(), checker.secret_keys(), checker.of_project()].concat()
        }
        ResourceKind::ReleaseBinding | ResourceKind::ResourceReleaseBinding | ResourceKind::ProjectReleaseBinding => {
            [checker.of_project(), checker.environment().into_iter().collect()].concat()
        }
        ResourceKind::ComponentRelease | ResourceKind::ResourceRelease => checker.of_project(),
        ResourceKind::DeploymentPipeline if !resource.is_partial => checker.root().into_iter().collect(),
        ResourceKind::WorkflowRun => checker.labels().into_iter().collect(),
        _ => Vec::new(),
    }
}

struct PartChecker<'a> {
    resource: &'a Resource,
    catalog: &'a dyn Catalog,
    spec: &'a Value,
}

impl PartChecker<'_> {
    fn find(&self, kind: ResourceKind, name: &str) -> Option<Arc<Resource>> {
        self.catalog
            .resource(&ResourceName::new(kind, &self.resource.namespace, &name.into()))
            .filter(|it| !it.is_partial)
    }

    /// Endpoints of other components: those of the workload that a component owns.
    fn endpoints(&self) -> Vec<Problem> {
        let problem = |item: &Value| {
            let (component, name) = (text(item, "component")?, item.field(&["name"])?);
            let workload = self.workload_of(component)?;
            let endpoints = keys(workload.value.field(&["spec", "endpoints"]));
            let message = |name: &str| format!("The component `{component}` has no endpoint `{name}`");
            let problem = unknown(name, &endpoints, message, workload.name_place, "its workload")?;
            // The platform waits for what is not there.
            Some(Problem { severity: Severity::Warning, ..problem })
        };
        let of_project = |item: &Value| {
            let component = item.field(&["component"])?;
            let project = item.field(&["project"]).or_else(|| self.spec.field(&["owner", "projectName"]))?;
            let problem = self.other_project(ResourceKind::Component, component, project)?;
            let place = item.field(&["project"]).map_or(component.origin, |project| project.origin);
            Some(Problem { place, severity: Severity::Warning, ..problem })
        };
        let items = below(self.spec, &["dependencies", "endpoints", "*"]);
        items.into_iter().flat_map(|item| [problem(item), of_project(item)]).flatten().collect()
    }

    /// The one workload of a component.
    fn workload_of(&self, component: &str) -> Option<Arc<Resource>> {
        let name = ResourceName::new(ResourceKind::Component, &self.resource.namespace, &component.into());
        let is_owner = |reference: &ResourceReference| {
            reference.role == ReferenceRole::Owner && reference.target.name == name.name
        };
        let users = self.catalog.referring(&name, ResourceKind::Workload).into_iter();
        let mut owned = users.filter(|workload| workload.references.iter().any(is_owner));
        owned.next().filter(|workload| owned.next().is_none() && !workload.is_partial)
    }

    /// Outputs of resources: those that the type of a resource declares.
    fn outputs(&self) -> Vec<Problem> {
        let of_item = |item: &Value| {
            let Some(ty) = text(item, "ref").and_then(|name| self.type_of(name)) else { return Vec::new() };
            let outputs = below(&ty.value, &["spec", "outputs", "*", "name"]);
            let outputs: Vec<&str> = outputs.into_iter().filter_map(|name| Some(name.text()?.as_str())).collect();
            let bindings = ["envBindings", "fileBindings"].into_iter().filter_map(|key| item.field(&[key])?.mapping());
            let problem = |(key, place): (String, Place)| {
                let message = format!("The type `{}` has no output `{key}`", ty.name.as_ref()?.name);
                let problem = Problem::new(Code::UnknownPart, place, message).related(ty.name_place, "the type");
                let problem = problem.suggest(nearest(&key, outputs.iter().copied()), place);
                let is_unknown = !outputs.contains(&key.as_str());
                is_unknown.then_some(Problem { severity: Severity::Warning, ..problem })
            };
            let keys =
                bindings.flat_map(|it| it.entries.iter().map(|entry| (entry.entry_key().to_string(), entry.place)));
            keys.filter_map(problem).collect::<Vec<_>>()
        };
        below(self.spec, &["dependencies", "resources", "*"]).into_iter().flat_map(of_item).collect()
    }

    /// The type of the resource of a name.
    fn type_of(&self, name: &str) -> Option<Arc<Resource>> {
        let resource = self.find(ResourceKind::Resource, name)?;
        let reference = resource.references.iter().find(|reference| reference.role == ReferenceRole::Type)?;
        self.catalog.find(&reference.target).filter(|ty| !ty.is_partial)
    }

    fn secret_keys(&self) -> Vec<Problem> {
        let of = |list| below(self.spec, &["container", list, "*", "valueFrom", "secretKeyRef"]);
        let problem = |reference: &Value| {
            let name = text(reference, "name")?;
            let secret = self.find(ResourceKind::SecretReference, name)?;
            let keys = below(&secret.value, &["spec", "data", "*", "secretKey"]);
            let keys: Vec<&str> = keys.into_iter().filter_map(|key| Some(key.text()?.as_str())).collect();
            let message = |key: &str| format!("The secret `{name}` has no key `{key}`");
            unknown(reference.field(&["key"])?, &keys, message, secret.name_place, "the secret")
        };
        [of("env"), of("files")].concat().into_iter().filter_map(problem).collect()
    }

    /// Whether what owns the resource belongs to the project that is named beside it.
    fn of_project(&self) -> Vec<Problem> {
        let owners = [("componentName", ResourceKind::Component), ("resourceName", ResourceKind::Resource)];
        let problem = |(field, kind): (&str, ResourceKind)| {
            let owner = self.spec.field(&["owner"])?;
            self.other_project(kind, owner.field(&[field])?, owner.field(&["projectName"])?)
        };
        owners.into_iter().filter_map(problem).collect()
    }

    /// A project beside a name that is not the one of what is named.
    fn other_project(&self, kind: ResourceKind, name: &Value, project: &Value) -> Option<Problem> {
        let named = self.find(kind, name.text()?)?;
        let declared = named.value.field(&["spec", "owner", "projectName"])?;
        let (theirs, of_project) = (declared.text()?, project.text()?);
        let message = format!("The {} `{}` belongs to the project `{theirs}`", kind.name(), name.text()?);
        let problem = Problem::new(Code::OtherProject, project.origin, message);
        let problem = problem.found(format!("`{of_project}`")).related(declared.origin, "its project is named here");
        (theirs != of_project).then(|| problem.fix(format!("Change to `{theirs}`"), project.origin, theirs.as_str()))
    }

    /// An environment that the pipeline of the project does not lead to. What comes with every installation may have been
    /// changed there.
    fn environment(&self) -> Option<Problem> {
        let project = self.find(ResourceKind::Project, text(self.spec.field(&["owner"])?, "projectName")?)?;
        let pipeline = text(project.value.field(&["spec", "deploymentPipelineRef"])?, "name")?;
        let pipeline =
            self.find(ResourceKind::DeploymentPipeline, pipeline).filter(|pipeline| !is_default(pipeline))?;
        let stages = Stages::of(&pipeline.value);
        let known: Vec<&str> = stages.sources.iter().chain(&stages.targets).map(SmolStr::as_str).collect();
        let name = pipeline.name.as_ref()?.name.clone();
        let message =
            |environment: &str| format!("The pipeline `{name}` does not lead to the environment `{environment}`");
        let environment = self.spec.field(&["environment"])?;
        let problem = unknown(environment, &known, message, pipeline.name_place, "the pipeline of the project")?;
        (!known.is_empty()).then_some(Problem { severity: Severity::Warning, ..problem })
    }

    /// A pipeline that begins nowhere.
    fn root(&self) -> Option<Problem> {
        let paths = self.spec.entry("promotionPaths")?;
        let Stages { sources, targets } = Stages::of(&self.resource.value);
        if sources.is_empty() || sources.iter().any(|source| !targets.contains(source)) {
            return None;
        }
        let message = "The pipeline begins nowhere: every environment that is promoted from is promoted to as well";
        let problem = Problem::new(Code::ResourceStructure, paths.place, message);
        Some(problem.hint("the first environment is a source, and no target"))
    }

    /// Of the two labels that say what a run is for, the one without the other.
    fn labels(&self) -> Option<Problem> {
        let labels = self.resource.value.field(&["metadata", "labels"])?;
        let (there, missing) = match (labels.entry(PROJECT_LABEL), labels.entry(COMPONENT_LABEL)) {
            (Some(there), None) => (there, COMPONENT_LABEL),
            (None, Some(there)) => (there, PROJECT_LABEL),
            _ => return None,
        };
        let message = format!("The label `{}` says nothing without `{missing}`", there.entry_key());
        Some(Problem::new(Code::ResourceStructure, there.place, message))
    }
}

/// The environments that a pipeline names, by what they are in it.
struct Stages {
    sources: Vec<SmolStr>,
    targets: Vec<SmolStr>,
}

impl Stages {
    fn of(pipeline: &Value) -> Self {
        let names = |path: &[&str]| {
            let names = below(pipeline, &[&["spec", "promotionPaths", "*"], path].concat());
            names.into_iter().filter_map(|name| name.text().cloned()).collect()
        };
        Self {
            sources: names(&["sourceEnvironmentRef", "name"]),
            targets: names(&["targetEnvironmentRefs", "*", "name"]),
        }
    }
}

fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.field(&[key])?.text().map(SmolStr::as_str)
}

fn keys(map: Option<&Value>) -> Vec<String> {
    let entries = map.and_then(Value::mapping).into_iter().flat_map(|map| &map.entries);
    entries.map(|entry| entry.entry_key().to_string()).collect()
}

/// A name that is none of those that there are.
fn unknown(
    name: &Value,
    known: &[impl AsRef<str>],
    message: impl Fn(&str) -> String,
    holder: Place,
    what: &str,
) -> Option<Problem> {
    let written = name.text().filter(|name| !name.contains("${"))?;
    let known = || known.iter().map(AsRef::as_ref);
    let is_known = known().any(|known| known == written);
    let problem = Problem::new(Code::UnknownPart, name.origin, message(written)).related(holder, what);
    (!is_known).then(|| problem.suggest(nearest(written, known()), name.origin))
}
