//! Completions in comments that speak to sayl.

use expect_test::{Expect, expect};

use super::accepted;

#[track_caller]
fn check(fixture: &str, expected: &Expect) {
    expected.assert_eq(&accepted(fixture, 3));
}

const SCHEMAS: &str = "#- /app/config/schema.yml\n#@data/values-schema\n---\na: 1\n#- /other/schema.yml\n#@data/values-schema\n---\na: 1\n";

#[test]
fn modelines_name_the_schemas_of_the_workspace() {
    check(
        &format!("{SCHEMAS}#- /app/envs/dev.yml\n# sayl: schema=$0\na: 1\n"),
        &expect![[r#"
        ../config/schema.yml ../../other/schema.yml

        # sayl: schema=../config/schema.yml
        a: 1
    "#]],
    );
    check(
        &format!("{SCHEMAS}#- /app/envs/dev.yml\n#! sayl: schema=../co$0\na: 1\n"),
        &expect![[r#"
        ../config/schema.yml ../../other/schema.yml

        #! sayl: schema=../config/schema.yml
        a: 1
    "#]],
    );
}

#[test]
fn comments_that_speak_to_sayl_are_completed() {
    check(
        "a: 1 # sa$0\n",
        &expect![[r#"
        sayl-ignore:  sayl: schema=

        a: 1 # sayl-ignore: 
    "#]],
    );
    check(
        "a: 1 # say so$0\n",
        &expect![[r#"


        a: 1 # say so
    "#]],
    );
}

#[test]
fn problems_are_silenced_by_the_code_of_those_at_hand() {
    let values = "#@data/values\n---\n";
    check(
        &format!("{SCHEMAS}#- /app/config/x.yml\n{values}#! sayl-ignore:$0\nb: 1\n"),
        &expect![[r#"
        unknown-key ambiguous-bundle ambiguous-scalar

        #@data/values
        ---
        #! sayl-ignore: unknown-key
        b: 1
    "#]],
    );
    check(
        &format!("{SCHEMAS}#- /app/config/x.yml\n{values}b: 1 #! sayl-ignore: no-schema, unk$0\n"),
        &expect![[r#"
        unknown-key ambiguous-bundle ambiguous-scalar

        #@data/values
        ---
        b: 1 #! sayl-ignore: no-schema, unknown-key
    "#]],
    );
}
