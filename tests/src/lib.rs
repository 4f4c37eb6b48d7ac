//! Support for the cross-crate tests: the built binary, literate cases, corpora, generated inputs, a session
//! with a running server.

pub mod binary;
pub mod cases;
pub mod client;
pub mod corpus;
pub mod frame;
pub mod generate;
