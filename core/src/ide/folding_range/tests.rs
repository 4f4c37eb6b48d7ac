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
