//! What lowering makes of small texts, and that who reads them as ytt does makes the same of those that load.

#![allow(
    clippy::format_push_string,
    clippy::format_collect,
    reason = "pictures are small, so how they are put together does not matter"
)]

use expect_test::{Expect, expect};

use super::{Lowered, lower};
use crate::yaml::syntax::{DocumentsExtent, read};
use crate::yaml::{Comment, Node, NodeKind, Placed};

fn lowered(text: &str) -> Lowered {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_yaml::LANGUAGE.into()).unwrap();
    lower(text, &parser.parse(text, None).unwrap())
}

/// Draws the nodes of `text` with their source ranges and comments.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let picture = picture(&lowered(text));
    expected.assert_eq(&picture);
    if let Ok(read) = read(text, DocumentsExtent::Documents) {
        assert_eq!(read.as_ref().map(self::picture), Some(picture), "as ytt reads it");
    }
}

fn picture(lowered: &Lowered) -> String {
    let mut picture = String::new();
    for document in &lowered.documents {
        picture += &format!("document {:?}{}\n", document.range, drawn(&document.comments));
        draw(document.root(), 1, &mut picture);
    }
    if !lowered.dangling.is_empty() {
        picture += &format!("dangling{}\n", drawn(&lowered.dangling));
    }
    if !lowered.errors.is_empty() {
        picture += &format!("errors {:?}\n", lowered.errors);
    }
    picture
}

fn drawn(comments: &[Comment]) -> String {
    comments.iter().map(|comment| format!(" #{}", comment.text)).collect()
}

fn draw(node: Placed<'_, Node>, depth: usize, picture: &mut String) {
    let indentation = "  ".repeat(depth);
    let properties = node.properties.as_ref().map_or(String::new(), |properties| {
        let tag = properties.tag.as_ref().map_or(String::new(), |(tag, _)| format!(" {tag}"));
        let anchor = properties.anchor.as_ref().map_or(String::new(), |(name, _)| format!(" &{name}"));
        tag + &anchor
    });
    let range = node.get().range;
    match &node.kind {
        NodeKind::Empty => *picture += &format!("{indentation}empty{properties} {range:?}\n"),
        NodeKind::Broken => *picture += &format!("{indentation}broken {range:?}\n"),
        NodeKind::Alias(name) => *picture += &format!("{indentation}*{name} {range:?}\n"),
        NodeKind::Scalar(scalar) => {
            *picture += &format!("{indentation}{:?}{properties} {range:?} {:?}\n", scalar.style, scalar.text);
        }
        NodeKind::Mapping(mapping) => {
            *picture += &format!("{indentation}{:?} mapping{properties} {range:?}\n", mapping.style);
            for entry in node.mapping().unwrap().entries() {
                *picture += &format!("{indentation}entry {:?}{}\n", entry.get().range, drawn(entry.comments()));
                draw(entry.key(), depth + 1, picture);
                draw(entry.value(), depth + 1, picture);
            }
        }
        NodeKind::Sequence(sequence) => {
            *picture += &format!("{indentation}{:?} sequence{properties} {range:?}\n", sequence.style);
            for item in node.sequence().unwrap().items() {
                *picture += &format!("{indentation}item {:?}{}\n", item.get().range, drawn(item.comments()));
                draw(item.value(), depth + 1, picture);
            }
        }
    }
}

