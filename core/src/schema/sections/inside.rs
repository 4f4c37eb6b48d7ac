//! Where a path of keys leads among the schemas of a resource: into the fields of a section, or into custom types.

use std::sync::Arc;

use smol_str::SmolStr;

use super::{SchemaSection, Sections, compile, embedded, of_resource, of_spec};
use crate::document::TextDocument;
use crate::schema::from_simple_schema::{self, SimpleSchemaInput};
use crate::schema::lookup::{Step, lookup};
use crate::schema::shorthand::ShorthandDialect;
use crate::schema::{Others, Schema, SchemaNode, from_open_api, from_shorthand};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

/// How many values are searched for references before the rest is given up: aliases repeat what they name.
const MOST_SEARCHED: usize = 100_000;

/// A place among the schemas of a resource.
#[derive(Clone, Debug)]
pub struct Inside<'a> {
    /// The sections that stand together there.
    pub sections: Sections<'a>,
    /// What of them.
    pub part: SectionPart,
    /// The custom types that can be used there.
    pub types: Option<&'a Value>,
    /// The way to the place, from the fields or the types on.
    pub path: Vec<Step>,
}

/// A part of sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionPart {
    /// The fields of the section at this index.
    Section(usize),
    /// The custom types.
    Types,
}

/// Finds the place that a path from the root of a resource leads to; `None` outside of its schemas.
pub fn inside<'a>(resource: &'a Value, path: &[Step]) -> Option<Inside<'a>> {
    let all = all(resource);
    let mut value = resource;
    for (index, step) in path.iter().enumerate() {
        let Step::Key(key) = step else { return None };
        value = value.mapping()?.get(key)?;
        if let Some((sections, part)) = all.iter().find_map(|sections| Some((sections, part_of(sections, value)?))) {
            return Some(within(sections, part, path.get(index + 1..)?));
        }
    }
    None
}

/// The strings of fields and types in which a schema is written, defaults left out.
pub fn shorthands(fields: &Value) -> Vec<(&Value, &SmolStr)> {
    let mut found = Vec::new();
    let mut waiting = vec![fields];
    while let Some(value) = waiting.pop() {
        match &value.kind {
            ValueKind::String(text) => found.push((value, text)),
            ValueKind::Mapping(mapping) => {
                let is_schema = |entry: &&Fragment| !matches!(entry.entry_key(), Key::String(key) if key == "$default");
                waiting.extend(mapping.entries.iter().rev().filter(is_schema).map(|entry| &entry.value));
            }
            _ => {}
        }
    }
    found
}

/// Each `$ref` of a schema that is written as JSON Schema, with the text that says what it means.
pub fn references(schema: &Value) -> Vec<(&Value, &SmolStr)> {
    let mut found = Vec::new();
    let mut waiting = vec![schema];
    for _ in 0..MOST_SEARCHED {
        let Some(value) = waiting.pop() else { break };
        match &value.kind {
            ValueKind::Mapping(mapping) => {
                let reference = value.entry("$ref").map(|entry| &entry.value);
                found.extend(reference.and_then(|value| Some((value, value.text()?))));
                waiting.extend(mapping.entries.iter().map(|entry| &entry.value));
            }
            ValueKind::Sequence(sequence) => waiting.extend(sequence.iter()),
            _ => {}
        }
    }
    found
}

/// The key of what a JSON pointer such as `#/$defs/Port` leads to.
pub fn pointed_at(schema: &Value, pointer: &str) -> Option<Place> {
    let path: Vec<String> =
        pointer.strip_prefix("#/")?.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect();
    let (last, parents) = path.split_last()?;
    let parents: Vec<&str> = parents.iter().map(String::as_str).collect();
    Some(schema.field(&parents)?.entry(last)?.place)
}

/// The sections of a resource, and of those that it embeds.
pub fn all(resource: &Value) -> Vec<Sections<'_>> {
    let embedded = embedded(resource).into_iter().filter_map(|(kind, _, spec)| of_spec(&kind, spec));
    of_resource(resource).into_iter().chain(embedded).collect()
}

/// Which part a value is as a whole.
fn part_of(sections: &Sections<'_>, value: &Value) -> Option<SectionPart> {
    let section = sections.sections.iter().position(|section| std::ptr::eq(section.value, value));
    let is_types = sections.types.is_some_and(|types| std::ptr::eq(types, value));
    section.map(SectionPart::Section).or(is_types.then_some(SectionPart::Types))
}

