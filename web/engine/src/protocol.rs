//! What can be asked. Every request is an object whose `do` names it, and every answer is JSON; `{"error": …}` says that
//! a request was not understood.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::beside::FormatStyle;
use crate::place::{Position, Range};
use crate::session::WebSession;

/// A request.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "camelCase")]
pub(crate) enum Request {
    /// Forgets everything. Comes first, where anything is to be other than it is usually.
    Start(Options),
    /// Settings as editors give them to `sayl server`. The answer is what is wrong in them.
    Settings { settings: Value },
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
    /// The problems of all files; those that are known without running code, where `early` says so.
    Problems {
        #[serde(default)]
        early: bool,
    },
    /// What would mend the problems in a range.
    Fixes { path: String, range: Range },
    /// All that is obviously to be mended in a file, at once.
    FixAll { path: String },
    /// What is said of a place.
    Hover { path: String, position: Position },
    /// What could be written at a place.
    Completion { path: String, position: Position },
    /// The documentation of a completion, by its index in the last answer.
    Documentation { index: usize },
    /// What is said of the call that a place is in.
    Signature { path: String, position: Position },
    /// Where what stands at a place is defined.
    Definition { path: String, position: Position },
    /// Where its type is defined.
    TypeDefinition { path: String, position: Position },
    /// Where else the name at a place is written.
    References {
        path: String,
        position: Position,
        /// Whether where it is declared counts, too.
        #[serde(default = "yes")]
        declarations: bool,
    },
    /// Where else it is written in this file.
    Highlights { path: String, position: Position },
    /// What is edited together with the name at a place.
    LinkedRanges { path: String, position: Position },
    /// What is selected around places, from the inside.
    SelectionRanges { path: String, positions: Vec<Position> },
    /// What a rename at a place would be about.
    PrepareRename { path: String, position: Position },
    /// The edits that give the name at a place another one.
    Rename { path: String, position: Position, name: String },
    /// The outline of a file.
    Symbols { path: String },
    /// What the declarations of all files are called that match a text.
    WorkspaceSymbols { query: String },
    /// What can be folded.
    Folds { path: String },
    /// What the words of a file, or of a range of it, are.
    Tokens { path: String, range: Option<Range> },
    /// What is written in a range that leads elsewhere.
    Links { path: String },
    /// What stands behind values, as far as the settings want it.
    Hints { path: String, range: Range },
    /// Where something stands above a line, as far as the settings want it.
    Lenses { path: String },
    /// What stands there.
    Lens { path: String, position: Position, kind: String },
    /// The edits that lay out a file, or a range of it.
    Format {
        path: String,
        range: Option<Range>,
        #[serde(default)]
        style: FormatStyle,
    },
    /// The edits that indent a line that was just begun.
    FormatLine {
        path: String,
        position: Position,
        #[serde(default)]
        style: FormatStyle,
    },
    /// What governs a file.
    Status { path: String },
    /// The documentation of the schema that governs a file, as a page.
    SchemaDocs { path: String },
    /// The graphs of a file, as a page with pictures.
    Graph { path: String },
    /// What a code of problems means, in Markdown.
    Explain { code: String },
    /// The data values that a file leads to.
    Values { path: String },
    /// What a file is rendered to.
    Rendered { path: String },
    /// What it was rendered to as it was written last.
    RenderedSaved { path: String },
}

/// How template code is evaluated.
#[derive(Clone, Copy, Deserialize)]
#[serde(default)]
pub(crate) struct Options {
    /// Whether it is evaluated at all.
    pub(crate) evaluates: bool,
    /// How many rounds of loops and calls one evaluation may take.
    pub(crate) steps: u64,
    /// Whether places in what is said are links, `file:///schema.yml#L3`.
    pub(crate) links: bool,
}

fn yes() -> bool {
    true
}

impl Default for Options {
    /// In a browser an endless loop ends after a second or two.
    fn default() -> Self {
        Self { evaluates: true, steps: 10_000_000, links: false }
    }
}

/// A replacement in a text.
#[derive(Serialize, Deserialize)]
pub(crate) struct TextEdit {
    pub(crate) range: Range,
    pub(crate) text: String,
}

/// Does what a request asks for.
pub(crate) fn answer(session: &mut WebSession, request: &[u8]) -> String {
    let answer = match serde_json::from_slice(request) {
        Ok(request) => session.answer(request),
        Err(error) => json!({ "error": error.to_string() }),
    };
    answer.to_string()
}
