//! What kro demands of a graph besides the fields that its kind has: what goes together, what names the kind that it
//! defines, and which resources belong to a namespace.

use super::{Graph, GraphResource};
use crate::kubernetes::{ResourceScope as Scope, ResourceType};
use crate::problem::{Code, Problem, Severity};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

/// Labels and annotations that begin so are kro's own.
const OWN_PREFIXES: [&str; 2] = ["kro.run/", "internal.kro.run/"];
/// More variables of `forEach` are refused.
const MOST_ITERATORS: usize = 10;
/// The API server keeps the name of a list, which is the kind and `List`, this short.
const LONGEST_KIND: usize = 59;

/// Everything that is wrong with the structure of a graph; of the definition of a resource, only its scope is asked.
pub(super) fn problems(graph: &Graph, scope_of: impl Fn(usize) -> Option<Scope>) -> Vec<Problem> {
    let mut problems = of_schema(graph);
    for (index, resource) in graph.resources.iter().enumerate() {
        problems.extend(of_parts(resource));
        let Some(object) = &resource.object else { continue };
        if object.is_external {
            problems.extend(of_reference(&object.value, object.key));
        } else {
            problems.extend(of_template(&object.value, object.key, graph.is_partial()));
        }
        let scope = scope_of(index).or_else(|| object.of.as_ref().and_then(known_scope));
        problems.extend(scope.and_then(|scope| of_namespace(graph, resource, scope)));
    }
    problems
}

fn structure(place: Place, message: impl Into<String>) -> Problem {
    Problem::new(Code::ResourceStructure, place, message)
}

/// The names of what is defined.
fn of_schema(graph: &Graph) -> Vec<Problem> {
    let Some(schema) = graph.schema().map(|entry| &entry.value) else { return Vec::new() };
    let mut problems = Vec::new();
    if let Some(kind) = schema.field(&["kind"]).filter(|kind| kind.text().is_some_and(|it| it.len() > LONGEST_KIND)) {
        let problem = structure(kind.origin, "The API server refuses a kind that is so long");
        problems.push(problem.expected(format!("at most {LONGEST_KIND} characters")));
    }
    if let Some(group) = schema.field(&["group"]) {
        let is_right = group.text().is_none_or(|group| group.is_empty() || is_domain(group));
        problems.extend((!is_right).then(|| {
            let problem = structure(group.origin, "A group is the name of a domain, with a dot in it");
            problem.expected("such as `apps.example.com`")
        }));
    }
    for name in ["shortNames", "categories"] {
        let listed = schema.field(&[name]).and_then(Value::sequence).into_iter().flat_map(|items| items.iter());
        let mut seen: Vec<&str> = Vec::new();
        for item in listed.take(64) {
            let Some(text) = item.text() else { continue };
            if seen.contains(&text.as_str()) {
                problems.push(structure(item.origin, format!("`{text}` is given twice")));
            }
            seen.push(text);
        }
    }
    problems
}

fn is_domain(name: &str) -> bool {
    let is_part = |part: &str| {
        let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        part.starts_with(is_letter)
            && part.ends_with(is_letter)
            && part.chars().all(|letter| is_letter(letter) || letter == '-')
    };
    name.contains('.') && name.split('.').all(is_part)
}

