//! References: every place that writes the name under the cursor, in all files.

use crate::analysis::Analysis;
use crate::ide::symbol::{Reach, symbol};
use crate::text::{FileId, TextRange, TextSize};

/// A place that writes a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameReference {
    /// The file.
    pub file: FileId,
    /// The name.
    pub range: TextRange,
}

/// The places that write the name at a byte offset, in the order of files and text; with its declarations if wanted.
pub fn references(analysis: &Analysis, file: FileId, offset: TextSize, with_declarations: bool) -> Vec<NameReference> {
    let symbol = symbol(analysis, file, offset, Reach::Workspace);
    let occurrences = symbol.into_iter().flat_map(|symbol| symbol.occurrences);
    let wanted = occurrences.filter(|occurrence| with_declarations || !occurrence.is_declaration);
    wanted.map(|occurrence| NameReference { file: occurrence.file, range: occurrence.range }).collect()
}

#[cfg(test)]
pub(super) mod tests;
