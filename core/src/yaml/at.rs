//! Walking over nodes: each with the base of the segment that holds it, so that ranges come out absolute.

use std::ops::Deref;

use super::{Chunk, Chunks, Comment, Document, Entry, Item, Mapping, Node, NodeKind, Scalar, Sequence};
use crate::text::{FileId, Place, SegmentId, TextRange, TextSize};

/// A node together with the base of the segment that holds it.
#[derive(Debug)]
pub struct Placed<'a, T> {
    /// Absolute byte offset that `it`'s ranges are relative to.
    pub base: TextSize,
    /// The segment that holds `it`.
    pub segment: SegmentId,
    pub(super) it: &'a T,
}

impl<T> Clone for Placed<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Placed<'_, T> {}

impl<T> Deref for Placed<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.it
    }
}

impl<'a, T> Placed<'a, T> {
    /// A node whose ranges are absolute.
    pub fn document(it: &'a T) -> Self {
        Self { base: TextSize::new(0), segment: SegmentId::DOCUMENT, it }
    }

    /// The node itself, for as long as the tree lives.
    pub fn get(self) -> &'a T {
        self.it
    }

    /// A part of this node, in the same segment.
    pub fn part<U>(self, part: impl FnOnce(&'a T) -> &'a U) -> Placed<'a, U> {
        Placed { base: self.base, segment: self.segment, it: part(self.it) }
    }

    /// The chunks of this collection, each with the base of its own segment.
    pub fn chunks<C>(self, chunks: &'a [Chunk<C>]) -> impl DoubleEndedIterator<Item = Placed<'a, Chunk<C>>> {
        chunks.iter().map(move |it| Placed { base: self.base + it.offset, segment: it.segment, it })
    }

    /// A relative range of this node, made absolute.
    pub fn absolute(self, range: TextRange) -> TextRange {
        range + self.base
    }

    /// A relative range of this node as a place in `file`.
    pub fn place(self, file: FileId, range: TextRange) -> Place {
        Place { file, segment: self.segment, range }
    }
}

impl<T> Chunks<T> {
    /// The children with their bases, given the base and segment of the collection.
    fn iter<C>(&self, parent: Placed<'_, C>) -> impl Iterator<Item = Placed<'_, T>> {
        let here = match self {
            Self::Here(children) => Some((parent.base, parent.segment, &**children)),
            Self::Spread(_) => None,
        };
        let spread: &[Chunk<T>] = match self {
            Self::Here(_) => &[],
            Self::Spread(chunks) => chunks,
        };
        here.into_iter()
            .chain(spread.iter().map(move |chunk| (parent.base + chunk.offset, chunk.segment, &*chunk.children)))
            .flat_map(|(base, segment, children)| children.iter().map(move |it| Placed { base, segment, it }))
    }

    /// How many children there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Here(children) => children.len(),
            Self::Spread(chunks) => chunks.iter().map(|chunk| chunk.children.len()).sum(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a, T> Placed<'a, Chunk<T>> {
    /// The children with their base.
    pub fn iter(self) -> impl Iterator<Item = Placed<'a, T>> {
        self.it.children.iter().map(move |it| Placed { base: self.base, segment: self.segment, it })
    }
}

impl Document {
    /// The content with its base.
    pub fn root(&self) -> Placed<'_, Node> {
        Placed::document(&self.root)
    }
}

impl<'a> Placed<'a, Node> {
    /// Absolute byte range.
    pub fn range(self) -> TextRange {
        self.absolute(self.it.range)
    }

    /// The mapping, if it is one.
    pub fn mapping(self) -> Option<Placed<'a, Mapping>> {
        match &self.it.kind {
            NodeKind::Mapping(it) => Some(Placed { base: self.base, segment: self.segment, it }),
            _ => None,
        }
    }

    /// The sequence, if it is one.
    pub fn sequence(self) -> Option<Placed<'a, Sequence>> {
        match &self.it.kind {
            NodeKind::Sequence(it) => Some(Placed { base: self.base, segment: self.segment, it }),
            _ => None,
        }
    }

    /// The scalar, if it is one.
    pub fn scalar(self) -> Option<&'a Scalar> {
        match &self.it.kind {
            NodeKind::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }
}

impl<'a> Placed<'a, Mapping> {
    /// The entries in order.
    pub fn entries(self) -> impl Iterator<Item = Placed<'a, Entry>> {
        self.it.entries.iter(self)
    }
}

impl<'a> Placed<'a, Sequence> {
    /// The items in order.
    pub fn items(self) -> impl Iterator<Item = Placed<'a, Item>> {
        self.it.items.iter(self)
    }
}

impl<'a> Placed<'a, Entry> {
    /// Absolute byte range, from the key's start to the value's end.
    pub fn range(self) -> TextRange {
        self.absolute(self.it.range)
    }

    /// The key.
    pub fn key(self) -> Placed<'a, Node> {
        self.part(|entry| &entry.key)
    }

    /// The value.
    pub fn value(self) -> Placed<'a, Node> {
        self.part(|entry| &entry.value)
    }

    /// The attached comments.
    pub fn comments(self) -> &'a [Comment] {
        self.it.comments.as_deref().unwrap_or_default()
    }
}

impl<'a> Placed<'a, Item> {
    /// Absolute byte range, from the dash to the value's end.
    pub fn range(self) -> TextRange {
        self.absolute(self.it.range)
    }

    /// The value.
    pub fn value(self) -> Placed<'a, Node> {
        self.part(|item| &item.value)
    }

    /// The attached comments.
    pub fn comments(self) -> &'a [Comment] {
        self.it.comments.as_deref().unwrap_or_default()
    }
}
