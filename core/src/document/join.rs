//! The stream of a version, put together from its segments. A split entry that the edit does not touch is taken over as
//! a whole, so this costs what the edit touches, and a step for each section around it and beside it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use smol_str::SmolStr;

use super::piece::{Segment, SegmentContent, SharedChildren};
use super::section::{ChunkContent, Section, SectionChunk, SectionSummary, shifted_comment};
use super::segments::SegmentKind;
use super::slot::SegmentSlot;
use super::slots::SlotList;
use crate::text::{TextRange, TextSize};
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{
    Chunk, Chunks, CollectionStyle, Comment, ContentId, Document, Entry, Item, Mapping, Node, NodeKind, Properties,
    Sequence, Stream,
};

/// Joins the segments of a version, of which those outside of `changed` are as they were. Gives the split entries that
/// were joined anew, too, with the index of each one's header.
pub(super) fn join(slots: &SlotList, changed: &Range<usize>) -> (Stream, Vec<(usize, Arc<Section>)>) {
    let mut joiner = Joiner::default();
    let mut at = 0;
    let mut rest = slots.iter();
    while let Some(slot) = rest.next() {
        let Some(section) = slot.section.filter(|section| section.stands(slots, slot, at, changed)) else {
            joiner.slot(slot, at);
            at += 1;
            continue;
        };
        joiner.close_to(slot.depth(), at);
        joiner.add_section(slot.base(), section);
        at += section.slots;
        // The header was taken already.
        if let Some(others) = section.slots.checked_sub(2) {
            rest.nth(others);
        }
    }
    joiner.finish_document(at);
    let sections = mem::take(&mut joiner.joined);
    (joiner.into_stream(), sections)
}

impl Section {
    /// Whether the segments from `at` on, where its header is, are still this section, neither changed nor followed by
    /// more of it.
    fn stands(&self, slots: &SlotList, header: SegmentSlot<'_>, at: usize, changed: &Range<usize>) -> bool {
        let end = at + self.slots;
        let is_inside = |slot: SegmentSlot<'_>| match slot.shape {
            SegmentKind::Header | SegmentKind::Run | SegmentKind::FlowEnd => slot.depth() > header.depth(),
            SegmentKind::Document | SegmentKind::Opening | SegmentKind::Tail => false,
        };
        (end <= changed.start || at >= changed.end) && !slots.get(end).is_some_and(is_inside)
    }
}

/// Chunks of one collection.
#[derive(Default)]
struct Gathered {
    entries: Vec<Chunk<Entry>>,
    items: Vec<Chunk<Item>>,
    /// Where it ends, if that is a bracket.
    end: Option<TextSize>,
}

/// A split entry whose children are being gathered.
struct OpenEntry {
    /// Its header among the segments.
    at: usize,
    header: Arc<Segment>,
    depth: u32,
    base: TextSize,
    children: Gathered,
    found: SectionSummary,
}

#[derive(Default)]
struct Joiner {
    documents: Vec<Document>,
    document: Option<Document>,
    root: Gathered,
    /// What was found outside of split entries that are still open, in all documents; the anchors are the last one's.
    found: SectionSummary,
    open: Vec<OpenEntry>,
    /// The split entries that were closed, and where their headers are.
    joined: Vec<(usize, Arc<Section>)>,
}

impl Joiner {
    fn slot(&mut self, slot: SegmentSlot<'_>, at: usize) {
        let (shape, depth, base, segment) = (slot.shape, slot.depth(), slot.base(), slot.segment.clone());
        match shape {
            SegmentKind::Document | SegmentKind::Opening => {
                let mut document = begin(slot);
                self.finish_document(at);
                if document.marker.is_some() {
                    // Comments that no node followed belong to the next document.
                    let mut comments = mem::take(&mut self.found.dangling);
                    comments.extend(mem::take(&mut document.comments));
                    document.comments = comments.into();
                }
                self.document = Some(document);
            }
            SegmentKind::Header | SegmentKind::Run | SegmentKind::FlowEnd => self.close_to(depth, at),
            SegmentKind::Tail => self.finish_document(at),
        }
        if shape == SegmentKind::Header {
            let mut found = SectionSummary::default();
            found.add_segment(&segment, TextSize::new(0));
            self.open.push(OpenEntry { at, header: segment, depth, base, children: Gathered::default(), found });
            return;
        }
        let offset = self.offset(base);
        let (gathered, found) = self.innermost();
        found.add_segment(&segment, offset);
        if shape == SegmentKind::FlowEnd {
            gathered.end = Some(offset + TextSize::of(']'));
        }
        if let SegmentContent::Document(_, children) | SegmentContent::Siblings(children) = &segment.content {
            gathered.add(&segment, offset, children.clone());
        }
    }

