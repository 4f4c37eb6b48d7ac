//! Comments as ytt reads them: annotations with a name and arguments, code, and plain comments.
//!
//! Which node a comment attaches to is decided by line (`lower` does it); what it says is decided here.
//! The arguments are Starlark call arguments; their meaning is the schema's and the overlay's business.

use smol_str::SmolStr;

use crate::text::TextRange;
use crate::yaml::Comment;

/// What a comment is to ytt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommentKind<'a> {
    /// `#! …`, or in full `#@comment …`: a comment for people.
    Ignored,
    /// `#@ …`: template code above a node, or a computed value behind one.
    Code(&'a str),
    /// `#@name args`.
    Annotation(Annotation<'a>),
    /// Anything else: an error in a template file.
    Plain,
}

/// `#@name args`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation<'a> {
    /// The name, such as `schema/title`: everything up to the first space (U+0020).
    pub name: &'a str,
    /// The range of the name, in the comment's own base.
    pub name_range: TextRange,
    /// Everything after the first space.
    pub arguments: &'a str,
    /// The range of the arguments, in the comment's own base.
    pub arguments_range: TextRange,
}

/// Says what a comment is to ytt.
pub fn classify(comment: &Comment) -> CommentKind<'_> {
    let text: &SmolStr = &comment.text;
    if text.starts_with('!') {
        return CommentKind::Ignored;
    }
    let Some(after) = text.strip_prefix('@') else { return CommentKind::Plain };
    if after.is_empty() || after.starts_with(' ') {
        return CommentKind::Code(after.strip_prefix(' ').unwrap_or(after));
    }
    let (name, arguments) = after.split_once(' ').unwrap_or((after, ""));
    if name == "comment" {
        return CommentKind::Ignored;
    }
    let name_start = comment.range.start() + text_size::TextSize::of("#@");
    let name_range = TextRange::at(name_start, text_size::TextSize::of(name));
    let arguments_range =
        TextRange::at(comment.range.end() - text_size::TextSize::of(arguments), text_size::TextSize::of(arguments));
    CommentKind::Annotation(Annotation { name, name_range, arguments, arguments_range })
}
