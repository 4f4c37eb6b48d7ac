//! Editor features, one file each, named as LSP names them. They read an [`Analysis`](crate::analysis::Analysis)
//! and answer in bytes; the server turns bytes into LSP.

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
pub mod hover;
pub mod inlay_hint;
pub mod key_path;
pub mod linked_editing_range;
pub mod references;
pub mod rename;
pub mod schema_docs;
pub mod selection_range;
pub mod semantic_tokens;
pub mod signature_help;
pub mod status;
pub mod symbol;
pub mod type_definition;
pub mod workspace_symbol;

mod code;
mod code_blocks;
mod config_file;
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
