//! What signature help shows in template code.

use expect_test::expect;

use super::check;

const HEAD: &str = "#@ load(\"@ytt:json\", \"json\")\n#! Names a thing.\n#@ def named(thing, prefix=\"x\", *rest, **more):\n#@ return thing\n#@ end\n";

#[test]
fn a_function_says_which_argument_is_typed() {
    check(
        &format!("{HEAD}a: #@ named($0)\n"),
        expect![[r#"
        named([thing], prefix="x", *rest, **more)

        Names a thing.
    "#]],
    );
    check(
        &format!("{HEAD}a: #@ named(1, $0\n"),
        expect![[r#"
        named(thing, [prefix="x"], *rest, **more)

        Names a thing.
    "#]],
    );
    check(
        &format!("{HEAD}a: #@ named(1, prefix=$0)\n"),
        expect![[r#"
        named(thing, [prefix="x"], *rest, **more)

        Names a thing.
    "#]],
    );
    check(
        &format!("{HEAD}a: #@ named(1, 2, 3, $0)\n"),
        expect![[r#"
        named(thing, prefix="x", [*rest], **more)

        Names a thing.
    "#]],
    );
    check(
        &format!("{HEAD}a: #@ named(other=$0)\n"),
        expect![[r#"
        named(thing, prefix="x", *rest, [**more])

        Names a thing.
    "#]],
    );
    check(
        &format!("{HEAD}a: #@ named(len($0))\n"),
        expect![[r#"
        len([x]) -> int

        How many items a list has, keys a map, bytes a text.
    "#]],
    );
    check(
        &format!("{HEAD}a: #@ named((1, $0))\n"),
        expect![[r#"
        named([thing], prefix="x", *rest, **more)

        Names a thing.
    "#]],
    );
}

#[test]
fn a_function_of_a_module_does_too() {
    check(
        &format!("{HEAD}a: #@ json.encode({{}}, indent=$0)\n"),
        expect![[r#"
        json.encode(value, *, [indent=0], escape_html=True) -> string

        The value as JSON, its keys sorted; with `indent` spaces for each level, on lines of their own.
    "#]],
    );
    check(
        &format!("{HEAD}#@schema/default json.encode($0)\na: 1\n"),
        expect![[r#"
        json.encode([value], *, indent=0, escape_html=True) -> string

        The value as JSON, its keys sorted; with `indent` spaces for each level, on lines of their own.
    "#]],
    );
    check(
        "a: #@ \"x\".replace(\"a\", $0)\n",
        expect![[r#"
        string.replace(old, [new], count=None) -> string

        The text with `old` replaced by `new`, everywhere or so many times.
    "#]],
    );
    check("a: #@ unknown($0)\n", expect![]);
    check("#@ def defined(a, $0):\n#@ end\n", expect![]);
}
