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

#[test]
fn fragments_are_read_like_maps_and_arrays() {
    check(
        r#"
        #@ def map():
        a: 1
        b: {c: [1, 2]}
        #@ end
        #@ def arguments(a, b=None, **rest): return [a, type(b), rest]
        ---
        keys: #@ [key for key in map()]
        in: #@ ["a" in map(), "z" in map(), len(map()), bool(map())]
        deep: #@ map()["b"]["c"][1]
        splat: #@ arguments(**map())
        more: #@ arguments(x=3, **{"a": 2})
        lambda: #@ (lambda **all: all)(**map())
        dict: #@ type(dict(**map())["b"])
        type: #@ str(map())
        "#,
        expect![[r#"
            {}
            ---
            keys:
            - a
            - b
            in:
            - true
            - false
            - 2
            - true
            deep: 2
            splat:
            - 1
            - yamlfragment
            - {}
            more:
            - 2
            - NoneType
            - x: 3
            lambda:
              a: 1
              b:
                c:
                - 1
                - 2
            dict: yamlfragment
            type: yamlfragment(*yamlmeta.Map)
        "#]],
    );
}

#[test]
fn values_that_yaml_cannot_hold_are_refused_at_their_node() {
    check(
        r#"
        #@ def f(): return 1
        ok: #@ {"a": (1, 2.5), 3: set([1]), "r": list(range(2))}
        bad: #@ f
        lazy: #@ range(2)
        "#,
        expect![[r#"
            === main.yml
            #@ def f(): return 1
            ok: #@ {"a": (1, 2.5), 3: set([1]), "r": list(range(2))}
            bad: #@ f
            #       ^ template-failure: A function cannot be a value in YAML / expected: a scalar, a list, a dict, a struct or a YAML fragment
            lazy: #@ range(2)
            #        ^^^^^^^^ template-failure: A range cannot be a value in YAML / expected: a scalar, a list, a dict, a struct or a YAML fragment / hint: write `list(…)` around it
        "#]],
    );
}

#[test]
fn anchors_and_merge_keys_are_resolved() {
    check(
        r#"
        #@ x = 1
        base: &base
          a: 1
          list: &list
          - #@ x
        copy: *base
        merged:
          <<: *base
          b: 2
        again: *list
        "#,
        expect![[r#"
            base:
              a: 1
              list:
              - 1
            copy:
              a: 1
              list:
              - null
            merged:
              a: 1
              list:
              - null
              b: 2
            again:
            - null
        "#]],
    );
}

#[test]
fn annotations_keep_their_values_and_places() {
    let job = job(
        r#"
        #@ def check(v): return v > 0
        #@ hint = "a port"
        #@data/values-schema
        ---
        #@schema/title hint + "!"
        #@schema/validation ("positive", check), ("small", lambda v: v < 9), min_len=3
        #@schema/examples ("one", {"a": [1]})
        port: 80
        "#,
        None,
    );
    let evaluated = Evaluator::new(None).evaluate(&job, &Watch::new());
    let text = &job.sources[0].text;
    let mut picture = String::new();
    for attached in evaluated
        .documents
        .iter()
        .flat_map(crate::values::fragment::Fragment::children)
        .flat_map(|child| child.annotations.iter())
    {
        let ranged = |range: crate::text::TextRange| &text[std::ops::Range::<usize>::from(range)];
        let _ = writeln!(picture, "{} at {:?}", attached.name, ranged(attached.name_place.range));
        for argument in &attached.arguments.positional {
            let _ = writeln!(picture, "  {:?}: {}", ranged(argument.range), described(argument));
        }
        for keyword in &attached.arguments.keywords {
            let (name, value) = (ranged(keyword.name_range), ranged(keyword.value.range));
            let _ = writeln!(picture, "  {name:?}={value:?}: {}", described(&keyword.value));
        }
    }
    expect![[r#"
        schema/title at "schema/title"
          "hint + \"!\"": "a port!"
        schema/validation at "schema/validation"
          "\"positive\", check": "positive" | function check Some((1, 1))
          "\"small\", lambda v: v < 9": "small" | function lambda Some((1, 1))
          "min_len"="3": 3
        schema/examples at "schema/examples"
          "\"one\", {\"a\": [1]}": "one" | {a: [1]}
    "#]]
    .assert_eq(&picture);
}

fn described(argument: &crate::values::arguments::Argument) -> String {
    use crate::values::arguments::ArgumentKind;
    match &argument.kind {
        ArgumentKind::Literal(value) => crate::values::flow::flow(value),
        ArgumentKind::Tuple(parts) => parts.iter().map(described).collect::<Vec<_>>().join(" | "),
        ArgumentKind::Function(function) => format!("function {} {:?}", function.name, function.arity),
        other => format!("{other:?}"),
    }
}
