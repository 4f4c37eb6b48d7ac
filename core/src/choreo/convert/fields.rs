//! Kinds and fields of one resource, changed as the table of former fields says.

use super::ResourceContext;
use crate::choreo::ResourceKind;
use crate::choreo::generation::{FieldChange, FieldShape, Former};
use crate::choreo::references::{COMPONENT_LABEL, PROJECT_LABEL};
use crate::problem::{Code, Problem, Severity};
use crate::rewrite::{RewriteEntry, RewriteTree};
use crate::schema::sections;
use crate::text::{FileId, Place, TextRange};

/// Kinds that have another name in v1.
const KINDS: &[(&str, &str)] = &[
    ("BuildPlane", "WorkflowPlane"),
    ("ClusterBuildPlane", "ClusterWorkflowPlane"),
    ("AuthzClusterRole", "ClusterAuthzRole"),
    ("AuthzClusterRoleBinding", "ClusterAuthzRoleBinding"),
    ("ComponentWorkflow", "Workflow"),
    ("ComponentWorkflowRun", "WorkflowRun"),
    ("Release", "RenderedRelease"),
];

/// Kinds that v1 does not have.
const GONE: &[&str] = &["Build", "ConfigurationGroup", "GitCommitRequest", "DeploymentTrack"];

/// Values that v1 writes otherwise: the kind that holds them, the way to them, the old one and the new one.
const VALUES: &[(ResourceKind, &[&str], &str, &str)] = &[
    (ResourceKind::ReleaseBinding, &["state"], "Suspend", "Undeploy"),
    (ResourceKind::Workload, &["endpoints", "*", "type"], "REST", "HTTP"),
    (ResourceKind::ComponentRelease, &["workload", "endpoints", "*", "type"], "REST", "HTTP"),
];

/// Where `kind` beside a name chooses among kinds.
const CHOICES: &[&[&str]] = &[
    &["workflow", "kind"],
    &["workflowPlaneRef", "kind"],
    &["allowedWorkflows", "*", "kind"],
    &["roleMappings", "*", "roleRef", "kind"],
];

/// Where v1 means a workflow of the whole cluster if no `kind` is written, and older generations one of the namespace.
const WORKFLOWS: &[(ResourceKind, &[&str])] = &[
    (ResourceKind::Component, &["workflow"]),
    (ResourceKind::WorkflowRun, &["workflow"]),
    (ResourceKind::ComponentType, &["allowedWorkflows", "*"]),
    (ResourceKind::ClusterComponentType, &["allowedWorkflows", "*"]),
];

/// How deep resources stand in templates of others.
const MOST_NESTED: usize = 64;

/// The conversion of one resource.
pub(super) struct Conversion<'c> {
    pub(super) context: &'c ResourceContext,
    pub(super) problems: Vec<Problem>,
}

impl<'a> Conversion<'_> {
    /// Converts a resource, and those that its templates make.
    pub(super) fn resource(&mut self, tree: &mut RewriteTree<'a>) {
        let Some(field) = tree.field("kind") else { return };
        let Some(written) = field.value.text() else { return };
        if GONE.contains(&written) {
            let message = format!("v1 has no kind `{written}`; the resource stays as it is");
            self.problems.extend(problem(field.range, message));
            return;
        }
        let renamed = KINDS.iter().find(|(old, _)| *old == written).map(|(_, new)| *new);
        if let Some(new) = renamed {
            field.value.replace_scalar(new);
        }
        let Some(kind) = ResourceKind::from_name(renamed.unwrap_or(written)) else { return };
        let Some(spec) = tree.field("spec").map(|field| &mut field.value) else { return };
        for former in Former::all_of(kind) {
            each(spec, former.path, &mut |holder, key| self.change(holder, key, former));
        }
        values(spec, kind);
        if self.context.is_older || renamed.is_some() {
            complete(spec, kind);
        }
        self.templates(spec, 0);
        if kind == ResourceKind::WorkflowRun {
            label_owner(tree);
        }
    }

