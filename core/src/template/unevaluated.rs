//! Documents as they stand, read into fragments: what template code decides becomes unknown.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::arguments;
use crate::memo;
use crate::problem::{Code, Problem};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::arguments::AnnotationSite;
use crate::values::fragment::{Annotations, AttachedAnnotation, Fragment, Holder};
use crate::values::{Key, MappingValue, SequenceValue, Value, ValueKind, from_yaml};
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::compose::{DistinctKeys, KeyHashes};
use crate::yaml::{
    Chunk, Chunks, CollectionStyle, Comment, ContentId, Document, Entry, Item, Mapping, Node, NodeKind, Placed,
    Sequence, Stream, compose,
};
use blocks::{Blocks, NodeBlock};

mod blocks;

/// A file of which documents are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnevaluatedFile<'a> {
    /// The file.
    pub(crate) file: FileId,
    /// Its nodes.
    pub(crate) stream: &'a Stream,
    /// Where collections begin, sorted, that may lack children because a line of them cannot be read.
    pub(crate) incomplete: &'a [TextSize],
}

/// How many nodes aliases and merge keys may bring into one document before they are given up.
const MOST_ALIASED: usize = 100_000;

/// How deep fragments nest before what is below is given up.
const DEEPEST: usize = 500;

/// Documents as fragments.
#[derive(Debug, Default)]
pub(crate) struct Built {
    /// The documents that were asked for, in order.
    pub(crate) documents: Vec<Fragment>,
    /// The first template code among them or before them, if any.
    pub(crate) first_code: Option<Place>,
    /// Aliases that repeat too much.
    pub(crate) problems: Vec<Problem>,
    /// Names that annotations read, unless there is code that may define them.
    pub(crate) names: Vec<(String, Place)>,
}

/// What the chunks of maps gave that hold no code, and neither anchors nor aliases: it is the same wherever they stand.
#[derive(Debug, Default)]
pub(crate) struct BuiltMemo {
    chunks: memo::Memo<ContentId, Arc<BuiltChunk>>,
    keys: DistinctKeys,
}

/// The entries of one chunk.
#[derive(Debug)]
struct BuiltChunk {
    run: Arc<[Fragment]>,
    /// The hashes of their keys.
    keys: KeyHashes,
    /// Whether there may be others.
    is_open: bool,
    /// Names that their annotations read.
    names: Vec<(String, Place)>,
}

impl BuiltMemo {
    /// Begins a pass.
    pub(crate) fn begin_pass(&mut self) {
        self.chunks.begin_pass();
    }
}

/// Reads some documents of a file, by their indexes.
pub(crate) fn build(input: &UnevaluatedFile<'_>, documents: &[usize], memo: &mut BuiltMemo) -> Built {
    let mut builder = FragmentBuilder {
        file: input.file,
        incomplete: input.incomplete,
        blocks: Blocks::default(),
        memo,
        impurities: 0,
        anchors: FxHashMap::default(),
        aliased: 0,
        depth: 0,
        built: Built::default(),
    };
    // Documents before are read too: code in them may open a block that reaches into the ones asked for.
    for (index, document) in input.stream.documents.iter().enumerate() {
        let fragment = builder.document(document);
        if documents.contains(&index) {
            builder.built.documents.push(fragment);
        }
    }
    builder.built
}

struct FragmentBuilder<'a> {
    file: FileId,
    incomplete: &'a [TextSize],
    blocks: Blocks,
    memo: &'a mut BuiltMemo,
    /// How much was met that makes a part of a document mean something else elsewhere: code, anchors and aliases.
    impurities: usize,
    /// The values that anchors name, without annotations: those stay where they are written.
    anchors: FxHashMap<SmolStr, (ValueKind, usize)>,
    aliased: usize,
    depth: usize,
    built: Built,
}

/// What the comments of a fragment say.
struct FragmentHeader {
    annotations: Annotations,
    /// Code behind the node computes its value.
    is_computed: bool,
    /// Code above the node wraps this node only.
    wrapped: Option<NodeBlock>,
}

