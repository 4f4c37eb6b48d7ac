//! Pictures of what people see.

use std::sync::Arc;

use expect_test::{Expect, expect};
use sayl_core::problem::{Code, Problem};
use sayl_core::text::Place;

use super::*;
use crate::report::counts::Counts;

/// A problem at the first `token` of a text.
fn finding(path: &str, text: &str, token: &str, problem: Problem) -> Finding {
    let problem = visible::problem(&problem);
    Finding { path: None, problem, location: location(path, text, token), related: Vec::new(), fixes: Vec::new() }
}

fn location(path: &str, text: &str, token: &str) -> Location {
    let start = text.find(token).unwrap_or(text.len());
    let source = Arc::new(SourceText::new(path.to_owned(), Some(text.to_owned())));
    Location { source, range: start..start + token.len().min(text.len() - start) }
}

fn problem(code: Code, message: &str) -> Problem {
    Problem::new(code, Place::NOWHERE, message)
}

fn shown(findings: Vec<Finding>) -> String {
    let mut bytes = Vec::new();
    print(
        &Report { files: findings.len(), findings, counts: Counts::default(), known: None, conclusion: None },
        TerminalStyle::default(),
        false,
        &mut bytes,
    )
    .unwrap();
    String::from_utf8(bytes).unwrap()
}

#[track_caller]
fn check(finding: Finding, expected: Expect) {
    expected.assert_eq(&shown(vec![finding]));
}

