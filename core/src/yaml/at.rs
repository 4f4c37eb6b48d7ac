//! Walking over nodes: each with the base of the segment that holds it, so that ranges come out absolute.

use std::ops::Deref;

use super::{Chunk, Chunks, Comment, Document, Entry, Item, Mapping, Node, NodeKind, Scalar, Sequence};
use crate::text::{FileId, Place, SegmentId, TextRange, TextSize};

/// A node together with the base of the segment that holds it.
#[derive(Debug)]
pub struct At<'a, T> {
    /// Absolute byte offset that `it`'s ranges are relative to.
    pub base: TextSize,
    /// The segment that holds `it`.
    pub segment: SegmentId,
    pub(super) it: &'a T,
}

impl<T> Clone for At<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for At<'_, T> {}

impl<T> Deref for At<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.it
    }
}

impl<'a, T> At<'a, T> {
    /// A node whose ranges are absolute.
    pub fn document(it: &'a T) -> Self {
        Self { base: TextSize::new(0), segment: SegmentId::DOCUMENT, it }
    }

    /// The node itself, for as long as the tree lives.
    pub fn get(self) -> &'a T {
        self.it
    }

    /// A part of this node, in the same segment.
    pub fn part<U>(self, part: impl FnOnce(&'a T) -> &'a U) -> At<'a, U> {
        At { base: self.base, segment: self.segment, it: part(self.it) }
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
    fn iter<C>(&self, parent: At<'_, C>) -> impl Iterator<Item = At<'_, T>> {
        let here = match self {
            Self::Here(children) => Some((parent.base, parent.segment, &**children)),
            Self::Spread(_) => None,
        };
        let spread: &[Chunk<T>] = match self {
            Self::Here(_) => &[],
            Self::Spread(chunks) => chunks,
        };
        here.into_iter()
            .chain(spread.iter().map(|chunk| (chunk.base, chunk.segment, &*chunk.children)))
            .flat_map(|(base, segment, children)| children.iter().map(move |it| At { base, segment, it }))
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

impl<T> Chunk<T> {
    /// The children with their base.
    pub fn iter(&self) -> impl Iterator<Item = At<'_, T>> {
        self.children.iter().map(|it| At { base: self.base, segment: self.segment, it })
    }
}

impl Document {
    /// The content with its base.
    pub fn root(&self) -> At<'_, Node> {
        At::document(&self.root)
    }
}

impl<'a> At<'a, Node> {
    /// Absolute byte range.
    pub fn range(self) -> TextRange {
        self.absolute(self.it.range)
    }

    /// The mapping, if it is one.
    pub fn mapping(self) -> Option<At<'a, Mapping>> {
        match &self.it.kind {
            NodeKind::Mapping(it) => Some(At { base: self.base, segment: self.segment, it }),
            _ => None,
        }
    }

    /// The sequence, if it is one.
    pub fn sequence(self) -> Option<At<'a, Sequence>> {
        match &self.it.kind {
            NodeKind::Sequence(it) => Some(At { base: self.base, segment: self.segment, it }),
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

impl<'a> At<'a, Mapping> {
    /// The entries in order.
    pub fn entries(self) -> impl Iterator<Item = At<'a, Entry>> {
        self.it.entries.iter(self)
    }
}

impl<'a> At<'a, Sequence> {
    /// The items in order.
    pub fn items(self) -> impl Iterator<Item = At<'a, Item>> {
        self.it.items.iter(self)
    }
}

impl<'a> At<'a, Entry> {
    /// Absolute byte range, from the key's start to the value's end.
    pub fn range(self) -> TextRange {
        self.absolute(self.it.range)
    }

    /// The key.
    pub fn key(self) -> At<'a, Node> {
        self.part(|entry| &entry.key)
    }

    /// The value.
    pub fn value(self) -> At<'a, Node> {
        self.part(|entry| &entry.value)
    }

    /// The attached comments.
    pub fn comments(self) -> &'a [Comment] {
        self.it.comments.as_deref().unwrap_or_default()
    }
}

impl<'a> At<'a, Item> {
    /// Absolute byte range, from the dash to the value's end.
    pub fn range(self) -> TextRange {
        self.absolute(self.it.range)
    }

    /// The value.
    pub fn value(self) -> At<'a, Node> {
        self.part(|item| &item.value)
    }

    /// The attached comments.
    pub fn comments(self) -> &'a [Comment] {
        self.it.comments.as_deref().unwrap_or_default()
    }
}
