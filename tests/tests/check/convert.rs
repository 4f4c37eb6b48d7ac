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
    check(&[("trait.yml", TRAIT)], "--convert openapi-v3 trait.yml", expect![]);
}

#[test]
fn a_file_without_shorthand_stays_as_it_is() {
    check(&[("plain.yml", "a:   1 # x\n")], "--convert openapi-v3 plain.yml", expect![]);
}

#[test]
fn wrong_schemas_are_reported_instead() {
    check(&[("trait.yml", &TRAIT.replace("\"string", "\"strng"))], "--convert openapi-v3 trait.yml", expect![]);
}

#[test]
fn one_file_is_converted_into_one_known_form() {
    check(&[("a/trait.yml", TRAIT), ("a/b.yml", TRAIT)], "--convert openapi-v3 a", expect![]);
    check(&[], "--convert openapi-v3 missing.yml", expect![]);
    check(&[("trait.yml", TRAIT)], "--convert json trait.yml", expect![]);
    check(&[("trait.yml", TRAIT)], "--convert openapi-v3", expect![]);
}
