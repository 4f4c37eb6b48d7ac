//! In which order things happen, and where nodes go: as ytt's programs have it.

use super::*;

/// What each of these templates gives.
#[track_caller]
fn check_all(templates: &[&str], expected: Expect) {
    let pictures = templates.iter().map(|template| picture(&job(template, None)));
    expected.assert_eq(&pictures.collect::<Vec<_>>().join("···\n"));
}

#[test]
fn code_above_a_node_runs_before_its_annotations() {
    check_all(
        &[
            r#"
            #@yaml/text-templated-strings override
            #@ override = True
            a: (@= "b" @)
            "#,
            r#"
            #@yaml/map-key-override str(name)
            #@ for name in ["a", "b"]:
            #@ sum = (1 +
            #@yaml/text-templated-strings name
            #@   2)
            (@= name @): #@ sum
            #@ end
            "#,
        ],
        expect![[r#"
            a: b
            ···
            a: 3
            b: 3
        "#]],
    );
}

#[test]
fn a_node_whose_parent_was_left_out_goes_into_what_is_around() {
    check_all(
        &[
            "
            #@ wraps = False
            #@ if wraps:
            parent:
            #@ end
              child: 1
            other: 2
            ",
            "
            #@ if False:
            parent:
            #@ end
              child: 1
              second: 2
            ",
            "
            a:
              #@ if False:
              b:
                c: 1
                #@ end
                d: 2
            ",
            "
            #@ if False:
            a:
              - 1
              #@ end
              - 2
            ",
        ],
        expect![[r#"
            child: 1
            other: 2
            ···
            === main.yml
            #@ if False:
            parent:
            #@ end
              child: 1
              second: 2
            # ^^^^^^ template-failure: This node has no place: what holds it in the template was left out / hint: let one block hold both, or begin the block inside
            ···
            a:
              d: 2
            ···
            === main.yml
            #@ if False:
            a:
              - 1
              #@ end
              - 2
            # ^ template-failure: A node of an array is among those of a map
        "#]],
    );
}

#[test]
fn a_return_before_the_first_node_leaves_the_function_unfinished() {
    check_all(
        &[
            "
            #@ def f(x):
            #@   if not x: return None
            a: 1
            #@ end
            ---
            given: #@ f(1)
            ",
            "
            #@ def f(x):
            #@   if not x: return None
            a: 1
            #@ end
            ---
            lost: #@ f(0)
            ",
            "
            #@ def f(x):
            #@   if not x:
            #@     return
            #@   end
            a: 1
            #@ end
            #@ x = f(0)
            ",
        ],
        expect![[r#"
            {}
            ---
            given:
              a: 1
            ···
            === main.yml
            #@ def f(x):
            #@   if not x: return None
            #              ^^^^^^^^^^^ template-failure: `return` before the first node of a function with YAML or text leaves it unfinished / hint: return after a node, or from a function that contains only code
            a: 1
            #@ end
            ---
            lost: #@ f(0)
            ···
            === main.yml
            #@ def f(x):
            #@   if not x:
            #@     return
            #      ^^^^^^ template-failure: `return` before the first node of a function with YAML or text leaves it unfinished / hint: return after a node, or from a function that contains only code
            #@   end
            a: 1
            #@ end
            #@ x = f(0)
        "#]],
    );
}

/// ytt goes on with what the function began, and finds it open at the end of the file.
#[test]
fn a_failure_inside_of_a_function_with_nodes_cannot_be_caught_in_its_own_file() {
    check_all(
        &[
            r#"
            #@ load("@ytt:assert", "assert")
            #@ def f():
            v: #@ fail("no")
            #@ end
            a: #@ assert.try_to(f)[1]
            "#,
            r#"
            #@ load("@ytt:assert", "assert")
            #@ def f():
            #@   fail("no")
            v: 1
            #@ end
            #@ caught = assert.try_to(lambda: f())
            a: 1
            "#,
        ],
        expect![[r#"
            === main.yml
            #@ load("@ytt:assert", "assert")
            #@ def f():
            v: #@ fail("no")
            #@ end
            a: #@ assert.try_to(f)[1]
            #     ^^^^^^^^^^^^^^^^ template-failure: `assert.try_to` catches a failure inside of a function with YAML or text, and ytt refuses the file / hint: load the function from another file, or let one fail that contains only code
            ···
            === main.yml
            #@ load("@ytt:assert", "assert")
            #@ def f():
            #@   fail("no")
            v: 1
            #@ end
            #@ caught = assert.try_to(lambda: f())
            #           ^^^^^^^^^^^^^^^^^^^^^^^^^^ template-failure: `assert.try_to` catches a failure inside of a function with YAML or text, and ytt refuses the file / hint: load the function from another file, or let one fail that contains only code
            a: 1
        "#]],
    );
}

#[test]
fn a_failure_of_code_alone_or_of_another_file_can_be_caught() {
    check_all(
        &[
            r#"
            #@ load("@ytt:assert", "assert")
            #@ def f():
            #@   return fail("no")
            #@ end
            #@ def g():
            v: #@ assert.try_to(f)[1]
            #@ end
            a: #@ g()
            "#,
            r#"
            #- /main.yml
            #@ load("@ytt:assert", "assert")
            #@ load("f.lib.yml", "f", "g")
            a: #@ assert.try_to(f)[1]
            b: #@ g()
            #- /f.lib.yml
            #@ def f():
            v: #@ fail("no")
            #@ end
            #@ def g():
            w: 1
            #@ end
            "#,
        ],
        expect![[r#"
            a:
              v: 'fail: no'
            ···
            a: 'fail: no'
            b:
              w: 1
        "#]],
    );
}

#[test]
fn a_function_of_another_file_may_be_left_unfinished() {
    check_all(
        &[
            r#"
            #- /main.yml
            #@ load("f.lib.yml", "f")
            of_another_file: #@ f(0)
            #- /f.lib.yml
            #@ def f(x):
            #@   if not x: return "nothing"
            a: 1
            #@ end
            "#,
            r#"
            #- /main.yml
            #@ load("f.lib.txt", "f", "g")
            f: #@ f(0)
            g: #@ g()
            #- /f.lib.txt
            (@ def f(x): @)(@ if not x: return "nothing" @)some(@ end @)
            (@ def g(): -@)
            (@- end @)
            "#,
        ],
        expect![[r#"
            of_another_file: nothing
            ···
            f: nothing
            g: ""
        "#]],
    );
}

#[test]
fn a_node_is_replaced_where_replace_is_called() {
    check_all(
        &[
            r#"
            #@ load("@ytt:template", "template")
            a: 1
            #@ template.replace({"c": 3})
            b: 2
            "#,
            r#"
            #@ load("@ytt:template", "template")
            a: #@ template.replace({"a": 3})
            "#,
        ],
        expect![[r#"
            c: 3
            b: 2
            ···
            === main.yml
            #@ load("@ytt:template", "template")
            a: #@ template.replace({"a": 3})
            #     ^^^^^^^^^^^^^^^^^^^^^^^^^^ template-failure: `template.replace` cannot bring in the key that it stands at / hint: give the entry a key of its own, such as `_`
        "#]],
    );
}

#[test]
fn a_node_is_replaced_by_parts_of_its_kind() {
    check_all(
        &[
            r#"
            #@ load("@ytt:template", "template")
            #@ def items():
            - 1
            #@ end
            --- #@ template.replace(items())
            "#,
            r#"
            #@ load("@ytt:template", "template")
            #@ def items():
            - 1
            #@ end
            --- #@ template.replace([{"a": 1}])
            ---
            - 0
            - #@ template.replace(items())
            "#,
            r#"
            #- /main.yml
            #@ load("f.star", "f")
            a: #@ f()
            #- /f.star
            load("@ytt:template", "template")
            def f():
              x = 1
              return template.replace({"c": 3})
            end
            "#,
        ],
        expect![[r#"
            === main.yml
            #@ load("@ytt:template", "template")
            #@ def items():
            - 1
            #@ end
            --- #@ template.replace(items())
            #      ^^^^^^^^^^^^^^^^^^^^^^^^^ template-failure: `template.replace` needs other parts for a node of documents / found: an array / expected: documents, or a list of what each of them holds
            ···
            []
            ---
            a: 1
            ---
            - 0
            - 1
            ···
            === main.yml
            #@ load("f.star", "f")
            a: #@ f()
            #     ^^^ (called from here)
            === f.star
            load("@ytt:template", "template")
            def f():
              x = 1
              return template.replace({"c": 3})
            #        ^^^^^^^^^^^^^^^^^^^^^^^^^^ template-failure: `template.replace` finds no node to replace in its file / hint: it works for the value of a node and in functions that give YAML, not in other files or text
            end
        "#]],
    );
}
