//! A text and its nodes, kept in step edit by edit. Knows no meaning: no schemas, no values.
//!
//! The text is a rope, cut into segments: runs of whole sibling entries, each parsed on its own, so an edit
//! costs what it touches and a broken line hurts its segment only. A light scanner finds where entries start and
//! which lines cannot be parsed (`scan`), `segments` decides where to cut, `piece` parses one segment, `recovery`
//! reads what can be read of a broken one, `join` puts the stream together, and `edit` decides what to do again.
//!
//! # Design
//!
//! A document (`core/src/document.rs`) is a rope and a list of *segments*: runs of whole sibling entries, found by a
//! line scanner that knows indentation, document markers, block scalars, open quotes and open brackets. Each segment
//! is read on its own text as ytt reads it, by the tokens and the grammar of the libyaml family (`yaml::syntax`). If
//! it loads, that gives its nodes. If it does not, tree-sitter parses it, which survives half-typed text; its tree
//! becomes nodes (`yaml::lower`) and is thrown away.
//!
//! A flow collection that is too large for one segment is cut as well, at the commas that stand directly in it
//! (`scan::flow_units`), and each part is read between brackets of its own. One that holds comments, anchors or tags is
//! left whole. So is one whose brackets do not match: then nothing says what belongs together, and all of it is read again.
//!
//! Why two readers? tree-sitter recovers, but neither judges as ytt does nor says what is wrong, and what it does to
//! survive costs every text: five times the instructions in block style, ten times the time in flow style, and two
//! hundred bytes of memory for a byte of text. Where both understand a text they give the same nodes, comments and
//! ranges; tests compare them on generated texts, on the YAML test suite and on real files. Where they differ, ytt is
//! right: `&a:b c` is the anchor `a` to it, a comment may touch a quote, and columns beyond 32,767 count.
//!
//! Why not one tree for the file? Four things were measured with tree-sitter-yaml 0.7.2: a file of more than 32,768
//! lines becomes one error; three hundred nested dashes abort the process in an assertion of its C scanner; a newline
//! makes it read the rest of the file again, for the scanner's state holds absolute lines; and of 33 half-typed states
//! 17 lost every node behind them. With segments an edit costs its own segment, and a broken line hurts its own lines:
//! inside a segment that tree-sitter cannot parse, the failing lines are blanked and the rest is parsed again. Nesting
//! is measured before any parse and refused when it is too deep; should a text get past that, the scanner's state is
//! cut off where tree-sitter's buffer ends (`document::grammar`).
//!
//! What follows from it:
//!
//! - **Ranges of nodes are relative to their segment**, so that an edit above leaves them alone. `yaml::At` pairs a
//!   node with the base of its segment and gives absolute ranges; code that walks with it cannot mix the two up. A
//!   `text::Place` names file, segment and relative range, and stays true while other segments change.
//! - **A segment's id changes exactly when it is parsed again.** Whoever derives something from a segment can keep it
//!   under that id: values of a segment, problems of laying it over, problems of its rules. A split entry, whose
//!   children are further segments, has a name for all of it (`yaml::ContentId`), so what was derived from an
//!   untouched section is found with one look (`memo`). That is how a keystroke costs the edited segment and one step
//!   for each section beside it, and not the file.
//! - **A document after any edits is as one that was read afresh**, broken ones too; a property test compares the two.
//!   Three things make it so. A scan starts at a unit that an earlier one found, with all that the rest follows from
//!   (`scan::ScanStart`), and ends where it meets another one of which the same holds. A slot knows how far down the
//!   scanner looked for what it holds, so that an edit there reaches it. And where a run of siblings is cut makes no
//!   difference: one that does not load is read sibling by sibling (`piece`), and a comment that belongs to the next
//!   sibling keeps the two together. Whether an entry is split into header and children depends on its size and its
//!   lines alone. In long runs of that test one session in some ten thousand still ends elsewhere: around brackets
//!   that are not closed above other brackets, a byte order mark inside the text, and siblings of which some are
//!   entries and some are items. Another property compares segments joined with one parse of the whole.
//!
//! What is wrong with a text is said by `yaml::syntax`, too: it stops at the token where ytt would, with the reason.
//! What ytt loads is never reported, although it accepts some texts that YAML 1.2 forbids.
//!
//! Comments attach to nodes by line, as ytt does it, and scalars are read as YAML 1.1, as ytt does it: `yes` is a
//! boolean. Both are decided in `yaml` and nowhere else.

