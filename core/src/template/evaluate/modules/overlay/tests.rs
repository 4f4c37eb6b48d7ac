//! Overlays in code, as templates use them.

use expect_test::expect;

use crate::template::evaluate::modules::test_support::check as check_values;
use crate::template::evaluate::tests::check;

#[test]
fn matchers_are_functions() {
    check_values(
        r#"
        overlay.all(0, {}, {})
        overlay.all("key", {}, {})
        overlay.index(1)(1, {}, {})
        overlay.index(1)(0, {}, {})
        overlay.map_key("name")(0, {"name": "a"}, {"name": "a"})
        overlay.map_key("name")(0, {"name": "a"}, {"name": "b"})
        overlay.subset({"a": {"b": 1}})(0, {"a": {"b": 1, "c": 2}}, {})
        overlay.subset({"a": 2})(0, {"a": 1}, {})
        overlay.subset("x")(0, "x", None)
        overlay.not_op(overlay.all)(0, {}, {})
        overlay.and_op(overlay.index(0), overlay.subset({"a": 1}))(0, {"a": 1}, {})
        overlay.and_op(overlay.index(0), overlay.subset({"a": 1}))(1, {"a": 1}, {})
        overlay.or_op(overlay.index(0), overlay.subset({"a": 1}))(1, {"a": 1}, {})
        overlay.all(0)
        overlay.all([], 1, 2)
        overlay.not_op(overlay.index(0))([], 1, 2)
        overlay.index("1")
        overlay.not_op("name")
        type(overlay.all)
        str(overlay.index(1))
        "#,
        expect![[r#"
            overlay.all(0, {}, {})
                True
            overlay.all("key", {}, {})
                True
            overlay.index(1)(1, {}, {})
                True
            overlay.index(1)(0, {}, {})
                False
            overlay.map_key("name")(0, {"name": "a"}, {"name": "a"})
                ! `overlay.map_key` compares maps of YAML, not dicts
            overlay.map_key("name")(0, {"name": "a"}, {"name": "b"})
                ! `overlay.map_key` compares maps of YAML, not dicts
            overlay.subset({"a": {"b": 1}})(0, {"a": {"b": 1, "c": 2}}, {})
                True
            overlay.subset({"a": 2})(0, {"a": 1}, {})
                False
            overlay.subset("x")(0, "x", None)
                True
            overlay.not_op(overlay.all)(0, {}, {})
                False
            overlay.and_op(overlay.index(0), overlay.subset({"a": 1}))(0, {"a": 1}, {})
                True
            overlay.and_op(overlay.index(0), overlay.subset({"a": 1}))(1, {"a": 1}, {})
                False
            overlay.or_op(overlay.index(0), overlay.subset({"a": 1}))(1, {"a": 1}, {})
                True
            overlay.all(0)
                ! a matcher takes 3 arguments, not 1
                  expected: an index or a key, the node below and the node above
            overlay.all([], 1, 2)
                True
            overlay.not_op(overlay.index(0))([], 1, 2)
                ! `overlay.index` finds items and documents by their number
                  found: array
            overlay.index("1")
                ! Type of parameter `index` doesn't match, expected `int`, actual `string (repr: "1")`
            overlay.not_op("name")
                ! this works only inside of a template
            type(overlay.all)
                "function"
            str(overlay.index(1))
                "overlay.index_matcher"
        "#]],
    );
}

#[test]
fn maps_and_arrays_are_laid_over_each_other() {
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:overlay", "overlay")
        #@ def below():
        name: a
        ports:
        - 80
        #@ end
        #@ def above():
        name: b
        ports:
        - 443
        #@overlay/match missing_ok=True
        new: true
        #@ end
        once: #@ overlay.apply(below(), above())
        thrice: #@ overlay.apply(below(), above(), {"name": "c"})
        "#,
        expect![[r#"
            once:
              name: b
              ports:
              - 80
              - 443
              new: true
            thrice:
              name: c
              ports:
              - 80
              - 443
              new: true
        "#]],
    );
}

#[test]
fn documents_are_matched() {
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:overlay", "overlay")
        #@ load("@ytt:template", "template")
        #@ def below():
        ---
        kind: a
        ---
        kind: b
        #@ end
        #@ def above():
        #@overlay/match by=overlay.or_op(overlay.subset({"kind": "b"}), lambda i, l, r: i == 5)
        ---
        #@overlay/match missing_ok=True
        found: true
        #@overlay/match by=overlay.and_op(overlay.all, overlay.not_op(overlay.index(1)))
        ---
        #@overlay/match missing_ok=True
        first: true
        #@ end
        --- #@ template.replace(overlay.apply(below(), above()))
        "#,
        expect![[r#"
            kind: a
            first: true
            ---
            kind: b
            found: true
        "#]],
    );
}

#[test]
fn what_does_not_fit_is_said_at_the_call_with_the_node_beside_it() {
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:overlay", "overlay")
        #@ def below():
        name: a
        #@ end
        #@ def above():
        nam: b
        #@ end
        once: #@ overlay.apply(below(), above())
        "#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:overlay", "overlay")
            #@ def below():
            name: a
            #^^^ (this is the map that it overlays)
            #@ end
            #@ def above():
            nam: b
            #^^ (this is the node of the overlay)
            #@ end
            once: #@ overlay.apply(below(), above())
            #        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ overlay-mismatch: There is no key `nam` in the values below / found: `nam` / expected: the key `name` / hint: did you mean `name`?
        "#]],
    );
}

#[test]
fn a_function_of_an_overlay_that_fails_is_said_at_the_call() {
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:overlay", "overlay")
        #@ load("@ytt:assert", "assert")
        #@ def below():
        name: a
        #@ end
        #@ def above():
        #@overlay/assert via=lambda a, b: assert.fail("no")
        name:
        #@ end
        once: #@ overlay.apply(below(), above())
        "#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:overlay", "overlay")
            #@ load("@ytt:assert", "assert")
            #@ def below():
            name: a
            #^^^ (this is below)
            #@ end
            #@ def above():
            #@overlay/assert via=lambda a, b: assert.fail("no")
            #                                 ^^^^^^^^^^^^^^^^^ (in `lambda`)
            name:
            #^^^ (this is the node of the overlay)
            #@ end
            once: #@ overlay.apply(below(), above())
            #        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ overlay-mismatch: The function of `via=` fails / found: no
            #        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ (in ``)
        "#]],
    );
}

