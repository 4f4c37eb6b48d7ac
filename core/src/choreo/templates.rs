//! The templates of a resource: every text in them that holds expressions, each expression with what its names mean.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::context;
use crate::cel::Templates;
use crate::cel::embedded::EmbeddedExpression;
use crate::cel::resolve::{Meaning, Resolved};
use crate::document::TextDocument;
use crate::problem::{Code, Problem};
use crate::schema::sections::{self, CompiledSection, SchemaLayout};
use crate::schema::{SchemaNode, Type};
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

mod reader;
#[cfg(test)]
mod tests;

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
    pub layout: Option<SchemaLayout>,
    /// Whether it is of v1.
    pub is_v1: bool,
    /// The schemas of its sections.
    pub sections: &'a [CompiledSection],
    /// Whether parts of it are not known.
    pub is_partial: bool,
    /// Whether it is a copy, as it was at one time: nobody asks whether all of it is used.
    pub is_copy: bool,
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
        let is_written = |entry: &Fragment| !matches!(entry.value.kind, ValueKind::Null);
        input.is_partial || input.spec.entry(name).is_some_and(is_written)
    };
    let layout = (input.layout, input.is_v1);
    let scope = Arc::new(context::scope(input.kind, layout, input.sections, lacks));
    let (mut templates, has_any) = reader::read(input, &scope);
    if input.is_partial {
        // What cannot be read may declare what is not found.
        let is_lack = |problem: &Problem| matches!(problem.code, Code::UndefinedName | Code::MissingLoopVariable);
        templates.problems.retain(|problem| !is_lack(problem));
    } else if has_any && !input.is_copy {
        let unused = unused(&templates, input.sections);
        templates.problems.extend(unused);
    }
    templates
}

/// The parameters at the root of sections that no template uses. Nothing is said while an expression cannot be read.
fn unused(templates: &Templates, sections: &[CompiledSection]) -> Vec<Problem> {
    let is_readable = |(_, resolved): &(EmbeddedExpression, Resolved)| resolved.is_readable;
    if !templates.texts.iter().all(|text| text.expressions.iter().all(is_readable)) {
        return Vec::new();
    }
    let mut fields = FxHashSet::default();
    let mut whole = Vec::new();
    for (_, name) in templates.names() {
        match &name.meaning {
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
