//! Values against sections in the shorthand.

use expect_test::{Expect, expect};

use super::*;
use crate::document::TextDocument;
use crate::schema::from_shorthand::{SectionsInput, compile};
use crate::test_support::{mark_problems, without_marks};
use crate::text::FileId;
use crate::values::from_yaml::{ValueMemo, from_yaml};

/// Shows the values below `values` with what is wrong by the section `parameters`, and what the platform makes of them.
#[track_caller]
fn check(picture: Expect) {
    let text = without_marks(picture.data().split("=> ").next().unwrap());
    let document = TextDocument::new(FileId(0), &text);
    let root = from_yaml(FileId(0), &document.stream().documents[0], &mut ValueMemo::default()).value;
    let part = |key: &str| root.mapping()?.get(&Key::String(key.into()));
    let sections = [("parameters", part("parameters").expect("the text has parameters"))];
    let compiled =
        compile(&SectionsInput { document: &document, types: None, sections: &sections, others: Others::Dropped });
    assert_eq!(compiled.problems, Vec::new());
    let node = &compiled.schemas[0].root;
    let InstanceOutcome { value, problems } = take(part("values").expect("the text has values"), node);
    picture.assert_eq(&format!("{}=> {}\n", mark_problems(&document, &problems), flow(&value)));
}

#[test]
fn values_are_pruned_filled_and_judged() {
    check(expect![[r#"
        parameters:
          name: string
          replicas: 'integer | default=1 minimum=1'
          env: 'string | enum=dev,prod default=dev'
          labels: 'map<string> | default={}'
          db:
            $default: {host: localhost, port: 9999}
            host: string
            port: 'integer | default=5432'
          list: '[]integer | default=[]'
        values:
        #^^^^^ error[missing-parameter]: `name` is missing / hint: the schema declares it without a default
          replicas: 0
        #           ^ error[rule-violation]: `replicas` must be at least 1 / found: 0
          env: qa
        #      ^^ error[rule-violation]: `env` must be one of "dev", "prod" / found: "qa"
          labels: {a: 1}
        #             ^ error[type-mismatch]: `a` must be a string / found: integer / expected: string / hint: put the value in quotes
          db: {prot: 1}
        # ^^ error[missing-parameter]: `host` is missing / hint: the schema declares it without a default
        #      ^^^^ warning[unknown-parameter]: The key `prot` is not declared in the schema, so it has no effect / found: `prot` / hint: did you mean `port`?
          list: [1, 2.0, x]
        #                ^ error[type-mismatch]: An item of `list` must be an integer / found: string / expected: integer
        => {replicas: 0, env: "qa", labels: {a: 1}, db: {port: 5432}, list: [1, 2.0, "x"]}
    "#]]);
}

#[test]
fn null_takes_the_default_where_there_is_one() {
    check(expect![[r#"
            parameters: {name: string, db: {$default: {host: a}, host: string, port: 'integer | default=1'}}
            values: {name: null, db: null}
            #              ^^^^ error[type-mismatch]: `name` must be a string / found: null / expected: string / hint: leave the key out to use the default, if there is one
            => {name: null, db: {host: "a", port: 1}}
        "#]]);
}

#[test]
fn no_values_at_all_are_an_empty_map() {
    check(expect![[r#"
        parameters: {name: string, port: 'integer | default=1'}
        values:
        #^^^^^ error[missing-parameter]: `name` is missing / hint: the schema declares it without a default
        => {port: 1}
    "#]]);
}

#[test]
fn the_default_of_an_object_counts_only_where_the_object_is_left_out() {
    check(expect![[r#"
        parameters: {db: {$default: {host: a, port: 9}, host: string, port: 'integer | default=5'}}
        values: {}
        => {db: {host: "a", port: 9}}
    "#]]);
    check(expect![[r#"
        parameters: {db: {$default: {host: a, port: 9}, host: string, port: 'integer | default=5'}}
        values: {db: {host: b}}
        => {db: {host: "b", port: 5}}
    "#]]);
    check(expect![[r#"
        parameters: {db: {$default: {host: a, port: 9}, host: string, port: 'integer | default=5'}}
        values: {db: {}}
        #        ^^ error[missing-parameter]: `host` is missing / hint: the schema declares it without a default
        => {db: {port: 5}}
    "#]]);
}

#[test]
fn defaults_of_types_cascade() {
    check(expect![[r#"
            parameters:
              $types:
                Probe: {$default: {}, path: string | default=/healthz, port: integer | default=8080}
                Service: {image: string, liveness: Probe, readiness: Probe}
                App: {$default: {}, replicas: integer | default=1, service: 'Service | default={"image":"nginx"}'}
              app: App
            values: {app: {replicas: 2}}
            => {app: {replicas: 2, service: {image: "nginx", liveness: {path: "/healthz", port: 8080}, readiness: {path: "/healthz", port: 8080}}}}
        "#]]);
}
