//! Problems of code, at the token of the template.

use super::*;

#[test]
fn every_undefined_name_is_reported_at_its_own_column() {
    check(
        r#"
        #@ missing1
        kind: Deployment
        metadata:
          enabled: #@ true
          labels: #@ missing2 + strr(1)
        "#,
        expect![[r#"
            === main.yml
            #@ missing1
            #  ^^^^^^^^ template-name: `missing1` is not defined
            kind: Deployment
            metadata:
              enabled: #@ true
            #             ^^^^ template-name: `true` is not defined / hint: write `True`
              labels: #@ missing2 + strr(1)
            #            ^^^^^^^^ template-name: `missing2` is not defined
            #                       ^^^^ template-name: `strr` is not defined / hint: did you mean `str`?
        "#]],
    );
}

#[test]
fn an_error_stands_at_its_token_with_the_calls_that_led_there() {
    check(
        r#"
        #@ def inner(x):
        #@   return 1 + x
        #@ end
        #@ def outer():
        value: #@ inner("a")
        #@ end
        ---
        name: #@ outer()
        "#,
        expect![[r#"
            === main.yml
            #@ def inner(x):
            #@   return 1 + x
            #           ^^^^^ template-failure: `+` cannot be applied to int and string
            #@ end
            #@ def outer():
            value: #@ inner("a")
            #         ^^^^^^^^^^ (called from here, in `outer`)
            #@ end
            ---
            name: #@ outer()
            #        ^^^^^^^ (called from here)
        "#]],
    );
}

/// What is said of each of several expressions.
#[track_caller]
fn check_codes(codes: &[&str], expected: Expect) {
    let pictures =
        codes.iter().map(|code| picture(&job(&format!("a: #@ {code}\n"), None)).replace("=== main.yml\n", ""));
    expected.assert_eq(&pictures.collect::<String>());
}

#[test]
fn errors_of_operators_are_said_in_plain_words() {
    check_codes(
        &[
            "[1][3]",
            "{\"a\": 1}[\"b\"]",
            "[x for x in 5]",
            "[x for x in \"\"]",
            "[x for y in [\"\"] for x in \"\" if x]",
            "\"a\".uper()",
            "{}.a",
            "1 // 0",
            "1 % 0",
            "1 < \"a\"",
            "-\"a\"",
            "{}[[]]",
            "[] | 1",
            "\"a\" in 5",
            "{\"a\": 1, \"a\": 2}",
            "[a for a, b in [[1]]]",
        ],
        expect![[r#"
        a: #@ [1][3]
        #     ^^^^^^ template-failure: The index 3 is out of range
        a: #@ {"a": 1}["b"]
        #     ^^^^^^^^^^^^^ template-failure: There is no key "b"
        a: #@ [x for x in 5]
        #                 ^ template-failure: A value of type int cannot be iterated over
        a: #@ [x for x in ""]
        #                 ^^ template-failure: A value of type string cannot be iterated over
        a: #@ [x for y in [""] for x in "" if x]
        #                               ^^ template-failure: A value of type string cannot be iterated over
        a: #@ "a".uper()
        #         ^^^^ template-failure: A string has no attribute `uper` / hint: did you mean `upper`?
        a: #@ {}.a
        #        ^ template-failure: A dict has no attribute `a` / hint: a dict is read by index: `["a"]`
        a: #@ 1 // 0
        #     ^^^^^^ template-failure: Division by zero
        a: #@ 1 % 0
        #     ^^^^^ template-failure: Division by zero
        a: #@ 1 < "a"
        #     ^^^^^^^ template-failure: Values of type int and string cannot be compared
        a: #@ -"a"
        #     ^^^^ template-failure: `-` cannot be applied to string
        a: #@ {}[[]]
        #     ^^^^^^ template-failure: A value of type list cannot be a key
        a: #@ [] | 1
        #     ^^^^^^ template-failure: `|` cannot be applied to list and int
        a: #@ "a" in 5
        #     ^^^^^^^^ template-failure: `in` cannot be applied to string and int
        a: #@ {"a": 1, "a": 2}
        #              ^^^ template-failure: The dict has the key "a" twice
        a: #@ [a for a, b in [[1]]]
        #            ^^^^ template-failure: There are not as many values as names / found: 1 values / expected: 2 values, one for each name
    "#]],
    );
}

#[test]
fn errors_of_calls_are_said_in_plain_words() {
    check_codes(
        &[
            "5()",
            "len(5)",
            "int(\"x\")",
            "fail(\"no\", \"way\")",
            "(lambda a: a)()",
            "(lambda a: a)(1, 2)",
            "(lambda a: a)(b=1)",
            "[1, 2].index(5)",
            "range(1 << 40)",
            "\"%d\" % \"x\"",
            "getattr(5, \"x\")",
            "sorted([1, \"a\"])",
            "max([])",
            "dict([1])",
        ],
        expect![[r#"
            a: #@ 5()
            #     ^^^ template-failure: A value of type int cannot be called
            a: #@ len(5)
            #     ^^^^^^ template-failure: A value of type int has no length
            a: #@ int("x")
            #     ^^^^^^^^ template-failure: The text is not an integer / found: "x" / expected: digits of base 10
            a: #@ fail("no", "way")
            #     ^^^^^^^^^^^^^^^^^ template-failure: No way
            a: #@ (lambda a: a)()
            #      ^^^^^^^^^^^^^^ template-failure: The call of `lambda` is missing the argument `a`
            a: #@ (lambda a: a)(1, 2)
            #      ^^^^^^^^^^^^^^^^^^ template-failure: The call of `lambda` has 1 argument too many
            a: #@ (lambda a: a)(b=1)
            #      ^^^^^^^^^^^^^^^^^ template-failure: The call of `lambda` is missing the argument `a`
            a: #@ [1, 2].index(5)
            #     ^^^^^^^^^^^^^^^ template-failure: The list does not hold this item
            a: #@ range(1 << 40)
            #     ^^^^^^^^^^^^^^ template-failure: The parameter `first` takes no such number / expected: int
            a: #@ "%d" % "x"
            #     ^^^^^^^^^^ template-failure: `%d` takes no value of type string / found: "x" / expected: a whole number
            a: #@ getattr(5, "x")
            #     ^^^^^^^^^^^^^^^ template-failure: A value of type int has no attribute `x`
            a: #@ sorted([1, "a"])
            #     ^^^^^^^^^^^^^^^^ template-failure: Values of type string and int cannot be compared
            a: #@ max([])
            #     ^^^^^^^ template-failure: `max` finds no item / expected: at least one
            a: #@ dict([1])
            #     ^^^^^^^^^ template-failure: A dict is made of pairs / found: 1 / expected: a key and its value
        "#]],
    );
}

#[test]
fn an_unknown_data_value_names_the_nearest_one_and_its_line() {
    let fixture = r#"
        #- /main.yml
        #@ load("@ytt:data", "data")
        port: #@ data.values.app.prt
        #- /values.yml
        app:
          name: x
          port: 80
        "#;
    let job = job(fixture, None);
    let values = crate::document::TextDocument::new(FileId(1), &job.sources[1].text);
    let values = values.stream();
    let values = crate::values::from_yaml::from_yaml(
        FileId(1),
        &values.documents[0],
        &mut crate::values::from_yaml::ValueMemo::default(),
    )
    .value;
    let job = Arc::new(Job { data_values: Some(values), ..(*job).clone() });
    expect![[r#"
        === main.yml
        #@ load("@ytt:data", "data")
        port: #@ data.values.app.prt
        #                        ^^^ template-failure: `data.values.app` has no `prt` / hint: did you mean `port`?
        === values.yml
        app:
          name: x
          port: 80
        # ^^^^ (`port` is declared here)
    "#]]
    .assert_eq(&picture(&job));
}

#[test]
fn documents_are_no_value_of_a_node() {
    check(
        r#"
        #@ def documents():
        ---
        a: 1
        #@ end
        ---
        b: #@ documents()
        "#,
        expect![[r#"
            === main.yml
            #@ def documents():
            ---
            a: 1
            #@ end
            ---
            b: #@ documents()
            #     ^^^^^^^^^^^ template-failure: Documents cannot be the value of a node / expected: a map, an array or a scalar / hint: `template.replace` puts documents in place of one
        "#]],
    );
}

#[test]
fn names_of_the_program_are_offered_for_names_that_are_not_there() {
    check(
        r#"
        #@ load("@ytt:assert", "assert")
        #@ def full_name(first): return first
        #@ for port in [1]:
        #@ end
        a: #@ fullname("x") + str(prt)
        b: #@ asert.fail("x")
        "#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:assert", "assert")
            #@ def full_name(first): return first
            #@ for port in [1]:
            #@ end
            a: #@ fullname("x") + str(prt)
            #     ^^^^^^^^ template-name: `fullname` is not defined / hint: did you mean `full_name`?
            #                         ^^^ template-name: `prt` is not defined / hint: did you mean `port`?
            b: #@ asert.fail("x")
            #     ^^^^^ template-name: `asert` is not defined / hint: did you mean `assert`?
        "#]],
    );
}

#[test]
fn what_follows_a_failure_inside_of_a_text_is_not_blamed_for_it() {
    check(
        r#"
        #@ load("@ytt:data", "data")
        #@ def text():
        #@yaml/text-templated-strings
        c: "(@= data.values.none @) and (@= 1 @)"
        #@ end
        ---
        #@yaml/text-templated-strings
        a: |
          x
          (@= data.values.nope @)
          y
        b: #@ data.values.other
        d: #@ text()
        e: #@ "late" + 1
        "#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:data", "data")
            #@ def text():
            #@yaml/text-templated-strings
            c: "(@= data.values.none @) and (@= 1 @)"
            #                   ^^^^ template-failure: `data.values` has no `none`
            #@ end
            ---
            #@yaml/text-templated-strings
            a: |
              x
              (@= data.values.nope @)
            #                 ^^^^ template-failure: `data.values` has no `nope`
              y
            b: #@ data.values.other
            #                 ^^^^^ template-failure: `data.values` has no `other`
            d: #@ text()
            #     ^^^^^^ (called from here)
            e: #@ "late" + 1
            #     ^^^^^^^^^^ template-failure: `+` cannot be applied to string and int
        "#]],
    );
}
