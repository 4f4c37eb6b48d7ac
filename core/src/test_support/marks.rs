//! Marks below lines: how they are read, and how problems and ranges are shown as such.

use std::fmt::Write as _;

use super::dedent;
use crate::document::TextDocument;
use crate::problem::{Problem, Severity};
use crate::text::TextRange;

/// A problem that a fixture expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The line, from 0.
    pub line: usize,
    /// Its first column, from 0, in characters.
    pub start: usize,
    /// The column behind it, in characters.
    pub end: usize,
    /// How bad it is.
    pub severity: Severity,
    /// The name of its code, if that matters to the test.
    pub code: Option<String>,
    /// A part of its text.
    pub message: String,
}

/// A text with a mark below the first line of each range, saying `label`. For features that answer with ranges.
pub fn mark_ranges(text: &str, ranges: &[(TextRange, String)]) -> String {
    let marks = ranges.iter().map(|(range, label)| {
        let (line, start, end) = columns(text, *range);
        (line, start, end, label.clone())
    });
    with_marks(text, marks.collect())
}

/// A document with its problems as marks. Every problem has a place in it.
#[track_caller]
pub fn mark_problems(document: &TextDocument, problems: &[Problem]) -> String {
    let text = document.rope().to_string();
    let marks = problems.iter().map(|problem| {
        let range = document.resolve(problem.place).expect("every place is in this text");
        let (line, start, end) = columns(&text, range);
        (line, start, end, text_of(problem))
    });
    with_marks(&text, marks.collect())
}

/// What a picture shows when its marks are taken out, whatever they say: a test whose picture holds its input does not
/// write it twice. A mark of one character in the first column looks like a comment, and stays, unless it says how bad
/// a problem is.
pub fn without_marks(picture: &str) -> String {
    let is_mark = |line: &&str| {
        let after = line.trim_start_matches(' ').strip_prefix('#').map(|after| after.trim_start_matches(' '));
        after.is_some_and(|after| {
            after.trim_start_matches('^').starts_with(' ') && after.starts_with('^')
                || after.starts_with("| ")
                || after.split_once('[').is_some_and(|(severity, _)| Severity::from_name(severity).is_some())
        })
    };
    let text = dedent(picture.strip_prefix('\n').unwrap_or(picture));
    text.split_inclusive('\n').filter(|line| !is_mark(line)).collect()
}

pub(super) fn is_marked(text: &str, mark: &Mark, problem: &Problem) -> bool {
    columns(text, problem.place.range) == (mark.line, mark.start, mark.end)
        && problem.severity == mark.severity
        && mark.code.as_ref().is_none_or(|code| code == problem.code.name())
        && problem.text().contains(&mark.message)
}

/// Line, first column, column behind, and what a mark of this problem would say.
pub(super) fn mark_of(text: &str, problem: &Problem) -> (usize, usize, usize, String) {
    let (line, start, end) = columns(text, problem.place.range);
    (line, start, end, text_of(problem))
}

fn text_of(problem: &Problem) -> String {
    let text = problem.text().replace('\n', " / ");
    format!("{}[{}]: {text}", problem.severity.name(), problem.code.name())
}

/// The line of a range's start and its columns there, in characters; cut at the line's end.
fn columns(text: &str, range: TextRange) -> (usize, usize, usize) {
    let (start, end) = (usize::from(range.start()), usize::from(range.end()));
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
    let count = |to: usize| text[line_start..to].chars().count();
    (text[..line_start].matches('\n').count(), count(start), count(end.min(line_end)))
}

pub(super) fn with_marks(text: &str, mut marks: Vec<(usize, usize, usize, String)>) -> String {
    marks.sort_by_key(|(line, start, ..)| (*line, *start));
    let mut marks = marks.into_iter().peekable();
    let mut picture = String::new();
    let lines = if text.is_empty() { vec![""] } else { text.lines().collect() };
    for (number, line) in lines.into_iter().enumerate() {
        let _ = writeln!(picture, "{line}");
        while let Some((_, start, end, text)) = marks.next_if(|(at, ..)| *at <= number) {
            let _ = writeln!(picture, "{} {text}", carets(start, end));
        }
    }
    for (_, start, end, text) in marks {
        let _ = writeln!(picture, "{} {text}", carets(start, end));
    }
    picture
}

fn carets(start: usize, end: usize) -> String {
    match (start, end - start) {
        (0, 0) => "#|".to_owned(),
        (0, length) => format!("#{}", "^".repeat(length - 1)),
        (_, 0) => format!("#{}|", " ".repeat(start - 1)),
        (1, length) => format!(" #{}", "^".repeat(length - 1)),
        (_, length) => format!("#{}{}", " ".repeat(start - 1), "^".repeat(length)),
    }
}

/// A mark, its line still unknown; `None` for any other line.
#[track_caller]
pub(super) fn parse_mark(line: &str) -> Option<Mark> {
    let hash = line.len() - line.trim_start_matches(' ').len();
    let after = line[hash..].strip_prefix('#')?.trim_end();
    let blanks = after.len() - after.trim_start_matches(' ').len();
    let rest = &after[blanks..];
    let carets = rest.len() - rest.trim_start_matches('^').len();
    let (text, start, end) = if let Some(text) = rest.strip_prefix('|') {
        let at = hash + if blanks == 0 { 0 } else { 1 + blanks };
        (text, at, at)
    } else if carets == 0 || blanks == 0 {
        (&rest[carets..], hash, hash + 1 + carets)
    } else {
        (&rest[carets..], hash + 1 + blanks, hash + 1 + blanks + carets)
    };
    let mark = parse_text(text.trim_start(), start, end);
    assert!(mark.is_some() || carets == 0, "a mark says `severity: text` or `severity[code]: text`: {line}");
    mark
}

fn parse_text(text: &str, start: usize, end: usize) -> Option<Mark> {
    let (head, message) = text.split_once(':')?;
    let (severity, code) = match head.split_once('[') {
        Some((severity, code)) => (severity, Some(code.strip_suffix(']')?.to_owned())),
        None => (head, None),
    };
    let severity = Severity::from_name(severity)?;
    Some(Mark { line: 0, start, end, severity, code, message: message.trim().to_owned() })
}
