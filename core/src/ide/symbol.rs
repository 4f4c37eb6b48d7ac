//! Symbols: what a name stands for, and every place that writes it. References, document highlight and rename are
//! readers of this; each kind of symbol is a file below.

use crate::analysis::Analysis;
use crate::text::{FileId, TextRange, TextSize};
use crate::values::flow::plain_or_quoted;
use crate::yaml::ScalarStyle;

mod anchor;
mod custom_type;

/// A name under the cursor with all that it is connected to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it is.
    pub kind: SymbolKind,
    /// The name.
    pub name: String,
    /// The name under the cursor, without the signs around it.
    pub range: TextRange,
    /// Every place that writes the name, in the order of files and text.
    pub occurrences: Vec<Occurrence>,
    /// Names that are taken where this one is declared.
    pub taken: Vec<String>,
    /// Why it cannot be renamed, if it cannot.
    pub fixed: Option<String>,
}

/// The kinds of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// `&name`, with its aliases.
    Anchor,
    /// A type that a resource defines for its schemas.
    CustomType,
}

impl SymbolKind {
    /// What is wrong with a text as the name of such a symbol, as the end of a sentence; `None` if nothing is.
    pub(super) fn fault_of(self, name: &str) -> Option<&'static str> {
        let is_plain = plain_or_quoted(name) == name;
        match self {
            Self::Anchor if name.is_empty() || name.contains(anchor::is_foreign) => {
                Some("the name of an anchor has no blanks, brackets, braces or commas")
            }
            Self::CustomType if !custom_type::is_name(name) => Some("shorthands would read it as something else"),
            Self::CustomType if !is_plain => Some("a name that needs quotes is no good name"),
            Self::Anchor | Self::CustomType => None,
        }
    }
}

/// A place that writes a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The file.
    pub file: FileId,
    /// The name, without the signs around it.
    pub range: TextRange,
    /// Whether the name gets its meaning here.
    pub is_declaration: bool,
    /// How text is written there.
    pub style: ScalarStyle,
}

/// The symbol at a byte offset; `None` where there is no name, or nobody knows what it stands for.
pub fn symbol(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Symbol> {
    anchor::symbol(analysis, file, offset).or_else(|| custom_type::symbol(analysis, file, offset))
}
