//! OpenChoreo resources of several files: what is found, and who depends on whom.

use std::collections::BTreeSet;
use std::path::Path;

use crate::analysis::AnalysisHost;
use crate::choreo::{Catalog as _, ResourceKind, ResourceName};
use crate::kubernetes::{Definitions as _, ResourceType};
use crate::test_support::{Fixture, check_problems};
use crate::text::{FileId, TextRange, TextSize};
use crate::values::Key;

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
    let dependents = |host: &AnalysisHost, file: FileId| host.analysis().dependents(file);
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

/// Two releases of a definition, and resources that suit the one beside them, only the other, and neither.
fn copies() -> Fixture {
    let definition = |folder: &str, field: &str| {
        format!(
            "#- /{folder}/crd.yml
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: shops.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: shops, singular: shop, kind: Shop, listKind: ShopList}}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {{openAPIV3Schema: {{type: object, properties: {{{field}: {{type: string}}}}}}}}
"
        )
    };
    let resource = |name: &str, field: &str| {
        format!(
            "#- /one/{name}.yml
apiVersion: example.com/v1
kind: Shop
metadata: {{name: {name}}}
{field}: a
"
        )
    };
    let definitions = [definition("one", "one"), definition("two", "two")].concat();
    let resources = [resource("near", "one"), resource("far", "two"), resource("none", "three")].concat();
    Fixture::parse(&(definitions + &resources))
}

#[test]
fn of_several_copies_of_a_definition_no_more_are_read_than_are_needed_and_none_of_them_twice() {
    for (path, first, problems) in [
        ("/one/near.yml", vec!["/one/crd.yml", "/one/near.yml"], 0),
        ("/one/far.yml", vec!["/one/crd.yml", "/one/far.yml", "/two/crd.yml"], 0),
        ("/one/none.yml", vec!["/one/crd.yml", "/one/none.yml", "/two/crd.yml"], 1),
    ] {
        let mut host = copies().host();
        let analysis = host.analysis();
        let all = analysis.existing_files();
        let near = analysis.file(Path::new("/one/near.yml")).unwrap();
        assert_eq!(analysis.definitions(near).versions(&ResourceType::of("example.com/v1", "Shop")).len(), 2);
        drop(analysis);
        for read in [first, vec![path]] {
            host.give_up(&all);
            let analysis = host.analysis();
            assert_eq!(analysis.problems(analysis.file(Path::new(path)).unwrap()).len(), problems, "{path}");
            let held: BTreeSet<&str> =
                analysis.files_with_nodes().iter().map(|file| analysis.path(*file).to_str().unwrap()).collect();
            assert_eq!(held, read.into_iter().collect(), "{path}");
        }
    }
}

#[test]
fn a_place_stays_true_while_the_nodes_of_its_file_are_given_up() {
    let mut host = copies().host();
    let definition = |host: &AnalysisHost| {
        let analysis = host.analysis();
        let file = analysis.file(Path::new("/one/near.yml")).unwrap();
        let of = ResourceType::of("example.com/v1", "Shop");
        analysis.definitions(file).definition(&of).unwrap()
    };
    let declared = |host: &AnalysisHost| {
        let definition = definition(host);
        let fields = definition.schema().root.ty.mapping().unwrap().fields.clone();
        let place = fields.get(&Key::String("one".into())).unwrap().declared;
        let analysis = host.analysis();
        let document = analysis.document(place.file).unwrap();
        document.slice(document.resolve(place).unwrap())
    };
    let all = host.analysis().existing_files();
    for _ in 0..3 {
        assert_eq!(declared(&host), "one");
        host.give_up(&all);
    }
}

#[test]
fn another_copy_counts_as_soon_as_it_is_the_one_that_is_suited() {
    let mut host = copies().host();
    let count = |host: &AnalysisHost, path: &str| {
        let analysis = host.analysis();
        analysis.problems(analysis.file(Path::new(path)).unwrap()).len()
    };
    assert_eq!([count(&host, "/one/near.yml"), count(&host, "/one/none.yml")], [0, 1]);
    super::changes::edit(&mut host, "/two/crd.yml", "two:", "three:");
    assert_eq!([count(&host, "/one/none.yml"), count(&host, "/one/far.yml")], [0, 1]);
    super::changes::edit(&mut host, "/one/crd.yml", "one:", "four:");
    assert_eq!(count(&host, "/one/near.yml"), 1);
}
