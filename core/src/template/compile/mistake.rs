//! What can be wrong with a statement before the parser reads it, and how that is said.

use std::ops::Range;

use super::snippet::Snippet;
use super::statement::StatementState;
use crate::problem::{Code, Problem};
use crate::template::tokens::StatementFault;
use crate::text::{FileId, Place};

/// What is wrong, and at which part of the code.
#[derive(Debug)]
pub(super) enum CompileMistake {
    /// Its tokens are no statement.
    Fault(StatementFault),
    /// The header of a block has no colon.
    MissingColon(Range<usize>),
    /// Something stands behind `end`.
    AfterEnd(Range<usize>),
    /// A word of its own that was to be `end`.
    MisspeltEnd(Range<usize>),
    /// A word that ytt reserves.
    Reserved(Range<usize>),
    /// What makes bytes of a text.
    Bytes(Range<usize>),
    /// A number that is larger than floats are.
    LargeFloat(Range<usize>),
    /// An octal escape of a text that is larger than a byte.
    LargeOctal(Range<usize>),
    /// A closing bracket that closes nothing.
    Surplus(Range<usize>),
    /// A comment behind an expression.
    Comment(Range<usize>),
    /// A comma behind the last argument or parameter of several with `*` or `**`.
    TrailingComma(Range<usize>),
}

impl CompileMistake {
    /// What becomes of the statement.
    pub(super) fn state(&self) -> StatementState {
        match self {
            Self::MissingColon(_) | Self::AfterEnd(_) | Self::MisspeltEnd(_) | Self::TrailingComma(_) => {
                StatementState::Reported
            }
            Self::Fault(_)
            | Self::Reserved(_)
            | Self::Bytes(_)
            | Self::LargeFloat(_)
            | Self::LargeOctal(_)
            | Self::Surplus(_)
            | Self::Comment(_) => StatementState::LeftOut,
        }
    }

    /// Whether the code was to go on where it ends.
    pub(super) fn is_cut_off(&self) -> bool {
        matches!(self, Self::MissingColon(_) | Self::Fault(StatementFault::UnclosedBracket(_)))
    }

    /// Whether it is fine for Starlark in general.
    pub(super) fn is_about_ytt(&self) -> bool {
        matches!(
            self,
            Self::Reserved(_) | Self::Bytes(_) | Self::LargeFloat(_) | Self::LargeOctal(_) | Self::TrailingComma(_)
        )
    }

    /// The problem with this code.
    pub(super) fn problem(&self, file: FileId, code: &Snippet) -> Problem {
        let source = |range: &Range<usize>| code.text.get(range.clone()).unwrap_or_default();
        let at = |range: &Range<usize>, message: String| {
            Problem::new(Code::TemplateSyntax, Place::absolute(file, code.place(range.clone())), message)
        };
        match self {
            Self::Fault(fault) => self::fault(file, fault, code),
            Self::MissingColon(range) => at(range, "The line that opens a block ends with a colon".to_owned())
                .found("the end of the line")
                .expected("`:`"),
            Self::AfterEnd(range) => {
                at(range, "Nothing may follow `end`".to_owned()).found(format!("`{}`", source(range)))
            }
            Self::MisspeltEnd(range) => {
                at(range, format!("`{}` ends no block", source(range))).hint("did you mean `end`?")
            }
            Self::Reserved(range) => {
                let word = source(range);
                let problem = at(range, format!("`{word}` is reserved and cannot be used here"));
                let is_end = word == "end";
                problem.hint(if is_end { "it ends a block, so take another name" } else { "a block may be empty" })
            }
            Self::Bytes(range) => at(range, "There are no bytes in ytt, only text".to_owned())
                .found(format!("`{}` before the quotes", source(range)))
                .expected("nothing, or `r`"),
            Self::LargeFloat(range) => at(range, "The number is larger than floats are".to_owned()),
            Self::LargeOctal(range) => at(range, format!("The string contains the invalid escape `{}`", source(range)))
                .expected("at most `\\377`, which is a byte"),
            Self::Surplus(range) => at(range, "This bracket closes nothing".to_owned()),
            Self::TrailingComma(range) => {
                at(range, "No comma may stand at the end where `*` or `**` is among the arguments".to_owned())
            }
            Self::Comment(range) => at(range, "No comment may stand behind a value".to_owned())
                .hint("write it on a line of its own, after `#!`"),
        }
    }
}

fn fault(file: FileId, fault: &StatementFault, code: &Snippet) -> Problem {
    let place = |range: &Range<usize>| Place::absolute(file, code.place(range.clone()));
    match fault {
        StatementFault::UnclosedText(range) => {
            Problem::new(Code::TemplateSyntax, place(range), "The string is not closed").expected("a closing quote")
        }
        StatementFault::UnclosedBracket(range) => {
            let bracket = code.text.get(range.clone()).unwrap_or_default();
            let closing = match bracket {
                "(" => ")",
                "[" => "]",
                _ => "}",
            };
            Problem::new(Code::TemplateSyntax, place(range), format!("The bracket `{bracket}` is not closed"))
                .expected(format!("a closing `{closing}`"))
        }
        StatementFault::CarriedNowhere(range) => Problem::new(
            Code::TemplateSyntax,
            place(range),
            "The backslash continues the code on the next line, but there is none",
        ),
        StatementFault::TooDeep(range) => too_deep(place(range), "nests deeper"),
        StatementFault::TooLong => too_deep(Place::absolute(file, code.range()), "is longer"),
    }
}

fn too_deep(place: Place, what: &str) -> Problem {
    Problem::new(Code::TooDeep, place, format!("The template code {what} than sayl follows"))
        .hint("split it into several statements")
}
