//! The definitions that a document of a project makes: `CustomResourceDefinition` of `apiextensions.k8s.io/v1`, and
//! Crossplane's `CompositeResourceDefinition`, which defines composite resources and, in its older form, claims.

use std::sync::Arc;

use smol_str::SmolStr;

use super::manifest::Manifest;
use super::{CustomResourceKind, Definition, DefinitionSource, ResourceScope, ResourceType};
use crate::schema::SchemaNode;
use crate::text::Place;
use crate::values::{SequenceValue, Value, ValueKind};

pub mod checks;

/// Words of which a text holds one if it may define anything.
pub const SIGNS: [&str; 3] = ["CustomResourceDefinition", "CompositeResourceDefinition", "ResourceGraphDefinition"];

/// Which kind of definition a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefinitionKind {
    /// `CustomResourceDefinition`
    Custom,
    /// `CompositeResourceDefinition`; before its second version it defines claims, too.
    Composite {
        /// Whether it is of the second version.
        is_modern: bool,
    },
}

impl DefinitionKind {
    /// The kind of definition that resources of a type are.
    pub fn of(of: &ResourceType) -> Option<Self> {
        match (&*of.group, &*of.version, &*of.kind) {
            ("apiextensions.k8s.io", "v1", "CustomResourceDefinition") => Some(Self::Custom),
            ("apiextensions.crossplane.io", "v1", "CompositeResourceDefinition") => {
                Some(Self::Composite { is_modern: false })
            }
            ("apiextensions.crossplane.io", "v2", "CompositeResourceDefinition") => {
                Some(Self::Composite { is_modern: true })
            }
            _ => None,
        }
    }
}

/// What a document defines, if it is a definition and no template code decides about it.
pub fn definitions(manifest: &Manifest) -> Vec<Arc<Definition>> {
    let Some(kind) = DefinitionKind::of(&manifest.of).filter(|_| !manifest.is_computed) else { return Vec::new() };
    let value = &manifest.value;
    let Some(group) = text(value, &["spec", "group"]) else { return Vec::new() };
    let versions = versions(value);
    let defined = defined(kind, value);
    let definition = |(name, scope, surroundings): &Defined, version: &Value| {
        let named = version.field(&["name"])?;
        let of = ResourceType { group: group.clone(), version: named.text()?.clone(), kind: name.clone() };
        let source = match version.field(&["schema", "openAPIV3Schema"]) {
            Some(schema) => DefinitionSource::Written(schema.clone(), *surroundings),
            None => DefinitionSource::Made(Arc::new(SchemaNode::any(Place::NOWHERE))),
        };
        let is_served = !matches!(version.field(&["served"]).map(|it| &it.kind), Some(ValueKind::Bool(false)));
        Some(Arc::new(Definition { is_served, ..Definition::from(of, *scope, named.origin, source) }))
    };
    defined.iter().flat_map(|it| versions.iter().filter_map(|version| definition(it, version))).collect()
}

/// The versions of a definition, as they are written.
pub fn versions(definition: &Value) -> Vec<&Value> {
    let versions = definition.field(&["spec", "versions"]).and_then(Value::sequence);
    versions.into_iter().flat_map(|versions| SequenceValue::iter(versions)).collect()
}

/// A kind that is defined, whether its resources belong to a namespace, and what else they have.
type Defined = (SmolStr, ResourceScope, CustomResourceKind);

fn defined(kind: DefinitionKind, value: &Value) -> Vec<Defined> {
    let scope = text(value, &["spec", "scope"]);
    let scope_is = |name: &str| scope.as_deref() == Some(name);
    let name = |names: &str| text(value, &["spec", names, "kind"]);
    let own = name("names");
    match kind {
        DefinitionKind::Custom => {
            let scope = if scope_is("Cluster") { ResourceScope::Cluster } else { ResourceScope::Namespaced };
            own.map(|name| (name, scope, CustomResourceKind::Custom)).into_iter().collect()
        }
        DefinitionKind::Composite { is_modern: true } if !scope_is("LegacyCluster") => {
            let scope = if scope_is("Cluster") { ResourceScope::Cluster } else { ResourceScope::Namespaced };
            own.map(|name| (name, scope, CustomResourceKind::ModernComposite)).into_iter().collect()
        }
        DefinitionKind::Composite { .. } => {
            let own = own.map(|name| (name, ResourceScope::Cluster, CustomResourceKind::Composite));
            let claim = name("claimNames").map(|name| (name, ResourceScope::Namespaced, CustomResourceKind::Claim));
            own.into_iter().chain(claim).collect()
        }
    }
}

fn text(value: &Value, path: &[&str]) -> Option<SmolStr> {
    value.field(path)?.text().cloned()
}
