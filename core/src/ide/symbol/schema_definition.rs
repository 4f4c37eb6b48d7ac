//! Definitions of an `openAPIV3Schema`: the key in `$defs`, and every `$ref` of the same section that names it.

use super::{Occurrence, Symbol, SymbolKind, written_at};
use crate::document::TextDocument;
use crate::ide::cursor::{Cursor, Touched};
use crate::schema::sections::inside::{all, references};
use crate::schema::shorthand::ShorthandSite;
use crate::text::{FileId, TextRange, TextSize};
use crate::values::Value;
use crate::values::fragment::Fragment;

const PREFIX: &str = "#/$defs/";

/// The definition that a key of `$defs` or a `$ref` at the cursor names.
pub(super) fn symbol(cursor: &Cursor<'_>, at: &Touched<'_>) -> Option<Symbol> {
    let mut resources = cursor.analysis.resources(cursor.file).iter();
    let (_, resource) = resources.find(|(index, _)| *index == at.location.document)?;
    let sections = all(&resource.value);
    let mut sections = sections.iter().flat_map(|all| &all.sections).filter(|section| !section.is_shorthand);
    sections.find_map(|section| in_section(cursor, section.value))
}

/// A key or a reference that names a definition.
struct DefinitionName {
    name: String,
    /// Where a cursor means it: of a reference, the whole text.
    whole: TextRange,
    occurrence: Occurrence,
}

fn in_section(cursor: &Cursor<'_>, section: &Value) -> Option<Symbol> {
    let (file, document) = (cursor.file, cursor.document);
    let uses = references(section).into_iter().filter_map(|(value, text)| used(file, document, value, text));
    let defined = definitions(section).filter_map(|entry| {
        let occurrence = written_at(document, file, entry.place)?;
        let occurrence = Occurrence { is_declaration: true, ..occurrence };
        Some(DefinitionName { name: entry.entry_key().to_string(), whole: occurrence.range, occurrence })
    });
    let named: Vec<DefinitionName> = defined.chain(uses).collect();
    let own = named.iter().find(|named| named.whole.contains_inclusive(cursor.offset))?;
    let (name, range) = (own.name.clone(), own.occurrence.range);
    let mut occurrences: Vec<Occurrence> =
        named.into_iter().filter(|named| named.name == name).map(|named| named.occurrence).collect();
    occurrences.sort_by_key(|occurrence| occurrence.range.start());
    occurrences.dedup_by_key(|occurrence| occurrence.range);
    let is_defined = occurrences.iter().any(|occurrence| occurrence.is_declaration);
    let fixed = (!is_defined).then(|| format!("There is no definition `{name}`"));
    let taken = definitions(section).map(|entry| entry.entry_key().to_string()).collect();
    Some(Symbol { kind: SymbolKind::SchemaDefinition, name, range, occurrences, taken, fixed })
}

fn definitions(section: &Value) -> impl Iterator<Item = &Fragment> {
    let definitions = section.field(&["$defs"]).and_then(Value::mapping);
    definitions.into_iter().flat_map(|definitions| &definitions.entries)
}

/// The name in a reference.
fn used(file: FileId, document: &TextDocument, value: &Value, text: &str) -> Option<DefinitionName> {
    let name = text.strip_prefix(PREFIX).filter(|name| is_name(name))?;
    let site = ShorthandSite::of(value, document);
    let range = TextRange::new(TextSize::of(PREFIX), TextSize::of(text));
    let range = document.resolve(site.place(range))?;
    let occurrence = Occurrence { file, range, is_declaration: false, style: site.style()? };
    Some(DefinitionName { name: name.to_owned(), whole: document.resolve(value.origin)?, occurrence })
}

/// Whether a text can be written behind `#/$defs/` as it is.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.contains(['/', '~', '%'])
}
