//! What is wrong with a segment: the scanner's faults, what recovery had to blank, and what ytt's parser refuses.
//!
//! What ytt loads is never a syntax error, whatever the scanner or tree-sitter make of it.

use std::ops::Range;

use super::fault::{Fault, FaultKind};
use super::piece::{Piece, relative, text_range};
use super::segments::Shape;
use crate::problem::{Code, Problem};
use crate::text::{Place, SegmentId, TextRange};
use crate::yaml::syntax::{Extent, refusal};

/// What follows further right on its line may be lost: the scanner of tree-sitter-yaml counts columns in 16 bits.
const FARTHEST: usize = i16::MAX as usize;

/// The problems of a segment. `text` is what was written, `copy` what was parsed, both with the piece's padding;
/// `broken` was blanked, and `errors` are left of what remained.
pub(super) fn problems(
    piece: &Piece<'_>,
    id: SegmentId,
    text: &str,
    copy: &str,
    (broken, errors): (&[Range<usize>], &[TextRange]),
) -> Box<[Problem]> {
    let extent = if piece.shape == Shape::Document { Extent::Documents } else { Extent::Part };
    // What nests too deep is flagged once; no other parser gets to see it.
    let is_deep = piece.faults.iter().any(|fault| matches!(fault.kind, FaultKind::TooDeep | FaultKind::Deeper));
    let verdict = refusal(if is_deep { copy } else { text }, extent);
    let place = |range: TextRange| Place { file: piece.file, segment: id, range };
    let mut problems = faults(piece, text, verdict.is_some(), place);
    let left = errors.iter().filter(|_| verdict.is_none()).map(|range| range.start().into()..range.end().into());
    let lost: Vec<Range<usize>> = broken.iter().cloned().chain(left).collect();
    let far = far_lines(text, &lost);
    problems.extend(far.iter().map(|line| too_long(text, line, place)));
    if let Some(verdict) = verdict {
        let is_explained = !problems.is_empty();
        for (index, range) in broken.iter().enumerate().filter(|(_, range)| !far.iter().any(|line| meet(line, range))) {
            let others = broken.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, range)| range);
            problems.push(explained(&blanked(copy, others), extent, text_range(range.start, range.end), place));
        }
        if !is_explained && broken.is_empty() {
            let range = verdict.range();
            problems.push(verdict.problem(place(range), source(text, range)));
        }
    }
    problems.sort_by_key(|problem| problem.place.range.start());
    problems.into()
}

/// What the scanner found. Of a text that loads, only what goes beyond its own lines counts.
fn faults(piece: &Piece<'_>, text: &str, is_refused: bool, place: impl Fn(TextRange) -> Place) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut is_deep = false;
    for fault in piece.faults {
        let range = relative(fault, piece.start).range;
        let range = range.start + piece.pad..range.end + piece.pad;
        let is_repeated = fault.kind == FaultKind::TooDeep && std::mem::replace(&mut is_deep, true)
            || fault.kind != FaultKind::Control && is_control(piece.faults, fault);
        if is_repeated || !is_refused && fault.kind.is_local() {
            continue;
        }
        let token = text.get(range.clone()).unwrap_or_default();
        problems.extend(fault.kind.problem(place(text_range(range.start, range.end)), token));
    }
    problems
}

/// The lines that reach too far right, of those from which something was lost.
fn far_lines(text: &str, lost: &[Range<usize>]) -> Vec<Range<usize>> {
    if lost.is_empty() || text.len() <= FARTHEST {
        return Vec::new();
    }
    let mut end = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        end += line.len();
        end - line.len()..end
    });
    let is_far = |line: &Range<usize>| line.len() > FARTHEST && lost.iter().any(|range| meet(line, range));
    lines.filter(is_far).collect()
}

fn meet(line: &Range<usize>, range: &Range<usize>) -> bool {
    range.start < line.end && line.start < range.end
}

/// A line of which not everything could be read, flagged at the first token that stands too far right.
fn too_long(text: &str, line: &Range<usize>, place: impl Fn(TextRange) -> Place) -> Problem {
    let whole = text.get(line.clone()).unwrap_or_default();
    let far = whole.char_indices().skip(FARTHEST).find(|(_, character)| !character.is_whitespace());
    let start = line.start + far.map_or(0, |(at, _)| at);
    let length = text.get(start..line.end).unwrap_or_default().find(char::is_whitespace);
    let range = text_range(start, length.map_or(line.end, |length| start + length));
    Problem::new(Code::LineTooLong, place(range), "The line is longer than sayl follows")
        .found(format!("{} characters", whole.trim_end().chars().count()))
        .expected(format!("at most {FARTHEST} characters"))
        .hint("break the line, or remove blanks")
}

/// Whether a fault is about a control character and nothing else: that character is flagged as such.
fn is_control(faults: &[Fault], fault: &Fault) -> bool {
    let from = faults.partition_point(|other| other.range.start < fault.range.start);
    let here = faults.iter().skip(from).take_while(|other| other.range.start == fault.range.start);
    here.into_iter().any(|other| other.kind == FaultKind::Control && other.range == fault.range)
}

/// Why a blanked range had to be blanked, given the text in which it alone is left.
fn explained(text: &str, extent: Extent, range: TextRange, place: impl Fn(TextRange) -> Place) -> Problem {
    match refusal(text, extent) {
        Some(refusal) if range.contains_range(refusal.range()) => {
            refusal.problem(place(refusal.range()), source(text, refusal.range()))
        }
        _ => Problem::new(Code::SyntaxError, place(range), "This is not YAML that ytt can load"),
    }
}

fn source(text: &str, range: TextRange) -> &str {
    text.get(usize::from(range.start())..usize::from(range.end())).unwrap_or_default()
}

fn blanked<'r>(copy: &str, ranges: impl Iterator<Item = &'r Range<usize>>) -> String {
    let mut bytes = copy.as_bytes().to_vec();
    for range in ranges {
        for byte in bytes.get_mut(range.clone()).unwrap_or_default() {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| copy.to_owned())
}
