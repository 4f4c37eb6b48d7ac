//! Resources of Kubernetes, and the definitions that govern them: custom ones that lie in the project, and schemas that
//! its settings name.
//!
//! # Design
//!
//! A [`Definition`] says what resources of a group, version and kind hold. It comes from a document of the project
//! (`CustomResourceDefinition`, Crossplane's `CompositeResourceDefinition`), from an OpenAPI document as clusters print
//! it, or from another family that makes such definitions of its own documents; whoever asks cannot tell which. Its
//! schema is compiled when it is first asked for: a project may hold thousands of definitions and use a few.
//!
//! A document that is a definition is a resource itself, governed by what `known.yml` says; `structural` and `rules` add
//! what the API server refuses beyond that. [`judge`] is the one judge of a resource against a schema, in the order of
//! the API server: what is not declared is told, null is dropped, defaults are filled in, values are judged, and then
//! the rules. It judges OpenChoreo's resources, too.
//!
//! `index` knows only names: which definitions there are, and where. So it stays while definitions change inside.
//! Definitions of other files are reached through [`Definitions`], which the world of the analysis is. A resource
//! without a definition is nobody's: nothing is said of it.

use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;

use crate::problem::Problem;
use crate::schema::{Schema, SchemaNode};
use crate::text::Place;
use crate::values::Value;

mod custom;
pub mod definitions;
pub mod index;
pub mod judge;
pub mod known;
pub mod manifest;
pub mod open_api;
pub mod rules;
pub mod structural;

pub use manifest::Manifest;

/// What tells resources apart that have different schemas.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceType {
    /// The group; empty for the core of Kubernetes.
    pub group: SmolStr,
    /// The version.
    pub version: SmolStr,
    /// The kind.
    pub kind: SmolStr,
}

impl ResourceType {
    /// The type of a resource with this `apiVersion` and `kind`.
    pub fn of(api_version: &str, kind: &str) -> Self {
        let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
        Self { group: group.into(), version: version.into(), kind: kind.into() }
    }

    /// What is written behind `apiVersion:`.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.to_string() } else { format!("{}/{}", self.group, self.version) }
    }
}

/// Whether resources of a type belong to a namespace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResourceScope {
    /// They do.
    #[default]
    Namespaced,
    /// They belong to none.
    Cluster,
}

/// What resources of a type hold.
#[derive(Debug)]
pub struct Definition {
    /// Whose they are.
    pub of: ResourceType,
    /// Whether they belong to a namespace.
    pub scope: ResourceScope,
    /// Where it is defined.
    pub place: Place,
    /// Whether the API server has this version.
    pub is_served: bool,
    /// Whether a name is asked of its resources, as of all that are stored.
    pub is_named: bool,
    source: DefinitionSource,
    compiled: OnceLock<CompiledDefinition>,
}

/// What resources have besides what their definition says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CustomResourceKind {
    /// Nothing but what every resource has.
    Custom,
    /// What Crossplane adds to composite resources.
    Composite,
    /// What Crossplane adds to claims.
    Claim,
    /// What Crossplane adds to composite resources since its second version.
    ModernComposite,
}

/// What a schema is made of.
#[derive(Debug)]
enum DefinitionSource {
    /// An `openAPIV3Schema`, and what else its resources have.
    Written(Value, CustomResourceKind),
    /// A schema for all of a resource but its `apiVersion`, `kind` and `metadata`.
    Made(Arc<SchemaNode>),
    /// The schema of a whole resource, written out.
    Whole(Value),
}

/// A schema, and what is wrong with it.
#[derive(Clone, Debug)]
struct CompiledDefinition {
    schema: Arc<Schema>,
    problems: Vec<Problem>,
}

impl Definition {
    /// A definition whose schema says what a resource holds besides `apiVersion`, `kind` and `metadata`.
    pub fn new(of: ResourceType, scope: ResourceScope, place: Place, root: Arc<SchemaNode>) -> Self {
        Self::from(of, scope, place, DefinitionSource::Made(root))
    }

    /// A definition whose `openAPIV3Schema` is at hand.
    pub fn written(of: ResourceType, scope: ResourceScope, place: Place, schema: Value) -> Self {
        Self::from(of, scope, place, DefinitionSource::Written(schema, CustomResourceKind::Custom))
    }

    fn from(of: ResourceType, scope: ResourceScope, place: Place, source: DefinitionSource) -> Self {
        Self { of, scope, place, is_served: true, is_named: true, source, compiled: OnceLock::new() }
    }

    /// The schema of a whole resource.
    pub fn schema(&self) -> &Arc<Schema> {
        &self.compiled().schema
    }

    /// What is wrong with the schema as JSON Schema.
    pub fn problems(&self) -> &[Problem] {
        &self.compiled().problems
    }

    /// The same without what its schema was made of; `None` if nobody has asked for the schema.
    pub fn compiled_alone(&self) -> Option<Self> {
        let compiled = self.compiled.get()?.clone();
        let source = DefinitionSource::Made(compiled.schema.root.clone());
        let (of, compiled) = (self.of.clone(), OnceLock::from(compiled));
        Some(Self { of, source, compiled, ..*self })
    }

    fn compiled(&self) -> &CompiledDefinition {
        self.compiled.get_or_init(|| custom::compile(&self.source))
    }
}

/// The definitions of a project.
pub trait Definitions {
    /// The definition of a type; of several, the one that is meant here.
    fn definition(&self, of: &ResourceType) -> Option<Arc<Definition>>;

    /// The versions that a kind is defined in, where it is.
    fn versions(&self, _of: &ResourceType) -> Vec<SmolStr> {
        Vec::new()
    }
}