#[test]
fn a_document_has_entries_items_and_properties() {
    check(
        "---\na: &x !!str b\nc:\n- 'd'\n-\ne: *x\n\n# end\n",
        expect![[r#"
            document 0..34
              Block mapping 4..34
              entry 4..17
                Plain 4..5 "a"
                Plain !!str &x 16..17 "b"
              entry 18..28
                Plain 18..19 "c"
                Block sequence 21..28
                item 21..26
                  SingleQuoted 23..26 "d"
                item 27..28
                  empty 28..28
              entry 29..34
                Plain 29..30 "e"
                *x 32..34
            dangling # end
        "#]],
    );
}

#[test]
fn comments_attach_by_line() {
    check(
        "#@data/values-schema\n---\n  #@ above the item\n- name: x #@ same line\n#! two\n\n#! three\n- #@ dash\n  a: 1\n",
        expect![[r#"
            document 21..101 #@data/values-schema
              Block sequence 45..101
              item 45..54 #@ above the item
                Block mapping 47..54
                entry 47..54 #@ same line
                  Plain 47..51 "name"
                  Plain 53..54 "x"
              item 85..101 #! two #! three #@ dash
                Block mapping 97..101
                entry 97..101
                  Plain 97..98 "a"
                  Plain 100..101 "1"
        "#]],
    );
    check(
        "n: {a: 1, #@b\n b: 2}\n-: |\n # text\n#@dangling\n",
        expect![[r##"
        document 0..33
          Block mapping 0..33
          entry 0..20
            Plain 0..1 "n"
            Flow mapping 3..20
            entry 4..8 #@b
              Plain 4..5 "a"
              Plain 7..8 "1"
            entry 15..19
              Plain 15..16 "b"
              Plain 18..19 "2"
          entry 21..33
            Plain 21..22 "-"
            Literal 24..33 "# text\n"
        dangling #@dangling
    "##]],
    );
}

#[test]
fn flow_collections_hold_pairs_and_lone_keys() {
    check(
        "[a: 1, {b, c: , ? d : e}, : f]\n",
        expect![[r#"
        document 0..30
          Flow sequence 0..30
          item 1..5
            Flow mapping 1..5
            entry 1..5
              Plain 1..2 "a"
              Plain 4..5 "1"
          item 7..24
            Flow mapping 7..24
            entry 8..9
              Plain 8..9 "b"
              empty 9..9
            entry 11..13
              Plain 11..12 "c"
              empty 13..13
            entry 16..23
              Plain 18..19 "d"
              Plain 22..23 "e"
          item 26..29
            Flow mapping 26..29
            entry 26..29
              empty 26..26
              Plain 28..29 "f"
    "#]],
    );
}

/// Draws what ytt reads in a text that tree-sitter does not understand.
#[track_caller]
fn check_read(text: &str, expected: Expect) {
    assert!(!lowered(text).errors.is_empty());
    expected.assert_eq(&picture(&read(text, DocumentsExtent::Documents).unwrap().unwrap()));
}

#[test]
fn what_loads_is_read_where_tree_sitter_does_not_understand_it() {
    check_read(
        "%YAML 1.1 # c\n%TAG !! tag:x,2000:\n--- !!map\n? &k a\n: !e # v\n? - b\n&x [&y c: *k, {? d, e}]: &z\n...\n---\n--- # last\n",
        expect![[r#"
            document 0..93 # c
              Block mapping !<tag:x,2000:map> 44..93
              entry 44..55
                Plain &k 49..50 "a"
                empty !e 55..55
              entry 60..65 # v
                Block sequence 62..65
                item 62..65
                  Plain 64..65 "b"
                empty 65..65
              entry 66..93
                Flow sequence &x 69..89
                item 70..78
                  Flow mapping 70..78
                  entry 70..78
                    Plain &y 73..74 "c"
                    *k 76..78
                item 80..88
                  Flow mapping 80..88
                  entry 81..84
                    Plain 83..84 "d"
                    empty 84..84
                  entry 86..87
                    Plain 86..87 "e"
                    empty 87..87
                empty &z 93..93
            document 98..101
              empty 101..101
            document 102..105 # last
              empty 105..105
        "#]],
    );
}

#[test]
fn block_scalars_end_at_their_last_line() {
    check(
        "a: |+\n  x\n\n\n# c\nb: >-\n  x\n  y\n\n   z\n  w\n",
        expect![[r#"
        document 0..39
          Block mapping 0..39
          entry 0..9
            Plain 0..1 "a"
            Literal 3..9 "x\n\n\n"
          entry 16..39 # c
            Plain 16..17 "b"
            Folded 19..39 "x y\n\n z\nw"
    "#]],
    );
    check(
        "- |2\n   x\n- >1\n y\n",
        expect![[r#"
        document 0..17
          Block sequence 0..17
          item 0..9
            Literal 2..9 " x\n"
          item 10..17
            Folded 12..17 "y\n"
    "#]],
    );
}

/// Whether every range below `node` lies in `outer` and in `text`.
fn is_nested(node: Placed<'_, Node>, outer: crate::text::TextRange, text: &str) -> bool {
    let is_inside = |range: crate::text::TextRange| {
        outer.contains_range(range) && text.get(std::ops::Range::<usize>::from(range)).is_some()
    };
    let entries = node.mapping().into_iter().flat_map(Placed::entries);
    let items = node.sequence().into_iter().flat_map(Placed::items);
    is_inside(node.range())
        && { entries }.all(|entry| {
            let range = entry.range();
            is_inside(range) && is_nested(entry.key(), range, text) && is_nested(entry.value(), range, text)
        })
        && { items }.all(|item| is_inside(item.range()) && is_nested(item.value(), item.range(), text))
}

proptest::proptest! {
    #[test]
    fn any_text_gives_nodes_nested_in_bounds(text in "([-?:,{}#&*!|>'\"%@ \n\\[\\]a-cé~]{0,40}|(( {0,3}(- )?[a-c]: ?[a-c1|>&*'\"]?)\n){0,8})") {
        let lowered = lowered(&text);
        let read = read(&text, DocumentsExtent::Documents).ok().flatten().unwrap_or_default();
        let all = crate::text::TextRange::up_to(text_size::TextSize::of(text.as_str()));
        for document in lowered.documents.iter().chain(&read.documents) {
            assert!(is_nested(document.root(), all, &text), "{text:?}");
        }
    }
}

/// The header of values belongs to their document, whatever cannot be read below it.
#[test]
fn a_text_that_is_broken_as_a_whole_keeps_the_markers_of_its_documents() {
    check(
        "#@data/values\n---\na: 1\nb:\n-\t c: 1\n---\nd: 2\n",
        expect![[r#"
        document 14..22 #@data/values
          Block mapping 18..22
          entry 18..22
            Plain 18..19 "a"
            Plain 21..22 "1"
        errors [0..30]
    "#]],
    );
}
