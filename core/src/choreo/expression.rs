//! Expressions in templates: `${parameters.replicas}`.
//!
//! A text may hold several (`embedded`); each is CEL, read to a tree (`parse`, `syntax`).

pub mod embedded;
pub mod parse;
pub mod syntax;
mod tokens;

#[cfg(test)]
mod tests;
