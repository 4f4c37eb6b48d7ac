//! What can be folded.

use expect_test::{Expect, expect};

use super::{FoldKind, folding_ranges};
use crate::test_support::Fixture;

/// The text with a bar of each fold beside its lines, comments drawn as `#`.
#[track_caller]
fn check(text: &str, expected: &Expect) {
    let fixture = Fixture::parse(text);
    let analysis = fixture.analysis();
    let text = &fixture.files[0].text;
    let folds = folding_ranges(&analysis, analysis.file(&fixture.files[0].path).unwrap());
    let number = |offset: crate::text::TextSize| text[..usize::from(offset)].matches('\n').count();
    let mut picture = String::new();
    for (line, content) in text.lines().enumerate() {
        let bars = folds.iter().map(|fold| match (number(fold.range.start()), number(fold.range.end())) {
            (first, last) if !(first..=last).contains(&line) => '.',
            (first, _) if first == line => '+',
            _ if fold.kind == FoldKind::Comment => '#',
            _ => '|',
        });
        picture += format!("{} {content}", bars.collect::<String>()).trim();
        picture.push('\n');
    }
    expected.assert_eq(&picture);
}

#[test]
fn collections_and_long_text_fold() {
    check(
        "app:\n  name: x\n  labels: {\n    a: 1\n  }\nports:\n- name: a\n  port: 1\n- b\ntext: |\n  one\n  two\nend: 1\n",
        &expect![[r#"
            +.... app:
            |....   name: x
            |+...   labels: {
            ||...     a: 1
            ||...   }
            ..+.. ports:
            ..|+. - name: a
            ..||.   port: 1
            ..|.. - b
            ....+ text: |
            ....|   one
            ....|   two
            ..... end: 1
        "#]],
    );
}

#[test]
fn documents_fold_if_there_are_several() {
    check(
        "---\na: 1\nb: 2\n---\nc: 3\nd: 4\n",
        &expect![[r#"
            +. ---
            |. a: 1
            |. b: 2
            .+ ---
            .| c: 3
            .| d: 4
        "#]],
    );
    check(
        "---\na: 1\nb: 2\n",
        &expect![[r#"
             ---
             a: 1
             b: 2
        "#]],
    );
}

#[test]
fn runs_of_comments_fold_but_not_what_looks_like_them() {
    check(
        "#! one\n#! two\n#! three\na: |\n  # x\n  # y\n# alone\nb: 1\n#@schema/title \"x\"\n#@schema/desc \"y\"\nc: 1\n",
        &expect![[r#"
            +.. #! one
            #.. #! two
            #.. #! three
            .+. a: |
            .|.   # x
            .|.   # y
            ... # alone
            ... b: 1
            ..+ #@schema/title "x"
            ..# #@schema/desc "y"
            ... c: 1
        "#]],
    );
}

#[test]
fn a_block_of_code_folds_up_to_the_line_before_its_end() {
    check(
        "#@ def f():\na: 1\nb: 2\n#@ end\n#@ if x:\nc: 1\n#@ else:\nd: 1\n#@ end\n#@ if/end x:\ne: 1\n",
        &expect![[r#"
            +.. #@ def f():
            |.. a: 1
            |.. b: 2
            ... #@ end
            .+. #@ if x:
            .|. c: 1
            ..+ #@ else:
            ..| d: 1
            ... #@ end
            ... #@ if/end x:
            ... e: 1
        "#]],
    );
    check(
        "#@ for i in range(2):\n#@ if x:\n- a\n#@ end\n#@ end\n",
        &expect![[r#"
            +. #@ for i in range(2):
            |+ #@ if x:
            || - a
            |. #@ end
            .. #@ end
        "#]],
    );
    check(
        "#@ end\n#@ if x:\na: 1\n",
        &expect![[r#"
             #@ end
             #@ if x:
             a: 1
        "#]],
    );
}

#[test]
fn loads_and_long_statements_fold() {
    check(
        "#@ load(\"a.star\", \"a\")\n#@ load(\"b.star\", \"b\")\n#@ x = [\n#@   1,\n#@ ]\n#@ load(\"c.star\", \"c\")\ny: 1\n",
        &expect![[r#"
            +. #@ load("a.star", "a")
            |. #@ load("b.star", "b")
            .+ #@ x = [
            .| #@   1,
            .| #@ ]
            .. #@ load("c.star", "c")
            .. y: 1
        "#]],
    );
}

#[test]
fn marked_regions_fold_with_their_end() {
    check(
        "#! region Web server\na: 1\n# region\nb: 1\n# endregion\n#endregion\n# endregion\n#regional\nc: 1\n",
        &expect![[r#"
            +. #! region Web server
            |. a: 1
            |+ # region
            || b: 1
            || # endregion
            |. #endregion
            .. # endregion
            .. #regional
            .. c: 1
        "#]],
    );
}

#[test]
fn starlark_files_fold_by_their_blocks() {
    check(
        "#- /a.star\n# one\n# two\ndef f(a):\n  \"\"\"Says\n  more.\"\"\"\n  if a:\n    return 1\n  end\nend\n",
        &expect![[r#"
            +... # one
            #... # two
            .+.. def f(a):
            .|+.   """Says
            .||.   more."""
            .|.+   if a:
            .|.|     return 1
            .|..   end
            .... end
        "#]],
    );
}

#[test]
fn text_folds_by_its_tags() {
    check(
        "#- /a.txt\n(@ if x: @)\n# a\n# b\n(@ else: -@)\nc\n(@ end @)\n",
        &expect![[r#"
        +. (@ if x: @)
        |. # a
        |. # b
        .+ (@ else: -@)
        .| c
        .. (@ end @)
    "#]],
    );
    check(
        "a: |\n  (@ if x: @)\n  b\n  (@ end @)\n",
        &expect![[r#"
        +. a: |
        |+   (@ if x: @)
        ||   b
        |.   (@ end @)
    "#]],
    );
}

#[test]
fn a_statement_without_end_stays_apart_from_the_tags_of_its_file() {
    check(
        "a: (@ if x: @)\nb: (@ end @)\n#@ load([\n#@ (\n",
        &expect![[r#"
            . a: (@ if x: @)
            . b: (@ end @)
            + #@ load([
            | #@ (
        "#]],
    );
}

#[test]
fn a_closed_fold_says_how_much_it_hides() {
    let fixture = Fixture::parse("a:\n  b: 1\nc:\n- 1\n- 2\nd: |\n  x\n  y\n#region Z\ne: 1\n#endregion\n");
    let analysis = fixture.analysis();
    let folds = folding_ranges(&analysis, analysis.file(&fixture.files[0].path).unwrap());
    let summaries: Vec<Option<&str>> = folds.iter().map(|fold| fold.summary.as_deref()).collect();
    assert_eq!(summaries, [Some("1 key"), Some("2 items"), None, Some("Z")]);
}
