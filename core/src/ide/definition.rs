//! Definition: from a key or value to the schema line that declares it, from an alias to its anchor.

use crate::analysis::Analysis;
use crate::text::{FileId, TextRange, TextSize};

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

/// Definitions of what stands at a byte offset.
pub fn definition(analysis: &Analysis, file: FileId, offset: TextSize) -> Vec<Definition> {
    let _ = (analysis, file, offset);
    Vec::new()
}
