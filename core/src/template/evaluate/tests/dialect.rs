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

#[test]
fn text_takes_values_by_name_and_floats_with_six_digits() {
    check(
        r#"
        a: #@ "%(name)s:%(port)d" % {"name": "db", "port": 80.9}
        b: #@ ["%s %r" % (1.0, 10.0 / 3), "%s" % [2.50, "é"], "%r" % "é", "%i%%" % 2.5, "%c%c" % (65, "é"), "%x %X %o" % (255, 255.9, 8)]
        c: #@ ["%e" % 1.5, "%f" % 1, "%g" % 3.0, "%g" % 0.00001, "%G" % 1e21, "%g" % 1234567.5, "%f" % float("inf"), "%d" % 1e20]
        d: #@ ["{} {}".format(1.0, [2.0]), "{a!r:} {b}".format(a="x", b=7 / 2), "{0}{{}}{0}".format(1)]
        e: #@ ["%s" % set([1.0, "é", 1e-5]), str(set([])), "{}".format([set([0.5])])]
        "#,
        expect![[r#"
            a: db:80
            b:
            - 1 3.33333
            - '[2.5, "é"]'
            - '"é"'
            - 2%
            - Aé
            - ff FF 10
            c:
            - "1.500000e+00"
            - "1.000000"
            - "3"
            - "1e-05"
            - "1E+21"
            - "1.2345675e+06"
            - +Inf
            - "100000000000000000000"
            d:
            - 1 [2]
            - '"x" 3.5'
            - 1{}1
            e:
            - set([1, "é", 1e-05])
            - set([])
            - '[set([0.5])]'
        "#]],
    );
}

#[test]
fn what_leaves_a_float_has_the_sign_of_what_was_divided() {
    check(
        r#"
        a: #@ [-5.5 % 2, 5.5 % -2, 5 % -3.0, -7 % 2, 7 % -2]
        b: #@ 5.0 % 0
        "#,
        expect![[r#"
            === main.yml
            a: #@ [-5.5 % 2, 5.5 % -2, 5 % -3.0, -7 % 2, 7 % -2]
            b: #@ 5.0 % 0
            #     ^^^^^^^ template-failure: Division by zero
        "#]],
    );
    check(
        "a: #@ [-5.5 % 2, 5.5 % -2, 5 % -3.0, -7 % 2, 7 % -2]",
        expect![[r#"
        a:
        - -1.5
        - 1.5
        - 2
        - 1
        - -1
    "#]],
    );
}

#[test]
fn places_for_values_that_are_none_are_refused() {
    for code in [
        r#""%5d" % 3"#,
        r#""%s" % (1, 2)"#,
        r#""%s %s" % 1"#,
        r#""%(a)s" % 1"#,
        r#""%d" % "1""#,
        r#""100%" % ()"#,
        r#""{:5}".format(1)"#,
        r#""{} {0}".format(1)"#,
        r#""{a.b}".format(a=1)"#,
        r#""}".format()"#,
    ] {
        assert!(fails(code), "{code}");
    }
}

#[test]
fn operators_that_ytt_does_not_have_are_refused() {
    for code in [r#"{"a": 1} | {"b": 2}"#, "set([1]) - set([1])", "1 << 512", "1 >> 10000000000", r#""a" in range(3)"#]
    {
        assert!(fails(code), "{code}");
    }
    check(
        r#"
        a: #@ [set([1]) | set([2]), 6 | 1, 1 << 3, 8 >> 1, [] in {}, [] not in {}, 2.5 in range(3), 7 - 2]
        "#,
        expect![[r#"
            a:
            - - 1
              - 2
            - 7
            - 8
            - 4
            - false
            - true
            - true
            - 5
        "#]],
    );
}

/// Whether evaluating an expression fails.
fn fails(expression: &str) -> bool {
    picture(&job(&format!("a: #@ {expression}\n"), None)).contains("template-failure")
}

#[test]
fn text_is_searched_and_cut_by_its_bytes() {
    check(
        r#"
        a: #@ ["éa".find("a"), "éa".index("a", 1), "aéa".rfind("a"), "éa".find("a", 2, 3), "éa".find("b"), "ab".find("", 9)]
        b: #@ ["éaa".count("a", -1), "é".count(""), "é".startswith("é", 0, 2), "ab".endswith(("x", "b")), "".startswith("", 5)]
        c: #@ [x for x in "aé".codepoints()] + [x for x in "aé".codepoint_ords()] + [x for x in "é".elem_ords()] + list("ab".elems())
        d: #@ [type("".elems()), type("".codepoints()), str("a\n".elems()), str("a".codepoint_ords())]
        e: #@ ["a-b-c".replace("-", "+", -1), "a-b-c".replace("-", "+", 1), " a ".strip(""), "a\r\nb\n".splitlines(), "a\nb\n".splitlines(True)]
        f: #@ ["straße".upper(), "ΑΣ".lower(), "éa bC".title(), "ÉA".capitalize(), "1²".isdigit(), "Ⅷ".isalnum(), "ß".isupper()]
        "#,
        expect![[r#"
            a:
            - 2
            - 2
            - 3
            - 2
            - -1
            - 2
            b:
            - 1
            - 2
            - true
            - true
            - true
            c:
            - a
            - é
            - 97
            - 233
            - 195
            - 169
            - a
            - b
            d:
            - elems
            - codepoints
            - '"a\n".elems()'
            - '"a".codepoint_ords()'
            e:
            - a+b+c
            - a+b-c
            - a
            - - "a\r"
              - b
            - - |
                a
              - |
                b
            f:
            - STRAßE
            - ασ
            - Éa Bc
            - Éa
            - false
            - false
            - true
        "#]],
    );
}

#[test]
fn text_sets_and_lists_have_the_methods_that_ytt_has() {
    for code in [
        r#""a.b".removeprefix("a.")"#,
        r#""a".split("")"#,
        r#""a".split(",", None)"#,
        r#""a".index("b")"#,
        "set([1]).add(2)",
        "set([1]).issubset([1])",
        r#"getattr("a", "removesuffix")"#,
        r#"getattr(set([]), "add")"#,
    ] {
        assert!(fails(code), "{code}");
    }
    check(
        r#"
        #@ numbers = [1, 2, 3]
        a: #@ [numbers.pop(-2), numbers.pop(), numbers, set([1]).union([2])]
        b: #@ [hasattr("a", "removeprefix"), hasattr("a", "elem_ords"), getattr("aé", "find")("é"), dir(set([])), "title" in dir("")]
        c: #@ [x.strip().split(",")[0].upper().lower().format(1.0) for x in [" {}a,b "]]
        d: #@ ("a" + "b").find("b") + [["x"]][0].index("x") + {"k": "ab"}["k"].find("b")
        "#,
        expect![[r#"
            a:
            - 2
            - 3
            - - 1
            - - 1
              - 2
            b:
            - false
            - true
            - 1
            - - union
            - true
            c:
            - 1a
            d: 2
        "#]],
    );
}

#[test]
fn methods_are_the_same_where_they_are_not_called_at_once() {
    check(
        r#"
        #@ find = "éa".find
        a: #@ [find("a"), type("a".elem_ords), type("a".title)]
        "#,
        expect![[r#"
            a:
            - 2
            - builtin_function_or_method
            - builtin_function_or_method
        "#]],
    );
}

#[test]
fn a_point_behind_digits_belongs_to_the_number() {
    for code in ["3.format()", "10.find(1)", "[1, 2.pop()]"] {
        assert!(picture(&job(&format!("a: #@ {code}\n"), None)).contains("template-syntax"), "{code}");
    }
    for code in ["3 .format()", "1.5.find(1)", "0x1f.pop()"] {
        assert!(fails(code), "{code}");
    }
}

#[test]
fn functions_take_what_ytt_gives_them() {
    check(
        r#"
        a: #@ [int("0x1F", 16), int("-0b11", 0), int(x="7", base=8), int("00", 0), int(-3.9), int(True), int("+12")]
        b: #@ [sorted([3, 1, 2], lambda x: -x), sorted(iterable=[2, 1]), sorted([1, 2], reverse=True), hash("😀"), print(1, sep="")]
        #@ def named(): return 1
        c: #@ str([named, lambda: 1, len]) + repr("\a\v\u00a0")
        #@ endless = [1]
        #@ endless.append(endless)
        #@ endless.append({"a": endless})
        d: #@ str(endless)
        "#,
        expect![[r#"
            a:
            - 31
            - -3
            - 7
            - 0
            - -3
            - 1
            - 12
            b:
            - - 3
              - 2
              - 1
            - - 1
              - 2
            - - 2
              - 1
            - 128512
            - null
            c: '[<function named>, <function lambda>, <built-in function len>]"\a\v\\u00a0"'
            d: '[1, [...], {"a": [...]}]'
        "#]],
    );
    for code in [
        r#"int("0x10")"#,
        r#"int("1_000")"#,
        r#"int("012", 0)"#,
        r#"int("0b1", 16)"#,
        "int()",
        "int(1, 10)",
        r#"int("1", 1)"#,
        "enumerate([1], start=5)",
        "sorted([1], key=None)",
        "print(1, sep=2)",
    ] {
        assert!(fails(code), "{code}");
    }
}

#[test]
fn names_and_texts_that_ytt_does_not_know_are_refused() {
    check(
        r#"
        a: #@ abs(-1)
        b: #@ bytes("a")
        "#,
        expect![[r#"
            === main.yml
            a: #@ abs(-1)
            #     ^^^ template-name: `abs` is not defined
            b: #@ bytes("a")
            #     ^^^^^ template-name: `bytes` is not defined
        "#]],
    );
    check(
        "a: #@ len(b\"a\")",
        expect![[r#"
        === main.yml
        a: #@ len(b"a")
        #         ^ template-syntax: There are no bytes in ytt, only text / found: `b` before the quotes / expected: nothing, or `r`
    "#]],
    );
}

#[test]
fn several_values_index_as_a_tuple() {
    check(
        r#"
        #@ d = {(1, 2): "two", (1, 2, 3): {"a,b": [4]}, (10000, "x"): 5}
        a: #@ d[1, 2]
        b: #@ d[1, 1 + 1, 3]["a,b"][0:1]
        c: #@ d[10000, "X".lower()]
        e: #@ [lambda x, y: x][0](6, 7)
        f: #@ [8, 9][0, 1]
        "#,
        expect![[r#"
            === main.yml
            #@ d = {(1, 2): "two", (1, 2, 3): {"a,b": [4]}, (10000, "x"): 5}
            a: #@ d[1, 2]
            b: #@ d[1, 1 + 1, 3]["a,b"][0:1]
            c: #@ d[10000, "X".lower()]
            e: #@ [lambda x, y: x][0](6, 7)
            f: #@ [8, 9][0, 1]
            #     ^^^^^^^^^^^^ template-failure: The code fails here / found: expected `int`, but got `tuple (repr: (0, 1))`
        "#]],
    );
}

#[test]
fn the_largest_floats_are_numbers() {
    check(
        r#"
        a: #@ 1.7976931348623157e308
        b: #@ 1.8e308
        c: #@ 12e307
        "#,
        expect![[r#"
            === main.yml
            a: #@ 1.7976931348623157e308
            b: #@ 1.8e308
            #     ^^^^^^^ template-syntax: The number is larger than floats are
            c: #@ 12e307
        "#]],
    );
}

#[test]
fn blank_lines_are_no_part_of_an_empty_block() {
    check(
        r#"
        #@ if False:

        #@ elif True:
        a: 1
        #@ else:

        #@ end
        #@ for x in []:

        #@ end
        #@ if False:
        #! nothing

        #@ else:
        b: 2
        #@ end
        "#,
        expect![[r#"
            a: 1
            b: 2
        "#]],
    );
}

#[test]
fn the_exponent_of_a_float_is_no_number_of_its_own() {
    check(
        r#"
        a: #@ [1e-10000, 1.5e-12345, 1E-12345, .5e-10000, 20000-10000, 1e5-10000]
        "#,
        expect![[r#"
            a:
            - 0
            - 0
            - 0
            - 0
            - 10000
            - 90000
        "#]],
    );
}

/// Numbers have no limit: what is shifted to the left is multiplied by a power of two.
#[test]
fn a_shifted_number_does_not_wrap() {
    check(
        r#"
        #@ numbers = [0, 1, 3, 10, -7, 1000000000, 2147483647, -2147483648, 4294967296, 9223372036854775807]
        #@ power = lambda bits: int("1" + "0" * bits, 2)
        #@ shifted = 1000000000
        #@ shifted <<= 3
        shifted: #@ shifted
        wrong: #@ [(n, bits) for n in numbers for bits in range(511) if n << bits != n * power(bits)]
        "#,
        expect![[r#"
            shifted: 8000000000
            wrong: []
        "#]],
    );
}
