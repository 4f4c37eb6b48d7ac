//! The nodes of a YAML text: documents, mappings, sequences, scalars, aliases, and the comments attached to them.
//!
//! Nodes are immutable and shared. Their ranges are bytes *relative to the segment that holds them*
//! (see `document`), so an edit elsewhere leaves them alone. [`Placed`] pairs a node with the base of its segment
//! and gives absolute ranges; walk with it and you cannot mix the two up.
//!
//! Knows YAML 1.2's structure and how ytt attaches comments. Knows nothing of schemas, values or edits.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::problem::Problem;
use crate::text::{SegmentId, TextRange, TextSize};

pub mod annotation;
mod at;
mod attach;
pub mod compose;
mod content;
pub mod lower;
pub mod path;
pub mod scalar;
pub mod scalar_map;
pub mod syntax;

pub use at::Placed;
pub use scalar::ScalarValue;

/// Every document of a text.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    /// The YAML documents in order. A text without any content has none.
    pub documents: Vec<Document>,
    /// Comments after the last node of the text: they attach to nothing. Ranges are absolute.
    pub dangling: Vec<Comment>,
    /// Syntax problems, each with its place.
    pub problems: Vec<Problem>,
    /// Whether any comment starts with `#@`: only then does ytt read the file as a template.
    pub is_template: bool,
    /// Where the comments that silence problems start, in order. The text alone was looked at: some may stand in scalars.
    pub suppressions: Vec<TextSize>,
}

/// One YAML document. Its ranges are absolute.
#[derive(Clone, Debug)]
pub struct Document {
    /// From its directives or `---` (or first content) to its end.
    pub range: TextRange,
    /// The `---` marker, absent in a first document that starts without one.
    pub marker: Option<TextRange>,
    /// Comments attached to the document itself: those above its marker, or on the marker's line.
    pub comments: Box<[Comment]>,
    /// The content; [`NodeKind::Empty`] if there is none.
    pub root: Node,
    /// Every anchor in order: its name and the absolute offset where its node starts.
    pub anchors: Box<[(SmolStr, TextSize)]>,
}

/// A node of any kind.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its own text without properties, comments and trailing blanks. Quotes belong to a quoted scalar.
    /// An empty node is an empty range where its value would stand.
    pub range: TextRange,
    /// Tag and anchor, if any.
    pub properties: Option<Box<Properties>>,
    /// What it is.
    pub kind: NodeKind,
}

/// What stands before a node's content.
#[derive(Clone, Debug, Default)]
pub struct Properties {
    /// `!!str` and the like, as written; `!<…>` where a `%TAG` directive gives `!!` another meaning.
    pub tag: Option<(SmolStr, TextRange)>,
    /// The name after `&`, and the range of `&name`.
    pub anchor: Option<(SmolStr, TextRange)>,
}

/// What a node is.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// No content: `key:` with nothing after it.
    Empty,
    /// A scalar in any style.
    Scalar(Scalar),
    /// `*name`: the name without `*`.
    Alias(SmolStr),
    /// A block or flow mapping.
    Mapping(Mapping),
    /// A block or flow sequence.
    Sequence(Sequence),
    /// Text that could not be understood; the problem is in [`Stream::problems`].
    Broken,
}

/// A scalar with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// How it is written.
    pub style: ScalarStyle,
    /// Its text after folding, unescaping and chomping.
    pub text: SmolStr,
}

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarStyle {
    /// `text`
    Plain,
    /// `'text'`
    SingleQuoted,
    /// `"text"`
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
}

/// Block or flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectionStyle {
    /// By indentation.
    Block,
    /// In brackets.
    Flow,
}

/// A mapping.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// Block or flow.
    pub style: CollectionStyle,
    /// Its entries in order, duplicates and merge keys (`<<`) included as written.
    pub entries: Chunks<Entry>,
}

/// A sequence.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// Block or flow.
    pub style: CollectionStyle,
    /// Its items in order.
    pub items: Chunks<Item>,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// From the key's start to the value's end.
    pub range: TextRange,
    /// The key.
    pub key: Node,
    /// The value, [`NodeKind::Empty`] if there is none.
    pub value: Node,
    /// The comments that attach to this entry, in source order.
    pub comments: Comments,
}

/// An item of a sequence.
#[derive(Clone, Debug)]
pub struct Item {
    /// From the dash (block) or the value (flow) to the value's end.
    pub range: TextRange,
    /// The value, [`NodeKind::Empty`] if there is none.
    pub value: Node,
    /// The comments that attach to this item, in source order.
    pub comments: Comments,
}

/// Attached comments; most nodes have none, so that costs one word.
pub type Comments = Option<Box<[Comment]>>;

/// A comment that attaches to a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// From `#` to the end of the line, without trailing spaces.
    pub range: TextRange,
    /// Its text without `#`. A tab at its end counts: ytt takes it for a part of an annotation's name.
    pub text: SmolStr,
    /// Whether it stands on the node's own line, behind it, rather than above.
    pub trailing: bool,
}

impl Comment {
    /// A comment as written from `#` to the end of its line, which starts at `start`.
    fn written(line: &str, start: TextSize) -> Self {
        let source = line.trim_end_matches([' ', '\r', '\n']);
        let text = SmolStr::new(source.strip_prefix('#').unwrap_or(source));
        Self { range: TextRange::at(start, TextSize::of(source)), text, trailing: false }
    }
}

/// The children of a collection: together in the collection's own segment, or spread over several.
#[derive(Clone, Debug)]
pub enum Chunks<T> {
    /// All in the segment of the collection itself; ranges share its base.
    Here(Box<[T]>),
    /// In segments of their own. Most nodes are no such collection, so that this takes no more room than the other.
    Spread(Arc<Box<[Chunk<T>]>>),
}

/// Names what a chunk holds, its further segments included: equal ids mean equal nodes, wherever they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentId(pub u64);

/// A run of children that is one segment.
#[derive(Clone, Debug)]
pub struct Chunk<T> {
    /// The base that the ranges in `children` are relative to, from the base of the collection on: a section that
    /// moves as a whole stays as it is.
    pub offset: TextSize,
    /// Names the parsed segment; equal ids mean equal children.
    pub segment: SegmentId,
    /// Names all that stands in it, in further segments too.
    pub content: ContentId,
    /// Whether an alias or merge key stands in it, so that its meaning depends on other segments.
    pub has_alias: bool,
    /// Whether template code or an annotation stands in it, in further segments too.
    pub is_template: bool,
    /// Whether it is the header of one entry whose own children lie in further segments. Equal segment ids then do not
    /// mean equal children: keep results by `content`.
    pub is_split: bool,
    /// The children.
    pub children: Arc<[T]>,
}

impl Node {
    /// The tag as written, such as `!!str`.
    pub fn tag(&self) -> Option<&str> {
        self.properties.as_ref()?.tag.as_ref().map(|(tag, _)| tag.as_str())
    }

    /// The name of its anchor.
    pub fn anchor(&self) -> Option<&SmolStr> {
        self.properties.as_ref()?.anchor.as_ref().map(|(name, _)| name)
    }
}
