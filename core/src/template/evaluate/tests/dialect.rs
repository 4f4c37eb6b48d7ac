//! Where ytt's Starlark differs from the interpreter's own.

use super::*;

#[test]
fn floats_print_with_six_digits() {
    check(
        r#"
        a: #@ [str(x) for x in [1.0, 10.0 / 3, 1e6, 123456.7, 0.00001, -0.5, 1e100, float("inf")]]
        b: #@ str([1.0, (2.5,), {"a": 0.1}])
        "#,
        expect![[r#"
            a:
            - "1"
            - "3.33333"
            - "1e+06"
            - "123457"
            - "1e-05"
            - "-0.5"
            - "1e+100"
            - +Inf
            b: '[1, (2.5,), {"a": 0.1}]'
        "#]],
    );
}

#[test]
fn types_have_the_names_that_ytt_gives_them() {
    check(
        r#"
        #@ def f(): return 1
        a: #@ [type(x) for x in [len, "".upper, f, lambda: 1, 1, 1.0, "", None, True, [], (), {}, set([]), range(1)]]
        "#,
        expect![[r#"
            a:
            - builtin_function_or_method
            - builtin_function_or_method
            - function
            - function
            - int
            - float
            - string
            - NoneType
            - bool
            - list
            - tuple
            - dict
            - set
            - range
        "#]],
    );
}

#[test]
fn text_is_counted_in_bytes() {
    check(
        r#"
        a: #@ [len("aé"), len([1]), "aé"]
        b: #@ repr("é\n")
        "#,
        expect![[r#"
            a:
            - 3
            - 1
            - aé
            b: '"é\n"'
        "#]],
    );
}
