//! Loading modules and files.

use super::*;

#[test]
fn functions_and_yaml_are_loaded_from_files() {
    check(
        r#"
        #- /main.yml
        #@ load("/helpers/names.star", "full_name")
        #@ load("helpers/labels.lib.yml", "labels")
        ---
        name: #@ full_name("a", "b")
        labels: #@ labels("x")
        #- /helpers/names.star
        def full_name(a, b):
            return a + "-" + b
        end
        #- /helpers/labels.lib.yml
        #@ load("names.star", "full_name")
        #@ def labels(x):
        app: #@ full_name(x, "app")
        #@ end
        "#,
        expect![[r#"
            name: a-b
            labels:
              app: x-app
        "#]],
    );
}

#[test]
fn what_cannot_be_loaded_is_reported_at_its_path() {
    check(
        r#"
        #- /main.yml
        #@ load("helper/names.star", "f")
        name: 1
        #- /helpers/names.star
        def f(): return 1
        "#,
        expect![[r#"
            === main.yml
            #@ load("helper/names.star", "f")
            #       ^^^^^^^^^^^^^^^^^^^ template-load: There is no file `helper/names.star` in this bundle / hint: did you mean `helpers/names.star`?
            name: 1
        "#]],
    );
    check(
        r#"
        #- /main.yml
        #@ load("../outside.star", "f")
        name: 1
        "#,
        expect![[r#"
            === main.yml
            #@ load("../outside.star", "f")
            #       ^^^^^^^^^^^^^^^^^ template-load: `../outside.star` has `.` or `..` in it, which lead nowhere / expected: a file in this folder or below it, or `/` and its path from the root
            name: 1
        "#]],
    );
    check(
        r#"
        #- /main.yml
        #@ load("values.yml", "f")
        name: 1
        #- /values.yml
        a: 1
        "#,
        expect![[r#"
            === main.yml
            #@ load("values.yml", "f")
            #       ^^^^^^^^^^^^ template-load: `values.yml` is a template of the bundle, not a file to load from / expected: a file whose name ends in `.star`, `.lib.yml` or `.lib.txt`
            name: 1
        "#]],
    );
}

#[test]
fn paths_go_down_only() {
    check(
        r#"
        #- /parts/main.yml
        #@ load("../helpers/names.star", "f")
        name: 1
        #- /helpers/names.star
        def f(): return 1
        "#,
        expect![[r#"
            === parts/main.yml
            #@ load("../helpers/names.star", "f")
            #       ^^^^^^^^^^^^^^^^^^^^^^^ template-load: `../helpers/names.star` has `.` or `..` in it, which lead nowhere / hint: name it from the root: `/helpers/names.star`
            name: 1
        "#]],
    );
    check(
        r#"
        #- /parts/main.yml
        #@ load("@app:names.star", "f")
        name: 1
        #- /_ytt_lib/app/names.star
        def f(): return 1
        "#,
        expect![[r#"
            === parts/main.yml
            #@ load("@app:names.star", "f")
            #       ^^^^^^^^^^^^^^^^^ template-load: There is no library `app` / hint: `_ytt_lib/app` is not beside this file: load it in a file beside `_ytt_lib/`
            name: 1
        "#]],
    );
}

#[test]
fn a_load_in_a_block_loads_when_it_comes_by() {
    check(
        r#"
        #@ if False:
        #@ load("missing.star", "nothing")
        #@ else:
        #@ load("names.star",
        #@   "full", short="brief")
        #@ end
        #@ for name in ["a"]:
        #@ load("@ytt:json", "json")
        #@ end
        ---
        name: #@ full() + short()
        list: #@ json.encode([1])
        #- /names.star
        def full(): return "website"
        def brief(): return "web"
        "#,
        expect![[r#"
            name: websiteweb
            list: '[1]'
        "#]],
    );
}

#[test]
fn a_load_in_a_block_fails_at_its_own_strings() {
    check(
        r#"
        #- /main.yml
        #@ if True:
        #@ load("nams.star", "full")
        #@ end
        name: #@ full()
        #- /names.star
        def full(): return "website"
        "#,
        expect![[r#"
            === main.yml
            #@ if True:
            #@ load("nams.star", "full")
            #       ^^^^^^^^^^^ template-load: There is no file `nams.star` in this bundle / hint: did you mean `names.star`?
            #@ end
            name: #@ full()
        "#]],
    );
    check(
        r#"
        #- /main.yml
        #@ if True:
        #@ load("names.star", "ful")
        #@ end
        name: #@ ful()
        #- /names.star
        def full(): return "website"
        "#,
        expect![[r#"
            === main.yml
            #@ if True:
            #@ load("names.star", "ful")
            #                     ^^^^^ template-load: What is loaded does not define `ful` / hint: did you mean `full`?
            #@ end
            name: #@ ful()
        "#]],
    );
    check(
        r#"
        #- /main.yml
        #@ def name():
        #@   load("names.star", "full")
        #@   return full()
        #@ end
        name: #@ name()
        #- /names.star
        def full(): return "website"
        "#,
        expect![[r#"
            === main.yml
            #@ def name():
            #@   load("names.star", "full")
            #    ^^^^^^^^^^^^^^^^^^^^^^^^^^ template-syntax: `load` stands inside a function, or on the line of another statement
            #@   return full()
            #@ end
            name: #@ name()
        "#]],
    );
}

#[test]
fn names_of_modules_and_of_what_they_hold_are_known() {
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:jsn", "json")
        name: 1
        "#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:jsn", "json")
            #       ^^^^^^^^^^ template-load: `@ytt:jsn` is not a ytt module / hint: did you mean `@ytt:json`?
            name: 1
        "#]],
    );
    check(
        r#"
        #- /main.yml
        #@ load("names.star", "fulname")
        name: 1
        #- /names.star
        def full_name(): return 1
        "#,
        expect![[r#"
            === main.yml
            #@ load("names.star", "fulname")
            #                     ^^^^^^^^^ template-load: What is loaded does not define `fulname` / hint: did you mean `full_name`?
            name: 1
        "#]],
    );
}

#[test]
fn an_error_in_a_loaded_file_stands_there_and_at_the_load() {
    check(
        r#"
        #- /main.yml
        #@ load("a.star", "f")
        name: #@ f()
        #- /a.star
        load("b.star", "g")
        def f(): return g()
        #- /b.star
        def g(): return 1
        x = 1 + "a"
        "#,
        expect![[r#"
            === main.yml
            #@ load("a.star", "f")
            #       ^^^^^^^^ template-load: `a.star` cannot be loaded because of an error in it
            name: #@ f()
            === a.star
            load("b.star", "g")
            #    ^^^^^^^^ template-load: `b.star` cannot be loaded because of an error in it
            #    ^^^^^^^^ (the error)
            def f(): return g()
            === b.star
            def g(): return 1
            x = 1 + "a"
            #   ^^^^^^^ template-failure: `+` cannot be applied to int and string
            #   ^^^^^^^ (the error)
        "#]],
    );
}

#[test]
fn an_error_of_a_loaded_function_stands_there_with_the_call() {
    check(
        r#"
        #- /main.yml
        #@ load("a.lib.yml", "f")
        ---
        name: #@ f(5)
        #- /a.lib.yml
        #@ def f(x):
        a: #@ x["k"]
        #@ end
        "#,
        expect![[r#"
            === main.yml
            #@ load("a.lib.yml", "f")
            ---
            name: #@ f(5)
            #        ^^^^ (called from here)
            === a.lib.yml
            #@ def f(x):
            a: #@ x["k"]
            #     ^^^^^^ template-failure: A value of type int cannot be indexed
            #@ end
        "#]],
    );
}

#[test]
fn files_that_load_each_other_are_refused() {
    check(
        r#"
        #- /main.yml
        #@ load("a.star", "f")
        name: #@ f()
        #- /a.star
        load("b.star", "g")
        def f(): return g()
        #- /b.star
        load("a.star", "f")
        def g(): return f()
        "#,
        expect![[r#"
            === main.yml
            #@ load("a.star", "f")
            #       ^^^^^^^^ template-load: `a.star` cannot be loaded because of an error in it
            name: #@ f()
            === a.star
            load("b.star", "g")
            #    ^^^^^^^^ template-load: `b.star` cannot be loaded because of an error in it
            #    ^^^^^^^^ (the error)
            def f(): return g()
            === b.star
            load("a.star", "f")
            #    ^^^^^^^^ template-load: `a.star` is being loaded already: it loads itself, directly or through others
            #    ^^^^^^^^ (the error)
            def g(): return f()
        "#]],
    );
}

#[test]
fn text_templates_give_functions() {
    check(
        r#"
        #- /main.yml
        #@ load("text.lib.txt", "greeting")
        name: #@ greeting("you")
        #- /text.lib.txt
        (@ def greeting(name): @)
        Hello (@= name @)!
        (@ end @)
        "#,
        expect![[r#"
            name: |2

              Hello you!
        "#]],
    );
}

#[test]
fn an_error_in_a_loaded_function_stands_there_however_short_the_function_is() {
    check(
        r#"
        #@ load("funcs.star", "sum")
        #@ def outer():
        #@   return sum()
        #@ end
        a: #@ outer()
        #- /funcs.star
        def sum():
          return 1 + "2"
        end
        "#,
        expect![[r#"
            === main.yml
            #@ load("funcs.star", "sum")
            #@ def outer():
            #@   return sum()
            #           ^^^^^ (called from here, in `outer`)
            #@ end
            a: #@ outer()
            #     ^^^^^^^ (called from here)
            === funcs.star
            def sum():
              return 1 + "2"
            #        ^^^^^^^ template-failure: `+` cannot be applied to int and string
            end
        "#]],
    );
}
