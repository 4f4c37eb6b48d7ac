//! What annotations of the older editions become, each as a picture.

use expect_test::{Expect, expect};

use super::to_released;
use crate::document::TextDocument;
use crate::text::FileId;

/// The text as released ytt has it, and what is lost.
fn migrate_node(text: &str) -> String {
    let converted = to_released(FileId(0), &TextDocument::new(FileId(0), text));
    let lost = converted.problems.iter().map(|problem| format!("# {}\n", problem.message));
    converted.text + &lost.collect::<String>()
}

/// The nodes of a schema of the edition `draft`.
#[track_caller]
fn check(nodes: &str, expected: Expect) {
    let text = migrate_node(&format!("#@schema/match data_values=True\n---\n{}", nodes.trim_start_matches('\n')));
    expected.assert_eq(text.replacen("#@data/values-schema\n---\n", "", 1).as_str());
}

#[test]
fn headers_name_the_released_edition() {
    for header in [
        "#@schema/match data_values=True",
        "#@schema/definition name=\"data/values\"",
        "#@schema attach=\"data/values\"",
    ] {
        assert_eq!(
            migrate_node(&format!("#! mine\n{header}\n---\nport: 80 # here\n")).lines().nth(1),
            Some("#@data/values-schema")
        );
    }
    assert_eq!(
        migrate_node("#@data/values-schema\n---\n#@schema/doc \"x\"\na: \"\"\n"),
        "#@data/values-schema\n---\n#@schema/doc \"x\"\na: \"\"\n"
    );
    assert_eq!(migrate_node("a: 1\n"), "a: 1\n");
}