    /// Where a segment of the innermost open entry begins, from that entry's base on.
    fn offset(&self, base: TextSize) -> TextSize {
        base - self.open.last().map_or(TextSize::new(0), |open| open.base.min(base))
    }

    fn innermost(&mut self) -> (&mut Gathered, &mut SectionSummary) {
        match self.open.last_mut() {
            Some(open) => (&mut open.children, &mut open.found),
            None => (&mut self.root, &mut self.found),
        }
    }

    /// Closes the split entries at `depth` and deeper, before the segment at an index.
    fn close_to(&mut self, depth: u32, at: usize) {
        while let Some(open) = self.open.pop_if(|open| open.depth >= depth) {
            let (head, base) = (open.at, open.base);
            let section = Arc::new(open.closed(at));
            self.add_section(base, &section);
            self.joined.push((head, section));
        }
    }

    fn add_section(&mut self, base: TextSize, section: &Section) {
        let offset = self.offset(base);
        let (gathered, found) = self.innermost();
        found.add(&section.found, offset);
        if let Some(chunk) = &section.chunk {
            gathered.add_split(chunk, offset);
        }
    }

    fn into_stream(self) -> Stream {
        let SectionSummary { is_template, problems, suppressions, dangling, .. } = self.found;
        let mut stream = Stream { documents: self.documents, dangling, problems, is_template, suppressions };
        add_last_document(&mut stream);
        stream
    }

