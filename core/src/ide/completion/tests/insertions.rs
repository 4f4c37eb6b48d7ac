//! What is written when an item is accepted.

use super::*;

const HEADER: &str = "#@data/values\n---\n";

/// What stands below the header of a values file, the item that is accepted there, and what then stands there.
#[track_caller]
fn check_values(cases: &[(&str, &str, &str)]) {
    for (values, label, expected) in cases {
        assert_eq!(inserted(&format!("{HEADER}{values}"), label), format!("{HEADER}{expected}"));
    }
}

#[test]
fn insertions_bring_colon_and_indentation() {
    check_values(&[
        ("rep$0", "replicas", "replicas: |"),
        ("a$0", "app", "app:\n  |"),
        ("p$0", "ports", "ports:\n- |"),
        ("app:\n    l$0", "labels", "app:\n    labels:\n        |"),
        ("ports:\n  - t$0", "tls", "ports:\n  - tls:\n      |"),
        ("ports:\n- name: x\n  t$0", "tls", "ports:\n- name: x\n  tls:\n    |"),
        ("ports:\n  $0", "tls", "ports:\n  - tls:\n      |"),
    ]);
}

#[test]
fn insertions_suit_brackets_quotes_and_what_is_there() {
    check_values(&[
        ("app: {$0}", "labels", "app: {labels: {}|}"),
        // The bracket is the root of the document.
        ("  {rep$0}", "replicas", "  {replicas: |}"),
        (" { app: {}, \u{85}rep$0 }", "replicas", " { app: {}, \u{85}replicas: | }"),
        ("na$0me: x", "names", "names|: x"),
        ("stage:$0", "prod", "stage: prod|"),
        ("stage: \"d$0ev\"", "prod", "stage: \"prod|\""),
        ("stage: 'd$0", "prod", "stage: 'prod'|"),
        ("host: $0", "localhost", "host: localhost|"),
    ]);
}

#[test]
fn what_follows_the_token_stays() {
    check_values(&[
        ("debug: f$0 # why\n", "true", "debug: true| # why\n"),
        ("app: {name: w$0, labels: {}}\n", "web app", "app: {name: \"web app\"|, labels: {}}\n"),
    ]);
    check("#@data/values\r\n---\r\ndebug: $0\r\nstage: dev\r\n", &expect!["false (default), true"]);
}

#[test]
fn a_dash_without_its_blank_gets_one() {
    check("#@data/values\n---\nports:\n-$0", &expect!["name (string), port (integer), tls (map)"]);
    check("#@data/values\n---\n-$0", &expect![[""]]);
    check_values(&[
        ("ports:\n-$0", "name", "ports:\n- name: |"),
        ("ports:\n  -$0", "tls", "ports:\n  - tls:\n      |"),
    ]);
}
