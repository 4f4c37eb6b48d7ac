//! Documents over documents, drawn as texts: what is wrong stands below the overlay's own line, the outcome at the end.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::fake::{Fake, documents};
use super::*;
use crate::test_support::{mark_ranges, without_marks};
use crate::text::FileId;
use crate::values::print;

mod documents_among_others;
mod entries;
mod functions;
mod items;
mod matches;
mod single_document;

const BELOW: FileId = FileId(0);
const ABOVE: FileId = FileId(1);

/// The overlay with its problems as marks, then what it gives.
fn outcome(below: &str, above: &str, problems: &[Problem], result: &str) -> String {
    let token = |place: Place| {
        let text = if place.file == BELOW { below } else { above };
        let range = std::ops::Range::<usize>::from(place.range);
        format!("`{}`", text.get(range).unwrap_or("?"))
    };
    let marks = problems.iter().map(|problem| {
        assert_eq!(problem.place.file, ABOVE, "{problem:?}");
        let mut text = problem.text().replace('\n', " / ");
        for related in &problem.related {
            let _ = write!(text, " / see {}", token(related.place));
        }
        (problem.place.range, format!("{}: {text}", problem.code.name()))
    });
    let marks: Vec<_> = marks.collect();
    if marks.is_empty() { result.to_owned() } else { format!("{}=> \n{result}", mark_ranges(above, &marks)) }
}

/// Documents of a text laid over all documents of another.
#[track_caller]
fn check_documents(below: &str, above: &str, expected: &Expect) {
    let mut problems = Vec::new();
    let result = apply(documents(BELOW, below), &documents(ABOVE, above), &Fake, &mut problems);
    let texts: Vec<String> = result.iter().map(|document| print::yaml(&document.value)).collect();
    expected.assert_eq(&outcome(below, above, &problems, &texts.join("---\n")));
}

/// The value of one document over that of another, as `overlay.apply` does it.
#[track_caller]
fn check(below: &str, above: &str, expected: &Expect) {
    let mut problems = Vec::new();
    let (left, right) = (documents(BELOW, below).remove(0), documents(ABOVE, above).remove(0));
    let result = apply_content(left.value.kind, &right.value.kind, &Fake, &mut problems);
    let text = print::yaml(&Value::unwritten(result));
    expected.assert_eq(&outcome(below, above, &problems, &text));
}

/// The same where something is wrong, so that the picture holds what is above.
#[track_caller]
fn check_marked(below: &str, picture: &Expect) {
    check(below, &above_of(picture), picture);
}

/// What is above in a picture with marks.
fn above_of(picture: &Expect) -> String {
    let (above, _) = picture.data().split_once("=> ").expect("what comes of it stands behind `=> `");
    without_marks(above)
}

/// A document over another one, as documents of schemas are.
#[track_caller]
fn check_single(below: &str, above: &str, expected: &Expect) {
    let mut problems = Vec::new();
    let (left, right) = (documents(BELOW, below).remove(0), documents(ABOVE, above).remove(0));
    let result = overlay(left, &right, &Fake, &mut problems);
    expected.assert_eq(&outcome(below, above, &problems, &print::yaml(&result.value)));
}

#[test]
fn no_overlay_annotation_is_left_in_the_outcome() {
    let below = documents(BELOW, "a: 1\n");
    let above = "#@overlay/match by=overlay.all\n---\n#@overlay/match missing_ok=True\n#@schema/nullable\nb:\n  #@overlay/remove\n  c: 1\n";
    let result = apply(below, &documents(ABOVE, above), &Fake, &mut Vec::new());
    let text = format!("{result:?}");
    assert!(text.contains("schema/nullable"), "{text}");
    assert!(!text.contains("overlay/"), "{text}");
}
