//! The stream of a version, put together from its segments. Costs as much as there are segments and documents.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;
use std::sync::Arc;

use smol_str::SmolStr;

use super::piece::{Children, Segment, SegmentContent};
use super::segments::SegmentKind;
use super::slot::SegmentSlot;
use crate::text::{TextRange, TextSize};
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{
    Chunk, Chunks, CollectionStyle, Comment, ContentId, Document, Entry, Item, Mapping, Node, NodeKind, Properties,
    Sequence, Stream,
};

/// Joins segments.
pub(super) fn join(slots: &[SegmentSlot]) -> Stream {
    let mut joiner = Joiner::default();
    for slot in slots {
        joiner.slot(slot);
    }
    joiner.finish_document();
    joiner.add_last_document();
    joiner.stream
}

/// Chunks of one collection.
#[derive(Default)]
struct Gathered {
    entries: Vec<Chunk<Entry>>,
    items: Vec<Chunk<Item>>,
}

/// A split entry whose children are being gathered.
struct OpenEntry<'s> {
    slot: &'s SegmentSlot,
    children: Gathered,
}

#[derive(Default)]
struct Joiner<'s> {
    stream: Stream,
    document: Option<Document>,
    anchors: Vec<(SmolStr, TextSize)>,
    root: Gathered,
    open: Vec<OpenEntry<'s>>,
}

impl<'s> Joiner<'s> {
    fn slot(&mut self, slot: &'s SegmentSlot) {
        let segment = &*slot.segment;
        self.stream.is_template |= segment.is_template;
        self.stream.problems.extend(segment.problems.iter().cloned());
        match slot.shape {
            SegmentKind::Document | SegmentKind::Opening => {
                self.finish_document();
                let mut document = begin(slot);
                if document.marker.is_some() {
                    // Comments that no node followed belong to the next document.
                    let mut comments = mem::take(&mut self.stream.dangling);
                    comments.extend(mem::take(&mut document.comments));
                    document.comments = comments.into();
                }
                self.document = Some(document);
            }
            SegmentKind::Header | SegmentKind::Run => self.close_to(slot.depth()),
            SegmentKind::Tail => self.finish_document(),
        }
        let base = slot.base();
        self.stream.suppressions.extend(segment.suppressions.iter().map(|start| *start + base));
        self.anchors.extend(segment.anchors.iter().map(|(name, at)| (name.clone(), *at + base)));
        self.stream.dangling.extend(segment.dangling.iter().map(|comment| shifted_comment(comment, base)));
        match (&segment.content, slot.shape) {
            (_, SegmentKind::Header) => self.open.push(OpenEntry { slot, children: Gathered::default() }),
            (SegmentContent::Document(_, children) | SegmentContent::Siblings(children), _) => {
                self.gathered().add(slot, children.clone(), None);
            }
            (SegmentContent::Nothing, _) => {}
        }
    }

    fn gathered(&mut self) -> &mut Gathered {
        self.open.last_mut().map_or(&mut self.root, |open| &mut open.children)
    }

    /// Closes the split entries at `depth` and deeper.
    fn close_to(&mut self, depth: u32) {
        while let Some(open) = self.open.pop_if(|open| open.slot.depth() >= depth) {
            let anchors = &mut self.anchors;
            if let Some(children) = closed(&open, anchors) {
                let inside = open.children.inside(&open.slot.segment);
                self.gathered().add(open.slot, children, Some(inside));
            }
        }
    }

    /// ytt adds an empty document at the end of every file, and comments behind the last node are about that. It is
    /// left out where nothing in them makes a difference.
    fn add_last_document(&mut self) {
        let Some(last) = self.stream.dangling.last().filter(|_| self.stream.is_template) else { return };
        let is_meant =
            |comment: &Comment| matches!(classify(comment), CommentKind::Annotation(it) if is_about_document(it.name));
        if self.stream.dangling.iter().any(is_meant) {
            let range = TextRange::empty(last.range.end());
            let root = Node { range, properties: None, kind: NodeKind::Empty };
            let comments = mem::take(&mut self.stream.dangling).into();
            self.stream.documents.push(Document { range, marker: None, comments, root, anchors: Box::default() });
        }
    }

    fn finish_document(&mut self) {
        self.close_to(0);
        let root = mem::take(&mut self.root);
        let anchors = mem::take(&mut self.anchors);
        let Some(mut document) = self.document.take() else { return };
        document.anchors = anchors.into();
        let style = style(&document.root);
        if let Some((range, kind)) = root.collection(TextSize::new(0), style) {
            if matches!(document.root.kind, NodeKind::Empty) {
                document.root.range = range;
                if let (Some(properties), Some(first)) = (&document.root.properties, document.anchors.first_mut())
                    && properties.anchor.is_some()
                {
                    first.1 = range.start();
                }
            }
            document.root.kind = kind;
        }
        if document.range.is_empty() && document.marker.is_none() {
            document.range = document.root.range;
        }
        document.range = document.range.cover(document.root.range);
        self.stream.documents.push(document);
    }
}

impl Gathered {
    /// Adds the children of a segment; of a split entry, with what is inside it.
    fn add(&mut self, slot: &SegmentSlot, children: Children, inside: Option<(ContentId, bool)>) {
        let segment = slot.segment.id;
        let is_split = inside.is_some();
        let (content, has_alias) = inside.unwrap_or((ContentId(segment.0.into()), slot.segment.has_alias));
        let base = slot.base();
        match children {
            Children::Entries(children) if !children.is_empty() => {
                self.entries.push(Chunk { base, segment, content, has_alias, is_split, children });
            }
            Children::Items(children) if !children.is_empty() => {
                self.items.push(Chunk { base, segment, content, has_alias, is_split, children });
            }
            Children::None | Children::Entries(_) | Children::Items(_) => {}
        }
    }

