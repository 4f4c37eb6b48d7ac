//! What is offered in template code whose statement has no end yet.

use expect_test::{Expect, expect};

use super::code::{check_applied, check_lines, items};

const HEAD: &str = "#@ load(\"@ytt:data\", \"data\")\n";

/// The file after taking the item with a label, with what that writes elsewhere.
#[track_caller]
fn check_imported(template: &str, label: &str, expected: Expect) {
    let offered = items(template);
    let item = offered.iter().find(|item| item.label == label).unwrap_or_else(|| panic!("{label} is offered"));
    let mut text = template.replacen("$0", "", 1);
    text.replace_range(std::ops::Range::<usize>::from(item.replace), &item.insert);
    let (place, also) = item.also.clone().expect("it writes elsewhere, too");
    text.replace_range(std::ops::Range::<usize>::from(place), &also);
    expected.assert_eq(&text);
}

#[test]
fn what_is_loaded_is_offered_before_its_quote() {
    check_lines(
        &[
            "#@ load($0",
            "#@ load($0)",
            "#@ load(\"lib/names.star\", $0",
            "#@ load(\"lib/names.star\", na$0)",
            "#@ load(\"lib/names.star\", \"named\", $0)",
            "#@ load(\"lib/names.star\", \"named\", other=$0)",
            "#@ load(\"@ytt:json\", $0",
            "#@ load(\"lib/names.star\" $0",
            "#@ load(\"lib/names.star\", \"named\") $0",
        ],
        expect![[r##"
            #@ load($0
                lib/names.star lib/parts.lib.yml /lib/names.star /lib/parts.lib.yml @other:inner.star @ytt:assert @ytt:base64 @ytt:data @ytt:ip @ytt:json @ytt:library @ytt:math @ytt:md5 @ytt:module @ytt:overlay @ytt:regexp @ytt:sha256 @ytt:struct @ytt:template @ytt:toml @ytt:url @ytt:version @ytt:yaml
            #@ load($0)
                lib/names.star lib/parts.lib.yml /lib/names.star /lib/parts.lib.yml @other:inner.star @ytt:assert @ytt:base64 @ytt:data @ytt:ip @ytt:json @ytt:library @ytt:math @ytt:md5 @ytt:module @ytt:overlay @ytt:regexp @ytt:sha256 @ytt:struct @ytt:template @ytt:toml @ytt:url @ytt:version @ytt:yaml
            #@ load("lib/names.star", $0
                named limit
            #@ load("lib/names.star", na$0)
                named limit
            #@ load("lib/names.star", "named", $0)
                limit
            #@ load("lib/names.star", "named", other=$0)
                named limit
            #@ load("@ytt:json", $0
                json
            #@ load("lib/names.star" $0
                nothing
            #@ load("lib/names.star", "named") $0
                nothing
        "##]],
    );
    check_applied("#@ load(\"lib/names.star\", na$0)\n", "named", "#@ load(\"lib/names.star\", \"named\")");
}

#[test]
fn variables_of_a_comprehension_are_known_before_it_can_be_read() {
    check_lines(
        &[
            "a: #@ [p.$0 for p in data.values.ports",
            "a: #@ [p.name for p in data.values.ports if p.$0",
            "a: #@ {p.$0: 1 for p in data.values.ports}",
            "a: #@ {p.name: p.$0 for p in data.values.ports}",
            "a: #@ f([str(p.$0) for i, p in enumerate(data.values.ports)",
            "a: #@ [p.$0 for q in data.values.ports]",
            "a: #@ [q.name for p in p.$0",
            "a: #@ sorted(data.values.ports, key=lambda p: p.$0",
            "#@ names = [\n#@   p.$0\n#@   for p in data.values.ports\n#@ ]",
        ],
        expect![[r#"
            a: #@ [p.$0 for p in data.values.ports
                name port
            a: #@ [p.name for p in data.values.ports if p.$0
                name port
            a: #@ {p.$0: 1 for p in data.values.ports}
                name port
            a: #@ {p.name: p.$0 for p in data.values.ports}
                name port
            a: #@ f([str(p.$0) for i, p in enumerate(data.values.ports)
                name port
            a: #@ [p.$0 for q in data.values.ports]
                nothing
            a: #@ [q.name for p in p.$0
                nothing
            a: #@ sorted(data.values.ports, key=lambda p: p.$0
                name port
            #@ names = [ ↵ #@   p.$0 ↵ #@   for p in data.values.ports ↵ #@ ]
                name port
        "#]],
    );
}

#[test]
fn names_of_the_statement_come_first() {
    let first = |line: &str| {
        let offered = items(&format!("{HEAD}{line}\n"));
        offered.into_iter().take(2).map(|item| item.label).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(first("a: #@ [$0 for each in data.values.ports"), "each data");
    assert_eq!(first("a: #@ f(lambda one, two=1: $0"), "one two");
    assert_eq!(first("a: #@ f(lambda one: 1, $0"), "data False");
}

#[test]
fn words_of_the_language_suit_their_place() {
    check_lines(
        &[
            "#@ for each $0",
            "#@ for each, $0",
            "a: #@ [x for x $0",
            "a: #@ [x $0",
            "a: #@ f(x $0",
            "a: #@ x if y $0",
            "a: #@ [x if y $0",
            "a: #@ [x for x in y if x $0",
            "#@ if x $0",
            "#@ x $0",
            "#@ x = y $0",
            "#@ if x:$0",
            "#@ for x in y: $0",
        ],
        expect![[r#"
            #@ for each $0
                in
            #@ for each, $0
                nothing
            a: #@ [x for x $0
                in
            a: #@ [x $0
                and for if in not in or
            a: #@ f(x $0
                and if in not in or
            a: #@ x if y $0
                and else if in not in or
            a: #@ [x if y $0
                and else for if in not in or
            a: #@ [x for x in y if x $0
                and for if in not in or
            #@ if x $0
                and if in not in or
            #@ x $0
                nothing
            #@ x = y $0
                and if in not in or
            #@ if x:$0
                nothing
            #@ for x in y: $0
                nothing
        "#]],
    );
}

#[test]
fn arguments_by_name_keep_the_order_of_the_parameters() {
    let offered = items("#@ def f(size, color=1):\n#@ end\na: #@ f($0\n");
    let labels: Vec<&str> = offered.iter().take(2).map(|item| item.label.as_str()).collect();
    assert_eq!(labels, ["size=", "color="]);
}

#[test]
fn what_a_function_gives_is_known() {
    check_lines(
        &[
            "#@ load(\"@ytt:struct\", \"struct\")\n#@ def made(a):\n#@   return struct.make(one=a, two=2)\n#@ end\na: #@ made(1).$0",
            "#@ def db():\n#@   return data.values.db\n#@ end\n#@ x = db()\na: #@ x.$0",
            "#@ def f():\n#@   return f()\n#@ end\na: #@ f().$0",
        ],
        expect![[r##"
            #@ load("@ytt:struct", "struct") ↵ #@ def made(a): ↵ #@   return struct.make(one=a, two=2) ↵ #@ end ↵ a: #@ made(1).$0
                one two
            #@ def db(): ↵ #@   return data.values.db ↵ #@ end ↵ #@ x = db() ↵ a: #@ x.$0
                user port old-name
            #@ def f(): ↵ #@   return f() ↵ #@ end ↵ a: #@ f().$0
                nothing
        "##]],
    );
}

#[test]
fn what_is_not_loaded_yet_is_loaded_with_it() {
    check_imported(
        "#@ load(\"@ytt:data\", \"data\")\n#@ x = 1\na: #@ js$0\n",
        "json",
        expect![[r##"
        #@ load("@ytt:data", "data")
        #@ load("@ytt:json", "json")
        #@ x = 1
        a: #@ json
    "##]],
    );
    check_imported(
        "#! license\n---\na: #@ na$0\n",
        "named",
        expect![[r##"
        #! license
        #@ load("lib/names.star", "named")
        ---
        a: #@ named(${1:thing})
    "##]],
    );
    check_imported(
        "a: #@ json.$0\n",
        "encode",
        expect![[r##"
        #@ load("@ytt:json", "json")
        a: #@ json.encode(${1:value})
    "##]],
    );
}

#[test]
fn code_between_text_begins_behind_a_blank() {
    let offered = items(&format!("{HEAD}#@yaml/text-templated-strings\na: (@= $0\n"));
    assert_eq!(offered.first().map(|item| item.label.as_str()), Some("data"));
}

#[test]
fn statements_bring_their_blocks() {
    let inserted = |template: &str, label: &str| {
        let offered = items(template);
        offered.into_iter().find(|item| item.label == label).map(|item| (item.insert, item.insert_plain)).unwrap()
    };
    let expected = ("for ${1:each} in ${2:list}:\n$0\n#@ end".to_owned(), "for".to_owned());
    assert_eq!(inserted("a:\n  #@ fo$0\n  b: 1\n", "for"), expected);
    assert_eq!(inserted("#@ i$0 x:\na: 1\n#@ end\n", "if"), ("if".to_owned(), "if".to_owned()));
    assert_eq!(inserted("#@yaml/text-templated-strings\na: \"(@ i$0\"\n", "if").0, "if");
    assert_eq!(inserted("#- /x.star\nx = 1\nde$0\n", "def").0, "def ${1:name}($2):\n  $0\nend");
}
