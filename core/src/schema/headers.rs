//! What a document is, told from the comments attached to it: a schema (of which edition), data values, or neither.
//!
//! Cheap: it reads the header comments only and parses arguments only where they decide.

use crate::problem::{Code, Problem, nearest};
use crate::schema::{Edition, library_address};
use crate::template::arguments;
use crate::text::{FileId, Place, SegmentId, TextRange};
use crate::values::arguments::{AnnotationSite, ArgumentKind, Arguments, KeywordArgument};
use crate::values::fragment::Fragment;
use crate::values::{Value, ValueKind, from_yaml};
use crate::yaml::annotation::{Annotation, CommentKind, classify as classify_comment};
use crate::yaml::{Document, NodeKind, Stream};

/// The headers of released ytt.
pub const HEADERS: &[&str] = &["data/values-schema", "data/values"];

/// What a document is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
pub struct DocumentHeader {
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

/// The header that was meant by the name of an annotation which is none.
pub(crate) fn intended_header(name: &str) -> Option<&'static str> {
    let looks_alike = name.starts_with("data") || name.contains("values");
    let header = nearest(name, HEADERS.iter().copied()).filter(|_| looks_alike)?;
    (!HEADERS.contains(&name)).then_some(header)
}

/// What a document without a header was meant to be, if its header is misspelt. An empty one is nothing.
pub fn intended_role(document: &Document) -> Option<DocumentRole> {
    let header = annotations_of(document).find_map(|annotation| intended_header(annotation.name));
    let is_other = || classify(document).role == DocumentRole::Other && !is_empty(document);
    header.filter(|_| is_other()).map(role_of)
}

/// Tells what a document is.
pub fn classify(document: &Document) -> DocumentHeader {
    let mut header = DocumentHeader { role: DocumentRole::Other, range: None, library: None };
    for annotation in annotations_of(document) {
        let range = annotation.name_range.cover(annotation.arguments_range);
        if annotation.name == "library/ref" {
            header.library = Some(LibraryReference { address: first_text(&annotation), range });
            continue;
        }
        let role = role_of(annotation.name);
        if is_stronger(role, header.role) {
            header.role = role;
            header.range = Some(range);
        }
    }
    header
}

/// Whether a document holds data values of the bundle itself; one that is a schema can be both.
pub fn holds_values(document: &Document) -> bool {
    holds_values_of_any(document) && !annotations_of(document).any(|annotation| annotation.name == "library/ref")
}

/// The same, of whatever library.
pub fn holds_values_of_any(document: &Document) -> bool {
    CollectedHeader::DataValues.is_above(document)
}

/// Whether a document is a schema, of whatever library.
pub fn holds_schema_of_any(document: &Document) -> bool {
    CollectedHeader::Schema.is_above(document)
}

/// What an evaluated document is, and the name of the annotation that says so.
pub fn of_fragment(document: &Fragment) -> (DocumentRole, Option<Place>) {
    let mut found = (DocumentRole::Other, None);
    for attached in &*document.annotations {
        let role = role_of(&attached.name);
        if is_stronger(role, found.0) {
            found = (role, Some(attached.name_place));
        }
    }
    found
}

/// Whether a header counts although there is another: a schema that is also marked as data values is a schema.
fn is_stronger(role: DocumentRole, other: DocumentRole) -> bool {
    role != DocumentRole::Other && (matches!(role, DocumentRole::Schema(_)) || other == DocumentRole::Other)
}

/// The problem of a schema document whose edition is not that of the first one.
pub(crate) fn other_edition(header: Place, first: Place) -> Problem {
    let message = "The schema documents of a bundle belong to one edition, and this header is of another";
    let problem =
        Problem::new(Code::MixedEditions, header, message).related(first, "the first schema document is this");
    problem.hint("write all schema documents with the same header")
}

/// Whether a line of a text looks like the header of a schema of one of the older editions.
pub fn may_open_older_schema(text: &str) -> bool {
    let names = text.lines().filter_map(|line| line.strip_prefix("#@")?.split_whitespace().next());
    names.into_iter().any(|name| matches!(role_of(name), DocumentRole::Schema(edition) if edition != Edition::Released))
}