    /// What is inside a split entry: the name of its content, and whether an alias stands in it.
    fn inside(&self, header: &Segment) -> (ContentId, bool) {
        let entries = self.entries.iter().map(|chunk| (chunk.content, chunk.has_alias));
        let items = self.items.iter().map(|chunk| (chunk.content, chunk.has_alias));
        let mut has_alias = header.has_alias;
        let mut hasher = DefaultHasher::new();
        header.id.hash(&mut hasher);
        for (content, has_alias_inside) in entries.chain(items) {
            content.hash(&mut hasher);
            has_alias |= has_alias_inside;
        }
        // Names of single segments are small numbers.
        (ContentId(hasher.finish() | 1 << 63), has_alias)
    }

    /// The collection, with its range relative to `base`. Of mixed children those of the first kind count.
    fn collection(self, base: TextSize, style: CollectionStyle) -> Option<(TextRange, NodeKind)> {
        let first_entry = self.entries.first().map(|chunk| chunk.base);
        let first_item = self.items.first().map(|chunk| chunk.base);
        let is_mapping = match (first_entry, first_item) {
            (Some(entry), Some(item)) => entry <= item,
            (entry, _) => entry.is_some(),
        };
        let ends = |first: Option<TextRange>, last: Option<TextRange>| {
            Some(TextRange::new(first?.start().checked_sub(base)?, last?.end().checked_sub(base)?))
        };
        if is_mapping {
            let first = self.entries.first().and_then(|chunk| Some(chunk.children.first()?.range + chunk.base));
            let last = self.entries.last().and_then(|chunk| Some(chunk.children.last()?.range + chunk.base));
            let entries = Chunks::Spread(self.entries.into());
            return Some((ends(first, last)?, NodeKind::Mapping(Mapping { style, entries })));
        }
        let first = self.items.first().and_then(|chunk| Some(chunk.children.first()?.range + chunk.base));
        let last = self.items.last().and_then(|chunk| Some(chunk.children.last()?.range + chunk.base));
        let items = Chunks::Spread(self.items.into());
        Some((ends(first, last)?, NodeKind::Sequence(Sequence { style, items })))
    }
}

/// Whether an annotation makes more of an empty document.
fn is_about_document(name: &str) -> bool {
    matches!(name, "data/values" | "data/values-schema") || name.starts_with("overlay/match")
}

fn style(root: &Node) -> CollectionStyle {
    match &root.kind {
        NodeKind::Mapping(mapping) => mapping.style,
        NodeKind::Sequence(sequence) => sequence.style,
        _ => CollectionStyle::Block,
    }
}

/// The document that a segment begins, with absolute ranges and without the children of its root.
fn begin(slot: &SegmentSlot) -> Document {
    let base = slot.base();
    let SegmentContent::Document(document, _) = &slot.segment.content else {
        let at = TextRange::empty(base);
        let root = Node { range: at, properties: None, kind: NodeKind::Empty };
        return Document { range: at, marker: None, comments: Box::default(), root, anchors: Box::default() };
    };
    Document {
        range: document.range + base,
        marker: document.marker.map(|range| range + base),
        comments: document.comments.iter().map(|comment| shifted_comment(comment, base)).collect(),
        root: Node {
            range: document.root.range + base,
            properties: document.root.properties.as_deref().map(|it| Box::new(shifted_properties(it, base))),
            kind: document.root.kind.clone(),
        },
        anchors: Box::default(),
    }
}

fn shifted_comment(comment: &Comment, base: TextSize) -> Comment {
    Comment { range: comment.range + base, ..comment.clone() }
}

fn shifted_properties(properties: &Properties, base: TextSize) -> Properties {
    let shift = |it: &Option<(SmolStr, TextRange)>| it.as_ref().map(|(name, range)| (name.clone(), *range + base));
    Properties { tag: shift(&properties.tag), anchor: shift(&properties.anchor) }
}

/// The split entry or item itself, its children hung on its value.
fn closed(open: &OpenEntry<'_>, anchors: &mut [(SmolStr, TextSize)]) -> Option<Children> {
    let SegmentContent::Siblings(header) = &open.slot.segment.content else { return None };
    let base = open.slot.base();
    let children = Gathered { entries: open.children.entries.clone(), items: open.children.items.clone() };
    let value = children.collection(base, CollectionStyle::Block);
    let hang = |node: &Node, range: TextRange, anchors: &mut [(SmolStr, TextSize)]| {
        let Some((value_range, kind)) = value.clone() else { return (range, node.clone()) };
        let properties = node.properties.clone();
        if let Some((name, anchor)) = properties.as_deref().and_then(|it| it.anchor.as_ref()) {
            let at = node.range.start() + base;
            let found = anchors
                .iter_mut()
                .find(|(other, start)| other == name && *start >= anchor.start() + base && *start <= at);
            if let Some((_, start)) = found {
                *start = value_range.start() + base;
            }
        }
        (TextRange::new(range.start(), value_range.end()), Node { range: value_range, properties, kind })
    };
    match header {
        Children::Entries(entries) => {
            let entry = entries.last()?;
            let (range, value) = hang(&entry.value, entry.range, anchors);
            let entry = Entry { range, key: entry.key.clone(), value, comments: entry.comments.clone() };
            Some(Children::Entries(Arc::from([entry])))
        }
        Children::Items(items) => {
            let item = items.last()?;
            let (range, value) = hang(&item.value, item.range, anchors);
            Some(Children::Items(Arc::from([Item { range, value, comments: item.comments.clone() }])))
        }
        Children::None => None,
    }
}
