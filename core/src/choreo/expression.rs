//! Expressions in templates: `${parameters.replicas}`.
//!
//! A text may hold several (`embedded`); each is CEL, read to a tree (`parse`, `syntax`). What its names mean says
//! `resolve`, from the variables around it (`context`) and the functions there are, and judges what operators and
//! functions are given (`types`, `arguments`). `templates` finds the texts.

pub mod arguments;
pub mod context;
pub mod embedded;
pub mod functions;
mod mistakes;
pub mod parse;
pub mod resolve;
pub mod syntax;
pub mod templates;
mod tokens;
pub mod types;

pub use templates::{TemplateText, Templates};

#[cfg(test)]
mod tests;
