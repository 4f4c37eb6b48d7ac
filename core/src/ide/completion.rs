//! Completion: keys and values that the schema allows at the cursor, annotation names and keywords in comments.

use crate::analysis::Analysis;
use crate::text::{FileId, TextRange, TextSize};

/// What kind of thing a completion inserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A key of a map.
    Key,
    /// A value.
    Value,
    /// One of a fixed set of values.
    EnumMember,
    /// An annotation's name.
    Annotation,
    /// A keyword argument of an annotation.
    Keyword,
}

/// One completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionItem {
    /// The bare name.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A short text beside the label, such as the type.
    pub detail: Option<String>,
    /// Markdown.
    pub documentation: Option<String>,
    /// The range that `insert` replaces: from the start of what is typed to the cursor, or the whole token.
    pub replace: TextRange,
    /// The text to insert; with `$1`, `${1:x}` and `$0` if `is_snippet`.
    pub insert: String,
    /// Whether `insert` is an LSP snippet.
    pub is_snippet: bool,
    /// The same as plain text, for clients without snippets.
    pub insert_plain: String,
    /// Items are shown in the order of this text.
    pub sort: String,
    /// Whether setting it is deprecated.
    pub deprecated: bool,
}

/// Completions at a byte offset.
pub fn completion(analysis: &Analysis, file: FileId, offset: TextSize) -> Vec<CompletionItem> {
    let _ = (analysis, file, offset);
    Vec::new()
}
