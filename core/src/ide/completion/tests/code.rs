//! What is offered in template code.

use expect_test::{Expect, expect};

use crate::ide::completion::{CompletionItem, completion};
use crate::test_support::cursor;

const BUNDLE: &str = r##"
#- /schema.yml
#@data/values-schema
---
#@schema/desc "How many copies run"
replicas: 1
host: a.example
db:
  user: root
  #@schema/deprecated "Use `user`"
  old-name: x
  port: 5432
ports:
- name: http
  port: 80
#- /lib/names.star
# Names a thing.
def named(thing, prefix="x", *rest):
    return prefix + thing
end
limit = 5
def _private():
    return 1
end
#- /lib/parts.lib.yml
#@ def part():
a: 1
#@ end
#- /_ytt_lib/other/values.yml
#@data/values
---
a: 1
#- /_ytt_lib/other/inner.star
def inner():
    return 1
end
"##;

pub(super) fn items(template: &str) -> Vec<CompletionItem> {
    let at = cursor(&format!("{BUNDLE}#- /t.yml\n{template}"));
    let mut items = completion(&at.analysis, at.file, at.offset);
    items.sort_by(|left, right| left.sort.cmp(&right.sort));
    items
}

/// What is offered besides global names and keywords, with what is said beside it.
#[track_caller]
fn check(template: &str, expected: Expect) {
    let own = items(template).into_iter().filter(|item| !item.sort.starts_with(['7', '8', '9']));
    let shown = own.map(|item| match &item.detail {
        Some(detail) => format!("{} ({detail})\n", item.label),
        None => format!("{}\n", item.label),
    });
    expected.assert_eq(&shown.collect::<String>());
}

/// The line that an item makes of the cursor's line.
#[track_caller]
pub(super) fn check_applied(template: &str, label: &str, expected: &str) {
    let at = cursor(&format!("{BUNDLE}#- /t.yml\n{template}"));
    let text = at.analysis.document(at.file).unwrap().rope().to_string();
    let item = items(template).into_iter().find(|item| item.label == label).unwrap();
    let (start, end) = (usize::from(item.replace.start()), usize::from(item.replace.end()));
    let applied = format!("{}{}{}", &text[..start], item.insert, &text[end..]);
    let line = text[..start].matches('\n').count();
    assert_eq!(applied.lines().nth(line).unwrap(), expected);
}

/// Lines of a template, and the labels offered in each.
#[track_caller]
pub(super) fn check_lines(lines: &[&str], expected: Expect) {
    let offered = lines.iter().map(|line| {
        let labels: Vec<String> = items(&format!("{HEAD}{line}\n")).into_iter().map(|item| item.label).collect();
        let shown = if labels.is_empty() { "nothing".to_owned() } else { labels.join(" ") };
        format!("{}\n    {shown}\n", line.replace('\n', " ↵ "))
    });
    expected.assert_eq(&offered.collect::<String>());
}

/// All labels.
#[track_caller]
fn check_labels(template: &str, expected: Expect) {
    let labels: Vec<String> = items(template).into_iter().map(|item| item.label).collect();
    expected.assert_eq(&labels.join(" "));
}

const HEAD: &str =
    "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"@ytt:json\", \"json\")\n#@ load(\"lib/names.star\", \"named\")\n";

