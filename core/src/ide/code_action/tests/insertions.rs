//! What is missing is inserted.

use super::*;

#[test]
fn required_parameters_are_inserted() {
    let parameters = "      port: integer | minimum=1024\n      name: string\n      size: string | default=s\n";
    check(
        "Insert `port`",
        &component(parameters, "  parameters:\n    size: l\n"),
        expect![[r#"
            #- /shop.yml
                 size: l
            +    port: 1024
        "#]],
    );
    let title = "Insert everything that is required";
    check(
        title,
        &component(parameters, "  parameters: {size: l}\n"),
        expect![[r##"
            #- /shop.yml
               componentType: deployment/web
            -  parameters: {size: l}
            +  parameters: {size: l, port: 1024, name: ""}
        "##]],
    );
    check(
        title,
        &component(parameters, "  parameters: {}\n"),
        expect![[r##"
            #- /shop.yml
               componentType: deployment/web
            -  parameters: {}
            +  parameters: {port: 1024, name: ""}
        "##]],
    );
    let nested = "      db:\n        host: string | format=hostname\n        mode: string | enum=rw,ro\n";
    check(
        "Insert `parameters`",
        &component(nested, "  owner: {projectName: p}\n"),
        expect![[r#"
            #- /shop.yml
               owner: {projectName: p}
            +  parameters:
            +    db:
            +      host: example.org
            +      mode: rw
        "#]],
    );
}

#[test]
fn a_loop_gets_a_variable() {
    let spec = "#- /trait.yml\napiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nmetadata: {name: t}\nspec:\n  schema:\n    \
                parameters:\n      ports: '[]integer | default=[]'\n  creates:\n  - forEach: ${parameters.ports}\n    \
                template: {apiVersion: v1, kind: Service, metadata: {name: x}}\n";
    check(
        "Insert `var: item`",
        spec,
        expect![[r#"
            #- /trait.yml
               creates:
            -  - forEach: ${parameters.ports}
            +  - var: item
            +    forEach: ${parameters.ports}
                 template: {apiVersion: v1, kind: Service, metadata: {name: x}}
        "#]],
    );
}
