//! Editor features, one file each, named as LSP names them. They read an [`Analysis`](crate::analysis::Analysis)
//! and answer in bytes; the server turns bytes into LSP.
//!
//! # Beside the text
//!
//! Hints, lenses, links and names of the whole workspace cost what they show. An outline has a limit, and what is left
//! out are its deepest levels (`document_symbol::outermost`). A hint walks the nodes of the lines that are on the
//! screen (`yaml::path::children_in`). Where a lens stands is cheap to tell, what it says is looked for when it is
//! shown. What a file declares by name is kept with its version (`analysis::declared`), so a search over all files
//! compares names and reads none. The statements of template code and the blocks between them, as their author sees
//! them, are read by `ide::code_blocks`: folds, selections and hints are made of it. None of it runs on an edit.
//!
//! A client that shows hints and lenses is asked to ask again when files change that others depend on (`refresh`), and
//! only while they are switched on. Linked editing is given for anchors whose name is given once, where it is never
//! wrong; everything else that has a name reaches into other files and is renamed. There is no
//! `textDocument/declaration`: nothing here is declared in one place and defined in another.

pub mod annotation_docs;
pub mod code_action;
pub mod code_lens;
pub mod completion;
pub mod data_values;
pub mod definition;
pub mod document_highlight;
pub mod document_link;
pub mod document_symbol;
pub mod folding_range;
pub mod formatting;
pub mod graph;
pub mod hover;
pub mod inlay_hint;
pub mod key_path;
pub mod linked_editing_range;
pub mod mapped_text;
pub mod references;
pub mod rename;
pub mod rendered;
pub mod schema_docs;
pub mod selection_range;
pub mod semantic_tokens;
pub mod settings;
pub mod signature_help;
pub mod status;
pub mod symbol;
pub mod type_definition;
pub mod workspace_symbol;

mod code;
mod code_blocks;
mod config_file;
mod cursor;
mod directives;
mod effective;
mod expression;
mod line;
mod lines;
mod paths;
mod position;
mod schema_markdown;
mod shorthand;

#[cfg(test)]
mod tests;
