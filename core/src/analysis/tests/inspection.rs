//! What is wrong with code elsewhere stays while one line is half typed.

use expect_test::expect;

use super::check;

/// What makes a bundle of templates.
const SCHEMA: &str = "#- /schema.yml\n#@data/values-schema\n---\nname: \"\"\n\n";

#[test]
fn names_that_nothing_defines_stay_while_another_line_is_half_typed() {
    for line in
        ["b: #@ data.values.", "b: #@ f(", "b: #@ [x for", "#@ if c", "#@ c =", "b", "b: [1", "#@overlay/match by="]
    {
        let template = format!(
            "{SCHEMA}#- /main.yml\n#@ load(\"@ytt:data\", \"data\")\n---\na: #@ missing\n{line}\nd: #@ data.values.name + gone\n"
        );
        let picture = crate::test_support::render_problems(&template);
        for name in ["missing", "gone"] {
            let expected = format!("error[template-name]: `{name}` is not defined");
            assert_eq!(picture.matches(&expected).count(), 1, "{picture}");
        }
        assert_eq!(picture.matches("error[").count(), 3, "{picture}");
    }
}

#[test]
fn names_that_the_half_typed_code_may_define_are_not_missed() {
    for line in ["load(\"x.star\", \"f\"", "def f(a, b", "for x in", "f, a, x ="] {
        let template = format!("{SCHEMA}#- /main.yml\n#@ {line}\na: #@ f(a, x)\n");
        let picture = crate::test_support::render_problems(&template);
        assert_eq!(picture.matches("error[").count(), 1, "{picture}");
        assert!(!picture.contains("template-name"), "{picture}");
    }
}

#[test]
fn a_block_that_ends_too_early_hides_no_parameters() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        name: ""

        #- /main.yml
        #@ def f(a):
        #@ if
        #    | error[template-syntax]: The line that opens a block ends with a colon / found: the end of the line / expected: `:`
        b: #@ a
        #@ end
        c: #@ a
        #@ end
        d: #@ f(1)
    "##]]);
}

#[test]
fn the_end_of_a_block_on_its_way_is_no_name() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        name: ""

        #- /main.yml
        #@ if True:
        #  ^^ error[template-syntax]: The block that `if` opens has no `end` / hint: indentation does not end a block
        b: #@ missing
        #     ^^^^^^^ error[template-name]: `missing` is not defined
        #@ en
    "##]]);
}

#[test]
fn templates_and_what_they_load_are_looked_at_although_an_earlier_step_fails() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        #@schema/type a.
        #               | error[annotation-syntax]: The arguments of `@schema/type` are not valid Starlark / found: the end of the line / expected: arguments as in a function call, separated by commas
        name: ""

        #- /main.yml
        #@ load("used.star", "f")
        a: #@ f(missing)
        #       ^^^^^^^ error[template-name]: `missing` is not defined

        #- /used.star
        load("deeper.lib.yml", "g")
        def f(x):
          return g(nobody)
        #          ^^^^^^ error[template-name]: `nobody` is not defined
        end

        #- /deeper.lib.yml
        #@ def g(x):
        a: #@ y
        #     ^ error[template-name]: `y` is not defined
        #@ end

        #- /unused.star
        def h():
          return nothing
        end
    "##]]);
}

#[test]
fn what_is_loaded_is_looked_at_although_a_template_fails() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        name: ""

        #- /main.yml
        #@ load("used.star", "f")
        a: #@ f(missing)
        #       ^^^^^^^ error[template-name]: `missing` is not defined

        #- /used.star
        def f(x):
          return nobody
        #        ^^^^^^ error[template-name]: `nobody` is not defined
        end

        #- /unused.star
        def h():
          return nothing
        #        ^^^^^^^ error[template-name]: `nothing` is not defined
        end
    "##]]);
}

#[test]
fn code_of_values_that_are_no_yaml_is_looked_at() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        name: ""
        port: #@ missing
        #        ^^^^^^^ error[template-name]: `missing` is not defined
        size
        #^^^ error[syntax-error]: This text is neither a key nor a value / found: `size` / hint: write `: ` after it to make it a key, or remove it

        #- /values.yml
        #@data/values
        ---
        name: #@ gone
        #        ^^^^ error[template-name]: `gone` is not defined / hint: did you mean `None`?
        por
        #^^ error[syntax-error]: This text is neither a key nor a value / found: `por` / hint: write `: ` after it to make it a key, or remove it
    "##]]);
}
