//! 0: no errors, 1: problems of error severity, 2: wrong usage, unreadable input or configuration.

use expect_test::expect;

use super::check;

#[test]
fn an_unknown_flag_is_wrong_usage_with_a_suggestion() {
    check(
        &[],
        "--chek",
        expect![[r#"
        -- stderr
        error: unexpected argument '--chek' found

          tip: a similar argument exists: '--check'

        Usage: sayl --check [PATH]...

        For more information, try '--help'.
        -- status 2
    "#]],
    );
}

#[test]
fn a_path_without_a_mode_is_wrong_usage() {
    check(
        &[("a.yml", "a: 1\n")],
        "a.yml",
        expect![[r#"
            -- stderr
            error: the following required arguments were not provided:
              <--check|--merge|--data-values-inspect|--schema-inspect|--convert <FORM>>

            Usage: sayl <--check|--merge|--data-values-inspect|--schema-inspect|--convert <FORM>> <PATH>...

            For more information, try '--help'.
            -- status 2
        "#]],
    );
}

#[test]
fn two_modes_are_wrong_usage() {
    check(
        &[],
        "--check --stdio",
        expect![[r#"
        -- stderr
        error: the argument '--check' cannot be used with '--stdio'

        Usage: sayl --check [PATH]...

        For more information, try '--help'.
        -- status 2
    "#]],
    );
}

#[test]
fn paths_and_a_given_bundle_are_wrong_usage() {
    check(
        &[],
        "--check a.yml -f b.yml",
        expect![[r#"
            -- stderr
            error: the argument '[PATH]...' cannot be used with '--file <PATH>'

            Usage: sayl <--check|--merge|--data-values-inspect|--schema-inspect|--convert <FORM>> <PATH>...

            For more information, try '--help'.
            -- status 2
        "#]],
    );
}

#[test]
fn an_output_file_that_cannot_be_written_is_said() {
    check(
        &[],
        "--check --output-file missing/report.txt",
        expect![[r#"
        -- stderr
        sayl: missing/report.txt cannot be written: No such file or directory (os error 2)
        -- status 2
    "#]],
    );
}
