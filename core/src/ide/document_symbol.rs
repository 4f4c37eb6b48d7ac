//! Document symbols: the outline of documents, maps and arrays.

use crate::analysis::Analysis;
use crate::text::{FileId, TextRange};

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A YAML document.
    Document,
    /// A map.
    Mapping,
    /// An array.
    Sequence,
    /// Text.
    String,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// `null`.
    Null,
}

/// A node of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentSymbol {
    /// The key, or the index of an item.
    pub name: String,
    /// A short text beside it, such as a scalar's value.
    pub detail: Option<String>,
    /// What it is.
    pub kind: SymbolKind,
    /// The whole node.
    pub range: TextRange,
    /// The part to select, inside `range`.
    pub selection: TextRange,
    /// Whether setting it is deprecated.
    pub deprecated: bool,
    /// What is inside.
    pub children: Vec<DocumentSymbol>,
}

/// The outline of a file.
pub fn document_symbols(analysis: &Analysis, file: FileId) -> Vec<DocumentSymbol> {
    let _ = (analysis, file);
    Vec::new()
}