#[test]
fn names_are_those_that_can_be_seen() {
    check(
        &format!("{HEAD}#@ first = 1\n#@ def own(one, two=2):\n#@   inner = 1\na: #@ $0\n#@ end\n#@ last = 1\n"),
        expect![[r#"
            one (parameter)
            two (parameter)
            inner
            data (@ytt:data)
            json (@ytt:json)
            named (named(thing, prefix="x", *rest))
            first
            own (own(one, two=2))
            last
        "#]],
    );
    check(
        &format!("{HEAD}#@ first = 1\na: #@ da$0\n#@ last = 1\n"),
        expect![[r#"
        data (@ytt:data)
        json (@ytt:json)
        named (named(thing, prefix="x", *rest))
        first
    "#]],
    );
    check_labels("a: #@ 1 $0\n", expect!["and if in not in or"]);
    check_labels(
        "#@ $0\n",
        expect![
            "break continue def elif else end for if load return while False None True all any bool chr dict dir enumerate fail float getattr hasattr hash int len list max min ord print range repr reversed set sorted str tuple type zip named part assert base64 data ip json library math md5 module overlay regexp sha256 struct template toml url version yaml lambda not"
        ],
    );
}

#[test]
fn nothing_is_offered_where_nothing_is_named() {
    for template in [
        "a: #@ \"$0\"\n",
        "#@ x = 1 # no$0\n",
        "#! a$0\n",
        "#@ def $0\n",
        "#@ def f(a$0):\n",
        "#@ for i$0\n",
        "#@ f = lambda a$0\n",
        "a: #@ 12$0\n",
        "a: #@ unknown.$0\n",
        "#@ end $0\n",
    ] {
        assert!(items(template).is_empty(), "{template}: {:?}", items(template));
    }
}

#[test]
fn modules_offer_what_is_in_them() {
    check(
        &format!("{HEAD}a: #@ json.$0\n"),
        expect![[r#"
        decode (decode(encoded) -> any)
        encode (encode(value, *, indent=0, escape_html=True) -> string)
    "#]],
    );
    check(
        &format!("{HEAD}#@ x = data.$0\n"),
        expect![[r#"
            list (list(path="") -> list)
            read (read(path) -> string)
            values (data values)
        "#]],
    );
    check(
        "#@ load(\"@ytt:url\", \"url\")\na: #@ url.parse(\"x\").$0\n",
        expect![[r#"
        hostname (hostname() -> string)
        string (string() -> string)
        user (url user)
        without_user (without_user() -> url)
    "#]],
    );
}

#[test]
fn data_values_offer_what_the_schema_declares_while_the_line_is_half_typed() {
    check_lines(
        &[
            "#@ x = data.values.$0",
            "key: #@ data.values.re$0",
            "#@ if data.values.$0",
            "#@ if not data.values.$0:",
            "- #@ data.values.$0",
            "a: #@ data.values[\"$0",
            "a: #@ f(data.values.$0",
            "a: #@ data.values.db.$0",
            "a: #@ getattr(data.values.db, \"$0\")",
            "a: #@ data.values.ports[0].$0",
            "#@schema/default data.values.db.$0\na: 1",
            "#@ db = data.values.db\na: #@ db.$0",
            "#@ for port in data.values.ports:\na: #@ port.$0\n#@ end",
            "#@yaml/text-templated-strings\na: \"x (@= data.values.$0\"",
            "#@yaml/text-templated-strings\na: |\n  x (@= data.values.db.$0 @)",
        ],
        expect![[r##"
            #@ x = data.values.$0
                replicas host db ports
            key: #@ data.values.re$0
                replicas host db ports
            #@ if data.values.$0
                replicas host db ports
            #@ if not data.values.$0:
                replicas host db ports
            - #@ data.values.$0
                replicas host db ports
            a: #@ data.values["$0
                replicas host db ports
            a: #@ f(data.values.$0
                replicas host db ports
            a: #@ data.values.db.$0
                user port old-name
            a: #@ getattr(data.values.db, "$0")
                user port old-name
            a: #@ data.values.ports[0].$0
                name port
            #@schema/default data.values.db.$0 ↵ a: 1
                user port old-name
            #@ db = data.values.db ↵ a: #@ db.$0
                user port old-name
            #@ for port in data.values.ports: ↵ a: #@ port.$0 ↵ #@ end
                name port
            #@yaml/text-templated-strings ↵ a: "x (@= data.values.$0"
                replicas host db ports
            #@yaml/text-templated-strings ↵ a: | ↵   x (@= data.values.db.$0 @)
                user port old-name
        "##]],
    );
    check_applied(&format!("{HEAD}a: #@ data.values.db.$0\n"), "old-name", "a: #@ data.values.db[\"old-name\"]");
    check_applied(&format!("{HEAD}a: #@ data.values[\"d$0\n"), "db", "a: #@ data.values[\"db\"]");
    check_applied(&format!("{HEAD}a: #@ data.values[\"d$0\"]\n"), "db", "a: #@ data.values[\"db\"]");
}

#[test]
fn parameters_offer_what_every_call_gives_them() {
    check_lines(
        &[
            "#@ def f(x, d):\nb: #@ d.$0\n#@ end\na: #@ f(1, data.values.db)\nc: #@ f(2, d=data.values.db)",
            "#@ def f(d):\n#@   return d.u$0\n#@ end\n#@ def g(e):\n#@   return f(e.db)\n#@ end\na: #@ g(data.values)",
            "#@ def f(d):\nb: #@ d.values.$0\n#@ end\na: #@ f(data)",
            "#@ def f(p):\nb: #@ p.$0\n#@ end\n#@ for p in data.values.ports:\na: #@ f(p)\n#@ end",
            "#@ def f(d):\nb: #@ d.$0\n#@ end\na: #@ f(data.values.db)\nc: #@ f(data.values)",
            "#@ def f(d):\nb: #@ d.$0\n#@ end\na: #@ f(data.values.db)\nc: #@ map(f, [])",
            "#@ def f(d=None):\nb: #@ d.$0\n#@ end\na: #@ f(data.values.db)\nc: #@ f()",
        ],
        expect![[r#"
            #@ def f(x, d): ↵ b: #@ d.$0 ↵ #@ end ↵ a: #@ f(1, data.values.db) ↵ c: #@ f(2, d=data.values.db)
                user port old-name
            #@ def f(d): ↵ #@   return d.u$0 ↵ #@ end ↵ #@ def g(e): ↵ #@   return f(e.db) ↵ #@ end ↵ a: #@ g(data.values)
                user port old-name
            #@ def f(d): ↵ b: #@ d.values.$0 ↵ #@ end ↵ a: #@ f(data)
                replicas host db ports
            #@ def f(p): ↵ b: #@ p.$0 ↵ #@ end ↵ #@ for p in data.values.ports: ↵ a: #@ f(p) ↵ #@ end
                name port
            #@ def f(d): ↵ b: #@ d.$0 ↵ #@ end ↵ a: #@ f(data.values.db) ↵ c: #@ f(data.values)
                nothing
            #@ def f(d): ↵ b: #@ d.$0 ↵ #@ end ↵ a: #@ f(data.values.db) ↵ c: #@ map(f, [])
                nothing
            #@ def f(d=None): ↵ b: #@ d.$0 ↵ #@ end ↵ a: #@ f(data.values.db) ↵ c: #@ f()
                nothing
        "#]],
    );
}

#[test]
fn structs_offer_their_fields() {
    check(
        "#@ load(\"@ytt:struct\", \"struct\")\n#@ s = struct.make(one=1, two=struct.make(three=3))\na: #@ s.$0\n",
        expect![[r#"
            one
            two
        "#]],
    );
    check(
        "#@ load(\"@ytt:struct\", \"struct\")\n#@ s = struct.make(one=1, two=struct.make(three=3))\na: #@ s.two.$0\n",
        expect![[r#"
            three
        "#]],
    );
}

#[test]
fn text_lists_and_dicts_offer_their_methods() {
    check(
        "a: #@ {}.$0\n",
        expect![[r#"
        clear (clear() -> None)
        get (get(key, default=None) -> any)
        items (items() -> list)
        keys (keys() -> list)
        pop (pop(key, default=None) -> any)
        popitem (popitem() -> tuple)
        setdefault (setdefault(key, default=None) -> any)
        update (update(pairs=[], **entries) -> None)
        values (values() -> list)
    "#]],
    );
    check(
        "#@ x = [1]\na: #@ x.$0\n",
        expect![[r#"
        append (append(item) -> None)
        clear (clear() -> None)
        extend (extend(items) -> None)
        index (index(item, start=None, end=None) -> int)
        insert (insert(index, item) -> None)
        pop (pop(index=-1) -> any)
        remove (remove(item) -> None)
    "#]],
    );
    check(
        &format!("{HEAD}a: #@ data.values.host.$0\n"),
        expect![[r#"
            capitalize (capitalize() -> string)
            codepoint_ords (codepoint_ords() -> codepoints)
            codepoints (codepoints() -> codepoints)
            count (count(part, start=None, end=None) -> int)
            elem_ords (elem_ords() -> elems)
            elems (elems() -> elems)
            endswith (endswith(suffix, start=None, end=None) -> bool)
            find (find(part, start=None, end=None) -> int)
            format (format(*values, **named) -> string)
            index (index(part, start=None, end=None) -> int)
            isalnum (isalnum() -> bool)
            isalpha (isalpha() -> bool)
            isdigit (isdigit() -> bool)
            islower (islower() -> bool)
            isspace (isspace() -> bool)
            istitle (istitle() -> bool)
            isupper (isupper() -> bool)
            join (join(texts) -> string)
            lower (lower() -> string)
            lstrip (lstrip(characters=None) -> string)
            partition (partition(separator) -> tuple)
            replace (replace(old, new, count=None) -> string)
            rfind (rfind(part, start=None, end=None) -> int)
            rindex (rindex(part, start=None, end=None) -> int)
            rpartition (rpartition(separator) -> tuple)
            rsplit (rsplit(separator=None, most=None) -> list)
            rstrip (rstrip(characters=None) -> string)
            split (split(separator=None, most=None) -> list)
            splitlines (splitlines(keepends=False) -> list)
            startswith (startswith(prefix, start=None, end=None) -> bool)
            strip (strip(characters=None) -> string)
            title (title() -> string)
            upper (upper() -> string)
        "#]],
    );
}

#[test]
fn loads_offer_modules_files_and_names() {
    check(
        "#@ load(\"$0\n",
        expect![[r#"
        lib/names.star
        lib/parts.lib.yml
        /lib/names.star
        /lib/parts.lib.yml
        @other:inner.star
        @ytt:assert
        @ytt:base64
        @ytt:data
        @ytt:ip
        @ytt:json
        @ytt:library
        @ytt:math
        @ytt:md5
        @ytt:module
        @ytt:overlay
        @ytt:regexp
        @ytt:sha256
        @ytt:struct
        @ytt:template
        @ytt:toml
        @ytt:url
        @ytt:version
        @ytt:yaml
    "#]],
    );
    check(
        "#@ load(\"lib/names.star\", \"$0\")\n",
        expect![[r#"
        named (named(thing, prefix="x", *rest))
        limit
    "#]],
    );
    check(
        "#@ load(\"lib/names.star\", \"limit\", \"$0\")\n",
        expect![[r#"
        named (named(thing, prefix="x", *rest))
    "#]],
    );
    check(
        "#@ load(\"@ytt:data\", \"$0\")\n",
        expect![[r#"
        data
    "#]],
    );
    check(
        "#@ load(\"@other:inner.star\", \"$0\")\n",
        expect![[r#"
        inner (inner())
    "#]],
    );
    check_applied("#@ load(\"@ytt:d$0)\n", "@ytt:data", "#@ load(\"@ytt:data\")");
    check_applied("#@ load(\"@ytt:$0\")\n", "@ytt:data", "#@ load(\"@ytt:data\")");
}

#[test]
fn arguments_are_offered_by_name() {
    check(
        &format!("{HEAD}a: #@ named($0)\n"),
        expect![[r#"
            thing= (thing)
            prefix= (prefix="x")
            data (@ytt:data)
            json (@ytt:json)
            named (named(thing, prefix="x", *rest))
        "#]],
    );
    check(
        &format!("{HEAD}a: #@ named(\"x\", $0)\n"),
        expect![[r#"
        prefix= (prefix="x")
        data (@ytt:data)
        json (@ytt:json)
        named (named(thing, prefix="x", *rest))
    "#]],
    );
    check(
        &format!("{HEAD}a: #@ named(thing=1, pre$0)\n"),
        expect![[r#"
        prefix= (prefix="x")
        data (@ytt:data)
        json (@ytt:json)
        named (named(thing, prefix="x", *rest))
    "#]],
    );
    check(
        &format!("{HEAD}a: #@ json.encode(1, $0)\n"),
        expect![[r#"
            indent= (indent=0)
            escape_html= (escape_html=True)
            data (@ytt:data)
            json (@ytt:json)
            named (named(thing, prefix="x", *rest))
        "#]],
    );
    check(
        &format!("{HEAD}a: #@ named(prefix=$0)\n"),
        expect![[r#"
        data (@ytt:data)
        json (@ytt:json)
        named (named(thing, prefix="x", *rest))
    "#]],
    );
}

#[test]
fn functions_bring_the_arguments_that_they_need() {
    check_applied(&format!("{HEAD}a: #@ nam$0\n"), "named", "a: #@ named(${1:thing})");
    check_applied(&format!("{HEAD}a: #@ nam$0(1)\n"), "named", "a: #@ named(1)");
    check_applied(&format!("{HEAD}a: #@ json.$0\n"), "encode", "a: #@ json.encode(${1:value})");
    check_applied(
        &format!("{HEAD}#@data/values\n---\n#@assert/validate (\"x\", nam$0)\na: 1\n"),
        "named",
        "#@assert/validate (\"x\", named)",
    );
    check_applied(
        &format!("{HEAD}#@data/values\n---\n#@assert/validate min=1, when=$0\na: 1\n"),
        "named",
        "#@assert/validate min=1, when=named",
    );
}

#[test]
fn a_starlark_file_and_a_text_template_are_code_too() {
    let in_file = |name: &str, text: &str| {
        let at = cursor(&format!("{BUNDLE}#- /{name}\n{text}"));
        let mut labels: Vec<String> = completion(&at.analysis, at.file, at.offset)
            .into_iter()
            .filter(|item| !item.sort.starts_with(['8', '9']))
            .map(|item| item.label)
            .collect();
        labels.sort();
        labels.join(" ")
    };
    let load = "load(\"@ytt:data\", \"data\")\n";
    expect!["db host ports replicas"]
        .assert_eq(&in_file("a.star", &format!("{load}def f(one):\n  two = data.values.$0\nend\n")));
    expect!["data f one"].assert_eq(&in_file("a.star", &format!("{load}def f(one):\n  two = $0\nend\n")));
    expect!["db host ports replicas"]
        .assert_eq(&in_file("a.txt", &format!("(@ {} @)\nx (@= data.values.$0\n", load.trim())));
    expect![].assert_eq(&in_file("a.txt", "x $0\n"));
}

#[test]
fn what_only_older_editions_have_is_offered_with_their_schemas() {
    let modules = |header: &str| {
        let at = cursor(&format!("#- /s.yml\n#@{header}\n---\na: 1\n#- /t.yml\n#@ load(\"$0\")\n"));
        let items = completion(&at.analysis, at.file, at.offset);
        items.iter().filter(|item| item.label == "@ytt:spelling").count()
    };
    assert_eq!((modules("data/values-schema"), modules("schema/match data_values=True")), (0, 1));
}
