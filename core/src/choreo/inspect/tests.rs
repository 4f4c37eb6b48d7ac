//! What values come to.

use expect_test::{Expect, expect};

use super::*;
use crate::test_support::Fixture;
use crate::values::flow::flow;

const TYPES: &str = "
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  schema:
    parameters:
      port: integer
      database:
        $default: {host: db}
        host: string
        port: 'integer | default=5432'
    envOverrides: {replicas: integer | default=1}
---
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
metadata: {name: logs}
spec:
  schema:
    parameters: {level: string | default=info}
    envOverrides: {days: integer | default=7}
---
";

/// The values of each resource of a text, without its `apiVersion`, beside the types.
#[track_caller]
fn check(resources: &str, expected: Expect) {
    let resources: Vec<String> =
        resources.split("---\n").map(|it| format!("apiVersion: openchoreo.dev/v1alpha1\n{it}")).collect();
    let analysis = Fixture::parse(&format!("{TYPES}{}", resources.join("---\n"))).analysis();
    let file = analysis.files()[0];
    let values = analysis.resources(file).iter().filter_map(|(_, it)| inspect(it, &analysis.catalog(file)));
    expected.assert_eq(&values.map(|value| flow(&value)).collect::<Vec<_>>().join("\n"));
}

#[test]
fn defaults_are_filled_in_and_what_nothing_declares_is_dropped() {
    check(
        "kind: Component
metadata: {name: shop}
spec:
  componentType: deployment/web
  parameters: {port: 80, other: 1}
  traits: [{name: logs, instanceName: access}]
---
kind: Component
metadata: {name: other}
spec:
  componentType: deployment/web
  parameters: {database: {host: production}}
---
kind: ReleaseBinding
metadata: {name: shop-prod}
spec:
  owner: {componentName: shop}
  componentTypeEnvOverrides: {replicas: 3}
",
        expect![[r#"
            {kind: "Component", name: "shop", parameters: {port: 80, database: {host: "db", port: 5432}}, traits: [{name: "logs", instanceName: "access", parameters: {level: "info"}}]}
            {kind: "Component", name: "other", parameters: {database: {host: "production", port: 5432}}}
            {kind: "ReleaseBinding", name: "shop-prod", parameters: {replicas: 3}, traits: [{name: "logs", instanceName: "access", parameters: {days: 7}}]}"#]],
    );
}
