//! Renaming keys of schemas for data values.

use std::path::Path;

use expect_test::{Expect, expect};

use super::check;
use crate::analysis::Analysis;
use crate::ide::references::tests::data_values::{BUNDLE, at};
use crate::ide::rename::rename;
use crate::test_support::Fixture;
use crate::text::{FileId, TextSize};

/// A schema with `db.host`, and what else there is.
#[track_caller]
fn check_with(other: &str, expected: Expect) {
    check(
        &format!("#- /schema.yml\n#@data/values-schema\n---\ndb:\n  ho$0st: x\n  port: 1\n{other}"),
        "address",
        expected,
    );
}

/// The same with a template that reads data values.
#[track_caller]
fn check_code(code: &str, expected: Expect) {
    check_with(&format!("#- /a.yml\n#@ load(\"@ytt:data\", \"data\")\n{code}"), expected);
}

#[test]
fn a_key_that_is_a_number_or_looks_like_one_keeps_its_name() {
    let schema = |key: &str| format!("#- /schema.yml\n#@data/values-schema\n---\n{key}: x\n");
    for key in ["8$00", "\"8$00\""] {
        check(&schema(key), "http", expect!["`80` is no text without quotes, so a rename could not be taken back"]);
    }
}

#[test]
fn a_key_changes_in_schemas_values_and_code() {
    check(
        &at("ho$0st: x"),
        "address",
        expect![[r##"
            #- /lib.star
              return values.db.address + str(values.db.port)
            #- /notes.txt
            Host: (@= data.values.db.address @)
            #- /plain/dev.yml
              address: w
            #- /schema.yml
              address: x
            #- /schema2.yml
              address: y
            #- /template.yml
            a: #@ db.address + data.values["db"]["address"]
            b: #@ getattr(db, "address")
            c: #@ values.db.address
            #- /values.yml
            db: {address: z, port: 2}
        "##]],
    );
    check(
        &at("- na$0me: a"),
        "called",
        expect![[r##"
        #- /schema.yml
        - called: ""
        #- /template.yml
        d: #@ user.called
        e: #@ [user.called for user in data.values.users if hasattr(user, "roles")]
        #- /values.yml
        - called: a
    "##]],
    );
    check(
        &at("replic$0as"),
        "copies",
        expect![[r#"
        #- /schema.yml
        copies: 1
    "#]],
    );
}

#[test]
fn a_name_that_code_cannot_write_is_refused() {
    check(
        &at("ho$0st: x"),
        "host-name",
        expect!["`host-name` cannot be its name: expressions would read it as something else"],
    );
    check(
        &at("replic$0as"),
        "replica-count",
        expect![[r#"
        #- /schema.yml
        replica-count: 1
    "#]],
    );
    check(&at("ho$0st: x"), "in", expect!["`in` cannot be its name: expressions would read it as something else"]);
    check(&at("ho$0st: x"), "port", expect!["The name `port` is taken already"]);
}

#[test]
fn a_map_that_is_handed_on_keeps_its_keys() {
    check_code(
        "a: #@ f(data.values.db)\n",
        expect![
            "Line 2 of a.yml hands the map that holds `host` to `f`, and what is done with it there is not followed"
        ],
    );
    check_code(
        "a: #@ data.values\n",
        expect!["Line 2 of a.yml hands on the map that holds `host`, and what is done with it is not followed"],
    );
    check_code(
        "a: #@ f(data)\n",
        expect![
            "Line 2 of a.yml hands the map that holds `host` to `f`, and what is done with it there is not followed"
        ],
    );
    check_code(
        "a: #@ data.values.db[data.values.db.port]\n",
        expect!["Line 2 of a.yml hands on the map that holds `host`, and what is done with it is not followed"],
    );
    check_code(
        "a: #@ getattr(data.values.db, \"ho\" + \"st\")\n",
        expect!["Line 2 of a.yml hands on the map that holds `host`, and what is done with it is not followed"],
    );
    check_code(
        "a: #@ data.values.db.items()\n",
        expect!["Line 2 of a.yml hands on the map that holds `host`, and what is done with it is not followed"],
    );
    check_code(
        "#@ db = data.values.db\n#@ db = {}\na: #@ db.host\n",
        expect!["Line 2 of a.yml hands on the map that holds `host`, and what is done with it is not followed"],
    );
}

#[test]
fn a_map_that_is_only_looked_at_does_not_matter() {
    check_code(
        "#@ if data.values.db and data.values.db != None and type(data.values.db):\na: #@ data.values.db.host\n#@ end\n",
        expect![[r#"
            #- /a.yml
            a: #@ data.values.db.address
            #- /schema.yml
              address: x
        "#]],
    );
    check_code(
        "#@ for x in [data.values.db.port]:\na: #@ data.values.db.host\n#@ end\n",
        expect![[r#"
        #- /a.yml
        a: #@ data.values.db.address
        #- /schema.yml
          address: x
    "#]],
    );
}

#[test]
fn what_names_a_key_as_text_is_refused() {
    check(
        "#- /schema.yml\n#@data/values-schema\n---\n#@schema/validation one_not_null=[\"a\", \"b\"]\ndb:\n  a$0: x\n  b: 1\n",
        "c",
        expect!["Line 3 of schema.yml names `a` in the arguments of `@schema/validation`"],
    );
    check(
        "#- /schema.yml\n#@data/values-schema\n---\nl:\n- na$0me: x\n#- /values.yml\n#@data/values\n---\nl:\n#@overlay/match by=\"name\"\n- name: x\n",
        "c",
        expect!["Line 4 of values.yml names `name` in the arguments of `@overlay/match`"],
    );
    check(
        "#- /schema.yml\n#@ def is_right(v): return v[\"host\"] != \"\"\n#@data/values-schema\n---\n#@schema/validation (\"right\", is_right)\ndb:\n  ho$0st: x\n",
        "c",
        expect!["Line 1 of schema.yml reads `host` from a value that is not known"],
    );
}

#[test]
fn what_code_or_defaults_give_is_refused() {
    check_with(
        "#- /values.yml\n#@data/values\n---\ndb: #@ {\"host\": \"y\"}\n",
        expect!["Line 3 of values.yml computes the map that holds `host`"],
    );
    check(
        "#- /schema.yml\n#@data/values-schema\n---\n#@schema/default [{\"name\": \"x\"}]\nl:\n- na$0me: x\n",
        "c",
        expect!["A default gives `name` a value, and is not changed with it"],
    );
    check(
        "#- /schema.yml\n#@ def part():\nname: x\n#@ end\n#@data/values-schema\n---\nl: #@ part()\n#- /values.yml\n#@data/values\n---\nl: {na$0me: y}\n",
        "c",
        expect!["Template code declares `name`, and is not changed with it"],
    );
}

#[test]
fn a_library_keeps_its_keys() {
    check(
        "#- /_ytt_lib/db/schema.yml\n#@data/values-schema\n---\nhost: x\n#- /_ytt_lib/db/a.yml\n#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.ho$0st\n",
        "c",
        expect!["`host` belongs to a library, which is not changed from here"],
    );
}

#[test]
fn a_rename_back_leaves_every_byte_as_it_was() {
    let texts = |analysis: &Analysis| {
        let text = |file: &FileId| analysis.document(*file).map(|document| document.rope().to_string());
        analysis.files().iter().map(text).collect::<Vec<_>>()
    };
    let mut fixture = Fixture::parse(BUNDLE);
    let before = texts(&fixture.analysis());
    for (from, to) in [("host", "address"), ("address", "host")] {
        let analysis = fixture.analysis();
        let file = analysis.file(Path::new("/schema.yml")).unwrap();
        let text = analysis.document(file).unwrap().rope().to_string();
        let offset = TextSize::new(text.find(from).unwrap() as u32);
        let mut edits = rename(&analysis, file, offset, to).unwrap().unwrap();
        edits.sort_by_key(|(place, _)| std::cmp::Reverse(place.range.start()));
        for (place, name) in edits {
            let path = analysis.path(place.file);
            let file = fixture.files.iter_mut().find(|file| file.path == path).unwrap();
            file.text.replace_range(std::ops::Range::<usize>::from(place.range), &name);
        }
    }
    assert_eq!(texts(&fixture.analysis()), before);
}

#[test]
fn the_keys_of_examples_change_with_it() {
    check(
        "#- /schema.yml\n#@data/values-schema\n---\n#@schema/examples (\"host\", {\"host\": \"host\", 'port': 2})\ndb:\n  ho$0st: x\n  port: 1\n",
        "address",
        expect![[r##"
            #- /schema.yml
            #@schema/examples ("host", {"address": "host", 'port': 2})
              address: x
        "##]],
    );
    check(
        "#- /schema.yml\n#@data/values-schema\n---\n#@schema/examples (\"Two\", [{'name': \"a\"}, {\"name\": \"b\"}])\nl:\n- na$0me: x\n",
        "c",
        expect![[r##"
            #- /schema.yml
            #@schema/examples ("Two", [{'c': "a"}, {"c": "b"}])
            - c: x
        "##]],
    );
}

#[test]
fn a_parameter_is_followed_where_every_call_gives_it_the_same() {
    check_code(
        "#@ def url(db):\na: #@ db.host\n#@ end\nb: #@ url(data.values.db)\nc: #@ url(db=data.values.db)\n",
        expect![[r#"
            #- /a.yml
            a: #@ db.address
            #- /schema.yml
              address: x
        "#]],
    );
    check_code(
        "#@ load(\"lib.star\", u=\"url\")\nb: #@ str(u(1, data.values.db))\n#- /lib.star\ndef url(x, db):\n  y = db\n  return inner(y)\nend\ndef inner(z):\n  return z[\"host\"]\nend\n",
        expect![[r##"
            #- /lib.star
              return z["address"]
            #- /schema.yml
              address: x
        "##]],
    );
    check_code(
        "#@ def each(port):\na: #@ port\n#@ end\nb: #@ each(data.values.db.host)\n",
        expect![[r#"
        #- /a.yml
        b: #@ each(data.values.db.address)
        #- /schema.yml
          address: x
    "#]],
    );
}

#[test]
fn a_parameter_that_may_be_given_anything_else_is_in_the_way() {
    let function = "#@ def url(db, more=None):\na: #@ db.host\n#@ end\nb: #@ url(data.values.db)\n";
    let check = |other: &str, expected| check_code(&format!("{function}{other}"), expected);
    check(
        "c: #@ url(data.values.other)\n",
        expect![
            "Line 5 of a.yml hands the map that holds `host` to `url`, and what is done with it there is not followed"
        ],
    );
    check(
        "c: #@ url({\"host\": 1})\n",
        expect![
            "Line 5 of a.yml hands the map that holds `host` to `url`, and what is done with it there is not followed"
        ],
    );
    check(
        "c: #@ url(*[1])\n",
        expect![
            "Line 5 of a.yml hands the map that holds `host` to `url`, and what is done with it there is not followed"
        ],
    );
    check(
        "#@ other = url\n",
        expect![
            "Line 5 of a.yml hands the map that holds `host` to `url`, and what is done with it there is not followed"
        ],
    );
    check_code(
        "#@ def url(db):\na: #@ str(db)\n#@ end\nb: #@ url(data.values.db)\n",
        expect![
            "Line 3 of a.yml hands the map that holds `host` to `str`, and what is done with it there is not followed"
        ],
    );
    check_code(
        "#@ def url(db):\n#@ db = {}\na: #@ db.host\n#@ end\nb: #@ url(data.values.db)\n",
        expect![
            "Line 6 of a.yml hands the map that holds `host` to `url`, and what is done with it there is not followed"
        ],
    );
    check_code(
        "#@ def url(db):\na: #@ url(db).host\n#@ end\nb: #@ url(data.values.db)\n",
        expect![
            "Line 5 of a.yml hands the map that holds `host` to `url`, and what is done with it there is not followed"
        ],
    );
}
