//! Support for the cross-crate tests: the built binary, literate cases, generated inputs, a session
//! with a running server.

pub mod binary;
pub mod cases;
pub mod client;
pub mod generate;
