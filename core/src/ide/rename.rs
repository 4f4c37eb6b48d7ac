//! Rename: another name for what is under the cursor, at every place at once; refused with a reason where the result
//! would mean something else.

use crate::analysis::Analysis;
use crate::ide::symbol::{Occurrence, Reach, Symbol, SymbolKind, symbol};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::flow::inside_scalar;
use crate::workspace::is_library_module;

/// What can be renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renameable {
    /// The name, without the signs around it.
    pub range: TextRange,
    /// The name as it is now.
    pub name: String,
}

/// Why a name stays as it is: a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenameRefusal(pub String);

/// What rename would be about at a byte offset; `None` where there is no name that could be renamed.
pub fn prepare_rename(
    analysis: &Analysis,
    file: FileId,
    offset: TextSize,
) -> Option<Result<Renameable, RenameRefusal>> {
    let symbol = symbol(analysis, file, offset, Reach::Workspace)?;
    Some(renameable(&symbol).map(|()| Renameable { range: symbol.range, name: symbol.name }))
}

/// The edits that give what stands at a byte offset another name; `None` where there is no name.
pub fn rename(
    analysis: &Analysis,
    file: FileId,
    offset: TextSize,
    name: &str,
) -> Option<Result<Vec<(Place, String)>, RenameRefusal>> {
    let symbol = symbol(analysis, file, offset, Reach::Workspace)?;
    Some(renameable(&symbol).and_then(|()| acceptable(&symbol, name)).map(|()| edits(&symbol, name)))
}

/// Whether files that nobody has read may use the name at a byte offset: then a rename is only as good as what is known.
pub fn may_be_used_elsewhere(analysis: &Analysis, file: FileId, offset: TextSize) -> bool {
    symbol(analysis, file, offset, Reach::File).is_some_and(|symbol| match symbol.kind {
        SymbolKind::Anchor | SymbolKind::CustomType | SymbolKind::GraphName | SymbolKind::SchemaDefinition => false,
        SymbolKind::CodeName { .. } => is_library_module(analysis.path(file)),
        SymbolKind::Field { .. } | SymbolKind::TraitInstance => true,
    })
}

fn edits(symbol: &Symbol, name: &str) -> Vec<(Place, String)> {
    let edit = |it: &Occurrence| (Place::absolute(it.file, it.range), inside_scalar(it.style, name));
    symbol.occurrences.iter().map(edit).collect()
}

fn renameable(symbol: &Symbol) -> Result<(), RenameRefusal> {
    symbol.fixed.clone().map_or(Ok(()), |why| Err(RenameRefusal(why)))
}

/// Whether a name can take the place of the old one.
fn acceptable(symbol: &Symbol, name: &str) -> Result<(), RenameRefusal> {
    if let Some(fault) = symbol.kind.fault_of(name) {
        return Err(RenameRefusal(format!("`{name}` cannot be its name: {fault}")));
    }
    if name != symbol.name && symbol.taken.iter().any(|taken| taken == name) {
        return Err(RenameRefusal(format!("The name `{name}` is taken already")));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
