//! Documents that are resources, their names and what they refer to.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::choreo::ReferenceTarget;
use crate::test_support::{mark_ranges, without_marks};

/// Compares the references of a text with its marks, and its resources with what stands below it.
#[track_caller]
fn check(picture: Expect) {
    let text = without_marks(picture.data());
    let text = text.split_inclusive("===\n").next().unwrap().trim_end_matches("===\n");
    let document = TextDocument::new(FileId(0), text);
    let mut marks = Vec::new();
    let mut shown = String::new();
    for (index, resource) in resources(FileId(0), &document, &mut ResourceMemo::default()) {
        let names: Vec<&str> = resource.sections.iter().map(|section| section.name).collect();
        let name = resource.name.as_ref().map(|name| format!("{}/{}", name.namespace, name.name));
        let _ = writeln!(shown, "{index}: {:?} {} [{}]", resource.kind, name.unwrap_or_default(), names.join(", "));
        marks.extend(resource.references.iter().filter_map(|reference| {
            let ReferenceTarget { kinds, namespace, name } = &reference.target;
            let workload = reference.workload.as_ref().map(|(workload, _)| format!(", {workload}")).unwrap_or_default();
            let label = format!("{:?}: {kinds:?} {namespace}/{name}{workload}", reference.role);
            Some((document.resolve(reference.place)?, label))
        }));
    }
    picture.assert_eq(&format!("{}===\n{shown}", mark_ranges(text, &marks)));
}

#[test]
fn resources_stand_beside_other_documents() {
    check(expect![[r#"
            #@data/values
            ---
            apiVersion: openchoreo.dev/v1alpha1
            kind: Component
            ---
            apiVersion: openchoreo.dev/v1alpha1
            kind: ComponentType
            metadata: {name: web, namespace: shop}
            spec:
              schema:
                parameters: {port: integer}
            ---
            apiVersion: apps/v1
            kind: Component
            ---
            kind: ClusterTrait
            apiVersion: v1alpha1
            metadata: {name: logs, namespace: shop}
            ===
            1: ComponentType shop/web [parameters]
            3: ClusterTrait /logs []
        "#]]);
}

#[test]
fn references_are_read_in_every_form() {
    check(expect![[r#"
            apiVersion: openchoreo.dev/v1alpha1
            kind: Component
            metadata:
              name: shop
            spec:
              componentType: 'deployment/web'
            #                            ^^^ ComponentType: [ComponentType] default/web, deployment
              traits:
              - name: logs
            #         ^^^^ Trait(0): [Trait] default/logs
                instanceName: main
              - kind: ClusterTrait
                name: backup
            #         ^^^^^^ Trait(1): [ClusterTrait] default/backup
              - kind: Secret
                name: none
              workflow: {name: build}
            #                  ^^^^^ Workflow: [ComponentWorkflow, Workflow, ClusterWorkflow] default/build
            ---
            apiVersion: openchoreo.dev/v1alpha1
            kind: Component
            metadata: {namespace: eu}
            spec:
              componentType:
                kind: ClusterComponentType
                name: deployment/web
            #                    ^^^ ComponentType: [ClusterComponentType] eu/web, deployment
            ---
            apiVersion: openchoreo.dev/v1alpha1
            kind: ReleaseBinding
            spec:
              owner: {projectName: p, componentName: shop}
            #                      ^ Other: [Project] default/p
            #                                        ^^^^ Owner: [Component] default/shop
              releaseName: shop-1
            #              ^^^^^^ Release: [ComponentRelease] default/shop-1
            ===
            0: Component default/shop []
            1: Component  []
            2: ReleaseBinding  []
        "#]]);
}

#[test]
fn a_resource_is_kept_while_its_document_is_the_same() {
    let document =
        |name: &str| format!("apiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nmetadata: {{name: {name}}}\n");
    let text = format!("{}---\n{}", document("first"), document("second"));
    let mut memo = ResourceMemo::default();
    let before = TextDocument::new(FileId(0), &text);
    let old = resources(FileId(0), &before, &mut memo);
    let at = crate::text::TextSize::new(text.find("first").unwrap() as u32);
    let after = before.edit(crate::text::TextRange::empty(at), "new-");
    let new = resources(FileId(0), &after, &mut memo);
    let is_kept: Vec<bool> = old.iter().zip(&new).map(|((_, old), (_, new))| Arc::ptr_eq(old, new)).collect();
    assert_eq!(is_kept, [false, true]);
    assert_eq!(new[0].1.name.as_ref().unwrap().name, "new-first");
}
