//! Schemas that ytt refuses, or accepts although they do not say what was meant.

use expect_test::expect;

use super::check_problems;

#[test]
fn null_and_arrays_need_a_value_to_show_the_type() {
    check_problems(&expect![[r##"
            #@data/values-schema
            ---
            a:
            # error[schema-null]: `a` has no value from which its type could be inferred / found: null / expected: an example value of the type that is meant / hint: for null by default, give an example value and annotate it with `@schema/nullable` / hint: to allow any value, annotate it with `@schema/type any=True`
            #@schema/nullable
            b: null
            #  ^^^^ error[schema-null]: `b` has no value from which its type could be inferred / found: null / expected: an example value of the type that is meant / hint: `@schema/nullable` makes the default null; the value still shows the type, such as "" or 0
            c: []
            # error[schema-array-items]: An array in a schema shows exactly one item, whose type all items have / found: no item / expected: exactly one item / hint: an array is empty by default; `@schema/default` gives it another default / hint: to allow any value, annotate the array with `@schema/type any=True`
            d: [1, 2]
            # error[schema-array-items]: An array in a schema shows exactly one item, whose type all items have / found: 2 items / expected: exactly one item / hint: an array is empty by default; `@schema/default` gives it another default / hint: to allow any value, annotate the array with `@schema/type any=True`
            #@schema/type any=True
            e:
            f:
            -
            # error[schema-null]: The array's item has no value from which its type could be inferred / found: null / expected: an example value of the type that is meant / hint: for null by default, give an example value and annotate it with `@schema/nullable` / hint: to allow any value, annotate it with `@schema/type any=True`
        "##]]);
}

#[test]
fn arguments_of_types_are_checked_at_their_token() {
    check_problems(&expect![[r#"
            #@data/values-schema
            ---
            #@schema/type
            # ^^^^^^^^^^^ error[annotation-arguments]: `@schema/type` does not say anything about the type / found: no keyword argument / expected: `any=True` or `any=False`
            a: 1
            #@schema/type any=1, foo=2
            #                 ^ error[annotation-arguments]: `any=` is either true or false / found: integer / expected: `True` or `False`
            #                    ^^^ error[annotation-arguments]: `@schema/type` does not take this argument / found: `foo` / expected: `any=True` or `any=False`
            b: 1
            #@schema/nullable x=1
            #                 ^ error[annotation-arguments]: `@schema/nullable` takes no arguments / found: `x=` / expected: no arguments
            c: 1
        "#]]);
}

#[test]
fn arguments_of_documentation_are_checked_at_their_token() {
    check_problems(&expect![[r##"
            #@data/values-schema
            #@schema/deprecated "all"
            # ^^^^^^^^^^^^^^^^^ error[misplaced-annotation]: `@schema/deprecated` cannot be used on a document / hint: annotate the keys of the document one by one
            ---
            #@schema/title
            # ^^^^^^^^^^^^ error[annotation-arguments]: `@schema/title` needs an argument / found: no argument / expected: one text
            #@schema/desc 5
            #             ^ error[annotation-arguments]: `@schema/desc` takes a text / found: integer / expected: a text in quotes
            #@schema/deprecated "a", "b"
            #                        ^^^ error[annotation-arguments]: `@schema/deprecated` takes one argument only / found: 2 arguments / expected: one text
            d: 1
            #@schema/title text="x"
            #              ^^^^ error[annotation-arguments]: `@schema/title` takes no named arguments / found: `text=` / expected: one text
            #@schema/examples
            # ^^^^^^^^^^^^^^^ error[annotation-arguments]: `@schema/examples` needs an argument / found: no argument / expected: examples such as `("what it shows", value)`
            e: 1
            #@schema/examples "x", ("only",), (1, 2), ("a", 1, 2), ("wrong", "x")
            #                 ^^^ error[annotation-arguments]: An example is a pair of a text and a value / found: string / expected: examples such as `("what it shows", value)`
            #                      ^^^^^^^^^ error[annotation-arguments]: An example is a pair of a text and a value / found: a tuple of 1 / expected: examples such as `("what it shows", value)`
            #                                  ^ error[annotation-arguments]: An example is a pair of a text and a value / found: integer / expected: examples such as `("what it shows", value)`
            #                                         ^^^^^^^^^^^ error[annotation-arguments]: An example is a pair of a text and a value / found: a tuple of 3 / expected: examples such as `("what it shows", value)`
            #                                                                ^^^ error[schema-example-type]: An example of `f` does not have its type / found: string / expected: integer
            f: 1
        "##]]);
}

#[test]
fn arguments_of_defaults_are_checked_at_their_token() {
    check_problems(&expect![[r##"
            #@data/values-schema
            ---
            #@schema/default
            # ^^^^^^^^^^^^^^ error[annotation-arguments]: `@schema/default` needs an argument / found: no argument / expected: one value: integer
            g: 1
            #@schema/default "x"
            #                ^^^ error[schema-default-type]: The default of `h` does not have its type / found: string / expected: integer
            h: 1
            #@schema/default {"x": "1", "z": 2}
            #                      ^^^ error[schema-default-type]: The default of `i` does not have its type / found: string / expected: integer
            #                           ^^^ error[schema-default-type]: The default of `i` does not have its type / found: the key `z` / expected: the key `x`
            i:
              x: 1
            j:
            #@schema/default 1
            # ^^^^^^^^^^^^^^ error[misplaced-annotation]: `@schema/default` cannot be used on an array item / hint: to give the array a default, annotate the key that holds it
            - 0
        "##]]);
}

#[test]
fn rules_are_checked_at_their_argument() {
    check_problems(&expect![[r##"
            #@data/values-schema
            ---
            #@schema/validation
            # ^^^^^^^^^^^^^^^^^ error[annotation-arguments]: `@schema/validation` states no rule / found: no arguments / expected: `("what is valid", function)`, or rules such as `min=1`
            a: 1
            #@schema/validation min_length=1, mni=2
            #                   ^^^^^^^^^^ error[annotation-arguments]: `@schema/validation` does not know this rule / found: `min_length=` / expected: one of min_len, max_len, min, max, not_null, one_not_null, one_of, when / hint: did you mean `min_len`?
            #                                 ^^^ error[annotation-arguments]: `@schema/validation` does not know this rule / found: `mni=` / expected: one of min_len, max_len, min, max, not_null, one_not_null, one_of, when / hint: did you mean `min`?
            b: 1
            #@schema/validation lambda v: v, ["a", "b"], ("a", lambda v: v, 3), (1, "x")
            #                   ^^^^^^^^^^^ error[annotation-arguments]: A rule of `@schema/validation` is a pair of a text and a function / found: a function / expected: `("what is valid", function)`
            #                                ^^^^^^^^^^ error[annotation-arguments]: A rule of `@schema/validation` is a pair of a text and a function / found: array / expected: `("what is valid", function)`
            #                                            ^^^^^^^^^^^^^^^^^^^^^ error[annotation-arguments]: A rule of `@schema/validation` is a pair of a text and a function / found: a tuple of 3 / expected: `("what is valid", function)`
            #                                                                    ^ error[annotation-arguments]: A rule says first, in words, what is valid / found: integer / expected: a text in quotes
            #                                                                       ^^^ error[annotation-arguments]: The second part of a rule is the function that checks the value / found: string / expected: a function, or a rule of `@ytt:assert`
            c: 1
            #@schema/validation min_len="1", not_null=1, one_not_null=False, one_of="abc", when=True
            #                           ^^^ error[annotation-arguments]: A length is a number / found: string / expected: a whole number
            #                                         ^ error[annotation-arguments]: `not_null=` is either true or false / found: integer / expected: `True` or `False`
            #                                                         ^^^^^ error[annotation-arguments]: `one_not_null=` names the keys of which exactly one is not null / found: boolean / expected: `True` for all keys, or a list of keys
            #                                                                       ^^^^^ error[annotation-arguments]: `one_of=` is a list of the values that are valid / found: string / expected: a list
            #                                                                                   ^^^^ error[annotation-arguments]: `when=` is a function that says whether the rules apply / found: boolean / expected: a function
            d: 1
            #@schema/validation min=1, when=lambda: True
            #                               ^^^^^^^^^^^^ error[annotation-arguments]: The function of `when=` must take the value, and optionally its context / found: a function of 0 arguments / expected: a function of one or two arguments
            e: 1
            #@schema/validation min=1, when=lambda a, b=1: "x"
            #                                              ^^^ error[annotation-arguments]: The function of `when=` must return true or false / found: string / expected: `True` or `False`
            f: 1
        "##]]);
}

#[test]
fn annotations_below_any_are_refused_or_have_no_effect() {
    check_problems(&expect![[r#"
            #@data/values-schema
            ---
            #@schema/type any=True
            a:
              #@schema/nullable
            #   ^^^^^^^^^^^^^^^ error[misplaced-annotation]: `@schema/nullable` cannot be used below a node that allows any value
              b:
              - #@schema/title 5
            #     ^^^^^^^^^^^^ warning[ignored-annotation]: `@schema/title` has no effect below a node that allows any value
                c: 1
        "#]]);
}

#[test]
fn silent_mistakes_are_warnings() {
    check_problems(&expect![[r##"
            #@data/values-schema
            ---
            #@schema/nulable
            # ^^^^^^^^^^^^^^ warning[unknown-annotation]: `@schema/nulable` is not an annotation, so ytt ignores it / hint: did you mean `@schema/nullable`?
            #@Schema/title
            # ^^^^^^^^^^^^ warning[unknown-annotation]: `@Schema/title` is not an annotation, so ytt ignores it / hint: did you mean `@schema/title`?
            #@schema/foo
            # ^^^^^^^^^^ warning[unknown-annotation]: `@schema/foo` is not an annotation, so ytt ignores it
            #@schema/nullable()
            # ^^^^^^^^^^^^^^^^^ warning[unknown-annotation]: `@schema/nullable()` is not an annotation, so ytt ignores it / hint: did you mean `@schema/nullable`?
            #@overlay/mach
            # ^^^^^^^^^^^^ warning[unknown-annotation]: `@overlay/mach` is not an annotation, so ytt ignores it / hint: did you mean `@overlay/match`?
            a: 1
            #@schema/doc "x"
            # ^^^^^^^^^^ warning[annotation-edition]: `@schema/doc` belongs to another edition and has no effect under `@data/values-schema` / hint: ytt calls it `@schema/desc`
            b: 1
            #@schema/validate enum=["a"]
            # ^^^^^^^^^^^^^^^ warning[annotation-edition]: `@schema/validate` belongs to another edition and has no effect under `@data/values-schema` / hint: ytt calls it `@schema/validation`
            c: a
            #@schema/title "A"
            # ^^^^^^^^^^^^ warning[repeated-annotation]: `@schema/title` appears twice on one node; only the last one has an effect
            #@schema/title "B"
            d: 1
            #@schema/titl'e "x"
            # ^^^^^^^^^^^^^ warning[unknown-annotation]: `@schema/titl'e` is not an annotation, so ytt ignores it / hint: did you mean `@schema/title`?
            f: 1
            #@schema/titl\e "x"
            # ^^^^^^^^^^^^^ warning[unknown-annotation]: `@schema/titl\e` is not an annotation, so ytt ignores it / hint: did you mean `@schema/title`?
            i: 1
            #@schema/ti\tle "x"
            # ^^^^^^^^^^^^^ error[annotation-syntax]: ytt reads the backslash in the name of an annotation as an escape / found: `schema/ti\tle`
            j: 1
            #@schema/title("x")
            # ^^^^^^^^^^^^^^^^^ error[annotation-syntax]: The name of an annotation ends at the first space / found: `schema/title("x")` / hint: put a space between the name and its arguments
            e: 1
            #@schema/default true
            #                ^^^^ error[annotation-arguments]: `true` is not defined / hint: true is written `True`
            f: true
            # plain
            #^^^^^^ error[unknown-comment]: A comment in a template must start with `#!`, or with `#@` for code and annotations
            #@data/values
            # ^^^^^^^^^^^ error[misplaced-annotation]: `@data/values` is on a node, but belongs on a document / hint: put it above the document's `---`
            g: 1
            #@schema/title "x"
            # ^^^^^^^^^^^^ warning[dangling-annotation]: `@schema/title` comes after the last node, so it has no effect / hint: move it above its node
        "##]]);
}

#[test]
fn headers_are_checked() {
    check_problems(&expect![[r#"
            #@data/value-schema
            # ^^^^^^^^^^^^^^^^^ warning[unknown-header]: `@data/value-schema` is unknown to ytt, so this is not a document header / hint: did you mean `@data/values-schema`?
            ---
            a: 1
        "#]]);
    check_problems(&expect![[r#"
            #@data/values-schema
            # ^^^^^^^^^^^^^^^^^^ error[repeated-annotation]: `@data/values-schema` appears twice on one document
            #@data/values-schema
            ---
            a: 1
            ---
            #^^ error[mixed-documents]: A file with schema documents cannot contain other documents / found: a document without such a header / expected: schema documents only / hint: move the document to a file of its own
            b: 1
            #@data/values foo=1
            #             ^^^ error[header-arguments]: `@data/values` does not take this argument / found: `foo=` / expected: no such argument
            ---
            #^^ error[mixed-documents]: A file with schema documents cannot contain other documents / found: a data values document / expected: schema documents only / hint: move the document to a file of its own
            c: 1
        "#]]);
    check_problems(&expect![[r#"
            #@data/values after_library_module=True
            #             ^^^^^^^^^^^^^^^^^^^^ error[header-arguments]: Only data values of a library can come after its module / found: `after_library_module=` / hint: name the library with `@library/ref`
            ---
            #^^ error[mixed-documents]: A file with schema documents cannot contain other documents / found: a data values document / expected: schema documents only / hint: move the document to a file of its own
            a: 1
            #@schema/match data_values=False
            #              ^^^^^^^^^^^ error[header-arguments]: This schema is not one of data values / found: `data_values=` / expected: `data_values=True`
            ---
            b: 1
        "#]]);
}
