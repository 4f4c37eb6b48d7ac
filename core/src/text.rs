//! Byte ranges and the places they point to. Knows nothing of lines: `document` does.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
pub use text_size::{TextRange, TextSize};

/// A file known to an analysis. Cheap to copy; which path it is, the `workspace` knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FileId(pub u32);

impl FileId {
    /// The "file" of what has no text: computed values, built-in defaults.
    pub const NONE: Self = Self(u32::MAX);
    /// The "file" of resources that come with every installation of OpenChoreo. Nobody can open it.
    pub const BUILT_IN: Self = Self(u32::MAX - 1);
}

/// A segment of a document: a run of sibling entries whose nodes share one base offset.
///
/// An id names one immutable parsed segment; an edited segment gets a new id, so results can be kept by it.
/// [`SegmentId::DOCUMENT`] stands for the whole document: its base is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SegmentId(pub u32);

impl SegmentId {
    /// The whole document: ranges are absolute.
    pub const DOCUMENT: Self = Self(0);
}

/// The text that bytes are. What is no UTF-8 in it is U+FFFD.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    // To look for faults takes ten times as long as to find none.
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// What takes the place of some bytes of a text.
pub type Edit = (TextRange, String);

/// Edits of one text whose ranges do not overlap.
pub type Edits = Vec<Edit>;

/// A place in a file that stays true while other segments of that file are edited.
///
/// `range` is in bytes from the start of `segment`. `document::TextDocument::resolve` makes it absolute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The segment that `range` is relative to.
    pub segment: SegmentId,
    /// Bytes, relative to the segment's base.
    pub range: TextRange,
}

impl Place {
    /// The place of a value that nobody wrote.
    pub const NOWHERE: Self =
        Self { file: FileId::NONE, segment: SegmentId::DOCUMENT, range: TextRange::empty(TextSize::new(0)) };

    /// A place given in bytes from the start of the file.
    pub fn absolute(file: FileId, range: TextRange) -> Self {
        Self { file, segment: SegmentId::DOCUMENT, range }
    }

    /// The place of a data value that was given as the flag of this index: there is no text to point to.
    pub fn of_flag(index: usize) -> Self {
        Self::absolute(FileId::NONE, TextRange::empty(TextSize::new(index as u32 + 1)))
    }

    /// The index of the flag that [`of_flag`](Self::of_flag) made this place for.
    pub fn flag(self) -> Option<usize> {
        let number = usize::from(self.range.start());
        if self.file == FileId::NONE { number.checked_sub(1) } else { None }
    }
}
