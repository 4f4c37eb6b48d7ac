//! OpenChoreo resources of several files: what is found, and who depends on whom.

use std::collections::BTreeSet;
use std::path::Path;

use crate::choreo::{Catalog as _, ResourceKind, ResourceName};
use crate::test_support::{Fixture, check_problems};
use crate::text::{FileId, TextRange, TextSize};

const WORLD: &str = "
#- /types/web.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  schema:
    parameters:
      port: integer
#- /shop.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: shop}
spec:
  componentType: deployment/web
#- /other.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: other}
spec:
  componentType: deployment/api
#- /prod.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ReleaseBinding
metadata: {name: shop-prod}
spec:
  owner: {componentName: shop}
";

#[test]
fn a_schema_says_what_is_wrong_with_it() {
    check_problems(
        "
        apiVersion: openchoreo.dev/v1alpha1
        kind: ComponentType
        metadata: {name: web}
        spec:
          schema:
            parameters:
              port: integr
        #           ^^^^^^ error[shorthand-type]: integer
        ",
    );
}

#[test]
fn whoever_refers_to_a_resource_depends_on_it_and_so_does_who_refers_to_that() {
    let mut host = Fixture::parse(WORLD).host();
    let file = |path: &str| host.analysis().file(Path::new(path)).unwrap();
    let [types, shop, other, prod] = ["/types/web.yml", "/shop.yml", "/other.yml", "/prod.yml"].map(file);
    let dependents = |host: &crate::analysis::AnalysisHost, file: FileId| host.analysis().dependents(file);
    assert_eq!(BTreeSet::from_iter(dependents(&host, types)), BTreeSet::from([shop, prod]));
    assert_eq!(dependents(&host, shop), [prod]);

    let text = "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: web}\n";
    host.open(Path::new("/types/web.yml"), text, 1, false);
    dependents(&host, types);
    let revision = host.analysis().layout_revision();
    let end = TextSize::of(text);
    host.edit(types, &[(TextRange::empty(end), "spec: {}\n".to_owned())], 2);
    assert_eq!(host.analysis().layout_revision(), revision, "an edit inside concerns its dependents only");

    let at = TextSize::new(text.find("web").unwrap() as u32);
    host.edit(types, &[(TextRange::at(at, TextSize::of("web")), "api".to_owned())], 3);
    assert!(host.analysis().layout_revision() > revision, "another name may concern everybody");
    assert_eq!(dependents(&host, types), [other]);
}

#[test]
fn a_resource_is_found_by_kind_namespace_and_name() {
    let analysis = Fixture::parse(WORLD).analysis();
    let catalog = analysis.catalog(analysis.file(Path::new("/shop.yml")).unwrap());
    let find = |kind, namespace: &str| catalog.resource(&ResourceName::new(kind, &namespace.into(), &"web".into()));
    assert_eq!(find(ResourceKind::ComponentType, "default").unwrap().sections.len(), 1);
    assert!(find(ResourceKind::ComponentType, "shop").is_none());
    assert!(find(ResourceKind::Trait, "default").is_none());
}

#[test]
fn resources_of_one_project_are_nothing_to_another() {
    check_problems(
        "
        #- /types/web.yml
        apiVersion: openchoreo.dev/v1alpha1
        kind: ComponentType
        metadata: {name: web}
        spec: {workloadType: deployment, schema: {parameters: {port: integer | default=1}}, resources: []}
        #- /shop.yml
        apiVersion: openchoreo.dev/v1alpha1
        kind: Component
        metadata: {name: shop}
        spec: {owner: {projectName: p}, componentType: deployment/wbe}
        #                                                         ^^^ error[unknown-resource]: web
        #- /inner/sayl.toml
        #- /inner/types.yml
        apiVersion: openchoreo.dev/v1alpha1
        kind: ComponentType
        metadata: {name: api}
        spec: {workloadType: deployment, schema: {parameters: {port: integer | default=1}}, resources: []}
        #- /inner/shop.yml
        apiVersion: openchoreo.dev/v1alpha1
        kind: Component
        metadata: {name: shop}
        spec: {owner: {projectName: p}, componentType: deployment/web}
        #                                                         ^^^ error[unknown-resource]: no ComponentType `web`
        ",
    );
}
