//! What an expression finds around it: variables by name, each with its schema. Sections of the resource come from
//! their own schemas, all else from `context.yml`.

use std::sync::{Arc, LazyLock};

use indexmap::IndexMap;
use smol_str::SmolStr;

use crate::choreo::fields::with_descriptions;
use crate::document::TextDocument;
use crate::schema::sections::{CompiledSection, Generation};
use crate::schema::{MappingType, Others, Schema, SchemaNode, Type, from_open_api};
use crate::text::{FileId, Place};
use crate::values::from_yaml::from_plain_yaml;
use crate::values::{Key, Value};

/// The variables at some place, inner ones last.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    variables: Vec<Variable>,
    /// Whether the platform checks types before it evaluates anything.
    is_checked: bool,
    /// Whether only what v1 has is there.
    is_v1: bool,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: SmolStr,
    /// What it holds.
    pub node: Arc<SchemaNode>,
    /// Where it comes from.
    pub origin: VariableOrigin,
}

/// Where a variable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableOrigin {
    /// It is a section of the resource: `parameters`.
    Section,
    /// The platform provides it: `metadata`.
    Platform,
    /// It is each item in turn: of a `forEach`, whose `var` names it, or of a macro.
    Loop(Place),
}

/// The sections that a resource may have, by the kind of context. What stands for another in older versions has its
/// generation beside it.
const COMPONENT_SECTIONS: &[(&str, Option<Generation>)] = &[
    ("parameters", None),
    ("envOverrides", Some(Generation::Schema)),
    ("envOverrides", Some(Generation::NestedOcSchema)),
    ("environmentConfigs", Some(Generation::Sections)),
];
const WORKFLOW_SECTIONS: &[(&str, Option<Generation>)] = &[("parameters", None), ("systemParameters", None)];

static CONTEXT: LazyLock<Arc<Schema>> = LazyLock::new(|| compiled(include_str!("context.yml")));

/// What v1 knows, and nothing of other versions; what a function gives stands below `macros` and what it is called on.
static V1: LazyLock<Arc<Schema>> = LazyLock::new(|| compiled(include_str!("context-v1.json")));

fn compiled(text: &str) -> Arc<Schema> {
    let document = TextDocument::new(FileId::NONE, text);
    let value = document.stream().documents.first().map(|root| from_plain_yaml(FileId::NONE, root).value);
    let nothing = Value::unwritten(crate::values::ValueKind::Unknown);
    from_open_api::compile(value.as_ref().unwrap_or(&nothing)).0
}

/// What `context.yml` says at a path of keys.
fn described(path: &[&str]) -> Option<&'static Arc<SchemaNode>> {
    path.iter().try_fold(&CONTEXT.root, |node, name| field(node, name))
}

/// What a function gives that has a shape of its own.
pub(super) fn function_result(name: &str) -> Option<Arc<SchemaNode>> {
    described(&["functions", name]).cloned()
}

/// What a function of the platform gives in v1 on a variable; `None` if it cannot be called on that.
pub(super) fn macro_of_v1(receiver: &str, name: &str) -> Option<&'static Arc<SchemaNode>> {
    ["macros", receiver, name].iter().try_fold(&V1.root, |node, name| field(node, name))
}

/// What v1 provides for templates of a kind, with the words of `context.yml`.
fn provided_by_v1(kind: &str) -> Option<Arc<SchemaNode>> {
    let node = field(&V1.root, kind)?;
    Some(match described(&[kind]) {
        Some(described) => with_descriptions(node, described),
        None => node.clone(),
    })
}

/// The schema of a declared field.
pub(super) fn field<'a>(node: &'a SchemaNode, name: &str) -> Option<&'a Arc<SchemaNode>> {
    match &node.ty {
        Type::Mapping(ty) => ty.fields.get(&Key::String(name.into())),
        _ => None,
    }
}

/// A schema of which only the type is known.
pub(super) fn of_type(ty: Type) -> Arc<SchemaNode> {
    Arc::new(SchemaNode { ty, ..SchemaNode::unknown(Place::NOWHERE) })
}

/// The schema of what nothing is known about.
pub(super) fn unknown() -> Arc<SchemaNode> {
    of_type(Type::Unknown)
}

/// A map from text to values of one schema.
pub(super) fn map_of(values: Arc<SchemaNode>) -> Type {
    Type::Mapping(MappingType { others: Others::Kept(values), ..MappingType::default() })
}

/// An object with these fields and no others.
pub(super) fn object<const N: usize>(fields: [(&str, Arc<SchemaNode>); N]) -> Type {
    object_of(fields.map(|(name, node)| (name.into(), node)))
}