#[test]
fn documents_take_documents_only() {
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:overlay", "overlay")
        #@ def documents():
        ---
        name: a
        #@ end
        ---
        once: #@ overlay.apply(documents(), {"name": "b"})
        "#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:overlay", "overlay")
            #@ def documents():
            ---
            name: a
            #@ end
            ---
            once: #@ overlay.apply(documents(), {"name": "b"})
            #        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ template-failure: A value of type dict cannot be laid over documents
        "#]],
    );
}

#[test]
fn one_argument_is_not_enough() {
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:overlay", "overlay")
        once: #@ overlay.apply({})
        "#,
        expect![[r#"
            once: {}
        "#]],
    );
}

#[test]
fn what_is_applied_is_a_fragment_whatever_it_was() {
    check_values(
        r#"
        overlay.apply(1, 2)
        type(overlay.apply(None))
        [str(overlay.apply(x, 2)) for x in [True, 1, 18446744073709551615, 1.5, "a", None, [1], {"a": 1}]]
        overlay.apply({"a": {"b": 1}}, {"a": {"b": 2}})["a"]["b"]
        overlay.apply(1, 2) == 1
        overlay.apply("ab", 2) + "c"
        len(overlay.apply("ab", 2))
        [x for x in overlay.apply(1, 2)]
        "#,
        expect![[r#"
            overlay.apply(1, 2)
                yamlfragment(int64)
            type(overlay.apply(None))
                "yamlfragment"
            [str(overlay.apply(x, 2)) for x in [True, 1, 18446744073709551615, 1.5, "a", None, [1], {"a": 1}]]
                ["yamlfragment(bool)", "yamlfragment(int64)", "yamlfragment(uint64)", "yamlfragment(float64)", "yamlfragment(string)", "yamlfragment(<nil>)", "yamlfragment(*yamlmeta.Array)", "yamlfragment(*yamlmeta.Map)"]
            overlay.apply({"a": {"b": 1}}, {"a": {"b": 2}})["a"]["b"]
                2
            overlay.apply(1, 2) == 1
                False
            overlay.apply("ab", 2) + "c"
                ! Operation `+` not supported for types `yamlfragment` and `string`
            len(overlay.apply("ab", 2))
                ! this YAML fragment is a scalar
            [x for x in overlay.apply(1, 2)]
                ! this YAML fragment is a scalar
        "#]],
    );
}

#[test]
fn what_cannot_match_fails_when_it_is_asked() {
    check(
        r#"
        #@ load("@ytt:overlay", "overlay")
        #@ def docs():
        --- 1
        #@ end
        ---
        made: #@ type([overlay.and_op("name"), overlay.or_op(1), overlay.not_op(None)])
        asked: #@ overlay.or_op(overlay.all, "name")(0, {}, {})
        wrong: #@ overlay.and_op(overlay.all, "name")(0, {}, {})
        "#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:overlay", "overlay")
            #@ def docs():
            --- 1
            #@ end
            ---
            made: #@ type([overlay.and_op("name"), overlay.or_op(1), overlay.not_op(None)])
            asked: #@ overlay.or_op(overlay.all, "name")(0, {}, {})
            wrong: #@ overlay.and_op(overlay.all, "name")(0, {}, {})
            #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ overlay-mismatch: The function of `by=` fails / found: a value of type string cannot be called
            #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ (this is the node of the overlay)
            #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ (in ``)
        "#]],
    );
}

#[test]
fn nothing_can_be_laid_over_documents() {
    check(
        r#"
        #@ load("@ytt:overlay", "overlay")
        #@ load("@ytt:template", "template")
        #@ def docs():
        ---
        a: 1
        #@ end
        #@ def nothing():
        #@ if False:
        ---
        b: 1
        #@ end
        #@ end
        --- #@ template.replace(overlay.apply(docs(), nothing(), None))
        "#,
        expect![[r#"
            a: 1
        "#]],
    );
}
