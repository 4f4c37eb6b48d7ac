//! What values texts give, and where they were written.

// Pictures are small, so how they are put together does not matter.
#![allow(clippy::format_push_string, clippy::format_collect)]

use expect_test::{Expect, expect};

use super::{Memo, from_yaml};
use crate::text::{FileId, TextRange};
use crate::values::{Value, ValueKind};
use crate::yaml::Document;
use crate::yaml::lower::lower;

fn documents(text: &str) -> Vec<Document> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_yaml::LANGUAGE.into()).unwrap();
    lower(text, &parser.parse(text, None).unwrap()).documents
}

/// Draws the values of `text`, each with the text that wrote it.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let mut picture = String::new();
    for document in documents(text) {
        let converted = from_yaml(FileId(1), &document, &mut Memo::default());
        draw(text, &converted.value, 0, &mut picture);
        for problem in converted.problems {
            picture += &format!("{} {}\n", problem.code.name(), problem.message);
        }
    }
    expected.assert_eq(&picture);
}

fn draw(text: &str, value: &Value, depth: usize, picture: &mut String) {
    let indentation = "  ".repeat(depth);
    let source = |range: TextRange| text[range].replace('\n', "⏎");
    let origin = source(value.origin.range);
    match &value.kind {
        ValueKind::Mapping(mapping) => {
            *picture += &format!("map ({origin})\n");
            for entry in &mapping.entries {
                *picture += &format!("{indentation}  {:?} ({}): ", entry.key, source(entry.key_origin.range));
                draw(text, &entry.value, depth + 1, picture);
            }
        }
        ValueKind::Sequence(sequence) => {
            *picture += &format!("array ({origin})\n");
            for item in sequence.runs.iter().flat_map(|run| run.iter()) {
                *picture += &format!("{indentation}  - ");
                draw(text, item, depth + 1, picture);
            }
        }
        kind => *picture += &format!("{kind:?} ({origin})\n"),
    }
}

#[test]
fn scalars_and_keys_are_typed() {
    check(
        "---\na: 1\ny: [yes, 'yes', 1.0, ~, {}]\n1: !!str 2\nb:\n- x\n-\n",
        expect![[r#"
        map (---)
          String("a") (a): Int(1) (1)
          Bool(true) (y): array (y)
            - Bool(true) (yes)
            - String("yes") ('yes')
            - Float(1.0) (1.0)
            - Null (~)
            - map ({})
          Int(1) (1): String("2") (2)
          String("b") (b): array (b)
            - String("x") (x)
            - Null (-)
    "#]],
    );
}

#[test]
fn aliases_share_and_point_to_their_use() {
    check(
        "a: &x {p: 1}\nb: *x\nc: *missing\nd: &d [*d]\n",
        expect![[r#"
        map ()
          String("a") (a): map (a)
            String("p") (p): Int(1) (1)
          String("b") (b): map (*x)
            String("p") (p): Int(1) (1)
          String("c") (c): Unknown (*missing)
          String("d") (d): array (d)
            - Unknown (*d)
    "#]],
    );
}

#[test]
fn merge_keys_bring_in_entries_and_the_last_key_wins() {
    check(
        "a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  p: 3\nc: 1\nc: 2\n'<<': 0\n",
        expect![[r#"
        map ()
          String("a") (a): map (a)
            String("p") (p): Int(1) (1)
            String("q") (q): Int(2) (2)
          String("b") (b): map (b)
            String("p") (p): Int(3) (3)
            String("q") (q): Int(2) (2)
          String("c") (c): Int(2) (2)
          String("<<") ('<<'): Int(0) (0)
    "#]],
    );
}

#[test]
fn template_code_behind_a_key_makes_an_unknown_value() {
    check(
        "a: #@ 1 + 1\nb: #! nothing\nc: 1 #@ x\n",
        expect![[r#"
        map ()
          String("a") (a): Unknown (a)
          String("b") (b): Null (b)
          String("c") (c): Int(1) (1)
    "#]],
    );
}

#[test]
fn aliases_that_multiply_are_refused() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let before = format!("*a{}", level - 1);
        text += &format!("a{level}: &a{level} [{}]\n", vec![before; 10].join(", "));
    }
    let document = &documents(&text)[0];
    let converted = from_yaml(FileId(1), document, &mut Memo::default());
    assert!(converted.problems.iter().any(|problem| problem.message.contains("repeats too much")));
}

#[test]
fn chains_of_aliases_are_cut_before_they_overflow_a_walk() {
    let chain: String = (1..2000).map(|level| format!("a{level}: &a{level} [*a{}]\n", level - 1)).collect();
    let text = format!("a0: &a0 x\n{chain}");
    let converted = from_yaml(FileId(1), &documents(&text)[0], &mut Memo::default());
    assert!(!converted.problems.is_empty());
}
