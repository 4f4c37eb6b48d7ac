//! Document highlight: where the name under the cursor stands in the same file.

use crate::analysis::Analysis;
use crate::ide::symbol::{Reach, symbol};
use crate::text::{FileId, TextRange, TextSize};

/// A place of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentHighlight {
    /// The name.
    pub range: TextRange,
    /// Whether it gets its meaning here, rather than being used.
    pub is_declaration: bool,
}

/// The places in this file that write the name at a byte offset.
pub fn document_highlights(analysis: &Analysis, file: FileId, offset: TextSize) -> Vec<DocumentHighlight> {
    let occurrences = symbol(analysis, file, offset, Reach::File).into_iter().flat_map(|symbol| symbol.occurrences);
    let here = occurrences.filter(|occurrence| occurrence.file == file);
    here.map(|it| DocumentHighlight { range: it.range, is_declaration: it.is_declaration }).collect()
}
