//! Definitions of what template code names: functions and variables over all files, and what a `load` loads.

use super::{DefinitionLink, to_place};
use crate::analysis::Analysis;
use crate::analysis::names::LoadTarget;
use crate::ide::code::CursorCode;
use crate::ide::code::chain::AccessStep;
use crate::ide::code::spot::CodeSpot;
use crate::ide::code::value::{KnownValue, ValueResolver};
use crate::ide::cursor::Cursor;
use crate::ide::symbol::code_name::{BoundName, bound_at, origin};
use crate::text::{FileId, TextRange, TextSize};

/// Where the name in code at an offset gets its meaning, or which file is loaded there.
pub(super) fn definition(cursor: &Cursor<'_>, code: &CursorCode) -> Option<DefinitionLink> {
    let Cursor { analysis, file, offset, .. } = *cursor;
    let Some((at, name)) = bound_at(analysis, file, offset) else {
        return loaded_file(analysis, file, offset).or_else(|| data_values(cursor, code));
    };
    let from = origin(analysis, at.file, at.id);
    let definition = [from, at].into_iter().find_map(|bound| of(analysis, bound, file, name))?;
    let is_itself = definition.file == file && definition.selection == name;
    (!is_itself).then_some(definition)
}

fn of(analysis: &Analysis, bound: BoundName, requested: FileId, name: TextRange) -> Option<DefinitionLink> {
    let binding = analysis.names(bound.file)?.binding(bound.id)?;
    let here = binding.definitions.iter().find(|definition| bound.file == requested && definition.range == name);
    let offset = if bound.file == requested { name.start() } else { TextSize::new(u32::MAX) };
    let definition = here.or_else(|| binding.definition_before(offset))?;
    Some(DefinitionLink { origin: name, file: bound.file, range: definition.whole, selection: definition.range })
}

/// The schema of the data values, from where they are named as a whole: `data.values`.
fn data_values(cursor: &Cursor<'_>, code: &CursorCode) -> Option<DefinitionLink> {
    let Some(CodeSpot::Member { of, word, .. }) = code.spot() else { return None };
    let mut whole = of;
    whole.steps.push(AccessStep::Name(code.statement.scanner.text.get(word.clone())?.to_owned()));
    let values = ValueResolver::at(cursor.analysis, cursor.file, cursor.offset);
    let known = values.chain(&code.statement, &whole).filter(|known| matches!(known, KnownValue::Documented(..)))?;
    let Some(KnownValue::DataValue(of, path)) = values.resolve_documented(known) else { return None };
    let schema = values.nodes(of, &path).into_iter().next()?;
    to_place(cursor.analysis, code.range(&word), schema.declared)
}

/// The file that the path of a `load` leads to.
fn loaded_file(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<DefinitionLink> {
    let loads = &analysis.names(file)?.loads;
    let load = loads.iter().find(|load| load.range.contains_inclusive(offset))?;
    let LoadTarget::File(target) = analysis.load_target(file, &load.path)? else { return None };
    let start = TextRange::empty(TextSize::new(0));
    Some(DefinitionLink { origin: load.range, file: target, range: start, selection: start })
}