/// What a resource is made of: a template or a reference, perhaps for each item of lists.
fn of_parts(resource: &GraphResource) -> Vec<Problem> {
    let entry = |name: &str| resource.value.entry(name).filter(|it| !matches!(it.value.kind, ValueKind::Null));
    let mut problems = Vec::new();
    match (entry("template"), entry("externalRef")) {
        (Some(_), Some(external)) => {
            let problem = structure(external.place, "A resource has a template or is external, not both");
            problems.push(problem.hint("keep one of `template` and `externalRef`"));
        }
        (None, None) => {
            let message = format!("The resource `{}` has neither a template nor a reference", resource.id.name);
            problems.push(structure(resource.id.place, message).expected("`template` or `externalRef`"));
        }
        _ => {}
    }
    let Some(each) = entry("forEach") else { return problems };
    if entry("externalRef").is_some() && entry("template").is_none() {
        problems.push(structure(each.place, "An external resource is not repeated"));
    }
    let dimensions = each.value.sequence().into_iter().flat_map(|items| items.iter());
    for (index, dimension) in dimensions.enumerate() {
        let names = dimension.mapping().map_or(1, |mapping| mapping.entries.len());
        if names != 1 {
            let place = dimension.mapping().and_then(|it| it.entries.get(1)).map_or(dimension.origin, |it| it.place);
            problems.push(structure(place, "Each item of `forEach` names one variable"));
        }
        if index == MOST_ITERATORS {
            problems.push(structure(dimension.origin, format!("`forEach` has at most {MOST_ITERATORS} variables")));
        }
    }
    problems
}

/// Who is meant: one resource by its name, or many by their labels.
fn of_reference(reference: &Value, key: Place) -> Vec<Problem> {
    let mut problems = Vec::new();
    if let Some(name) = reference.entry("name") {
        let problem = structure(name.place, "The name of an external resource stands below `metadata`");
        problems.push(Problem { severity: Severity::Warning, ..problem });
    }
    let Some(metadata) = reference.entry("metadata") else { return problems };
    let part = |name: &str| metadata.value.entry(name).filter(|it| !matches!(it.value.kind, ValueKind::Null));
    match (part("name"), part("selector")) {
        (Some(_), Some(selector)) => {
            let problem = structure(metadata.place, "A reference has a name or a selector, not both");
            problems.push(problem.related(selector.place, "the selector"));
        }
        (None, None) if metadata.value.mapping().is_some() => {
            let problem = structure(metadata.place, "A reference has a name or a selector");
            problems.push(problem.related(key, "the reference"));
        }
        _ => {}
    }
    problems
}

/// What every template has, and what none may have.
fn of_template(template: &Value, key: Place, is_partial: bool) -> Vec<Problem> {
    let mut problems = Vec::new();
    for name in ["apiVersion", "kind"] {
        match template.field(&[name]) {
            None if is_partial => {}
            Some(value) if matches!(value.kind, ValueKind::Unknown) => {}
            Some(value) if value.text().is_some_and(|text| !text.is_empty()) => {}
            Some(value) => problems.push(structure(value.origin, format!("`{name}` of a template is text"))),
            None => problems.push(Problem::new(Code::MissingField, key, format!("The field `{name}` is missing"))),
        }
    }
    let metadata = template.entry("metadata");
    match metadata {
        Some(entry) if entry.value.mapping().is_some() || matches!(entry.value.kind, ValueKind::Unknown) => {}
        Some(entry) => problems.push(structure(entry.place, "`metadata` of a template is a map")),
        None if is_partial => {}
        None => problems.push(Problem::new(Code::MissingField, key, "The field `metadata` is missing")),
    }
    for name in ["labels", "annotations"] {
        let entries = metadata.and_then(|it| it.value.field(&[name])?.mapping()).into_iter();
        let own = entries.flat_map(|mapping| &mapping.entries).filter(|entry| is_own(entry));
        problems.extend(own.map(|entry| structure(entry.place, format!("`{}` is kro's own", entry.entry_key()))));
    }
    problems
}

fn is_own(entry: &Fragment) -> bool {
    matches!(entry.key(), Some(Key::String(key)) if OWN_PREFIXES.iter().any(|prefix| key.starts_with(prefix)))
}

