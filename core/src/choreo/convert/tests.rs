//! Resources of older generations, and what becomes of them.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use crate::ide::code_action::to_v1;
use crate::test_support::Fixture;

/// What becomes of the last file of a fixture whose documents lack their `apiVersion`, and what is said about it. What
/// is converted is converted no further.
#[track_caller]
fn check(fixture: &str, expected: Expect) {
    let (text, notes) = converted(fixture);
    assert_eq!(converted(&text).0, text);
    let shown = text.replace("apiVersion: openchoreo.dev/v1alpha1\n", "");
    expected.assert_eq(&format!("{shown}{notes}"));
}

#[track_caller]
fn converted(fixture: &str) -> (String, String) {
    let mut fixture = Fixture::parse(fixture);
    for file in &mut fixture.files {
        let version = "apiVersion: openchoreo.dev/v1alpha1\n";
        if !file.text.contains(version) {
            file.text = format!("{version}{}", file.text.replace("---\n", &format!("---\n{version}")));
        }
    }
    let analysis = fixture.host().analysis();
    let last = fixture.files.last().unwrap();
    let converted = to_v1(&analysis, analysis.file(&last.path).unwrap()).unwrap();
    let mut notes = String::new();
    for problem in &converted.problems {
        let start = usize::from(problem.place.range.start());
        let line = last.text[..start].lines().filter(|line| !line.starts_with("apiVersion")).count();
        let _ = writeln!(notes, "! {}: {}", line, problem.message);
    }
    (converted.text, notes)
}

#[test]
fn a_component_type_gets_schemas_and_expressions_of_v1() {
    check(
        r#"
        # what runs
        kind: ComponentType
        metadata: {name: web} # the name
        spec:
          workloadType: deployment
          schema:
            parameters:
              port: "integer | default=80" # where it listens
            envOverrides:
              port: "integer | default=1"
          allowedTraits: [logs, backup]
          resources:
            - id: deployment
              template:
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: "${metadata.orgName}", namespace: "dp-${metadata.orgName}"}
                spec:
                  replicas: ${envOverrides.port}
                  # the one
                  image: ${workload.containers["main"].image}
                  command: '${has(workload.containers[parameters.name].command) ? 1 : 2}'
                  env: ${configurations["main"].configs.envs.map(e, e.name)}
                  from: ${configurations.toContainerEnvFrom("main")}
                  host: '${"a." + dataplane.publicVirtualHost}'
                  others: ${connections.toContainerEnv()}
                  said: ${"envOverrides"}
        "#,
        expect![[r#"
            # what runs
            kind: ComponentType
            metadata: {name: web} # the name
            spec:
              workloadType: deployment
              parameters:
                openAPIV3Schema:
                  type: object
                  properties:
                    port: # where it listens
                      type: integer
                      default: 80
              environmentConfigs:
                openAPIV3Schema:
                  type: object
                  properties:
                    port:
                      type: integer
                      default: 1
              allowedTraits: [{name: logs}, {name: backup}]
              resources:
                - id: deployment
                  template:
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: "${metadata.componentNamespace}", namespace: "${metadata.namespace}"}
                    spec:
                      replicas: ${environmentConfigs.port}
                      # the one
                      image: ${workload.container.image}
                      command: '${has(workload.container.command) ? 1 : 2}'
                      env: ${configurations.configs.envs.map(e, e.name)}
                      from: ${configurations.toContainerEnvFrom()}
                      host: '${"a." + gateway.ingress.external.http.host}'
                      others: ${dependencies.toContainerEnvs()}
                      said: ${"envOverrides"}
        "#]],
    );
}

#[test]
fn what_a_trait_cannot_say_any_more_stays_as_a_comment() {
    check(
        "
        kind: Trait
        metadata: {name: logs}
        spec:
          schema:
            parameters: {level: string}
          creates:
            - id: rule # of old
              template:
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: '${parameters.level}'}
            - {id: x, template: {apiVersion: v1, kind: Secret, metadata: {name: y}}}
        ",
        expect![[r#"
            kind: Trait
            metadata: {name: logs}
            spec:
              parameters:
                openAPIV3Schema:
                  type: object
                  required: [level]
                  properties:
                    level:
                      type: string
              creates:
                - # id: rule # of old
                  template:
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: '${parameters.level}'}
                - {template: {apiVersion: v1, kind: Secret, metadata: {name: y}}}
            ! 7: v1 has nothing in place of `id`; it stays as a comment
            ! 12: v1 has nothing in place of `id`; it is left out
        "#]],
    );
}

