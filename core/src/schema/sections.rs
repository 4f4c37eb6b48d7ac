//! Where the schemas of an OpenChoreo resource stand, in all four generations, and the schema of each.
//!
//! | generation | sections | custom types |
//! |---|---|---|
//! | `schema` | `spec.schema.{parameters,envOverrides}` | `spec.schema.types`, shared |
//! | `ocSchema` in `schema` | `spec.schema.ocSchema.{parameters,envOverrides}` | `spec.schema.ocSchema.types`, shared |
//! | `ocSchema` | `spec.{parameters,environmentConfigs}.ocSchema` | `$types` of each section |
//! | `openAPIV3Schema` | `spec.{parameters,environmentConfigs}.openAPIV3Schema` | `$defs` of each section |
//!
//! kro's `ResourceGraphDefinition` has one section, `spec.schema.spec`, and its custom types in `spec.schema.types`.

use std::sync::Arc;

use crate::document::TextDocument;
use crate::problem::{Code, Problem};
use crate::schema::from_simple_schema::{self, CompiledFields, SimpleSchemaInput};
use crate::schema::shorthand::ShorthandDialect;
use crate::schema::{Others, Schema, SchemaNode, Type, conform, from_open_api, from_shorthand};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value};

pub mod inside;
#[cfg(test)]
mod tests;

/// How a resource writes its schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaLayout {
    /// The shorthand, below `spec.schema`.
    Schema,
    /// The shorthand, below `spec.schema.ocSchema`.
    NestedOcSchema,
    /// Each section by itself, in the shorthand or as JSON Schema.
    Sections,
    /// The shorthand as kro reads it, below `spec.schema`.
    SimpleSchema,
}

impl SchemaLayout {
    /// Whose shorthand it is.
    pub fn dialect(self) -> ShorthandDialect {
        if self == Self::SimpleSchema { ShorthandDialect::Kro } else { ShorthandDialect::OpenChoreo }
    }
}

/// A section of a resource.
#[derive(Clone, Debug)]
pub struct SchemaSection<'a> {
    /// `parameters`, `envOverrides`, `environmentConfigs` or `systemParameters`.
    pub name: &'static str,
    /// The key that names it.
    pub key: Place,
    /// The fields, or the keywords.
    pub value: &'a Value,
    /// Whether it is written in the shorthand.
    pub is_shorthand: bool,
    /// The key of the other form, where both are written: the platform takes one.
    pub surplus: Option<Place>,
}

/// The sections of a resource.
#[derive(Clone, Debug)]
pub struct Sections<'a> {
    /// How they are written.
    pub layout: SchemaLayout,
    /// The custom types that they share.
    pub types: Option<&'a Value>,
    /// The sections in order.
    pub sections: Vec<SchemaSection<'a>>,
    /// Whether the fields of the one section stand without it, directly below `schema`.
    pub is_bare: bool,
}

/// The schema of a section.
#[derive(Clone, Debug)]
pub struct CompiledSection {
    /// Its name.
    pub name: &'static str,
    /// Its schema, as far as it can be read.
    pub schema: Arc<Schema>,
}

impl CompiledSection {
    /// What the section is called in the latest generation.
    pub fn latest_name(&self) -> &'static str {
        if self.name == "envOverrides" { "environmentConfigs" } else { self.name }
    }
}

/// Names of sections that hold schemas, in the order in which they are shown.
const NAMES: [&str; 4] = ["parameters", "envOverrides", "environmentConfigs", "systemParameters"];

/// The sections of a resource, given the whole of it; `None` for kinds that hold no schemas, and without any section.
pub fn of_resource(resource: &Value) -> Option<Sections<'_>> {
    of_spec(resource.field(&["kind"])?.text()?, resource.field(&["spec"])?)
}

/// Whether resources of a kind have sections, and templates that use them.
pub fn has_sections(kind: &str) -> bool {
    const KINDS: &[&str] = &[
        "ComponentType",
        "ClusterComponentType",
        "Trait",
        "ClusterTrait",
        "ResourceType",
        "ClusterResourceType",
        "ProjectType",
        "ClusterProjectType",
        "ComponentWorkflow",
        "Workflow",
        "ClusterWorkflow",
    ];
    KINDS.contains(&kind)
}