impl FragmentBuilder<'_> {
    fn document(&mut self, document: &Document) -> Fragment {
        let root = document.root();
        self.anchors.clear();
        let site = self.site(root);
        let header = self.header(&document.comments, site);
        let place = site.place(document.marker.unwrap_or(TextRange::empty(document.range.start())));
        let is_inside = self.blocks.since(0).is_some() || header.wrapped.is_some();
        let mut fragment = self.fragment(Holder::Document, place, header, root);
        if is_inside {
            fragment.value.kind = ValueKind::Unknown;
        }
        fragment
    }

    fn site<T>(&self, at: Placed<'_, T>) -> AnnotationSite {
        AnnotationSite { file: self.file, segment: at.segment }
    }

    fn header(&mut self, comments: &[Comment], site: AnnotationSite) -> FragmentHeader {
        let mut attached = Vec::new();
        let mut header = FragmentHeader { annotations: Annotations::default(), is_computed: false, wrapped: None };
        for comment in comments {
            match classify(comment) {
                CommentKind::Code(code) => self.code(code, comment, site, &mut header),
                CommentKind::Annotation(annotation) => match annotation.name {
                    "template/code" | "template/value" => self.code(annotation.arguments, comment, site, &mut header),
                    name => {
                        let Ok(arguments) = arguments::parse(&annotation, site) else { continue };
                        let names = arguments.names.iter().map(|(name, range)| (name.clone(), site.place(*range)));
                        self.built.names.extend(names);
                        let name_place = site.place(annotation.name_range);
                        attached.push(AttachedAnnotation { name: name.into(), name_place, arguments });
                    }
                },
                CommentKind::Ignored | CommentKind::Plain => {}
            }
        }
        header.annotations = attached.into();
        header
    }

    fn code(&mut self, code: &str, comment: &Comment, site: AnnotationSite, header: &mut FragmentHeader) {
        self.impurities += 1;
        self.built.first_code.get_or_insert(site.place(comment.range));
        if comment.trailing {
            header.is_computed = true;
        } else {
            header.wrapped = self.blocks.enter(code).or(header.wrapped);
        }
    }

    fn fragment(&mut self, holder: Holder, place: Place, header: FragmentHeader, node: Placed<'_, Node>) -> Fragment {
        let is_templated = header.annotations.iter().any(|attached| attached.name == "yaml/text-templated-strings");
        let content = self.content(node);
        let is_unknown = header.is_computed || is_templated;
        let kind = if is_unknown { ValueKind::Unknown } else { content };
        let is_token = kind.is_collection() || node.range.is_empty();
        let origin = if is_token { place } else { self.site(node).place(node.range) };
        Fragment { holder, place, annotations: header.annotations, value: Value { origin, kind } }
    }

    fn content(&mut self, node: Placed<'_, Node>) -> ValueKind {
        if self.depth >= DEEPEST {
            return ValueKind::Unknown;
        }
        self.depth += 1;
        let content = match &node.get().kind {
            NodeKind::Broken => ValueKind::Unknown,
            NodeKind::Alias(name) => self.alias(name, node),
            NodeKind::Empty | NodeKind::Scalar(_) => scalar_content(node.get()),
            NodeKind::Mapping(_) => {
                let is_incomplete = self.incomplete.binary_search(&node.range().start()).is_ok();
                node.mapping().map_or(ValueKind::Unknown, |mapping| self.mapping(mapping, is_incomplete))
            }
            NodeKind::Sequence(_) => node.sequence().map_or(ValueKind::Unknown, |sequence| self.sequence(sequence)),
        };
        self.depth -= 1;
        if let Some((anchor, _)) = node.get().properties.as_ref().and_then(|properties| properties.anchor.as_ref()) {
            self.impurities += 1;
            let copy = without_annotations(&content);
            let size = size_of(&copy);
            self.anchors.insert(anchor.clone(), (copy, size));
        }
        content
    }

    /// A copy of what an anchor names. Copies are shared, but whoever reads them walks them: hence the limit.
    fn alias(&mut self, name: &SmolStr, node: Placed<'_, Node>) -> ValueKind {
        self.impurities += 1;
        let Some((content, size)) = self.anchors.get(name) else { return ValueKind::Unknown };
        self.aliased = self.aliased.saturating_add(*size);
        if self.aliased <= MOST_ALIASED {
            return content.clone();
        }
        let message = format!("`*{name}` repeats more than a schema may repeat");
        let place = self.site(node).place(node.range);
        self.built.problems.push(Problem::new(Code::TooDeep, place, message));
        ValueKind::Unknown
    }

    fn mapping(&mut self, mapping: Placed<'_, Mapping>, is_incomplete: bool) -> ValueKind {
        let outer = self.blocks.depth();
        if let Chunks::Spread(chunks) = &mapping.get().entries
            && !chunks.iter().any(|chunk| chunk.has_alias)
        {
            let chunks: Vec<Arc<BuiltChunk>> = mapping.chunks(chunks).map(|chunk| self.chunk(chunk, outer)).collect();
            return joined(&chunks, is_incomplete, &mut self.memo.keys);
        }
        let mut entries = MapBuilder { is_open: is_incomplete, ..MapBuilder::default() };
        for entry in mapping.entries() {
            self.entry(entry, outer, &mut entries);
        }
        entries.finish()
    }

    /// The entries of a chunk without aliases, or what was kept of them.
    fn chunk(&mut self, chunk: Placed<'_, Chunk<Entry>>, outer: usize) -> Arc<BuiltChunk> {
        let is_movable = self.blocks.since(0).is_none() && !self.may_be_incomplete(chunk);
        if let Some(known) = self.memo.chunks.get(&chunk.content).filter(|_| is_movable) {
            let known = known.clone();
            self.built.names.extend_from_slice(&known.names);
            return known;
        }
        let (names, impurities) = (self.built.names.len(), self.impurities);
        let mut entries = MapBuilder::default();
        chunk.iter().for_each(|entry| self.entry(entry, outer, &mut entries));
        let names = self.built.names.get(names..).unwrap_or_default().to_vec();
        let keys = from_yaml::key_hashes(&entries.so_far);
        let built = BuiltChunk { run: entries.so_far.into(), keys, is_open: entries.is_open, names };
        let built = Arc::new(built);
        if is_movable && impurities == self.impurities {
            self.memo.chunks.keep(chunk.content, built.clone());
        }
        built
    }

    /// Whether a collection begins in a chunk that may lack children.
    fn may_be_incomplete(&self, chunk: Placed<'_, Chunk<Entry>>) -> bool {
        let (first, last) = (chunk.children.first(), chunk.children.last());
        let Some((first, last)) = first.zip(last) else { return false };
        let range = chunk.absolute(first.range).cover(chunk.absolute(last.range));
        let next = self.incomplete.partition_point(|start| *start < range.start());
        self.incomplete.get(next).is_some_and(|start| *start <= range.end())
    }

    fn entry(&mut self, entry: Placed<'_, Entry>, outer: usize, entries: &mut MapBuilder) {
        let site = self.site(entry.key());
        let header = self.header(entry.comments(), site);
        let block = self.blocks.since(outer).or(header.wrapped);
        if compose::is_merge(entry.get()) {
            let content = self.content(entry.value());
            entries.merge(content);
            return;
        }
        let Some(key) = key_of(&entry.key) else {
            entries.is_open = true;
            return;
        };
        let place = site.place(entry.key.range);
        let mut fragment = self.fragment(Holder::Entry(key), place, header, entry.value());
        match block {
            Some(NodeBlock::Function) => return,
            Some(NodeBlock::Conditional) => {
                entries.is_open = true;
                fragment.value.kind = ValueKind::Unknown;
            }
            None => {}
        }
        entries.put(fragment);
    }

    fn sequence(&mut self, sequence: Placed<'_, Sequence>) -> ValueKind {
        let outer = self.blocks.depth();
        let (mut items, mut is_open) = (Vec::new(), false);
        let is_block = sequence.style == CollectionStyle::Block;
        for item in sequence.items() {
            match self.item(item, is_block, outer) {
                (fragment, None) => items.push(fragment),
                (_, block) => is_open |= block == Some(NodeBlock::Conditional),
            }
        }
        ValueKind::Sequence(SequenceValue { is_open, ..SequenceValue::of(items) }.into())
    }

    /// An item, with the block of code that decides whether it is there.
    fn item(&mut self, item: Placed<'_, Item>, is_block: bool, outer: usize) -> (Fragment, Option<NodeBlock>) {
        let site = self.site(item);
        let header = self.header(item.comments(), site);
        let block = self.blocks.since(outer).or(header.wrapped);
        let dash = TextRange::at(item.range.start(), TextSize::new(1).min(item.range.len()));
        let place = site.place(if is_block { dash } else { item.value.range });
        (self.fragment(Holder::Item, place, header, item.value()), block)
    }
}