use std::ops::Range;
use std::sync::Arc;

use ropey::Rope;

use crate::text::{FileId, Place, SegmentId, TextRange, TextSize};
use crate::yaml::{Comment, Stream};

mod edit;
mod fault;
mod grammar;
mod indexes;
mod join;
mod levels;
mod piece;
mod plain_text;
mod scan;
mod section;
mod segments;
mod slot;
mod slots;

use edit::TextChange;
use indexes::SegmentIndexes;
pub use piece::is_template;
use slot::SegmentSlot;
use slots::SlotList;

/// A segment has at most so many lines, unless it is a single entry that cannot be split.
const SEGMENT_LINES: usize = 100;

/// A text with its nodes. Cheap to clone; an edit gives a new one and leaves the old as it was.
#[derive(Clone, Debug)]
pub struct TextDocument {
    rope: Rope,
    file: FileId,
    /// At most so many lines go into one segment.
    cap: usize,
    slots: Arc<SlotList>,
    stream: Arc<Stream>,
    indexes: Arc<SegmentIndexes>,
}

/// The segments of a text without its nodes.
#[derive(Clone, Debug)]
pub(crate) struct SegmentTable {
    /// In the order of the text. Ids rise, unless the text was edited.
    bases: Arc<[(SegmentId, TextSize)]>,
    /// Of the text, in bytes.
    length: TextSize,
}

impl SegmentTable {
    /// The absolute byte range of a place, as in the document; `None` if there is no such segment.
    pub(crate) fn resolve(&self, place: Place) -> Option<TextRange> {
        if place.segment == SegmentId::DOCUMENT {
            return Some(place.range);
        }
        let found = self.bases.binary_search_by_key(&place.segment, |(id, _)| *id).ok();
        let index = found.or_else(|| self.bases.iter().position(|(id, _)| *id == place.segment))?;
        Some(place.range + self.bases.get(index)?.1)
    }

    /// How many bytes the text has.
    pub(crate) fn length(&self) -> TextSize {
        self.length
    }
}

impl TextDocument {
    /// Reads a whole text. Problems get places in `file`.
    pub fn new(file: FileId, text: &str) -> Self {
        Self::with_cap(file, text, SEGMENT_LINES)
    }

    /// Reads a text again: it has the segments that it had, so places that were made then are true.
    pub(crate) fn again(file: FileId, text: &str, segments: &SegmentTable) -> Self {
        let ids: Vec<SegmentId> = segments.bases.iter().map(|(id, _)| *id).collect();
        Self::read(file, Rope::from_str(text), SEGMENT_LINES, &ids)
    }

    /// What places in it mean, for whoever gives up its nodes.
    pub(crate) fn segment_table(&self) -> SegmentTable {
        let bases = self.slots.iter().map(|slot| (slot.segment.id, slot.base())).collect();
        SegmentTable { bases, length: TextSize::new(self.len() as u32) }
    }

    /// The same with segments of at most `cap` lines.
    fn with_cap(file: FileId, text: &str, cap: usize) -> Self {
        Self::read(file, Rope::from_str(text), cap, &[])
    }

    /// Reads a whole text.
    pub(crate) fn of_rope(file: FileId, text: Rope) -> Self {
        Self::read(file, text, SEGMENT_LINES, &[])
    }

    fn read(file: FileId, rope: Rope, cap: usize, ids: &[SegmentId]) -> Self {
        let change = TextChange { old: 0..0, new: 0..rope.len_bytes() };
        let (slots, changed) = edit::update(&rope, file, cap, (&SlotList::default(), ids), &change);
        Self::from_slots(rope, file, cap, slots, &changed, &SegmentIndexes::default())
    }

    fn from_slots(
        rope: Rope,
        file: FileId,
        cap: usize,
        mut slots: SlotList,
        changed: &Range<usize>,
        before: &SegmentIndexes,
    ) -> Self {
        let (stream, sections) = join::join(&slots, changed);
        for (header, section) in sections {
            slots.set_section(header, section);
        }
        let indexes = Arc::new(before.next(slots.len(), changed));
        Self { rope, file, cap, slots: Arc::new(slots), stream: Arc::new(stream), indexes }
    }

