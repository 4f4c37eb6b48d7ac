//! The names that are there without `load`: Starlark's own, with ytt's deviations.

use std::sync::OnceLock;

use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension};

use super::builtins;

/// Every global name.
pub(super) fn globals() -> &'static Globals {
    static GLOBALS: OnceLock<Globals> = OnceLock::new();
    GLOBALS.get_or_init(|| {
        GlobalsBuilder::extended_by(&[LibraryExtension::Print, LibraryExtension::SetType])
            .with(builtins::functions)
            .build()
    })
}