/// The sections in the `spec` of a resource of that kind, which may be embedded in another.
pub fn of_spec<'a>(kind: &str, spec: &'a Value) -> Option<Sections<'a>> {
    if kind == GRAPH_KIND {
        return simple_schema(spec.field(&["schema"])?);
    }
    let is_workflow = matches!(kind, "Workflow" | "ClusterWorkflow");
    if !has_sections(kind) {
        return None;
    }
    let sections = match spec.entry("schema") {
        Some(schema) => match schema.value.entry("ocSchema").filter(|nested| nested.value.mapping().is_some()) {
            Some(nested) => below(&nested.value, SchemaLayout::NestedOcSchema),
            // The fields of a workflow stand here without a section.
            None if is_workflow && !names_sections(&schema.value) => one_section(schema),
            None => below(&schema.value, SchemaLayout::Schema),
        },
        None => each_by_itself(spec),
    };
    (!sections.sections.is_empty()).then_some(sections)
}

/// The kind of kro's resources that hold a schema.
pub const GRAPH_KIND: &str = "ResourceGraphDefinition";

fn simple_schema(schema: &Value) -> Option<Sections<'_>> {
    let sections = schema.entry("spec").map(|entry| {
        let (key, value) = (entry.place, &entry.value);
        SchemaSection { name: "spec", key, value, is_shorthand: true, surplus: None }
    });
    let types = schema.field(&["types"]);
    let is_there = sections.is_some() || types.is_some();
    let sections = sections.into_iter().collect();
    is_there.then_some(Sections { layout: SchemaLayout::SimpleSchema, types, sections, is_bare: false })
}

/// The embedded specifications of a `ComponentRelease` that hold schemas: kind, name if it is told, and the specification.
pub fn embedded(release: &Value) -> Vec<(String, Option<String>, &Value)> {
    let Some(spec) = release.field(&["spec"]) else { return Vec::new() };
    let text = |value: &Value, name: &str| Some(value.field(&[name])?.text()?.to_string());
    let component_type = spec.field(&["componentType"]).map(|embedded| {
        let nested = embedded.field(&["spec"]).unwrap_or(embedded);
        ("ComponentType".to_owned(), text(embedded, "name"), nested)
    });
    let traits = spec.field(&["traits"]);
    let named = traits.and_then(Value::mapping).into_iter().flat_map(|traits| &traits.entries);
    let named = named.map(|entry| ("Trait".to_owned(), Some(entry.entry_key().to_string()), &entry.value));
    let listed = traits.and_then(Value::sequence).into_iter().flat_map(|traits| traits.iter());
    let listed = listed.filter_map(|item| {
        let kind = text(item, "kind").unwrap_or_else(|| "Trait".to_owned());
        Some((kind, text(item, "name"), item.field(&["spec"])?))
    });
    component_type.into_iter().chain(named).chain(listed).collect()
}

/// The schemas of sections, and all that is wrong with them.
pub fn compile(document: &TextDocument, sections: &Sections<'_>) -> (Vec<CompiledSection>, Vec<Problem>) {
    if sections.layout == SchemaLayout::SimpleSchema {
        return compile_simple_schema(document, sections);
    }
    let shorthand: Vec<&SchemaSection<'_>> = sections.sections.iter().filter(|section| section.is_shorthand).collect();
    let inputs: Vec<(&str, &Value)> = shorthand.iter().map(|section| (section.name, section.value)).collect();
    let input =
        from_shorthand::SectionsInput { document, types: sections.types, sections: &inputs, others: Others::Dropped };
    let from_shorthand::CompiledSections { schemas, mut problems } = from_shorthand::compile(&input);
    let mut schemas = schemas.into_iter();
    let mut compiled = Vec::new();
    for section in &sections.sections {
        let schema = if section.is_shorthand {
            schemas.next()
        } else {
            let (schema, found) = from_open_api::compile(section.value);
            problems.extend(found);
            Some(schema)
        };
        compiled.extend(schema.map(|schema| CompiledSection { name: section.name, schema }));
    }
    let system = compiled.iter().find(|section| section.name == "systemParameters");
    problems.extend(system.and_then(|section| other_than_text(&section.schema.root)));
    problems.extend(sections.sections.iter().filter_map(both_forms));
    problems.extend(mixed_forms(sections));
    if sections.layout != SchemaLayout::Sections {
        problems.extend(overlapping_keys(&compiled));
    }
    (compiled, problems)
}

fn compile_simple_schema(document: &TextDocument, sections: &Sections<'_>) -> (Vec<CompiledSection>, Vec<Problem>) {
    let mut compiled = Vec::new();
    let mut problems = Vec::new();
    for section in &sections.sections {
        let (fields, types) = (Some(section.value), sections.types);
        let input = SimpleSchemaInput { document, types, fields, holder: section.key };
        let CompiledFields { schema, problems: found } = from_simple_schema::compile(&input);
        problems.extend(found);
        let schema = from_open_api::compile_definition(&schema).0;
        compiled.push(CompiledSection { name: section.name, schema });
    }
    (compiled, problems)
}