#[test]
fn documentation_is_renamed() {
    check(
        "
#! a remark
#@schema/title \"Port\"
#! another
#@schema/doc \"Where it listens\"
#@schema/example 8080
port: 80   # behind
#@schema/examples [(\"Postgres\", 5432), (\"MySQL\", 3306)]
#@schema/deprecated
db: 1
#@schema/example \"a\"
#@schema/examples (\"B\", \"b\")
#@schema/allow-empty
name: \"\"
",
        expect![[r##"
            #! a remark
            #@schema/title "Port"
            #! another
            #@schema/desc "Where it listens"
            #@schema/examples ("", 8080)
            port: 80   # behind
            #@schema/examples ("Postgres", 5432), ("MySQL", 3306)
            #@schema/deprecated ""
            db: 1
            #@schema/examples ("", "a"), ("B", "b")
            name: ""
        "##]],
    );
}

#[test]
fn rules_are_keywords_or_functions() {
    check(
        "
#@schema/validate min=1, max=(9, \"one digit\")
count: 1
#@schema/validate enum=[\"a\", \"b\"], regexp=\"^[a-z]\"
#@schema/validation starts_with=\"a\"
letter: a
#@schema/validate min=1, unique=True
list:
- 1
#@schema/validate format=\"ipv4\"
address: 10.0.0.1
#@schema/validate format=\"date\"
date: \"2018-11-13\"
#@schema/validate lambda n: (n % 2 == 0, \"not even\"), is_small
even: 2
#@schema/validate lambda m: m.a or m.b
either:
  #@schema/nullable
  a: 1
  #@schema/nullable
  b: 1
",
        expect![[r##"
            #@ load("@ytt:ip", "ip")
            #@ load("@ytt:json", "json")
            #@ load("@ytt:regexp", "regexp")
            #@ def is_valid(verdict):
            #@   if type(verdict) == "tuple":
            #@     return bool(verdict[0])
            #@   end
            #@   return verdict == None or verdict == True
            #@ end
            #@schema/validation ("one digit", lambda v: v <= 9), min=1
            count: 1
            #@schema/validation ("text that starts with \"a\"", lambda v: v.startswith("a")), ("text that matches \"^[a-z]\"", lambda v: regexp.match("^[a-z]", v)), one_of=["a", "b"], min_len=1
            letter: a
            #@schema/validation ("without equal items", lambda v: len({json.encode(item): True for item in v}) == len(v)), min_len=1
            list:
            - 1
            #@schema/validation ("an IPv4 address", lambda v: ip.parse_addr(v).is_ipv4()), min_len=1
            address: 10.0.0.1
            #@schema/validation ("a date such as `2018-11-13`", lambda v: regexp.match("^\\d{4}-\\d{2}-\\d{2}$", v)), min_len=1
            #! not kept: the format `date` to the last detail
            date: "2018-11-13"
            #@schema/validation ("not even", lambda n: bool(n % 2 == 0)), ("is_small", lambda v: is_valid(is_small(v)))
            even: 2
            #@schema/validation ("valid", lambda m: is_valid(m["a"] or m["b"]))
            either:
              #@schema/nullable
              a: 1
              #@schema/nullable
              b: 1
            # Released ytt cannot say the format `date` to the last detail
        "##]],
    );
}

#[test]
fn types_are_shown_by_examples_or_are_rules() {
    check(
        "
#@schema/type \"string\", \"null\"
name: x
#@schema/type one_of=[\"int\", \"string\"]
size: 1
#@schema/type \"any\"
extra: {a: 1}
#@schema/type \"map\"
labels: {}
#@schema/type \"array\"
hosts: []
free:
open: []
items:
- []
flow: {a: \"\", b: {c: 1, d: [x]}}
",
        expect![[r##"
            #@ load("@ytt:json", "json")
            #@schema/nullable
            #@schema/default "x"
            #@schema/validation min_len=1
            name: x
            #@schema/type any=True
            #@schema/validation ("a whole number or text", lambda v: type(v) in ["int", "string"]), ("not empty", lambda v: v not in ["", []])
            size: 1
            #@schema/type any=True
            #! not kept: that documents of values may lay any map over the default
            extra: {a: 1}
            #@schema/type any=True
            #! not kept: that it is an empty map where it is not set: it is null
            #@schema/validation ("a map", lambda v: json.encode(v).startswith("{"))
            labels: null
            hosts:
            #@schema/type any=True
            - null
            #@schema/type any=True
            free:
            open:
            #@schema/type any=True
            - null
            items:
            -
              #@schema/type any=True
              - null
            flow:
              #@schema/validation min_len=1
              a: ""
              b:
                c: 1
                d:
                  #@schema/validation min_len=1
                  - x
            # Released ytt cannot say that documents of values may lay any map over the default
            # Released ytt cannot say that it is an empty map where it is not set: it is null
        "##]],
    );
}

#[test]
fn keys_that_are_not_declared_are_free() {
    check(
        "
labels:
  #@schema/any-key
  _: \"\"
ports:
  #@schema/key allowed=\"[a-z]+\", expects=\"1+\"
  name: 80
both:
  known: 1
  #@schema/any-key
  _: 1
#@schema/key-may-be-present
proxy: \"\"
#@schema/removed \"Use `proxy`\"
server: \"\"
",
        expect![[r##"
            #@ load("@ytt:json", "json")
            #@ load("@ytt:regexp", "regexp")
            #! not kept: that it is an empty map where it is not set: it is null
            #@schema/type any=True
            #@schema/validation ("a map in which every value is text", lambda v: json.encode(v).startswith("{") and all([type(v[k]) == "string" and v[k] != "" for k in v]))
            labels: null
            #@schema/type any=True
            #@schema/validation ("a map in which every value is a whole number, with keys that match \"[a-z]+\", with so many keys: \"1+\"", lambda v: json.encode(v).startswith("{") and all([type(v[k]) == "int" for k in v]) and all([regexp.match("[a-z]+", k) for k in v]) and len(v) >= 1), not_null=True
            ports: null
            #! not kept: which keys there may be, and what they hold
            #! not kept: that documents of values may lay any map over the default
            #@schema/type any=True
            #@schema/validation ("a map", lambda v: json.encode(v).startswith("{"))
            both:
              known: 1
            #! not kept: that the key may be left out: it is null then
            #@schema/nullable
            #@schema/validation min_len=1
            proxy: ""
            #! not kept: that the key is not there: it is null
            #@schema/type any=True
            #@schema/validation ("left out: Use `proxy`", lambda v: False)
            server: null
            # Released ytt cannot say that it is an empty map where it is not set: it is null
            # Released ytt cannot say which keys there may be, and what they hold
            # Released ytt cannot say that documents of values may lay any map over the default
            # Released ytt cannot say that the key may be left out: it is null then
            # Released ytt cannot say that the key is not there: it is null
        "##]],
    );
}

#[test]
fn what_an_edition_takes_for_granted_is_said() {
    let text = "#@schema\n---\nname: \"\"\ncount: 0\nlist:\n- name: \"\"\n#@schema/validate min_len=0\nempty: \"\"\n#@schema/nullable\nnothing: \"\"\n";
    expect![[r##"
        #@data/values-schema
        ---
        #@schema/validation min_len=1
        name: ""
        #@schema/validation ("something else than 0", lambda v: v != 0)
        count: 0
        #@schema/validation min_len=1
        list:
        -
          #@schema/validation min_len=1
          name: ""
        #@schema/validation min_len=0
        empty: ""
        #@schema/nullable
        #@schema/validation min_len=1
        nothing: ""
    "##]]
    .assert_eq(&migrate_node(text));
    let with_code = "#! mine\n#@ load(\"@ytt:data\", \"data\")\n#@ def name():\n#@schema/doc \"A name\"\nfirst: \"\"\n#@ end\n#@schema\n---\nname: #@ name()\n";
    expect![[r##"
        #! mine
        #@ load("@ytt:data", "data")
        #@ def name():
        #@schema/desc "A name"
        #@schema/validation min_len=1
        first: ""
        #@ end
        #@data/values-schema
        ---
        name: #@ name()
    "##]]
    .assert_eq(&migrate_node(with_code));
}
