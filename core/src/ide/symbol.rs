//! Symbols: what a name stands for, and every place that writes it. References, document highlight and rename are
//! readers of this; each kind of symbol is a file below.
//!
//! # Design
//!
//! What a name is connected to is one notion, `ide::symbol`: the name under the cursor, every place that writes it,
//! how text is written there, and which names are taken beside it. Each kind of symbol is a file below it. A field is
//! known by the place that declares it, so one kind serves the keys of every schema: in its values, in other files, in
//! templates, in template code. References, document highlight and rename are thin readers: rename writes the new name
//! as each place needs it, and refuses where something else would be meant. A parameter stands for a data value where
//! every call of its function gives it the same (`analysis::names::CodeValues`); completion and hover follow it, too.
//! What would go on to use the old name without being found is a reason to refuse, too (`symbol::field::obstacles`): a
//! map that code hands on whole, a function that reads the key from a value nobody knows, an annotation that names it
//! as text.

use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::cursor::{Cursor, CursorTarget, Touched};
use crate::schema::shorthand::ShorthandSite;
use crate::template::dialect::is_name;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::flow::plain_or_quoted;
use crate::yaml::{Node, Placed, ScalarStyle};

pub(super) use field::governed;

pub(super) mod anchor;
pub(super) mod code_name;
mod custom_type;
pub(super) mod field;
mod graph_name;
mod schema_definition;
mod trait_instance;

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
    /// What template code calls a function, a value or a parameter.
    CodeName {
        /// Whether other files load it.
        is_loaded: bool,
    },
    /// A type that a resource defines for its schemas.
    CustomType,
    /// A key that a schema declares.
    Field {
        /// Whether expressions or template code name it, where only identifiers can stand.
        is_in_code: bool,
    },
    /// What a graph calls one of its resources, or the variable of a `forEach`.
    GraphName,
    /// A schema in the `$defs` of a section.
    SchemaDefinition,
    /// What a component calls one of its traits.
    TraitInstance,
}

impl SymbolKind {
    /// What is wrong with a text as the name of such a symbol, as the end of a sentence; `None` if nothing is.
    pub(super) fn fault_of(self, name: &str) -> Option<&'static str> {
        let is_plain = plain_or_quoted(name) == name;
        match self {
            Self::Anchor if name.is_empty() || name.contains(anchor::is_foreign) => {
                Some("the name of an anchor has no blanks, brackets, braces or commas")
            }
            Self::CodeName { .. } if !is_name(name) => Some("template code would read it as something else"),
            Self::CodeName { .. } if name.starts_with("__") => {
                Some("names that begin with `__` have a meaning of their own")
            }
            Self::CodeName { is_loaded: true } if name.starts_with('_') => {
                Some("other files load it, and what begins with `_` cannot be loaded")
            }
            Self::CustomType if !custom_type::is_name(name) => Some("shorthands would read it as something else"),
            Self::Field { is_in_code: true } if !is_name(name) => Some("expressions would read it as something else"),
            Self::GraphName if !graph_name::is_name(name) => {
                Some("kro takes letters and digits only, the first a small letter")
            }
            Self::SchemaDefinition if !schema_definition::is_name(name) => {
                Some("`$ref` would read it as something else")
            }
            Self::CustomType | Self::Field { .. } | Self::GraphName | Self::SchemaDefinition | Self::TraitInstance
                if !is_plain =>
            {
                Some("a name that needs quotes is no good name")
            }
            _ => None,
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

/// How far occurrences are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// In the file of the cursor, and at the declaration.
    File,
    /// Wherever the name may be written.
    Workspace,
}

impl Reach {
    /// The files to look at for something that is declared in one and asked for in another.
    fn files(self, analysis: &Analysis, declaring: FileId, requested: FileId) -> Vec<FileId> {
        let mut files = if self == Self::Workspace { analysis.dependents(declaring) } else { Vec::new() };
        files.extend([declaring, requested]);
        files.retain(|file| self == Self::Workspace || *file == requested);
        files.sort_unstable();
        files.dedup();
        files
    }
}

/// The symbol at a byte offset; `None` where there is no name, or nobody knows what it stands for.
pub(super) fn symbol(analysis: &Analysis, file: FileId, offset: TextSize, reach: Reach) -> Option<Symbol> {
    symbol_at(&Cursor::at(analysis, file, offset)?, reach)
}

/// The symbol that a cursor is on.
pub(super) fn symbol_at(cursor: &Cursor<'_>, reach: Reach) -> Option<Symbol> {
    match &cursor.target {
        CursorTarget::Code(_) | CursorTarget::Annotation(_) => {
            code_name::symbol(cursor, reach).or_else(|| field::in_code(cursor, reach))
        }
        CursorTarget::Expression(at) => {
            graph_name::in_expression(cursor, at).or_else(|| field::in_expression(cursor, at, reach))
        }
        CursorTarget::Anchor(range) | CursorTarget::Alias(Touched { range, .. }) => anchor::symbol(cursor, *range),
        CursorTarget::Shorthand { inside, text, .. } => custom_type::in_shorthand(cursor, inside, text),
        CursorTarget::Key(at, inside) => custom_type::of_key(cursor, at, inside.as_ref())
            .or_else(|| trait_instance::symbol(cursor, at, reach))
            .or_else(|| schema_definition::symbol(cursor, at))
            .or_else(|| graph_name::symbol(cursor, at))
            .or_else(|| field::of_key(cursor, at, inside.as_ref(), reach)),
        CursorTarget::Value(at) => {
            let other = || schema_definition::symbol(cursor, at).or_else(|| graph_name::symbol(cursor, at));
            trait_instance::symbol(cursor, at, reach).or_else(other)
        }
        CursorTarget::Config { .. } | CursorTarget::Comment(_) | CursorTarget::MergeKey(_) | CursorTarget::Between => {
            None
        }
    }
}

/// A scalar as a use of the name that it is.
fn written(file: FileId, scalar: Placed<'_, Node>) -> Option<Occurrence> {
    let style = scalar.scalar()?.style;
    Some(Occurrence { file, range: without_quotes(scalar.range(), style), is_declaration: false, style })
}

/// The scalar at a place as a use of the name that it is.
fn written_at(document: &TextDocument, file: FileId, place: Place) -> Option<Occurrence> {
    let whole = document.resolve(place)?;
    let style = ShorthandSite::new(place, &document.slice(whole), "").style()?;
    Some(Occurrence { file, range: without_quotes(whole, style), is_declaration: false, style })
}

fn without_quotes(range: TextRange, style: ScalarStyle) -> TextRange {
    match style {
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted if range.len() >= TextSize::new(2) => {
            TextRange::new(range.start() + TextSize::new(1), range.end() - TextSize::new(1))
        }
        _ => range,
    }
}
