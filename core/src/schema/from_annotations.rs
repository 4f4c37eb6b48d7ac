//! The front end for schemas written by example: YAML documents with `#@schema/…` annotations become a [`Schema`].

use std::sync::Arc;

use rustc_hash::FxHashSet;

use self::mistakes::undefined_name;
use crate::problem::{Code, Problem};
use crate::schema::fragment::{self, Fragment};
use crate::schema::{Edition, Schema, SchemaNode, overlay};
use crate::text::{FileId, Place};
use crate::yaml::Stream;

mod defaults;
mod documentation;
pub(crate) mod mistakes;
#[cfg(test)]
mod tests;
mod types;
pub mod validation;

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
    let mut context = Context::default();
    let mut documents = Vec::new();
    for input in inputs {
        let built = fragment::build(input.file, input.stream, input.documents);
        match built.first_code {
            Some(place) => context.problems.push(not_evaluated(place)),
            None => {
                context.problems.extend(built.names.iter().filter_map(|(name, place)| undefined_name(name, *place)));
            }
        }
        context.problems.extend(built.problems);
        documents.extend(built.documents);
    }
    let is_alone = documents.len() == 1;
    let mut root = None;
    for document in documents {
        let node = types::node(&document, &mut context);
        root = Some(match root {
            None => (document, node),
            Some((below, _)) => {
                let merged = overlay::overlay(below, document, &mut context.problems);
                let node = SchemaNode::unknown(merged.place);
                (merged, node)
            }
        });
    }
    let schema = root.map(|(document, node)| {
        let node = if is_alone { node } else { types::node(&document, &mut context) };
        Arc::new(Schema { edition: Edition::Released, root: Arc::new(node) })
    });
    Compiled { schema, problems: context.into_problems() }
}

/// Collects problems on the way.
#[derive(Default)]
struct Context {
    problems: Vec<Problem>,
}

impl Context {
    /// Adds a problem with an annotation of a fragment; the fragment's own place explains it.
    fn report(&mut self, fragment: &Fragment, problem: Problem) {
        let is_elsewhere = problem.place != fragment.place && problem.place != fragment.value_place;
        let problem =
            if is_elsewhere { problem.related(fragment.place, "the node that is annotated") } else { problem };
        self.problems.push(problem);
    }

    /// Every problem once: a document is looked at alone and again as a part of the whole.
    fn into_problems(self) -> Vec<Problem> {
        let mut seen = FxHashSet::default();
        self.problems.into_iter().filter(|problem| seen.insert((problem.code, problem.place))).collect()
    }
}

fn not_evaluated(place: Place) -> Problem {
    let message = "Template code is not evaluated yet, so what depends on it is not checked";
    Problem::new(Code::NotEvaluated, place, message)
}
