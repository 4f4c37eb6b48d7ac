//! What hover shows of schemas of the older editions.

use super::*;

const SCHEMA: &str = r#"
#- /schema.yml
#@ def is_even(number): return number % 2 == 0, "it is odd"
#@schema/match data_values=True
---
#@schema/validate is_even, ("more than one", lambda number: number > 1), min=(2, "two are needed")
replicas: 2
#@schema/validate format="hostname"
#@schema/example "app.example.com"
domain: ""
#@schema/removed "use `domain`"
old_domain: x
"#;

#[track_caller]
fn check(values: &str, expected: &Expect) {
    check_fixture(&format!("{SCHEMA}#- /values.yml\n#@data/values\n---\n{values}"), expected);
}

#[test]
fn rules_are_shown_with_their_messages_and_their_code() {
    check(
        "repli$0cas: 2\n",
        &expect![[r#"
        replicas: 2
        #^^^^^^^

        **`replicas`**: integer, default `2`

        Must be: accepted by `is_even`, defined in `schema.yml:1`; more than one, by `lambda number: number > 1`; at least 2 (two are needed)

        Declared in `schema.yml:5`
    "#]],
    );
}

#[test]
fn a_text_that_must_be_set_says_so() {
    check(
        "dom$0ain: x\n",
        &expect![[r#"
        domain: x
        #^^^^^

        **`domain`**: string, default `""`

        Must be: set (not empty); a host name

        Examples:

        - `"app.example.com"`

        Declared in `schema.yml:8`
    "#]],
    );
}

#[test]
fn a_removed_key_shows_what_to_do_instead() {
    check(
        "old_dom$0ain: x\n",
        &expect![[r#"
            old_domain: x
            #^^^^^^^^^

            **Old domain** (`old_domain`): string

            **Removed.** use `domain`

            Declared in `schema.yml:10`
        "#]],
    );
}
