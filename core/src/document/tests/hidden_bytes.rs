//! What most editors do not show: line ends, byte order marks, control characters, and how a text ends.

use std::fmt::Write;

use expect_test::{Expect, expect};

use super::{TextDocument, dump_stream, problems};
use crate::text::{FileId, TextRange, TextSize};
use crate::yaml::{Node, Placed};

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&cut_anyhow(text));
}

/// Draws every scalar with its text and the source that wrote it, then the problems, which do not depend on the cuts.
#[track_caller]
fn cut_anyhow(text: &str) -> String {
    let mut pictures = [1, 3, 100].map(|cap| picture(&TextDocument::with_cap(FileId(0), text, cap)));
    assert!(pictures.iter().all(|it| *it == pictures[0]), "the cuts show:\n{}", pictures.join("\n"));
    std::mem::take(&mut pictures[0])
}

fn picture(document: &TextDocument) -> String {
    let mut picture = String::new();
    for it in &document.stream().documents {
        draw(document, it.root(), 0, &mut picture);
    }
    picture + &problems(document)
}

fn draw(document: &TextDocument, node: Placed<'_, Node>, depth: usize, picture: &mut String) {
    if let Some(scalar) = node.scalar() {
        writeln!(picture, "{:depth$}{:?} = {:?}", "", scalar.text, document.slice(node.range())).unwrap();
    }
    for entry in node.mapping().into_iter().flat_map(Placed::entries) {
        draw(document, entry.key(), depth, picture);
        draw(document, entry.value(), depth + 2, picture);
    }
    for item in node.sequence().into_iter().flat_map(Placed::items) {
        draw(document, item.value(), depth + 2, picture);
    }
}

const TEXT: &str = "#@data/values\n---\na: 1 # one\nb: 'x\n  y'\nc: |\n  one\n\n  two\nd:\n- [e,\n   f]\n- g\n  h\n";

