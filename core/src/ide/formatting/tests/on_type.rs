//! The column of a line that was just begun.

use super::super::{FormattingOptions, on_type_formatting};
use super::edited;
use crate::test_support::cursor;
use crate::text::TextSize;

/// The column of the next line, given the lines above.
#[track_caller]
fn check(above: &str, column: usize) {
    let cursor = cursor(&format!("#- /main.yml\n{above}\n$0\n"));
    let options = FormattingOptions { width: Some(2), ..FormattingOptions::default() };
    let edits = on_type_formatting(&cursor.analysis, cursor.file, cursor.offset, &options);
    let text = edited(&format!("{above}\n\n"), &edits);
    let rest = text.get(above.len() + 1..).unwrap();
    assert_eq!(rest, format!("{}\n", " ".repeat(column)), "{text}");
}

#[test]
fn a_line_below_a_key_without_value_is_deeper() {
    check("a:", 2);
    check("a:\n  b: &x", 4);
    check("a: 1\nb:\n    c: 2\nd:", 4);
    check("a: |", 2);
    check("a: {", 2);
    check("\"a: b\":   # comment", 2);
}

#[test]
fn a_line_below_a_value_is_a_sibling() {
    check("a: 1", 0);
    check("a:\n  b: 'c: d'", 2);
    check("a:\n  b: #@ f()", 2);
    check("---", 0);
    check("#@data/values\n---", 0);
}

#[test]
fn a_line_in_a_list_is_at_the_level_of_its_item() {
    check("a:\n- b", 0);
    check("a:\n  - b", 2);
    check("a:\n- b: 1", 2);
    check("a:\n- b:", 4);
    check("a:\n-", 2);
    check("- - a", 2);
}

#[test]
fn a_line_below_code_is_at_the_level_of_its_node() {
    check("#@ def f():", 0);
    check("a:\n  #@ if True:", 2);
    check("a:\n#@ if True:", 2);
    check("a:\n  b: 1\n  #@ for x in y:", 2);
    check("a:\n  #@ if True:\n  b: 1\n  #@ end", 2);
    check("a:\n  b:\n  #@ end", 2);
}

#[test]
fn a_line_in_a_text_is_indented_as_the_one_above() {
    check("a: |\n   one", 3);
    check("a: |\n  one:\n    two:", 4);
}

#[test]
fn a_line_that_holds_something_stays() {
    let cursor = cursor("#- /main.yml\na:\n$0b: 1\n");
    let edits = on_type_formatting(&cursor.analysis, cursor.file, cursor.offset, &FormattingOptions::default());
    assert_eq!(edits, []);
    assert_eq!(cursor.offset, TextSize::new(3));
}
