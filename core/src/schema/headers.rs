//! What a document is, told from the comments attached to it: a schema (of which edition), data values, or neither.
//!
//! Cheap: it reads the header comments only and parses arguments only where they decide.

use crate::schema::Edition;
use crate::schema::annotations::{self, ArgumentKind, Site};
use crate::text::{FileId, SegmentId, TextRange};
use crate::values::ValueKind;
use crate::yaml::annotation::{Annotation, CommentKind, classify as classify_comment};
use crate::yaml::{Document, NodeKind};

/// What a document is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentRole {
    /// A schema for data values.
    Schema(Edition),
    /// Data values, laid over what comes before.
    DataValues,
    /// Neither: a template, plain YAML, or nothing at all.
    Other,
}

/// The header of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What the document is for.
    pub role: DocumentRole,
    /// The annotation that says so, name and arguments, in absolute bytes.
    pub range: Option<TextRange>,
    /// The library that the document is for, instead of the bundle itself.
    pub library: Option<LibraryReference>,
}

/// `#@library/ref "@name"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryReference {
    /// The address such as `@name~alias@child`; empty if it is not a plain text.
    pub address: String,
    /// The annotation, in absolute bytes.
    pub range: TextRange,
}

/// Tells what a document is.
pub fn classify(document: &Document) -> Header {
    let mut header = Header { role: DocumentRole::Other, range: None, library: None };
    for annotation in annotations_of(document) {
        let range = annotation.name_range.cover(annotation.arguments_range);
        if annotation.name == "library/ref" {
            header.library = Some(LibraryReference { address: first_text(&annotation), range });
            continue;
        }
        let role = role_of(&annotation);
        // A schema that is also marked as data values is a schema.
        let is_stronger = matches!(role, DocumentRole::Schema(_)) || header.role == DocumentRole::Other;
        if role != DocumentRole::Other && is_stronger {
            header.role = role;
            header.range = Some(range);
        }
    }
    header
}

/// Whether a document has neither content nor a header: such documents are tolerated anywhere.
pub fn is_empty(document: &Document) -> bool {
    matches!(document.root.kind, NodeKind::Empty) && classify(document).role == DocumentRole::Other
}

/// The annotations of the document itself.
fn annotations_of(document: &Document) -> impl Iterator<Item = Annotation<'_>> {
    document.comments.iter().filter_map(|comment| match classify_comment(comment) {
        CommentKind::Annotation(annotation) => Some(annotation),
        _ => None,
    })
}

fn role_of(annotation: &Annotation<'_>) -> DocumentRole {
    match annotation.name {
        "data/values" => DocumentRole::DataValues,
        "data/values-schema" => DocumentRole::Schema(Edition::Released),
        "schema/match" => DocumentRole::Schema(Edition::Draft),
        "schema/definition" => DocumentRole::Schema(Edition::Proposal),
        "schema" => DocumentRole::Schema(Edition::Early),
        _ => DocumentRole::Other,
    }
}

/// The first argument, if it is a text; else the empty text.
fn first_text(annotation: &Annotation<'_>) -> String {
    let arguments = annotations::parse(annotation, Site { file: FileId::NONE, segment: SegmentId::DOCUMENT });
    let first = arguments.ok().and_then(|arguments| arguments.positional.into_iter().next());
    match first.map(|argument| argument.kind) {
        Some(ArgumentKind::Literal(value)) => match value.kind {
            ValueKind::String(text) => text.to_string(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}
