//! The templates of a resource: every text in them that holds expressions, each expression with what its names mean.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::context::Scope;
use super::embedded::Embedded;
use super::resolve::{Meaning, Resolved, Segment};
use crate::document::TextDocument;
use crate::problem::{Code, Problem};
use crate::schema::sections::{self, CompiledSection, Generation};
use crate::schema::shorthand::ShorthandSite;
use crate::schema::{SchemaNode, Type};
use crate::values::{EntryValue, Key, Value, ValueKind};

mod reader;
#[cfg(test)]
mod tests;

/// The templates of a specification.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    /// The texts that hold expressions.
    pub texts: Vec<TemplateText>,
    /// What is wrong with expressions, and with what they give.
    pub problems: Vec<Problem>,
    /// Whether there is any template, with expressions or without.
    is_there: bool,
}

/// A text that holds expressions.
#[derive(Clone, Debug)]
pub struct TemplateText {
    /// Where it stands.
    pub site: ShorthandSite,
    /// The text, as YAML reads it.
    pub text: SmolStr,
    /// The variables in it.
    pub scope: Arc<Scope>,
    /// Its expressions.
    pub expressions: Vec<(Embedded, Resolved)>,
}

/// A specification with templates.
#[derive(Clone, Copy, Debug)]
pub struct TemplatesInput<'a> {
    /// The text that holds it.
    pub document: &'a TextDocument,
    /// Its kind.
    pub kind: &'a str,
    /// The specification.
    pub spec: &'a Value,
    /// How its sections are written, if it has any.
    pub generation: Option<Generation>,
    /// Whether it is of v1.
    pub is_v1: bool,
    /// The schemas of its sections.
    pub sections: &'a [CompiledSection],
    /// Whether parts of it are not known.
    pub is_partial: bool,
}

/// Keys of a specification that hold lists of what is made, changed or removed, each with its conditions.
pub const BLOCKS: &[&str] = &["resources", "creates", "patches", "removes"];
/// Keys that hold lists of rules.
pub const RULES: &[&str] = &["validations", "preRenderValidations", "postRenderValidations"];
/// Sections whose fields should be used by a template. What the platform fills in itself is not among them.
const USED: &[&str] = &["parameters", "envOverrides", "environmentConfigs"];

/// Reads the templates of a specification; none where its kind has none.
pub fn read(input: &TemplatesInput<'_>) -> Templates {
    if !sections::has_sections(input.kind) {
        return Templates::default();
    }
    let lacks = |name: &str| {
        let is_written = |entry: &EntryValue| !matches!(entry.value.kind, ValueKind::Null);
        input.is_partial || input.spec.entry(name).is_some_and(is_written)
    };
    let scope = Arc::new(Scope::of(input.kind, (input.generation, input.is_v1), input.sections, lacks));
    let mut templates = reader::read(input, &scope);
    if input.is_partial {
        // What cannot be read may declare what is not found.
        let is_lack = |problem: &Problem| matches!(problem.code, Code::UndefinedName | Code::MissingLoopVariable);
        templates.problems.retain(|problem| !is_lack(problem));
    }
    templates
}

impl Templates {
    /// Every name in every expression, with the text that it stands in.
    pub fn segments(&self) -> impl Iterator<Item = (&TemplateText, &Segment)> {
        self.texts.iter().flat_map(|text| {
            text.expressions.iter().flat_map(move |(_, resolved)| resolved.segments.iter().map(move |it| (text, it)))
        })
    }

    /// Adds the templates of another specification.
    pub fn add(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.problems.extend(other.problems);
        self.is_there |= other.is_there;
    }

    /// The parameters at the root of sections that no template uses. Nothing is said while an expression cannot be read.
    pub fn unused(&self, sections: &[CompiledSection]) -> Vec<Problem> {
        let is_readable = |(_, resolved): &(Embedded, Resolved)| resolved.is_readable;
        if !self.is_there || !self.texts.iter().all(|text| text.expressions.iter().all(is_readable)) {
            return Vec::new();
        }
        let mut fields = FxHashSet::default();
        let mut whole = Vec::new();
        for (_, segment) in self.segments() {
            match &segment.meaning {
                Meaning::Field(node) => drop(fields.insert(node.declared)),
                Meaning::Variable { node, is_selected: false } => whole.push(node),
                _ => {}
            }
        }
        let sections = sections.iter().filter(|section| USED.contains(&section.name));
        let partly = sections.filter(|section| !whole.iter().any(|used| Arc::ptr_eq(used, &section.schema.root)));
        let declared = partly.flat_map(|section| match &section.schema.root.ty {
            Type::Mapping(ty) => ty.fields.iter().collect::<Vec<_>>(),
            _ => Vec::new(),
        });
        let unused = declared.filter(|(_, field)| !fields.contains(&field.declared));
        let problem = |(key, field): (&Key, &Arc<SchemaNode>)| {
            Problem::new(Code::UnusedParameter, field.declared, format!("No template uses `{key}`"))
        };
        unused.map(problem).collect()
    }
}
