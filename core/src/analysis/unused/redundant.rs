//! Values that are what the schema says without them.
//!
//! Looked at are values that stand alone: in maps that are there anyway, without annotations, code, anchors and merge
//! keys around them, and with no other document, of the same file or of another one that may be laid over or below it,
//! that says anything about them.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::analysis::bundle::{self, has_errors};
use crate::analysis::subject::Subject;
use crate::analysis::world::{File, Query, World};
use crate::constraint::is_equal;
use crate::memo;
use crate::problem::{Code, Problem};
use crate::schema::{Edition, MappingType, SchemaNode};
use crate::text::{FileId, Place};
use crate::values::flow::flow;
use crate::values::from_yaml::{self, scalar_kind};
use crate::values::{Key, Value, ValueKind};
use crate::workspace::{Bundle, BundleRole};
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{Chunk, Chunks, Comment, ContentId, Document, Entry, Node, NodeKind, Placed};

/// Of more files it is not asked which of them say something.
const MOST_FILES: usize = 32;

/// The problems of a file, and what its chunks gave.
pub(super) struct RedundantValues;

/// What the chunks of a map gave under a schema, so that a version costs what is new in it.
#[derive(Default)]
pub(super) struct RedundantMemo(memo::Memo<ChunkKey, CachedChunk>);

/// A chunk, the map's schema by its address, and whether comments say nothing.
type ChunkKey = (ContentId, usize, bool);

struct CachedChunk {
    found: Arc<[RedundantEntry]>,
    /// It keeps the address from being used anew.
    _schema: Arc<SchemaNode>,
}

/// An entry that restates its default, or in which there are such.
struct RedundantEntry {
    key: Key,
    problem: Option<Problem>,
    inside: RedundantEntries,
}

/// Those of a map, in the chunks of their segments.
type RedundantEntries = Vec<Arc<[RedundantEntry]>>;

pub(super) fn problems(world: &World, source: File<'_>) -> Arc<Vec<Problem>> {
    world.get::<RedundantValues>(Subject::of_file(source.id))
}

impl Query for RedundantValues {
    type Output = Vec<Problem>;
    type IncrementalState = RedundantMemo;

    fn compute(world: &World, subject: Subject, _: Option<&Vec<Problem>>, memo: &mut RedundantMemo) -> Vec<Problem> {
        let source = subject.file_id().and_then(|file| world.file(file));
        memo.0.begin_pass();
        source.map(|source| in_file(world, source, memo)).unwrap_or_default()
    }
}

fn in_file(world: &World, source: File<'_>, memo: &mut RedundantMemo) -> Vec<Problem> {
    let roles = world.memberships(source.id);
    let is_values = |role: &BundleRole| *role != BundleRole::Member || source.facts().has_values;
    let is_ambiguous = world.candidates(source.id).is_some();
    if is_ambiguous || roles.is_empty() || !roles.iter().all(|(_, role)| is_values(role)) || source.code().is_there {
        return Vec::new();
    }
    let found = roles.iter().map(|(index, role)| of_bundle(world, *index, *role, source, memo));
    found.reduce(in_both).unwrap_or_default()
}

/// What is said in two bundles.
fn in_both(mut all: Vec<Problem>, here: Vec<Problem>) -> Vec<Problem> {
    let here: FxHashMap<Place, Problem> = here.into_iter().map(|problem| (problem.place, problem)).collect();
    all.retain(|problem| here.get(&problem.place) == Some(problem));
    all
}

fn of_bundle(
    world: &World,
    index: usize,
    role: BundleRole,
    source: File<'_>,
    memo: &mut RedundantMemo,
) -> Vec<Problem> {
    let bundle = world.bundle(index);
    let compiled = bundle::compiled(world, index);
    let is_released = |schema: &SchemaNode, edition| edition == Edition::Released && schema.ty.inner().next().is_some();
    let schema = compiled.usable_schema().filter(|schema| is_released(&schema.root, schema.edition));
    let Some(schema) = schema.filter(|_| !has_errors(&compiled.problems) && bundle.flags.is_empty()) else {
        return Vec::new();
    };
    let others = other_values(bundle, source.id, world);
    if others.len() > MOST_FILES || others.iter().any(|file| file.code().is_there) {
        return Vec::new();
    }
    let is_plain = role != BundleRole::Member && !source.facts().has_values;
    let documents = documents(source, is_plain);
    let others: Vec<&Document> =
        others.iter().flat_map(|file| self::documents(*file, !file.facts().has_values)).collect();
    let mut problems = Vec::new();
    for (index, document) in documents.iter().enumerate() {
        if !document.comments.iter().all(|comment| is_plain || is_header(comment)) {
            continue;
        }
        let found = RedundantSearch { file: source.id, is_plain, memo }.mapping(document.root(), &schema.root);
        let besides = documents.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, it)| *it);
        let besides: Vec<_> = besides.chain(others.iter().copied()).map(Document::root).collect();
        add_unspoken(&found, &besides, &mut problems);
    }
    problems
}

/// The other files whose values may be laid over those of a file, or below them.
fn other_values<'w>(bundle: &Bundle, file: FileId, world: &'w World) -> Vec<File<'w>> {
    let files = bundle.members.iter().chain(&bundle.data_values_files).chain(&bundle.attached);
    let files = files.filter(|other| **other != file).filter_map(|other| world.file(*other));
    let is_member = |other: &File<'_>| bundle.members.contains(&other.id);
    files.filter(|other| !is_member(other) || other.facts().has_values).take(MOST_FILES + 1).collect()
}

/// The documents of a file that are values.
fn documents(source: File<'_>, is_plain: bool) -> Vec<&Document> {
    let documents = source.document().map(|document| document.stream().documents.as_slice()).unwrap_or_default();
    let values = documents.iter().enumerate().filter(|(index, _)| is_plain || source.is_values(*index));
    values.map(|(_, document)| document).collect()
}

