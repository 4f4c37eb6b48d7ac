//! What is found beyond syntax, with the token that it is about.

#![allow(
    clippy::format_push_string,
    clippy::format_collect,
    reason = "pictures are small, so how they are put together does not matter"
)]

use expect_test::{Expect, expect};

use super::{ComposeMemo, check as compose};
use crate::document::TextDocument;
use crate::text::{FileId, TextRange, TextSize};
use crate::yaml::Stream;
use crate::yaml::lower::lower;

#[track_caller]
fn check(text: &str, expected: Expect) {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_yaml::LANGUAGE.into()).unwrap();
    let documents = lower(text, &parser.parse(text, None).unwrap()).documents;
    let stream = Stream { documents, is_template: text.contains("#@"), ..Stream::default() };
    let mut picture = String::new();
    for problem in compose(FileId(0), &stream, &mut ComposeMemo::default()) {
        let range = problem.place.range;
        let line = text[..usize::from(range.start())].matches('\n').count() + 1;
        picture += &format!("{line}: `{}`: {}\n", &text[range], problem.text().replace('\n', "; "));
    }
    expected.assert_eq(&picture);
}

#[test]
fn keys_repeat_by_their_typed_value_in_template_files_only() {
    check(
        "#@ x = 1\n#@schema/type any=True\na: 1\n'a': 2\n1: x\n0x1: y\n'1': z\n",
        expect![[r#"
            6: `y`: Another YAML version reads `y` otherwise; found: boolean true by YAML 1.1, string "y" by YAML 1.2; hint: quote it to make it text, or write it in a form that both versions read alike
            4: `'a'`: The map has the key `a` already; hint: remove one of the two, or put `#@yaml/map-key-override` above the second
            6: `0x1`: The map has the key `0x1` already; hint: remove one of the two, or put `#@yaml/map-key-override` above the second
        "#]],
    );
    check("a: 1\na: 2\n", expect![[""]]);
    check("#@data/values\n---\na: 1\n#@yaml/map-key-override\na: 2\n", expect![[""]]);
    check("x: #@ 1\n#@ if True:\na: 1\n#@ else:\na: 2\n#@ end\n", expect![[""]]);
}

#[test]
fn aliases_need_an_anchor_above() {
    check(
        "a: *base\nb: &base 1\nc: *bse\nd: *base\n---\ne: *base\n",
        expect![[r#"
            1: `*base`: No anchor `&base` is defined above this alias; hint: define the anchor above the alias
            3: `*bse`: No anchor `&bse` is defined above this alias; hint: did you mean `*base`?
            6: `*base`: No anchor `&base` is defined above this alias
        "#]],
    );
}

#[test]
fn merge_keys_take_one_map() {
    check(
        "a: &a {x: 1}\nb:\n  <<: [*a]\nc:\n  <<: *a\n  x: 2\nd: &d 1\ne:\n  <<: *d\n  <<: 2\n",
        expect![[r#"
            3: `[*a]`: ytt merges one map with `<<`, not a list of maps; hint: use `<<` once for each map
            10: `<<`: The merge key `<<` needs a map; hint: write an alias to a map, or quote the key
            9: `<<`: The merge key `<<` needs a map, and `*d` is none
        "#]],
    );
    check(
        "a: &a {x: 1}\nb: #@ 1\nc:\n  <<: *a\n  x: 2\nd:\n  x: 2\n  <<: *a\n",
        expect![[r#"
            5: `x`: The map has the key `x` already; hint: remove one of the two, or put `#@yaml/map-key-override` above the second
            8: `<<`: The map has the key `x` already; hint: remove one of the two, or put `#@yaml/map-key-override` above the second
        "#]],
    );
}

#[test]
fn keys_are_scalars_other_than_null_and_tags_fit() {
    check(
        "? [{[a]: 1}, *b]\n: 1\n~: 2\n!!int x: !!bool 3\n",
        expect![[r#"
            1: `[{[a]: 1}, *b]`: ytt takes no map or array as a key; hint: quote the key to make it text
            4: `x`: The scalar does not have the type that its tag `!!int` names; found: string; expected: integer
            4: `3`: The scalar does not have the type that its tag `!!bool` names; found: integer; expected: boolean
            1: `*b`: No anchor `&b` is defined above this alias
        "#]],
    );
}

#[test]
fn a_further_document_needs_a_marker() {
    check(
        "a: 1\n...\nb: 2\n",
        expect![[r#"
            3: ``: ytt needs a `---` line before each further document; hint: add `---` above it
        "#]],
    );
}

#[test]
fn scalars_that_yaml_1_2_reads_otherwise_are_named() {
    check(
        "a: yes\nb: 'yes'\nc: 017\nd: true\n",
        expect![[r#"
            1: `yes`: Another YAML version reads `yes` otherwise; found: boolean true by YAML 1.1, string "yes" by YAML 1.2; hint: quote it to make it text, or write it in a form that both versions read alike
            3: `017`: Another YAML version reads `017` otherwise; found: integer 15 by YAML 1.1, integer 17 by YAML 1.2; hint: quote it to make it text, or write it in a form that both versions read alike
        "#]],
    );
}

/// So many keys that a text is cut before, between and behind them.
fn filler(name: &str) -> String {
    (0..250).map(|key| format!("{name}{key}: {key}\n")).collect()
}

/// The problems of a text in several segments, which edits elsewhere do not change.
#[track_caller]
fn check_spread(text: &str, expected: Expect) {
    let document = TextDocument::new(FileId(0), text);
    let mut memo = ComposeMemo::default();
    let before = picture(&document, &mut memo);
    let place = text.find("0: 0").map_or(0, |at| at + 4);
    let edited = document.edit(TextRange::empty(TextSize::new(place as u32)), "0");
    assert_eq!(before, picture(&edited, &mut memo));
    assert_eq!(before, picture(&edited, &mut ComposeMemo::default()));
    expected.assert_eq(&before);
}

fn picture(document: &TextDocument, memo: &mut ComposeMemo) -> String {
    let mut picture = String::new();
    for problem in compose(FileId(0), document.stream(), memo) {
        let range = document.resolve(problem.place).unwrap();
        let line = document.line_of(range.start()) + 1;
        picture += &format!("{line}: `{}`: {}", document.slice(range), problem.message);
        for related in &problem.related {
            picture += &format!(", see {}", document.line_of(document.resolve(related.place).unwrap().start()) + 1);
        }
        picture += "\n";
    }
    picture
}

#[test]
fn keys_repeat_across_segments() {
    let (x, y) = (filler("x"), filler("y"));
    check_spread(
        &format!("#@data/values\n---\na: 1\n{x}b:\n  a: 2\na: 3\n{y}'a': 4\n"),
        expect![[r#"
        256: `a`: The map has the key `a` already, see 3
        507: `'a'`: The map has the key `a` already, see 256
    "#]],
    );
    check_spread(&format!("#@data/values\n---\na: 1\n{x}#@yaml/map-key-override\na: 2\n"), expect![[""]]);
    check_spread(&format!("a: 1\n{x}a: 2\n"), expect![[""]]);
    check_spread(&format!("#@data/values\n---\na: 1\n{x}---\na: 2\n{y}"), expect![[""]]);
}

#[test]
fn anchors_stand_above_their_aliases_across_segments() {
    let (x, y) = (filler("x"), filler("y"));
    check_spread(
        &format!("a: *base\n{x}b: &base {{p: 1}}\n{y}c: *base\nd: *bsae\ne: {{<<: *base}}\n---\nf: *base\n"),
        expect![[r#"
            1: `*base`: No anchor `&base` is defined above this alias
            504: `*bsae`: No anchor `&bsae` is defined above this alias
            507: `*base`: No anchor `&base` is defined above this alias
        "#]],
    );
}

#[test]
fn merge_keys_bring_in_keys_across_segments() {
    let (x, y) = (filler("x"), filler("y"));
    check_spread(
        &format!("#@data/values\n---\na: &a\n  p: 1\n  q: 2\n{x}<<: *a\n{y}q: 3\nb: &b 1\nc:\n  <<: *b\n"),
        expect![[r#"
            510: `<<`: The merge key `<<` needs a map, and `*b` is none
        "#]],
    );
}

#[test]
fn a_map_that_brings_in_itself_repeats_no_key() {
    check("#@ x = 1\na: &a\n  b: 1\n  <<: *a\n", expect![[""]]);
}
