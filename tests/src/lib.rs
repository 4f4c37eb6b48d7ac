//! Support for the cross-crate tests: the built binary, literate cases, generated inputs.

pub mod binary;
pub mod cases;
pub mod generate;
