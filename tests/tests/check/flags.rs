//! Flags that give data values, as ytt spells them.

use expect_test::expect;

use super::{Folder, briefly, check, run};

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
fn data_values_alone_are_a_bundle() {
    check(
        &[SCHEMA],
        "--check --data-value port=1",
        expect![[r#"
            Nothing to check: no ytt schema, data values or template, and no OpenChoreo resource, was found
            -- status 0
        "#]],
    );
}

#[test]
fn a_flag_is_named_like_a_file_where_its_value_is_wrong() {
    check(
        &[SCHEMA],
        "--check -f . --data-value port=x --data-value-yaml prot=1",
        expect![[r#"
            error[type-mismatch]: `port` must be an integer
             --> --data-value:1:1
              |
            1 | port=x
              | ^^^^^^
              |
             ::: schema.yml:3:1
              |
            3 | port: 80
              | ---- the schema declares it here
              |
              = found: string
              = expected: integer

            error[unknown-key]: The key `prot` is not declared in the schema
             --> --data-value-yaml:1:1
              |
            1 | prot=1
              | ^^^^^^
              |
             ::: schema.yml:2:1
              |
            2 | ---
              | --- the schema declares the keys of this map here
              |
              = found: `prot`
              = expected: the key `port`
              = hint: did you mean `port`?

            2 errors in 2 files
            Looked at 1 schema.
            -- status 1
        "#]],
    );
}

#[test]
fn values_from_the_environment_are_text_unless_they_are_asked_for_as_yaml() {
    let folder = Folder::new(&[SCHEMA]);
    let mut command = folder.sayl("--data-values-inspect -f schema.yml --data-values-env-yaml APP");
    expect![[r#"
        port: 8080
        -- status 0
    "#]]
    .assert_eq(&run(command.env("APP_port", "8080"), ""));
    let mut command = folder.sayl("--check -f schema.yml --data-values-env APP");
    expect![[r#"
        error[type-mismatch]: `port` must be an integer
         --> --data-values-env APP:1:1
         ::: schema.yml:3:1

        1 error in 1 file
        Looked at 1 schema.
        -- status 1
    "#]]
    .assert_eq(&briefly(&run(command.env("APP_port", "8080"), "")));
}

#[test]
fn yaml_beats_text_whatever_the_order_of_the_flags() {
    let files = [("schema.yml", "#@data/values-schema\n---\nname: \"\"\n")];
    check(
        &files,
        "--data-values-inspect -f . --data-value-yaml name=yaml -v name=text",
        expect![[r#"
        name: yaml
        -- status 0
    "#]],
    );
}

#[test]
fn a_plain_values_file_comes_before_the_flags() {
    let files = [SCHEMA, ("plain/values.yml", "# plain\nport: 1\n")];
    check(
        &files,
        "--data-values-inspect -f schema.yml --data-values-file plain/values.yml",
        expect![[r#"
        port: 1
        -- status 0
    "#]],
    );
    let arguments = "--data-values-inspect -f schema.yml --data-values-file plain/values.yml --data-value-yaml port=3";
    check(
        &files,
        arguments,
        expect![[r#"
        port: 3
        -- status 0
    "#]],
    );
}

#[test]
fn the_content_of_a_file_is_a_value() {
    let files = [("schema.yml", "#@data/values-schema\n---\nnote: \"\"\n"), ("note.txt", "two\nlines\n")];
    check(
        &files,
        "--data-values-inspect -f schema.yml --data-value-file note=note.txt",
        expect![[r#"
        note: |
          two
          lines
        -- status 0
    "#]],
    );
}

#[test]
fn a_value_for_a_library_that_nothing_uses_is_an_error() {
    check(
        &[SCHEMA],
        "--check -f . --data-value @db:port=80",
        expect![[r#"
            error[unused-library-document]: The value is meant for the library `@db`, which this bundle does not use
             --> --data-value:1:1
              |
            1 | @db:port=80
              | ^^^^^^^^^^^

            1 error in 1 file
            Looked at 1 schema.
            -- status 1
        "#]],
    );
}

#[test]
fn plain_values_and_the_content_of_a_value_may_come_from_standard_input() {
    let folder = Folder::new(&[("schema.yml", "#@data/values-schema\n---\nport: 80\nnote: \"\"\n")]);
    let mut command = folder.sayl("--check -f schema.yml --data-values-file - --stdin-filename prod.yml");
    expect![[r#"
        error[type-mismatch]: `port` must be an integer
         --> prod.yml:1:7
         ::: schema.yml:3:1

        1 error in 1 file
        Looked at 1 schema, 1 values file.
        -- status 1
    "#]]
    .assert_eq(&briefly(&run(&mut command, "port: x\n")));
    let mut command = folder.sayl("--data-values-inspect -f schema.yml --data-values-file -");
    expect![[r#"
        port: 1
        note: ""
        -- status 0
    "#]]
    .assert_eq(&run(&mut command, "port: 1\n"));
    let mut command = folder.sayl("--data-values-inspect -f schema.yml --data-value-file note=-");
    expect![[r#"
        port: 80
        note: |
          two
          lines
        -- status 0
    "#]]
    .assert_eq(&run(&mut command, "two\nlines\n"));
}

#[test]
fn standard_input_is_what_it_is_called() {
    let folder = Folder::new(&[SCHEMA]);
    let mut command = folder.sayl("render -f schema.yml -f module.star=-");
    expect![[r#"
        -- stderr
        error[template-syntax]: The template code is not valid Starlark
         --> stdin.yml:1:7

        -- status 1
    "#]]
    .assert_eq(&briefly(&run(&mut command, "port: x\n")));
}

#[test]
fn standard_input_is_read_once() {
    check(
        &[SCHEMA],
        "--check -f - -f schema.yml --data-values-file -",
        expect![[r#"
        -- stderr
        sayl: `-` is given 2 times, and standard input can be read once
        -- status 2
    "#]],
    );
}

#[test]
fn a_file_for_a_library_that_nothing_uses_is_an_error() {
    check(
        &[SCHEMA, ("db.yml", "port: 1\n")],
        "--check -f schema.yml --data-values-file @db:db.yml",
        expect![[r#"
            error[unused-library-document]: The values are meant for the library `@db`, which this bundle does not use
             --> db.yml:1:1
              |
            1 | port: 1
              | ^

            1 error in 1 file
            Looked at 1 schema, 1 values file.
            -- status 1
        "#]],
    );
}

#[test]
fn a_file_for_a_library_must_exist() {
    check(
        &[SCHEMA],
        "--check -f schema.yml --data-values-file @db:nope.yml",
        expect![[r#"
            error[unreadable-file]: There is no such file
            --> nope.yml

            error[unused-library-document]: The values are meant for the library `@db`, which this bundle does not use
            --> nope.yml

            2 errors in 1 file
            Looked at 1 schema.
            -- status 2
        "#]],
    );
}