    /// Resources of the platform that templates make.
    fn templates(&mut self, tree: &mut RewriteTree<'a>, depth: usize) {
        if depth > MOST_NESTED || !tree.mentions("openchoreo.dev/") {
            return;
        }
        let is_resource = |tree: &mut RewriteTree<'a>| {
            let version = tree.field("apiVersion").and_then(|field| field.value.text());
            version.is_some_and(|version| version.starts_with("openchoreo.dev/"))
        };
        if tree.is_list() {
            tree.elements().into_iter().flatten().for_each(|element| self.templates(&mut element.value, depth + 1));
        } else if tree.is_map() {
            for field in tree.fields().into_iter().flatten() {
                if field.key() == "template" && is_resource(&mut field.value) {
                    self.resource(&mut field.value);
                } else {
                    self.templates(&mut field.value, depth + 1);
                }
            }
        }
    }

    /// Changes one former field of a map.
    fn change(&mut self, holder: &mut RewriteTree<'a>, key: &str, former: &Former) {
        let Some(field) = holder.field(key) else { return };
        let range = field.range;
        if !fits(former.shape, &mut field.value) {
            return;
        }
        match former.change {
            FieldChange::Schema(_) => {}
            FieldChange::KindAndName(kind) => {
                field.value.wrap("name");
                field.value.add_first(RewriteEntry::new("kind", RewriteTree::scalar(kind.name())));
            }
            FieldChange::Name => field.value.wrap("name"),
            FieldChange::Names => {
                let elements = field.value.elements().into_iter().flatten();
                elements.filter(|element| element.value.text().is_some()).for_each(|it| it.value.wrap("name"));
            }
            FieldChange::Specifications => field.value.to_list(|name, value| specification("Trait", Some(name), value)),
            FieldChange::Rename(new) => self.rename(holder, key, new),
            FieldChange::Merge(new) if holder.field(new).is_none() => self.rename(holder, key, new),
            FieldChange::Merge(new) => {
                let taken = holder.take(key);
                let there = holder.field(new).map(|field| &mut field.value);
                there.zip(taken).into_iter().for_each(|(there, taken)| self.merge(there, taken.value, range));
            }
            FieldChange::Move(path) => self.put(holder, path, key),
            FieldChange::Only(new) => self.only(holder, key, new),
            FieldChange::Specification => self.component_type(holder, range),
            FieldChange::Gone => self.gone(holder, key, &format!("v1 has nothing in place of `{key}`")),
        }
    }

    /// A field that cannot stay becomes a comment.
    fn gone(&mut self, holder: &mut RewriteTree<'a>, key: &str, why: &str) {
        let range = holder.field(key).and_then(|field| field.range);
        let rest = if holder.comment_out(key) { "it stays as a comment" } else { "it is left out" };
        self.problems.extend(problem(range, format!("{why}; {rest}")));
    }

    /// Gives a field another name, unless that is taken.
    fn rename(&mut self, holder: &mut RewriteTree<'a>, key: &str, new: &str) {
        if holder.field(new).is_none() {
            holder.field(key).into_iter().for_each(|field| field.rename(new));
            return;
        }
        self.gone(holder, key, &format!("`{new}`, which v1 has in place of `{key}`, is there already"));
    }

    /// Puts a field at the end of a path.
    fn put(&mut self, holder: &mut RewriteTree<'a>, path: &[&str], key: &str) {
        let (Some(last), Some(index)) = (path.last(), holder.position(key)) else { return };
        let is_new = path.first().is_some_and(|first| holder.field(first).is_none());
        let is_free =
            |place: &mut RewriteTree<'a>| if *last == "-" { place.is_list() } else { place.field(last).is_none() };
        let is_there = !holder_of(holder, path).is_some_and(is_free);
        if is_there {
            let path = path.iter().filter(|name| **name != "-").copied().collect::<Vec<_>>().join(".");
            return self.gone(holder, key, &format!("`{path}`, which v1 has in place of `{key}`, is there already"));
        }
        let Some(taken) = holder.take(key) else { return };
        match holder_of(holder, path) {
            Some(place) if *last == "-" => place.push(taken),
            Some(place) => place.add(taken.renamed(last)),
            None => {}
        }
        if let (Some(first), true) = (path.first(), is_new) {
            holder.move_to(first, index);
        }
    }

    /// Puts one value into another: the fields of maps beside each other, the items of lists behind each other.
    fn merge(&mut self, into: &mut RewriteTree<'a>, mut from: RewriteTree<'a>, range: Option<TextRange>) {
        if into.is_list() && from.is_list() {
            let moved = std::mem::take(from.elements().unwrap_or(&mut Vec::new()));
            into.elements().into_iter().for_each(|elements| elements.extend(moved.iter().cloned()));
            return;
        }
        for field in std::mem::take(from.fields().unwrap_or(&mut Vec::new())) {
            match into.field(field.key()) {
                None => into.add(field),
                Some(there) if there.value.text().is_some() && there.value.text() == field.value.text() => {}
                Some(there)
                    if there.value.is_map() && field.value.is_map()
                        || there.value.is_list() && field.value.is_list() =>
                {
                    self.merge(&mut there.value, field.value, range);
                }
                Some(_) => {
                    let message = format!("`{}` is there already; the other one stays as a comment", field.key());
                    self.problems.extend(problem(field.range.or(range), message));
                    into.put_below(field.commented_out());
                }
            }
        }
    }

    /// A map of one thing becomes that thing.
    fn only(&mut self, holder: &mut RewriteTree<'a>, key: &str, new: &str) {
        let Some(field) = holder.field(key) else { return };
        let fields = std::mem::take(field.value.fields().unwrap_or(&mut Vec::new()));
        let mut fields = fields.into_iter();
        let Some(first) = fields.next() else { return };
        field.value = first.value;
        self.rename(holder, key, new);
        for other in fields {
            let message = format!("v1 has one `{new}`; `{}` stays as a comment", other.key());
            self.problems.extend(problem(other.range, message));
            holder.put_below(other.commented_out());
        }
    }

    /// The specification of a component type becomes part of a map that names the type.
    fn component_type(&mut self, spec: &mut RewriteTree<'a>, range: Option<TextRange>) {
        let (kind, name) = match &self.context.component_type {
            Some((kind, name)) => (kind.name(), Some(name.as_str())),
            None => (ResourceKind::ComponentType.name(), None),
        };
        if name.is_none() {
            let message = "v1 asks for the name of the component type; write it, for it is not known here";
            self.problems.extend(problem(range, message.to_owned()));
        }
        *spec = specification(kind, name, std::mem::take(spec));
    }
}

