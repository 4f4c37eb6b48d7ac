//! Definition: from a key or value to the schema line that declares it, from an alias to its anchor, from a name in
//! template code to what defines it.

use crate::analysis::Analysis;
use crate::ide::expression;
use crate::ide::position::{anchored, is_merge, schema_at};
use crate::ide::symbol::{Reach, symbol};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::yaml::path::{self, Part};
use crate::yaml::{At, Node, NodeKind, Stream};

mod code;

/// Where something is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
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
pub fn definition(analysis: &Analysis, file: FileId, offset: TextSize) -> Vec<Definition> {
    let in_code = code::definition(analysis, file, offset);
    in_code
        .or_else(|| definition_at(analysis, file, offset))
        .or_else(|| of_symbol(analysis, file, offset))
        .into_iter()
        .collect()
}

fn definition_at(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Definition> {
    if let Some((origin, place)) = analysis.referred(file, offset) {
        return to_place(analysis, origin, place);
    }
    if let Some((origin, place)) = expression::declaration(analysis, file, offset) {
        return to_place(analysis, origin, place);
    }
    let stream = analysis.document(file)?.stream();
    let location = path::locate(stream, offset)?;
    let origin = match location.part {
        Part::Value(node) => {
            if let NodeKind::Alias(name) = &node.get().kind {
                let target = anchored(stream.documents.get(location.document)?, name, node.range().start())?;
                return Some(to_anchor(file, node.range(), target));
            }
            (node.mapping().is_none() && node.sequence().is_none()).then(|| node.range())?
        }
        Part::Key(key) if key.scalar().is_some_and(is_merge) => return None,
        Part::Key(key) => key.range(),
        Part::Dash(range) => range,
        Part::Between => return None,
    };
    let schema = schema_at(analysis, file, &location)?;
    let definition = to_place(analysis, origin, schema.declared)?;
    let is_itself = definition.file == file && location.steps.last()?.range().contains_range(definition.selection);
    (!is_itself).then_some(definition)
}

pub(super) fn to_place(analysis: &Analysis, origin: TextRange, place: Place) -> Option<Definition> {
    let target = analysis.document(place.file)?;
    let selection = target.resolve(place)?;
    let range = declaring_range(target.stream(), selection);
    Some(Definition { origin, file: place.file, range, selection })
}

/// Where the name under the cursor gets its meaning.
fn of_symbol(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Definition> {
    let symbol = symbol(analysis, file, offset, Reach::File)?;
    let declaration = symbol.occurrences.iter().find(|occurrence| occurrence.is_declaration)?;
    let is_itself = declaration.file == file && declaration.range == symbol.range;
    // The cursor may touch the sign or the quote before the name.
    let origin = symbol.range.cover(TextRange::empty(offset));
    let found = to_place(analysis, origin, Place::absolute(declaration.file, declaration.range))?;
    (!is_itself).then_some(found)
}

fn to_anchor(file: FileId, origin: TextRange, target: At<'_, Node>) -> Definition {
    let anchor = target.get().properties.as_ref().and_then(|properties| properties.anchor.as_ref());
    let selection = anchor.map_or(target.range(), |(_, range)| target.absolute(*range));
    Definition { origin, file, range: selection.cover(target.range()), selection }
}

/// The whole entry or item whose key or dash is declared at a token.
fn declaring_range(stream: &Stream, token: TextRange) -> TextRange {
    let location = path::locate(stream, token.start());
    let step = location.and_then(|location| location.steps.last().map(|step| step.range()));
    step.filter(|range| range.contains_range(token)).unwrap_or(token)
}

#[cfg(test)]
mod tests;
