//! What an expression of the platform finds around it. Sections of the resource come from their own schemas, all else
//! from `context.yml`; which functions there are depends on the version.

use std::sync::{Arc, LazyLock};

use smol_str::SmolStr;

use super::descriptions::with_descriptions;
use super::functions;
use crate::cel::Environment;
use crate::cel::environment::MethodAvailability;
use crate::cel::functions::{CelFunction, FORMAT, MATH, SETS, STANDARD};
use crate::cel::scope::{Variable, VariableOrigin, VariableScope, field, object, of_type, unknown};
use crate::document::TextDocument;
use crate::schema::sections::{CompiledSection, SchemaLayout};
use crate::schema::{Schema, SchemaNode, Type, from_open_api};
use crate::text::FileId;
use crate::values::Value;
use crate::values::from_yaml::from_plain_yaml;

/// Names of older versions, and what v1 calls them.
pub(crate) const FORMER_NAMES: &[(&str, &str)] = &[
    ("connections", "dependencies"),
    ("systemParameters", "parameters"),
    ("buildplane", "workflowplane"),
    ("containers", "container"),
    ("orgName", "componentNamespace"),
    ("publicVirtualHost", "gateway"),
    ("organizationVirtualHost", "gateway"),
    ("toContainerEnv", "toContainerEnvs"),
    ("toConfigEnvList", "toConfigEnvsByContainer"),
    ("toSecretEnvList", "toSecretEnvsByContainer"),
];

/// All versions together.
static OLDER: Environment = Environment {
    functions: &[functions::FUNCTIONS, STANDARD, FORMAT, SETS, MATH],
    parameters: functions::PARAMETERS,
    described: function_result,
    method: |_, _| MethodAvailability::Anywhere,
    former_names: FORMER_NAMES,
    twin_names: &[("envOverrides", "environmentConfigs")],
    is_strict: false,
    merging: "`oc_merge(a, b)` makes one map of two",
};

/// Only v1: a method of the platform belongs to one variable.
static ONLY_V1: Environment = Environment { method: method_of_v1, ..OLDER };

fn method_of_v1(function: &CelFunction, receiver: Option<&str>) -> MethodAvailability {
    let is_of_platform = functions::FUNCTIONS.iter().any(|it| it.is_method() && it.name == function.name);
    match receiver.and_then(|receiver| macro_of_v1(receiver, function.name)) {
        Some(result) => MethodAvailability::Gives(result),
        None if is_of_platform => MethodAvailability::Nowhere,
        None => MethodAvailability::Anywhere,
    }
}

/// The sections that a resource may have, by the kind of context. What stands for another in older versions has its
/// generation beside it.
const COMPONENT_SECTIONS: &[(&str, Option<SchemaLayout>)] = &[
    ("parameters", None),
    ("envOverrides", Some(SchemaLayout::Schema)),
    ("envOverrides", Some(SchemaLayout::NestedOcSchema)),
    ("environmentConfigs", Some(SchemaLayout::Sections)),
];
const WORKFLOW_SECTIONS: &[(&str, Option<SchemaLayout>)] = &[("parameters", None), ("systemParameters", None)];

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
fn function_result(name: &str) -> Option<Arc<SchemaNode>> {
    described(&["functions", name]).cloned()
}

/// What a function of the platform gives in v1 on a variable; `None` if it cannot be called on that.
fn macro_of_v1(receiver: &str, name: &str) -> Option<&'static Arc<SchemaNode>> {
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

/// The variables of all templates of a specification. `lacks` says which sections are there, but cannot be read.
pub(super) fn scope(
    kind: &str,
    (layout, is_v1): (Option<SchemaLayout>, bool),
    sections: &[CompiledSection],
    lacks: impl Fn(&str) -> bool,
) -> VariableScope {
    let is_checked = !kind.ends_with("Workflow") && !kind.ends_with("ProjectType");
    let mut scope = VariableScope::new(if is_v1 { &ONLY_V1 } else { &OLDER }, is_checked);
    let layout = if is_v1 { Some(SchemaLayout::Sections) } else { layout };
    let (names, context) = match kind {
        "ComponentType" | "ClusterComponentType" => (COMPONENT_SECTIONS, "ComponentType"),
        "Trait" | "ClusterTrait" => (COMPONENT_SECTIONS, "Trait"),
        "ResourceType" | "ClusterResourceType" => (COMPONENT_SECTIONS, "ResourceType"),
        "ProjectType" | "ClusterProjectType" => (COMPONENT_SECTIONS, "ProjectType"),
        _ if is_v1 => (&WORKFLOW_SECTIONS[..1], "Workflow"),
        _ => (WORKFLOW_SECTIONS, "Workflow"),
    };
    for (name, only) in names {
        if scope.find(name).is_some() || only.is_some() && layout.is_some() && *only != layout {
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
    older_names(&mut scope, kind, layout);
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
fn older_names(scope: &mut VariableScope, kind: &str, layout: Option<SchemaLayout>) {
    if matches!(kind, "Workflow" | "ClusterWorkflow")
        && layout == Some(SchemaLayout::Schema)
        && let Some(parameters) = scope.find("parameters").cloned()
    {
        scope.add(Variable { name: "schema".into(), ..parameters });
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
