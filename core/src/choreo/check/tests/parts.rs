//! What resources say about parts of others.

use crate::test_support::check_problems;

/// A shop: projects, pipeline, components with their workloads, a cache and a secret.
const SHOP: &str = "
#- /shop.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Project
metadata: {name: shop}
spec: {deploymentPipelineRef: {name: way}, type: {kind: ClusterProjectType, name: default}}
---
apiVersion: openchoreo.dev/v1alpha1
kind: Project
metadata: {name: other}
spec: {deploymentPipelineRef: {name: way}, type: {kind: ClusterProjectType, name: default}}
---
apiVersion: openchoreo.dev/v1alpha1
kind: DeploymentPipeline
metadata: {name: way}
spec:
  promotionPaths:
    - sourceEnvironmentRef: {name: development}
      targetEnvironmentRefs: [{name: staging}]
---
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: cart}
spec:
  owner: {projectName: shop}
  componentType: {kind: ClusterComponentType, name: deployment/service}
---
apiVersion: openchoreo.dev/v1alpha1
kind: Workload
metadata: {name: cart-workload}
spec:
  owner: {projectName: shop, componentName: cart}
  container: {image: cart}
  endpoints:
    api: {type: HTTP, port: 80}
---
apiVersion: openchoreo.dev/v1alpha1
kind: Resource
metadata: {name: cache}
spec:
  owner: {projectName: shop}
  type: {kind: ClusterResourceType, name: valkey}
---
apiVersion: openchoreo.dev/v1alpha1
kind: SecretReference
metadata: {name: db}
spec:
  template: {type: Opaque}
  data:
    - {secretKey: password, remoteRef: {key: db}}
---
apiVersion: openchoreo.dev/v1alpha1
kind: ObservabilityAlertsNotificationChannel
metadata: {name: mail}
spec:
  environment: development
  type: webhook
  webhookConfig: {url: https://example.org}
";

/// Checks resources beside the shop, each document without its `apiVersion`.
#[track_caller]
fn check(resources: &str) {
    let resources: Vec<String> =
        resources.trim_start().split("---\n").map(|it| format!("apiVersion: openchoreo.dev/v1alpha1\n{it}")).collect();
    check_problems(&format!("{SHOP}#- /resources.yml\n{}", resources.join("---\n")));
}

#[test]
fn endpoints_outputs_and_keys_are_those_of_what_is_named() {
    check(
        "
kind: Workload
metadata: {name: web-workload}
spec:
  owner: {projectName: shop, componentName: web}
#                                           ^^^ error[unknown-resource]: There is no
  container:
    image: web
    env:
      - key: A
        valueFrom: {secretKeyRef: {name: db, key: pasword}}
#                                                 ^^^^^^^ error[unknown-part]: did you mean `password`
      - key: B
        valueFrom: {secretKeyRef: {name: db, key: password}}
  dependencies:
    endpoints:
      - {component: cart, name: api, visibility: project, envBindings: {address: CART}}
      - {component: cart, name: apj, visibility: project, envBindings: {address: CART}}
#                               ^^^ warning[unknown-part]: did you mean `api`
      - {component: cart, name: api, project: other, visibility: namespace, envBindings: {}}
#                                             ^^^^^ warning[other-project]: belongs to the project `shop`
    resources:
      - ref: cache
        envBindings: {host: HOST, hots: HOST}
#                                 ^^^^ warning[unknown-part]: The type `valkey` has no output `hots`
",
    );
}

#[test]
fn a_pipeline_leads_to_environments_and_begins_somewhere() {
    check(
        "
kind: ReleaseBinding
metadata: {name: cart-staging}
spec:
  owner: {projectName: shop, componentName: cart}
  environment: staging
---
kind: ReleaseBinding
metadata: {name: cart-production}
spec:
  owner: {projectName: other, componentName: cart}
#                      ^^^^^ error[other-project]: belongs to the project `shop`
  environment: production
#              ^^^^^^^^^^ warning[unknown-part]: The pipeline `way` does not lead to the environment `production`
---
kind: DeploymentPipeline
metadata: {name: round}
spec:
  promotionPaths:
# ^^^^^^^^^^^^^^ error[resource-structure]: The pipeline begins nowhere
    - sourceEnvironmentRef: {name: development}
      targetEnvironmentRefs: [{name: staging}]
    - sourceEnvironmentRef: {name: staging}
      targetEnvironmentRefs: [{name: development}]
",
    );
}

#[test]
fn channels_labels_and_scopes_name_resources() {
    check(
        "
kind: ObservabilityAlertRule
metadata: {name: a}
spec:
  name: a
  condition: {window: 5m, interval: 1m, operator: gt, threshold: 1}
  source: {type: log, query: x}
  actions:
    notifications:
      channels: [mail, mial]
#                      ^^^^ error[unknown-resource]: did you mean `mail`
---
kind: WorkflowRun
metadata:
  name: run
  labels:
    openchoreo.dev/project: shop
    openchoreo.dev/component: crat
#                             ^^^^ error[unknown-resource]: did you mean `cart`
spec:
  workflow: {name: dockerfile-builder, parameters: {repository: {url: x, secretRef: '', revision: {}, appPath: .}}}
---
kind: WorkflowRun
metadata:
  name: run-2
  labels:
    openchoreo.dev/project: shop
#   ^^^^^^^^^^^^^^^^^^^^^^ error[resource-structure]: says nothing without `openchoreo.dev/component`
spec:
  workflow: {name: dockerfile-builder, parameters: {repository: {url: x, secretRef: '', revision: {}, appPath: .}}}
---
kind: ClusterAuthzRoleBinding
metadata: {name: b}
spec:
  entitlement: {claim: groups, value: a}
  roleMappings:
    - roleRef: {kind: ClusterAuthzRole, name: admin}
      scope: {namespace: default, project: shop, component: carts}
#                                                           ^^^^^ error[unknown-resource]: did you mean `cart`
    - roleRef: {kind: ClusterAuthzRole, name: admin}
      scope: {namespace: elsewhere, project: shop}
#                                            ^^^^ error[unknown-resource]: There is no
",
    );
}
