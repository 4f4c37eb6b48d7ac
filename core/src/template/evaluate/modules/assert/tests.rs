//! `@ytt:assert` as a table.

use expect_test::expect;

use crate::template::evaluate::modules::test_support::check;

#[test]
fn values_are_equal_if_their_yaml_is() {
    check(
        r#"
        assert.equals({"a": [1, 2]}, {"a": (1, 2)})
        assert.equals(1, 1.0)
        assert.equals("foo", "bar")
        assert.equals([1], {"a": 1})
        assert.equals("foo")
        "#,
        expect![[r#"
            assert.equals({"a": [1, 2]}, {"a": (1, 2)})
                None
            assert.equals(1, 1.0)
                None
            assert.equals("foo", "bar")
                ! the values differ: expected foo (string), found bar (string)
                  found: bar (string)
                  expected: foo (string)
            assert.equals([1], {"a": 1})
                ! the values differ: expected - 1 (list), found a: 1 (dict)
                  found: a: 1 (dict)
                  expected: - 1 (list)
            assert.equals("foo")
                ! `assert.equals` takes 2 arguments, not 1
        "#]],
    );
}

#[test]
fn try_to_gives_the_value_or_what_went_wrong() {
    check(
        r#"
        assert.try_to(lambda: 5)
        assert.try_to(lambda: fail("boom"))
        assert.try_to(lambda: assert.fail("boom"))
        assert.try_to(lambda: assert.equals(1, [2]))
        assert.try_to(lambda: 1 // 0)
        assert.try_to(lambda x: x)
        assert.try_to()
        assert.fail("boom")
        assert.fail(1)
        "#,
        expect![[r#"
            assert.try_to(lambda: 5)
                (5, None)
            assert.try_to(lambda: fail("boom"))
                (None, "fail: boom")
            assert.try_to(lambda: assert.fail("boom"))
                (None, "assert.fail: fail: boom")
            assert.try_to(lambda: assert.equals(1, [2]))
                (None, "assert.equals: Not equal:\n(expected type: int)\n1\n\n\n(was type: list)\n- 2\n")
            assert.try_to(lambda: 1 // 0)
                (None, "Floor division by zero: 1 // 0")
            assert.try_to(lambda x: x)
                (None, "Missing parameter `x` for call to `test.lambda`")
            assert.try_to()
                ! `assert.try_to` takes 1 argument, not 0
            assert.fail("boom")
                ! boom
            assert.fail(1)
                ! `assert.fail` takes a text, not a value of type int
        "#]],
    );
}

#[test]
fn bounds_compare_as_starlark_does() {
    check(
        r#"
        assert.min(2).check(3)
        assert.min(2).check(1.5)
        assert.min("c").check("d")
        assert.min(["a", 1]).check(["b", 2])
        assert.min(2).check("x")
        assert.max(2).check(2)
        assert.max(2).check(3)
        assert.max("a").check("b")
        assert.max()
        assert.max(1, 2)
        assert.max(1)
        type(assert.max(1))
        "#,
        expect![[r#"
            assert.min(2).check(3)
                True
            assert.min(2).check(1.5)
                ! 1.5 is less than 2
            assert.min("c").check("d")
                True
            assert.min(["a", 1]).check(["b", 2])
                True
            assert.min(2).check("x")
                ! Operation `cmp()` not supported for types `string` and `int`
            assert.max(2).check(2)
                True
            assert.max(2).check(3)
                ! 3 is greater than 2
            assert.max("a").check("b")
                ! "b" is greater than "a"
            assert.max()
                ! `assert.max` takes 1 argument, not 0
            assert.max(1, 2)
                ! `assert.max` takes 1 argument, not 2
            assert.max(1)
                assert.max(1)
            type(assert.max(1))
                "@ytt:assert.assertion"
        "#]],
    );
}

#[test]
fn lengths_are_bytes_or_items() {
    check(
        r#"
        assert.min_len(2).check("ä")
        assert.min_len(2.9).check([1, 2])
        assert.min_len(2).check({"a": 1})
        assert.max_len(2).check("abc")
        assert.max_len(2).check(5)
        assert.max_len("2")
        assert.max_len(True)
        assert.min_len()
        "#,
        expect![[r#"
            assert.min_len(2).check("ä")
                True
            assert.min_len(2.9).check([1, 2])
                True
            assert.min_len(2).check({"a": 1})
                ! the length is 1
            assert.max_len(2).check("abc")
                ! the length is 3
            assert.max_len(2).check(5)
                ! Operation `len()` not supported on type `int`
            assert.max_len("2")
                ! `assert.max_len` takes a number, not a value of type string
            assert.max_len(True)
                ! `assert.max_len` takes a number, not a value of type bool
            assert.min_len()
                ! `assert.min_len` takes 1 argument, not 0
        "#]],
    );
}

#[test]
fn null_is_judged_at_once_or_later() {
    check(
        r#"
        assert.not_null("a")
        assert.not_null(None)
        assert.not_null().check(1)
        assert.not_null().check(None)
        assert.try_to(lambda: assert.not_null(1, 2))
        assert.try_to(lambda: assert.not_null().check(1, 2))
        assert.try_to(lambda: assert.not_null(None))
        "#,
        expect![[r#"
            assert.not_null("a")
                True
            assert.not_null(None)
                ! the value is null
            assert.not_null().check(1)
                True
            assert.not_null().check(None)
                ! the value is null
            assert.try_to(lambda: assert.not_null(1, 2))
                (None, "assert.not_null: got 2 arguments, want at most 1")
            assert.try_to(lambda: assert.not_null().check(1, 2))
                (None, "function lambda accepts 1 positional argument (2 given)")
            assert.try_to(lambda: assert.not_null(None))
                (None, "assert.not_null: fail: value is null")
        "#]],
    );
}

#[test]
fn one_entry_alone_is_not_null() {
    check(
        r#"
        assert.one_not_null().check({"a": 1, "b": None})
        assert.one_not_null(True).check(struct.make(a=1, b=None))
        assert.one_not_null(["a", 0, "missing"]).check({"a": None, 0: 1, "c": 3})
        assert.one_not_null().check({"a": 1, "b": 2})
        assert.one_not_null().check({"a": None})
        assert.one_not_null().check({})
        assert.one_not_null().check(["a"])
        assert.one_not_null(False)
        assert.one_not_null(13)
        assert.try_to(lambda: assert.one_not_null().check({}, {}))
        assert.try_to(lambda: assert.one_not_null([], []))
        "#,
        expect![[r#"
            assert.one_not_null().check({"a": 1, "b": None})
                True
            assert.one_not_null(True).check(struct.make(a=1, b=None))
                True
            assert.one_not_null(["a", 0, "missing"]).check({"a": None, 0: 1, "c": 3})
                True
            assert.one_not_null().check({"a": 1, "b": 2})
                ! several values are not null: ["a", "b"]
            assert.one_not_null().check({"a": None})
                ! every value is null
            assert.one_not_null().check({})
                ! the map is empty
            assert.one_not_null().check(["a"])
                ! a value of type list is no map
            assert.one_not_null(False)
                ! `assert.one_not_null` takes `True` or a list of keys, not `False`
            assert.one_not_null(13)
                ! `assert.one_not_null` takes a sequence of keys, not a value of type int
            assert.try_to(lambda: assert.one_not_null().check({}, {}))
                (None, "check: got 2 arguments, want 1")
            assert.try_to(lambda: assert.one_not_null([], []))
                (None, "assert.one_not_null: got 2 arguments, want 1")
        "#]],
    );
}

#[test]
fn a_value_is_one_of_several() {
    check(
        r#"
        assert.one_of(["aws", "azure"]).check("azure")
        assert.one_of("aws", 4, False, {"a": "b"}).check({"a": "b"})
        assert.one_of((1, 2)).check(1.0)
        assert.one_of("aws", "azure").check("other")
        assert.one_of("aws,azure")
        assert.one_of(4)
        assert.try_to(lambda: assert.one_of())
        assert.try_to(lambda: assert.one_of(1, 2).check())
        assert.try_to(lambda: assert.one_of("aws").check("other"))
        "#,
        expect![[r#"
            assert.one_of(["aws", "azure"]).check("azure")
                True
            assert.one_of("aws", 4, False, {"a": "b"}).check({"a": "b"})
                True
            assert.one_of((1, 2)).check(1.0)
                True
            assert.one_of("aws", "azure").check("other")
                ! "other" is not among ["aws", "azure"]
            assert.one_of("aws,azure")
                ! `assert.one_of` takes a sequence, not a value of type string
            assert.one_of(4)
                ! `assert.one_of` takes a sequence, not a value of type int
            assert.try_to(lambda: assert.one_of())
                (None, "assert.one_of: got 0 arguments, want at least 1")
            assert.try_to(lambda: assert.one_of(1, 2).check())
                (None, "function lambda missing 1 argument (val)")
            assert.try_to(lambda: assert.one_of("aws").check("other"))
                (None, "assert.one_of: expected a sequence, but was a 'string'")
        "#]],
    );
}

#[test]
fn errors_that_code_catches_read_as_in_ytt() {
    check(
        r#"
        assert.try_to("no function")
        assert.equals([1], [1])
        assert.try_to(lambda: (None).foo)
        assert.try_to(lambda: 1 + "2")
        assert.try_to(lambda: {}["x"])
        assert.try_to(lambda: struct.make(a=1).b)
        assert.try_to(lambda: json.decode("}junk"))
        assert.try_to(lambda: json.decode("{"))
        assert.try_to(lambda: json.decode('{"a": 1 "b"}'))
        assert.try_to(lambda: json.decode("[1 2]"))
        assert.try_to(lambda: json.decode("{} x"))
        assert.try_to(lambda: json.decode("{a: 1}"))
        "#,
        expect![[r#"
            assert.try_to("no function")
                ! `assert.try_to` takes a function, not a value of type string
                  hint: write `lambda:` before what may fail
            assert.equals([1], [1])
                None
            assert.try_to(lambda: (None).foo)
                (None, "NoneType has no .foo field or method")
            assert.try_to(lambda: 1 + "2")
                (None, "unknown binary op: int + string")
            assert.try_to(lambda: {}["x"])
                (None, "key \"x\" not in dict")
            assert.try_to(lambda: struct.make(a=1).b)
                (None, "struct has no .b field or method")
            assert.try_to(lambda: json.decode("}junk"))
                (None, "json.decode: invalid character '}' looking for beginning of value")
            assert.try_to(lambda: json.decode("{"))
                (None, "json.decode: unexpected end of JSON input")
            assert.try_to(lambda: json.decode('{"a": 1 "b"}'))
                (None, "json.decode: invalid character '\"' after object key:value pair")
            assert.try_to(lambda: json.decode("[1 2]"))
                (None, "json.decode: invalid character '2' after array element")
            assert.try_to(lambda: json.decode("{} x"))
                (None, "json.decode: invalid character 'x' after top-level value")
            assert.try_to(lambda: json.decode("{a: 1}"))
                (None, "json.decode: invalid character 'a' looking for beginning of object key string")
        "#]],
    );
}
