//! Entries that matchers find, and how many there may be.

use super::*;

#[test]
fn an_entry_finds_its_counterparts_by_matchers() {
    check(
        "\
one: {kind: a, i: 1}
two: {kind: b, i: 2}
three: {kind: a, i: 3}
",
        r#"#@overlay/match by=overlay.subset({"kind": "a"}), expects=2
_:
  i: 9
#@overlay/match by="kind"
_b:
  kind: b
  #@overlay/match missing_ok=True
  new: 1
"#,
        &expect![[r#"
            one:
              kind: a
              i: 9
            two:
              kind: b
              i: 2
              new: 1
            three:
              kind: a
              i: 9
        "#]],
    );
}

#[test]
fn by_may_be_a_function_of_the_key() {
    check(
        "\
a: 1
b: 2
",
        "\
#@overlay/match by=second_or_b
_: 5
",
        &expect![[r#"
            a: 1
            b: 5
        "#]],
    );
}

#[test]
fn matched_entries_keep_their_keys() {
    check(
        "\
a: 1
b: 2
",
        r#"#@overlay/match by=overlay.all, expects="1+"
_: 5
"#,
        &expect![[r#"
            a: 5
            b: 5
        "#]],
    );
}

#[test]
fn removing_by_a_matcher() {
    check(
        "\
a: 1
b: 2
c: 1
",
        "\
#@overlay/match by=overlay.not_op(overlay.subset(1))
#@overlay/remove
_:
",
        &expect![[r#"
            a: 1
            c: 1
        "#]],
    );
}

#[test]
fn too_many_matches_are_listed() {
    check(
        "\
a: 1
b: 2
c: 3
",
        r#"#@overlay/match by=overlay.all
_: 1
#@overlay/match by=overlay.all, expects=[1, "4+"]
_x: 1
"#,
        &expect![[r##"
            #@overlay/match by=overlay.all
            _: 1
            # overlay-mismatch: `_` matches all 3 nodes below / found: 3 / expected: 1 / see `a` / see `b` / see `c`
            #@overlay/match by=overlay.all, expects=[1, "4+"]
            _x: 1
            #^ overlay-mismatch: `_x` matches all 3 nodes below / found: 3 / expected: 1 or 4 or more / see `a` / see `b` / see `c`
            => 
            a: 1
            b: 2
            c: 3
        "##]],
    );
}

/// ytt tries the parts of a list in their order, and tells what the last one said.
#[test]
fn what_is_no_count_in_a_list_counts_where_it_is_the_last_to_decide() {
    check(
        "{a: 1, b: 1, c: 1, d: 1, e: 1}\n",
        r#"#@overlay/match when=[3, ""]
a: 2
#@overlay/match when=[1, ""]
b: 2
#@overlay/match when=["", 3]
c: 2
#@overlay/match expects=["", 2]
d: 2
#@overlay/match expects=[2, None]
e: 2
"#,
        &expect![[r##"
            #@overlay/match when=[3, ""]
            a: 2
            # overlay-mismatch: `when=` is a count such as `1`, `"1+"`, or a list of counts
            #@overlay/match when=[1, ""]
            b: 2
            #@overlay/match when=["", 3]
            c: 2
            #@overlay/match expects=["", 2]
            d: 2
            # overlay-mismatch: `d` matches 1 of the 5 nodes below / found: 1 / expected: 2 / see `d`
            #@overlay/match expects=[2, None]
            e: 2
            # overlay-mismatch: `expects=` is a count such as `1`, `"1+"`, or a list of counts
            => 
            a: 1
            b: 2
            c: 1
            d: 1
            e: 1
        "##]],
    );
}

#[test]
fn no_match_says_among_how_many() {
    check(
        "\
a: {k: 1}
b: {k: 2}
",
        r#"#@overlay/match by=overlay.subset({"k": 3})
_: 1
#@overlay/match by=overlay.subset({"k": 3}), missing_ok=True
new: 1
"#,
        &expect![[r##"
            #@overlay/match by=overlay.subset({"k": 3})
            _: 1
            # overlay-mismatch: `_` matches none of the 2 nodes below / found: 0 / expected: 1 / hint: to add it, annotate it with `@overlay/match missing_ok=True`
            #@overlay/match by=overlay.subset({"k": 3}), missing_ok=True
            new: 1
            => 
            a:
              k: 1
            b:
              k: 2
            new: 1
        "##]],
    );
}

#[test]
fn the_key_that_is_compared_must_be_there() {
    check(
        "\
a: {k: 1}
b: {}
",
        r#"#@overlay/match by="k"
_: {k: 1}
#@overlay/match by="j"
_j: 1
"#,
        &expect![[r##"
            #@overlay/match by="k"
            _: {k: 1}
            # overlay-mismatch: `by=` compares `k`, which not all nodes below have / expected: maps with the key `k` / see `b`
            #@overlay/match by="j"
            _j: 1
            #^ overlay-mismatch: `by=` compares `j`, which not all nodes below have / expected: maps with the key `j` / see `a`
            => 
            a:
              k: 1
            b: {}
        "##]],
    );
}

#[test]
fn when_leaves_out_what_does_not_match() {
    check(
        "\
a: 1
",
        r#"#@overlay/match when=0
a: 2
#@overlay/match when="1+"
b: 2
#@overlay/match when=0
c: 2
"#,
        &expect![[r#"
            a: 1
            c: 2
        "#]],
    );
}

#[test]
fn only_one_keyword_says_how_many() {
    check(
        "\
a: 1
",
        "\
#@overlay/match missing_ok=True, expects=1
a: 2
",
        &expect![[r#"
            #@overlay/match missing_ok=True, expects=1
            a: 2
            # overlay-mismatch: Both `missing_ok=` and `expects=` say how many matches there must be / hint: keep one of them; one may come from `@overlay/match-child-defaults` further up
            => 
            a: 1
        "#]],
    );
}

#[test]
fn defaults_reach_all_nodes_below_until_others_are_given() {
    check_marked(
        "\
a: {b: {}}
",
        &expect![[r#"
            #@overlay/match-child-defaults missing_ok=True
            a:
              new: 1
              #@overlay/match-child-defaults missing_ok=False
              b:
                other: 1
            #   ^^^^^ overlay-mismatch: There is no key `other` in the values below / found: `other` / expected: no key: the map is empty / hint: to add it, annotate it with `@overlay/match missing_ok=True` / see `b`
            => 
            a:
              b: {}
              new: 1
        "#]],
    );
}
