//! Worlds drawn as text: which file has which problem, before and after changes.

use expect_test::{Expect, expect};

use crate::test_support::render_problems;

mod calls;
mod changes;
mod evaluation;
mod explained;
mod fresh;
mod inspection;
mod names;
mod resources;
mod suppressions;
mod unknown;
mod unused;

/// Compares the problems with the marks of a fixture.
#[track_caller]
fn check(fixture: &Expect) {
    fixture.assert_eq(&render_problems(fixture.data()));
}

#[test]
fn a_line_of_the_schema_that_cannot_be_read_makes_no_keys_unknown() {
    check(&expect![[r#"
        #- /schema.yml
        #@data/values-schema
        ---
        name: app
        labels
        #^^^^^ error[syntax-error]: This text is neither a key nor a value / found: `labels` / hint: write `: ` after it to make it a key, or remove it
          app: demo
        list:
        - name
        # ^^^^ error[syntax-error]: A key with a value cannot have children below / found: `name` / hint: remove the value, or the children
          port: 1
        last: true

        #- /values.yml
        #@data/values
        #| error[not-checked]: Another file of the bundle has errors, so this one cannot be checked
        ---
        nam: app
        labels:
          app: x
        list:
        - name: x
          prt: 1
    "#]]);
}

#[test]
fn a_torn_map_keeps_others_strict() {
    check(&expect![[r#"
            #- /schema.yml
            #@data/values-schema
            ---
            name: app
            labels:
              app
            # ^^^ error[syntax-error]: A key with a value cannot have children below / found: `app` / hint: remove the value, or the children
              tier: x

            #- /values.yml
            #@data/values
            ---
            nam: app
            #^^ error[unknown-key]: The key `nam` is not declared in the schema / found: `nam` / expected: one of `labels`, `name` / hint: did you mean `name`?
            labels:
              app: x
        "#]]);
}

#[test]
fn a_name_that_is_wrong_in_an_annotation_is_told_once() {
    check(&expect![[r#"
            #- /schema.yml
            #@data/values-schema
            ---
            #@schema/type any=true
            #                 ^^^^ error[annotation-arguments]: `true` is not defined / hint: true is written `True`
            a: 1
        "#]]);
}
