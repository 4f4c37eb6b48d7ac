//! Symbols: what a name stands for, and every place that writes it. References, document highlight and rename are
//! readers of this; each kind of symbol is a file below.

use crate::analysis::Analysis;
use crate::text::{FileId, TextRange, TextSize};
use crate::values::flow::quoted;

mod anchor;

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
}

/// The kinds of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// `&name`, with its aliases.
    Anchor,
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
    pub style: Style,
}

/// How text is written at a place, which decides what a name needs to stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As it is.
    Plain,
    /// In single quotes.
    SingleQuoted,
    /// In double quotes.
    DoubleQuoted,
}

impl Style {
    /// A name as it is written there.
    pub(super) fn written(self, name: &str) -> String {
        match self {
            Self::Plain => name.to_owned(),
            Self::SingleQuoted => name.replace('\'', "''"),
            Self::DoubleQuoted => {
                let quoted = quoted(name);
                quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().to_owned()
            }
        }
    }
}

/// The symbol at a byte offset; `None` where there is no name, or nobody knows what it stands for.
pub fn symbol(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Symbol> {
    anchor::symbol(analysis, file, offset)
}