/// Sections that stand together, with the types that they share.
fn below(holder: &Value, layout: SchemaLayout) -> Sections<'_> {
    let sections = NAMES.iter().filter_map(|name| {
        let entry = holder.entry(name)?;
        Some(SchemaSection { name, key: entry.place, value: &entry.value, is_shorthand: true, surplus: None })
    });
    Sections { layout, types: holder.field(&["types"]), sections: sections.collect(), is_bare: false }
}

/// Whether nothing but sections and types stands in a schema.
fn names_sections(schema: &Value) -> bool {
    let is_section = |entry: &Fragment| {
        let is_named = |name: &&str| matches!(entry.entry_key(), Key::String(key) if key == *name);
        entry.value.mapping().is_some() && NAMES.iter().chain(&["types"]).any(is_named)
    };
    schema.mapping().is_some_and(|schema| !schema.entries.is_empty() && schema.entries.iter().all(is_section))
}

fn one_section(schema: &Fragment) -> Sections<'_> {
    let (key, value) = (schema.place, &schema.value);
    let section = SchemaSection { name: "parameters", key, value, is_shorthand: true, surplus: None };
    Sections { layout: SchemaLayout::Schema, types: None, sections: vec![section], is_bare: true }
}

fn each_by_itself(spec: &Value) -> Sections<'_> {
    let sections = NAMES.iter().filter_map(|name| {
        let entry = spec.entry(name)?;
        let form = |form| entry.value.entry(form);
        let (schema, surplus, is_shorthand) = match (form("openAPIV3Schema"), form("ocSchema")) {
            (Some(schema), shorthand) => (schema, shorthand.map(|it| it.place), false),
            (None, shorthand) => (shorthand?, None, true),
        };
        Some(SchemaSection { name, key: entry.place, value: &schema.value, is_shorthand, surplus })
    });
    Sections { layout: SchemaLayout::Sections, types: None, sections: sections.collect(), is_bare: false }
}

/// What the platform fills in itself is text. The first field that is not.
fn other_than_text(node: &SchemaNode) -> Option<Problem> {
    match &node.ty {
        Type::Mapping(ty) if matches!(ty.others, Others::Dropped) => {
            ty.fields.values().find_map(|field| other_than_text(field))
        }
        Type::String | Type::Unknown => None,
        ty => {
            let problem = Problem::new(Code::ShorthandType, node.declared, "A system parameter is a string");
            Some(problem.found(conform::type_word(ty)).expected("`string`"))
        }
    }
}

/// A section is written in one form.
fn both_forms(section: &SchemaSection<'_>) -> Option<Problem> {
    let message = format!("`{}` contains both `openAPIV3Schema` and `ocSchema`", section.name);
    Some(Problem::new(Code::MixedSchemas, section.surplus?, message).hint("keep one of the two"))
}

/// All sections of a resource are written alike.
fn mixed_forms(sections: &Sections<'_>) -> Option<Problem> {
    let first = sections.sections.first()?;
    let other = sections.sections.iter().find(|section| section.is_shorthand != first.is_shorthand)?;
    let word = |section: &SchemaSection<'_>| if section.is_shorthand { "ocSchema" } else { "openAPIV3Schema" };
    let message =
        format!("`{}` is written as `{}`, but `{}` as `{}`", other.name, word(other), first.name, word(first));
    let problem = Problem::new(Code::MixedSchemas, other.key, message);
    Some(problem.related(first.key, "the other section").hint("write both in the same way"))
}

/// In the older generations a key stands in one section only, at the root.
fn overlapping_keys(compiled: &[CompiledSection]) -> Vec<Problem> {
    let fields = |name: &str| {
        let section = compiled.iter().find(|section| section.name == name)?;
        match &section.schema.root.ty {
            Type::Mapping(ty) => Some(&ty.fields),
            _ => None,
        }
    };
    let (Some(parameters), Some(overrides)) = (fields("parameters"), fields("envOverrides")) else { return Vec::new() };
    let shared = overrides.iter().filter_map(|(key, field)| Some((key, field, parameters.get(key)?)));
    let problem = |(key, field, other): (&Key, &Arc<SchemaNode>, &Arc<SchemaNode>)| {
        let message = format!("`{key}` is declared in `parameters` already");
        Problem::new(Code::OverlappingKeys, field.declared, message).related(other.declared, "here")
    };
    shared.map(problem).collect()
}
