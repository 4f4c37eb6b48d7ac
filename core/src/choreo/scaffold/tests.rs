//! New resources, checked beside their types.

use expect_test::{Expect, expect};

use super::*;
use crate::problem::{Problem, Severity};
use crate::test_support::{Fixture, FixtureFile};
use crate::text::FileId;

/// The resource that is written for each type of the first file. It has no mistakes.
#[track_caller]
fn check(types: &str, expected: Expect) {
    let mut fixture = Fixture::parse(&format!("{types}{}", PROJECTS.trim_start()));
    let analysis = fixture.host().analysis();
    let file = analysis.file(&fixture.files[0].path).unwrap();
    let catalog = analysis.catalog(file);
    let found = analysis.resources(file).iter().filter_map(|(_, ty)| scaffold(ty, None, &catalog));
    let texts: Vec<String> = found.map(|it| it.text).collect();
    let text = texts.join("---\n");
    assert_eq!(errors(&mut fixture, &text), [""; 0], "{text}");
    expected.assert_eq(&text);
}

/// What is wrong with a text beside the files of a fixture.
fn errors(fixture: &mut Fixture, text: &str) -> Vec<String> {
    fixture.files.push(FixtureFile { path: "/new.yml".into(), text: text.to_owned(), ..FixtureFile::default() });
    let analysis = fixture.host().analysis();
    let problems = analysis.problems(analysis.file("/new.yml".as_ref()).unwrap());
    let problems = problems.iter().filter(|problem| problem.severity <= Severity::Warning);
    problems.map(Problem::text).collect()
}

/// What stands beside the types.
const PROJECTS: &str = "
#- /projects.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Project
metadata: {name: shop, namespace: shops}
spec: {deploymentPipelineRef: {name: default}, type: {kind: ClusterProjectType, name: plain}}
---
apiVersion: openchoreo.dev/v1alpha1
kind: DeploymentPipeline
metadata: {name: default, namespace: shops}
spec: {promotionPaths: []}
";

#[test]
fn what_must_be_set_is_set_and_the_rest_is_shown() {
    check(
        r#"
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web, namespace: shops}
spec:
  workloadType: deployment
  allowedTraits: [{kind: Trait, name: logs}, {kind: ClusterTrait, name: backup}]
  allowedWorkflows: [{kind: ClusterWorkflow, name: docker}]
  parameters:
    openAPIV3Schema:
      type: object
      required: [port, database, level]
      properties:
        port: {type: integer, minimum: 1024, description: "Where it listens"}
        replicas: {type: integer, default: 2}
        level: {type: string, enum: [debug, info]}
        database:
          type: object
          required: [host]
          properties:
            host: {type: string, minLength: 1}
            port: {type: integer, default: 5432}
        limits: {type: object, default: {}, properties: {cpu: {type: string, default: 100m}}}
  resources:
    - id: deployment
      template:
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: "${metadata.name}", x: "${parameters}"}
"#,
        expect![[r#"
            apiVersion: openchoreo.dev/v1alpha1
            kind: Component
            metadata:
              name: my-component
              namespace: shops
            spec:
              owner:
                projectName: shop
              componentType:
                kind: ComponentType
                name: deployment/web
              parameters:
                # Where it listens
                # required; integer; at least 1024
                port: 1024
                # required; string; one of "debug", "info"
                level: debug
                # required; map
                database:
                  # required; string; not empty
                  host: x
                  # integer
                  # port: 5432
                # integer
                # replicas: 2
                # map
                # limits:
                #   cpu: 100m
              # traits:
              #   - {kind: Trait, name: logs, instanceName: logs}
              #   - {kind: ClusterTrait, name: backup, instanceName: backup}
              # workflow:
              #   kind: ClusterWorkflow
              #   name: docker
        "#]],
    );
}

#[test]
fn resources_and_projects_have_types_too() {
    check(
        r#"
apiVersion: openchoreo.dev/v1alpha1
kind: ClusterResourceType
metadata: {name: cache}
spec:
  parameters:
    openAPIV3Schema: {type: object, properties: {size: {type: string, default: 1Gi}}}
  resources:
    - id: a
      template: {apiVersion: v1, kind: Secret, metadata: {name: "${metadata.name}", x: "${parameters.size}"}}
---
apiVersion: openchoreo.dev/v1alpha1
kind: ClusterProjectType
metadata: {name: plain}
spec:
  resources:
    - id: a
      template: {apiVersion: v1, kind: Namespace, metadata: {name: "${metadata.namespace}"}}
"#,
        expect![[r#"
            apiVersion: openchoreo.dev/v1alpha1
            kind: Resource
            metadata:
              name: my-resource
            spec:
              owner:
                projectName: default
              type:
                kind: ClusterResourceType
                name: cache
              parameters:
                # string
                # size: 1Gi
            ---
            apiVersion: openchoreo.dev/v1alpha1
            kind: Project
            metadata:
              name: my-project
            spec:
              deploymentPipelineRef:
                name: default
              type:
                kind: ClusterProjectType
                name: plain
        "#]],
    );
}

#[test]
fn a_resource_of_every_type_that_is_always_installed_is_right() {
    let namespace = SmolStr::new("default");
    let mut fixture = Fixture::parse("#- /a.yml\na: 1\n");
    let analysis = fixture.host().analysis();
    let catalog = analysis.catalog(FileId(0));
    let mut texts = Vec::new();
    for (kind, _) in KINDS {
        for name in type_names(*kind, &namespace, &catalog) {
            let ty = catalog.resource(&name).unwrap();
            texts.push(scaffold(&ty, Some(&format!("a-{}", texts.len())), &catalog).unwrap().text);
        }
    }
    assert_eq!(texts.len(), 8);
    assert_eq!(errors(&mut fixture, &texts.join("---\n")), [""; 0]);
}
