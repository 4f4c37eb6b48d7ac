//! The front end for schemas written by example: YAML documents with `#@schema/…` annotations become a [`Schema`].

use std::sync::Arc;

use crate::problem::Problem;
use crate::schema::Schema;
use crate::text::FileId;
use crate::yaml::Stream;

/// The schema documents of one file.
#[derive(Clone, Copy, Debug)]
pub struct SchemaInput<'a> {
    /// The file.
    pub file: FileId,
    /// Its nodes.
    pub stream: &'a Stream,
    /// Which of its documents are schemas of this bundle, in order.
    pub documents: &'a [usize],
}

/// What the schema documents of a bundle give.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The schema, as far as the documents are legal; `None` without any document.
    pub schema: Option<Arc<Schema>>,
    /// What is wrong, in any of the files.
    pub problems: Vec<Problem>,
}

/// Builds the schema of a bundle: each document by itself must be legal, then all are laid over each other in order.
pub fn compile(inputs: &[SchemaInput<'_>]) -> Compiled {
    let _ = inputs;
    Compiled::default()
}
