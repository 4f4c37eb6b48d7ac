//! What expressions of a graph may name where, and what it is.

use std::sync::{Arc, LazyLock};

use super::functions::{CONDITIONS, KRO};
use super::{Graph, SCHEMA};
use crate::cel::Environment;
use crate::cel::scope::{Variable, VariableOrigin, VariableScope, field, object, of_type, unknown};
use crate::kubernetes::{self, Definition, Definitions, ResourceType};
use crate::schema::{Others, Presence, SchemaNode, Type};
use crate::text::Place;
use crate::values::{Key, Value, ValueKind};

/// What is known of resources without a definition: what every resource has.
static UNDEFINED: LazyLock<Arc<SchemaNode>> = LazyLock::new(|| {
    let of = ResourceType::of("", "");
    let anything = Arc::new(SchemaNode::any(Place::NOWHERE));
    let definition = Definition::new(of, kubernetes::ResourceScope::Namespaced, Place::NOWHERE, anything);
    let mut node = SchemaNode::clone(&definition.schema().root);
    if let Type::Mapping(ty) = &mut node.ty {
        ty.is_open = true;
        ty.others = Others::Dropped;
    }
    Arc::new(node)
});

/// The variables of a graph.
pub(super) struct Scopes<'a> {
    graph: &'a Graph,
    /// The definition of each resource, where there is one.
    definitions: Vec<Option<Arc<Definition>>>,
    everywhere: Arc<VariableScope>,
    conditions: Arc<VariableScope>,
}

impl<'a> Scopes<'a> {
    pub(super) fn new(graph: &'a Graph, catalog: &dyn Definitions) -> Self {
        let definitions = graph.resources.iter().map(|resource| catalog.definition(resource.of()?)).collect();
        let mut scopes = Self {
            graph,
            definitions,
            everywhere: Arc::new(VariableScope::new(&KRO, true)),
            conditions: Arc::new(VariableScope::new(&CONDITIONS, true)),
        };
        scopes.everywhere = Arc::new(scopes.with_all(&KRO));
        scopes.conditions = Arc::new(scopes.with_all(&CONDITIONS));
        scopes
    }

    fn with_all(&self, environment: &'static Environment) -> VariableScope {
        let mut scope = VariableScope::new(environment, true);
        scope.add(Variable { name: SCHEMA.into(), node: self.schema(), origin: VariableOrigin::Section });
        for (index, resource) in self.graph.resources.iter().enumerate() {
            scope.add(self.variable(index, if resource.is_list { self.list(index) } else { self.node(index) }));
        }
        scope
    }

    fn variable(&self, index: usize, node: Arc<SchemaNode>) -> Variable {
        let resource = &self.graph.resources[index];
        let id = &resource.id;
        let kind = resource.of().map_or("resource", |of| of.kind.as_str());
        let description = Some(match (resource.is_list, &node.ty) {
            (true, Type::Sequence(_)) => format!("Every {kind} that `{}` stands for.", id.name),
            _ => format!("The {kind} that `{}` stands for.", id.name),
        });
        // What has a definition was declared there.
        let declared = if node.declared == Place::NOWHERE { id.place } else { node.declared };
        let node = SchemaNode { description, declared, ..given(&node) };
        Variable { name: id.name.clone(), node: Arc::new(node), origin: VariableOrigin::Resource(id.place) }
    }

    /// `schema` and all resources.
    pub(super) fn everywhere(&self) -> &Arc<VariableScope> {
        &self.everywhere
    }

    /// The same where conditions are made.
    pub(super) fn conditions(&self) -> &Arc<VariableScope> {
        &self.conditions
    }

    /// What `readyWhen` of a resource knows: the resource itself, or each of its copies.
    pub(super) fn ready(&self, index: usize) -> Arc<VariableScope> {
        let resource = &self.graph.resources[index];
        let mut scope = VariableScope::new(&KRO, true);
        if resource.iterators.is_empty() {
            let node = if resource.is_list { self.list(index) } else { self.node(index) };
            scope.add(self.variable(index, node));
        } else {
            scope.add(Variable { name: "each".into(), ..self.variable(index, self.node(index)) });
        }
        Arc::new(scope)
    }

    /// The definition of a resource, if the workspace has it.
    pub(super) fn definition(&self, index: usize) -> Option<&Arc<Definition>> {
        self.definitions.get(index)?.as_ref()
    }

    /// What one resource is.
    pub(super) fn node(&self, index: usize) -> Arc<SchemaNode> {
        self.definition(index).map_or_else(|| UNDEFINED.clone(), |definition| definition.schema().root.clone())
    }

    fn list(&self, index: usize) -> Arc<SchemaNode> {
        of_type(Type::Sequence(self.node(index)))
    }

    /// What an instance is told of itself: all but its status.
    fn schema(&self) -> Arc<SchemaNode> {
        let text = || of_type(Type::String);
        let written = self.graph.schema();
        let spec = match written.and_then(|written| written.value.entry("spec")) {
            Some(entry) => {
                let declared = entry.place;
                Arc::new(SchemaNode { declared, ..SchemaNode::clone(&self.graph.spec.root) })
            }
            None if written.is_some() => self.graph.spec.root.clone(),
            None => unknown(),
        };
        let fields = [("apiVersion", text()), ("kind", text()), ("metadata", self.metadata()), ("spec", spec)];
        let declared = written.map_or(Place::NOWHERE, |entry| entry.place);
        let description = Some("The instance: what its author has written.".to_owned());
        Arc::new(SchemaNode { description, declared, ..given(&of_type(object(fields))) })
    }

    fn metadata(&self) -> Arc<SchemaNode> {
        let Some(metadata) = field(&UNDEFINED, "metadata").cloned() else { return unknown() };
        if self.graph.scope == kubernetes::ResourceScope::Namespaced {
            return metadata;
        }
        let mut metadata = SchemaNode::clone(&metadata);
        if let Type::Mapping(ty) = &mut metadata.ty {
            ty.fields.remove(&Key::String("namespace".into()));
        }
        Arc::new(metadata)
    }
}

/// A schema of what is always there: nothing is said of its default.
fn given(node: &SchemaNode) -> SchemaNode {
    let default = Value { origin: node.declared, kind: ValueKind::Unknown };
    SchemaNode { nullable: false, presence: Presence::Defaulted, default, ..SchemaNode::clone(node) }
}
