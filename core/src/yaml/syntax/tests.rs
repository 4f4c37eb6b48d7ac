//! What ytt refuses, marked at the token.

#![allow(
    clippy::format_push_string,
    clippy::format_collect,
    reason = "pictures are small, so how they are put together does not matter"
)]

use super::{DocumentsExtent, refusal};

/// Checks the marks below the lines of `fixture`: `^^^ message` under what is refused first; none for what loads.
#[track_caller]
fn check(fixture: &str) {
    let is_mark = |line: &&str| line.trim_start().starts_with('^');
    let text: String = fixture.lines().filter(|line| !is_mark(line)).map(|line| format!("{line}\n")).collect();
    let found = refusal(&text, DocumentsExtent::Documents).map(|refusal| {
        let start = text[..refusal.range.start].rfind('\n').map_or(0, |at| at + 1);
        let width = refusal.range.len().max(1);
        let mark = format!("{}{}", " ".repeat(refusal.range.start - start), "^".repeat(width));
        (text[..start].lines().count(), format!("{mark} {}", refusal.kind.words().0))
    });
    let expected = fixture.lines().position(|line| is_mark(&line)).map(|at| {
        let mark = fixture.lines().nth(at).unwrap_or_default();
        (at - 1, mark.to_owned())
    });
    assert_eq!(found, expected);
}

#[test]
fn everyday_mistakes_are_marked_at_their_token() {
    check("a: b: c\n    ^ A value on the line of its key cannot hold `: `\n");
    check("a: 1\nfoo\n^^^ A key is expected here, with a colon behind it\nb: 2\n");
    check("a: 1\na:b\n^^^ A key is expected here, with a colon behind it\nb: 2\n");
    check("a: @x\n   ^^ A value cannot start with this character\n");
    check("a: `x`\n   ^^^ A value cannot start with this character\n");
    check("a: %x\n   ^^ A value cannot start with this character\n");
    check("a: \"x\n   ^^ The quote is not closed\nb: 1\n");
    check("a: [1, 2\n   ^ The bracket is not closed\nb: 3\n");
    check("a: [\"1\" 2]\n        ^ `,` or `]` is expected here\n");
    check("a: {x: 1\n   ^ The bracket is not closed\n");
    check("a:\n\tb: 1\n^ ytt allows no tab in this indentation\n");
    check("a:\n  b: 1\n c: 2\n ^ A key is expected here\n");
    check("a: 1\n- x\n^ A key is expected here\n");
    check("- x\na: 1\n^ An item of a list is expected here\n");
    check("a: \"x\" y\n       ^ A key is expected here\n");
    check("a: | x\n     ^ Only indentation and chomping indicators can follow `|` or `>`\n");
    check("a: *\n   ^ An anchor or alias needs a name\n");
    check("a: \"\\q\"\n    ^^ ytt knows no such escape in double quotes\n");
    check("a: }\n   ^ A value is expected here\n");
    check("a: {b: :c}\n       ^ ytt takes this colon for the end of a key\n");
    check("a: [1, :c]\n       ^ ytt takes this colon for the end of a key\n");
}

#[test]
fn what_yaml_1_2_allows_and_ytt_does_not_is_said() {
    check("%YAML 1.2\n^^^^^^^^^ ytt reads YAML 1.1 only\n---\na: 1\n");
    check("%FOO bar\n^^^^ ytt knows no such directive\n---\na: 1\n");
    check("a: [&é, 1]\n    ^^^ ytt allows letters, digits, `-` and `_` in the name of an anchor\n");
    check("a: [*b.c]\n    ^^^^ ytt allows letters, digits, `-` and `_` in the name of an anchor\n");
    check("a: {b: @c}\n       ^^ A value cannot start with this character\n");
    check("a: &é 1\n   ^^^ ytt allows letters, digits, `-` and `_` in the name of an anchor\n");
    check("a: !e!x 1\n   ^^^^ No `%TAG` line declares the handle of this tag\n");
    check("- a\n--- b\n...\nc\n^ ytt needs a `---` line before each further document\n");
}

#[test]
fn what_ytt_loads_is_not_refused() {
    for text in [
        "",
        "#@data/values\n---\na: [1, {b: c}] #@x\n",
        "a: \"x\"#comment\n",
        "a: [\n1\n]\n",
        "'a': \"b\n  c\"\nd: |+\n  x\n\n\ne: >1-\n x\n",
        "? a\n: b\n",
        "- - a\n  - b\n- ? c\n",
        "a: http://x:80/?q=#y\n",
        "<<: *a\n",
    ] {
        assert_eq!(refusal(text, DocumentsExtent::Documents), None, "{text}");
    }
}

#[test]
fn a_key_longer_than_the_limit_is_refused() {
    let text = format!("a: 1\n{}: 2\n", "k".repeat(1025));
    assert_eq!(refusal(&text, DocumentsExtent::Documents).map(|it| it.kind), Some(super::RefusalKind::LongKey));
}

proptest::proptest! {
    #[test]
    fn any_text_has_a_verdict_in_bounds(text in "[-?:,\\[\\]{}#&*!|>'\"%@` \t\n\ra-cé0-9.~<\\\\]{0,60}") {
        for extent in [DocumentsExtent::Documents, DocumentsExtent::Part] {
            if let Some(refusal) = refusal(&text, extent) {
                assert!(text.get(std::ops::Range::<usize>::from(refusal.range())).is_some());
            }
        }
    }
}
