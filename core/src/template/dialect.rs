//! The Starlark that ytt reads, as far as it differs from the one that the parser reads.

use starlark_syntax::syntax::{Dialect, DialectTypes};

/// The stand-in for the name `assert`, which the parser takes for a reserved word and ytt does not. It has the same
/// length, so that every byte stays where it is.
pub const ASSERT: &str = "asserT";

/// The language for the parser.
pub fn dialect() -> Dialect {
    Dialect { enable_types: DialectTypes::Disable, enable_load_reexport: false, ..Dialect::Extended }
}

/// Gives a name its own spelling back.
pub fn restore(name: &str) -> &str {
    if name == ASSERT { "assert" } else { name }
}
