//! Sections in the shorthand, written anew in the platform's newer form: `openAPIV3Schema`, with `$defs` for custom
//! types. Comments come along, templates follow the new name of a section, and the rest of the text stays as it is.

use crate::document::TextDocument;
use crate::problem::{Code, Problem, Severity};
use crate::schema::sections::inside::all;
use crate::schema::sections::{self, SchemaLayout, Sections};
use crate::text::{Edit, Edits, TextRange, TextSize};
use crate::values::Value;
use crate::yaml::path::{self, NodeStep};
use crate::yaml::{CollectionStyle, Document, Entry, Placed};

mod comments;
mod fields;
mod layout;
mod templates;
#[cfg(test)]
mod tests;

use comments::CommentIndex;
use layout::WrittenEntry;

/// What a schema is called in the newer form.
const FORM: &str = "openAPIV3Schema";

/// Why a resource cannot be converted.
#[derive(Clone, Debug)]
pub enum Hindrance {
    /// Its schemas are wrong.
    Mistakes(Vec<Problem>),
    /// Something has no place in the newer form: a sentence for people.
    Misfit(String),
}

/// Replacements that turn every shorthand section of a resource into the newer form; none where there is no such
/// section. `index` is that of the resource's document.
///
/// # Errors
/// What stands in the way.
pub fn convert(text: &TextDocument, index: usize, resource: &Value) -> Result<Edits, Hindrance> {
    let Some(document) = text.stream().documents.get(index) else { return Ok(Vec::new()) };
    let mut edits = Vec::new();
    for sections in all(resource) {
        if sections.sections.iter().any(|section| section.is_shorthand) {
            edits.extend(converted(text, document, &sections)?);
        }
    }
    Ok(edits)
}

/// The text with edits made.
pub fn apply(text: &TextDocument, mut edits: Edits) -> String {
    edits.sort_by_key(|(range, _)| range.start());
    let mut applied = text.rope().to_string();
    for (range, new) in edits.iter().rev() {
        applied.replace_range(std::ops::Range::<usize>::from(*range), new);
    }
    applied
}

fn converted(text: &TextDocument, document: &Document, sections: &Sections<'_>) -> Result<Edits, Hindrance> {
    let (compiled, problems) = sections::compile(text, sections);
    // In the newer form, sections may share names.
    let is_hindrance = |it: &Problem| it.severity == Severity::Error && it.code != Code::OverlappingKeys;
    let errors: Vec<Problem> = problems.into_iter().filter(is_hindrance).collect();
    if !errors.is_empty() {
        return Err(Hindrance::Mistakes(errors));
    }
    let old = old_entries(text, document, sections);
    let old = old.ok_or_else(|| Hindrance::Misfit("A section stands behind an alias".to_owned()))?;
    hindrance(document, sections, &old).map_or(Ok(()), |why| Err(Hindrance::Misfit(why)))?;
    let mut comments = CommentIndex::of(text, &old);
    let ranges: Vec<TextRange> = old.iter().map(|old| comments.cover(old.range())).collect();
    let old: Vec<(TextRange, Placed<'_, Entry>)> = ranges.into_iter().zip(old).collect();
    let mut writer = fields::FieldWriter::new(text, sections, &compiled, &mut comments);
    let written: Vec<WrittenEntry> = (0..sections.sections.len()).filter_map(|index| writer.section(index)).collect();
    let mut edits = if is_together(sections) {
        old.first().map(|old| replacement(text, *old, written, &mut comments)).into_iter().collect()
    } else {
        let pairs = old.iter().zip(written);
        pairs.map(|(old, section)| replacement(text, *old, section.children(), &mut comments)).collect::<Edits>()
    };
    if is_together(sections) {
        let is_outside = |range: &TextRange| old.iter().all(|(old, _)| old.intersect(*range).is_none());
        edits.extend(templates::renamed(text, document).into_iter().filter(|(range, _)| is_outside(range)));
    }
    Ok(edits)
}

/// Whether the sections stand below one key, which all of them replace together.
fn is_together(sections: &Sections<'_>) -> bool {
    sections.layout != SchemaLayout::Sections
}

/// The entries that are written anew: `schema` of the older generations, else `ocSchema` of each section.
fn old_entries<'a>(
    text: &TextDocument,
    document: &'a Document,
    sections: &Sections<'_>,
) -> Option<Vec<Placed<'a, Entry>>> {
    let entry_of = |place, above: &str| {
        let start = text.resolve(place)?.start();
        let mut steps = Vec::new();
        path::walk(document.root(), start, &mut steps);
        steps.into_iter().rev().find_map(|step| match step {
            NodeStep::Entry(entry) if entry.key().scalar().is_some_and(|key| key.text == above) => Some(entry),
            _ => None,
        })
    };
    let mut shorthand = sections.sections.iter().filter(|section| section.is_shorthand);
    if is_together(sections) {
        return Some(vec![entry_of(shorthand.next()?.key, "schema")?]);
    }
    shorthand.map(|section| entry_of(section.value.origin, "ocSchema")).collect()
}

/// What would get lost.
fn hindrance(document: &Document, sections: &Sections<'_>, old: &[Placed<'_, Entry>]) -> Option<String> {
    let is_inside = |offset: TextSize| old.iter().any(|entry| entry.range().contains_inclusive(offset));
    let names =
        |inside: bool| path::nodes(document.root()).filter(move |node| is_inside(node.range().start()) == inside);
    let anchors: Vec<_> = names(true).filter_map(|node| node.get().anchor()).collect();
    let is_used = |node: &Placed<'_, crate::yaml::Node>| matches!(&node.get().kind, crate::yaml::NodeKind::Alias(name) if anchors.contains(&name));
    if names(false).any(|node| is_used(&node)) {
        return Some("An anchor in the schema is used elsewhere in the document".to_owned());
    }
    let known = |name: &str| {
        let is_section = sections.sections.iter().any(|section| section.name == name);
        is_section || matches!(name, "types" | "ocSchema")
    };
    let holder = old.first().filter(|_| is_together(sections) && !sections.is_bare)?.value();
    let nested = holder.mapping()?.entries().find(|entry| is_key(*entry, "ocSchema")).map(Placed::<Entry>::value);
    let entries = nested.unwrap_or(holder).mapping()?.entries();
    let mut foreign = entries.filter_map(|entry| entry.key().scalar()).filter(|key| !known(&key.text));
    foreign.next().map(|key| format!("`{}` has no place in the newer form", key.text))
}

fn is_key(entry: Placed<'_, Entry>, name: &str) -> bool {
    entry.key().scalar().is_some_and(|key| key.text == name)
}

/// An entry replaced by others, which stand where it stood.
fn replacement(
    text: &TextDocument,
    (range, old): (TextRange, Placed<'_, Entry>),
    mut written: Vec<WrittenEntry>,
    comments: &mut CommentIndex,
) -> Edit {
    if let Some(first) = written.first_mut() {
        first.behind = comments.take(old.key().range().start()).1.or(first.behind.take());
        first.above.extend(comments.rest(range));
    }
    let line_start = text.rope().line_to_byte(text.line_of(range.start()));
    let column = usize::from(range.start()) - line_start;
    let before = text.slice(TextRange::new((line_start as u32).into(), range.start()));
    let is_flow = old.value().mapping().is_some_and(|mapping| mapping.style == CollectionStyle::Flow)
        && before.contains(['{', '[']);
    (range, if is_flow { layout::flow(&written) } else { layout::block(&written, column) })
}
