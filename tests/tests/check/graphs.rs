//! Graphs of kro: `sayl graph` draws them, and `sayl diff` says which changes kro refuses.

use expect_test::expect;

use super::check;

const GRAPH: &str = "apiVersion: kro.run/v1alpha1
kind: ResourceGraphDefinition
metadata:
  name: shop
spec:
  schema:
    apiVersion: v1alpha1
    kind: Shop
    spec:
      name: string | required=true
      size: integer | default=1 maximum=9
      tier: string
  resources:
  - id: service
    template:
      apiVersion: v1
      kind: Service
      metadata: {name: \"${each[0].metadata.name}\"}
  - id: each
    forEach:
    - zone: ${[\"a\", schema.spec.tier]}
    includeWhen: [\"${schema.spec.size > 0}\"]
    template:
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: \"${secret.metadata.name}-${zone}\"}
  - id: secret
    externalRef:
      apiVersion: v1
      kind: Secret
      metadata: {name: \"${schema.spec.name}\"}
";

#[test]
fn a_graph_is_drawn_in_each_form() {
    let files = [("shop.yml", GRAPH.replace("id: each", "id: copies").replace("each[0]", "copies[0]"))];
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    check(
        &files,
        "graph",
        expect![[r#"
            flowchart TD
              n0["service<br/>Service"]
              n1[["copies<br/>ConfigMap"]]
              style n1 stroke-dasharray: 6 4
              n2(["secret<br/>Secret"])
              n1 --> n0
              n2 --> n1
            -- status 0
        "#]],
    );
    check(
        &files,
        "graph -o dot shop.yml",
        expect![[r#"
        digraph "Shop" {
          node [shape=box, fontname="sans-serif"];
          n0 [label="service\nService"];
          n1 [label="copies\nConfigMap", style=dashed, peripheries=2];
          n2 [label="secret\nSecret", style=dotted];
          n1 -> n0;
          n2 -> n1;
        }
        -- status 0
    "#]],
    );
    check(
        &files,
        "graph -o svg shop.yml",
        expect![[r##"
        <svg xmlns="http://www.w3.org/2000/svg" width="212" height="288" viewBox="0 0 212 288" font-family="sans-serif" font-size="13" role="img">
        <title>Shop</title>
        <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#888"/></marker></defs>
        <path class="arrow" d="M106 168C106 196 106 196 106 224" fill="none" stroke="#888" marker-end="url(#arrow)"/>
        <path class="arrow" d="M106 64C106 92 106 92 106 120" fill="none" stroke="#888" marker-end="url(#arrow)"/>
        <rect x="16" y="224" width="180" height="48" rx="6" class="box" stroke="#447" fill="#f7f8ff"/>
        <text class="id" x="106" y="244" text-anchor="middle" font-weight="bold" fill="#224">service</text><text class="kind" x="106" y="262" text-anchor="middle" fill="#557">Service</text>
        <rect x="20" y="124" width="180" height="48" rx="6" class="box" stroke="#447" fill="#eef"/>
        <rect x="16" y="120" width="180" height="48" rx="6" class="box" stroke="#447" fill="#f7f8ff" stroke-dasharray="6 4"/>
        <text class="id" x="106" y="140" text-anchor="middle" font-weight="bold" fill="#224">copies</text><text class="kind" x="106" y="158" text-anchor="middle" fill="#557">ConfigMap</text>
        <rect x="16" y="16" width="180" height="48" rx="6" class="box" stroke="#447" fill="#f7f8ff" stroke-dasharray="2 3"/>
        <text class="id" x="106" y="36" text-anchor="middle" font-weight="bold" fill="#224">secret</text><text class="kind" x="106" y="54" text-anchor="middle" fill="#557">Secret</text>
        </svg>
        -- status 0
    "##]],
    );
}

#[test]
fn what_cannot_be_drawn_is_a_mistake_of_the_command_line() {
    check(
        &[("other.yml", "a: 1\n")],
        "graph .",
        expect![[r#"
        -- stderr
        sayl: there is no ResourceGraphDefinition in what is named
        -- status 2
    "#]],
    );
    let other = GRAPH.replace("Shop", "Store").replace("shop", "store");
    check(
        &[("shop.yml", GRAPH), ("store.yml", &other)],
        "graph -o svg .",
        expect![[r#"
        -- stderr
        sayl: -o svg draws one graph, and there are several
        -- status 2
    "#]],
    );
}

#[test]
fn changes_that_kro_refuses_are_told_and_those_that_it_does_not_see() {
    let changed = GRAPH
        .replace("      tier: string\n", "      tier: string | enum=\"a,b\"\n      color: string | required=true\n")
        .replace("maximum=9", "maximum=5");
    let files = [("old/shop.yml", GRAPH), ("new/shop.yml", &changed)];
    check(
        &files,
        "diff old new",
        expect![[r#"
        error[schema-rule-tightened]: `maximum` was 9, and is 5 (MAXIMUM_DECREASED): kro refuses the update
          --> new/shop.yml:11:41
           |
        11 |       size: integer | default=1 maximum=5
           |                                         ^
           |
          ::: old/shop.yml:6:3
           |
         6 |   schema:
           |   ------ the old schema

        error[schema-rule-tightened]: `enum` is "a", "b" (ENUM_ADDED): kro does not compare it, so the update goes through, and instances may break
          --> new/shop.yml:12:27
           |
        12 |       tier: string | enum="a,b"
           |                           ^^^^^
           |
          ::: old/shop.yml:6:3
           |
         6 |   schema:
           |   ------ the old schema

        error[schema-key-required]: `color` was required=false, and is required=true (PROPERTY_ADDED): kro refuses the update
          --> new/shop.yml:13:7
           |
        13 |       color: string | required=true
           |       ^^^^^
           |
          ::: old/shop.yml:6:3
           |
         6 |   schema:
           |   ------ the old schema

        3 errors in 1 file
        Semantic versioning asks for a new major version
        -- status 1
    "#]],
    );
    let allowed = changed.replace(
        "metadata:\n  name: shop",
        "metadata:\n  name: shop\n  annotations: {kro.run/allow-breaking-changes: \"true\"}",
    );
    check(
        &[("old/shop.yml", GRAPH), ("new/shop.yml", &allowed)],
        "diff old new --format concise",
        expect![[r#"
        new/shop.yml:12:41: error[schema-rule-tightened] `maximum` was 9, and is 5 (MAXIMUM_DECREASED): kro lets it through, for an annotation says so
        new/shop.yml:13:27: error[schema-rule-tightened] `enum` is "a", "b" (ENUM_ADDED): kro does not compare it, so the update goes through, and instances may break
        new/shop.yml:14:7: error[schema-key-required] `color` was required=false, and is required=true (PROPERTY_ADDED): kro lets it through, for an annotation says so
        -- stderr
        3 errors in 1 file
        Semantic versioning asks for a new major version
        -- status 1
    "#]],
    );
}
