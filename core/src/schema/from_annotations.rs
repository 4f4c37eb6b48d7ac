//! The front end for schemas written by example: YAML documents with `#@schema/…` annotations become a [`Schema`].

use std::sync::Arc;

use rustc_hash::FxHashSet;

use self::dialect::{AnnotationKind, Dialect};
use self::mistakes::undefined_name;
use crate::problem::{Code, Problem};
use crate::schema::headers::{self, CollectedHeader, DocumentRole};
use crate::schema::{Edition, Schema, SchemaNode};
use crate::template::function::Functions;
use crate::template::job::Evaluated;
use crate::template::unevaluated::BuiltMemo;
use crate::template::{overlay, unevaluated};
use crate::text::{FileId, Place, TextSize};
use crate::values::fragment::{AttachedAnnotation, Fragment};
use crate::yaml::Stream;

mod defaults;
mod dialect;
mod documentation;
mod examples;
mod keys;
pub mod migrate;
pub(crate) mod mistakes;
#[cfg(test)]
mod tests;
mod types;
use types::FieldMemo;
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
    pub incomplete: &'a [TextSize],
    /// What its template code gave.
    pub evaluation: SchemaEvaluation<'a>,
    /// Whether annotations of the older editions take effect under the released header too.
    pub is_extended: bool,
}

/// What is known of the template code of a file.
#[derive(Clone, Copy, Debug)]
pub enum SchemaEvaluation<'a> {
    /// Nobody evaluates it, or there is none.
    Unavailable,
    /// It is not evaluated yet.
    Pending,
    /// What it gave.
    Done(&'a Evaluated),
}

/// What parts of schema documents gave, kept from one version to the next.
#[derive(Debug, Default)]
pub struct SchemaMemo {
    built: BuiltMemo,
    fields: FieldMemo,
}

/// What the schema documents of a bundle give.
#[derive(Clone, Debug, Default)]
pub struct CompiledSchema {
    /// The schema, as far as the documents are legal; `None` without any document.
    pub schema: Option<Arc<Schema>>,
    /// What is wrong, in any of the files.
    pub problems: Vec<Problem>,
}

