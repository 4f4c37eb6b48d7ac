//! What hover shows in template code.

use expect_test::{Expect, expect};

use crate::ide::hover::hover;
use crate::test_support::cursor;

const BUNDLE: &str = r##"
#- /schema.yml
#@data/values-schema
---
#@schema/desc "How many copies run"
replicas: 1
db:
  host: a.example
#- /values.yml
#@data/values
---
replicas: 3
#- /lib/names.star
# Names a thing.
def named(thing, prefix="x"):
    return prefix + thing
end
limit = 5
#- /t.yml
#@ load("@ytt:data", "data")
#@ load("@ytt:json", "json")
#@ load("lib/names.star", "named", most="limit")
#@ def own(one, two=2):
#@   inner = one + two
#@ return inner
#@ end
#@ db = data.values.db
"##;

/// Lines behind the bundle's, each with what is shown at its cursor.
#[track_caller]
fn check(lines: &[&str], expected: Expect) {
    let shown = lines.iter().map(|line| {
        let at = cursor(&format!("{BUNDLE}{line}\n"));
        let shown = hover(&at.analysis, at.file, at.offset).map(|hover| {
            let token = at.analysis.document(at.file).unwrap().slice(hover.range);
            format!("`{token}`: {}", hover.markdown.replace("\n\n", "\n"))
        });
        let shown = shown.unwrap_or_else(|| "nothing".to_owned()).replace('\n', "\n    ");
        format!("{}\n    {shown}\n", line.replace('\n', " ↵ "))
    });
    expected.assert_eq(&shown.collect::<String>());
}

