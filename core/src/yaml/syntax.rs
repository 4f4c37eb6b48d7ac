//! A text as ytt reads it: its nodes, or why it does not load.
//!
//! ytt reads YAML 1.1 with a parser of the libyaml family: stricter than YAML 1.2 in some places, laxer in others.
//! Neither tree-sitter nor a YAML 1.2 parser gives its verdict, so this module retraces it, by tokens (`scan`) and
//! grammar (`grammar`). Of a text that does not load, `lower` finds the nodes.

use std::ops::Range;

use super::lower::Lowered;

use crate::problem::{Code, Problem};
use crate::text::{Place, TextRange, TextSize};

mod grammar;
mod scan;
#[cfg(test)]
mod tests;

/// The first place where ytt's parser gives up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxRefusal {
    /// What does not fit.
    pub kind: RefusalKind,
    range: Range<usize>,
}

/// Why ytt's parser gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// A character that starts no value.
    BadStart,
    /// A token where only a key can stand, without a colon on its line.
    NoColon,
    /// A key of more than 1,024 bytes.
    LongKey,
    /// `- ` behind something else.
    DashHere,
    /// `? ` behind something else.
    KeyHere,
    /// `: ` behind something that is no key.
    ColonHere,
    /// A `%` line that is neither `%YAML` nor `%TAG`, or not well formed.
    Directive,
    /// A YAML version other than 1.1.
    Version,
    /// A directive for the second time.
    RepeatedDirective,
    /// A document that needs `---`.
    NoMarker,
    /// `&` or `*` without a name.
    NoName,
    /// An anchor's name with other characters than letters, digits, `-` and `_`.
    AnchorName,
    /// A tag that is not well formed.
    Tag,
    /// A tag whose handle no `%TAG` declares.
    TagHandle,
    /// Text behind `|` or `>`.
    BlockHeader,
    /// A tab in the indentation.
    Tab,
    /// A quote that never closes.
    OpenQuote,
    /// A bracket that never closes.
    OpenBracket,
    /// An unknown escape in double quotes.
    Escape,
    /// A place that needs a value.
    NoContent,
    /// A colon in brackets where a value starts.
    ColonAtStart,
    /// Something else than `- ` in a block sequence.
    NoDash,
    /// Something else than a key in a block mapping.
    NoKey,
    /// Neither `,` nor `]` behind an item.
    OpenSequence,
    /// Neither `,` nor `}` behind an entry.
    OpenMapping,
}

/// How much of its documents a text holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentsExtent {
    /// Whole documents.
    Documents,
    /// A part of one: directives may stand elsewhere.
    Part,
    /// A part of a flow collection, between brackets that stand elsewhere.
    Bracketed,
}

/// The nodes of a text, with comments attached; `None` where it nests deeper than is followed. Fails with the first
/// place at which ytt refuses the text.
///
/// Aliases, repeated keys and the values of tags are not looked at: `compose` does that.
pub fn read(text: &str, extent: DocumentsExtent) -> Result<Option<Lowered>, SyntaxRefusal> {
    read_from(text, 0, extent)
}

/// The same of what stands from the start of a line on, as if all before it were blank.
pub fn read_from(text: &str, line_start: usize, extent: DocumentsExtent) -> Result<Option<Lowered>, SyntaxRefusal> {
    scan::scan(text, line_start, extent).and_then(|scanned| grammar::read(text, extent, scanned))
}

/// The first place at which ytt refuses a text; `None` if it loads it.
pub fn refusal(text: &str, extent: DocumentsExtent) -> Option<SyntaxRefusal> {
    read(text, extent).err()
}

impl SyntaxRefusal {
    /// The token, in bytes of the text.
    pub fn range(&self) -> TextRange {
        TextRange::new(TextSize::new(self.range.start as u32), TextSize::new(self.range.end as u32))
    }

