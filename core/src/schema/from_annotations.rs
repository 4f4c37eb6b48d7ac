//! The front end for schemas written by example: YAML documents with `#@schema/…` annotations become a [`Schema`].

use std::sync::Arc;

use rustc_hash::FxHashSet;

use self::mistakes::undefined_name;
use crate::problem::{Code, Problem};
use crate::schema::headers::{self, DocumentRole, classify};
use crate::schema::{Edition, Schema, SchemaNode};
use crate::template::fragment::Fragment;
use crate::template::function::Functions;
use crate::template::job::Evaluated;
use crate::template::{overlay, unevaluated};
use crate::text::{FileId, Place, TextSize};
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
    /// Where collections begin, sorted, that may lack children because a line of them cannot be read.
    pub torn: &'a [TextSize],
    /// What its template code gave.
    pub evaluation: Evaluation<'a>,
}

/// What is known of the template code of a file.
#[derive(Clone, Copy, Debug)]
pub enum Evaluation<'a> {
    /// Nobody evaluates it, or there is none.
    Unavailable,
    /// It is not evaluated yet.
    Pending,
    /// What it gave.
    Done(&'a Evaluated),
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
///
/// Functions of template code decide over matching; while one is pending, what it could touch stays open.
///
/// Documents of other editions than the released one are recognised, not read: they leave everything open.
pub fn compile(inputs: &[SchemaInput<'_>], functions: &dyn Functions) -> Compiled {
    let mut context = Context::default();
    let mut documents = Vec::new();
    let mut other_edition = None;
    for input in inputs {
        let (released, others): (Vec<usize>, Vec<usize>) =
            input.documents.iter().partition(|document| edition(input, **document) == Edition::Released);
        documents.extend(read(input, &released, &mut context));
        for document in others {
            let place = header_place(input, document);
            context.problems.push(edition_not_read(place));
            other_edition.get_or_insert((edition(input, document), place));
        }
    }
    let root = overlaid(documents, functions, &mut context);
    let schema = match (root, other_edition) {
        (_, Some((edition, place))) => Some(Schema { edition, root: Arc::new(SchemaNode::unknown(place)) }),
        (root, None) => root.map(|root| Schema { edition: Edition::Released, root: Arc::new(root) }),
    };
    Compiled { schema: schema.map(Arc::new), problems: context.into_problems() }
}

/// The same from documents that are at hand, evaluated.
pub fn from_documents(documents: Vec<Fragment>, functions: &dyn Functions) -> Compiled {
    let mut context = Context::default();
    let root = overlaid(documents, functions, &mut context);
    let schema = root.map(|root| Arc::new(Schema { edition: Edition::Released, root: Arc::new(root) }));
    Compiled { schema, problems: context.into_problems() }
}

/// Reads documents of one file.
fn read(input: &SchemaInput<'_>, documents: &[usize], context: &mut Context) -> Vec<Fragment> {
    if documents.is_empty() {
        return Vec::new();
    }
    let SchemaInput { file, stream, torn, evaluation, .. } = *input;
    if let Evaluation::Done(evaluated) = evaluation {
        context.problems.extend(evaluated.problems.iter().cloned());
        if evaluated.is_complete {
            context.problems.extend(headers::mixed_evaluated(&evaluated.documents));
            return evaluated.documents.iter().filter(|document| is_schema(document)).cloned().collect();
        }
    }
    let built = unevaluated::build(&unevaluated::Input { file, stream, torn }, documents);
    match built.first_code {
        Some(_) if !matches!(evaluation, Evaluation::Unavailable) => {}
        Some(place) => context.problems.push(not_evaluated(place)),
        None => {
            context.problems.extend(built.names.iter().filter_map(|(name, place)| undefined_name(name, *place)));
        }
    }
    context.problems.extend(built.problems);
    built.documents
}

/// Whether an evaluated document is a schema of the bundle itself, not of a library.
fn is_schema(document: &Fragment) -> bool {
    document.annotation("data/values-schema").is_some() && document.annotation("library/ref").is_none()
}

/// The schema of documents laid over each other; `None` without any.
fn overlaid(documents: Vec<Fragment>, functions: &dyn Functions, context: &mut Context) -> Option<SchemaNode> {
    let mut documents = documents.into_iter();
    let mut document = documents.next()?;
    let first = types::node(&document, context);
    if documents.len() == 0 {
        return Some(first);
    }
    for above in documents {
        // ytt refuses a document that is no legal schema by itself, whatever the whole would be.
        types::node(&above, context);
        document = overlay::overlay(document, &above, functions, &mut context.problems);
    }
    Some(types::node(&document, context))
}

fn edition(input: &SchemaInput<'_>, document: usize) -> Edition {
    let role = input.stream.documents.get(document).map(|document| classify(document).role);
    match role {
        Some(DocumentRole::Schema(edition)) => edition,
        _ => Edition::Released,
    }
}

fn header_place(input: &SchemaInput<'_>, document: usize) -> Place {
    let range = input.stream.documents.get(document).and_then(|document| classify(document).range);
    Place::absolute(input.file, range.unwrap_or_default())
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

fn edition_not_read(place: Place) -> Problem {
    let message = "Schemas of this edition are recognised, but not checked yet";
    Problem::new(Code::NotEvaluated, place, message).hint("released ytt knows `@data/values-schema` only")
}