#[test]
fn a_workflow_has_one_section() {
    check(
        r#"
        kind: ComponentWorkflow
        metadata: {name: docker}
        spec:
          schema:
            systemParameters:
              repository: {url: string}
            parameters:
              version: "integer | default=1"
          buildPlaneRef: {kind: ClusterBuildPlane, name: default}
          runTemplate:
            apiVersion: argoproj.io/v1alpha1
            kind: Workflow
            metadata: {name: "${metadata.workflowRunName}", namespace: "ci-${metadata.orgName}"}
            spec:
              url: ${systemParameters.repository.url}
              of: '${metadata.orgName}-${metadata.componentName}'
        "#,
        expect![[r#"
            kind: Workflow
            metadata: {name: docker}
            spec:
              parameters:
                openAPIV3Schema:
                  type: object
                  properties:
                    version:
                      type: integer
                      default: 1
                    repository:
                      type: object
                      required: [url]
                      properties:
                        url:
                          type: string
                  required: [repository]
              workflowPlaneRef: {kind: ClusterWorkflowPlane, name: default}
              runTemplate:
                apiVersion: argoproj.io/v1alpha1
                kind: Workflow
                metadata: {name: "${metadata.workflowRunName}", namespace: "${metadata.namespace}"}
                spec:
                  url: ${parameters.repository.url}
                  of: '${metadata.namespaceName}-${metadata.labels[''openchoreo.dev/component'']}'
        "#]],
    );
}

#[test]
fn the_owner_of_a_run_stands_in_labels() {
    check(
        r#"
        kind: WorkflowRun
        metadata:
          name: one
        spec:
          owner: {projectName: shop, componentName: cart}
          workflow:
            name: docker
            systemParameters: # where
              repository: {url: x}
            parameters:
              version: 2
        "#,
        expect![[r#"
            kind: WorkflowRun
            metadata:
              name: one
              labels:
                openchoreo.dev/project: shop
                openchoreo.dev/component: cart
            spec:
              workflow:
                kind: Workflow
                name: docker
                parameters:
                  version: 2
                  repository: {url: x}
        "#]],
    );
}

#[test]
fn components_and_bindings_are_renamed() {
    check(
        "
        #- /types.yml
        kind: ComponentType
        metadata: {name: web}
        spec:
          workloadType: deployment
          schema:
            parameters: {port: integer}
        #- /shop.yml
        kind: Component
        metadata: {name: cart}
        spec:
          owner: {projectName: shop}
          type: service
          componentType: deployment/web # the type
          parameters: {port: 1}
          workflow: {name: docker}
        ---
        kind: ReleaseBinding
        metadata: {name: cart-dev}
        spec:
          owner: {projectName: shop, componentName: cart}
          environment: dev
          # less
          componentTypeEnvOverrides:
            replicas: 1
          traitOverrides: {}
          state: Suspend # for now
        ",
        expect![[r#"
            kind: Component
            metadata: {name: cart}
            spec:
              owner: {projectName: shop}
              # type: service
              componentType:
                name: deployment/web # the type
              parameters: {port: 1}
              workflow: {kind: Workflow, name: docker}
            ---
            kind: ReleaseBinding
            metadata: {name: cart-dev}
            spec:
              owner: {projectName: shop, componentName: cart}
              environment: dev
              # less
              componentTypeEnvironmentConfigs:
                replicas: 1
              traitEnvironmentConfigs: {}
              state: Undeploy # for now
            ! 5: v1 has nothing in place of `type`; it stays as a comment
        "#]],
    );
}

#[test]
fn a_workload_has_one_container_and_lists_what_it_depends_on() {
    check(
        "
        #- /types.yml
        kind: ComponentType
        metadata: {name: web}
        spec:
          workloadType: deployment
          schema:
            parameters: {port: integer}
        #- /shop.yml
        kind: Workload
        metadata: {name: cart}
        spec:
          owner: {projectName: shop, componentName: cart}
          containers:
            main: # the only one
              image: x
              env:
                - key: A
                  valueFrom:
                    secretRef: {name: s, key: k}
          endpoints:
            api: {type: REST, port: 80}
          connections:
            - component: redis
              endpoint: tcp
              visibility: project
              envBindings: {address: REDIS}
        ",
        expect![[r#"
            kind: Workload
            metadata: {name: cart}
            spec:
              owner: {projectName: shop, componentName: cart}
              container: # the only one
                image: x
                env:
                  - key: A
                    valueFrom:
                      secretKeyRef: {name: s, key: k}
              endpoints:
                api: {type: HTTP, port: 80}
              dependencies:
                endpoints:
                  - component: redis
                    name: tcp
                    visibility: project
                    envBindings: {address: REDIS}
        "#]],
    );
}

#[test]
fn what_a_workload_cannot_say_any_more_stays_as_a_comment() {
    check(
        "
        #- /types.yml
        kind: ComponentType
        metadata: {name: web}
        spec:
          workloadType: deployment
          schema:
            parameters: {port: integer}
        #- /shop.yml
        kind: Workload
        metadata: {name: two}
        spec:
          owner: {projectName: shop, componentName: two}
          containers:
            main: {image: x}
            side: {image: y}
          connections:
            redis: {type: api}
        ",
        expect![[r#"
            kind: Workload
            metadata: {name: two}
            spec:
              owner: {projectName: shop, componentName: two}
              container: {image: x}
              # connections:
              #   redis: {type: api}
              # side: {image: y}
            ! 7: v1 has one `container`; `side` stays as a comment
            ! 8: v1 has nothing in place of `connections`; it stays as a comment
        "#]],
    );
}

#[test]
fn projects_pipelines_and_environments_name_by_maps() {
    check(
        "
        kind: Project
        metadata: {name: shop}
        spec:
          deploymentPipelineRef: default # the way
        ---
        kind: DeploymentPipeline
        metadata: {name: default}
        spec:
          promotionPaths:
          - sourceEnvironmentRef: dev
            targetEnvironmentRefs:
            - name: prod
              # somebody looks
              requiresApproval: true
        ---
        kind: Environment
        metadata: {name: dev}
        spec:
          dataPlaneRef: default
          dnsPrefix: dev
          isProduction: false
        ",
        expect![[r#"
            kind: Project
            metadata: {name: shop}
            spec:
              deploymentPipelineRef:
                name: default # the way
              type:
                kind: ClusterProjectType
                name: default
            ---
            kind: DeploymentPipeline
            metadata: {name: default}
            spec:
              promotionPaths:
              - sourceEnvironmentRef:
                  name: dev
                targetEnvironmentRefs:
                - name: prod
                  # somebody looks
                  # requiresApproval: true
            ---
            kind: Environment
            metadata: {name: dev}
            spec:
              dataPlaneRef:
                kind: DataPlane
                name: default
              # dnsPrefix: dev
              isProduction: false
            ! 14: v1 has nothing in place of `requiresApproval`; it stays as a comment
            ! 20: v1 has nothing in place of `dnsPrefix`; it stays as a comment
        "#]],
    );
}

#[test]
fn roles_and_alerts_are_laid_out_anew() {
    check(
        "
        kind: AuthzClusterRoleBinding
        metadata: {name: admins}
        spec:
          entitlement: {claim: groups, value: admins}
          roleRef:
            kind: AuthzClusterRole
            name: admin
          targetPath: {project: shop}
        ---
        kind: ObservabilityAlertRule
        metadata: {name: a}
        spec:
          name: a
          enableAiRootCauseAnalysis: true
          notificationChannel: mail
        ",
        expect![[r#"
            kind: ClusterAuthzRoleBinding
            metadata: {name: admins}
            spec:
              entitlement: {claim: groups, value: admins}
              roleMappings:
                - roleRef:
                    kind: ClusterAuthzRole
                    name: admin
                  scope: {project: shop}
            ---
            kind: ObservabilityAlertRule
            metadata: {name: a}
            spec:
              name: a
              actions:
                incident:
                  enabled: true
                  triggerAiRca: true
                notifications:
                  channels:
                    - mail
        "#]],
    );
}

#[test]
fn planes_have_other_names() {
    check(
        "
        kind: BuildPlane
        metadata: {name: default}
        spec:
          clusterAgent:
            clientCA:
              secretRef: {name: a, key: b}
        ---
        kind: DataPlane
        metadata: {name: default}
        spec:
          registry:
            prefix: x

            secretRef: y
          gateway:
            publicVirtualHost: example.org
            organizationVirtualHost: intern
        ",
        expect![[r#"
            kind: WorkflowPlane
            metadata: {name: default}
            spec:
              clusterAgent:
                clientCA:
                  secretKeyRef: {name: a, key: b}
            ---
            kind: DataPlane
            metadata: {name: default}
            spec:
              # registry:
              #   prefix: x

              #   secretRef: y
              gateway:
                ingress:
                  external:
                    http:
                      host: example.org
                  internal:
                    http:
                      host: intern
            ! 11: v1 has nothing in place of `registry`; it stays as a comment
        "#]],
    );
}

#[test]
fn a_kind_that_is_gone_stays() {
    check(
        "
        kind: Build
        metadata: {name: x}
        ",
        expect![[r#"
            kind: Build
            metadata: {name: x}
            ! 0: v1 has no kind `Build`; the resource stays as it is
        "#]],
    );
}

#[test]
fn a_release_names_what_it_holds() {
    check(
        "
        #- /types.yml
        kind: Component
        metadata: {name: cart}
        spec:
          componentType: {kind: ClusterComponentType, name: deployment/web}
        #- /release.yml
        kind: ComponentRelease
        metadata: {name: cart-1}
        spec:
          owner: {projectName: shop, componentName: cart}
          componentType:
            # of then
            workloadType: deployment
            schema:
              parameters: {port: integer}
          traits:
            logs:
              schema: {parameters: {level: string}}
          workload:
            container: {image: x}
        ",
        expect![[r#"
            kind: ComponentRelease
            metadata: {name: cart-1}
            spec:
              owner: {projectName: shop, componentName: cart}
              componentType:
                kind: ClusterComponentType
                name: web
                spec:
                  # of then
                  workloadType: deployment
                  parameters:
                    openAPIV3Schema:
                      type: object
                      required: [port]
                      properties:
                        port:
                          type: integer
              traits:
                - kind: Trait
                  name: logs
                  spec:
                    parameters:
                      openAPIV3Schema:
                        type: object
                        required: [level]
                        properties:
                          level:
                            type: string
              workload:
                container: {image: x}
        "#]],
    );
}

#[test]
fn a_type_that_nobody_names_is_asked_for() {
    check(
        "
        #- /types.yml
        kind: Component
        metadata: {name: cart}
        spec:
          componentType: {kind: ClusterComponentType, name: deployment/web}
        #- /release.yml
        kind: ComponentRelease
        metadata: {name: other-1}
        spec:
          owner: {projectName: shop, componentName: other}
          componentType: {workloadType: job}
        ",
        expect![[r#"
            kind: ComponentRelease
            metadata: {name: other-1}
            spec:
              owner: {projectName: shop, componentName: other}
              componentType:
                kind: ComponentType
                spec: {workloadType: job}
            ! 5: v1 asks for the name of the component type; write it, for it is not known here
        "#]],
    );
}

#[test]
fn what_cannot_be_taken_apart_is_told() {
    check(
        "
        kind: ReleaseBinding
        metadata: {name: a}
        spec: &anchor
          traitOverrides: {}
        ---
        kind: Project
        metadata: {name: shop}
        spec:
          deploymentPipelineRef: default
        ---
        kind: DeploymentPipeline
        metadata: {name: a}
        spec: {promotionPaths: [{sourceEnvironmentRef: dev, targetEnvironmentRefs: [{name: prod, requiresApproval: true}]}]}
        ---
        kind: AuthzRoleBinding
        metadata: {name: a}
        spec:
          # many
          roleMappings:
            - {roleRef: {kind: AuthzRole, name: a}}
          roleRef: {kind: AuthzRole, name: b}
        ",
        expect![[r#"
            kind: ReleaseBinding
            metadata: {name: a}
            spec: &anchor
              traitOverrides: {}
            ---
            kind: Project
            metadata: {name: shop}
            spec:
              deploymentPipelineRef:
                name: default
              type:
                kind: ClusterProjectType
                name: default
            ---
            kind: DeploymentPipeline
            metadata: {name: a}
            spec: {promotionPaths: [{sourceEnvironmentRef: {name: dev}, targetEnvironmentRefs: [{name: prod}]}]}
            ---
            kind: AuthzRoleBinding
            metadata: {name: a}
            spec:
              # many
              roleMappings:
                - {roleRef: {kind: AuthzRole, name: a}}
              # roleRef: {kind: AuthzRole, name: b}
            ! 13: v1 has nothing in place of `requiresApproval`; it is left out
            ! 21: `roleMappings.roleRef`, which v1 has in place of `roleRef`, is there already; it stays as a comment
            ! 4: `traitOverrides` stays as it is, for an anchor, a tag or an alias stands above it
        "#]],
    );
}

#[test]
fn what_is_of_v1_stays() {
    check(
        "
        kind: Component
        metadata: {name: cart}
        spec:
          owner: {projectName: shop}
          componentType: {kind: ComponentType, name: deployment/web}
          workflow: {name: docker}   # as it is
        ---
        other:   thing
        ",
        expect![[r#"
            kind: Component
            metadata: {name: cart}
            spec:
              owner: {projectName: shop}
              componentType: {kind: ComponentType, name: deployment/web}
              workflow: {name: docker}   # as it is
            ---
            other:   thing
        "#]],
    );
}
