//! OpenChoreo resources of several files: a type and the components that use it.

use sayl_tests::client::{Client, Workspace, at};

const TYPE: &str = "\
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  workloadType: deployment
  schema:
    parameters:
      port: integer
";
const COMPONENT: &str = "\
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: shop}
spec:
  componentType: deployment/web
  parameters: {port: 80}
";

#[test]
fn an_edit_of_a_type_checks_its_components_again_open_or_not() {
    let workspace = Workspace::new(&[("types/web.yml", TYPE), ("shop.yml", COMPONENT), ("other.yml", COMPONENT)]);
    let mut client = Client::start(&workspace);
    let (web, shop) = (workspace.uri("types/web.yml"), workspace.uri("shop.yml"));
    client.open(&shop, &COMPONENT.replace("name: shop", "name: open"));
    assert_eq!(client.problems_of_version(&shop, 1), []);
    client.open(&web, TYPE);
    assert_eq!(client.problems_of_version(&web, 1), []);
    client.change(&web, 2, (7, 12), (7, 19), "string");
    assert_eq!(client.problems_of_version(&web, 2), []);
    client.wait_for_problems(&shop, &[(5, "type-mismatch")]);
    client.wait_for_problems(&workspace.uri("other.yml"), &[(5, "type-mismatch")]);
    client.change(&web, 3, (7, 6), (7, 10), "prt");
    assert_eq!(client.problems_of_version(&web, 3), []);
    for component in [&shop, &workspace.uri("other.yml")] {
        client.wait_for_problems(component, &[(5, "missing-parameter")]);
    }
    client.stop();
}

#[test]
fn the_type_of_a_component_is_found_by_its_name() {
    let workspace = Workspace::new(&[("types/web.yml", TYPE)]);
    let mut client = Client::start(&workspace);
    let shop = workspace.uri("shop.yml");
    client.open(&shop, COMPONENT);
    assert_eq!(client.problems_of_version(&shop, 1), []);
    let found = client.request("textDocument/definition", &at(&shop, 4, 30));
    assert_eq!(found[0]["targetUri"], workspace.uri("types/web.yml"), "{found}");
    let hover = client.request("textDocument/hover", &at(&shop, 5, 17));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("integer, required"), "{hover}");
    client.stop();
}
