//! `sayl --convert`: what is printed, and what is refused.

use expect_test::expect;

use super::check;

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
              [possible values: openapi-v3]

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
