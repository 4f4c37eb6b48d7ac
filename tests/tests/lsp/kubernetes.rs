//! Custom resources beside their definition: as they are written, and as templates make them.

use sayl_tests::client::{Client, Workspace, at};

const DEFINITION: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.shop.example.com}
spec:
  group: shop.example.com
  scope: Namespaced
  names: {kind: Gadget, plural: gadgets}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer, description: How large it is., maximum: 9}
              mode: {type: string, enum: [fast, safe]}
";
const GADGET: &str = "\
apiVersion: shop.example.com/v1
kind: Gadget
metadata: {name: a}
spec:
  size: 1
  mode: fast
";

#[test]
fn a_resource_is_checked_completed_and_led_to_its_definition() {
    let workspace = Workspace::new(&[("crd.yml", DEFINITION)]);
    let mut client = Client::start(&workspace);
    let (crd, gadget) = (workspace.uri("crd.yml"), workspace.uri("gadget.yml"));
    client.open(&gadget, GADGET);
    assert_eq!(client.problems_of_version(&gadget, 1), []);
    let hover = client.request("textDocument/hover", &at(&gadget, 4, 3));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("How large it is"), "{hover}");
    let found = client.request("textDocument/definition", &at(&gadget, 4, 3));
    assert_eq!(found[0]["targetUri"], crd, "{found}");
    let completed = client.request("textDocument/completion", &at(&gadget, 5, 8));
    let shown = completed.to_string();
    assert!(shown.contains("fast") && shown.contains("safe"), "{shown}");
    client.open(&crd, DEFINITION);
    assert_eq!(client.problems_of_version(&crd, 1), []);
    client.change(&crd, 2, (18, 14), (18, 18), "length");
    assert_eq!(client.problems_of_version(&crd, 2), []);
    client.wait_for_problems(&gadget, &[(4, "unknown-field")]);
    client.stop();
}

#[test]
fn a_template_shows_what_is_wrong_with_the_resource_that_it_makes() {
    let schema = "#@data/values-schema\n---\nsize: 1\n";
    let template =
        "#@ load(\"@ytt:data\", \"data\")\n---\n".to_owned() + &GADGET.replace("size: 1", "size: #@ data.values.size");
    let workspace = Workspace::new(&[("crd.yml", DEFINITION), ("app/schema.yml", schema)]);
    let mut client = Client::start(&workspace);
    let gadget = workspace.uri("app/gadget.yml");
    client.open(&gadget, &template);
    client.wait_for_problems(&gadget, &[]);
    client.change(&gadget, 2, (6, 2), (6, 6), "siez");
    client.wait_for_problems(&gadget, &[(6, "unknown-field")]);
    client.change(&gadget, 3, (6, 2), (6, 6), "size");
    client.wait_for_problems(&gadget, &[]);
    client.stop();
}
