//! Comments that speak to sayl.

use expect_test::expect;

use super::{SCHEMA, check, check_fixture};

#[test]
fn a_modeline_says_what_it_is_and_where_it_leads() {
    check_fixture(
        &format!("{SCHEMA}#- /plain.yml\n# sa$0yl: schema=schema.yml\nreplicas: 2\n"),
        &expect![[r#"
        # sayl: schema=schema.yml
        # ^^^^^

        `sayl: schema=`

        As the first comment of a plain values file: the schema that governs it, relative to the file.
    "#]],
    );
    check_fixture(
        &format!("{SCHEMA}#- /plain.yml\n# sayl: schema=sch$0ema.yml\nreplicas: 2\n"),
        &expect![[r#"
        # sayl: schema=schema.yml
        #       ^^^^^^^^^^^^^^^^^

        This file holds data values for the schema in `schema.yml`.
    "#]],
    );
    check_fixture(
        &format!("{SCHEMA}#- /plain.yml\n#! sayl: schema=no$0ne.yml\nreplicas: 2\n"),
        &expect![[r#"
        #! sayl: schema=none.yml
        #        ^^^^^^^^^^^^^^^

        No schema is known in `none.yml`, so this file is not checked.
    "#]],
    );
}

#[test]
fn what_is_silenced_says_what_it_is_about() {
    check(
        "#@data/values\n---\n#! sayl-$0ignore: unknown-key\nx: 1\n",
        &expect![[r#"
        #! sayl-ignore: unknown-key
        #  ^^^^^^^^^^^^

        `sayl-ignore:`

        Silences problems with these codes on this line, or on the next one where the comment stands alone.
    "#]],
    );
    check(
        "#@data/values\n---\n#! sayl-ignore: unkno$0wn-key, type-mismatch -- why\nx: 1\n",
        &expect![[r#"
        #! sayl-ignore: unknown-key, type-mismatch -- why
        #               ^^^^^^^^^^^

        `unknown-key`

        The key is not declared in the schema.
    "#]],
    );
    check(
        "#@data/values\n---\nx: 1 #! sayl-ignore: unknown-key, type-mis$0match\n",
        &expect![[r#"
        x: 1 #! sayl-ignore: unknown-key, type-mismatch
        #                                 ^^^^^^^^^^^^^

        `type-mismatch`

        The value does not have the type that the schema declares.
    "#]],
    );
    check("#@data/values\n---\n#! sayl-ignore: unknown-key -- wh$0y\nx: 1\n", &expect![]);
    check("#@data/values\n---\n#! so$0me comment\nx: 1\n", &expect![]);
}
