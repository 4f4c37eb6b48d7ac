//! Entries of maps: every operation, and every number of matches.

use super::*;

#[test]
fn entries_merge_and_new_ones_must_be_allowed() {
    check(
        "\
a: 1
m:
  x: 1
  z: 2
list: [1]
",
        "\
a: 2
m:
  z: 3
  #@overlay/match missing_ok=True
  new: 4
list:
- 2
",
        &expect![[r#"
            a: 2
            m:
              x: 1
              z: 3
              new: 4
            list:
            - 1
            - 2
        "#]],
    );
}

#[test]
fn a_key_that_does_not_exist_names_those_that_do() {
    check(
        "\
name: x
port: 1
",
        "\
nam: y
zzzzzz: 1
",
        &expect![[r#"
            nam: y
            #^^ overlay-mismatch: There is no key `nam` below to lay this over / found: `nam` / expected: one of `name`, `port` / hint: did you mean `name`? / hint: to add it, annotate it with `@overlay/match missing_ok=True` / see `name`
            zzzzzz: 1
            #^^^^^ overlay-mismatch: There is no key `zzzzzz` below to lay this over / found: `zzzzzz` / expected: one of `name`, `port` / hint: to add it, annotate it with `@overlay/match missing_ok=True` / see `name`
            => 
            name: x
            port: 1
        "#]],
    );
}

#[test]
fn a_key_may_have_to_be_missing() {
    check(
        "\
a: 1
",
        "\
#@overlay/match expects=0
a: 2
#@overlay/match expects=0
b: 2
",
        &expect![[r#"
            #@overlay/match expects=0
            a: 2
            # overlay-mismatch: `a` matches the only node below / found: 1 / expected: 0 / see `a`
            #@overlay/match expects=0
            b: 2
            => 
            a: 1
            b: 2
        "#]],
    );
}

#[test]
fn a_scalar_replaces_anything_and_a_collection_only_its_kind_or_null() {
    check(
        "\
a: {x: 1}
b: [1]
c: 1
d: ~
e: [1]
",
        "\
a: 1
b: ~
c: {x: 1}
d: {x: 1}
e: {x: 1}
",
        &expect![[r#"
            a: 1
            b: ~
            c: {x: 1}
            # overlay-mismatch: `c` cannot be laid over an integer / found: map / expected: integer / hint: to replace it, annotate it with `@overlay/replace` / see `c`
            d: {x: 1}
            e: {x: 1}
            # overlay-mismatch: `e` cannot be laid over an array / found: map / expected: array / hint: to replace it, annotate it with `@overlay/replace` / see `e`
            => 
            a: 1
            b: null
            c: 1
            d:
              x: 1
            e:
            - 1
        "#]],
    );
}

#[test]
fn entries_are_replaced_removed_and_asserted() {
    check(
        "\
a: {x: 1}
b: 1
c: {x: 1, z: [1, 2]}
d: 5
",
        "\
#@overlay/replace
a: {z: 1}
#@overlay/remove
b: ~
#@overlay/assert
c:
  x: 1
  z:
  #@overlay/match by=overlay.index(0)
  - 1
#@overlay/assert
d: 6
",
        &expect![[r#"
            #@overlay/replace
            a: {z: 1}
            #@overlay/remove
            b: ~
            #@overlay/assert
            c:
              x: 1
              z:
              #@overlay/match by=overlay.index(0)
              - 1
            #@overlay/assert
            d: 6
            #  ^ overlay-mismatch: `@overlay/assert` finds something else below / expected: 6 / see `d`
            => 
            a:
              z: 1
            c:
              x: 1
              z:
              - 1
              - 2
            d: 5
        "#]],
    );
}

#[test]
fn replacing_and_removing_take_a_match_unless_they_say_otherwise() {
    check(
        "\
a: 1
",
        "\
#@overlay/replace
x: 1
#@overlay/remove
w: 1
#@overlay/match missing_ok=True
#@overlay/remove
z: 1
#@overlay/match missing_ok=True
#@overlay/replace
u: 1
#@overlay/match missing_ok=True
#@overlay/replace or_add=True
v: 1
",
        &expect![[r#"
            #@overlay/replace
            x: 1
            # overlay-mismatch: There is no key `x` below to lay this over / found: `x` / expected: the key `a` / hint: if it may be missing, annotate it with `@overlay/match missing_ok=True` / see `a`
            #@overlay/remove
            w: 1
            # overlay-mismatch: There is no key `w` below to lay this over / found: `w` / expected: the key `a` / hint: if it may be missing, annotate it with `@overlay/match missing_ok=True` / see `a`
            #@overlay/match missing_ok=True
            #@overlay/remove
            z: 1
            #@overlay/match missing_ok=True
            #@overlay/replace
            u: 1
            #@overlay/match missing_ok=True
            #@overlay/replace or_add=True
            v: 1
            => 
            a: 1
            v: 1
        "#]],
    );
}

#[test]
fn via_makes_the_new_value() {
    check(
        "\
a: x
b: {c: 1}
",
        "\
#@overlay/replace via=join
a: b
#@overlay/replace via=pair
b: 1
#@overlay/match missing_ok=True
#@overlay/replace via=pair, or_add=True
new: 2
",
        &expect![[r#"
            a: x-b
            b:
            - c: 1
            - 1
            new:
            - null
            - 2
        "#]],
    );
}

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
#@overlay/replace
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
fn expects_and_when_may_be_functions() {
    check(
        "\
a: 1
b: 2
c: 3
",
        "\
#@overlay/match by=overlay.all, expects=even
_: 1
#@overlay/match by=overlay.subset(9), expects=even
#@overlay/replace
_x: 1
#@overlay/match by=overlay.all, when=even
_y: 7
",
        &expect![[r#"
            #@overlay/match by=overlay.all, expects=even
            _: 1
            # overlay-mismatch: `_` matches all 3 nodes below / found: 3 / expected: a number that the function of `expects=` accepts / see `a` / see `b` / see `c`
            #@overlay/match by=overlay.subset(9), expects=even
            #@overlay/replace
            _x: 1
            #@overlay/match by=overlay.all, when=even
            _y: 7
            => 
            a: 1
            b: 2
            c: 3
        "#]],
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
    check(
        "\
a: {b: {}}
",
        "\
#@overlay/match-child-defaults missing_ok=True
a:
  new: 1
  #@overlay/match-child-defaults missing_ok=False
  b:
    other: 1
",
        &expect![[r#"
            #@overlay/match-child-defaults missing_ok=True
            a:
              new: 1
              #@overlay/match-child-defaults missing_ok=False
              b:
                other: 1
            #   ^^^^^ overlay-mismatch: There is no key `other` below to lay this over / found: `other` / expected: no key: the map is empty / hint: to add it, annotate it with `@overlay/match missing_ok=True` / see `b`
            => 
            a:
              b: {}
              new: 1
        "#]],
    );
}

#[test]
fn functions_that_fail_or_say_something_else_are_reported() {
    check(
        "\
a: 1
b: 1
c: 1
d: 1
",
        "\
#@overlay/match by=fails
_: 1
#@overlay/match by=number
_x: 1
#@overlay/match expects=fails
a: 1
#@overlay/replace via=fails
b: 1
#@overlay/assert via=fails
c: 1
",
        &expect![[r#"
            #@overlay/match by=fails
            _: 1
            # overlay-mismatch: The function of `by=` fails / found: division by zero
            #@overlay/match by=number
            _x: 1
            #^ overlay-mismatch: The function of `by=` says neither true nor false / found: integer / expected: `True` or `False`
            #@overlay/match expects=fails
            a: 1
            # overlay-mismatch: The function of `expects=` fails / found: division by zero
            #@overlay/replace via=fails
            b: 1
            # overlay-mismatch: The function of `via=` fails / found: division by zero
            #@overlay/assert via=fails
            c: 1
            # overlay-mismatch: The function of `via=` fails / found: division by zero / see `c`
            => 
            a: 1
            b: null
            c: 1
            d: 1
        "#]],
    );
}

#[test]
fn an_assertion_may_be_a_function() {
    check(
        "\
a: 1
b: 1
c: 1
d: 1
e: {x: 1}
",
        "\
#@overlay/assert via=true
a: ~
#@overlay/assert via=none
b: 2
#@overlay/assert via=false
c: 2
#@overlay/assert via=said
d: 2
#@overlay/assert via=number
e: 2
",
        &expect![[r#"
            #@overlay/assert via=true
            a: ~
            #@overlay/assert via=none
            b: 2
            #@overlay/assert via=false
            c: 2
            # overlay-mismatch: The function of `@overlay/assert` does not accept what is below / see `c`
            #@overlay/assert via=said
            d: 2
            # overlay-mismatch: The function of `@overlay/assert` does not accept what is below / found: too small / see `d`
            #@overlay/assert via=number
            e: 2
            # overlay-mismatch: The function of `via=` says neither true nor false / found: integer / expected: `True`, `False`, `None`, or a pair of a boolean and a text / see `e`
            => 
            a: 1
            b: 1
            c: 1
            d: 1
            e:
              x: 1
        "#]],
    );
}

#[test]
fn what_a_pending_function_decides_is_unknown() {
    check(
        "\
a: 1
b: 1
c: 1
",
        "\
#@overlay/replace via=pending
a: 2
#@overlay/match expects=pending
b: 2
#@overlay/assert via=pending
c: 2
",
        &expect![[r#"
            a: null
            b: null
            c: 1
        "#]],
    );
}

#[test]
fn a_pending_match_leaves_the_whole_map_open() {
    check(
        "\
m: {a: 1}
i: 1
",
        "\
m:
  #@overlay/match by=pending
  _: 1
i: 2
",
        &expect![[r#"
            m: null
            i: 2
        "#]],
    );
}

#[test]
fn append_and_insert_are_not_for_entries() {
    check(
        "\
a: 1
",
        "\
#@overlay/append
a: 2
",
        &expect![[r#"
            #@overlay/append
            # ^^^^^^^^^^^^^^ misplaced-annotation: `@overlay/append` is for the items of an array
            a: 2
            => 
            a: 1
        "#]],
    );
}

#[test]
fn arguments_that_are_none_are_mistakes() {
    check(
        "\
a: 1
b: 1
c: 1
d: 1
",
        r#"#@overlay/match by=5
a: 2
#@overlay/match expects="many"
b: 2
#@overlay/replace via=5
c: 2
#@overlay/match missing_ok=1, foo=2
d: 2
"#,
        &expect![[r##"
            #@overlay/match by=5
            #                  ^ annotation-arguments: `by=` is a key, or a function that compares two nodes
            a: 2
            #@overlay/match expects="many"
            #                       ^^^^^^ annotation-arguments: `expects=` is a count such as `1`, `"1+"`, or a list of counts
            b: 2
            #@overlay/replace via=5
            #                     ^ annotation-arguments: `via=` is a function
            c: 2
            #@overlay/match missing_ok=1, foo=2
            #                          ^ annotation-arguments: `missing_ok=` is either `True` or `False`
            #                             ^^^ annotation-arguments: `@overlay/match` does not take the argument `foo=`
            d: 2
            => 
            a: 1
            b: 1
            c: 1
            d: 1
        "##]],
    );
}

#[test]
fn a_value_without_a_node_stays_what_it_is() {
    check(
        "a: 1\n",
        "5\n",
        &expect![[r#"
        a: 1
    "#]],
    );
    check(
        "~\n",
        "a: 1\n",
        &expect![[r#"
            a: 1
            # overlay-mismatch: A map cannot be laid over null / found: map / expected: null
            => 
        "#]],
    );
    check(
        "- 1\n",
        "a: 1\n",
        &expect![[r#"
            a: 1
            # overlay-mismatch: A map cannot be laid over an array / found: map / expected: array / see `-`
            => 
            - 1
        "#]],
    );
}