fn is_header(comment: &Comment) -> bool {
    match classify(comment) {
        CommentKind::Annotation(annotation) => annotation.name == "data/values",
        CommentKind::Code(_) => false,
        _ => true,
    }
}

/// Adds what is found in a map, but for what others say anything about, or about a map around it as a whole.
fn add_unspoken(found: &RedundantEntries, besides: &[Placed<'_, Node>], problems: &mut Vec<Problem>) {
    if found.is_empty() {
        return;
    }
    let mut spoken: FxHashMap<Key, Vec<Placed<'_, Entry>>> = FxHashMap::default();
    for other in besides.iter().filter(|other| !matches!(other.get().kind, NodeKind::Empty)) {
        let Some(mapping) = other.mapping() else { return };
        for entry in mapping.entries() {
            if is_merge(&entry) {
                return;
            }
            spoken.entry(from_yaml::key(entry.key().get())).or_default().push(entry);
        }
    }
    for entry in found.iter().flat_map(|chunk| chunk.iter()) {
        let others = spoken.get(&entry.key).map(Vec::as_slice).unwrap_or_default();
        if others.is_empty() {
            problems.extend(entry.problem.clone());
        }
        if others.iter().all(|other| is_bare(other.comments())) {
            let inside: Vec<_> = others.iter().map(|other| other.value()).collect();
            add_unspoken(&entry.inside, &inside, problems);
        }
    }
}

fn is_merge(entry: &Placed<'_, Entry>) -> bool {
    matches!(from_yaml::key(entry.key().get()), Key::String(name) if name == SmolStr::new("<<"))
}

/// Whether comments are nothing but remarks.
fn is_bare(comments: &[Comment]) -> bool {
    comments.iter().all(|comment| !matches!(classify(comment), CommentKind::Annotation(_) | CommentKind::Code(_)))
}

struct RedundantSearch<'m> {
    file: FileId,
    /// Whether comments say nothing.
    is_plain: bool,
    memo: &'m mut RedundantMemo,
}

impl RedundantSearch<'_> {
    fn mapping(&mut self, node: Placed<'_, Node>, schema: &Arc<SchemaNode>) -> RedundantEntries {
        let is_there = !schema.nullable && matches!(schema.default.kind, ValueKind::Mapping(_));
        let (Some(mapping), Some(ty)) = (node.mapping().filter(|_| is_there), schema.ty.mapping()) else {
            return Vec::new();
        };
        if node.get().properties.is_some() {
            return Vec::new();
        }
        let found = match &mapping.get().entries {
            Chunks::Here(_) if mapping.entries().any(|entry| is_merge(&entry)) => return Vec::new(),
            Chunks::Here(_) => vec![self.entries(mapping.entries(), ty)],
            Chunks::Spread(chunks) => {
                let mut with_aliases = mapping.chunks(chunks).filter(|chunk| chunk.has_alias);
                if with_aliases.any(|chunk| chunk.iter().any(|entry| is_merge(&entry))) {
                    return Vec::new();
                }
                mapping.chunks(chunks).map(|chunk| self.chunk(chunk, schema, ty)).collect()
            }
        };
        found.into_iter().filter(|entries| !entries.is_empty()).collect()
    }

    fn chunk(
        &mut self,
        chunk: Placed<'_, Chunk<Entry>>,
        schema: &Arc<SchemaNode>,
        ty: &MappingType,
    ) -> Arc<[RedundantEntry]> {
        let key = (chunk.content, Arc::as_ptr(schema).addr(), self.is_plain);
        if let Some(results) = self.memo.0.get(&key) {
            return results.found.clone();
        }
        let found = self.entries(chunk.iter(), ty);
        self.memo.0.keep(key, CachedChunk { found: found.clone(), _schema: schema.clone() });
        found
    }

    fn entries<'e>(
        &mut self,
        entries: impl Iterator<Item = Placed<'e, Entry>>,
        ty: &MappingType,
    ) -> Arc<[RedundantEntry]> {
        entries.filter_map(|entry| self.entry(entry, ty)).collect()
    }

    fn entry(&mut self, entry: Placed<'_, Entry>, ty: &MappingType) -> Option<RedundantEntry> {
        let key = from_yaml::key(entry.key().get());
        let field = ty.fields.get(&key).filter(|_| self.is_plain || is_bare(entry.comments()))?;
        if field.deprecated.is_some() || field.removed.is_some() || !field.is_defaulted() {
            return None;
        }
        let inside = self.mapping(entry.value(), field);
        let problem = is_default(entry.value(), &field.default).then(|| {
            let message = format!("`{key}` is {} without this, too", flow(&field.default));
            let place = entry.place(self.file, entry.get().key.range);
            let problem = Problem::new(Code::RedundantValue, place, message);
            problem.related(field.declared, "the schema declares the default here")
        });
        (problem.is_some() || !inside.is_empty()).then_some(RedundantEntry { key, problem, inside })
    }
}

/// Whether a node is written as a default is: a scalar of the same kind, or an empty array.
fn is_default(node: Placed<'_, Node>, default: &Value) -> bool {
    let Node { properties, kind, .. } = node.get();
    match kind {
        _ if properties.is_some() => false,
        NodeKind::Scalar(_) => scalar_kind(node.get()).is_some_and(|kind| {
            let is_same_kind = std::mem::discriminant(&kind) == std::mem::discriminant(&default.kind);
            is_same_kind && is_equal(&Value::unwritten(kind), default)
        }),
        NodeKind::Sequence(items) => {
            items.items.is_empty() && matches!(&default.kind, ValueKind::Sequence(items) if items.is_empty())
        }
        _ => false,
    }
}
