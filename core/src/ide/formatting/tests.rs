//! What formatting changes, and what it leaves alone: mappings, sequences, blanks, brackets, and the options of editors.

use expect_test::{Expect, expect};

use super::*;
use crate::test_support::Fixture;

mod comments;
mod on_type;
mod ranges;
mod texts;

/// Formats `/main.yml` of a fixture, twice: the second time has nothing left to do.
#[track_caller]
fn formatted(text: &str, range: Option<TextRange>, options: &FormattingOptions) -> String {
    let first = once(text, range, options);
    if range.is_none() {
        assert_eq!(once(&first, None, options), first, "formatting what is formatted");
    }
    first
}

#[track_caller]
fn once(text: &str, range: Option<TextRange>, options: &FormattingOptions) -> String {
    let fixture = Fixture { files: vec![file(text)], cursor: None };
    let analysis = fixture.analysis();
    let file = analysis.file("/main.yml".as_ref()).unwrap();
    let edits = formatting(&analysis, file, range, options).unwrap();
    edited(text, &edits)
}

/// A text with edits made.
fn edited(text: &str, edits: &Edits) -> String {
    applied(&TextDocument::new(FileId(0), text), text, edits).rope().to_string()
}

fn file(text: &str) -> crate::test_support::FixtureFile {
    crate::test_support::FixtureFile { path: "/main.yml".into(), text: text.to_owned(), marks: Vec::new() }
}

#[track_caller]
fn check(text: &str, expected: &Expect) {
    check_with(&FormattingOptions::default(), text, expected);
}

#[track_caller]
fn check_with(options: &FormattingOptions, text: &str, expected: &Expect) {
    let is_blank = |character: &char| character.is_whitespace();
    let formatted = formatted(text, None, options);
    let characters = |text: &str| text.chars().filter(|it| !is_blank(it)).collect::<String>();
    assert_eq!(characters(&formatted), characters(text), "only blanks change");
    expected.assert_eq(&formatted);
}

/// What is formatted already, or must not be.
#[track_caller]
fn check_stays(text: &str) {
    assert_eq!(formatted(text, None, &FormattingOptions::default()), text);
}

#[test]
fn mappings_are_indented_as_most_of_the_file_is() {
    check(
        "
a:
  b: 1
  c:
    d: 2
e:
      f:
         g: 3
",
        &expect![[r#"

            a:
              b: 1
              c:
                d: 2
            e:
              f:
                g: 3
        "#]],
    );
}

#[test]
fn the_width_of_the_editor_counts_more_than_what_the_file_does() {
    let options = FormattingOptions { width: Some(4), ..FormattingOptions::default() };
    check_with(
        &options,
        "a:\n  b:\n    c: |\n      text\n    d:\n    - e: 1\n      f:\n        g: 2\n",
        &expect![[r#"
            a:
                b:
                    c: |
                      text
                    d:
                    - e: 1
                      f:
                          g: 2
        "#]],
    );
}

#[test]
fn sequences_stand_below_their_keys_as_most_of_them_do() {
    check(
        "a:\n- 1\nc:\n   - 3\n   - d: 4\n     e:\n      - 5\n",
        &expect![[r#"
            a:
              - 1
            c:
              - 3
              - d: 4
                e:
                  - 5
        "#]],
    );
    check(
        "a:\n- 1\nb:\n- 2\nf:\n- 6\nc:\n  - 3\n  - d: 4\n    e:\n      - 5\n",
        &expect![[r#"
            a:
            - 1
            b:
            - 2
            f:
            - 6
            c:
            - 3
            - d: 4
              e:
              - 5
        "#]],
    );
}

#[test]
fn one_blank_stands_behind_colons_dashes_and_commas() {
    check(
        "a :   1\nb:\n-   c:  2\n    d: &x   3\n-  - 4\n   -   !!str   5\n\"e\"  :  { f:1,g: [1,2 , 3 ],h  :  *x ,}\n*x : 6\n",
        &expect![[r#"
            a: 1
            b:
            - c: 2
              d: &x 3
            - - 4
              - !!str 5
            "e": { f:1, g: [1, 2, 3], h: *x, }
            *x : 6
        "#]],
    );
}

#[test]
fn blank_lines_come_one_at_a_time_and_lines_end_with_no_blanks() {
    check(
        "\n\na: 1  \n\n\n  \nb: 2\t\n---\n\n\nc: 3\n\n \n",
        &expect![[r#"

            a: 1

            b: 2
            ---

            c: 3
        "#]],
    );
    check("a: 1", &expect!["a: 1\n"]);
    check("a:\r\n    b:  1 \r\n\r\n\r\nc: 2", &expect!["a:\r\n    b: 1\r\n\r\nc: 2\r\n"]);
    check("  \n\n", &expect![""]);
}

#[test]
fn what_no_option_asks_for_is_left_out() {
    let options = FormattingOptions {
        trims_lines: false,
        trims_end: false,
        ends_last_line: false,
        ..FormattingOptions::default()
    };
    check_with(&options, "a:  1  \nb: 2\n\n", &expect!["a: 1  \nb: 2\n\n"]);
    check_with(&options, "a:  1", &expect!["a: 1"]);
}

#[test]
fn collections_in_brackets_move_as_a_whole() {
    check(
        "a:\n    b: [1,\n        2,   3\n    ]\n    c:\n      {\n        d:  4\n      }\ne:\n  f:\n    g: 1\n",
        &expect![[r#"
            a:
              b: [1,
                  2, 3
              ]
              c:
                {
                  d: 4
                }
            e:
              f:
                g: 1
        "#]],
    );
}

#[test]
fn what_is_broken_is_left_alone() {
    check_stays("a:    1\nb: [1,\nc:   2\n");
    check_stays("#@ if True:\na:    1\n");
    check_stays("#@ x = = 1\na:    1\n");
    check_stays("a:   1\rb:   2\n");
}

#[test]
fn keys_that_are_written_out_move_with_what_is_around_them() {
    check(
        "a:\n   ? [b,   c]\n   : d:  1\n     e: 2\n   f:\n     g: 1\nh:\n  i: 1\nj:\n  k: 1\n",
        &expect![[r#"
            a:
              ? [b,   c]
              : d:  1
                e: 2
              f:
                g: 1
            h:
              i: 1
            j:
              k: 1
        "#]],
    );
}

#[test]
fn only_yaml_is_formatted() {
    let text = "x =   [\n  1 ]\n";
    for path in ["/a.star", "/sayl.toml", "/a.txt"] {
        let named = crate::test_support::FixtureFile { path: path.into(), ..file(text) };
        let analysis = Fixture { files: vec![named], cursor: None }.analysis();
        let Some(file) = analysis.file(path.as_ref()) else { continue };
        let edits = formatting(&analysis, file, None, &FormattingOptions::default());
        assert_eq!(edits, Ok(Edits::new()), "{path}");
    }
}

#[test]
fn a_long_text_is_formatted_in_places_far_from_each_other() {
    let lines: String = (0..9_000).fold(String::new(), |text, line| text + &format!("key{line}: value\n"));
    assert!(lines.len() > 2 * super::NEAR as usize);
    let text = |blanks: &str| format!("first:{blanks}1\nsecond:{blanks}2\n{lines}last:{blanks}[ 1,2 ]\n");
    assert_eq!(formatted(&text("   "), None, &FormattingOptions::default()), text(" ").replace("1,2", "1, 2"));
}
