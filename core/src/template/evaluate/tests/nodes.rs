//! YAML with code in it.

use super::*;

#[test]
fn functions_give_yaml_and_values() {
    check(
        r#"
        #@ def labels(name):
        app: #@ name
        tier: web
        #@ end

        #@ def double(x): return 2 * x
        ---
        labels: #@ labels("shop")
        port: #@ double(40)
        #@ for i in range(3):
        #@yaml/text-templated-strings
        key(@= str(i) @): #@ i
        #@ end
        list:
        #@ for/end x in ["a", "b"]:
        - #@ x
        "#,
        expect![[r#"
            {}
            ---
            labels:
              app: shop
              tier: web
            port: 80
            key0: 0
            key1: 1
            key2: 2
            list:
            - a
            - b
        "#]],
    );
}

#[test]
fn return_ends_a_function_and_may_give_something_else() {
    check(
        r#"
        #@ load("@ytt:template", "template")

        #@ def tpl_empty_return(val):
          #@ if val == 123:
        label1: #@ val
            #@ return
        label2: #@ val+1
          #@ else:
        label3: #@ val
          #@ end
        #@ end

        #@ def tpl_val_return(val):
        label1: #@ val
        #@ return {"a": 123}
        #@ end

        test:
        - #@ template.replace([tpl_empty_return(123)])
        - #@ template.replace([tpl_empty_return(12)])
        - #@ template.replace([tpl_val_return(123)])
        "#,
        expect![[r#"
            test:
            - label1: 123
            - label3: 12
            - a: 123
        "#]],
    );
}

#[test]
fn an_empty_loop_leaves_an_empty_array() {
    check(
        r#"
        list:
        #@ for x in []:
        - #@ x
        #@ end
        map:
          #@ if False:
          a: 1
          #@ end
        "#,
        expect![[r#"
            list: []
            map: {}
        "#]],
    );
}

#[test]
fn keys_stand_once_unless_the_second_overrides() {
    check(
        r#"
        first: 1
        #@yaml/map-key-override
        first: 2
        #@ for x in ["a", "b", "a"]:
        #@yaml/text-templated-strings
        (@= x @): #@ x
        #@ end
        "#,
        expect![[r#"
            === main.yml
            first: 1
            #@yaml/map-key-override
            first: 2
            #@ for x in ["a", "b", "a"]:
            #@yaml/text-templated-strings
            (@= x @): #@ x
            #^^^^^^^ duplicate-key: The key `a` is there already / hint: annotate it with `#@yaml/map-key-override` if it is meant to replace the first one
            #@ end
        "#]],
    );
}
