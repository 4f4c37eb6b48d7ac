//! What can be asked. Every request is an object whose `do` names it, and every answer is JSON; `{"error": …}` says that
//! a request was not understood.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::place::{Position, Range};
use crate::session::Session;

/// A request.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "camelCase")]
pub(crate) enum Request {
    /// Forgets everything. Comes first, where anything is to be other than it is usually.
    Start(Options),
    /// Writes files, or removes those without a text.
    Files { files: BTreeMap<String, Option<String>> },
    /// An editor has opened a file, and its text counts from now on; or it has another text.
    Open {
        path: String,
        text: String,
        /// Whether the editor says that it is ytt's, whatever it holds.
        #[serde(default, rename = "isYtt")]
        is_ytt: bool,
    },
    /// Changes of an open file in order, each in the text that the one before left.
    Edit { path: String, edits: Vec<TextEdit> },
    /// The file as it was written counts again.
    Close { path: String },
    /// The problems of all files.
    Problems,
    /// What would mend the problems in a range.
    Fixes { path: String, range: Range },
    /// What is said of a place.
    Hover { path: String, position: Position },
    /// What could be written at a place.
    Completion { path: String, position: Position },
    /// The documentation of a completion, by its index in the last answer.
    Documentation { index: usize },
    /// Where what stands at a place is defined.
    Definition { path: String, position: Position },
    /// Where else the name at a place is written.
    References { path: String, position: Position },
    /// What a rename at a place would be about.
    PrepareRename { path: String, position: Position },
    /// The edits that give the name at a place another one.
    Rename { path: String, position: Position, name: String },
    /// The outline of a file.
    Symbols { path: String },
    /// The edits that lay out a file.
    Format { path: String },
    /// The data values that a file leads to.
    Values { path: String },
    /// What a file is rendered to.
    Rendered { path: String },
}

/// How template code is evaluated.
#[derive(Clone, Copy, Deserialize)]
#[serde(default)]
pub(crate) struct Options {
    /// Whether it is evaluated at all.
    pub(crate) evaluates: bool,
    /// How many rounds of loops and calls one evaluation may take.
    pub(crate) steps: u64,
}

impl Default for Options {
    /// In a browser an endless loop ends after a second or two.
    fn default() -> Self {
        Self { evaluates: true, steps: 10_000_000 }
    }
}

/// A replacement in a text.
#[derive(Serialize, Deserialize)]
pub(crate) struct TextEdit {
    pub(crate) range: Range,
    pub(crate) text: String,
}

/// Does what a request asks for.
pub(crate) fn answer(session: &mut Session, request: &[u8]) -> String {
    let answer = match serde_json::from_slice(request) {
        Ok(request) => session.answer(request),
        Err(error) => json!({ "error": error.to_string() }),
    };
    answer.to_string()
}
