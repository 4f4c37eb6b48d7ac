//! Definitions of what template code names: functions and variables over all files, and what a `load` loads.

use super::Definition;
use crate::analysis::Analysis;
use crate::analysis::names::Loaded;
use crate::ide::symbol::code_name::{Bound, bound_at, origin};
use crate::text::{FileId, TextRange, TextSize};

/// Where the name in code at an offset gets its meaning, or which file is loaded there.
pub(super) fn definition(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Definition> {
    let Some((at, name)) = bound_at(analysis, file, offset) else { return loaded_file(analysis, file, offset) };
    let from = origin(analysis, at.file, at.id);
    let definition = [from, at].into_iter().find_map(|bound| of(analysis, bound, file, name))?;
    let is_itself = definition.file == file && definition.selection == name;
    (!is_itself).then_some(definition)
}

fn of(analysis: &Analysis, bound: Bound, asked: FileId, name: TextRange) -> Option<Definition> {
    let binding = analysis.names(bound.file)?.binding(bound.id)?;
    let here = binding.definitions.iter().find(|definition| bound.file == asked && definition.range == name);
    let offset = if bound.file == asked { name.start() } else { TextSize::new(u32::MAX) };
    let definition = here.or_else(|| binding.definition_before(offset))?;
    Some(Definition { origin: name, file: bound.file, range: definition.whole, selection: definition.range })
}

/// The file that the path of a `load` leads to.
fn loaded_file(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Definition> {
    let loads = &analysis.names(file)?.loads;
    let load = loads.iter().find(|load| load.range.contains_inclusive(offset))?;
    let Loaded::File(target) = analysis.loaded(file, &load.path)? else { return None };
    let start = TextRange::empty(TextSize::new(0));
    Some(Definition { origin: load.range, file: target, range: start, selection: start })
}
