//! Renaming what template code names.

use expect_test::expect;

use super::check;
use crate::ide::references::tests::code::at;

#[test]
fn a_function_changes_over_all_files() {
    check(
        &at("def la$0bel"),
        "named",
        expect![[r##"
        #- /a.lib.yml
        #@ def named(name, sep="-"):
        #- /b.yml
        #@ load("a.lib.yml", "named")
        a: #@ named("b", sep=".")
        b: #@ [named(name) for name in ["x"]]
        #- /c.star
        load("/a.lib.yml", other="named")
    "##]],
    );
    check(
        &at("other=\"la$0bel"),
        "named",
        expect![[r##"
        #- /a.lib.yml
        #@ def named(name, sep="-"):
        #- /b.yml
        #@ load("a.lib.yml", "named")
        a: #@ named("b", sep=".")
        b: #@ [named(name) for name in ["x"]]
        #- /c.star
        load("/a.lib.yml", other="named")
    "##]],
    );
}

#[test]
fn another_name_of_a_load_changes_alone() {
    check(
        &at("$0other=\"label"),
        "named",
        expect![[r##"
        #- /c.star
        load("/a.lib.yml", named="label")
        def outer(): return named("c", sep="_")
    "##]],
    );
}

#[test]
fn a_parameter_changes_with_the_calls_that_name_it() {
    check(
        &at("$0sep=\"-\""),
        "between",
        expect![[r##"
        #- /a.lib.yml
        #@ def label(name, between="-"):
        #@   full = prefix + between + name
        #- /b.yml
        a: #@ label("b", between=".")
        #- /c.star
        def outer(): return other("c", between="_")
    "##]],
    );
}

#[test]
fn a_name_that_another_has_is_refused() {
    check(&at("def la$0bel"), "prefix", expect!["The name `prefix` is taken already"]);
    check(&at("$0sep=\"-\""), "full", expect!["The name `full` is taken already"]);
    // It would hide what the function reads.
    check(&at("$0sep=\"-\""), "prefix", expect!["The name `prefix` is taken already"]);
    // What is bound further inside would hide it.
    check(&at("$0prefix ="), "full", expect!["The name `full` is taken already"]);
    check("#@ n$0 = len([1])\n", "len", expect!["The name `len` is taken already"]);
}

#[test]
fn what_is_no_name_is_refused() {
    check(
        &at("def la$0bel"),
        "end",
        expect!["`end` cannot be its name: template code would read it as something else"],
    );
    check(
        &at("def la$0bel"),
        "a b",
        expect!["`a b` cannot be its name: template code would read it as something else"],
    );
    check(&at("def la$0bel"), "", expect!["`` cannot be its name: template code would read it as something else"]);
    check(
        &at("def la$0bel"),
        "_private",
        expect!["`_private` cannot be its name: other files load it, and what begins with `_` cannot be loaded"],
    );
    check(
        &at("$0prefix ="),
        "__node",
        expect!["`__node` cannot be its name: names that begin with `__` have a meaning of their own"],
    );
}

#[test]
fn what_comes_from_elsewhere_keeps_its_name() {
    check(
        "#@ load(\"@ytt:data\", \"da$0ta\")\n",
        "values",
        expect!["`data` has its name where it is loaded from, which is not changed from here"],
    );
    check(
        "#@ load(\"@ytt:data\", d$0=\"data\")\na: #@ d.values\n",
        "values",
        expect![[r##"
        #- /main.yml
        #@ load("@ytt:data", values="data")
        a: #@ values.values
    "##]],
    );
    check(
        "#@ load(\"gone.star\", \"f\")\na: #@ f$0()\n",
        "g",
        expect!["`f` has its name where it is loaded from, which is not changed from here"],
    );
    let library = "#- /schema.yml\n#@data/values-schema\n---\nx: 1\n#- /_ytt_lib/db/l.star\ndef f(): return 1\n#- /a.yml\n#@ load(\"@db:l.star\", \"f\")\na: #@ f$0()\n";
    check(library, "g", expect!["`f` belongs to a library, which is not changed from here"]);
}

#[test]
fn a_parameter_that_unknown_calls_may_name_keeps_its_name() {
    check(
        "#@ def f(n$0ame): return name\n#@ def call(g): return g(name=1)\na: #@ call(f)\n",
        "other",
        expect!["A call in main.yml gives `name` to a function that is not known"],
    );
}

#[test]
fn there_and_back_again() {
    check(
        "#@ assert$0 = 1\na: #@ assert\n",
        "b",
        expect![[r#"
        #- /main.yml
        #@ b = 1
        a: #@ b
    "#]],
    );
    check(
        "#@ b$0 = 1\na: #@ b\n",
        "assert",
        expect![[r#"
        #- /main.yml
        #@ assert = 1
        a: #@ assert
    "#]],
    );
}
