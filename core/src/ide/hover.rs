//! Hover: what the schema says about the key or value under the cursor, and what an annotation means.

use crate::analysis::Analysis;
use crate::text::{FileId, TextRange, TextSize};

/// An answer to hover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The token it is about.
    pub range: TextRange,
    /// Markdown.
    pub markdown: String,
}

/// Hover at a byte offset.
pub fn hover(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Hover> {
    let _ = (analysis, file, offset);
    None
}
