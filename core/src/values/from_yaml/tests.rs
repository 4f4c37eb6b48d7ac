//! What values texts give, and where they were written.

#![allow(
    clippy::format_push_string,
    clippy::format_collect,
    reason = "pictures are small, so how they are put together does not matter"
)]

use expect_test::{Expect, expect};

use super::{ValueMemo, from_plain_values, from_yaml};
use crate::document::TextDocument;
use crate::text::{FileId, TextRange, TextSize};
use crate::values::flow::flow;
use crate::values::{Value, ValueKind, print};
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
        let converted = from_yaml(FileId(1), &document, &mut ValueMemo::default());
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
                *picture += &format!("{indentation}  {:?} ({}): ", entry.entry_key(), source(entry.place.range));
                draw(text, &entry.value, depth + 1, picture);
            }
        }
        ValueKind::Sequence(sequence) => {
            *picture += &format!("array ({origin})\n");
            for item in sequence.iter() {
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
            syntax-error The alias `*d` is inside the value that it repeats
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
    let converted = from_yaml(FileId(1), document, &mut ValueMemo::default());
    assert!(converted.problems.iter().any(|problem| problem.message.contains("repeats too much")));
}

#[test]
fn an_alias_to_what_holds_it_is_refused_as_ytt_does() {
    for text in ["a: &a\n  b: *a\n", "a: &a [[*a]]\n", "a: &a\n  <<: *a\n", "a: &a 1\nb: &a\n- c: *a\n"] {
        let converted = from_yaml(FileId(1), &documents(text)[0], &mut ValueMemo::default());
        let found: Vec<_> = converted.problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(found, ["The alias `*a` is inside the value that it repeats"], "{text}");
    }
    let converted =
        from_yaml(FileId(1), &documents("a: &a\n  b: &a 1\n  c: *a\nd: *a\n")[0], &mut ValueMemo::default());
    assert!(converted.problems.is_empty());
}

#[test]
fn chains_of_aliases_are_cut_before_they_overflow_a_walk() {
    let chain: String = (1..2000).map(|level| format!("a{level}: &a{level} [*a{}]\n", level - 1)).collect();
    let text = format!("a0: &a0 x\n{chain}");
    let converted = from_yaml(FileId(1), &documents(&text)[0], &mut ValueMemo::default());
    assert!(!converted.problems.is_empty());
}

/// So many keys that a text is cut before, between and behind them.
fn filler(name: &str) -> String {
    (0..250).map(|key| format!("{name}{key}: {key}\n")).collect()
}

/// Draws the values of a text in several segments, those of `filler` left out.
fn spread(document: &TextDocument, memo: &mut ValueMemo) -> String {
    let converted = from_yaml(FileId(1), &document.stream().documents[0], memo);
    let ValueKind::Mapping(mapping) = &converted.value.kind else { return String::new() };
    let mut picture = String::new();
    for entry in &mapping.entries {
        let source = |place| document.slice(document.resolve(place).unwrap());
        let key = source(entry.place);
        if !key.starts_with(['x', 'y']) {
            let value = print::json(&entry.value).split_whitespace().collect::<String>();
            let end: String = value.chars().rev().take(30).collect::<Vec<_>>().into_iter().rev().collect();
            picture += &format!("{key}: {end} ({})\n", source(entry.value.origin));
        }
    }
    picture
}

#[track_caller]
fn check_spread(text: &str, change: (&str, &str), expected: [Expect; 2]) {
    let mut memo = ValueMemo::default();
    let document = TextDocument::new(FileId(1), text);
    expected[0].assert_eq(&spread(&document, &mut memo));
    let (old, new) = change;
    let range = TextRange::at(TextSize::new(text.find(old).unwrap() as u32), TextSize::of(old));
    let edited = document.edit(range, new);
    let picture = spread(&edited, &mut memo);
    assert_eq!(picture, spread(&TextDocument::new(FileId(1), &edited.rope().to_string()), &mut ValueMemo::default()));
    expected[1].assert_eq(&picture);
}

#[test]
fn anchors_are_known_across_segments() {
    let (x, y) = (filler("x"), filler("y"));
    check_spread(
        &format!("a: &it {{p: 1}}\n{x}b: *it\nc: &it 2\nd: *it\n{y}e: *it\nf: {{<<: *none}}\n"),
        ("p: 1", "p: 10"),
        [
            expect![[r#"
            a: {"p":1} (a)
            b: {"p":1} (*it)
            c: 2 (2)
            d: 2 (*it)
            e: 2 (*it)
            f: {} (f)
        "#]],
            expect![[r#"
            a: {"p":10} (a)
            b: {"p":10} (*it)
            c: 2 (2)
            d: 2 (*it)
            e: 2 (*it)
            f: {} (f)
        "#]],
        ],
    );
}

#[test]
fn merge_keys_bring_in_entries_across_segments() {
    let (x, y) = (filler("x"), filler("y"));
    check_spread(
        &format!("a: &it\n  p: 1\n  q: 2\n{x}<<: *it\n{y}q: 3\n"),
        ("p: 1", "p: [1, 2]"),
        [
            expect![[r#"
            a: {"p":1,"q":2} (a)
            p: 1 (1)
            q: 3 (3)
        "#]],
            expect![[r#"
            a: {"p":[1,2],"q":2} (a)
            p: [1,2] (p)
            q: 3 (3)
        "#]],
        ],
    );
}

#[test]
fn the_last_of_equal_keys_wins_across_segments() {
    let (x, y) = (filler("x"), filler("y"));
    check_spread(
        &format!("a: 1\n{x}a: 2\nb: 1\n{y}'b': 2\na: 3\n"),
        ("a: 3", "c: 3"),
        [
            expect![[r#"
        a: 3 (3)
        'b': 2 (2)
    "#]],
            expect![[r#"
        a: 2 (2)
        'b': 2 (2)
        c: 3 (3)
    "#]],
        ],
    );
}

#[test]
fn an_anchor_in_a_split_map_is_the_whole_map() {
    let inner = filler("  x").replace("  x249", "  last");
    check_spread(
        &format!("a: &it\n{inner}b: {{<<: *it}}\nc: *it\n"),
        ("last: 249", "last: 0"),
        [
            expect![[r#"
            a: 47":247,"x248":248,"last":249} (a)
            b: 47":247,"x248":248,"last":249} (b)
            c: 47":247,"x248":248,"last":249} (*it)
        "#]],
            expect![[r#"
            a: x247":247,"x248":248,"last":0} (a)
            b: x247":247,"x248":248,"last":0} (b)
            c: x247":247,"x248":248,"last":0} (*it)
        "#]],
        ],
    );
}

/// What plain values are, and whether a map among them says that it has a key more than once.
fn plain(document: &TextDocument, memo: &mut ValueMemo) -> (String, bool) {
    let converted = from_plain_values(FileId(1), &document.stream().documents[0], memo);
    (flow(&converted.value), converted.has_repeated_keys)
}

#[test]
fn maps_under_one_key_of_plain_values_are_laid_over_each_other() {
    let cases = [
        ("a: 1\nb: 2", "{a: 1, b: 2}", false),
        ("a: 1\nb: 2\na: 3", "{a: 3, b: 2}", true),
        ("q: {a: 1}\nq: {b: 2, a: 3}", "{q: {a: 3, b: 2}}", true),
        ("q: {m: {a: 1}}\nq: {m: {b: 2}}\nq: {m: {a: 3}}", "{q: {m: {a: 3, b: 2}}}", true),
        ("q: {a: 1}\nq: ~\nq: {b: 2}\nq: {c: 3}", "{q: {b: 2, c: 3}}", true),
        ("q: {a: 1}\nq: [1]\nq: [2]", "{q: [2]}", true),
        ("a: &a {x: 1, z: 1}\nq: {<<: *a, x: 2}", "{a: {x: 1, z: 1}, q: {x: 2, z: 1}}", true),
        ("q: [{a: 1, a: 2}]", "{q: [{a: 2}]}", true),
    ];
    for (text, expected, has_repeated_keys) in cases {
        let found = plain(&TextDocument::new(FileId(1), text), &mut ValueMemo::default());
        assert_eq!(found, (expected.to_owned(), has_repeated_keys), "{text}");
    }
}

#[test]
fn a_repeated_key_of_plain_values_is_remembered_across_segments_and_edits() {
    let (x, y) = (filler("x"), filler("y"));
    let cases = [
        (format!("q: {{a: 1}}\n{x}{y}q: {{b: 2}}\n"), "q: {b", "r: {b", "{q: {a: 1, b: 2}, x0: 0"),
        (format!("q: {{a: 1, a: 2}}\n{x}{y}"), ", a", ", b", "{q: {a: 2}, x0: 0"),
    ];
    for (text, old, new, beginning) in cases {
        let (document, mut memo) = (TextDocument::new(FileId(1), &text), ValueMemo::default());
        let (values, has_repeated_keys) = plain(&document, &mut memo);
        assert!(values.starts_with(beginning) && has_repeated_keys, "{values}");
        assert_eq!(plain(&document, &mut memo), (values, true), "what was kept says it, too");
        let range = TextRange::at(TextSize::new(text.find(old).unwrap() as u32), TextSize::of(old));
        assert!(!plain(&document.edit(range, new), &mut memo).1);
    }
}