/// The map of several chunks.
fn joined(chunks: &[Arc<BuiltChunk>], is_open: bool, known: &mut DistinctKeys) -> ValueKind {
    let runs: Vec<(&Arc<[Fragment]>, &KeyHashes)> = chunks.iter().map(|chunk| (&chunk.run, &chunk.keys)).collect();
    let (entries, _) = from_yaml::joined(&runs, from_yaml::EqualKeys::LastCounts, known);
    let is_open = is_open || chunks.iter().any(|chunk| chunk.is_open);
    ValueKind::Mapping(MappingValue { entries, is_open, is_spread: true, ..MappingValue::default() }.into())
}

/// The entries of a map while it is read, with the index of each key.
#[derive(Default)]
pub(super) struct MapBuilder {
    so_far: Vec<Fragment>,
    /// Whether there may be others.
    pub(super) is_open: bool,
    indexes: FxHashMap<Key, usize>,
}

impl MapBuilder {
    /// Adds an entry; a key that is there already gets the new value.
    pub(super) fn put(&mut self, fragment: Fragment) {
        let Holder::Entry(key) = &fragment.holder else { return };
        if let Some(child) = self.indexes.get(key).and_then(|index| self.so_far.get_mut(*index)) {
            *child = fragment;
        } else {
            self.indexes.insert(key.clone(), self.so_far.len());
            self.so_far.push(fragment);
        }
    }

