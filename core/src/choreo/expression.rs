//! Expressions in templates: `${parameters.replicas}`.
//!
//! A text may hold several (`embedded`); each is CEL, read to a tree (`parse`, `syntax`). What its names mean says
//! `resolve`, from the variables around it (`context`) and the functions there are, and judges what operators and
//! functions are given (`types`, `arguments`). `templates` finds the texts.
//!
//! # Design
//!
//! `choreo::expression` reads the `${…}` of its templates, as part of the resource. A text may hold several; each
//! becomes a tree that keeps the place of every name and has holes where something is missing (`parse`). One walk
//! (`resolve`) gives every name its meaning, and notes where it was looked for: from these segments come problems,
//! completion, hover, definition and references alike. The types of expressions are the one schema model: sections
//! have their own schemas, and what the platform provides is described in JSON Schema as data (`context.yml`), all its
//! versions together. What is not known (`dyn` in CEL) is `Unknown`, and nothing is claimed about it. What operators
//! and functions take is data too (`types`, `arguments`), and only what CEL's own checker would surely refuse is in
//! it.

pub mod arguments;
pub mod context;
pub mod embedded;
pub mod evaluate;
pub mod functions;
mod mistakes;
pub mod parse;
pub mod resolve;
pub mod syntax;
pub mod templates;
mod tokens;
pub mod types;

pub(crate) use mistakes::FORMER_NAMES;
pub use templates::{TemplateText, Templates};

#[cfg(test)]
mod tests;
