//! What the inspections print, and what they refuse.

use expect_test::expect;

use super::check;

const SCHEMA: (&str, &str) = ("schema.yml", "#@data/values-schema\n---\nport: 80\n");

#[test]
fn a_schema_is_printed_as_openapi_only() {
    check(
        &[SCHEMA],
        "--data-values-schema-inspect -f .",
        expect![[r#"
        -- stderr
        sayl: --data-values-schema-inspect prints OpenAPI: add -o openapi-v3
        -- status 2
    "#]],
    );
}

#[test]
fn values_are_not_printed_as_openapi() {
    check(
        &[SCHEMA],
        "--data-values-inspect -f . -o openapi-v3",
        expect![[r#"
        -- stderr
        sayl: -o openapi-v3 prints a schema: use it with --data-values-schema-inspect
        -- status 2
    "#]],
    );
}

#[test]
fn an_inspection_needs_files() {
    check(
        &[SCHEMA],
        "--data-values-inspect",
        expect![[r#"
            -- stderr
            error: the following required arguments were not provided:
              --file <PATH>

            Usage: sayl --file <PATH> <--check|--data-values-inspect|--data-values-schema-inspect> [PATH]...

            For more information, try '--help'.
            -- status 2
        "#]],
    );
}

#[test]
fn problems_have_one_format_when_something_else_is_printed() {
    check(
        &[SCHEMA],
        "--data-values-inspect -f . --format json",
        expect![[r#"
            -- stderr
            error: the argument '--data-values-inspect' cannot be used with '--format <FORMAT>'

            Usage: sayl --file <PATH> <--check|--data-values-inspect|--data-values-schema-inspect> [PATH]...

            For more information, try '--help'.
            -- status 2
        "#]],
    );
}