/// Whether a resource names a namespace where it has one, and only there.
fn of_namespace(graph: &Graph, resource: &GraphResource, scope: Scope) -> Option<Problem> {
    let object = resource.object.as_ref()?;
    let metadata = object.value.entry("metadata")?;
    let namespace = metadata.value.entry("namespace");
    let has_any = namespace.is_some_and(|entry| match &entry.value.kind {
        ValueKind::String(text) => !text.trim().is_empty(),
        ValueKind::Null => false,
        _ => true,
    });
    if scope == Scope::Cluster {
        let entry = namespace.filter(|entry| !matches!(entry.value.kind, ValueKind::Null))?;
        let message = format!("{} belongs to no namespace", object.of.as_ref()?.kind);
        return Some(structure(entry.place, message).hint("leave `namespace` out"));
    }
    let is_selected = object.is_external && metadata.value.entry("selector").is_some();
    if graph.scope == Scope::Namespaced || has_any || is_selected || graph.is_partial() {
        return None;
    }
    let place = namespace.map_or(metadata.place, |entry| entry.value.origin);
    let problem = structure(place, "The instance belongs to no namespace, so this resource must name its own");
    Some(problem.expected("`namespace` below `metadata`"))
}

/// Whether resources of a type are definitions of others.
pub(super) fn is_definition(of: &ResourceType) -> bool {
    of.group == "apiextensions.k8s.io" && of.kind == "CustomResourceDefinition"
}

/// Kinds of Kubernetes that belong to no namespace, by group.
const CLUSTER: &[(&str, &[&str])] = &[
    ("", &["ComponentStatus", "Namespace", "Node", "PersistentVolume"]),
    (
        "admissionregistration.k8s.io",
        &[
            "MutatingAdmissionPolicy",
            "MutatingAdmissionPolicyBinding",
            "MutatingWebhookConfiguration",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding",
            "ValidatingWebhookConfiguration",
        ],
    ),
    ("apiextensions.k8s.io", &["CustomResourceDefinition"]),
    ("apiregistration.k8s.io", &["APIService"]),
    ("certificates.k8s.io", &["CertificateSigningRequest", "ClusterTrustBundle"]),
    ("flowcontrol.apiserver.k8s.io", &["FlowSchema", "PriorityLevelConfiguration"]),
    ("networking.k8s.io", &["IPAddress", "IngressClass", "ServiceCIDR"]),
    ("node.k8s.io", &["RuntimeClass"]),
    ("rbac.authorization.k8s.io", &["ClusterRole", "ClusterRoleBinding"]),
    ("resource.k8s.io", &["DeviceClass", "ResourceSlice"]),
    ("scheduling.k8s.io", &["PriorityClass"]),
    ("storage.k8s.io", &["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment", "VolumeAttributesClass"]),
];

/// Kinds of Kubernetes that belong to a namespace, by group.
const NAMESPACED: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "ConfigMap",
            "Endpoints",
            "Event",
            "LimitRange",
            "PersistentVolumeClaim",
            "Pod",
            "PodTemplate",
            "ReplicationController",
            "ResourceQuota",
            "Secret",
            "Service",
            "ServiceAccount",
        ],
    ),
    ("apps", &["ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"]),
    ("autoscaling", &["HorizontalPodAutoscaler"]),
    ("batch", &["CronJob", "Job"]),
    ("coordination.k8s.io", &["Lease"]),
    ("discovery.k8s.io", &["EndpointSlice"]),
    ("networking.k8s.io", &["Ingress", "NetworkPolicy"]),
    ("policy", &["PodDisruptionBudget"]),
    ("rbac.authorization.k8s.io", &["Role", "RoleBinding"]),
    ("resource.k8s.io", &["ResourceClaim", "ResourceClaimTemplate"]),
    ("storage.k8s.io", &["CSIStorageCapacity"]),
];

/// Whether resources of Kubernetes' own kinds belong to a namespace; `None` for all others.
pub(super) fn known_scope(of: &ResourceType) -> Option<Scope> {
    let is_among = |kinds: &[(&str, &[&str])]| {
        kinds.iter().any(|(group, kinds)| *group == of.group && kinds.contains(&of.kind.as_str()))
    };
    if is_among(CLUSTER) {
        return Some(Scope::Cluster);
    }
    is_among(NAMESPACED).then_some(Scope::Namespaced)
}
