//! Type definition: from a value, in documents or in template code, to the line of the schema that says what it may be.

use crate::analysis::Analysis;
use crate::analysis::names::ReadingsCollector;
use crate::ide::cursor::{Cursor, Target};
use crate::ide::definition::{Definition, to_place};
use crate::ide::position::schema_at;
use crate::text::{FileId, Place, TextRange, TextSize};

/// The line of the schema for the value at a byte offset; none where nothing is declared.
pub fn type_definition(analysis: &Analysis, file: FileId, offset: TextSize) -> Vec<Definition> {
    let cursor = Cursor::at(analysis, file, offset);
    let found = cursor.as_ref().and_then(of_target);
    found.and_then(|(origin, declared)| to_place(analysis, origin, declared)).into_iter().collect()
}

fn of_target(cursor: &Cursor<'_>) -> Option<(TextRange, Place)> {
    match &cursor.target {
        Target::Code(_) | Target::Annotation(_) => in_code(cursor),
        Target::Expression(at) => {
            let name = at.name()?;
            Some((at.source(cursor.document, name.range)?, name.node()?.declared))
        }
        Target::Alias(at) | Target::Key(at, _) | Target::Value(at) | Target::Shorthand { at, .. } => {
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