#[test]
fn functions_say_what_they_take_and_what_their_comment_says() {
    check(
        &[
            "a: #@ na$0med(1)",
            "a: #@ o$0wn(1)",
            "a: #@ own(two$0=1)",
            "a: #@ named(prefix$0=\"y\")",
            "#@ load(\"lib/names.star\", \"na$0med\")",
        ],
        expect![[r#"
            a: #@ na$0med(1)
                `named`: ```python
                def named(thing, prefix="x")
                ```
                Names a thing.
                Defined in `names.star:2`
            a: #@ o$0wn(1)
                `own`: ```python
                def own(one, two=2)
                ```
                Defined in `t.yml:4`
            a: #@ own(two$0=1)
                `two`: Parameter `two=2`
                ```python
                def own(one, two=2)
                ```
            a: #@ named(prefix$0="y")
                `prefix`: Parameter `prefix="x"`
                ```python
                def named(thing, prefix="x")
                ```
                Names a thing.
            #@ load("lib/names.star", "na$0med")
                `named`: ```python
                def named(thing, prefix="x")
                ```
                Names a thing.
                Defined in `names.star:2`
        "#]],
    );
}

#[test]
fn modules_and_what_is_in_them_are_explained() {
    check(
        &[
            "a: #@ js$0on.encode(1)",
            "a: #@ json.enc$0ode(1)",
            "a: #@ json.encode(1, indent$0=2)",
            "a: #@ le$0n(\"x\")",
            "a: #@ \"x\".up$0per()",
            "#@ load(\"@ytt:ur$0l\", \"url\")",
            "a: #@ data.$0read(\"x\")",
        ],
        expect![[r#"
            a: #@ js$0on.encode(1)
                `json`: ```python
                load("@ytt:json", "json")
                ```
                Values as JSON, and back.
            a: #@ json.enc$0ode(1)
                `encode`: ```python
                json.encode(value, *, indent=0, escape_html=True) -> string
                ```
                The value as JSON, its keys sorted; with `indent` spaces for each level, on lines of their own.
            a: #@ json.encode(1, indent$0=2)
                `indent`: Parameter `indent=0`
                ```python
                json.encode(value, *, indent=0, escape_html=True) -> string
                ```
                The value as JSON, its keys sorted; with `indent` spaces for each level, on lines of their own.
            a: #@ le$0n("x")
                `len`: ```python
                len(x) -> int
                ```
                How many items a list has, keys a map, bytes a text.
            a: #@ "x".up$0per()
                `upper`: ```python
                string.upper() -> string
                ```
                The text in large letters.
            #@ load("@ytt:ur$0l", "url")
                `@ytt:url`: ```python
                load("@ytt:url", "url")
                ```
                Addresses of the web and their parts.
            a: #@ data.$0read("x")
                `read`: ```python
                data.read(path) -> string
                ```
                The text of a file of the bundle: beside the file that asks, or from the root with a leading `/`.
        "#]],
    );
}

#[test]
fn data_values_say_what_their_schema_says() {
    check(
        &[
            "a: #@ data.values.re$0plicas",
            "a: #@ data.va$0lues.replicas",
            "a: #@ data.values[\"repl$0icas\"]",
            "a: #@ db.ho$0st",
            "a: #@ d$0b",
            "#@yaml/text-templated-strings\na: x (@= data.values.db.ho$0st @)",
            "#@schema/default data.values.repli$0cas\na: 1",
        ],
        expect![[r#"
            a: #@ data.values.re$0plicas
                `replicas`: **`replicas`**: integer, default `1`
                How many copies run
                Declared in `schema.yml:4`
                In effect: `3`, set in `values.yml:3`
            a: #@ data.va$0lues.replicas
                `values`: ```python
                data.values: data values
                ```
                The data values of the bundle, with the defaults of its schema. `data.values.key` reads one.
                The schema declares:
                - `replicas`: integer
                - `db`: map
            a: #@ data.values["repl$0icas"]
                `replicas`: **`replicas`**: integer, default `1`
                How many copies run
                Declared in `schema.yml:4`
                In effect: `3`, set in `values.yml:3`
            a: #@ db.ho$0st
                `host`: **`host`**: string, default `"a.example"`
                Declared in `schema.yml:6`
            a: #@ d$0b
                `db`: **`db`**: map
                Declared in `schema.yml:5`
            #@yaml/text-templated-strings ↵ a: x (@= data.values.db.ho$0st @)
                `host`: **`host`**: string, default `"a.example"`
                Declared in `schema.yml:6`
            #@schema/default data.values.repli$0cas ↵ a: 1
                `replicas`: **`replicas`**: integer, default `1`
                How many copies run
                Declared in `schema.yml:4`
                In effect: `3`, set in `values.yml:3`
        "#]],
    );
}

#[test]
fn other_names_say_where_they_get_their_value() {
    check(
        &[
            "a: #@ mo$0st",
            "#@ x = len(\"a\") + 1\na: #@ x$0",
            "#@ for i$0 in range(3):\na: 1\n#@ end",
            "#@ def g(p, q):\n#@   r = p$0\n#@ return r\n#@ end",
            "#@ def g(p, q):\n#@   r = p\n#@ return r$0\n#@ end",
            "#@ f = lambda v$0: v + 1",
            "#@ load(\"lib/na$0mes.star\", \"limit\")",
        ],
        expect![[r#"
            a: #@ mo$0st
                `most`: ```python
                limit = 5
                ```
                Defined in `names.star:5`
            #@ x = len("a") + 1 ↵ a: #@ x$0
                `x`: ```python
                x = len("a") + 1
                ```
                Defined in `t.yml:9`
            #@ for i$0 in range(3): ↵ a: 1 ↵ #@ end
                `i`: Variable `i` of a loop
                Defined in `t.yml:9`
            #@ def g(p, q): ↵ #@   r = p$0 ↵ #@ return r ↵ #@ end
                `p`: Parameter `p` of `g`
                Defined in `t.yml:9`
            #@ def g(p, q): ↵ #@   r = p ↵ #@ return r$0 ↵ #@ end
                `r`: ```python
                r = p
                ```
                Defined in `t.yml:10`
            #@ f = lambda v$0: v + 1
                `v`: Parameter `v`
                Defined in `t.yml:9`
            #@ load("lib/na$0mes.star", "limit")
                `lib/names.star`: `names.star` defines `named`, `limit`
        "#]],
    );
}

#[test]
fn parameters_say_what_every_call_gives_them() {
    check(
        &[
            "#@ def f(d, n):\n#@   return d.ho$0st\n#@ end\na: #@ f(data.values.db, 1)",
            "#@ def f(d, n):\n#@   return d$0.host\n#@ end\na: #@ f(n=1, d=data.values.db)",
            "#@ def f(v):\n#@   return v$0 + 1\n#@ end\na: #@ f(data.values.replicas)",
            "#@ def f(d):\n#@   return d.ho$0st\n#@ end\na: #@ f(data.values.db)\nb: #@ f({})",
            "#@ def f(d):\n#@   return d$0\n#@ end\na: #@ [f(x) for x in data.values.db]",
        ],
        expect![[r##"
            #@ def f(d, n): ↵ #@   return d.ho$0st ↵ #@ end ↵ a: #@ f(data.values.db, 1)
                `host`: **`host`**: string, default `"a.example"`
                Declared in `schema.yml:6`
            #@ def f(d, n): ↵ #@   return d$0.host ↵ #@ end ↵ a: #@ f(n=1, d=data.values.db)
                `d`: Parameter `d` of `f`
                Defined in `t.yml:9`, every call gives it this
                **`d`**: map
                Declared in `schema.yml:5`
            #@ def f(v): ↵ #@   return v$0 + 1 ↵ #@ end ↵ a: #@ f(data.values.replicas)
                `v`: Parameter `v` of `f`
                Defined in `t.yml:9`, every call gives it this
                **`v`**: integer, default `1`
                How many copies run
                Declared in `schema.yml:4`
                In effect: `3`, set in `values.yml:3`
            #@ def f(d): ↵ #@   return d.ho$0st ↵ #@ end ↵ a: #@ f(data.values.db) ↵ b: #@ f({})
                nothing
            #@ def f(d): ↵ #@   return d$0 ↵ #@ end ↵ a: #@ [f(x) for x in data.values.db]
                `d`: Parameter `d` of `f`
                Defined in `t.yml:9`
        "##]],
    );
}

#[test]
fn keywords_strings_and_comments_say_nothing() {
    check(
        &[
            "#@ i$0f True:\na: 1\n#@ end",
            "a: #@ \"na$0med\"",
            "#@ load('$0''@ytt:url''', 'url')",
            "#@ x = 1 # na$0med",
            "a: #@ 1$02",
            "a: #@ unkno$0wn",
            "a: #@ data.values.unkno$0wn",
            "a: (@= data.values.repl$0icas @)",
        ],
        expect![[r##"
            #@ i$0f True: ↵ a: 1 ↵ #@ end
                nothing
            a: #@ "na$0med"
                nothing
            #@ load('$0''@ytt:url''', 'url')
                nothing
            #@ x = 1 # na$0med
                nothing
            a: #@ 1$02
                nothing
            a: #@ unkno$0wn
                nothing
            a: #@ data.values.unkno$0wn
                nothing
            a: (@= data.values.repl$0icas @)
                nothing
        "##]],
    );
}