    /// Whether it is certain that YAML 1.2 refuses the text that was read, too.
    pub fn is_of_yaml_1_2(&self, text: &str) -> bool {
        let is_of_kind = matches!(
            self.kind,
            RefusalKind::BlockHeader
                | RefusalKind::DashHere
                | RefusalKind::Escape
                | RefusalKind::NoContent
                | RefusalKind::OpenSequence
                | RefusalKind::OpenMapping
        );
        is_of_kind && !has_other_indicators(text)
    }

    /// The problem to show at `place`, given the token's text.
    pub fn problem(&self, place: Place, token: &str) -> Problem {
        let (message, hint) = self.kind.words();
        let problem = Problem::new(Code::SyntaxError, place, message).hint(hint);
        let token = token.trim();
        if token.is_empty() { problem } else { problem.found(format!("`{token}`")) }
    }
}

impl RefusalKind {
    /// What is wrong, and what to do.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::BadStart => ("A value cannot start with this character", "quote the value"),
            Self::NoColon => ("A key is expected here, with a colon behind it", "write `: ` after it, or remove it"),
            Self::LongKey => ("A key of more than 1,024 bytes needs `? ` before it", "shorten the key"),
            Self::DashHere => ("A list item cannot start here", "put the `- ` on a line of its own"),
            Self::KeyHere => ("A key cannot start here", "put the `? ` on a line of its own"),
            Self::ColonHere => {
                ("A value on the line of its key cannot hold `: `", "quote the value, or indent the inner key below")
            }
            Self::Directive => ("ytt knows no such directive", "only `%YAML 1.1` and `%TAG` lines may start with `%`"),
            Self::Version => ("ytt reads YAML 1.1 only", "write `%YAML 1.1`, or remove the line"),
            Self::RepeatedDirective => ("The document has this directive already", "remove the second"),
            Self::NoMarker => ("ytt needs a `---` line before each further document", "add `---` above it"),
            Self::NoName => ("An anchor or alias needs a name", "write a name behind it, or quote the value"),
            Self::AnchorName => {
                ("ytt allows letters, digits, `-` and `_` in the name of an anchor", "choose another name")
            }
            Self::Tag => {
                ("The tag is not well formed for ytt", "write it as `!!str` or `!name`, with a space behind it")
            }
            Self::TagHandle => ("No `%TAG` line declares the handle of this tag", "declare it, or use another tag"),
            Self::BlockHeader => {
                ("Only indentation and chomping indicators can follow `|` or `>`", "start the text on the next line")
            }
            Self::Tab => ("ytt allows no tab in this indentation", "indent with spaces"),
            Self::OpenQuote => ("The quote is not closed", "add the closing quote"),
            Self::OpenBracket => ("The bracket is not closed", "add the closing bracket, or a comma that is missing"),
            Self::Escape => {
                ("ytt knows no such escape in double quotes", "write `\\\\` for a backslash, or use single quotes")
            }
            Self::NoContent => {
                ("A value is expected here", "write a value, or quote it if it starts with an indicator")
            }
            Self::ColonAtStart => ("ytt takes this colon for the end of a key", "quote the value"),
            Self::NoDash => {
                ("An item of a list is expected here", "start the line with `- `, or align it with its siblings")
            }
            Self::NoKey => ("A key is expected here", "align it with its siblings, or write `key: ` before it"),
            Self::OpenSequence => {
                ("`,` or `]` is expected here", "separate the items with commas, or close the bracket")
            }
            Self::OpenMapping => {
                ("`,` or `}` is expected here", "separate the entries with commas, or close the brace")
            }
        }
    }
}

/// Whether a text holds a tag, an anchor, an alias or a `?`, or a `:` before something else than a blank: ytt ends these
/// elsewhere than YAML 1.2, and in brackets it takes for indicators what is text there.
fn has_other_indicators(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_blank = |next: Option<&u8>| next.is_none_or(u8::is_ascii_whitespace);
    let is_other = |at: usize| bytes.get(at) == Some(&b'*') || !is_blank(bytes.get(at + 1));
    memchr::memchr3(b'?', b'!', b'&', bytes).is_some() || memchr::memchr2_iter(b'*', b':', bytes).any(is_other)
}
