//! What is wrong with a segment: the scanner's faults, what recovery had to blank, and what ytt's parser refuses.
//!
//! What ytt loads is never a syntax error, whatever the scanner or tree-sitter make of it.

use std::ops::Range;

use super::super::fault::{DocumentFault, FaultKind};
use super::super::plain_text::blanked;
use super::{SegmentText, relative, text_range};
use crate::problem::Problem;
use crate::text::{Place, SegmentId, TextRange};
use crate::yaml::syntax::{self, SyntaxRefusal};

/// The problems of a segment, for which ytt refuses it. `text` is what was written, `copy` what was parsed, both with
/// the piece's padding, in which `broken` was blanked.
pub(super) fn problems(
    piece: &SegmentText<'_>,
    id: SegmentId,
    (text, copy): (&str, &str),
    verdict: Option<SyntaxRefusal>,
    broken: &[Range<usize>],
) -> Vec<Problem> {
    let place = |range: TextRange| Place { file: piece.file, segment: id, range };
    let mut problems = faults(piece, text, verdict.is_some(), place);
    if let Some(verdict) = verdict {
        for (index, range) in broken.iter().enumerate() {
            let others = broken.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, range)| range.clone());
            problems.extend(explained(piece, &blanked(copy, others), text_range(range.start, range.end), place));
        }
        if problems.is_empty() {
            let range = verdict.range();
            problems.push(verdict.problem(place(range), source(text, range)));
        }
    }
    problems.sort_by_key(|problem| problem.place.range.start());
    problems
}

/// What the scanner found. Of a text that loads, only what goes beyond its own lines counts.
fn faults(piece: &SegmentText<'_>, text: &str, is_refused: bool, place: impl Fn(TextRange) -> Place) -> Vec<Problem> {
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

/// Whether a fault is about a control character and nothing else: that character is flagged as such.
fn is_control(faults: &[DocumentFault], fault: &DocumentFault) -> bool {
    let from = faults.partition_point(|other| other.range.start < fault.range.start);
    let here = faults.iter().skip(from).take_while(|other| other.range.start == fault.range.start);
    here.into_iter().any(|other| other.kind == FaultKind::Control && other.range.contains(&fault.range.start))
}

/// Why a blanked range had to be blanked, given the text in which it alone is left; nothing if tree-sitter asked for it
/// and not ytt.
fn explained(
    piece: &SegmentText<'_>,
    text: &str,
    range: TextRange,
    place: impl Fn(TextRange) -> Place,
) -> Option<Problem> {
    let refusal = syntax::read_from(text, piece.from, piece.extent()).err()?;
    if !range.contains_range(refusal.range()) {
        return None;
    }
    Some(refusal.problem(place(refusal.range()), source(text, refusal.range())))
}

fn source(text: &str, range: TextRange) -> &str {
    text.get(usize::from(range.start())..usize::from(range.end())).unwrap_or_default()
}
