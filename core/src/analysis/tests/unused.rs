//! What is of no use. Values that nothing reads are a table: a template, and what it leaves.

use std::path::Path;

use crate::problem::Code;
use crate::test_support::Fixture;

const SCHEMA: &str = r#"#- /schema.yml
#@data/values-schema
---
name: ""
db:
  host: ""
  port: 5432
servers:
- host: ""
  port: 80
labels:
  team: ""
"#;

/// The paths of what is not read, in order; `template` may hold more files.
fn unread(schema: &str, template: &str) -> String {
    let load = "#@ load(\"@ytt:data\", \"data\")\n";
    let fixture = Fixture::parse(&format!("{schema}#- /template.yml\n{load}{template}\n"));
    let analysis = fixture.analysis();
    let file = analysis.file(Path::new("/schema.yml")).expect("the schema is loaded");
    let problems = analysis.problems(file);
    let unused = problems.iter().filter(|problem| problem.code == Code::UnusedValue);
    let paths: Vec<&str> = unused.filter_map(|problem| problem.message.split('`').nth(1)).collect();
    paths.join(" ")
}

#[track_caller]
fn check(rows: &[(&str, &str)]) {
    for (template, expected) in rows {
        assert_eq!(unread(SCHEMA, template), *expected, "{template}");
    }
}

#[test]
fn values_that_no_chain_reads_are_unread() {
    check(&[
        ("a: #@ data.values.name", "db servers labels"),
        ("a: #@ data.values.db.host", "name db.port servers labels"),
        ("a: #@ data.values[\"db\"][\"host\"]", "name db.port servers labels"),
        ("a: #@ getattr(data.values, \"name\")", "db servers labels"),
        ("#@ db = data.values.db\na: #@ db.host", "name db.port servers labels"),
        ("#@ for s in data.values.servers:\n- #@ s.host\n#@ end", "name db servers[].port labels"),
        ("a: #@ [s.port for s in data.values.servers]", "name db servers[].host labels"),
        ("a: #@ data.values.servers[0].host", "name db servers[].port labels"),
        (
            "#@ def host(values):\n#@   return values.db.host\n#@ end\na: #@ host(data.values)",
            "name db.port servers labels",
        ),
        ("#@ if data.values.name:\na: 1\n#@ end", "db servers labels"),
        ("#@ if False:\na: #@ data.values.name\n#@ end", "db servers labels"),
        (
            "a: #@ data.values.name\n#- /notes.txt\n(@ load(\"@ytt:data\", \"data\") @)\n(@= data.values.labels.team @)",
            "db servers",
        ),
        (
            "a: #@ data.values.name\n#- /lib.star\nload(\"@ytt:data\", d=\"data\")\ndef team():\n  return d.values.labels.team\nend",
            "db servers",
        ),
        ("#@yaml/text-templated-strings\na: x (@= data.values.name @)", "db servers labels"),
    ]);
}

#[test]
fn what_is_handed_on_is_read_with_all_that_is_in_it() {
    check(&[
        ("a: #@ data.values", ""),
        ("#@ load(\"@ytt:json\", \"json\")\na: #@ json.encode(data.values)", ""),
        ("#@ load(\"@ytt:struct\", \"struct\")\na: #@ struct.decode(data.values)[\"name\"]", ""),
        ("#@ key = \"na\" + \"me\"\na: #@ data.values[key]", ""),
        ("#@ key = \"na\" + \"me\"\na: #@ getattr(data.values, key)", ""),
        ("#@ def f(d):\n#@   return [d]\n#@ end\na: #@ f(data)[0].values.name", ""),
        ("#@ f = lambda v: v.name\na: #@ f(data.values)", ""),
        ("#@ fs = [lambda v: v.name]\na: #@ fs[0](data.values)", ""),
        ("a: #@ [v.name for v in [data.values]]", ""),
        ("#@ for k in data.values:\na: #@ k\n#@ end", ""),
        ("a: #@ data.values.db", "name servers labels"),
        ("#@ if data.values.db:\na: 1\n#@ end", "name servers labels"),
        ("#@ for k in data.values.db:\n- #@ k\n#@ end", "name servers labels"),
        ("#@ key = \"host\"\na: #@ data.values.db[key]", "name servers labels"),
        ("a: #@ dict(**data.values.labels)", "name db servers"),
        ("#@ x = data.values.db if data.values.name else data.values.labels\na: #@ x.host", "servers"),
        ("#@ x = data.values.db or data.values.labels\na: #@ x.host", "name servers"),
        ("#@ x = data.values.db\n#@ x = data.values.labels\na: #@ x.host", "name servers"),
        (
            "#@ def f(x):\n#@   return x.host\n#@ end\na: #@ f(data.values.db)\nb: #@ f(data.values.servers[0])",
            "name labels",
        ),
        (
            "#@ def f(*args, **kwargs):\n#@   return 1\n#@ end\na: #@ f(data.values.db, x=data.values.labels)",
            "name servers",
        ),
        (
            "#@ load(\"@ytt:template\", \"template\")\n---\n_: #@ template.replace(data.values.labels)\na: #@ data.values.name",
            "db servers",
        ),
        (
            "#@ load(\"@ytt:library\", \"library\")\n#@ load(\"@ytt:template\", \"template\")\n--- #@ template.replace(library.get(\"x\").with_data_values(data.values.db).eval())\n#- /_ytt_lib/x/t.yml\na: 1",
            "name servers labels",
        ),
        (
            "#@ load(\"values.star\", \"values\")\na: #@ values.name\n#- /values.star\nload(\"@ytt:data\", \"data\")\nvalues = data.values",
            "db servers labels",
        ),
        (
            "#@ load(\"@ytt:overlay\", \"overlay\")\n#@ def o(): \na: #@ data.values.labels\n#@ end\n--- #@ overlay.apply({\"a\": 1}, o())",
            "name db servers",
        ),
    ]);
}

