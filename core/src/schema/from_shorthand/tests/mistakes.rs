//! What is wrong with sections in the shorthand, at its token.

use expect_test::expect;

use super::{check_problems, compile_text};

#[test]
fn every_mistake_is_found_at_its_token() {
    check_problems(expect![[r#"

            parameters:
              a: strng
            #    ^^^^^ error[shorthand-type]: There is no type `strng` / hint: did you mean `string`?
              b: "string | minimun=5 default = x"
            #              ^^^^^^^ error[unknown-marker]: There is no marker `minimun` / hint: did you mean `minimum`?
            #                        ^^^^^^^ error[shorthand-syntax]: `default` has no value / expected: `default=value` / hint: write `=` and the value right after the name, without spaces
              c: 'integer | minimum=few default=''yes'' enum=1,two'
            #                       ^^^ error[marker-value]: `minimum` takes a number / found: `few` / expected: a number
            #                                   ^^^^^^^ error[marker-value]: The default of `c` must be an integer / found: `'yes'` / expected: an integer / hint: leave the quotes out
            #                                                  ^^^ error[marker-value]: A value of `enum` must be an integer / found: `two` / expected: an integer
              d: "map[int]object"
            #         ^^^ error[shorthand-type]: The keys of a map are strings / found: `int` / expected: `string`
            #             ^^^^^^ error[shorthand-type]: `object` is no type of a field / hint: declare the keys as nested fields / hint: for keys of any name use a map, such as `map<string>`
              e: ""
            #    ^^ error[shorthand-syntax]: The schema of `e` names no type / expected: a type, such as `string` or `[]integer`
              f: "[]"
            #     ^^ error[shorthand-syntax]: The schema of `f` names no type / expected: a type, such as `string` or `[]integer`
              g: [a]
            # ^ error[shorthand-syntax]: The schema of `g` is neither a type nor a map of fields / found: array / expected: a type, such as `string`, or nested fields / hint: an array of `T` is written `[]T`
              h:
            # ^ error[shorthand-syntax]: The schema of `h` is neither a type nor a map of fields / found: null / expected: a type, such as `string`, or nested fields
              i: "string | required=true default=x"
            #              ^^^^^^^^^^^^^ error[required-marker]: A field without default is required; `required` does not say it
              j: "integer | required"
            #               ^^^^^^^^ error[required-marker]: A field without default is required; `required` does not say it
              k: "int | default=1"
            #     ^^^ error[shorthand-type]: There is no type `int` / hint: did you mean `integer`?
              l: string[]
            #    ^^^^^^^^ error[shorthand-type]: There is no type `string[]` / hint: did you mean `[]string`?
              m: "boolean | default=yes"
            #                       ^^^ error[marker-value]: The default of `m` must be `true` or `false` / found: `yes` / expected: `true` or `false`
              n: "number | exclusiveMinimum=5"
            #                               ^ error[marker-value]: `exclusiveMinimum` takes `true` or `false` / found: `5` / expected: `true` or `false` / hint: the number itself is the value of `minimum` or `maximum`
              o: "[]string | default=[a]"
            #                        ^^^ error[marker-value]: The default of `o` must be JSON / found: `[a]`: expected value / expected: JSON, such as `["a"]`
              p: 'map<string> | default=''{}'''
            #                           ^^^^^^ error[marker-value]: The default of `p` must be JSON / found: `'{}'`: expected value / expected: JSON, such as `{"a":1}` / hint: leave the quotes around the JSON out
              q: "string | enum=a, b, c"
            #                      ^^^^ error[shorthand-syntax]: This belongs to no marker / expected: `name=value` / hint: the values of `enum` have no blanks around their commas
        "#]]);
}

#[test]
fn what_is_never_closed_is_told_once() {
    check_problems(expect![[r#"

        parameters:
          a: "map<string> | default={ minProperties=1"
        #                           ^^^^^^^^^^^^^^^^^ error[marker-value]: The default of `a` must be JSON / found: `{ minProperties=1`: key must be a string / expected: JSON, such as `{"a":1}` / hint: the bracket `{` is never closed, so all that follows belongs to `default`
          b: "[]string | default=["
        #                        ^ error[marker-value]: The default of `b` must be JSON / found: `[`: it ends too early / expected: JSON, such as `["a"]` / hint: the bracket `[` is never closed, so all that follows belongs to `default`
          c: "integer | default='5 minimum=1"
        #                       ^^^^^^^^^^^^ error[marker-value]: The default of `c` must be an integer / found: `'5 minimum=1` / expected: an integer / hint: leave the quotes out / hint: the quote `'` is never closed, so all that follows belongs to `default`
          d: "string | default='abc"
        #                      ^ warning[shorthand-quoting]: The quote `'` is never closed, so all that follows belongs to `default` / hint: quote a value that contains a single quote or bracket
    "#]]);
}

#[test]
fn tokens_are_found_inside_of_escapes_and_block_scalars() {
    check_problems(expect![[r#"

            parameters:
              a: "string | title=\"a\\tb\" minimun=1"
            #                              ^^^^^^^ error[unknown-marker]: There is no marker `minimun` / hint: did you mean `minimum`?
              b: 'string | title=''it''''s'' minimun=1'
            #                                ^^^^^^^ error[unknown-marker]: There is no marker `minimun` / hint: did you mean `minimum`?
              c: >-
                string |
                  minLength=x
            #               ^ error[marker-value]: `minLength` takes a whole number / found: `x` / expected: a whole number
                default=abc
              d: |
                string | minimun=1
            #            ^^^^^^^ error[unknown-marker]: There is no marker `minimun` / hint: did you mean `minimum`?
              e: string |
                minimun=1
            #   ^^^^^^^ error[unknown-marker]: There is no marker `minimun` / hint: did you mean `minimum`?
        "#]]);
}

#[test]
fn what_the_platform_swallows_is_a_warning() {
    check_problems(expect![[r#"

            parameters:
              a: "string | description=it's ok default=x"
            #                            ^ warning[shorthand-quoting]: The quote `'` is never closed, so all that follows belongs to `description` / hint: quote a value that contains a single quote or bracket
              b: "string | pattern=\"^\\d+$\""
            #                      ^^^^^^^^^^ warning[shorthand-quoting]: The value of `pattern` keeps its double quotes, because it contains an invalid escape / hint: double the backslash, or use single quotes
              c: "string | minimum=5 exclusiveMaximum=true"
            #              ^^^^^^^ warning[unsuitable-marker]: `minimum` has no effect: it is for numbers / found: the type string
            #                        ^^^^^^^^^^^^^^^^ warning[unsuitable-marker]: `exclusiveMaximum` has no effect: it is for numbers / found: the type string
              d: "integer | minimum=5 maximum=1"
            #                                 ^ warning[impossible-bounds]: No number satisfies both `minimum` 5 and `maximum` 1
              e: "string | minLength=-1 minItems=3"
            #                        ^^ warning[impossible-bounds]: `minLength` counts, so it cannot be negative
            #                           ^^^^^^^^ warning[unsuitable-marker]: `minItems` has no effect: it is for arrays / found: the type string
              f: "string | pattern=^(?=a)"
            #                      ^^^^^^ warning[invalid-pattern]: `^(?=a)` is not a regular expression that the platform supports
              g: "string | default=a default=b"
            #                        ^^^^^^^ warning[repeated-marker]: `default` is given twice; only this one has an effect
              h: "string | default=a|minLength=2"
            #                        ^^^^^^^^^ warning[shorthand-quoting]: `minLength` belongs to the value of `default` / hint: separate markers with spaces; a `|` between them needs a space on both sides
              i: "number | multipleOf=0"
            #                         ^ warning[impossible-bounds]: `multipleOf` must be greater than 0
              j: "[]string | minItems=3 maxItems=2"
            #                                    ^ warning[impossible-bounds]: `minItems` 3 is above `maxItems` 2
              k: 'string | enum="extra small","\d","large"'
            #                                 ^^^^ warning[shorthand-quoting]: The value of `enum` keeps its double quotes, because it contains an invalid escape / hint: double the backslash, or use single quotes
        "#]]);
}

#[test]
fn a_default_must_satisfy_its_own_schema() {
    check_problems(expect![[r#"

            types:
              R:
                host: string
              A: "integer | default=3"
            parameters:
              a: "integer | minimum=1000 default=80"
            #                                    ^^ error[invalid-default]: The default of `a` does not satisfy its own schema: it must be at least 1000 / found: 80
              b: "R | default={}"
            #                 ^^ error[invalid-default]: The default of `b` does not satisfy its own schema: `host` is missing
              c: "A | minimum=5"
            #     ^ error[invalid-default]: The default of `c` does not satisfy its own schema: it must be at least 5 / found: 3
              d:
                $default: {port: "x"}
            #   ^^^^^^^^ error[invalid-default]: The default of `d` does not satisfy its own schema: `host` is missing
            #                    ^^^ error[invalid-default]: The default of `d` does not satisfy its own schema: `port` must be an integer / found: string
                host: string
                port: integer
              e:
                $default: []
            #   ^^^^^^^^ error[invalid-default]: The default of `e` must be a map / found: array / expected: a map, or a JSON object in a string
                name: string
              f: "string | format=uri default=x"
            #                                 ^ error[invalid-default]: The default of `f` does not satisfy its own schema: it must be of the format `uri` / found: "x"
              g: "[]string | minItems=2 default=[1]"
            #                                   ^^^ error[invalid-default]: The default of `g` does not satisfy its own schema: an item must be a string / found: integer
            #                                   ^^^ error[invalid-default]: The default of `g` does not satisfy its own schema: it must have at least 2 items / found: 1
              h: "string | pattern=^(?=a) default=a"
            #                      ^^^^^^ warning[invalid-pattern]: `^(?=a)` is not a regular expression that the platform supports
            #                                     ^ error[invalid-default]: The default of `h` does not satisfy its own schema: it must match `^(?=a)`, which is not a valid pattern / found: "a"
              $default: {a: 1}
            # ^^^^^^^^ warning[ineffective-default]: `$default` at the root of a section has no effect / hint: give the fields defaults of their own
            #               ^ error[invalid-default]: The default of `parameters` does not satisfy its own schema: `a` must be at least 1000 / found: 1
        "#]]);
}

#[test]
fn types_are_judged_once_and_only_where_they_are_used() {
    check_problems(expect![[r#"

            types:
              Rec:
                inner: Rec
            #          ^^^ error[cyclic-type]: The type `Rec` contains itself / hint: types cannot be recursive
              One: "[]Two"
              Two: map<One>
            #          ^^^ error[cyclic-type]: The type `One` contains itself / hint: types cannot be recursive
              Bad: 3
            #      ^ error[shorthand-syntax]: The schema of `Bad` is neither a type nor a map of fields / found: integer / expected: a type, such as `string`, or nested fields
              Unused: strng
            #         ^^^^^ warning[shorthand-type]: There is no type `strng` / hint: did you mean `string`?
              string: integer
            # ^^^^^^ warning[shadowed-type]: `string` always is the built-in type, so nothing can refer to this one / hint: give it another name
            parameters:
              a: Rec
              b: Rec
              c: One
              d: Bad
              e: string
              f: "Rec | default={}"
        "#]]);
}

#[test]
fn json_schema_in_the_place_of_fields_is_one_problem() {
    check_problems(expect![[r#"

            parameters:
              port:
                type: integer
                minimum: 1
            #   ^^^^^^^ error[json-schema-as-fields]: `port` is written as JSON Schema, whose keywords are read as names of fields / hint: write `integer | minimum=1 description='the port'`
                description: the port
              kind:
                type: string
            #   ^^^^ warning[json-schema-as-fields]: `kind` is written as JSON Schema, whose keywords are read as names of fields / hint: write `string | format=string`
                format: string
              nested:
                type: object
            #   ^^^^ error[json-schema-as-fields]: `nested` is written as JSON Schema, whose keywords are read as names of fields / hint: declare each field by its own key, with a type such as `string` as its value
                properties:
                  a: {type: string}
                required: [a]
              partly:
                type: integer
                note: string
                minimum: 1
            #   ^^^^^^^ error[json-schema-as-fields]: `partly` is written as JSON Schema, whose keywords are read as names of fields / hint: declare each field by its own key, with a type such as `string` as its value
        "#]]);
}

#[test]
fn fixes_leave_what_was_meant() {
    let mut text = r#"
parameters:
  a: "string | required=true default='it\"s'"
  b: 'integer | required'
  c: "string | title=\"a\\tb\" minimun=1"
  d: string[]
  e: >-
    array<int> |
    minItem=1
"#
    .to_owned();
    let fixes = compile_text(&text).problems.into_iter().flat_map(|problem| problem.fixes.clone());
    let mut edits: Vec<_> = fixes.flat_map(|fix| fix.edits).collect();
    edits.sort_by_key(|(place, _)| place.range.start());
    for (place, replacement) in edits.into_iter().rev() {
        text.replace_range(std::ops::Range::<usize>::from(place.range), &replacement);
    }
    expect![[r#"

        parameters:
          a: "string | default='it\"s'"
          b: 'integer |'
          c: "string | title=\"a\\tb\" minimum=1"
          d: "[]string"
          e: >-
            array<integer> |
            minItems=1
    "#]]
    .assert_eq(&text);
}