    /// The map.
    pub(super) fn finish(self) -> ValueKind {
        let (entries, is_open) = (self.so_far.into(), self.is_open);
        ValueKind::Mapping(MappingValue { entries, is_open, ..MappingValue::default() }.into())
    }

    /// Adds what a merge key brings: entries that are not there yet.
    pub(super) fn merge(&mut self, content: ValueKind) {
        let ValueKind::Mapping(merged) = content else {
            self.is_open = true;
            return;
        };
        self.is_open |= merged.is_open;
        for fragment in &merged.entries {
            let Holder::Entry(key) = &fragment.holder else { continue };
            if !self.indexes.contains_key(key) {
                self.put(fragment.clone());
            }
        }
    }
}

/// What a scalar or empty node means; unknown for a tag that the text does not fit, which is reported elsewhere.
pub(super) fn scalar_content(node: &Node) -> ValueKind {
    from_yaml::scalar_kind(node).unwrap_or(ValueKind::Unknown)
}

/// The key of an entry; `None` if template code computes it.
fn key_of(node: &Node) -> Option<Key> {
    let is_templated = |key: &Key| matches!(key, Key::String(text) if text.contains("(@"));
    Some(from_yaml::key(node)).filter(|key| !is_templated(key))
}

fn without_annotations(content: &ValueKind) -> ValueKind {
    content.with_children(|child| {
        let value = Value { origin: child.value.origin, kind: without_annotations(&child.value.kind) };
        Fragment { annotations: Annotations::default(), value, ..child.clone() }
    })
}

/// How many nodes a walk through the content meets.
pub(super) fn size_of(content: &ValueKind) -> usize {
    content.children().map(|child| size_of(&child.value.kind)).sum::<usize>() + 1
}
