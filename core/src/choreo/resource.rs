//! One YAML document that is a resource: its kind, its name, its schemas, what it refers to. Read once for each
//! version of the document.

use std::sync::Arc;

use smol_str::SmolStr;

use super::generation::Generation;
use super::references::{self, ReferenceRole, ResourceReference};
use super::templates;
use super::{Catalog, DEFAULT_NAMESPACE, ResourceKind, ResourceName};
use crate::cel::Templates;
use crate::document::{TextDocument, is_template};
use crate::kubernetes::manifest::{content, is_incomplete};
use crate::memo;
use crate::problem::{Code, Problem, Severity};
use crate::schema::sections::{self, CompiledSection};
use crate::text::{FileId, Place};
use crate::values::from_yaml::{self, from_yaml};
use crate::values::{Key, Value, ValueKind};
use crate::yaml::{ContentId, Document};

mod kind;
#[cfg(test)]
mod tests;

pub use kind::misspelt_kinds;

/// A resource.
#[derive(Debug)]
pub struct Resource {
    /// The file that it stands in.
    pub file: FileId,
    /// Its kind.
    pub kind: ResourceKind,
    /// The value of `kind`.
    pub kind_place: Place,
    /// Its name, if it has one.
    pub name: Option<ResourceName>,
    /// The value of `metadata.name`; that of `kind` where there is no name.
    pub name_place: Place,
    /// The namespace that its references mean.
    pub namespace: SmolStr,
    /// The whole document. Places in it stay true; only that of the root itself moves with edits above it.
    pub value: Value,
    /// The schemas of its sections, as far as they can be read.
    pub sections: Vec<CompiledSection>,
    /// The specifications that a `ComponentRelease` holds of others.
    pub embedded: Vec<EmbeddedSpec>,
    /// What it refers to.
    pub references: Vec<ResourceReference>,
    /// What is wrong with its schemas.
    pub schema_problems: Vec<Problem>,
    /// Whether a schema could not be read as it is meant: what it seems to ask for is not to be relied on.
    pub has_broken_schemas: bool,
    /// Its templates, those of embedded specifications included.
    pub templates: Templates,
    /// Which generation its fields tell of.
    pub generation: Generation,
    /// Whether template code decides about parts of it, or lines of it cannot be read: nothing is claimed of what
    /// it lacks then.
    pub is_partial: bool,
}

/// A specification of another resource, as it was at one time.
#[derive(Clone, Debug)]
pub struct EmbeddedSpec {
    /// `ComponentType`, `Trait` or one of their cluster-wide kinds.
    pub kind: SmolStr,
    /// The name of the resource, if it is told.
    pub name: Option<SmolStr>,
    /// The schemas of its sections.
    pub sections: Vec<CompiledSection>,
}

impl Resource {
    /// Whether it is to be judged as v1 does: by its own fields, else by the type that it names, directly or through its
    /// owner.
    pub fn is_v1(&self, catalog: &dyn Catalog) -> bool {
        // A binding leads to a component, and that to its type.
        let mut generation = self.generation;
        let mut next = self.type_in(catalog);
        while let (Generation::Unknown, Some(followed)) = (generation, next) {
            generation = followed.generation;
            next = followed.type_in(catalog);
        }
        generation != Generation::Older
    }

    fn type_in(&self, catalog: &dyn Catalog) -> Option<Arc<Self>> {
        let is_type = |role: ReferenceRole| {
            matches!(role, ReferenceRole::ComponentType | ReferenceRole::Owner | ReferenceRole::Workflow)
        };
        let mut references = self.references.iter().filter(|reference| is_type(reference.role));
        references.find_map(|reference| catalog.find(&reference.target))
    }

    /// Whether a value at a place is part of what a template makes.
    pub fn is_in_template(&self, place: Place) -> bool {
        fn holds(value: &Value, place: Place, is_inside: bool) -> bool {
            match &value.kind {
                ValueKind::Mapping(mapping) => mapping.entries.iter().any(|entry| {
                    let is_template =
                        matches!(entry.entry_key(), Key::String(key) if key == "template" || key == "runTemplate");
                    holds(&entry.value, place, is_inside || is_template)
                }),
                ValueKind::Sequence(items) => items.iter().any(|item| holds(item, place, is_inside)),
                _ => is_inside && value.origin == place,
            }
        }
        holds(&self.value, place, false)
    }

    /// Its own schemas, then those of each copy that it holds, each with what to call them; nothing of what has none.
    pub fn named_sections(&self) -> impl Iterator<Item = (String, &[CompiledSection])> {
        let name = self.name.as_ref().map(|name| name.name.to_string()).unwrap_or_default();
        let copy_name = {
            let name = name.clone();
            move |copy: &EmbeddedSpec| {
                let parts = [name.as_str(), copy.kind.as_str(), copy.name.as_deref().unwrap_or_default()];
                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
            }
        };
        let copies = self.embedded.iter().map(move |copy| (copy_name(copy), copy.sections.as_slice()));
        let all = std::iter::once((name, self.sections.as_slice())).chain(copies);
        all.filter(|(_, sections)| !sections.is_empty())
    }
}