/// An object with these fields and no others.
pub(super) fn object_of(fields: impl IntoIterator<Item = (SmolStr, Arc<SchemaNode>)>) -> Type {
    let fields: IndexMap<_, _, _> = fields.into_iter().map(|(name, node)| (Key::String(name), node)).collect();
    Type::Mapping(MappingType { fields, others: Others::Dropped, ..MappingType::default() })
}

impl Scope {
    /// The variables of all templates of a specification. `lacks` says which sections are there, but cannot be read.
    pub fn of(
        kind: &str,
        (generation, is_v1): (Option<Generation>, bool),
        sections: &[CompiledSection],
        lacks: impl Fn(&str) -> bool,
    ) -> Self {
        let is_checked = !kind.ends_with("Workflow") && !kind.ends_with("ProjectType");
        let mut scope = Self { is_checked, is_v1, ..Self::default() };
        let generation = if is_v1 { Some(Generation::Sections) } else { generation };
        let (names, context) = match kind {
            "ComponentType" | "ClusterComponentType" => (COMPONENT_SECTIONS, "ComponentType"),
            "Trait" | "ClusterTrait" => (COMPONENT_SECTIONS, "Trait"),
            "ResourceType" | "ClusterResourceType" => (COMPONENT_SECTIONS, "ResourceType"),
            "ProjectType" | "ClusterProjectType" => (COMPONENT_SECTIONS, "ProjectType"),
            _ if is_v1 => (&WORKFLOW_SECTIONS[..1], "Workflow"),
            _ => (WORKFLOW_SECTIONS, "Workflow"),
        };
        for (name, only) in names {
            if scope.find(name).is_some() || only.is_some() && generation.is_some() && *only != generation {
                continue;
            }
            let compiled = sections.iter().find(|section| section.name == *name);
            let node = match compiled {
                Some(section) => section.schema.root.clone(),
                None if lacks(name) => unknown(),
                None => of_type(object([])),
            };
            scope.add(Variable { name: (*name).into(), node, origin: VariableOrigin::Section });
        }
        scope.older_names(kind, generation);
        let provided = if is_v1 { provided_by_v1(context) } else { described(&[context]).cloned() };
        if let Some(Type::Mapping(ty)) = provided.as_ref().map(|node| &node.ty) {
            for (key, node) in &ty.fields {
                let name = SmolStr::from(key.to_string());
                scope.add(Variable { name, node: node.clone(), origin: VariableOrigin::Platform });
            }
        }
        scope
    }

    /// The first workflows call what developers provide `schema`, as its fields stand there.
    fn older_names(&mut self, kind: &str, generation: Option<Generation>) {
        if matches!(kind, "Workflow" | "ClusterWorkflow")
            && generation == Some(Generation::Schema)
            && let Some(parameters) = self.find("parameters").cloned()
        {
            self.add(Variable { name: "schema".into(), ..parameters });
        }
    }

    /// Whether the platform checks types before it evaluates anything.
    pub fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// Whether only what v1 has is there.
    pub fn is_v1(&self) -> bool {
        self.is_v1
    }

    /// The same scope where nothing is checked before.
    #[must_use]
    pub fn unchecked(&self) -> Self {
        Self { is_checked: false, ..self.clone() }
    }

    fn add(&mut self, variable: Variable) {
        self.variables.push(variable);
    }

    /// The scope with one more variable.
    #[must_use]
    pub fn with(&self, name: &str, node: Arc<SchemaNode>, origin: VariableOrigin) -> Self {
        let mut scope = self.clone();
        scope.add(Variable { name: name.into(), node, origin });
        scope
    }

    /// The variable of a name.
    pub fn find(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().rev().find(|variable| variable.name == name)
    }

    /// Every variable that can be named: those of loops first, inner ones before outer ones.
    pub fn variables(&self) -> impl Iterator<Item = &Variable> {
        let is_loop = |variable: &&Variable| matches!(variable.origin, VariableOrigin::Loop(_));
        let is_visible = |variable: &&Variable| self.find(&variable.name).is_some_and(|it| std::ptr::eq(it, *variable));
        let loops = self.variables.iter().rev().filter(is_loop);
        loops.chain(self.variables.iter().filter(move |variable| !is_loop(variable))).filter(is_visible)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_of_the_context_is_right() {
        let document = TextDocument::new(FileId::NONE, include_str!("context.yml"));
        assert_eq!(document.stream().problems, []);
        let value = from_plain_yaml(FileId::NONE, &document.stream().documents[0]).value;
        assert_eq!(from_open_api::compile(&value).1, []);
        for kind in ["ComponentType", "Trait", "Workflow"] {
            let node = described(&[kind, "metadata"]).unwrap();
            assert!(node.description.is_some(), "{kind}");
        }
    }
}
