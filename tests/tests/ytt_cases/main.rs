//! ytt's own test cases: the same verdict, the same places, the same output.
//!
//! The cases and what ytt did with them lie beside the project (`../shared/corpus/ytt`); without them this says so and
//! checks nothing. Each case is rendered in process ([`rendered`]), and given to the binary too if that takes its
//! flags ([`checked`]). What cannot agree is listed with its reason ([`EXCEPTIONS`]).
//!
//! `cargo test --locked --workspace --test ytt_cases -- --nocapture` shows every disagreement.

#![allow(clippy::unwrap_used, reason = "a test whose files cannot be written or process not run has failed")]

use std::fmt::Write as _;

use sayl_tests::corpus::corpus;

use case::Case;

mod case;
mod checked;
mod rendered;

/// Cases that cannot agree: part of the name, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "skips when path given is a directory",
        "the suite's stand-in for the disk leaves out files of the folder that the program itself reads",
    ),
    ("Test_Input_Marked_As_Starlark_Is_Evaluated_As_Starlark", "there are no file marks"),
    (
        "templated-string-err.tpltest",
        "ytt counts the lines of a block scalar from its header, and so names the line above the mistake",
    ),
];

#[test]
fn schema_cases_agree_with_ytt() {
    check("schema.json");
}

#[test]
fn validation_cases_agree_with_ytt() {
    check("validations.json");
}

#[test]
fn data_values_cases_agree_with_ytt() {
    check("data-values.json");
}

#[test]
fn library_cases_agree_with_ytt() {
    check("library.json");
}

#[test]
fn overlay_and_other_cases_agree_with_ytt() {
    check("overlays-and-other.json");
}

#[test]
fn template_cases_agree_with_ytt() {
    check("templates.json");
}

fn check(corpus_file: &str) {
    let Some(folder) = corpus("ytt") else { return };
    let cases = case::read(&folder.join(corpus_file));
    let rendered = compare(&cases, |case| Some(case.compare(&rendered::run(case)?)));
    report(corpus_file, "rendered", &rendered);
    let checked = compare(&cases, |case| Some(checked::run(case)?.and_then(|outcome| case.compare(&outcome))));
    report(corpus_file, "checked by the binary", &checked);
}

/// The names of the cases that were compared, each with what differs.
fn compare(cases: &[Case], run: impl Fn(&Case) -> Option<Result<(), String>>) -> Vec<(&Case, Result<(), String>)> {
    cases.iter().filter_map(|case| Some((case, run(case)?))).collect()
}

fn report(corpus_file: &str, way: &str, results: &[(&Case, Result<(), String>)]) {
    let (mut disagreements, mut count, mut needless) = (String::new(), 0, Vec::new());
    for (case, result) in results {
        match (exception(case), result) {
            (Some(reason), Err(_)) => println!("{corpus_file}, {way}: {}: cannot agree: {reason}", case.name),
            (Some(_), Ok(())) => needless.push(&case.name),
            (None, Err(difference)) => {
                count += 1;
                let _ = writeln!(disagreements, "\n## {corpus_file}, {way}: {}\n{difference}", case.name);
            }
            (None, Ok(())) => {}
        }
    }
    println!("{corpus_file}: {} {way}, {count} disagree", results.len());
    assert!(disagreements.is_empty(), "{disagreements}");
    assert!(way != "rendered" || needless.is_empty(), "these agree and are no exceptions any more: {needless:?}");
}

fn exception(case: &Case) -> Option<&'static str> {
    EXCEPTIONS.iter().find(|(name, _)| case.name.contains(name)).map(|(_, reason)| *reason)
}
