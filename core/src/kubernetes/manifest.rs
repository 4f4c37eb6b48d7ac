//! One YAML document that is a resource: its type and its value. Read once for each version of the document.

use std::sync::Arc;

use super::ResourceType;
use crate::document::{TextDocument, is_template};
use crate::memo;
use crate::problem::Severity;
use crate::text::{FileId, Place};
use crate::values::from_yaml::{self, from_yaml};
use crate::values::{Key, Value, ValueKind};
use crate::yaml::path;
use crate::yaml::{Chunks, ContentId, Document, Entry, Mapping, Node, NodeKind, Placed};

/// A resource has few keys at its root, and says what it is among the first of them.
const MOST_KEYS: usize = 16;

/// A resource.
#[derive(Debug)]
pub struct Manifest {
    /// The file that it stands in.
    pub file: FileId,
    /// Its type.
    pub of: ResourceType,
    /// The value of `apiVersion`.
    pub version_place: Place,
    /// The value of `kind`.
    pub kind_place: Place,
    /// The whole document. Places in it stay true; only that of the root itself moves with edits above it.
    pub value: Value,
    /// Whether template code decides about parts of it.
    pub is_computed: bool,
    /// Whether keys of it are conditions, as in what a test asserts of a resource.
    pub is_assertion: bool,
    /// Whether lines of it cannot be read: nothing is claimed of what it lacks then.
    pub is_incomplete: bool,
}

impl Manifest {
    /// A resource that stands in no file of its own, such as one that a template makes.
    pub fn made(file: FileId, value: Value) -> Option<Self> {
        let text = |name: &str| value.field(&[name])?.text();
        let of = ResourceType::of(text("apiVersion")?, text("kind")?);
        let place = |name: &str| value.field(&[name]).map_or(value.origin, |value| value.origin);
        let (version_place, kind_place) = (place("apiVersion"), place("kind"));
        let (is_computed, is_assertion, is_incomplete) = (false, false, false);
        Some(Self { file, of, version_place, kind_place, value, is_computed, is_assertion, is_incomplete })
    }
}

/// What a document writes behind `apiVersion` and `kind`, if it is a resource. One that ytt reads as something else is
/// none.
pub fn written(document: &Document) -> Option<(Placed<'_, Node>, Placed<'_, Node>)> {
    if document.comments.iter().any(|comment| comment.text.starts_with('@')) {
        return None;
    }
    let mapping = document.root().mapping()?;
    Some((value_of(mapping, "apiVersion")?, value_of(mapping, "kind")?))
}

fn value_of<'a>(mapping: Placed<'a, Mapping>, name: &str) -> Option<Placed<'a, Node>> {
    let is_named = |entry: &Placed<'_, Entry>| entry.key().scalar().is_some_and(|key| key.text == name);
    Some(mapping.entries().take(MOST_KEYS).find(is_named)?.value())
}

/// The type of a document that is a resource.
pub fn type_of(document: &Document) -> Option<ResourceType> {
    let (version, kind) = written(document)?;
    Some(ResourceType::of(&version.scalar()?.text, &kind.scalar()?.text))
}

/// The values of `apiVersion` that a text seems to have: a quick look, which finds more than there are rather than less.
pub fn api_versions(text: &str) -> impl Iterator<Item = &str> {
    const KEY: &str = "apiVersion";
    let behind = text.match_indices(KEY).filter_map(|(at, _)| {
        let rest = text[at + KEY.len()..].trim_start_matches(['"', '\'', ' ', '\t']);
        rest.strip_prefix(':')
    });
    behind.map(|rest| {
        let rest = rest.trim_start_matches([' ', '\t', '"', '\'']);
        let end = rest.find(|letter: char| letter.is_whitespace() || "\"',}".contains(letter));
        &rest[..end.unwrap_or(rest.len())]
    })
}

/// Resources of a file, kept from one version to the next by what their documents hold.
#[derive(Debug, Default)]
pub struct ManifestMemo {
    values: from_yaml::ValueMemo,
    manifests: memo::Memo<(Box<[ContentId]>, bool), Arc<Manifest>>,
}

/// The resources of a text in order, each with the index of its document.
pub fn manifests(file: FileId, text: &TextDocument, memo: &mut ManifestMemo) -> Vec<(usize, Arc<Manifest>)> {
    memo.manifests.begin_pass();
    let documents = text.stream().documents.iter().enumerate();
    let types = documents.filter_map(|(index, document)| Some((index, document, type_of(document)?)));
    let manifest = |(index, document, of): (usize, &Document, ResourceType)| {
        let key = content(document).map(|content| (content, is_incomplete(text, index)));
        if let Some(known) = key.as_ref().and_then(|key| memo.manifests.get(key)) {
            return (index, known.clone());
        }
        let manifest = Arc::new(read(file, text, (index, document), of, &mut memo.values));
        if let Some(key) = key {
            memo.manifests.keep(key, manifest.clone());
        }
        (index, manifest)
    };
    types.map(manifest).collect()
}

fn read(
    file: FileId,
    text: &TextDocument,
    (index, document): (usize, &Document),
    of: ResourceType,
    memo: &mut from_yaml::ValueMemo,
) -> Manifest {
    let value = from_yaml(file, document, memo).value;
    let place = |name: &str| value.field(&[name]).map_or(value.origin, |value| value.origin);
    Manifest {
        file,
        of,
        version_place: place("apiVersion"),
        kind_place: place("kind"),
        is_computed: is_template(document),
        is_assertion: holds_conditions(&value),
        is_incomplete: is_incomplete(text, index),
        value,
    }
}

/// Whether a key of a value is a condition.
fn holds_conditions(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Mapping(mapping) => mapping.entries.iter().any(|entry| {
            matches!(entry.key(), Some(Key::String(key)) if key.starts_with('(')) || holds_conditions(&entry.value)
        }),
        ValueKind::Sequence(items) => items.iter().any(holds_conditions),
        _ => false,
    }
}

/// Names what a document holds; `None` where its root does not consist of segments.
pub fn content(document: &Document) -> Option<Box<[ContentId]>> {
    match &document.root.kind {
        NodeKind::Mapping(Mapping { entries: Chunks::Spread(chunks), .. }) => {
            Some(chunks.iter().map(|chunk| chunk.content).collect())
        }
        _ => None,
    }
}

/// Whether lines of a document cannot be read, those behind its last node included.
pub fn is_incomplete(text: &TextDocument, index: usize) -> bool {
    let stream = text.stream();
    let mut errors = stream.problems.iter().filter(|problem| problem.severity == Severity::Error);
    errors.any(|problem| {
        let range = text.resolve(problem.place);
        range.is_none_or(|range| path::document_at(stream, range.start()) == Some(index))
    })
}
