//! Template code as rendering needs it: evaluated in this process, its functions at hand until the end.

use std::sync::Arc;

use super::sources::File;
use crate::problem::Problem;
use crate::template::function::{Functions, NoFunctions};
use crate::template::job::{Evaluated, Job};

/// Evaluates the files of one library.
pub(super) struct Interpreter {
    functions: NoFunctions,
}

/// What a text template gave.
pub(super) struct Text {
    /// The text.
    pub(super) text: String,
    /// What went wrong.
    pub(super) problems: Vec<Problem>,
}

impl Interpreter {
    pub(super) fn new() -> Self {
        Self { functions: NoFunctions }
    }

    /// The documents of a file.
    #[expect(clippy::unused_self, reason = "nothing is evaluated yet")]
    pub(super) fn documents(&self, _job: &Arc<Job>, file: &File<'_>) -> Evaluated {
        Evaluated { documents: file.documents(), problems: Vec::new(), is_complete: !file.is_template() }
    }

    /// The text of a text template.
    #[expect(clippy::unused_self, reason = "nothing is evaluated yet")]
    pub(super) fn text(&self, job: &Job) -> Text {
        let source = job.sources.iter().find(|source| source.file == job.file);
        Text { text: source.map(|source| source.text.to_string()).unwrap_or_default(), problems: Vec::new() }
    }

    /// The functions of everything that was evaluated.
    pub(super) fn functions(&self) -> &dyn Functions {
        &self.functions
    }
}