/// What v1 asks for, or takes for something else where it is not written.
fn complete(spec: &mut RewriteTree<'_>, kind: ResourceKind) {
    for (_, path) in WORKFLOWS.iter().filter(|(of, _)| *of == kind) {
        each(spec, &[*path, &["name"]].concat(), &mut |holder, _| {
            if holder.field("kind").is_none() {
                holder.add_first(RewriteEntry::new("kind", RewriteTree::scalar(ResourceKind::Workflow.name())));
            }
        });
    }
    if sections::has_sections(kind.name()) {
        namespaces(spec, 0);
    }
    if kind == ResourceKind::Project && spec.field("type").is_none() {
        let kind = RewriteEntry::new("kind", RewriteTree::scalar(ResourceKind::ClusterProjectType.name()));
        spec.add(RewriteEntry::new(
            "type",
            RewriteTree::map(vec![kind, RewriteEntry::new("name", RewriteTree::scalar("default"))]),
        ));
    }
    if kind == ResourceKind::ObservabilityAlertRule {
        each(spec, &["actions", "incident", "triggerAiRca"], &mut |holder, key| {
            if holder.field("enabled").is_none()
                && holder.field(key).and_then(|field| field.value.text()) != Some("false")
            {
                holder.add_first(RewriteEntry::new("enabled", RewriteTree::written("true")));
            }
        });
    }
}

/// The owner of a run stands in labels.
fn label_owner(run: &mut RewriteTree<'_>) {
    const LABELS: [(&str, &str); 2] = [("projectName", PROJECT_LABEL), ("componentName", COMPONENT_LABEL)];
    let Some(mut owner) = run.field("spec").and_then(|spec| spec.value.take("owner")) else { return };
    let metadata = run.field_or_new("metadata", false);
    let Some(labels) = metadata.and_then(|metadata| metadata.field_or_new("labels", false)) else { return };
    for (field, label) in LABELS {
        if let Some(name) = owner.value.take(field).filter(|_| labels.field(label).is_none()) {
            labels.add(name.renamed(label));
        }
    }
}

