//! The names that are there without `load`, as ytt's Starlark has them.
//!
//! All are defined here, also those that the interpreter has alike, so that arguments, verdicts and messages are ytt's.

use std::sync::OnceLock;

use starlark::environment::{Globals, GlobalsBuilder};

use super::{builtins, methods};

mod collections;
mod functions;
mod iterables;
mod numbers;
mod operators;

/// Every global name.
pub(crate) fn globals() -> &'static Globals {
    static GLOBALS: OnceLock<Globals> = OnceLock::new();
    GLOBALS.get_or_init(|| {
        GlobalsBuilder::new()
            .with(collections::functions)
            .with(functions::functions)
            .with(iterables::functions)
            .with(numbers::functions)
            .with(builtins::functions)
            .with(operators::functions)
            .with(methods::functions)
            .build()
    })
}
