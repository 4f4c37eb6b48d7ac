//! One mistake is one problem.

use expect_test::expect;

use super::check;

#[test]
fn too_few_dashes_are_all_that_is_wrong_with_a_document() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        name: ""
        port: 80

        #- /one.yml
        #! Values
        #@data/values
        -
        # error[syntax-error]: A document begins with three dashes / found: `-` / hint: write `---`

        #! The name
        name: 1
        port: 1

        #- /two.yml
        #@data/values
        --
        #^ error[syntax-error]: A document begins with three dashes / found: `--` / hint: write `---`
        name: 1
        port: 1
    "##]]);
}

#[test]
fn an_alias_with_a_name_that_ytt_does_not_read_is_one_problem() {
    check(&expect![[r#"
        #- /values.yml
        #@data/values
        # ^^^^^^^^^^^ information[no-schema]: No folder around this file holds a schema / hint: without a schema nothing is checked; `sayl.toml` or a modeline can name one
        ---
        a: &x 1
        b: [*x.y]
        #   ^^^^ error[syntax-error]: ytt allows letters, digits, `-` and `_` in the name of an anchor / found: `*x.y` / hint: choose another name
        c: *x#
        #  ^^^ error[undefined-alias]: No anchor `&x#` is defined above this alias
        d: *z
        #  ^^ error[undefined-alias]: No anchor `&z` is defined above this alias
    "#]]);
}

#[test]
fn dashes_that_are_something_else_are_left_alone() {
    check(&expect![[r##"
        #- /list.yml
        -
        - a
        #- /text.yml
        --
        #- /nested.yml
        a:
        -
        b: 1
    "##]]);
}

#[test]
fn a_misspelt_header_among_others_is_one_problem_at_the_header() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        name: ""
        #@data/values-shema
        # ^^^^^^^^^^^^^^^^^ error[mixed-documents]: A file with schema documents cannot contain other documents / found: `@data/values-shema`, which is unknown to ytt / hint: did you mean `@data/values-schema`?
        ---
        #@overlay/match missing_ok=True
        port: 80

        #- /values.yml
        #@data/valeus
        # ^^^^^^^^^^^ error[mixed-documents]: A file with data values documents cannot contain other documents / found: `@data/valeus`, which is unknown to ytt / hint: did you mean `@data/values`?
        ---
        name: x
        nam: x
        #^^ error[unknown-key]: The key `nam` is not declared in the schema / found: `nam` / expected: one of `name`, `port` / hint: did you mean `name`?
        #@data/values
        ---
        port: 1
    "##]]);
}

#[test]
fn a_colon_without_its_key_is_one_problem() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        name: ""

        #- /values.yml
        #@data/values
        ---
        : x
        # error[syntax-error]: A key is expected here / found: `:` / hint: align it with its siblings, or write `key: ` before it
    "##]]);
}

#[test]
fn values_behind_those_that_cannot_be_read_are_not_missed_below() {
    check(&expect![[r##"
        #- /sayl.toml
        [[bundle]]
        name = "app"
        files = ["a.yml", "b.yml", "schema.yml"]

        #- /schema.yml
        #@data/values-schema
        ---
        #@schema/type any=True
        extra: {}
        port: 80

        #- /a.yml
        #@data/values
        ---
        extra:
          #@overlay/match missing_ok=True
          known: 1
          #@overlay/match missing_ok=True
          lost
        # ^^^^ error[syntax-error]: This text is neither a key nor a value / found: `lost` / hint: write `: ` after it to make it a key, or remove it

        #- /b.yml
        #@data/values
        ---
        extra:
          lost: 2
        port: x
        #     ^ error[type-mismatch]: `port` must be an integer / found: string / expected: integer
    "##]]);
}