/// Kinds and other values that v1 writes otherwise.
fn values(spec: &mut RewriteTree<'_>, kind: ResourceKind) {
    let mut change = |path: &[&str], old: &str, new: &str| {
        each(spec, path, &mut |holder, key| {
            if let Some(field) = holder.field(key).filter(|field| field.value.text() == Some(old)) {
                field.value.replace_scalar(new);
            }
        });
    };
    for (_, path, old, new) in VALUES.iter().filter(|(of, ..)| *of == kind) {
        change(path, old, new);
    }
    for path in CHOICES {
        for (old, new) in KINDS {
            change(path, old, new);
        }
    }
}

/// What a template makes stands in the namespace that the platform gives.
fn namespaces(tree: &mut RewriteTree<'_>, depth: usize) {
    const NAMESPACE: &str = "${metadata.namespace}";
    if depth > MOST_NESTED || !tree.mentions("namespace") {
        return;
    }
    for element in tree.elements().into_iter().flatten() {
        namespaces(&mut element.value, depth + 1);
    }
    for field in tree.fields().into_iter().flatten() {
        if matches!(field.key(), "template" | "runTemplate") {
            each(&mut field.value, &["metadata", "namespace"], &mut |holder, key| {
                let written =
                    holder.field(key).filter(|field| field.value.text().is_some_and(|it| it.trim() != NAMESPACE));
                if let Some(field) = written {
                    field.value.replace_scalar(NAMESPACE);
                }
            });
        } else {
            namespaces(&mut field.value, depth + 1);
        }
    }
}

/// A map with a kind, a name if it is known, and a specification.
fn specification<'a>(kind: &str, name: Option<&str>, value: RewriteTree<'a>) -> RewriteTree<'a> {
    let name = name.map(|name| RewriteEntry::new("name", RewriteTree::scalar(name)));
    let fields =
        [Some(RewriteEntry::new("kind", RewriteTree::scalar(kind))), name, Some(RewriteEntry::new("spec", value))];
    RewriteTree::map(fields.into_iter().flatten().collect())
}

/// Visits every map that a path leads to, with the last key of the path; `*` is each item of a list, and each value of a
/// map.
fn each<'a>(tree: &mut RewriteTree<'a>, path: &[&str], visit: &mut dyn FnMut(&mut RewriteTree<'a>, &str)) {
    match path {
        [] => {}
        [key] => {
            if tree.field(key).is_some() {
                visit(tree, key);
            }
        }
        ["*", rest @ ..] if tree.is_list() => {
            tree.elements().into_iter().flatten().for_each(|element| each(&mut element.value, rest, visit));
        }
        ["*", rest @ ..] => tree.fields().into_iter().flatten().for_each(|field| each(&mut field.value, rest, visit)),
        [key, rest @ ..] => tree.field(key).into_iter().for_each(|field| each(&mut field.value, rest, visit)),
    }
}

fn fits(shape: FieldShape, tree: &mut RewriteTree<'_>) -> bool {
    match shape {
        FieldShape::Any => true,
        FieldShape::Text => tree.text().is_some(),
        FieldShape::Map => tree.is_map(),
        FieldShape::Texts => tree.elements().is_some_and(|items| items.iter().any(|item| item.value.text().is_some())),
    }
}

/// What holds the end of a path; maps and lists are added where they are missing. `-` is the first item of a list.
fn holder_of<'t, 'a>(tree: &'t mut RewriteTree<'a>, path: &[&str]) -> Option<&'t mut RewriteTree<'a>> {
    let mut place = tree;
    for pair in path.windows(2) {
        let [name, next] = pair else { continue };
        place = if *name == "-" { place.first_element()? } else { place.field_or_new(name, *next == "-")? };
    }
    Some(place)
}

fn problem(range: Option<TextRange>, message: String) -> Option<Problem> {
    let place = Place::absolute(FileId::NONE, range?);
    Some(Problem { severity: Severity::Warning, ..Problem::new(Code::UnknownField, place, message) })
}
