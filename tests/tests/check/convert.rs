//! `sayl --convert`: what is printed, and what is refused.

use expect_test::expect;

use super::{Folder, check, run};

const TRAIT: &str = "\
# A trait
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
metadata: {name: storage}
spec:
  schema:
    parameters:
      size: \"string | default=1Gi\" # how large
  creates:   []
---
other:   document
";

#[test]
fn a_file_is_printed_with_its_schemas_in_the_newer_form() {
    check(
        &[("trait.yml", TRAIT)],
        "--convert openapi-v3 trait.yml",
        expect![[r#"
        # A trait
        apiVersion: openchoreo.dev/v1alpha1
        kind: Trait
        metadata: {name: storage}
        spec:
          parameters:
            openAPIV3Schema:
              type: object
              properties:
                size: # how large
                  type: string
                  default: 1Gi
          creates:   []
        ---
        other:   document
        -- status 0
    "#]],
    );
}

#[test]
fn a_file_without_shorthand_stays_as_it_is() {
    check(
        &[("plain.yml", "a:   1 # x\n")],
        "--convert openapi-v3 plain.yml",
        expect![[r#"
        a:   1 # x
        -- status 0
    "#]],
    );
}

#[test]
fn wrong_schemas_are_reported_instead() {
    check(
        &[("trait.yml", &TRAIT.replace("\"string", "\"strng"))],
        "--convert openapi-v3 trait.yml",
        expect![[r#"
        -- stderr
        error[shorthand-type]: There is no type `strng`
         --> trait.yml:8:14
          |
        8 |       size: "strng | default=1Gi" # how large
          |              ^^^^^
          |
          = hint: did you mean `string`?

        -- status 1
    "#]],
    );
}

#[test]
fn one_file_is_converted_into_one_known_form() {
    check(
        &[("a/trait.yml", TRAIT), ("a/b.yml", TRAIT)],
        "--convert openapi-v3 a",
        expect![[r#"
            -- stderr
            sayl: a is a folder; convert takes one file
            -- status 2
        "#]],
    );
    check(
        &[],
        "--convert openapi-v3 missing.yml",
        expect![[r#"
        -- stderr
        error[unreadable-file]: There is no such file
        --> missing.yml

        -- status 2
    "#]],
    );
    check(
        &[("trait.yml", TRAIT)],
        "--convert json trait.yml",
        expect![[r#"
            -- stderr
            error: invalid value 'json' for '--to <FORM>'
              [possible values: openchoreo-v1, openapi-v3]

            For more information, try '--help'.
            -- status 2
        "#]],
    );
    check(
        &[("trait.yml", TRAIT)],
        "--convert openapi-v3",
        expect![[r#"
            -- stderr
            sayl: convert takes one file
            -- status 2
        "#]],
    );
}

const OLD: &str = "\
apiVersion: openchoreo.dev/v1alpha1
kind: DeploymentPipeline
metadata: {name: default}
spec:
  promotionPaths:
    - sourceEnvironmentRef: dev # first
      targetEnvironmentRefs:
        - name: prod
          requiresApproval: true
";

#[test]
fn resources_are_written_as_today_in_their_files() {
    check(
        &[("a.yml", OLD), ("b/c.yml", &OLD.replace("default", "other")), ("d.yml", "a:   1\n")],
        "convert openchoreo-v1 a.yml --diff",
        expect![[r#"
            --- a/a.yml
            +++ b/a.yml
            @@ -3,7 +3,8 @@
             metadata: {name: default}
             spec:
               promotionPaths:
            -    - sourceEnvironmentRef: dev # first
            +    - sourceEnvironmentRef:
            +        name: dev # first
                   targetEnvironmentRefs:
                     - name: prod
            -          requiresApproval: true
            +          # requiresApproval: true
            -- stderr
            warning[unknown-field]: v1 has nothing in place of `requiresApproval`; it stays as a comment
             --> a.yml:9:11
              |
            9 |           requiresApproval: true
              |           ^^^^^^^^^^^^^^^^

            1 file would be converted, 0 files unchanged
            -- status 0
        "#]],
    );
    check(
        &[("a.yml", OLD), ("b/c.yml", &OLD.replace("default", "other")), ("d.yml", "a:   1\n")],
        "convert openchoreo-v1 --check",
        expect![[r#"
            a.yml
            b/c.yml
            -- stderr
            warning[unknown-field]: v1 has nothing in place of `requiresApproval`; it stays as a comment
             --> a.yml:9:11
              |
            9 |           requiresApproval: true
              |           ^^^^^^^^^^^^^^^^

            warning[unknown-field]: v1 has nothing in place of `requiresApproval`; it stays as a comment
             --> b/c.yml:9:11
              |
            9 |           requiresApproval: true
              |           ^^^^^^^^^^^^^^^^

            2 files would be converted, 0 files unchanged
            -- status 1
        "#]],
    );
}

#[test]
fn one_resource_is_printed_as_today() {
    check(
        &[("a.yml", OLD)],
        "convert --to openchoreo-v1 a.yml",
        expect![[r#"
        apiVersion: openchoreo.dev/v1alpha1
        kind: DeploymentPipeline
        metadata: {name: default}
        spec:
          promotionPaths:
            - sourceEnvironmentRef:
                name: dev # first
              targetEnvironmentRefs:
                - name: prod
                  # requiresApproval: true
        -- stderr
        warning[unknown-field]: v1 has nothing in place of `requiresApproval`; it stays as a comment
         --> a.yml:9:11
          |
        9 |           requiresApproval: true
          |           ^^^^^^^^^^^^^^^^

        -- status 0
    "#]],
    );
    check(
        &[("a.yml", OLD)],
        "convert openchoreo-v2 a.yml",
        expect![[r#"
        -- stderr
        sayl: convert needs a form: openchoreo-v1 or openapi-v3
        -- status 2
    "#]],
    );
}

#[test]
fn a_file_whose_schemas_are_wrong_stays() {
    check(
        &[("a.yml", OLD), ("trait.yml", &TRAIT.replace("\"string", "\"strng"))],
        "convert openchoreo-v1",
        expect![[r#"
            a.yml
            -- stderr
            warning[unknown-field]: v1 has nothing in place of `requiresApproval`; it stays as a comment
             --> a.yml:9:11
              |
            9 |           requiresApproval: true
              |           ^^^^^^^^^^^^^^^^

            error[shorthand-type]: There is no type `strng`
             --> trait.yml:8:14
              |
            8 |       size: "strng | default=1Gi" # how large
              |              ^^^^^
              |
              = hint: did you mean `string`?

            1 file converted, 1 file unchanged
            -- status 1
        "#]],
    );
}

const OLDER: &str = "\
#! Ours
#@schema/match data_values=True
---
#@schema/doc \"Where it listens\"
port: 80
#@schema/key-may-be-present
proxy:   \"http://proxy\"
";

#[test]
fn schemas_of_older_editions_are_written_as_released_in_their_files() {
    let files = [("schema.yml", OLDER), ("values.yml", "#@data/values\n---\nport:   1\n")];
    check(
        &files,
        "migrate --diff",
        expect![[r#"
        --- a/schema.yml
        +++ b/schema.yml
        @@ -1,7 +1,9 @@
         #! Ours
        -#@schema/match data_values=True
        +#@data/values-schema
         ---
        -#@schema/doc "Where it listens"
        +#@schema/desc "Where it listens"
         port: 80
        -#@schema/key-may-be-present
        +#! not kept: that the key may be left out: it is null then
        +#@schema/nullable
        +#@schema/validation min_len=1
         proxy:   "http://proxy"
        -- stderr
        warning[annotation-edition]: Released ytt cannot say that the key may be left out: it is null then
         --> schema.yml:6:3
          |
        6 | #@schema/key-may-be-present
          |   ^^^^^^^^^^^^^^^^^^^^^^^^^

        1 file would be converted, 1 file unchanged
        -- status 0
    "#]],
    );
    check(
        &files,
        "migrate --check",
        expect![[r#"
        schema.yml
        -- stderr
        warning[annotation-edition]: Released ytt cannot say that the key may be left out: it is null then
         --> schema.yml:6:3
          |
        6 | #@schema/key-may-be-present
          |   ^^^^^^^^^^^^^^^^^^^^^^^^^

        1 file would be converted, 1 file unchanged
        -- status 1
    "#]],
    );
}

#[test]
fn what_is_released_stays_as_it_is() {
    let files = [("schema.yml", OLDER), ("values.yml", "#@data/values\n---\nport:   1\n")];
    let folder = Folder::new(&files);
    expect![[r#"
        schema.yml
        -- stderr
        warning[annotation-edition]: Released ytt cannot say that the key may be left out: it is null then
         --> schema.yml:6:3
          |
        6 | #@schema/key-may-be-present
          |   ^^^^^^^^^^^^^^^^^^^^^^^^^

        -- status 0
    "#]]
    .assert_eq(&run(&mut folder.sayl("migrate --quiet"), ""));
    expect![[r#"
        -- stderr
        0 files converted, 2 files unchanged
        -- status 0
    "#]]
    .assert_eq(&run(&mut folder.sayl("migrate"), ""));
    expect![[r#"
        -- stderr
        No problems in 2 files
        Looked at 1 schema, 1 values file.
        -- status 0
    "#]]
    .assert_eq(&run(&mut folder.sayl("check --format concise"), ""));
    expect![[r##"
        #! Ours
        #@data/values-schema
        ---
        #@schema/desc "Where it listens"
        port: 80
        #! not kept: that the key may be left out: it is null then
        #@schema/nullable
        #@schema/validation min_len=1
        proxy:   "http://proxy"
        -- stderr
        warning[annotation-edition]: Released ytt cannot say that the key may be left out: it is null then
         --> stdin.yml:6:3
          |
        6 | #@schema/key-may-be-present
          |   ^^^^^^^^^^^^^^^^^^^^^^^^^

        -- status 0
    "##]]
    .assert_eq(&run(&mut folder.sayl("migrate -"), OLDER));
}
