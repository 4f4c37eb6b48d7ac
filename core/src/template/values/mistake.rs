//! An error of sayl's own builtins, with what a problem needs beyond Starlark's message.

use std::fmt;

use smol_str::SmolStr;

use crate::problem::{Code, Related};
use crate::text::Place;

/// What went wrong in a builtin, in one sentence that starts small.
#[derive(Clone, Debug, Default)]
pub(crate) struct BuiltinError {
    /// The sentence.
    pub(crate) message: String,
    /// What was found.
    pub(crate) found: Option<String>,
    /// What is expected.
    pub(crate) expected: Option<String>,
    /// What to do.
    pub(crate) hint: Option<String>,
    /// The code of the problem, if it is none of running code.
    pub(crate) code: Option<Code>,
    /// The token that it is about, if that is not the call that failed.
    pub(crate) place: Option<Place>,
    /// Other places that explain it.
    pub(crate) related: Vec<Related>,
    /// What template code reads of it from `assert.try_to`: programs compare and print it, and rely on ytt's text.
    pub(crate) seen: Option<String>,
    /// The name that is not there.
    pub(crate) missing: Option<SmolStr>,
}

impl BuiltinError {
    /// A mistake that a sentence says.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// The same as Starlark's error.
    pub(crate) fn error(self) -> starlark::Error {
        starlark::Error::new_native(self)
    }

    /// Says which name is not there.
    pub(crate) fn missing(self, name: &str) -> Self {
        Self { missing: Some(name.into()), ..self }
    }

    /// Says what was found.
    pub(crate) fn found(self, found: impl Into<String>) -> Self {
        Self { found: Some(found.into()), ..self }
    }

    /// Says what is expected.
    pub(crate) fn expected(self, expected: impl Into<String>) -> Self {
        Self { expected: Some(expected.into()), ..self }
    }

    /// Says what to do.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// Says what template code reads of it.
    pub(crate) fn seen_as(self, seen: impl Into<String>) -> Self {
        Self { seen: Some(seen.into()), ..self }
    }

    /// Says where it is.
    pub(crate) fn at(self, place: Place) -> Self {
        Self { place: Some(place), ..self }
    }
}

impl fmt::Display for BuiltinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BuiltinError {}

impl From<BuiltinError> for starlark::Error {
    fn from(mistake: BuiltinError) -> Self {
        mistake.error()
    }
}
