//! Definition: from a key or value to the schema line that declares it, from an alias to its anchor, from a name in
//! template code to what defines it.

use crate::analysis::Analysis;
use crate::ide::cursor::{AnnotationAt, Cursor, CursorTarget, Touched};
use crate::ide::position::{anchored, schema_at};
use crate::ide::symbol::{Reach, symbol_at};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::yaml::path;
use crate::yaml::{NodeKind, Stream};

mod code;

/// Where something is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionLink {
    /// The token under the cursor.
    pub origin: TextRange,
    /// The file of the target.
    pub file: FileId,
    /// The whole target, such as a schema entry.
    pub range: TextRange,
    /// The part to select, such as its key.
    pub selection: TextRange,
}

/// Definitions of what stands at a byte offset. A key of the schema that declares itself has none.
pub fn definition(analysis: &Analysis, file: FileId, offset: TextSize) -> Vec<DefinitionLink> {
    let cursor = Cursor::at(analysis, file, offset);
    cursor.and_then(|cursor| of_target(&cursor).or_else(|| of_symbol(&cursor))).into_iter().collect()
}

fn of_target(cursor: &Cursor<'_>) -> Option<DefinitionLink> {
    match &cursor.target {
        CursorTarget::Code(code) | CursorTarget::Annotation(AnnotationAt { arguments: Some(code), .. }) => {
            code::definition(cursor, code)
        }
        CursorTarget::Expression(at) => {
            to_place(cursor.analysis, at.source(cursor.document, at.name()?.range)?, at.declaration()?)
        }
        CursorTarget::Alias(at) => of_alias(cursor, at),
        CursorTarget::Key(at, _) | CursorTarget::Value(at) | CursorTarget::Shorthand { at, .. } => of_node(cursor, at),
        _ => None,
    }
}

fn of_alias(cursor: &Cursor<'_>, at: &Touched<'_>) -> Option<DefinitionLink> {
    let NodeKind::Alias(name) = &at.node.get().kind else { return None };
    let target = anchored(cursor.yaml()?, name, at.range.start())?;
    let anchor = target.get().properties.as_ref().and_then(|properties| properties.anchor.as_ref());
    let selection = anchor.map_or(target.range(), |(_, range)| target.absolute(*range));
    Some(DefinitionLink { origin: at.range, file: cursor.file, range: selection.cover(target.range()), selection })
}

fn of_node(cursor: &Cursor<'_>, at: &Touched<'_>) -> Option<DefinitionLink> {
    let Cursor { analysis, file, offset, .. } = *cursor;
    if let Some((origin, place)) = analysis.referred(file, offset) {
        return to_place(analysis, origin, place);
    }
    let schema = schema_at(analysis, file, &at.location)?;
    let definition = to_place(analysis, at.range, schema.declared)?;
    let is_itself = definition.file == file && at.location.steps.last()?.range().contains_range(definition.selection);
    (!is_itself).then_some(definition)
}

pub(super) fn to_place(analysis: &Analysis, origin: TextRange, place: Place) -> Option<DefinitionLink> {
    let target = analysis.document(place.file)?;
    let selection = target.resolve(place)?;
    let range = declaring_range(target.stream(), selection);
    Some(DefinitionLink { origin, file: place.file, range, selection })
}

/// Where the name under the cursor gets its meaning.
fn of_symbol(cursor: &Cursor<'_>) -> Option<DefinitionLink> {
    let symbol = symbol_at(cursor, Reach::File)?;
    let declaration = symbol.occurrences.iter().find(|occurrence| occurrence.is_declaration)?;
    let is_itself = declaration.file == cursor.file && declaration.range == symbol.range;
    // The cursor may touch the sign or the quote before the name.
    let origin = symbol.range.cover(TextRange::empty(cursor.offset));
    let found = to_place(cursor.analysis, origin, Place::absolute(declaration.file, declaration.range))?;
    (!is_itself).then_some(found)
}

/// The whole entry or item whose key or dash is declared at a token.
fn declaring_range(stream: &Stream, token: TextRange) -> TextRange {
    let location = path::locate(stream, token.start());
    let step = location.and_then(|location| location.steps.last().map(|step| step.range()));
    step.filter(|range| range.contains_range(token)).unwrap_or(token)
}

#[cfg(test)]
mod tests;
