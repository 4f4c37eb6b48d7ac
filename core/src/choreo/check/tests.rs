//! Worlds of resources, and what is wrong with them.

use crate::test_support::check_problems;

mod parts;

/// A component type `web` and the traits `logs` and `backup`, as one file.
const TYPES: &str = "
#- /types.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  workloadType: deployment
  schema:
    types:
      Database: {host: string, port: 'integer | default=5432'}
    parameters:
      port: integer | minimum=1
      host: string | default=localhost
      database:
        $default: {host: db}
        host: string
        port: 'integer | default=5432'
    envOverrides:
      replicas: integer | default=1 maximum=5
---
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
metadata: {name: logs}
spec:
  schema:
    parameters: {level: 'string | enum=debug,info'}
    envOverrides: {size: integer}
";

/// Checks resources that stand beside those types, each document without its `apiVersion`.
#[track_caller]
fn check(resources: &str) {
    let resources: Vec<String> =
        resources.trim_start().split("---\n").map(|it| format!("apiVersion: openchoreo.dev/v1alpha1\n{it}")).collect();
    check_problems(&format!("{TYPES}#- /resources.yml\n{}", resources.join("---\n")));
}

#[test]
fn parameters_are_checked_against_the_type_of_the_component() {
    check(
        "
kind: Component
metadata: {name: shop}
spec:
  componentType: deployment/web
  parameters:
# ^^^^^^^^^^ error[missing-parameter]: `port` is missing
    hst: example.org
#   ^^^ warning[unknown-parameter]: did you mean `host`
    database: {}
#   ^^^^^^^^ error[missing-parameter]: `host` is missing
---
kind: Component
metadata: {name: other}
spec:
  componentType: deployment/web
  parameters: {port: 0, host: 1}
#                    ^ error[rule-violation]: at least 1
#                             ^ error[type-mismatch]: a string
",
    );
}

#[test]
fn what_is_missing_altogether_is_told_where_the_schema_is_named() {
    check(
        "
kind: Component
metadata: {name: shop}
spec:
  componentType: deployment/web
#                ^^^^^^^^^^^^^^ error[missing-parameter]: write it below `spec.parameters`
  traits:
  - name: logs
#         ^^^^ error[missing-parameter]: `level` is missing
    instanceName: a
---
kind: ReleaseBinding
metadata: {name: shop-prod}
spec:
#^^^ error[missing-parameter]: below `spec.traitOverrides.a`
  owner: {componentName: shop}
",
    );
}

#[test]
fn references_name_what_is_there() {
    check(
        "
kind: Component
metadata: {name: shop}
spec:
  componentType: job/wbe
#                    ^^^ error[unknown-resource]: did you mean `web`
  traits:
  - name: logs
    instanceName: a
    parameters: {level: info}
  - name: logs
    instanceName: a
#                 ^ error[repeated-instance]: `a`
    parameters: {level: info}
  - kind: ClusterTrait
    name: backup
#         ^^^^^^ warning[unknown-resource]: has no resource of that kind
---
kind: Component
metadata: {name: other}
spec:
  componentType: job/web
#                ^^^ error[workload-type]: deployment
  parameters: {port: 1}
---
kind: Component
metadata: {name: third}
spec:
  componentType: web
#                ^^^ error[workload-type]: deployment/web
  parameters: {port: 1}
---
kind: Component
metadata: {name: third}
#                ^^^^^ error[duplicate-resource]: already
spec:
  componentType: {name: deployment/web}
  parameters: {port: 1}
",
    );
}

#[test]
fn a_binding_overrides_what_the_component_has() {
    check(
        "
kind: Component
metadata: {name: shop}
spec:
  componentType: deployment/web
  parameters: {port: 1}
  traits:
  - {name: logs, instanceName: access, parameters: {level: info}}
---
kind: ReleaseBinding
metadata: {name: shop-prod}
spec:
  owner: {componentName: shop}
  releaseName: shop-1
#              ^^^^^^ information[unknown-resource]: There is no ComponentRelease `shop-1`
  componentTypeEnvOverrides: {replicas: 9}
#                                       ^ error[rule-violation]: at most 5
  traitOverrides:
    acess: {size: 1}
#   ^^^^^ warning[unknown-instance]: did you mean `access`
    access: {size: big}
#                  ^^^ error[type-mismatch]: integer
",
    );
}

#[test]
fn a_release_is_checked_against_the_copies_that_it_holds() {
    check(
        "
kind: ComponentRelease
metadata: {name: shop-1}
spec:
  componentType:
    schema:
      parameters: {port: integer, host: string | default=x}
  traits:
    logs: {schema: {parameters: {level: string}}}
  componentProfile:
    parameters: {host: null}
#   ^^^^^^^^^^ error[missing-parameter]: port
#                      ^^^^ error[type-mismatch]: null
    traits:
    - {name: logs, instanceName: a, parameters: {level: 1}}
#                                                       ^ error[type-mismatch]: string
    - {name: backup, instanceName: b}
#            ^^^^^^ error[unknown-resource]: copy
",
    );
}

#[test]
fn what_is_there_is_checked_though_other_lines_cannot_be_read() {
    check(
        "
kind: Component
metadata: {name: shop}
spec:
  componentType: deployment/web
  parameters:
    host: 1
#         ^ error[type-mismatch]: string
    po
#   ^^ error[syntax-error]: key
",
    );
}

#[test]
fn a_broken_type_is_reported_once_and_not_at_its_components() {
    check_problems(
        "
#- /types.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  schema:
    parameters:
      port: integer | defualt=1
#                     ^^^^^^^ error[unknown-marker]: default
      host: strng
#           ^^^^^ error[shorthand-type]: string
#- /shop.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: shop}
spec:
  componentType: deployment/web
  parameters: {hst: 1}
",
    );
}

#[test]
fn a_component_type_is_put_together_as_its_workload_demands() {
    check(
        "
kind: ComponentType
metadata: {name: api}
spec:
  workloadType: deployment
  allowedWorkflows: [build]
  resources:
# ^^^^^^^^^ error[resource-structure]: No resource has the `id`
# ^^^^^^^^^ error[resource-structure]: No template is of
  - id: service
    template:
#   ^^^^^^^^ error[resource-structure]: `metadata.name`
      apiVersion: v1
      kind: Service
---
kind: Component
metadata: {name: shop}
spec:
  componentType: deployment/api
  workflow: {name: other}
#                  ^^^^^ warning[unknown-resource]: There is no
#                  ^^^^^ error[not-allowed]: workflow
",
    );
}
