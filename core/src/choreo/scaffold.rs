//! A new resource of a type: what it must set, with a value for each, and what has a default as comments.

use smol_str::SmolStr;

use super::references::is_referred_to;
use super::{Catalog, Resource, ResourceKind, ResourceName};
use crate::schema::export::values_file::{KeyLayout, entries, explanation};
use crate::schema::sample::sample;
use crate::schema::{MappingType, Presence, SchemaNode};
use crate::values::flow::plain_or_quoted;
use crate::values::{Key, Value, print};

#[cfg(test)]
mod tests;

/// What a resource is called that is not named yet.
const NEW: &str = "my-";

/// A new resource.
#[derive(Clone, Debug)]
pub struct Scaffold {
    /// Its kind.
    pub kind: ResourceKind,
    /// Its name.
    pub name: SmolStr,
    /// Its text, as a document of its own.
    pub text: String,
}

/// The kinds of resources that can be written for a type, each with the kinds of its types.
const KINDS: &[(ResourceKind, &[ResourceKind])] = &[
    (ResourceKind::Component, &[ResourceKind::ComponentType, ResourceKind::ClusterComponentType]),
    (ResourceKind::Resource, &[ResourceKind::ResourceType, ResourceKind::ClusterResourceType]),
    (ResourceKind::Project, &[ResourceKind::ProjectType, ResourceKind::ClusterProjectType]),
];

/// The kinds of types that a kind of resource may have; none where it has no type.
pub fn types_of(kind: ResourceKind) -> &'static [ResourceKind] {
    KINDS.iter().find(|(of, _)| *of == kind).map_or(&[], |(_, types)| types)
}

/// The names of the types that a resource of a kind may have in a namespace, each with its kind, in order.
pub fn type_names(kind: ResourceKind, namespace: &SmolStr, catalog: &dyn Catalog) -> Vec<ResourceName> {
    let of_kind = |ty: &ResourceKind| {
        let name = |name: SmolStr| ResourceName::new(*ty, namespace, &name);
        catalog.names(*ty, namespace).into_iter().map(name).collect::<Vec<_>>()
    };
    types_of(kind).iter().flat_map(of_kind).collect()
}

/// A new resource of a type; `None` for what is no type. It is named `name`, or after its kind.
pub fn scaffold(ty: &Resource, name: Option<&str>, catalog: &dyn Catalog) -> Option<Scaffold> {
    let (kind, _) = KINDS.iter().find(|(_, types)| types.contains(&ty.kind))?;
    let of_type = ty.name.as_ref()?;
    let name: SmolStr = name.map_or_else(|| format!("{NEW}{}", kind.name().to_lowercase()).into(), SmolStr::new);
    let mut writer = ScaffoldWriter { text: String::new(), catalog, ty };
    writer.line(0, "apiVersion: openchoreo.dev/v1alpha1");
    writer.line(0, &format!("kind: {}", kind.name()));
    writer.line(0, "metadata:");
    writer.line(1, &format!("name: {}", plain_or_quoted(&name)));
    if !of_type.namespace.is_empty() {
        writer.line(1, &format!("namespace: {}", plain_or_quoted(&of_type.namespace)));
    }
    writer.line(0, "spec:");
    match kind {
        ResourceKind::Project => writer.reference("deploymentPipelineRef", "name", ResourceKind::DeploymentPipeline),
        _ => writer.reference("owner", "projectName", ResourceKind::Project),
    }
    writer.line(1, if *kind == ResourceKind::Component { "componentType:" } else { "type:" });
    writer.line(2, &format!("kind: {}", ty.kind.name()));
    let workload = ty.value.field(&["spec", "workloadType"]).and_then(|value| value.text());
    let of_type = workload.map_or(of_type.name.to_string(), |workload| format!("{workload}/{}", of_type.name));
    writer.line(2, &format!("name: {}", plain_or_quoted(&of_type)));
    writer.parameters();
    if *kind == ResourceKind::Component {
        writer.traits();
        writer.workflow();
    }
    Some(Scaffold { kind: *kind, name, text: writer.text })
}