fn within<'a>(sections: &Sections<'a>, part: SectionPart, path: &[Step]) -> Inside<'a> {
    let own_types = match part {
        SectionPart::Section(index) if sections.types.is_none() => {
            sections.sections.get(index).and_then(SchemaSection::own_types)
        }
        _ => None,
    };
    let inside = |part, path: &[Step]| Inside {
        sections: sections.clone(),
        part,
        types: sections.types.or(own_types),
        path: path.to_vec(),
    };
    match path {
        [Step::Key(Key::String(key)), rest @ ..] if key == "$types" && own_types.is_some() => {
            inside(SectionPart::Types, rest)
        }
        _ => inside(part, path),
    }
}

impl<'a> Sections<'a> {
    /// The custom types that its sections hold themselves.
    pub fn own_types(&self) -> impl Iterator<Item = &'a Value> {
        let is_shared = self.types.is_some();
        self.sections.iter().filter(move |_| !is_shared).filter_map(SchemaSection::own_types)
    }
}

impl<'a> SchemaSection<'a> {
    /// The custom types that it holds itself.
    pub fn own_types(&self) -> Option<&'a Value> {
        let types = self.value.mapping()?.get(&Key::String("$types".into()))?;
        (self.is_shorthand && types.mapping().is_some()).then_some(types)
    }
}

impl<'a> Inside<'a> {
    /// Whether the place is written in the shorthand, and no default's.
    pub fn is_shorthand(&self) -> bool {
        let is_default = |step: &Step| matches!(step, Step::Key(Key::String(key)) if key == "$default");
        let is_shorthand = match self.part {
            SectionPart::Section(index) => {
                self.sections.sections.get(index).is_some_and(|section| section.is_shorthand)
            }
            SectionPart::Types => true,
        };
        is_shorthand && !self.path.iter().any(is_default)
    }

    /// Whose shorthand it is.
    pub fn dialect(&self) -> ShorthandDialect {
        self.sections.layout.dialect()
    }

    /// The custom types that can be used there, in order.
    pub fn custom_types(&self) -> impl Iterator<Item = &'a Fragment> + use<'a> {
        self.types.and_then(Value::mapping).into_iter().flat_map(|types| &types.entries)
    }

    /// The values that may mention these custom types: the types themselves, and the sections that share them.
    pub fn scope(&self) -> impl Iterator<Item = &'a Value> {
        let own = match self.part {
            SectionPart::Section(index) => self.sections.sections.get(index),
            SectionPart::Types => self.sections.sections.iter().find(|section| {
                section.own_types().zip(self.types).is_some_and(|(own, types)| std::ptr::eq(own, types))
            }),
        };
        let is_shared = self.sections.types.is_some();
        let shared = self.sections.sections.iter().filter(move |section| is_shared && section.is_shorthand);
        let values = shared.chain(own.filter(|_| !is_shared)).map(|section| section.value);
        self.types.filter(|_| is_shared).into_iter().chain(values)
    }

    /// The schema of the place, as far as it can be read.
    pub fn schema(&self, document: &TextDocument) -> Option<Arc<SchemaNode>> {
        let schema = match self.part {
            SectionPart::Section(index) => {
                let name = self.sections.sections.get(index)?.name;
                compile(document, &self.sections).0.into_iter().find(|section| section.name == name)?.schema
            }
            SectionPart::Types => types_schema(document, self.types?, self.dialect())?,
        };
        lookup(&schema, &self.path).cloned()
    }
}

/// Custom types as one schema: a map from their names to what they stand for.
pub fn types_schema(document: &TextDocument, types: &Value, dialect: ShorthandDialect) -> Option<Arc<Schema>> {
    if dialect == ShorthandDialect::Kro {
        let (fields, holder) = (Some(types), types.origin);
        let input = SimpleSchemaInput { document, types: Some(types), fields, holder };
        let schema = from_simple_schema::compile(&input).schema;
        return Some(from_open_api::compile_definition(&schema).0);
    }
    let sections = [("types", types)];
    let input =
        from_shorthand::SectionsInput { document, types: Some(types), sections: &sections, others: Others::Dropped };
    from_shorthand::compile(&input).schemas.pop()
}
