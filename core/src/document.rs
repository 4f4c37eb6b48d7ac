//! A text and its nodes, kept in step edit by edit. Knows no meaning: no schemas, no values.
//!
//! The text is a rope, cut into segments: runs of whole sibling entries, each parsed on its own, so an edit
//! costs what it touches and a broken line hurts its segment only (`segments`, `recovery`).

use ropey::Rope;

use crate::problem::{Code, Problem};
use crate::text::{FileId, Place, SegmentId, TextRange, TextSize};
use crate::yaml::Stream;
use crate::yaml::lower::{Lowered, lower};

mod recovery;
mod segments;

/// A text with its nodes. Cheap to clone; an edit gives a new one and leaves the old as it was.
#[derive(Clone, Debug)]
pub struct TextDocument {
    rope: Rope,
    stream: std::sync::Arc<Stream>,
    file: FileId,
}

impl TextDocument {
    /// Reads a whole text. Problems get places in `file`.
    pub fn new(file: FileId, text: &str) -> Self {
        Self { rope: Rope::from_str(text), stream: std::sync::Arc::new(read(file, text)), file }
    }

    /// The text with `range` (bytes) replaced by `text`. A range beyond the end is cut to the end; one that splits a
    /// character is widened to whole characters.
    #[must_use]
    pub fn edit(&self, range: TextRange, text: &str) -> Self {
        let mut whole = self.rope.to_string();
        let mut start = usize::from(range.start()).min(whole.len());
        let mut end = usize::from(range.end()).min(whole.len());
        while !whole.is_char_boundary(start) {
            start -= 1;
        }
        while !whole.is_char_boundary(end) {
            end += 1;
        }
        whole.replace_range(start..end, text);
        Self::new(self.file, &whole)
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

/// Parses a whole text as one piece.
fn read(file: FileId, text: &str) -> Stream {
    let mut parser = tree_sitter::Parser::new();
    let is_ready = parser.set_language(&tree_sitter_yaml::LANGUAGE.into()).is_ok();
    let Some(tree) = is_ready.then(|| parser.parse(text, None)).flatten() else { return Stream::default() };
    let Lowered { documents, dangling, errors } = lower(text, &tree);
    let problem = |range: &TextRange| {
        Problem::new(Code::SyntaxError, Place::absolute(file, *range), "This is not YAML that ytt can load.")
    };
    let problems = errors.iter().map(problem).collect();
    Stream { documents, dangling, problems, is_template: text.contains("#@") }
}