    /// The text with `range` (bytes) replaced by `text`. A range beyond the end is cut to the end; one that splits a
    /// character is widened to whole characters.
    #[must_use]
    pub fn edit(&self, range: TextRange, text: &str) -> Self {
        let (rope, change) = replaced(&self.rope, range, text);
        let (slots, changed) = edit::update(&rope, self.file, self.cap, (&self.slots, &[]), &change);
        Self::from_slots(rope, self.file, self.cap, slots, &changed, &self.indexes)
    }

    /// The text.
    pub fn rope(&self) -> &Rope {
        &self.rope
    }

    /// The nodes.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Whether any comment that starts with `#@` passes a test. The test is also told whether the comment stands behind
    /// a key or a dash that has no value. A segment keeps its answer, so there is one test in the whole program.
    pub(crate) fn any_comment(&self, test: fn(&Comment, bool) -> bool) -> bool {
        let test = |comment: &Comment, is_value: bool| comment.text.starts_with('@') && test(comment, is_value);
        let passes = |slot: SegmentSlot<'_>| {
            let segment = &*slot.segment;
            let find = || piece::any_comment(&segment.content, &segment.dangling, &test);
            segment.is_template && *segment.has_found_comment.get_or_init(find)
        };
        self.stream.is_template && self.slots.iter().any(passes)
    }

    /// Whether it is the same version of the same text.
    pub fn is_same_version(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.stream, &other.stream)
    }

    /// What may differ from another version of the text: a range of that one, and the range that stands for it here. Whole
    /// segments are compared, by identity.
    pub fn changed_since(&self, before: &Self) -> (TextRange, TextRange) {
        let (old, new) = (&before.slots, &self.slots);
        let (above, below) = new.unchanged_since(old);
        let start = above.checked_sub(1).and_then(|last| new.get(last)).map_or(0, |slot| slot.end());
        let end = |document: &Self, slots: &SlotList| {
            let first = slots.get(slots.len() - below);
            first.map_or(document.len(), |slot| slot.start).max(start)
        };
        let range = |end: usize| TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32));
        (range(end(before, old)), range(end(self, new)))
    }

    /// How many bytes the text has.
    pub fn len(&self) -> usize {
        // The rope adds up its parts at each call.
        self.slots.last().map_or_else(|| self.rope.len_bytes(), |slot| slot.end())
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text in `range` (bytes), as far as there is any.
    pub fn slice(&self, range: TextRange) -> String {
        let end = usize::from(range.end()).min(self.len());
        let start = usize::from(range.start()).min(end);
        self.rope.get_byte_slice(start..end).map(|slice| slice.to_string()).unwrap_or_default()
    }

    /// The line, from 0, that holds the byte at `offset`; the last line if that is beyond the end.
    pub fn line_of(&self, offset: TextSize) -> usize {
        self.rope.byte_to_line(usize::from(offset).min(self.len()))
    }

    /// The absolute base of a segment of this version; `None` if this version has no such segment.
    pub fn segment_base(&self, segment: SegmentId) -> Option<TextSize> {
        if segment == SegmentId::DOCUMENT {
            return Some(TextSize::new(0));
        }
        self.indexes.slot(&self.slots, segment).map(|slot| slot.base())
    }

    /// The absolute byte range of a place in this document; `None` if its segment is gone.
    pub fn resolve(&self, place: Place) -> Option<TextRange> {
        Some(place.range + self.segment_base(place.segment)?)
    }

    /// The place with an absolute range, if it is one of this file and its segment is there; else as it is.
    pub fn absolute(&self, place: Place) -> Place {
        match self.resolve(place) {
            Some(range) if place.file == self.file => Place::absolute(place.file, range),
            _ => place,
        }
    }
}

/// A text with a range replaced, as [`TextDocument::edit`] does it.
pub(crate) fn replaced(old: &Rope, range: TextRange, text: &str) -> (Rope, TextChange) {
    let length = old.len_bytes();
    let first = old.byte_to_char(usize::from(range.start()).min(length));
    let end = usize::from(range.end()).min(length);
    let last = old.byte_to_char(end);
    let last = if old.char_to_byte(last) < end { last + 1 } else { last };
    let bytes = old.char_to_byte(first)..old.char_to_byte(last);
    let mut rope = old.clone();
    rope.remove(first..last);
    rope.insert(first, text);
    let new = bytes.start..bytes.start + text.len();
    (rope, TextChange { old: bytes, new })
}

#[cfg(test)]
mod tests;
