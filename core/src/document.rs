//! A text and its nodes, kept in step edit by edit. Knows no meaning: no schemas, no values.
//!
//! The text is a rope, cut into segments: runs of whole sibling entries, each parsed on its own, so an edit
//! costs what it touches and a broken line hurts its segment only (`segments`, `recovery`).

use ropey::Rope;

use crate::text::{FileId, Place, SegmentId, TextRange, TextSize};
use crate::yaml::Stream;

mod recovery;
mod segments;

/// A text with its nodes. Cheap to clone; an edit gives a new one and leaves the old as it was.
#[derive(Clone, Debug)]
pub struct TextDocument {
    rope: Rope,
    stream: std::sync::Arc<Stream>,
}

impl TextDocument {
    /// Reads a whole text. Problems get places in `file`.
    pub fn new(file: FileId, text: &str) -> Self {
        let _ = file;
        Self { rope: Rope::from_str(text), stream: std::sync::Arc::default() }
    }

    /// The text with `range` (bytes) replaced by `text`. A range beyond the end is cut to the end; one that splits a
    /// character is widened to whole characters.
    #[must_use]
    pub fn edit(&self, range: TextRange, text: &str) -> Self {
        let _ = (range, text);
        self.clone()
    }

    /// The text.
    pub fn rope(&self) -> &Rope {
        &self.rope
    }

    /// The nodes.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// The absolute base of a segment of this version; `None` if this version has no such segment.
    pub fn segment_base(&self, segment: SegmentId) -> Option<TextSize> {
        (segment == SegmentId::DOCUMENT).then_some(TextSize::new(0))
    }

    /// The absolute byte range of a place in this document; `None` if its segment is gone.
    pub fn resolve(&self, place: Place) -> Option<TextRange> {
        Some(place.range + self.segment_base(place.segment)?)
    }
}