/// Builds the schema of a bundle: each document by itself must be legal, then all are laid over each other in order.
///
/// Functions of template code decide over matching and keys; while one is pending, what it could touch stays open.
pub fn compile(inputs: &[SchemaInput<'_>], functions: &dyn Functions) -> CompiledSchema {
    recompile(inputs, functions, &mut SchemaMemo::default())
}

/// The same, with what was kept of the version before.
pub fn recompile(inputs: &[SchemaInput<'_>], functions: &dyn Functions, memo: &mut SchemaMemo) -> CompiledSchema {
    memo.built.begin_pass();
    memo.fields.begin_pass();
    let mut problems = Vec::new();
    let documents = inputs.iter().flat_map(|input| read(input, &mut memo.built, &mut problems)).collect();
    let is_extended = inputs.iter().any(|input| input.is_extended);
    let mut compiled = of_documents(documents, is_extended, functions, &mut memo.fields);
    problems.append(&mut compiled.problems);
    CompiledSchema { problems: unique(problems), ..compiled }
}

/// The same from documents that are at hand, evaluated. With `is_extended`, the annotations of the older editions take
/// effect under the released header too.
pub fn from_documents(documents: Vec<Fragment>, is_extended: bool, functions: &dyn Functions) -> CompiledSchema {
    // What template code makes a schema of needs no header: it is of the edition of those around it.
    let edition = documents.iter().find_map(edition_of).unwrap_or(Edition::Released);
    let headed = documents.into_iter().map(|fragment| SchemaDocument {
        edition: edition_of(&fragment).unwrap_or(edition),
        header: headers::of_fragment(&fragment).1.unwrap_or(fragment.place),
        fragment,
    });
    of_documents(headed.collect(), is_extended, functions, &mut FieldMemo::default())
}

fn edition_of(document: &Fragment) -> Option<Edition> {
    match headers::of_fragment(document).0 {
        DocumentRole::Schema(edition) => Some(edition),
        _ => None,
    }
}

/// A schema document and the header that says so.
struct SchemaDocument {
    edition: Edition,
    header: Place,
    fragment: Fragment,
}

fn with_header(fragment: Fragment) -> Option<SchemaDocument> {
    match headers::of_fragment(&fragment) {
        (DocumentRole::Schema(edition), Some(header)) => Some(SchemaDocument { edition, header, fragment }),
        _ => None,
    }
}

/// The schema of documents in order. The first one says which edition it is.
fn of_documents(
    documents: Vec<SchemaDocument>,
    is_extended: bool,
    functions: &dyn Functions,
    kept: &mut FieldMemo,
) -> CompiledSchema {
    let Some((edition, header)) = documents.first().map(|first| (first.edition, first.header)) else {
        return CompiledSchema::default();
    };
    let dialect = Dialect::of(edition, is_extended);
    let mut context = ReadContext { dialect, functions, kept, problems: Vec::new() };
    let (documents, others): (Vec<_>, Vec<_>) = documents.into_iter().partition(|it| it.edition == edition);
    context.problems.extend(others.iter().map(|other| headers::other_edition(other.header, header)));
    let root = overlaid(documents.into_iter().map(|it| it.fragment).collect(), &mut context);
    let schema = root.map(|root| Arc::new(Schema { edition, root: Arc::new(root) }));
    CompiledSchema { schema, problems: unique(context.problems) }
}

/// Reads the documents of one file.
fn read(input: &SchemaInput<'_>, memo: &mut BuiltMemo, problems: &mut Vec<Problem>) -> Vec<SchemaDocument> {
    let SchemaInput { file, stream, documents, incomplete, evaluation, .. } = *input;
    if documents.is_empty() {
        return Vec::new();
    }
    if let SchemaEvaluation::Done(evaluated) = evaluation {
        problems.extend(evaluated.problems.iter().cloned());
        if evaluated.is_complete {
            problems.extend(headers::mixed_evaluated(CollectedHeader::Schema, &evaluated.documents));
            let own = evaluated.documents.iter().filter(|document| document.annotation("library/ref").is_none());
            return own.cloned().filter_map(with_header).collect();
        }
    }
    let built = unevaluated::build(&unevaluated::UnevaluatedFile { file, stream, incomplete }, documents, memo);
    match built.first_code {
        Some(_) if !matches!(evaluation, SchemaEvaluation::Unavailable) => {}
        Some(place) => problems.push(not_evaluated(place)),
        None => problems.extend(built.names.iter().filter_map(|(name, place)| undefined_name(name, *place))),
    }
    problems.extend(built.problems);
    let written = documents.iter().filter_map(|document| stream.documents.get(*document));
    let documents = written.zip(built.documents).filter_map(|(document, fragment)| {
        let header = headers::classify(document);
        match headers::intended_role(document).unwrap_or(header.role) {
            DocumentRole::Schema(edition) => {
                let header = Place::absolute(file, header.range.unwrap_or_default());
                Some(SchemaDocument { edition, header, fragment })
            }
            _ => None,
        }
    });
    documents.collect()
}

/// The schema of documents laid over each other; `None` without any.
fn overlaid(documents: Vec<Fragment>, context: &mut ReadContext<'_>) -> Option<SchemaNode> {
    let mut documents = documents.into_iter();
    let mut document = documents.next()?;
    let mut root = types::node(&document, context);
    if documents.len() > 0 {
        for above in documents {
            // ytt refuses a document that is no legal schema by itself, whatever the whole would be.
            types::node(&above, context);
            document = overlay::overlay(document, &above, context.functions, &mut context.problems);
        }
        root = types::node(&document, context);
    }
    root.is_permissive |= context.dialect.is_permissive;
    Some(root)
}

/// What is read with, and what was found on the way.
struct ReadContext<'a> {
    dialect: &'static Dialect,
    functions: &'a dyn Functions,
    kept: &'a mut FieldMemo,
    problems: Vec<Problem>,
}

impl ReadContext<'_> {
    /// Adds a problem with an annotation of a fragment; the fragment's own place explains it.
    fn report(&mut self, fragment: &Fragment, problem: Problem) {
        let is_elsewhere = problem.place != fragment.place && problem.place != fragment.value.origin;
        let problem =
            if is_elsewhere { problem.related(fragment.place, "the node that is annotated") } else { problem };
        self.problems.push(problem);
    }

    /// The annotation of a fragment that says this of it.
    fn annotation<'f>(&self, fragment: &'f Fragment, kind: AnnotationKind) -> Option<&'f AttachedAnnotation> {
        self.dialect.annotation(fragment, kind)
    }
}

/// Every problem once: a document is looked at alone and again as a part of the whole.
fn unique(problems: Vec<Problem>) -> Vec<Problem> {
    let mut seen = FxHashSet::default();
    problems.into_iter().filter(|problem| seen.insert((problem.code, problem.place))).collect()
}

fn not_evaluated(place: Place) -> Problem {
    let message = "Template code is not evaluated yet, so what depends on it is not checked";
    Problem::new(Code::NotEvaluated, place, message)
}
