//! Entries of maps: every operation.

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
    check_marked(
        "\
name: x
port: 1
",
        &expect![[r#"
            nam: y
            #^^ overlay-mismatch: There is no key `nam` in the values below / found: `nam` / expected: one of `name`, `port` / hint: did you mean `name`? / hint: to add it, annotate it with `@overlay/match missing_ok=True` / see `name`
            zzzzzz: 1
            #^^^^^ overlay-mismatch: There is no key `zzzzzz` in the values below / found: `zzzzzz` / expected: one of `name`, `port` / hint: to add it, annotate it with `@overlay/match missing_ok=True` / see `name`
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
    check_marked(
        "\
a: {x: 1}
b: 1
c: {x: 1, z: [1, 2]}
d: 5
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
            # overlay-mismatch: There is no key `x` in the values below / found: `x` / expected: the key `a` / hint: if it may be missing, annotate it with `@overlay/match missing_ok=True` / see `a`
            #@overlay/remove
            w: 1
            # overlay-mismatch: There is no key `w` in the values below / found: `w` / expected: the key `a` / hint: if it may be missing, annotate it with `@overlay/match missing_ok=True` / see `a`
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
fn append_and_insert_are_not_for_entries() {
    check_marked(
        "\
a: 1
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
    check_marked(
        "\
a: 1
b: 1
c: 1
d: 1
",
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

#[test]
fn what_replaces_an_entry_brings_its_own_key() {
    let replaced = "#@overlay/match by=second_or_b\n#@overlay/replace\nc: 2\n";
    check(
        "a: 1\nb: 1\nd: 1\n",
        &format!("{replaced}#@overlay/remove\nc: 2\n"),
        &expect![[r#"
        #@overlay/match by=second_or_b
        #@overlay/replace
        c: 2
        #@overlay/remove
        c: 2
        # overlay-mismatch: There is no key `c` in the values below / found: `c` / expected: one of `a`, `b`, `d` / hint: if it may be missing, annotate it with `@overlay/match missing_ok=True` / see `a`
        => 
        a: 1
        b: 1
        d: 1
    "#]],
    );
    check(
        "a: 1\nb: 1\n",
        replaced,
        &expect![[r#"
        a: 1
        c: 2
    "#]],
    );
    check(
        "b: 1\nc: 1\n",
        replaced,
        &expect![[r#"
            #@overlay/match by=second_or_b
            #@overlay/replace
            c: 2
            # overlay-mismatch: The map would have the key `c` twice / hint: an entry that is added, or replaces what `by=` finds, brings its own key / see `c`
            => 
            b: 1
            c: 1
        "#]],
    );
    check(
        "b: 1\n",
        "#@overlay/match by=overlay.not_op(overlay.all), missing_ok=True\nb: 2\n",
        &expect![[r#"
        #@overlay/match by=overlay.not_op(overlay.all), missing_ok=True
        b: 2
        # overlay-mismatch: The map would have the key `b` twice / hint: an entry that is added, or replaces what `by=` finds, brings its own key / see `b`
        => 
        b: 1
    "#]],
    );
    check(
        "a: 1\nb: 1\n",
        "#@overlay/match by=overlay.all, expects=2\n#@overlay/replace\nb: 2\n",
        &expect![[r#"
            #@overlay/match by=overlay.all, expects=2
            #@overlay/replace
            b: 2
            # overlay-mismatch: The map would have the key `b` twice / hint: an entry that is added, or replaces what `by=` finds, brings its own key / see `b`
            => 
            a: 1
            b: 1
        "#]],
    );
}

#[test]
fn an_entry_that_replaces_nothing_may_be_added() {
    check(
        "a: 1\n",
        "#@overlay/match expects=0\n#@overlay/replace or_add=True\nb: 2\n",
        &expect![[r#"
            a: 1
            b: 2
        "#]],
    );
}

#[test]
fn entries_have_no_index() {
    check(
        "a: 1\n",
        "#@overlay/match by=overlay.index(0), expects=\"0+\"\na: 2\n",
        &expect![[r##"
        #@overlay/match by=overlay.index(0), expects="0+"
        a: 2
        # overlay-mismatch: `overlay.index` finds items and documents by their number, and entries of a map have none / found: the key `a` / hint: without `by=`, an entry finds the one that has the same key
        => 
        a: 1
    "##]],
    );
    check(
        "0: a\n1: b\n",
        "#@overlay/match by=overlay.index(1)\n_: c\n",
        &expect![[r#"
        0: a
        1: c
    "#]],
    );
}

#[test]
fn what_an_operation_does_not_ask_for_may_be_wrong() {
    check(
        "a: 1\nb: 1\nlist: [1]\n",
        "\
#@overlay/remove nothing=1
#@overlay/match-child-defaults nothing=1
a:
#@overlay/replace
#@overlay/match-child-defaults nothing=1
b: 2
list:
#@overlay/append
#@overlay/match nothing=1, by=5
- 2
",
        &expect![[r#"
            b: 2
            list:
            - 1
            - 2
        "#]],
    );
}

#[test]
fn what_is_asserted_by_a_function_is_merged_which_null_refuses() {
    check(
        "a: null\n",
        "#@overlay/assert via=true\na:\n  b: 2\n",
        &expect![[r#"
        #@overlay/assert via=true
        a:
        # overlay-mismatch: `a` cannot be laid over null / found: map / expected: null / hint: to replace it, annotate it with `@overlay/replace` / see `a` / see `a`
          b: 2
        => 
        a: null
    "#]],
    );
}