#[test]
fn nothing_is_said_where_something_is_not_known() {
    check(&[
        ("a: 1", ""),
        ("a: #@ data.values.nmae", ""),
        ("a: #@ data.values.name +", ""),
        ("a: #@ data.values.name\n#- /lib.star\ndef f(:", ""),
        (
            "a: #@ data.values.name\n#- /other/t.yml\n#@ load(\"@ytt:data\", \"data\")\n---\nb: #@ data.values.db.host",
            "db.port servers labels",
        ),
    ]);
    let ruled = "#- /schema.yml\n#@data/values-schema\n---\nname: \"\"\n#@schema/validation (\"x\", lambda v: v[\"a\"] > 0)\npair:\n  a: 1\n  b: 1\n";
    assert_eq!(unread(ruled, "a: #@ data.values.pair.a"), "name");
    let one = "#- /schema.yml\n#@data/values-schema\n---\n#@schema/validation one_not_null=[\"a\", \"b\"]\npair:\n  #@schema/nullable\n  a: 1\n  #@schema/nullable\n  b: 1\n";
    assert_eq!(unread(one, "a: #@ data.values.pair.a"), "");
    let conditional = "#- /schema.yml\n#@data/values-schema\n---\nname: \"\"\n#@schema/validation min_len=1, when=lambda _, c: c[\"root\"][\"on\"]\ntext: \"\"\non: true\n";
    assert_eq!(unread(conditional, "a: #@ data.values.text"), "");
    let deprecated = "#- /schema.yml\n#@data/values-schema\n---\nname: \"\"\n#@schema/deprecated \"gone\"\nold: \"\"\n";
    assert_eq!(unread(deprecated, "a: #@ data.values.name"), "");
}

/// The keys of `/values.yml` that say what the schema says; `values` may hold more files.
fn redundant(schema: &str, values: &str) -> String {
    let fixture =
        Fixture::parse(&format!("#- /schema.yml\n#@data/values-schema\n---\n{schema}#- /values.yml\n{values}"));
    let analysis = fixture.analysis();
    let file = analysis.file(Path::new("/values.yml")).expect("the values are loaded");
    let problems = analysis.problems(file);
    let redundant = problems.iter().filter(|problem| problem.code == Code::RedundantValue);
    let keys: Vec<&str> = redundant.filter_map(|problem| problem.message.split('`').nth(1)).collect();
    keys.join(" ")
}

