//! Which values are shown, and where each line comes from.

use expect_test::{Expect, expect};

use super::data_values;
use crate::test_support::cursor;

#[track_caller]
fn check(fixture: &str, expected: &Expect) {
    let at = cursor(fixture);
    let values = data_values(&at.analysis, at.file);
    expected.assert_eq(&values.map(|values| values.with_comments(&at.analysis, at.file)).unwrap_or_default());
}

const SCHEMA: &str = "
#- /config/schema.yml
#@data/values-schema
---
name: web
port: 80
hosts:
- \"\"
tls:
  enabled: false
  certificate: \"\"
#- /config/values.yml
#@data/values
---
port: 8080
";

#[test]
fn each_line_says_who_wrote_it() {
    check(
        &format!("{SCHEMA}hosts:\n- a\n- b\n$0"),
        &expect![[r#"
            name: web # schema.yml:3
            port: 8080 # values.yml:3
            hosts: # values.yml:4
            - a # values.yml:5
            - b # values.yml:6
            tls: # schema.yml:7
              enabled: false # schema.yml:8
              certificate: "" # schema.yml:9
        "#]],
    );
}

#[test]
fn a_file_that_is_one_of_several_alternatives_shows_its_own_values() {
    let envs = "#- /envs/dev.yml\n#@data/values\n---\nport: 1\n#- /envs/prod.yml\n#@data/values\n---\n";
    check(
        &format!("{SCHEMA}{envs}tls:\n  certificate: |\n    one\n    two\n$0  enabled: true\n"),
        &expect![[r#"
            name: web # ../config/schema.yml:3
            port: 8080 # ../config/values.yml:3
            hosts: [] # ../config/schema.yml:5
            tls: # prod.yml:3
              enabled: true # prod.yml:7
              certificate: | # prod.yml:4
                one
                two
        "#]],
    );
}

#[test]
fn resources_show_what_their_parameters_come_to() {
    check(
        r#"
        #- /type.yml
        apiVersion: openchoreo.dev/v1alpha1
        kind: ComponentType
        metadata:
          name: web
        spec:
          schema:
            parameters:
              replicas: "integer | default=1"
              image: string
        #- /shop.yml
        apiVersion: openchoreo.dev/v1alpha1
        kind: Component
        metadata:
          name: shop
        spec:
          componentType: deployment/web
          parameters:
            image: shop:1$0
        ---
        apiVersion: openchoreo.dev/v1alpha1
        kind: Component
        metadata:
          name: cart
        spec:
          componentType: deployment/web
          parameters:
            image: cart:1
            replicas: 3
        "#,
        &expect![[r#"
            ---
            kind: Component
            name: shop
            parameters: # shop.yml:7
              image: shop:1 # shop.yml:8
              replicas: 1 # type.yml:8
            ---
            kind: Component
            name: cart
            parameters: # shop.yml:16
              image: cart:1 # shop.yml:17
              replicas: 3 # shop.yml:18
        "#]],
    );
}

#[test]
fn a_file_without_values_shows_none() {
    check("#- /notes.yml\na: 1$0\n", &expect![]);
}
