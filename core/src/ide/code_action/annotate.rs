//! Annotations that let a schema accept more: null, anything, nothing at all. They are written where the schema is; a
//! schema in a library is somebody else's, so nothing is offered there.

use std::sync::Arc;

use super::{CodeAction, ProblemSite};
use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::line::line_at;
use crate::ide::position::schema_at;
use crate::schema::headers::{DocumentRole, classify};
use crate::schema::{Edition, SchemaNode};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::workspace::{is_yaml, library_root};
use crate::yaml::NodeKind;
use crate::yaml::path::{self, NodeStep, Part};

/// Lets the schema accept the value of the problem: null, or anything.
pub(super) fn accept(site: &ProblemSite<'_>) -> Vec<CodeAction> {
    let Some(location) = site.location() else { return Vec::new() };
    let Some(schema) = schema_at(site.analysis, site.file, &location) else { return Vec::new() };
    let is_null = matches!(location.part, Part::Value(node) if is_null(&node.kind)) || site.is_found("null");
    let mut actions = Vec::new();
    if is_null {
        actions.extend(annotated(site, &schema, "schema/nullable", "null"));
    }
    actions.extend(annotated(site, &schema, "schema/type any=True", "anything"));
    actions
}

fn is_null(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Empty)
}

impl ProblemSite<'_> {
    fn is_found(&self, found: &str) -> bool {
        self.problem.found.as_deref() == Some(found)
    }
}

fn annotated(site: &ProblemSite<'_>, schema: &Arc<SchemaNode>, annotation: &str, what: &str) -> Option<CodeAction> {
    let spot = AnnotatedKey::of(site, schema.declared)?;
    let (title, name) = (format!("Let the schema accept {what} here: `@{annotation}`"), annotation.split(' ').next()?);
    (!spot.has(name) && !spot.has("schema/type") && (annotation != ANYTHING || !spot.holds_annotations()))
        .then(|| spot.action(title, annotation))
}

const ANYTHING: &str = "schema/type any=True";

/// Lets a key of a schema be anything, where its example says nothing of its type.
pub(super) fn anything(site: &ProblemSite<'_>) -> Vec<CodeAction> {
    let Some(spot) = AnnotatedKey::around(site.analysis, site.problem.place) else { return Vec::new() };
    let is_free = !spot.has("schema/type") && !spot.has("schema/nullable") && !spot.holds_annotations();
    let action = || spot.action(format!("Let it be anything: `@{ANYTHING}`"), ANYTHING);
    is_free.then(action).into_iter().collect()
}

/// States that an array is empty by default.
pub(super) fn empty_array(site: &ProblemSite<'_>) -> Vec<CodeAction> {
    let spot = AnnotatedKey::around(site.analysis, site.problem.place);
    let action =
        |spot: AnnotatedKey| spot.action("State the default: `@schema/default []`".to_owned(), "schema/default []");
    spot.map(|spot| action(spot).preferred(true)).into_iter().collect()
}

/// Lets a value be empty that the older editions ask for.
pub(super) fn allow_empty(site: &ProblemSite<'_>) -> Vec<CodeAction> {
    let declared = site.problem.related.first().map(|related| related.place);
    let spot =
        declared.and_then(|declared| AnnotatedKey::of(site, declared)).filter(|spot| !spot.has("schema/allow-empty"));
    let title = || "Let the schema leave it empty: `@schema/allow-empty`".to_owned();
    spot.map(|spot| spot.action(title(), "schema/allow-empty")).into_iter().collect()
}

/// Lets a key take the place of the one above that has its name.
pub(super) fn override_key(site: &ProblemSite<'_>) -> Vec<CodeAction> {
    let line = line_at(site.document.rope(), site.problem.place.range.start());
    let is_first = line.column(site.problem.place.range.start()) == line.indentation();
    if !site.document.stream().is_template || !is_first {
        return Vec::new();
    }
    let spot = AnnotatedKey {
        file: site.file,
        document: site.document,
        line: line.start,
        indentation: line.indentation(),
        comments: Vec::new(),
        text: String::new(),
    };
    vec![spot.action("Let it override the key above: `@yaml/map-key-override`".to_owned(), "yaml/map-key-override")]
}

/// A key of a schema document that annotations can be written above.
struct AnnotatedKey<'a> {
    file: FileId,
    document: &'a TextDocument,
    /// Where its line starts, and how far it is indented.
    line: TextSize,
    indentation: usize,
    /// What is said above it and behind it, and its own text.
    comments: Vec<String>,
    text: String,
}

impl<'a> AnnotatedKey<'a> {
    /// The key that a schema was declared at, if it is one of ours.
    fn of(site: &ProblemSite<'a>, declared: Place) -> Option<Self> {
        let document = site.analysis.document(declared.file)?;
        Self::around(site.analysis, Place::absolute(declared.file, document.resolve(declared)?))
    }

    /// The key at a place of a schema, or whose value stands there.
    fn around(analysis: &'a Analysis, place: Place) -> Option<Self> {
        let path = analysis.path(place.file);
        if library_root(path).is_some() || !is_yaml(path) {
            return None;
        }
        let document = analysis.document(place.file)?;
        let location = path::locate(document.stream(), place.range.start())?;
        let role = classify(document.stream().documents.get(location.document)?).role;
        let is_schema = matches!(role, DocumentRole::Schema(edition) if edition != Edition::OpenChoreo);
        let Some(NodeStep::Entry(entry)) = location.steps.last().filter(|_| is_schema) else { return None };
        let line = line_at(document.rope(), entry.range().start());
        let is_first = line.column(entry.range().start()) == line.indentation();
        is_first.then(|| Self {
            file: place.file,
            document,
            line: line.start,
            indentation: line.indentation(),
            comments: entry.comments().iter().map(|comment| comment.text.to_string()).collect(),
            text: document.slice(entry.range()),
        })
    }

    fn has(&self, annotation: &str) -> bool {
        let is_it = |comment: &String| comment.strip_prefix('@').is_some_and(|it| it.starts_with(annotation));
        self.comments.iter().any(is_it)
    }

    /// Whether annotations stand below it, which `any=True` would leave without effect, or make mistakes.
    fn holds_annotations(&self) -> bool {
        self.text.contains("#@")
    }

    fn action(&self, title: String, annotation: &str) -> CodeAction {
        let newline = if self.document.rope().line(0).to_string().ends_with("\r\n") { "\r\n" } else { "\n" };
        let text = format!("{}#@{annotation}{newline}", " ".repeat(self.indentation));
        CodeAction::new(title, Place::absolute(self.file, TextRange::empty(self.line)), text)
    }
}
