//! Where names of template code are written.

use expect_test::expect;

use super::{check, marked};

/// A module, a file that loads from it, and one that gives it another name.
pub(in crate::ide) const MODULES: &str = r#"
#- /schema.yml
#@data/values-schema
---
replicas: 1
#- /a.lib.yml
#@ prefix = "x"
#@ def label(name, sep="-"):
#@   full = prefix + sep + name
app: #@ full
#@ end
#- /b.yml
#@ load("a.lib.yml", "label")
a: #@ label("b", sep=".")
b: #@ [label(name) for name in ["x"]]
#- /c.star
load("/a.lib.yml", other="label")
def outer(): return other("c", sep="_")
"#;

/// The modules with the cursor at the first place of a text.
pub(in crate::ide) fn at(text: &str) -> String {
    with_cursor(MODULES, text)
}

/// A fixture with the cursor at the first place of a text.
pub(super) fn with_cursor(fixture: &str, text: &str) -> String {
    let at = fixture.find(&text.replace("$0", "")).expect("the text is there");
    format!("{}{text}{}", &fixture[..at], &fixture[at + text.len() - "$0".len()..])
}

#[test]
fn a_function_is_written_in_every_file_that_loads_it() {
    check(
        &at("def la$0bel"),
        expect![[r##"
        #- /a.lib.yml
        #@ def label(name, sep="-"):
        #      ^^^^^ declaration
        #- /b.yml
        #@ load("a.lib.yml", "label")
        #                     ^^^^^ use
        a: #@ label("b", sep=".")
        #     ^^^^^ use
        b: #@ [label(name) for name in ["x"]]
        #      ^^^^^ use
        #- /c.star
        load("/a.lib.yml", other="label")
        #                         ^^^^^ use
    "##]],
    );
    assert_eq!(marked(&at("[lab$0el(name)")), marked(&at("def la$0bel")));
}

#[test]
fn another_name_is_written_in_its_file_alone() {
    check(
        &at("return oth$0er"),
        expect![[r##"
        #- /c.star
        load("/a.lib.yml", other="label")
        #                  ^^^^^ declaration
        def outer(): return other("c", sep="_")
        #                   ^^^^^ use
    "##]],
    );
}

#[test]
fn a_parameter_is_written_in_calls() {
    check(
        &at("sep$0=\".\""),
        expect![[r##"
        #- /a.lib.yml
        #@ def label(name, sep="-"):
        #                  ^^^ declaration
        #@   full = prefix + sep + name
        #                    ^^^ use
        #- /b.yml
        a: #@ label("b", sep=".")
        #                ^^^ use
        #- /c.star
        def outer(): return other("c", sep="_")
        #                              ^^^ use
    "##]],
    );
}

#[test]
fn equal_names_of_other_scopes_are_others() {
    check(
        "#@ x = 1\n#@ def f(x$0):\n#@ return x\n#@ end\na: #@ x\n",
        expect![[r#"
        #- /main.yml
        #@ def f(x):
        #        ^ declaration
        #@ return x
        #         ^ use
    "#]],
    );
    check(
        "#@ x$0 = 1\n#@ def f(y=x):\n#@ return [x for x in [y]]\n#@ end\n#@ x = 2\na: #@ x\n",
        expect![[r#"
        #- /main.yml
        #@ x = 1
        #  ^ declaration
        #@ def f(y=x):
        #          ^ use
        #@ x = 2
        #  ^ declaration
        a: #@ x
        #     ^ use
    "#]],
    );
}

#[test]
fn names_in_text_templates_are_found() {
    check(
        "#- /t.txt\n(@ n = 1 @)\n(@= str(n$0) @)\n",
        expect![[r#"
        #- /t.txt
        (@ n = 1 @)
        #  ^ declaration
        (@= str(n) @)
        #       ^ use
    "#]],
    );
}
