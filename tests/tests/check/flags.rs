//! Flags that give data values, as ytt spells them.

use expect_test::expect;

use super::check;

const SCHEMA: (&str, &str) = ("schema.yml", "#@data/values-schema\n---\nport: 80\n");

#[test]
fn a_data_value_needs_a_key_and_a_value() {
    check(
        &[SCHEMA],
        "--check -f . --data-value port",
        expect![[r#"
        -- stderr
        sayl: --data-value port: a data value is given as key=value, such as db.port=80
        -- status 2
    "#]],
    );
}

#[test]
fn a_colon_in_a_key_separates_a_library() {
    check(
        &[SCHEMA],
        "--check -f . --data-value-yaml po:rt=1",
        expect![[r#"
        -- stderr
        sayl: --data-value-yaml po:rt: a colon in a key separates a library, as in @library:key
        -- status 2
    "#]],
    );
}

#[test]
fn the_file_of_a_data_value_must_exist() {
    check(
        &[SCHEMA],
        "--check -f . --data-value-file port=missing.txt",
        expect![[r#"
        -- stderr
        sayl: --data-value-file port=missing.txt: there is no such file
        -- status 2
    "#]],
    );
}

#[test]
fn data_values_need_files() {
    check(
        &[SCHEMA],
        "--check --data-value port=1",
        expect![[r#"
        -- stderr
        error: the following required arguments were not provided:
          --file <PATH>

        Usage: sayl --file <PATH> --data-value <KEY=VALUE> <--check|--data-values-inspect|--data-values-schema-inspect> [PATH]...

        For more information, try '--help'.
        -- status 2
    "#]],
    );
}