    fn finish_document(&mut self, at: usize) {
        self.close_to(0, at);
        let root = mem::take(&mut self.root);
        let anchors = mem::take(&mut self.found.anchors);
        let Some(mut document) = self.document.take() else { return };
        document.anchors = anchors.into();
        let is_below = root.end.is_some() || matches!(document.root.kind, NodeKind::Empty);
        if let Some((range, kind)) = root.collection(&document.root) {
            if is_below {
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
        self.documents.push(document);
    }
}

/// ytt adds an empty document at the end of every file, and comments behind the last node are about that. It is left
/// out where nothing in them makes a difference.
fn add_last_document(stream: &mut Stream) {
    let Some(last) = stream.dangling.last().filter(|_| stream.is_template) else { return };
    let is_intended =
        |comment: &Comment| matches!(classify(comment), CommentKind::Annotation(it) if is_about_document(it.name));
    if stream.dangling.iter().any(is_intended) {
        let range = TextRange::empty(last.range.end());
        let root = Node { range, properties: None, kind: NodeKind::Empty };
        let comments = mem::take(&mut stream.dangling).into();
        stream.documents.push(Document { range, marker: None, comments, root, anchors: Box::default() });
    }
}

impl ChunkContent {
    fn of_segment(segment: &Segment) -> Self {
        let Segment { id, has_alias, is_template, .. } = *segment;
        Self { id: ContentId(id.0.into()), has_alias, is_template }
    }

    fn of_chunk<T>(chunk: &Chunk<T>) -> Self {
        let Chunk { content, has_alias, is_template, .. } = *chunk;
        Self { id: content, has_alias, is_template }
    }
}

/// The children of a segment, or the split entry that it is the header of.
fn chunk<T>(offset: TextSize, of: &Segment, inside: ChunkContent, is_split: bool, children: Arc<[T]>) -> Chunk<T> {
    let ChunkContent { id: content, has_alias, is_template } = inside;
    Chunk { offset, segment: of.id, content, has_alias, is_template, is_split, children }
}

impl Gathered {
    /// Adds the children of a segment.
    fn add(&mut self, segment: &Segment, offset: TextSize, children: SharedChildren) {
        let inside = ChunkContent::of_segment(segment);
        match children {
            SharedChildren::Entries(children) if !children.is_empty() => {
                self.entries.push(chunk(offset, segment, inside, false, children));
            }
            SharedChildren::Items(children) if !children.is_empty() => {
                self.items.push(chunk(offset, segment, inside, false, children));
            }
            SharedChildren::None | SharedChildren::Entries(_) | SharedChildren::Items(_) => {}
        }
    }

    /// Adds a split entry or item.
    fn add_split(&mut self, section: &SectionChunk, offset: TextSize) {
        let SectionChunk { header, inside, .. } = section;
        match section.children.clone() {
            SharedChildren::Entries(children) => {
                self.entries.push(chunk(offset, header, *inside, true, children));
            }
            SharedChildren::Items(children) => {
                self.items.push(chunk(offset, header, *inside, true, children));
            }
            SharedChildren::None => {}
        }
    }

    /// What is inside a split entry.
    fn inside(&self, header: &Segment) -> ChunkContent {
        let entries = self.entries.iter().map(ChunkContent::of_chunk);
        let items = self.items.iter().map(ChunkContent::of_chunk);
        let ChunkContent { mut has_alias, mut is_template, .. } = ChunkContent::of_segment(header);
        let mut hasher = DefaultHasher::new();
        header.id.hash(&mut hasher);
        for inside in entries.chain(items) {
            inside.id.hash(&mut hasher);
            has_alias |= inside.has_alias;
            is_template |= inside.is_template;
        }
        // Names of single segments are small numbers.
        ChunkContent { id: ContentId(hasher.finish() | 1 << 63), has_alias, is_template }
    }

    /// The collection with its range, both from the base on that its chunks count from, given what its header holds in its
    /// place. Of mixed children those of the first kind count.
    fn collection(self, header: &Node) -> Option<(TextRange, NodeKind)> {
        let style = style(header);
        let first_entry = self.entries.first().map(|chunk| chunk.offset);
        let first_item = self.items.first().map(|chunk| chunk.offset);
        let is_mapping = match (first_entry, first_item) {
            (Some(entry), Some(item)) => entry <= item,
            (entry, _) => entry.is_some(),
        };
        let brackets = self.end.map(|end| TextRange::new(header.range.start(), end));
        let ends = |first: Option<TextRange>, last: Option<TextRange>| {
            let own = TextRange::new(first?.start(), last?.end());
            Some(brackets.map_or(own, |brackets| brackets.cover(own)))
        };
        if is_mapping {
            let first = self.entries.first().and_then(|chunk| Some(chunk.children.first()?.range + chunk.offset));
            let last = self.entries.last().and_then(|chunk| Some(chunk.children.last()?.range + chunk.offset));
            let entries = Chunks::Spread(Arc::new(self.entries.into()));
            return Some((ends(first, last)?, NodeKind::Mapping(Mapping { style, entries })));
        }
        let first = self.items.first().and_then(|chunk| Some(chunk.children.first()?.range + chunk.offset));
        let last = self.items.last().and_then(|chunk| Some(chunk.children.last()?.range + chunk.offset));
        let items = Chunks::Spread(Arc::new(self.items.into()));
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
fn begin(slot: SegmentSlot<'_>) -> Document {
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

fn shifted_properties(properties: &Properties, base: TextSize) -> Properties {
    let shift = |it: &Option<(SmolStr, TextRange)>| it.as_ref().map(|(name, range)| (name.clone(), *range + base));
    Properties { tag: shift(&properties.tag), anchor: shift(&properties.anchor) }
}

impl OpenEntry {
    /// All of it, given where the first segment behind it stands.
    fn closed(mut self, end: usize) -> Section {
        let inside = self.children.inside(&self.header);
        let chunk = self.hung().map(|children| SectionChunk { header: self.header, children, inside });
        Section { slots: end - self.at, chunk, found: self.found }
    }

    /// The split entry or item itself, its children hung on its value.
    fn hung(&mut self) -> Option<SharedChildren> {
        let SegmentContent::Siblings(header) = &self.header.content else { return None };
        let children = mem::take(&mut self.children);
        let anchors = &mut self.found.anchors;
        let hang = |node: &Node, range: TextRange| {
            let Some((value_range, kind)) = children.collection(node) else { return (range, node.clone()) };
            let properties = node.properties.clone();
            if let Some((name, anchor)) = properties.as_deref().and_then(|it| it.anchor.as_ref()) {
                let is_here = |(other, start): &&mut (SmolStr, TextSize)| {
                    other == name && *start >= anchor.start() && *start <= node.range.start()
                };
                if let Some((_, start)) = anchors.iter_mut().find(is_here) {
                    *start = value_range.start();
                }
            }
            (TextRange::new(range.start(), value_range.end()), Node { range: value_range, properties, kind })
        };
        match header {
            SharedChildren::Entries(entries) => {
                let entry = entries.last()?;
                let (range, value) = hang(&entry.value, entry.range);
                let entry = Entry { range, key: entry.key.clone(), value, comments: entry.comments.clone() };
                Some(SharedChildren::Entries(Arc::from([entry])))
            }
            SharedChildren::Items(items) => {
                let item = items.last()?;
                let (range, value) = hang(&item.value, item.range);
                Some(SharedChildren::Items(Arc::from([Item { range, value, comments: item.comments.clone() }])))
            }
            SharedChildren::None => None,
        }
    }
}
