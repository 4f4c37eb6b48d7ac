//! Values that are what the schema says without them.
//!
//! Looked at are values that stand alone: in maps that are there anyway, without annotations, code, anchors and merge
//! keys around them, and with no other document, of the same file or of another one that may be laid over or below it,
//! that says anything about them.

use smol_str::SmolStr;

use crate::analysis::bundle::{self, has_errors};
use crate::analysis::world::{File, World};
use crate::constraint::is_equal;
use crate::problem::{Code, Problem};
use crate::schema::{Edition, SchemaNode};
use crate::text::{FileId, Place};
use crate::values::flow::flow;
use crate::values::from_yaml::{self, scalar_kind};
use crate::values::{Key, Value, ValueKind};
use crate::workspace::{Bundle, BundleRole};
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{Comment, Document, Entry, Mapping, Node, NodeKind, Placed};

/// Of more files it is not asked which of them say something.
const MOST_FILES: usize = 32;

/// A key of a map.
type Step = Key;

pub(super) fn problems(world: &World, source: File<'_>) -> Vec<Problem> {
    let roles = world.memberships(source.id);
    let is_values = |role: &BundleRole| *role != BundleRole::Member || source.facts().has_values;
    let is_ambiguous = world.layout().ambiguous.contains_key(&source.id);
    if is_ambiguous || roles.is_empty() || !roles.iter().all(|(_, role)| is_values(role)) || source.code().is_there {
        return Vec::new();
    }
    let found = roles.iter().map(|(index, role)| of_bundle(world, *index, *role, source));
    let common = found.reduce(|common, here| common.into_iter().filter(|it| here.contains(it)).collect());
    common.unwrap_or_default()
}

fn of_bundle(world: &World, index: usize, role: BundleRole, source: File<'_>) -> Vec<Problem> {
    let bundle = world.bundle(index);
    let compiled = bundle::compiled(world, index);
    let is_released = |schema: &SchemaNode, edition| edition == Edition::Released && !schema.ty.inner().is_empty();
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
        let mut search = RestatedSearch { file: source.id, is_plain, path: Vec::new(), found: Vec::new() };
        search.mapping(document.root(), &schema.root);
        let besides = documents.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, it)| *it);
        let besides: Vec<&Document> = besides.chain(others.iter().copied()).collect();
        let alone = search.found.into_iter().filter(|(path, _)| !besides.iter().any(|it| speaks_of(it.root(), path)));
        problems.extend(alone.map(|(_, problem)| problem));
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

/// Whether a document says anything about the value at a path, or about a map around it as a whole.
fn speaks_of(root: Placed<'_, Node>, path: &[Step]) -> bool {
    let Some((step, rest)) = path.split_first() else { return true };
    let Some(mapping) = root.mapping() else { return !matches!(root.get().kind, NodeKind::Empty) };
    let mut entries = mapping.entries();
    entries.any(|entry| {
        let key = from_yaml::key(entry.key().get());
        is_merge(&entry) || key == *step && (!is_bare(entry.comments()) || speaks_of(entry.value(), rest))
    })
}

fn is_merge(entry: &Placed<'_, Entry>) -> bool {
    matches!(from_yaml::key(entry.key().get()), Key::String(name) if name == SmolStr::new("<<"))
}

/// Whether comments are nothing but remarks.
fn is_bare(comments: &[Comment]) -> bool {
    comments.iter().all(|comment| !matches!(classify(comment), CommentKind::Annotation(_) | CommentKind::Code(_)))
}

struct RestatedSearch {
    file: FileId,
    /// Whether comments say nothing.
    is_plain: bool,
    path: Vec<Step>,
    found: Vec<(Vec<Step>, Problem)>,
}

impl RestatedSearch {
    fn mapping(&mut self, node: Placed<'_, Node>, schema: &SchemaNode) {
        let is_there = !schema.nullable && matches!(schema.default.kind, ValueKind::Mapping(_));
        let (Some(mapping), Some(ty)) = (node.mapping().filter(|_| is_there), schema.ty.mapping()) else { return };
        if node.get().properties.is_some() || mapping.entries().any(|entry| is_merge(&entry)) {
            return;
        }
        self.entries(mapping, |key| ty.fields.get(key).map(|field| &**field));
    }

    fn entries<'s>(&mut self, mapping: Placed<'_, Mapping>, field: impl Fn(&Key) -> Option<&'s SchemaNode>) {
        for entry in mapping.entries() {
            let key = from_yaml::key(entry.key().get());
            let Some(field) = field(&key).filter(|_| self.is_plain || is_bare(entry.comments())) else { continue };
            if field.deprecated.is_some() || field.removed.is_some() || !field.is_defaulted() {
                continue;
            }
            self.path.push(key.clone());
            self.mapping(entry.value(), field);
            if is_default(entry.value(), &field.default) {
                let message = format!("`{key}` is {} without this, too", flow(&field.default));
                let place = Place::absolute(self.file, entry.key().range());
                let problem = Problem::new(Code::RedundantValue, place, message);
                let problem = problem.related(field.declared, "the schema declares the default here");
                self.found.push((self.path.clone(), problem));
            }
            self.path.pop();
        }
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
