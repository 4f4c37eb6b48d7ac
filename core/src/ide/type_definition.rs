//! Type definition: from a value, in documents or in template code, to the line of the schema that says what it may be.

use crate::analysis::Analysis;
use crate::ide::definition::{Definition, to_place};
use crate::ide::position::schema_at;
use crate::ide::symbol::field::code::Reader;
use crate::text::Place;
use crate::text::{FileId, TextRange, TextSize};
use crate::yaml::path::{self, Part};

/// The line of the schema for the value at a byte offset; none where nothing is declared.
pub fn type_definition(analysis: &Analysis, file: FileId, offset: TextSize) -> Vec<Definition> {
    let found = in_code(analysis, file, offset).or_else(|| in_document(analysis, file, offset));
    found.and_then(|(origin, declared)| to_place(analysis, origin, declared)).into_iter().collect()
}

/// The data value that template code names at an offset: a key, or a name that stands for a value.
fn in_code(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<(TextRange, Place)> {
    let mut reader = Reader::new(analysis);
    if let Some(reading) = reader.reading_at(file, offset) {
        let named = reading.named().find(|named| named.range.contains_inclusive(offset))?;
        return Some((named.range, named.node.declared));
    }
    let (binding, range) = analysis.names(file)?.at(offset)?;
    let value = reader.values().of_name(file, binding, range.start())?;
    Some((range, reader.schema_of(&value)?.declared))
}

/// The value of a document at an offset.
fn in_document(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<(TextRange, Place)> {
    let location = path::locate(analysis.document(file)?.stream(), offset)?;
    let origin = match location.part {
        Part::Value(node) if node.mapping().is_none() && node.sequence().is_none() => node.range(),
        Part::Key(key) => key.range(),
        Part::Dash(range) => range,
        Part::Value(_) | Part::Between => return None,
    };
    Some((origin, schema_at(analysis, file, &location)?.declared))
}

#[cfg(test)]
mod tests;
