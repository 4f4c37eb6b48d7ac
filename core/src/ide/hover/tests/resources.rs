//! What is in effect in OpenChoreo resources.

use expect_test::{Expect, expect};

use super::check_fixture;

const TYPES: &str = "
#- /types.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  workloadType: deployment
  schema:
    parameters:
      port: integer | default=80
      database: {host: string, port: integer | default=5432}
      level: string | default=info
      origins: \"[]string | default=[]\"
    envOverrides:
      cpu: string | default=100m
      limits: {$default: {}, memory: string | default=256Mi, storage: string | default=1Gi}
";
const COMPONENTS: &str = "
#- /shop.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: shop}
spec:
  componentType: deployment/web
  parameters:
    port: 8080
    level: null
    database: {host: db}
---
apiVersion: openchoreo.dev/v1alpha1
kind: ReleaseBinding
metadata: {name: shop-dev}
spec:
  owner: {componentName: shop}
  componentTypeEnvOverrides:
    cpu: 200m
    limits: {memory: 1Gi}
#- /pay.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: pay}
spec:
  componentType: deployment/web
  parameters: {port: 9090, database: {host: db}}
";

/// Hover where a cursor is put before a piece of text.
#[track_caller]
fn check(text: &str, expected: &Expect) {
    let world = format!("{TYPES}{COMPONENTS}");
    let (before, behind) = world.split_once(text).expect("the text is there");
    check_fixture(&format!("{before}$0{text}{behind}"), expected);
}

#[test]
fn a_map_of_values_is_shown_with_defaults_filled_in() {
    check(
        "database: {host: db}\n---",
        &expect![[r#"
            database: {host: db}
        #   ^^^^^^^^

        **`database`**: map, required

        Declared in `types.yml:9`

        In effect: `{host: "db", port: 5432}`
    "#]],
    );
    check(
        "parameters:\n    port: 8080",
        &expect![[r#"
          parameters:
        # ^^^^^^^^^^

        **`parameters`**: map, required

        Declared in `types.yml:7`

        In effect: `{port: 8080, level: "info", database: {host: "db", port: 5432}, origins: []}`
    "#]],
    );
    check(
        "limits: {memory",
        &expect![[r#"
            limits: {memory: 1Gi}
        #   ^^^^^^

        **`limits`**: map, default `{}`

        Declared in `types.yml:14`

        In effect: `{memory: "1Gi", storage: "1Gi"}`
    "#]],
    );
}

#[test]
fn null_is_shown_as_the_default_that_takes_its_place() {
    check(
        "level: null",
        &expect![[r#"
            level: null
        #   ^^^^^

        **`level`**: string, default `"info"`

        Declared in `types.yml:10`

        In effect: `"info"`
    "#]],
    );
}

#[test]
fn a_value_that_stands_as_it_is_says_nothing_more() {
    check(
        "port: 8080",
        &expect![[r#"
            port: 8080
        #   ^^^^

        **`port`**: integer, default `80`

        Declared in `types.yml:8`
    "#]],
    );
}

#[test]
fn a_parameter_says_who_sets_it() {
    check(
        "port: integer | default=80",
        &expect![[r#"
              port: integer | default=80
        #     ^^^^

        **`port`**: integer, default `80`

        Declared in `types.yml:8`

        ```json
        {
          "type": "integer",
          "default": 80
        }
        ```

        In effect: `9090` in `pay.yml:6`, `8080` in `shop.yml:7`
    "#]],
    );
    check(
        "host: string",
        &expect![[r#"
              database: {host: string, port: integer | default=5432}
        #                ^^^^

        **`host`**: string, required

        Declared in `types.yml:9`

        ```json
        {
          "type": "string"
        }
        ```

        In effect: `"db"` in `pay.yml:6`, `"db"` in `shop.yml:9`
    "#]],
    );
}

#[test]
fn a_parameter_says_who_overrides_it_and_nothing_where_nobody_does() {
    check(
        "cpu: string",
        &expect![[r#"
              cpu: string | default=100m
        #     ^^^

        **`cpu`**: string, default `"100m"`

        Declared in `types.yml:13`

        ```json
        {
          "type": "string",
          "default": "100m"
        }
        ```

        In effect: `"200m"` in `shop.yml:17`
    "#]],
    );
    check(
        "level: string",
        &expect![[r#"
                  level: string | default=info
            #     ^^^^^

            **`level`**: string, default `"info"`

            Declared in `types.yml:10`

            ```json
            {
              "type": "string",
              "default": "info"
            }
            ```
        "#]],
    );
}

#[test]
fn a_parameter_of_the_newer_form_says_who_sets_it() {
    check_fixture(
        "
#- /trait.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ClusterTrait
metadata: {name: disk}
spec:
  parameters:
    openAPIV3Schema:
      type: object
      properties:
        si$0ze: {type: integer}
#- /shop.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: shop}
spec:
  traits:
  - {kind: ClusterTrait, name: disk, instanceName: a, parameters: {size: 1}}
  - {kind: ClusterTrait, name: disk, instanceName: b, parameters: {size: 2}}
",
        &expect![[r#"
                    size: {type: integer}
            #       ^^^^

            **`size`**: integer

            Declared in `trait.yml:9`

            In effect: `1` in `shop.yml:6`, `2` in `shop.yml:7`
        "#]],
    );
}
