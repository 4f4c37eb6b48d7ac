//! 0: no errors, 1: problems of error severity, 2: wrong usage, unreadable input or configuration.

use expect_test::expect;

use super::{Folder, check, run};

#[test]
fn an_unknown_flag_is_wrong_usage_with_a_suggestion() {
    check(
        &[],
        "--chek",
        expect![[r#"
            -- stderr
            sayl: there is no flag --chek; did you mean --check?
            -- status 2
        "#]],
    );
}

#[test]
fn a_path_alone_is_checked() {
    check(
        &[("a.yml", "a: 1\n")],
        "a.yml",
        expect![[r#"
            Nothing to check: no ytt schema, data values or template, and no OpenChoreo resource, was found
            Not checked: 1 other YAML file.
            -- status 0
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
            sayl: --check and --stdio cannot be used together
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

            Usage: sayl check <PATH>...

            For more information, try '--help'.
            -- status 2
        "#]],
    );
}

/// `--data-value` without -f would have no effect, and the check would seem to have passed with it.
#[test]
fn paths_and_flags_of_a_bundle_are_wrong_usage() {
    for flag in ["--data-value port=1", "--data-values-file b.yml", "--data-values-env APP", "--strict"] {
        let printed = run(&mut Folder::new(&[("a.yml", "a: 1\n")]).sayl(&format!("--check a.yml {flag}")), "");
        assert!(printed.contains("error: the argument '[PATH]...' cannot be used with"), "{printed}");
        assert!(printed.ends_with("-- status 2\n"), "{printed}");
    }
}

#[test]
fn more_jobs_than_any_machine_has_are_no_harm() {
    check(
        &[("schema.yml", "#@data/values-schema\n---\na: 1\n")],
        "--check --jobs 65535",
        expect![[r#"
            No problems in 1 file
            Looked at 1 schema.
            -- status 0
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
