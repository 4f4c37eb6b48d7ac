//! What the line scanner finds wrong, before any parser sees the text.

use std::ops::Range;

use crate::problem::{Code, Problem, shortened};
use crate::text::Place;

/// A fault: what to flag, and what to blank so that the rest can be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DocumentFault {
    /// The token to flag, in bytes.
    pub(super) range: Range<usize>,
    /// What it is.
    pub(super) kind: FaultKind,
    /// Whether the token is blanked in the parsed copy.
    pub(super) is_masked: bool,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaultKind {
    /// Part of a fault that is flagged already: only blanked.
    Silent,
    /// A line below what nests too deep: blanked for every parser, as that is.
    Deeper,
    /// A line break inside a scalar or bracket that a space stands for in the parsed copy.
    Join,
    /// An entry indented with tabs.
    Tab,
    /// A tab on a line without content, which what stands above does not reach.
    TabAlone,
    /// Text that is no entry and no value.
    StrayText,
    /// A dash where keys stand.
    StrayDash,
    /// A key where dashes stand.
    StrayKey,
    /// A line whose column differs from that of its siblings.
    Misaligned,
    /// A value that starts with a character that cannot start one.
    BadStart,
    /// A key inside a value on the same line.
    KeyInValue,
    /// A quote that never closes.
    OpenQuote,
    /// A bracket that never closes.
    OpenBracket,
    /// Text behind a finished value.
    Trailing,
    /// A block scalar header with text behind it.
    BlockHeader,
    /// `&` or `*` without a name.
    NoName,
    /// A second anchor or tag on one node.
    SecondProperty,
    /// A value on a key's line that has children below.
    ValueBesideChildren,
    /// Too few dashes where a document begins.
    Marker,
    /// A directive without a document marker below.
    Directive,
    /// Nesting beyond the limit.
    TooDeep,
    /// A control character.
    Control,
}

impl FaultKind {
    /// Whether the text of its segment alone shows it, so that a parser of that text finds it too.
    pub(super) fn is_local(self) -> bool {
        !matches!(
            self,
            Self::TabAlone
                | Self::StrayText
                | Self::StrayDash
                | Self::StrayKey
                | Self::Misaligned
                | Self::ValueBesideChildren
                | Self::Marker
                | Self::Directive
                | Self::TooDeep
                | Self::Control
        )
    }

    /// Whether a segment that loads as it stands is right in spite of it: nothing around the segment plays a part.
    pub(super) fn is_moot(self) -> bool {
        self.is_local() && !matches!(self, Self::Silent | Self::Deeper)
    }

    /// Whether it is none where a tree finds no error in its document.
    pub(super) fn is_forgivable(self) -> bool {
        !matches!(self, Self::Silent | Self::Deeper | Self::Control | Self::TabAlone)
    }

    /// Whether it is a quote or bracket that does not close.
    pub(super) fn is_open(self) -> bool {
        matches!(self, Self::OpenQuote | Self::OpenBracket)
    }

    /// The problem to show, unless the fault is silent.
    pub(super) fn problem(self, place: Place, token: &str) -> Option<Problem> {
        let code = match self {
            Self::TooDeep => Code::TooDeep,
            Self::Control => Code::InvalidEncoding,
            _ => Code::SyntaxError,
        };
        let (message, hint) = self.words()?;
        let problem = Problem::new(code, place, message).hint(hint);
        Some(match (self, token.chars().next()) {
            (Self::Control, Some(character)) => problem.found(format!("U+{:04X}", u32::from(character))),
            (Self::TooDeep | Self::TabAlone, _) | (_, None) => problem,
            (Self::Marker, _) => problem.found(format!("`{token}`")).fix("Change to `---`", place, "---"),
            _ => problem.found(format!("`{}`", shortened(token))),
        })
    }

    fn words(self) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Self::Silent | Self::Deeper | Self::Join => return None,
            Self::TabAlone => ("A line without content cannot hold a tab here", "remove the tab"),
            Self::Tab => ("A tab cannot indent a line in YAML", "indent with spaces"),
            Self::StrayText => {
                ("This text is neither a key nor a value", "write `: ` after it to make it a key, or remove it")
            }
            Self::StrayDash => ("A list item cannot stand among the keys of a map", "indent it below a key"),
            Self::StrayKey => {
                ("A key cannot stand among the items of a list", "start the line with `- `, or indent it")
            }
            Self::Misaligned => {
                ("The line does not align with its siblings", "indent it by as many spaces as the lines beside it")
            }
            Self::BadStart => ("A value cannot start with this character", "quote the value"),
            Self::KeyInValue => {
                ("A value on the line of its key cannot hold `: `", "quote the value, or indent the inner key below")
            }
            Self::OpenQuote => ("The quote is not closed", "add the closing quote"),
            Self::OpenBracket => ("The bracket is not closed", "add the closing bracket"),
            Self::Trailing => ("Text follows a finished value", "remove it, or quote the whole value"),
            Self::BlockHeader => {
                ("Only indentation and chomping indicators can follow `|` or `>`", "start the text on the next line")
            }
            Self::NoName => ("An anchor or alias needs a name", "write a name behind it, or quote the value"),
            Self::SecondProperty => ("A node takes one anchor and one tag", "remove the second"),
            Self::ValueBesideChildren => {
                ("A key with a value cannot have children below", "remove the value, or the children")
            }
            Self::Marker => ("A document begins with three dashes", "write `---`"),
            Self::Directive => ("A directive needs a `---` line below it", "add `---`, or quote the text"),
            Self::TooDeep => ("The text nests deeper than sayl follows", "flatten the structure"),
            Self::Control => {
                ("YAML does not allow this control character", "remove it, or write an escape in double quotes")
            }
        })
    }
}