/// Whether a document has no content: such documents are tolerated anywhere.
fn is_empty(document: &Document) -> bool {
    match &document.root.kind {
        NodeKind::Mapping(mapping) => mapping.entries.is_empty(),
        NodeKind::Sequence(sequence) => sequence.items.is_empty(),
        _ => matches!(from_yaml::scalar_kind(&document.root), Some(ValueKind::Null)),
    }
}

/// What is wrong with the documents of a file as a whole: kinds that do not go together, arguments of headers, and
/// annotations after the last node.
///
/// Costs what the headers cost, not what the documents hold.
pub fn problems(file: FileId, stream: &Stream) -> Vec<Problem> {
    let site = AnnotationSite { file, segment: SegmentId::DOCUMENT };
    let mut problems = mixed_documents(site, stream);
    for document in &stream.documents {
        for annotation in annotations_of(document) {
            let Ok(arguments) = arguments::parse(&annotation, site) else { continue };
            problems.extend(argument_problems(document, &annotation, &arguments, site));
        }
    }
    for comment in &stream.dangling {
        if let CommentKind::Annotation(annotation) = classify_comment(comment) {
            let message = format!("`@{}` comes after the last node, so it has no effect", annotation.name);
            let place = site.place(annotation.name_range);
            problems.push(Problem::new(Code::DanglingAnnotation, place, message).hint("move it above its node"));
        }
    }
    problems
}

/// The problem of a document that addresses a library which nothing in the bundle can use.
pub fn unused_library(file: FileId, document: &Document) -> Option<Problem> {
    let header = classify(document);
    let library = header.library.filter(|_| header.role != DocumentRole::Other)?;
    let place = Place::absolute(file, document.marker.unwrap_or(library.range));
    let message =
        format!("The document is meant for the library `{}`, which this bundle does not use", library.address);
    let problem = Problem::new(Code::UnusedLibraryDocument, place, message);
    Some(problem.related(Place::absolute(file, library.range), "the library is named here"))
}

/// The headers by which ytt collects documents, schemas first: a file that has one of them holds no other documents, those
/// without content aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CollectedHeader {
    Schema,
    DataValues,
}

impl CollectedHeader {
    const IN_ORDER: [Self; 2] = [Self::Schema, Self::DataValues];

    fn words(self) -> &'static str {
        match self {
            Self::Schema => "schema",
            Self::DataValues => "data values",
        }
    }

    fn of(role: DocumentRole) -> Option<Self> {
        match role {
            DocumentRole::Schema(_) => Some(Self::Schema),
            DocumentRole::DataValues => Some(Self::DataValues),
            DocumentRole::Other => None,
        }
    }

    fn is_above(self, document: &Document) -> bool {
        annotations_of(document).any(|annotation| Self::of(role_of(annotation.name)) == Some(self))
    }

    pub(crate) fn is_on(self, document: &Fragment) -> bool {
        document.annotations.iter().any(|attached| Self::of(role_of(&attached.name)) == Some(self))
    }

    /// The documents that may not stand beside those that have it.
    fn others<D>(
        self,
        documents: &[D],
        has: fn(Self, &D) -> bool,
        is_empty: fn(&D) -> bool,
    ) -> impl Iterator<Item = &D> {
        documents.iter().filter(move |document| !has(self, document) && !is_empty(document))
    }

    /// The same in a text, where any document has it.
    fn others_in(self, stream: &Stream) -> Vec<&Document> {
        if !stream.documents.iter().any(|document| self.is_above(document)) {
            return Vec::new();
        }
        self.others(&stream.documents, Self::is_above, is_empty).collect()
    }
}

/// Documents that may not stand beside others of their file. Functions may hold documents of any kind, so files with
/// template code above a document are not judged.
fn mixed_documents(site: AnnotationSite, stream: &Stream) -> Vec<Problem> {
    let has_code =
        |document: &Document| document.comments.iter().any(|it| matches!(classify_comment(it), CommentKind::Code(_)));
    let mut found = CollectedHeader::IN_ORDER.into_iter().map(|header| (header, header.others_in(stream)));
    let Some((header, others)) = found.find(|(_, others)| !others.is_empty()) else { return Vec::new() };
    if stream.documents.iter().any(has_code) {
        return Vec::new();
    }
    let place =
        |document: &Document| site.place(document.marker.unwrap_or(TextRange::empty(document.root().range().start())));
    let misspelt = |document: &Document| {
        annotations_of(document)
            .find(|annotation| intended_header(annotation.name).is_some())
            .map(|annotation| (annotation.name.to_owned(), site.place(annotation.name_range)))
    };
    let problem = |document: &Document| mixed(place(document), header, classify(document).role, misspelt(document));
    others.into_iter().map(problem).collect()
}