struct ScaffoldWriter<'a> {
    text: String,
    catalog: &'a dyn Catalog,
    ty: &'a Resource,
}

impl ScaffoldWriter<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        self.text.extend([&"  ".repeat(depth), text, "\n"]);
    }

    /// The name of a resource that must be there: the first one of the namespace.
    fn reference(&mut self, key: &str, name: &str, kind: ResourceKind) {
        debug_assert!(is_referred_to(kind));
        let names = self.catalog.names(kind, &self.ty.namespace);
        let found = names.into_iter().next().unwrap_or_else(|| "default".into());
        self.line(1, &format!("{key}:"));
        self.line(2, &format!("{name}: {}", plain_or_quoted(&found)));
    }

    fn parameters(&mut self) {
        let section = self.ty.sections.iter().find(|section| section.name == "parameters");
        let Some(ty) = section.and_then(|section| section.schema.root.ty.mapping()) else { return };
        if offered(ty).next().is_none() {
            return;
        }
        self.line(1, "parameters:");
        self.fields(ty, 2);
    }

    /// The keys of a map: those that must be set with a value, the others as comments.
    fn fields(&mut self, ty: &MappingType, depth: usize) {
        let (required, others): (Vec<_>, Vec<_>) = offered(ty).partition(|(_, node)| is_required(node));
        for (key, node) in required {
            self.explained(node, depth);
            match node.ty.mapping().filter(|ty| offered(ty).any(|(_, node)| is_required(node))) {
                Some(ty) => {
                    self.line(depth, &format!("{}:", print::key(key)));
                    self.fields(ty, depth + 1);
                }
                None => self.entry(key, node, depth, ""),
            }
        }
        for (key, node) in others {
            self.explained(node, depth);
            self.entry(key, node, depth, "# ");
        }
    }

    fn explained(&mut self, node: &SchemaNode, depth: usize) {
        for line in explanation(node) {
            self.line(depth, &format!("# {line}"));
        }
    }

    /// A key with its value, each line behind a mark.
    fn entry(&mut self, key: &Key, node: &SchemaNode, depth: usize, mark: &str) {
        let layout = KeyLayout { column: 0, is_template: false, is_explained: false };
        let text = entries([(key, node, sample(node))], layout);
        text.lines().for_each(|line| self.line(depth, &format!("{mark}{line}")));
    }

    /// The traits that the type allows, as comments.
    fn traits(&mut self) {
        for (index, (kind, name)) in allowed(self.ty, "allowedTraits").into_iter().enumerate() {
            if index == 0 {
                self.line(1, "# traits:");
            }
            let kind = kind.map(|kind| format!("kind: {kind}, ")).unwrap_or_default();
            self.line(1, &format!("#   - {{{kind}name: {name}, instanceName: {name}}}"));
        }
    }

    /// The first workflow that the type allows, as comments.
    fn workflow(&mut self) {
        let Some((kind, name)) = allowed(self.ty, "allowedWorkflows").into_iter().next() else { return };
        self.line(1, "# workflow:");
        if let Some(kind) = kind {
            self.line(1, &format!("#   kind: {kind}"));
        }
        self.line(1, &format!("#   name: {name}"));
    }
}

/// What a list of a type allows: the kind, if it is written, and the name.
fn allowed(ty: &Resource, list: &str) -> Vec<(Option<String>, String)> {
    let items = ty.value.field(&["spec", list]).and_then(|value| value.sequence());
    let item = |item: &Value| {
        let name = item.text().or_else(|| item.field(&["name"])?.text())?;
        let kind = item.field(&["kind"]).and_then(|kind| kind.text());
        Some((kind.map(ToString::to_string), plain_or_quoted(name)))
    };
    items.into_iter().flat_map(|items| items.iter()).filter_map(item).collect()
}

/// The declared keys that a resource is meant to set.
fn offered(ty: &MappingType) -> impl Iterator<Item = (&Key, &SchemaNode)> {
    let fields = ty.fields.iter().map(|(key, node)| (key, &**node));
    fields.filter(|(_, node)| node.removed.is_none() && node.deprecated.is_none())
}

fn is_required(node: &SchemaNode) -> bool {
    node.presence == Presence::Required
}
