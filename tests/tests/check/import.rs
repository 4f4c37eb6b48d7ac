//! `sayl import`: schemas of other tools as schemas of ytt.

use expect_test::expect;

use super::{Folder, check, run};

const SCHEMA: &str = r#"{
  "type": "object",
  "required": ["host"],
  "properties": {
    "host": {"type": "string", "title": "Host", "format": "hostname"},
    "port": {"type": "integer", "minimum": 1, "default": 80}
  }
}"#;

#[test]
fn a_schema_is_printed_and_what_it_lacks_is_said_on_standard_error() {
    check(
        &[("values.schema.json", SCHEMA)],
        "import values.schema.json",
        expect![[r##"
        #@data/values-schema
        #! not kept: that a map takes keys that are not declared: ytt refuses them
        ---
        #! not kept: the format `hostname`
        #@schema/title "Host"
        #@schema/validation not_null=True
        #@schema/nullable
        host: ""
        #@schema/validation min=1
        port: 80
        -- stderr
        sayl: the root: not kept: that a map takes keys that are not declared: ytt refuses them
        sayl: host: not kept: the format `hostname`
        -- status 0
    "##]],
    );
}

#[test]
fn values_of_a_chart_are_the_defaults() {
    let files = [("values.schema.json", SCHEMA), ("values.yaml", "port: 8080\n")];
    check(
        &files,
        "import values.schema.json --values values.yaml --quiet",
        expect![[r##"
        #@data/values-schema
        #! not kept: that a map takes keys that are not declared: ytt refuses them
        ---
        #! not kept: the format `hostname`
        #@schema/title "Host"
        #@schema/validation not_null=True
        #@schema/nullable
        host: ""
        #@schema/validation min=1
        port: 8080
        -- stderr
        sayl: the root: not kept: that a map takes keys that are not declared: ytt refuses them
        sayl: host: not kept: the format `hostname`
        -- status 0
    "##]],
    );
}

#[test]
fn one_of_several_schemas_is_named() {
    let api = "openapi: 3.0.3\ncomponents:\n  schemas:\n    Pod: {type: object, properties: {name: {type: string}}, additionalProperties: false}\n    Node: {type: string}\n";
    let files = [("api.yaml", api)];
    check(
        &files,
        "import api.yaml --schema Pod",
        expect![[r##"
        #@data/values-schema
        ---
        name: ""
        -- status 0
    "##]],
    );
    check(
        &files,
        "import api.yaml",
        expect![[r#"
        -- stderr
        sayl: which schema? --schema names one of Pod, Node
        -- status 2
    "#]],
    );
    check(
        &files,
        "import api.yaml --schema Pot",
        expect![[r#"
        -- stderr
        sayl: there is no schema `Pot`; did you mean `Pod`?
        -- status 2
    "#]],
    );
}

#[test]
fn values_alone_become_a_schema_that_accepts_them() {
    let folder = Folder::new(&[]);
    expect![[r#"
        #@data/values-schema
        ---
        host: web
        ports:
        - 80
        -- status 0
    "#]]
    .assert_eq(&run(&mut folder.sayl("import -"), "host: web\nports: [80]\n"));
}

#[test]
fn what_cannot_be_imported_is_said() {
    let files = [("broken.json", "{\"type\":\n  ]"), ("values.yml", "a: 1\n"), ("two.yml", "a: 1\n---\nb: 2\n")];
    check(
        &files,
        "import broken.json",
        expect![[r#"
        -- stderr
        sayl: broken.json: line 1: The bracket is not closed
        -- status 2
    "#]],
    );
    check(
        &files,
        "import values.yml --schema a",
        expect![[r#"
        -- stderr
        sayl: values.yml: these are values, not a schema
        -- status 2
    "#]],
    );
    check(
        &files,
        "import two.yml",
        expect![[r#"
        -- stderr
        sayl: two.yml: it holds 2 documents, not one
        -- status 2
    "#]],
    );
    check(
        &files,
        "import missing.json",
        expect![[r#"
        -- stderr
        sayl: missing.json: there is no such file
        -- status 2
    "#]],
    );
}

#[test]
fn the_result_checks_values_as_the_schema_did() {
    let folder = Folder::new(&[("values.schema.json", SCHEMA)]);
    run(&mut folder.sayl("import values.schema.json --output-file schema.yml"), "");
    folder.write("values.yml", b"port: 0\n");
    expect![[r#"
        schema.yml:8:1: error[rule-violation] `host` must not be null
        values.yml:1:7: error[rule-violation] `port` must be at least 1
        -- stderr
        2 errors in 2 files
        Looked at 1 schema, 1 values file.
        -- status 1
    "#]]
    .assert_eq(&run(&mut folder.sayl("check -f schema.yml --data-values-file values.yml --format concise"), ""));
}

#[test]
fn json_may_escape_slashes() {
    check(
        &[("a.json", r#"{"properties": {"a": {"type": "string", "default": "x\/y"}}, "additionalProperties": false}"#)],
        "import a.json",
        expect![[r#"
            #@data/values-schema
            ---
            a: x/y
            -- status 0
        "#]],
    );
}