/// Whether ytt refuses a file where it collects schemas, as [`Code::MixedDocuments`] says.
pub(crate) fn has_mixed_schemas(stream: &Stream) -> bool {
    !CollectedHeader::Schema.others_in(stream).is_empty()
}

/// The same among the documents that the evaluation of a file gave, whatever code stands above them. Its text decides
/// which header is collected from it. What is told of schemas is told once.
pub(crate) fn mixed_evaluated(header: CollectedHeader, documents: &[Fragment]) -> Vec<Problem> {
    let is_empty = |document: &Fragment| {
        matches!(document.value.kind, ValueKind::Null | ValueKind::Unknown) || document.value.is_empty_collection()
    };
    let others = |header: CollectedHeader| header.others(documents, CollectedHeader::is_on, is_empty);
    let is_schema = documents.iter().any(|document| CollectedHeader::Schema.is_on(document));
    if header == CollectedHeader::DataValues && is_schema && others(CollectedHeader::Schema).next().is_some() {
        return Vec::new();
    }
    let misspelt = |document: &Fragment| {
        let header = document.annotations.iter().find(|attached| intended_header(&attached.name).is_some())?;
        Some((header.name.to_string(), header.name_place))
    };
    let problem = |document: &Fragment| mixed(document.place, header, of_fragment(document).0, misspelt(document));
    others(header).map(problem).collect()
}

/// The problem of a document at its marker, or at its header if that is misspelt.
fn mixed(place: Place, header: CollectedHeader, role: DocumentRole, misspelt: Option<(String, Place)>) -> Problem {
    let expected = header.words();
    let message = format!("A file with {expected} documents cannot contain other documents");
    if let Some((name, place)) = misspelt {
        let problem = Problem::new(Code::MixedDocuments, place, message);
        let problem = problem.found(format!("`@{name}`, which is unknown to ytt"));
        let Some(header) = intended_header(&name) else { return problem };
        let problem = problem.hint(format!("did you mean `@{header}`?"));
        return problem.fix(format!("Change to `@{header}`"), place, header);
    }
    let found = CollectedHeader::of(role)
        .map_or_else(|| "a document without such a header".to_owned(), |found| format!("a {} document", found.words()));
    Problem::new(Code::MixedDocuments, place, message)
        .found(found)
        .expected(format!("{expected} documents only"))
        .hint("move the document to a file of its own")
}

/// What is wrong with the arguments of a header.
fn argument_problems(
    document: &Document,
    annotation: &Annotation<'_>,
    arguments: &Arguments,
    site: AnnotationSite,
) -> Vec<Problem> {
    let has_library = classify(document).library.is_some();
    let refuse = |keyword: &KeywordArgument, message: &str| {
        let problem = Problem::new(Code::UnknownHeaderArgument, site.place(keyword.name_range), message);
        problem.found(format!("`{}=`", keyword.name))
    };
    let keywords = arguments.keywords.iter();
    match annotation.name {
        "library/ref" if classify(document).role != DocumentRole::Other => {
            address_problem(annotation, arguments, site).into_iter().collect()
        }
        "data/values" => keywords
            .filter_map(|keyword| match keyword.name.as_str() {
                "after_library_module" if has_library => not_boolean(keyword, site),
                "after_library_module" => Some(
                    refuse(keyword, "Only data values of a library can come after its module")
                        .hint("name the library with `@library/ref`"),
                ),
                _ => Some(refuse(keyword, "`@data/values` does not take this argument").expected("no such argument")),
            })
            .collect(),
        "schema/match" | "schema/definition" | "schema" => edition_problems(annotation, arguments, site),
        _ => Vec::new(),
    }
}

/// What is wrong with an argument that is neither true nor false, as far as that is known without evaluation.
fn not_boolean(keyword: &KeywordArgument, site: AnnotationSite) -> Option<Problem> {
    let is_boolean = match &keyword.value.kind {
        ArgumentKind::Literal(value) => matches!(value.kind, ValueKind::Bool(_)),
        ArgumentKind::Expression => true,
        _ => false,
    };
    let message = format!("`{}=` is either `True` or `False`", keyword.name);
    (!is_boolean).then(|| Problem::new(Code::UnknownHeaderArgument, site.place(keyword.value.range), message))
}