/// Resources of a file, kept from one version to the next by what their documents hold.
#[derive(Debug, Default)]
pub struct ResourceMemo {
    values: from_yaml::ValueMemo,
    resources: memo::Memo<(Box<[ContentId]>, bool), Arc<Resource>>,
}

/// The resources of a text in order, each with the index of its document.
pub fn resources(file: FileId, document: &TextDocument, memo: &mut ResourceMemo) -> Vec<(usize, Arc<Resource>)> {
    let stream = document.stream();
    let recognised = stream.documents.iter().enumerate().filter_map(|(index, it)| Some((index, it, kind::of(it)?)));
    let recognised: Vec<(usize, &Document, ResourceKind)> = recognised.collect();
    if recognised.is_empty() {
        return Vec::new();
    }
    memo.resources.begin_pass();
    let resource = |(index, it, kind): (usize, &Document, ResourceKind)| {
        let key = content(it).map(|content| (content, is_incomplete(document, index)));
        if let Some(known) = key.as_ref().and_then(|key| memo.resources.get(key)) {
            return (index, known.clone());
        }
        let resource = Arc::new(read(file, document, index, kind, &mut memo.values));
        if let Some(key) = key {
            memo.resources.keep(key, resource.clone());
        }
        (index, resource)
    };
    recognised.into_iter().map(resource).collect()
}

fn read(
    file: FileId,
    text: &TextDocument,
    index: usize,
    kind: ResourceKind,
    memo: &mut from_yaml::ValueMemo,
) -> Resource {
    let stream = text.stream();
    let unwritten = Value::unwritten(ValueKind::Unknown);
    let document = stream.documents.get(index);
    let value = document.map_or(unwritten.clone(), |document| from_yaml(file, document, memo).value);
    let spec = value.field(&["spec"]).unwrap_or(&unwritten);
    let metadata = |key: &str| value.field(&["metadata", key]);
    let namespace = metadata("namespace").and_then(Value::text).filter(|namespace| !namespace.is_empty()).cloned();
    let namespace = namespace.unwrap_or_else(|| DEFAULT_NAMESPACE.into());
    let name = metadata("name").and_then(Value::text).filter(|name| !name.is_empty());
    let kind_place = value.field(&["kind"]).map_or(value.origin, |kind| kind.origin);
    let labels = metadata("labels");
    let of_labels = labels.map(|labels| references::of_labels(kind, &namespace, labels, text)).unwrap_or_default();
    let is_partial = document.is_none_or(|document| is_template(document) || is_incomplete(text, index));
    let mut specifications = Specifications::new(text, is_partial);
    let own = specifications.read(kind.name(), spec);
    let embedded = if kind == ResourceKind::ComponentRelease { sections::embedded(&value) } else { Vec::new() };
    let embedded = embedded.into_iter().map(|(kind, name, spec)| {
        let sections = specifications.read_copy(&kind, spec);
        EmbeddedSpec { kind: kind.into(), name: name.map(SmolStr::from), sections }
    });
    let embedded = embedded.collect();
    Resource {
        file,
        kind,
        kind_place,
        name: name.map(|name| ResourceName::new(kind, &namespace, name)),
        name_place: metadata("name").map_or(kind_place, |name| name.origin),
        references: [references::of_spec(kind, &namespace, spec, text), of_labels].concat(),
        namespace,
        sections: own,
        embedded,
        has_broken_schemas: specifications.problems.iter().any(breaks_a_schema),
        schema_problems: specifications.problems,
        templates: specifications.templates,
        generation: Generation::of(kind, spec),
        is_partial,
        value,
    }
}

/// Sections that do not go together say clearly what they ask for.
fn breaks_a_schema(problem: &Problem) -> bool {
    problem.severity == Severity::Error && !matches!(problem.code, Code::OverlappingKeys | Code::MixedSchemas)
}

/// Reads specifications: the schemas of their sections, and templates.
struct Specifications<'a> {
    text: &'a TextDocument,
    is_partial: bool,
    problems: Vec<Problem>,
    templates: Templates,
}

impl<'a> Specifications<'a> {
    fn new(text: &'a TextDocument, is_partial: bool) -> Self {
        Self { text, is_partial, problems: Vec::new(), templates: Templates::default() }
    }

    fn read(&mut self, kind: &str, spec: &Value) -> Vec<CompiledSection> {
        self.sections_and_templates(kind, spec, false)
    }

    fn read_copy(&mut self, kind: &str, spec: &Value) -> Vec<CompiledSection> {
        self.sections_and_templates(kind, spec, true)
    }

    fn sections_and_templates(&mut self, kind: &str, spec: &Value, is_copy: bool) -> Vec<CompiledSection> {
        let written = sections::of_spec(kind, spec);
        let compiled = written.as_ref().map(|written| sections::compile(self.text, written));
        let (sections, problems) = compiled.unwrap_or_default();
        self.problems.extend(problems);
        self.templates.add(templates::read(&templates::TemplatesInput {
            document: self.text,
            kind,
            spec,
            layout: written.map(|written| written.layout),
            is_v1: ResourceKind::from_name(kind).is_some_and(|kind| Generation::of(kind, spec) != Generation::Older),
            sections: &sections,
            is_partial: self.is_partial,
            is_copy,
        }));
        sections
    }
}