#[test]
fn values_that_equal_their_default_stand_alone_in_maps_that_are_there() {
    let schema = "port: 80\nname: \"\"\nratio: 1.0\ndb:\n  host: a\n#@schema/nullable\nmaybe:\n  x: 1\nlist:\n- x: 1\n#@schema/type any=True\nany:\n  x: 1\n";
    let header = "#@data/values\n---\n";
    for (values, expected) in [
        ("port: 80\nname: a\n", "port"),
        ("port: 81\n", ""),
        ("db:\n  host: a\n", "host"),
        ("ratio: 1\n", ""),
        ("ratio: 1.0\n", "ratio"),
        ("maybe: null\n", "maybe"),
        ("maybe:\n  x: 1\n", ""),
        ("list:\n- x: 1\n", ""),
        ("list: []\n", "list"),
        ("any:\n  x: 1\n", ""),
        ("#@overlay/replace\ndb:\n  host: a\n", ""),
        ("#@overlay/match missing_ok=True\nport: 80\n", ""),
        ("port: &p 80\nname: *p\n", ""),
        ("port: 80\n#@data/values\n---\nport: 81\n", ""),
        ("port: 80\n#- /z.yml\n#@data/values\n---\nport: 81\n", ""),
        ("port: 80\n#- /z.yml\n#@data/values\n---\nname: x\n", "port"),
        ("port: 80\n#- /z.yml\n#@ if True:\n#@data/values\n---\nname: x\n#@ end\n", ""),
        ("db:\n  host: a\n#- /z.yml\n#@data/values\n---\n#@overlay/replace\ndb:\n  host: b\n", ""),
        ("port: #@ 80\n", ""),
        ("port: 80\nother: 1\n", ""),
    ] {
        assert_eq!(redundant(schema, &format!("{header}{values}")), expected, "{values}");
    }
    let plain = "port: 80\nname: x\n#- /sayl.toml\n[[bundle]]\nfiles = [\"schema.yml\"]\ndata-values-files = [\"values.yml\"]\n";
    assert_eq!(redundant(schema, plain), "port");
}

#[test]
fn names_that_are_loaded_are_used() {
    let unused = |code: &str| {
        let more = "#- /lib.star\ndef f():\n  return 1\nend\ndef g():\n  return 2\nend\n#- /loud.star\nprint(1)\ndef h():\n  return 1\nend\n";
        let fixture = Fixture::parse(&format!("#- /t.yml\n{code}\n{more}"));
        let analysis = fixture.analysis();
        let file = analysis.file(Path::new("/t.yml")).expect("the template is loaded");
        let text = analysis.document(file).expect("it is text");
        let problems = analysis.problems(file);
        let unused = problems.iter().filter(|problem| problem.code == Code::UnusedLoad);
        unused.map(|problem| text.slice(problem.place.range)).collect::<Vec<_>>().join(" ")
    };
    for (code, expected) in [
        ("#@ load(\"@ytt:json\", \"json\")\na: 1", "json"),
        ("#@ load(\"@ytt:json\", j=\"json\")\na: 1", "j"),
        ("#@ load(\"@ytt:json\", \"json\")\na: #@ json.encode(1)", ""),
        ("#@ load(\"lib.star\", \"f\", \"g\")\na: #@ g()", "f"),
        ("#@ load(\"lib.star\", \"f\", \"g\")\na: 1", "\"lib.star\""),
        ("#@ load(\"loud.star\", \"h\")\na: 1", ""),
        ("#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\na: 1", ""),
        ("#@ load(\"@ytt:json\", \"json\")\n#@yaml/text-templated-strings\na: (@= json.encode(1) @)", ""),
        ("#@ load(\"@ytt:json\", \"json\")\n#@ def f():\n#@   json = 1\n#@   return json\n#@ end\na: #@ f()", "json"),
        ("#@ load(\"@ytt:json\", \"json\")\na: #@ f(", ""),
    ] {
        assert_eq!(unused(code), expected, "{code}");
    }
}

#[test]
fn anchors_have_aliases() {
    let unused = |text: &str| {
        let analysis = Fixture::parse(&format!("#- /t.yml\n#@ a = 1\n---\n{text}\n")).analysis();
        let file = analysis.file(Path::new("/t.yml")).expect("the template is loaded");
        let document = analysis.document(file).expect("it is text");
        let problems = analysis.problems(file);
        let unused = problems.iter().filter(|problem| problem.code == Code::UnusedAnchor);
        unused.map(|problem| document.slice(problem.place.range)).collect::<Vec<_>>().join(" ")
    };
    for (text, expected) in [
        ("a: &x 1\nb: *x", ""),
        ("a: &x 1\nb: 2", "&x"),
        ("a: &x\n  c: 1\nb:\n  <<: *x", ""),
        ("a: &x 1\nb: &x 2\nc: *x", "&x"),
        ("a: &x 1\n---\nb: 1", "&x"),
        ("- &x {a: &y 1}\n- [*y]", "&x"),
        ("a: &x 1\nb: [", ""),
    ] {
        assert_eq!(unused(text), expected, "{text}");
    }
}