/// What is wrong with the address of a library.
fn address_problem(annotation: &Annotation<'_>, arguments: &Arguments, site: AnnotationSite) -> Option<Problem> {
    let refuse = |range: TextRange, message: String| {
        let problem = Problem::new(Code::UnknownHeaderArgument, site.place(range), message);
        problem.expected("the address of a library, such as `\"@name\"` or `\"@name~alias\"`")
    };
    match arguments.positional.as_slice() {
        [] if arguments.is_open => None,
        [] => Some(refuse(annotation.name_range, "`@library/ref` does not name a library".to_owned())),
        [_, second, ..] => Some(refuse(second.range, "`@library/ref` names one library".to_owned())),
        [address] => match (&address.kind, address.text()) {
            (ArgumentKind::Expression, _) => None,
            (_, None) => Some(refuse(address.range, "The address of a library is a text".to_owned())),
            (_, Some(text)) => {
                let mistake = library_address::read(text).err()?;
                Some(refuse(address.range, format!("The address of the library {mistake}")).found(format!("`{text}`")))
            }
        },
    }
}

/// The headers of older editions say of what they are the schema, and only data values have one; `@schema` may leave it
/// out.
fn edition_problems(annotation: &Annotation<'_>, arguments: &Arguments, site: AnnotationSite) -> Vec<Problem> {
    let (names, expected): (&[&str], _) = match annotation.name {
        "schema/match" => (&["data_values"], "`data_values=True`"),
        "schema/definition" => (&["data_values", "name"], "`data_values=True`, or `name=\"data/values\"`"),
        _ => (&["attach"], "`attach=\"data/values\"`, or nothing"),
    };
    let refuse = |range: TextRange, message: &str| {
        Problem::new(Code::UnknownHeaderArgument, site.place(range), message).expected(expected)
    };
    let unknown = format!("`@{}` does not take this argument", annotation.name);
    let positional = arguments.positional.iter().map(|argument| refuse(argument.range, &unknown));
    let keywords = arguments.keywords.iter().filter_map(|keyword| {
        let found = format!("`{}=`", keyword.name);
        match (names.contains(&keyword.name.as_str()), is_of_data_values(keyword)) {
            (true, true) => None,
            (true, false) => Some(refuse(keyword.name_range, "This schema is not one of data values").found(found)),
            (false, _) => Some(refuse(keyword.name_range, &unknown).found(found)),
        }
    });
    let mut problems: Vec<Problem> = positional.chain(keywords).collect();
    let is_bare = arguments.positional.is_empty() && arguments.keywords.is_empty() && !arguments.is_open;
    if is_bare && annotation.name != "schema" {
        let problem = refuse(annotation.name_range, "The header does not say of what this is the schema");
        let end = TextRange::empty(annotation.name_range.end());
        problems.push(problem.fix("Say `data_values=True`", site.place(end), " data_values=True"));
    }
    problems
}

/// Whether an argument of a header names data values.
fn is_of_data_values(keyword: &KeywordArgument) -> bool {
    match (&keyword.value.kind, keyword.name.as_str()) {
        (ArgumentKind::Expression, _) => true,
        (ArgumentKind::Literal(Value { kind: ValueKind::Bool(is_true), .. }), "data_values") => *is_true,
        (_, "data_values") => false,
        _ => keyword.value.text() == Some("data/values"),
    }
}

/// The annotations of the document itself.
fn annotations_of(document: &Document) -> impl Iterator<Item = Annotation<'_>> {
    document.comments.iter().filter_map(|comment| match classify_comment(comment) {
        CommentKind::Annotation(annotation) => Some(annotation),
        _ => None,
    })
}

fn role_of(name: &str) -> DocumentRole {
    match name {
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
    let arguments = arguments::parse(annotation, AnnotationSite { file: FileId::NONE, segment: SegmentId::DOCUMENT });
    let first = arguments.ok().and_then(|arguments| arguments.positional.into_iter().next());
    first.and_then(|argument| argument.text().map(str::to_owned)).unwrap_or_default()
}
