//! What functions decide: of `by=`, `expects=`, `when=` and `via=`, and while their outcome is pending.

use super::*;

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
            #^ overlay-mismatch: The function of `by=` returns neither true nor false / found: integer / expected: `True` or `False`
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
            # overlay-mismatch: The function of `via=` returns neither true nor false / found: integer / expected: `True`, `False`, `None`, or a pair of a boolean and a text / see `e`
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