#[test]
fn the_token_is_marked_and_the_schema_s_line_shown() {
    let problem = problem(Code::UnknownKey, "The schema declares no key `replicsa`.")
        .found("replicsa")
        .expected("one of: image, name, replicas")
        .hint("did you mean `replicas`?");
    let mut finding = finding("envs/broken.yml", "#@data/values\n---\nreplicsa: 4\n", "replicsa", problem);
    let schema = location("schema.yml", "#@data/values-schema\n---\nname: \"\"\n", "---");
    finding.related.push((schema, "the keys are declared here".to_owned()));
    check(
        finding,
        expect![[r#"
            error[unknown-key]: The schema declares no key `replicsa`.
             --> envs/broken.yml:3:1
              |
            3 | replicsa: 4
              | ^^^^^^^^
              |
             ::: schema.yml:2:1
              |
            2 | ---
              | --- the keys are declared here
              |
              = found: replicsa
              = expected: one of: image, name, replicas
              = hint: did you mean `replicas`?

            1 error in 1 file
        "#]],
    );
}

#[test]
fn wide_characters_and_tabs_keep_the_mark_below_its_token() {
    let text = "名前: ü\ta: \"x\"\n";
    check(
        finding("a.yml", text, "\"x\"", problem(Code::TypeMismatch, "`a` must be an integer")),
        expect![[r#"
            error[type-mismatch]: `a` must be an integer
             --> a.yml:1:10
              |
            1 | 名前: ü    a: "x"
              |               ^^^

            1 error in 1 file
        "#]],
    );
}

#[test]
fn a_problem_at_the_end_of_the_text_is_marked_behind_it() {
    check(
        finding("a.yml", "a: [1,", "<end>", problem(Code::SyntaxError, "The list is not closed.")),
        expect![[r#"
            error[syntax-error]: The list is not closed.
             --> a.yml:1:7
              |
            1 | a: [1,
              |       ^

            1 error in 1 file
        "#]],
    );
}

#[test]
fn a_long_line_is_trimmed_around_the_token() {
    let text = format!("a: \"{}\" # {}", "é".repeat(500), "y".repeat(500));
    check(
        finding("a.yml", &text, "\" #", problem(Code::SyntaxError, "Something is wrong.")),
        expect![[r#"
        error[syntax-error]: Something is wrong.
         --> a.yml:1:505
          |
        1 | ...ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé" # yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy...
          |                                                                   ^^^

        1 error in 1 file
    "#]],
    );
}

#[test]
fn an_endless_line_is_cut_around_the_token() {
    let text = format!("a: \"{}\" # {}", "é".repeat(50_000), "y".repeat(50_000));
    check(
        finding("a.yml", &text, "\" #", problem(Code::SyntaxError, "Something is wrong.")),
        expect![[r#"
        error[syntax-error]: Something is wrong.
         --> a.yml:1:50005
          |
        1 | …éééééééééééééééééééééééééééééééééééééééé" # yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
          |                                          ^^^

        1 error in 1 file
    "#]],
    );
}

#[test]
fn a_token_of_several_lines_is_marked_on_its_first() {
    let text = "a: \"one\n  two\"\n";
    check(
        finding("a.yml", text, "\"one\n  two\"", problem(Code::TypeMismatch, "`a` is text.")),
        expect![[r#"
            error[type-mismatch]: `a` is text.
             --> a.yml:1:4
              |
            1 | a: "one
              |    ^^^^

            1 error in 1 file
        "#]],
    );
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let text = "\u{1b}[31mkey: 1\r\n";
    let problem = problem(Code::UnknownKey, "The schema declares no key `\u{1b}[31mkey`.");
    check(
        finding("a.yml", text, "key", problem),
        expect![[r#"
            error[unknown-key]: The schema declares no key `\u{1b}[31mkey`.
             --> a.yml:1:6
              |
            1 | ␛[31mkey: 1
              |      ^^^

            1 error in 1 file
        "#]],
    );
}

#[test]
fn nothing_in_a_path_or_a_line_is_obeyed() {
    let text = "é: \u{9b}31mred\u{85} key: 1\n";
    check(
        finding("new\nline\u{1b}[31m.yml", text, "key", problem(Code::UnknownKey, "Unknown.")),
        expect![[r#"
        error[unknown-key]: Unknown.
         --> new\nline\u{1b}[31m.yml:1:13
          |
        1 | é: ·31mred· key: 1
          |             ^^^

        1 error in 1 file
    "#]],
    );
}

#[test]
fn an_excerpt_fits_the_screen() {
    let text = format!("{}key: 1{}\n", "a ".repeat(60), " b".repeat(60));
    let finding = finding("a.yml", &text, "key", problem(Code::UnknownKey, "Unknown."));
    let shown = |columns| {
        let mut bytes = Vec::new();
        print_finding(&finding, TerminalStyle { is_coloured: false, columns: Some(columns) }, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    expect![[r#"
        error[unknown-key]: Unknown.
         --> a.yml:1:121
          |
        1 | ... a a a a a a a a a a a key: 1 b b b b b b b b b b ...
          |                           ^^^

    "#]]
    .assert_eq(&shown(60));
    assert_eq!(shown(1), shown(FEWEST_COLUMNS));
}

#[test]
fn a_file_that_cannot_be_read_has_no_excerpt() {
    let location = Location { source: Arc::new(SourceText::new("a.yml".to_owned(), None)), range: 0..0 };
    let problem = problem(Code::UnreadableFile, "The file cannot be read.").found("permission denied");
    check(
        Finding { path: None, problem, location, related: Vec::new(), fixes: Vec::new() },
        expect![[r#"
            error[unreadable-file]: The file cannot be read.
            --> a.yml
             = found: permission denied

            1 error in 1 file
        "#]],
    );
}

#[test]
fn the_summary_counts_by_severity() {
    let warning = |path| finding(path, "a: 1\n", "a", problem(Code::UnknownAnnotation, "Unknown."));
    let error = finding("b.yml", "a: 1\n", "a", problem(Code::UnknownKey, "Unknown."));
    let report = Report {
        files: 7,
        findings: vec![warning("a.yml"), error, warning("b.yml")],
        counts: Counts::default(),
        known: None,
        conclusion: None,
    };
    expect!["1 error, 2 warnings in 2 files"].assert_eq(&summary(&report));
    expect!["No problems in 1 file"].assert_eq(&summary(&Report {
        files: 1,
        findings: Vec::new(),
        counts: Counts::default(),
        known: None,
        conclusion: None,
    }));
}
