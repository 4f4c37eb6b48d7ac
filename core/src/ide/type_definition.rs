//! Type definition: from a value, in documents or in template code, to the line of the schema that says what it may be.

use crate::analysis::Analysis;
use crate::analysis::names::ReadingsCollector;
use crate::ide::cursor::{Cursor, CursorTarget};
use crate::ide::definition::{DefinitionLink, to_place};
use crate::ide::position::schema_at;
use crate::text::{FileId, Place, TextRange, TextSize};

/// The line of the schema for the value at a byte offset; none where nothing is declared.
pub fn type_definition(analysis: &Analysis, file: FileId, offset: TextSize) -> Vec<DefinitionLink> {
    let cursor = Cursor::at(analysis, file, offset);
    let found = cursor.as_ref().and_then(of_target);
    found.and_then(|(origin, declared)| to_place(analysis, origin, declared)).into_iter().collect()
}

fn of_target(cursor: &Cursor<'_>) -> Option<(TextRange, Place)> {
    match &cursor.target {
        CursorTarget::Code(_) | CursorTarget::Annotation(_) => in_code(cursor),
        CursorTarget::Expression(at) => {
            let name = at.name()?;
            Some((at.source(cursor.document, name.range)?, name.node()?.declared))
        }
        CursorTarget::Alias(at)
        | CursorTarget::Key(at, _)
        | CursorTarget::Value(at)
        | CursorTarget::Shorthand { at, .. } => {
            Some((at.range, schema_at(cursor.analysis, cursor.file, &at.location)?.declared))
        }
        _ => None,
    }
}

/// The data value that template code names: a key, or a name that stands for a value.
fn in_code(cursor: &Cursor<'_>) -> Option<(TextRange, Place)> {
    let Cursor { analysis, file, offset, .. } = *cursor;
    let mut reader = ReadingsCollector::new(analysis);
    if let Some(reading) = reader.reading_at(file, offset) {
        let named = reading.named().find(|named| named.range.contains_inclusive(offset))?;
        return Some((named.range, named.node.declared));
    }
    let (binding, range) = analysis.names(file)?.at(offset)?;
    let value = reader.values().of_name(file, binding, range.start())?;
    Some((range, reader.schema_of(&value)?.declared))
}

#[cfg(test)]
mod tests;