#[test]
fn lines_may_end_as_on_windows_or_with_a_carriage_return_alone() {
    check(
        TEXT,
        expect![[r#"
        "a" = "a"
          "1" = "1"
        "b" = "b"
          "x y" = "'x\n  y'"
        "c" = "c"
          "one\n\ntwo\n" = "|\n  one\n\n  two"
        "d" = "d"
              "e" = "e"
              "f" = "f"
            "g h" = "g\n  h"
    "#]],
    );
    for (end, shown) in [("\r\n", "\\r\\n"), ("\r", "\\r")] {
        let picture = cut_anyhow(&TEXT.replace('\n', end));
        assert_eq!(picture.replace(shown, "\\n"), cut_anyhow(TEXT), "{shown}");
    }
}

#[test]
fn comments_hold_no_line_end() {
    for end in ["\n", "\r\n", "\r"] {
        let text = "#@ a\n---\n#@ b\nc: 1 #@ d\n#@ e".replace('\n', end);
        let document = TextDocument::new(FileId(0), &text);
        let dump = dump_stream(document.stream());
        let comments: Vec<&str> = dump.lines().map(str::trim).filter(|line| line.starts_with('#')).collect();
        let texts: Vec<&str> = comments.iter().filter_map(|it| it.rsplit_once(' ')).map(|(text, _)| text).collect();
        assert_eq!(texts.len(), 4, "{comments:?}");
        assert!(comments.iter().all(|it| !it.contains('\r')), "{comments:?}");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_key() {
    check(
        "\u{feff}a: 1\nb: 2\n",
        expect![[r#"
        "a" = "a"
          "1" = "1"
        "b" = "b"
          "2" = "2"
    "#]],
    );
    check(
        "\u{feff}---\na: 1\n---\nb: 2\n",
        expect![[r#"
        "a" = "a"
          "1" = "1"
        "b" = "b"
          "2" = "2"
    "#]],
    );
    check("\u{feff}", expect![[""]]);
}

#[test]
fn a_byte_order_mark_may_come_and_go() {
    let plain = TextDocument::new(FileId(0), TEXT);
    let start = TextRange::empty(TextSize::new(0));
    let marked = plain.edit(start, "\u{feff}");
    let fresh = TextDocument::new(FileId(0), &format!("\u{feff}{TEXT}"));
    assert_eq!(dump_stream(marked.stream()), dump_stream(fresh.stream()));
    let again = marked.edit(TextRange::up_to(TextSize::of('\u{feff}')), "");
    assert_eq!(dump_stream(again.stream()), dump_stream(plain.stream()));
}

#[test]
fn control_characters_are_flagged_and_the_rest_is_read() {
    check(
        "a: x\0y\nb: \"\u{7}\"\nc\u{1b}: 1\nd: 2 # \u{8}\ne: |\n  te\u{c}xt\nf: [1, \u{7f}]\n\u{b}g: 3\nh: 4\n",
        expect![[r#"
            "a" = "a"
              "x\0y" = "x\0y"
            "b" = "b"
              "\u{7}" = "\"\u{7}\""
            "c\u{1b}" = "c\u{1b}"
              "1" = "1"
            "d" = "d"
              "2" = "2"
            "e" = "e"
              "te\u{c}xt\n" = "|\n  te\u{c}xt"
            "f" = "f"
                "1" = "1"
                "\u{7f}" = "\u{7f}"
            "\u{b}g" = "\u{b}g"
              "3" = "3"
            "h" = "h"
              "4" = "4"
            invalid-encoding:0 "\0" YAML does not allow this control character
            invalid-encoding:1 "\u{7}" YAML does not allow this control character
            invalid-encoding:2 "\u{1b}" YAML does not allow this control character
            invalid-encoding:3 "\u{8}" YAML does not allow this control character
            invalid-encoding:5 "\u{c}" YAML does not allow this control character
            invalid-encoding:6 "\u{7f}" YAML does not allow this control character
            invalid-encoding:7 "\u{b}" YAML does not allow this control character
        "#]],
    );
}

#[test]
fn a_control_character_alone_costs_nothing_beside_it() {
    check(
        "\0",
        expect![[r#"
        "\0" = "\0"
        invalid-encoding:0 "\0" YAML does not allow this control character
    "#]],
    );
    check(
        "a: 1\n\0\nb: 2\n",
        expect![[r#"
            "a" = "a"
              "1" = "1"
            "b" = "b"
              "2" = "2"
            invalid-encoding:1 "\0" YAML does not allow this control character
        "#]],
    );
    check(
        "a:\n\0 b: 1\n  c: 2\nd: 3\n",
        expect![[r#"
        "a" = "a"
        "\0 b" = "\0 b"
          "1" = "1"
        "c" = "c"
          "2" = "2"
        "d" = "d"
          "3" = "3"
        invalid-encoding:1 "\0" YAML does not allow this control character
        syntax-error:2 "c: 2" The line does not align with its siblings
    "#]],
    );
    check(
        "a: \u{fffe}é\u{9f}\nb: \u{85}\n",
        expect![[r#"
            "a" = "a"
              "\u{fffe}é\u{9f}" = "\u{fffe}é\u{9f}"
            "b" = "b"
            invalid-encoding:0 "\u{fffe}" YAML does not allow this control character
            invalid-encoding:0 "\u{9f}" YAML does not allow this control character
        "#]],
    );
}

#[test]
fn a_text_may_end_anywhere() {
    check(
        "a: 1",
        expect![[r#"
        "a" = "a"
          "1" = "1"
    "#]],
    );
    check(
        "a:",
        expect![[r#"
        "a" = "a"
    "#]],
    );
    check(
        "a: 1\nb: 'x'",
        expect![[r#"
        "a" = "a"
          "1" = "1"
        "b" = "b"
          "x" = "'x'"
    "#]],
    );
    check(
        "a: |\n  text",
        expect![[r#"
        "a" = "a"
          "text" = "|\n  text"
    "#]],
    );
    check(
        "a: |+\n  text\n\n",
        expect![[r#"
        "a" = "a"
          "text\n\n" = "|+\n  text"
    "#]],
    );
    check(
        "a:\n- b\n-",
        expect![[r#"
        "a" = "a"
            "b" = "b"
    "#]],
    );
}

#[test]
fn a_text_may_end_behind_any_sign() {
    check(
        "a: [b]",
        expect![[r#"
        "a" = "a"
            "b" = "b"
    "#]],
    );
    check(
        "a: 1\n---",
        expect![[r#"
        "a" = "a"
          "1" = "1"
    "#]],
    );
    check(
        "a: 1\n...",
        expect![[r#"
        "a" = "a"
          "1" = "1"
    "#]],
    );
    check(
        "a: 1 # b",
        expect![[r#"
        "a" = "a"
          "1" = "1"
    "#]],
    );
    check(
        "a: \"b",
        expect![[r#"
        "a" = "a"
        syntax-error:0 "\"b" The quote is not closed
    "#]],
    );
    check(
        "a: &",
        expect![[r#"
        "a" = "a"
        syntax-error:0 "&" An anchor or alias needs a name
    "#]],
    );
    check("-", expect![[r#""#]]);
    check("\n\n", expect![[""]]);
    check("", expect![[""]]);
}

/// YAML 1.1 has three more line breaks; two of them stay in texts as they are.
#[test]
fn lines_may_end_as_unicode_has_it() {
    check(
        "a: 1\u{85}b: \"x \u{2028} y\u{85}z\"\u{2029}c: |\u{85}  one\u{2028}  two\nd: >-\n  a\u{85}  b\u{2028}\u{85}  c\n",
        expect![[r#"
            "a" = "a"
              "1" = "1"
            "b" = "b"
              "x\u{2028}y z" = "\"x \u{2028} y\u{85}z\""
            "c" = "c"
              "one\u{2028}two\n" = "|\u{85}  one\u{2028}  two"
            "d" = "d"
              "a b\u{2028}\nc" = ">-\n  a\u{85}  b\u{2028}\u{85}  c"
        "#]],
    );
}
