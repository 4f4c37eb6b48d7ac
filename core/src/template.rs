//! Templates: annotations and template code (ytt's Starlark) become fragments.
//!
//! A document without code is read as it stands ([`unevaluated`]); one with code is compiled to a Starlark program with
//! one line for each of its own ([`compile`]) and run ([`evaluate`]). Both ways give fragments ([`crate::values::fragment`]), and what
//! reads those does not ask which way they came. The arguments of annotations are in [`arguments`], laying fragments
//! over each other in [`overlay`], functions that outlive their evaluation in [`function`]. What the names in code mean,
//! for editors, is in [`names`]; whether a comment is code at all, in [`significance`].
//!
//! Evaluation is a pure function of a [`job::Job`]: no clock, no disk, no process. Whoever must survive hostile code
//! runs it elsewhere and hands the outcome in; [`watch`] is how the two stay in touch meanwhile.

pub mod arguments;
pub mod code_docs;
pub mod compile;
pub(crate) mod contents;
pub mod dialect;
pub mod evaluate;

pub mod function;
pub mod job;
pub mod names;
pub mod overlay;
pub mod profile;
pub mod reads;
pub mod significance;
pub(crate) mod tokens;
pub mod unevaluated;
pub(crate) mod values;
pub mod watch;
