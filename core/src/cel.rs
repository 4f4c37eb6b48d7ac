//! CEL, the Common Expression Language: expressions in templates, such as `${parameters.replicas}`, and rules.
//!
//! A text may hold several (`embedded`); each is read to a tree (`parse`, `syntax`). What its names mean says
//! `resolve`, from the variables around it (`scope`) and the functions that a platform has (`environment`), and judges
//! what operators and functions are given (`types`, `arguments`). `templates` keeps what was read of a resource.
//!
//! # Design
//!
//! Who reads resources with expressions, such as `choreo`, finds their texts and says what is known in each. A text may
//! hold several; each becomes a tree that keeps the place of every name and has holes where something is missing
//! (`parse`). One walk (`resolve`) gives every name its meaning, and notes where it was looked for: from these names
//! come problems, completion, hover, definition and references alike. The types of expressions are the one schema
//! model, whoever declares them. What is not known is `Unknown`, and nothing is claimed about it. What operators and
//! functions take is data (`types`, `arguments`), and only what CEL's own checker would surely refuse is in it.

pub mod arguments;
pub mod embedded;
pub mod environment;
pub mod evaluate;
pub mod functions;
pub(crate) mod mistakes;
pub mod parse;
pub mod resolve;
pub mod scope;
pub mod syntax;
pub mod templates;
mod tokens;
pub mod types;

pub use environment::Environment;
pub use scope::VariableScope;
pub use templates::{TemplateText, Templates};

#[cfg(test)]
mod tests;
