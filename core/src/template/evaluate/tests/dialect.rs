//! Where ytt's Starlark differs from the interpreter's own.

use super::*;

#[test]
fn values_print_as_in_ytt() {
    check(
        r#"
        a: #@ str(1.0)
        b: #@ type(len)
        c: #@ "%s %r" % ("x", "y")
        "#,
        expect![[r#"
            a: "1.0"
            b: function
            c: x "y"
        "#]],
    );
}
