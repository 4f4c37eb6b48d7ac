//! Formatting of a range: nothing outside of it changes, and what it cuts stays where it is.

use expect_test::{Expect, expect};

use super::{FormattingOptions, formatted};
use crate::text::{TextRange, TextSize};

/// Formats what stands between two `|>` and `<|`.
#[track_caller]
fn check(marked: &str, expected: &Expect) {
    let start = marked.find("|>").unwrap();
    let end = marked.find("<|").unwrap() - "|>".len();
    let text = marked.replace("|>", "").replace("<|", "");
    let range = TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32));
    expected.assert_eq(&formatted(&text, Some(range), &FormattingOptions::default()));
}

#[test]
fn only_lines_in_the_range_change() {
    check(
        "a:   1\nb:   2\n|>c:   3\n<|d:   4\n",
        &expect![[r#"
            a:   1
            b:   2
            c: 3
            d:   4
        "#]],
    );
}

#[test]
fn siblings_that_are_cut_stay_where_they_are() {
    check(
        "a:\n    b:  1\n|>    c:\n       d:  2\n    e:   3<|\n    f:  4\nx:\n  y: 1\nz:\n  y: 1\n",
        &expect![[r#"
            a:
                b:  1
                c:
                  d: 2
                e: 3
                f:  4
            x:
              y: 1
            z:
              y: 1
        "#]],
    );
    check(
        "a:\n|>    b:  1\n    c: 2\n<|x:\n  y: 1\nz:\n  y: 1\n",
        &expect![[r#"
            a:
              b: 1
              c: 2
            x:
              y: 1
            z:
              y: 1
        "#]],
    );
}

#[test]
fn an_item_that_goes_on_behind_the_range_keeps_its_column() {
    check(
        "|>-   a:  1\n<|    b: 2\n",
        &expect![[r#"
            -   a: 1
                b: 2
        "#]],
    );
}

#[test]
fn blank_lines_outside_of_the_range_stay() {
    check("a: 1\n\n\n|>b: 2\n\n\n<|\n\n", &expect!["a: 1\n\n\nb: 2\n\n\n\n"]);
}
