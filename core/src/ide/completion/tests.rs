//! What is offered at every kind of position.

use expect_test::{Expect, expect};

use super::{CompletionItem, completion};
use crate::test_support::{Cursor, cursor};

mod aliases;
mod code;
mod config;
mod directives;
mod layouts;
mod lists;
mod shorthand;

const SCHEMA: &str = r#"
#- /schema.yml
#@data/values-schema
---
#@schema/desc "How many copies run"
replicas: 1
#@schema/validation one_of=["dev", "prod"]
stage: dev
debug: false
#@schema/nullable
#@schema/examples ("Local", "localhost"), ("Remote", "example.org")
host: ""
#@schema/deprecated "Use `host`"
server: old
app:
  name: web app
  labels:
    team: a
    tier: b
ports:
- name: http
  port: 80
  tls:
    secret: s
names:
- ""
matrix:
- - 1
"#;

fn world(values: &str) -> Cursor {
    cursor(&format!("{SCHEMA}#- /values.yml\n{values}"))
}

fn items(values: &str) -> Vec<CompletionItem> {
    let at = world(values);
    let mut items = completion(&at.analysis, at.file, at.offset);
    items.sort_by(|left, right| left.sort.cmp(&right.sort));
    items
}

/// The labels offered, in the order in which they are shown, with what is said beside them.
#[track_caller]
fn check(values: &str, expected: &Expect) {
    let said = |item: &CompletionItem| match &item.detail {
        Some(detail) => format!("{} ({detail})", item.label),
        None => item.label.clone(),
    };
    // Global names and keywords of code are told in `code`.
    let is_global = |item: &CompletionItem| item.sort.starts_with(['8', '9']);
    let mut labels: Vec<String> = items(values).iter().filter(|item| !is_global(item)).map(said).collect();
    if let [first, second, .., last] = labels.as_slice()
        && labels.len() > 12
    {
        labels = vec![first.clone(), second.clone(), format!("… {} more", labels.len() - 3), last.clone()];
    }
    expected.assert_eq(&labels.join(", "));
}

/// The first labels offered, and the text after accepting the first of them.
fn accepted(fixture: &str, most: usize) -> String {
    let at = cursor(fixture);
    let mut items = completion(&at.analysis, at.file, at.offset);
    items.sort_by(|one, other| one.sort.cmp(&other.sort));
    let labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).take(most).collect();
    let mut text = at.analysis.document(at.file).unwrap().rope().to_string();
    if let Some(first) = items.first() {
        text.replace_range(std::ops::Range::<usize>::from(first.replace), &first.insert);
    }
    format!("{}\n\n{text}", labels.join(" "))
}

/// The values file after accepting `label`, with `|` behind what was inserted. A snippet, in an editor that indents it,
/// and the plain text must agree.
#[track_caller]
fn check_insert(values: &str, label: &str, expected: &Expect) {
    let items = items(values);
    let item = items.iter().find(|item| item.label == label).unwrap_or_else(|| panic!("{label} is offered"));
    let text = values.replacen("$0", "", 1);
    let range = usize::from(item.replace.start())..usize::from(item.replace.end());
    let line_start = text[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line = &text[line_start..range.start];
    let indentation = &line[..line.len() - line.trim_start_matches(' ').len()];
    let mut plain = text.clone();
    plain.replace_range(range.clone(), &format!("{}|", item.insert_plain));
    if !item.is_snippet {
        assert_eq!(item.insert, item.insert_plain);
    } else if item.insert.contains("$0") {
        let expanded = item.insert.replace('\n', &format!("\n{indentation}")).replace("$0", "").replace("\\}", "}");
        let mut snippet = text.clone();
        snippet.replace_range(range, &expanded);
        assert_eq!(snippet, plain.replacen('|', "", 1), "snippet and plain text give the same");
    }
    expected.assert_eq(&plain);
}

#[test]
fn an_empty_document_is_offered_all_keys_with_deprecated_ones_last() {
    let all = expect![
        "replicas (integer), stage (string), debug (boolean), host (string or null), app (map), ports (array of map), names (array of string), matrix (array of array of integer), server (string)"
    ];
    check("#@data/values\n---\n$0", &all);
    check("#@data/values\n---\n$0\n", &all);
    check("#@data/values\n---\nre$0", &all);
    let items = items("#@data/values\n---\n$0");
    assert!(items.iter().all(|item| item.deprecated == (item.label == "server")));
}

#[test]
fn keys_that_are_there_are_left_out() {
    check(
        "#@data/values\n---\nreplicas: 2\nstage: dev\n$0\napp: {}\nports: []\n",
        &expect![
            "debug (boolean), host (string or null), names (array of string), matrix (array of array of integer), server (string)"
        ],
    );
    check(
        "#@data/values\n---\n$0\nreplicas: 2\nstage: dev\napp: {}\nports: []\n",
        &expect![
            "debug (boolean), host (string or null), names (array of string), matrix (array of array of integer), server (string)"
        ],
    );
    check(
        "#@data/values\n---\nreplicas: 2\nde$0\nstage: dev\n",
        &expect![
            "debug (boolean), host (string or null), app (map), ports (array of map), names (array of string), matrix (array of array of integer), server (string)"
        ],
    );
}

#[test]
fn the_column_decides_which_map_is_meant() {
    check("#@data/values\n---\napp:\n  $0\n", &expect!["name (string), labels (map)"]);
    check("#@data/values\n---\napp:\n  labels:\n    $0\n", &expect!["team (string), tier (string)"]);
    check("#@data/values\n---\napp:\n  labels:\n    team: x\n    $0\n", &expect!["tier (string)"]);
    check("#@data/values\n---\napp:\n  labels:\n    team: x\n  $0\n", &expect!["name (string)"]);
    check("#@data/values\n---\napp:\n  labels:\n    team: x\n\n\n  $0", &expect!["name (string)"]);
    check(
        "#@data/values\n---\napp:\n  labels:\n    team: x\n$0\n",
        &expect![
            "replicas (integer), stage (string), debug (boolean), host (string or null), ports (array of map), names (array of string), matrix (array of array of integer), server (string)"
        ],
    );
    check("#@data/values\n---\napp:\n  name: x\n     $0\n", &expect![]);
    check("#@data/values\n---\napp:\n    labels:\n        $0\n    name: x\n", &expect!["team (string), tier (string)"]);
    check("#@data/values\n---\napp:\n  la$0\n  name: x\n", &expect!["labels (map)"]);
}

#[test]
fn lists_of_maps_are_completed_with_and_without_their_dash() {
    check("#@data/values\n---\nports:\n- $0\n", &expect!["name (string), port (integer), tls (map)"]);
    check("#@data/values\n---\nports:\n- na$0\n", &expect!["name (string), port (integer), tls (map)"]);
    check("#@data/values\n---\nports:\n    - name: x\n      $0\n", &expect!["port (integer), tls (map)"]);
    check("#@data/values\n---\nports:\n- $0\n  name: x\n", &expect!["port (integer), tls (map)"]);
    check("#@data/values\n---\nports:\n- na$0\n  port: 1\n", &expect!["name (string), tls (map)"]);
    check("#@data/values\n---\nports:\n- name: x\n- $0\n", &expect!["name (string), port (integer), tls (map)"]);
    check("#@data/values\n---\nports:\n-\n  $0\n", &expect!["name (string), port (integer), tls (map)"]);
    check("#@data/values\n---\nports:\n- name: x\n  tls:\n    $0\n", &expect!["secret (string)"]);
    check("#@data/values\n---\nports:\n  $0\n", &expect!["name (string), port (integer), tls (map)"]);
    check("#@data/values\n---\nports:\n  - name: x\n  $0\n", &expect!["name (string), port (integer), tls (map)"]);
    check(
        "#@data/values\n---\nports:\n- name: x\n$0\n",
        &expect![
            "replicas (integer), stage (string), debug (boolean), host (string or null), app (map), names (array of string), matrix (array of array of integer), name (new item: string), port (new item: integer), tls (new item: map), server (string)"
        ],
    );
}

#[test]
fn brackets_are_completed_too() {
    check("#@data/values\n---\napp: {$0}\n", &expect!["name (string), labels (map)"]);
    check("#@data/values\n---\napp: {name: x, $0}\n", &expect!["labels (map)"]);
    check("#@data/values\n---\napp: {$0, labels: {}}\n", &expect!["name (string)"]);
    check("#@data/values\n---\napp: {name: x, $0\nreplicas: 1\n", &expect!["labels (map)"]);
    check("#@data/values\n---\napp: {labels: {$0}}\n", &expect!["team (string), tier (string)"]);
    check("#@data/values\n---\nports: [{name: x, $0}]\n", &expect!["port (integer), tls (map)"]);
    check("#@data/values\n---\napp: {\n  name: x,\n  $0\n}\n", &expect!["labels (map)"]);
    check("#@data/values\n---\napp: {\n  name: x,\n  la$0\n}\n", &expect!["labels (map)"]);
    check("#@data/values\n---\n{debug: $0}\n", &expect!["false (default), true"]);
}

#[test]
fn values_follow_a_colon_or_a_dash() {
    check("#@data/values\n---\ndebug: $0\n", &expect!["false (default), true"]);
    check("#@data/values\n---\ndebug: t$0\n", &expect!["false (default), true"]);
    check("#@data/values\n---\nstage: $0\n", &expect!["dev (default), prod"]);
    check("#@data/values\n---\nstage: \"$0\"\n", &expect!["dev (default), prod"]);
    check("#@data/values\n---\nstage: '$0\n", &expect!["dev (default), prod"]);
    check("#@data/values\n---\nreplicas: $0\n", &expect!["1 (default)"]);
    check("#@data/values\n---\nhost: $0\n", &expect!["null (default), localhost (Local), example.org (Remote)"]);
    check("#@data/values\n---\napp: $0\n", &expect!["name (string), labels (map)"]);
    check("#@data/values\n---\napp:\n  name: $0\n", &expect!["web app (default)"]);
    check("#@data/values\n---\nmatrix:\n- - $0\n", &expect!["1 (default)"]);
    check("#@data/values\n---\nunknown: $0\n", &expect![]);
}

#[test]
fn insertions_bring_colon_and_indentation() {
    let head = "#@data/values\n---\n";
    check_insert(
        &format!("{head}rep$0"),
        "replicas",
        &expect![[r#"
        #@data/values
        ---
        replicas: |"#]],
    );
    check_insert(
        &format!("{head}a$0"),
        "app",
        &expect![[r#"
        #@data/values
        ---
        app:
          |"#]],
    );
    check_insert(
        &format!("{head}p$0"),
        "ports",
        &expect![[r#"
        #@data/values
        ---
        ports:
        - |"#]],
    );
    check_insert(
        &format!("{head}app:\n    l$0"),
        "labels",
        &expect![[r#"
            #@data/values
            ---
            app:
                labels:
                    |"#]],
    );
    check_insert(
        &format!("{head}ports:\n  - t$0"),
        "tls",
        &expect![[r#"
        #@data/values
        ---
        ports:
          - tls:
              |"#]],
    );
    check_insert(
        &format!("{head}ports:\n- name: x\n  t$0"),
        "tls",
        &expect![[r#"
        #@data/values
        ---
        ports:
        - name: x
          tls:
            |"#]],
    );
    check_insert(
        &format!("{head}ports:\n  $0"),
        "tls",
        &expect![[r#"
        #@data/values
        ---
        ports:
          - tls:
              |"#]],
    );
}

#[test]
fn insertions_suit_brackets_quotes_and_what_is_there() {
    let head = "#@data/values\n---\n";
    check_insert(
        &format!("{head}app: {{$0}}"),
        "labels",
        &expect![[r#"
        #@data/values
        ---
        app: {labels: {}|}"#]],
    );
    check_insert(
        &format!("{head}na$0me: x"),
        "names",
        &expect![[r#"
        #@data/values
        ---
        names|: x"#]],
    );
    check_insert(
        &format!("{head}stage:$0"),
        "prod",
        &expect![[r#"
        #@data/values
        ---
        stage: prod|"#]],
    );
    check_insert(
        &format!("{head}stage: \"d$0ev\""),
        "prod",
        &expect![[r##"
        #@data/values
        ---
        stage: "prod|""##]],
    );
    check_insert(
        &format!("{head}stage: 'd$0"),
        "prod",
        &expect![[r#"
        #@data/values
        ---
        stage: 'prod'|"#]],
    );
    check_insert(
        &format!("{head}host: $0"),
        "localhost",
        &expect![[r#"
        #@data/values
        ---
        host: localhost|"#]],
    );
}

#[test]
fn a_schema_is_not_offered_to_itself() {
    check("#@data/values-schema\n---\n#@overlay/match missing_ok=True\nnew: $0\n", &expect![]);
    check("#@data/values-schema\n---\nstage: $0\n", &expect![]);
    check(
        "#@data/values-schema\n---\nother$0: 1\napp: {}\nports: []\nnames: []\nmatrix: []\n",
        &expect!["replicas (integer), stage (string), debug (boolean), host (string or null), server (string)"],
    );
}

#[test]
fn what_follows_the_token_stays() {
    check_insert(
        "#@data/values\n---\ndebug: f$0 # why\n",
        "true",
        &expect![[r#"
        #@data/values
        ---
        debug: true| # why
    "#]],
    );
    check_insert(
        "#@data/values\n---\napp: {name: w$0, labels: {}}\n",
        "web app",
        &expect![[r##"
        #@data/values
        ---
        app: {name: "web app"|, labels: {}}
    "##]],
    );
    check("#@data/values\r\n---\r\ndebug: $0\r\nstage: dev\r\n", &expect!["false (default), true"]);
}

#[test]
fn a_half_typed_line_leaves_the_rest_alone() {
    check("#@data/values\n---\nfoo\napp:\n  $0\n", &expect!["name (string), labels (map)"]);
    check("#@data/values\n---\napp:\n  name: \"x\n  $0\nreplicas: 1\n", &expect!["labels (map)"]);
    check("#@data/values\n---\na:b\ndebug: $0\n", &expect!["false (default), true"]);
    check("#@data/values\n---\napp:\n  name:x\n  la$0\nstage: dev\n", &expect!["name (string), labels (map)"]);
    check("#@data/values\n---\nstage: [\ndebug: $0\n", &expect!["false (default), true"]);
}

#[test]
fn text_is_left_alone() {
    check("#@data/values\n---\nhost: |\n  a\n  $0\n", &expect![]);
    check("#@data/values\n---\nhost: 'a\n  $0'\n", &expect![]);
    check("#@data/values\n---\nhost: |\n  #@$0\n", &expect![]);
    check("#@data/values\n---\n#! app$0\n", &expect![]);
    check("#@data/values\n---\n#@ app$0\n", &expect![]);
    check("#@data/values\n--$0\n", &expect![]);
}

#[test]
fn annotations_are_offered_where_they_may_stand() {
    check("$0", &expect!["data/values-schema, data/values"]);
    check(
        "#$0",
        &expect![[
            r#"data/values-schema, data/values, … 19 more, schema/validation (("description", function), …, rule=…)"#
        ]],
    );
    check(
        "#@$0\n---\na: 1\n",
        &expect![[
            r#"data/values-schema, data/values, … 19 more, schema/validation (("description", function), …, rule=…)"#
        ]],
    );
    check(
        "#@data/values-schema\n---\n#@$0\na: 1\n",
        &expect!["schema/type (any=True), schema/nullable, … 18 more, template/value (expression)"],
    );
    check(
        "#@data/values-schema\n---\na:\n#@sch$0\n- 1\n",
        &expect!["schema/type (any=True), schema/nullable, … 16 more, template/value (expression)"],
    );
    check(
        "#@data/values-schema\n---\na: 1 #@schema/n$0\n",
        &expect!["schema/type (any=True), schema/nullable, … 18 more, template/value (expression)"],
    );
    check(
        "#@data/values\n---\n#@o$0\na: 1\n",
        &expect![
            "overlay/match (by=…, expects=…, missing_ok=…, when=…), overlay/match-child-defaults (expects=…, missing_ok=…, when=…), … 10 more, template/value (expression)"
        ],
    );
}

#[test]
fn an_annotation_takes_the_place_of_what_is_typed_of_it() {
    check_insert(
        "#@data/values-schema\n---\n#@sch$0\na: 1\n",
        "schema/nullable",
        &expect![[r#"
        #@data/values-schema
        ---
        #@schema/nullable|
        a: 1
    "#]],
    );
    check_insert(
        "#@data/values-schema\n---\n#@schema/ti$0tle \"x\"\na: 1\n",
        "schema/desc",
        &expect![[r##"
        #@data/values-schema
        ---
        #@schema/desc| "x"
        a: 1
    "##]],
    );
}

#[test]
fn a_header_brings_the_mark_of_its_document_if_there_is_none() {
    check_insert(
        "$0",
        "data/values-schema",
        &expect![[r#"
        #@data/values-schema
        ---
        |"#]],
    );
    check_insert(
        "#@da$0",
        "data/values",
        &expect![[r#"
        #@data/values
        ---
        |"#]],
    );
    check_insert(
        "#@da$0\n---\na: 1\n",
        "data/values",
        &expect![[r#"
        #@data/values|
        ---
        a: 1
    "#]],
    );
}

#[test]
fn keywords_are_offered_between_arguments() {
    let schema = "#@data/values-schema\n---\n#@schema/";
    check(
        &format!("{schema}validation $0\na: 1\n"),
        &expect!["min, max, min_len, max_len, not_null, one_not_null, one_of, when"],
    );
    check(
        &format!("{schema}validation min=1, $0\na: 1\n"),
        &expect!["max, min_len, max_len, not_null, one_not_null, one_of, when"],
    );
    check(
        &format!("{schema}validation min=1, ma$0x=3\na: 1\n"),
        &expect!["max, min_len, max_len, not_null, one_not_null, one_of, when"],
    );
    check(&format!("{schema}validation one_of=[$0]\na: 1\n"), &expect![]);
    check(&format!("{schema}validation not_null=$0\na: 1\n"), &expect!["True, False"]);
    check(&format!("{schema}type $0\na: 1\n"), &expect!["any"]);
    check(&format!("{schema}title \"$0\"\na: 1\n"), &expect![]);
    check_insert(
        &format!("{schema}type a$0\na: 1\n"),
        "any",
        &expect![[r#"
        #@data/values-schema
        ---
        #@schema/type any=|
        a: 1
    "#]],
    );
    check_insert(
        &format!("{schema}validation min=1, ma$0x=3\na: 1\n"),
        "max_len",
        &expect![[r#"
        #@data/values-schema
        ---
        #@schema/validation min=1, max_len|=3
        a: 1
    "#]],
    );
}

#[test]
fn a_dash_without_its_blank_gets_one() {
    check("#@data/values\n---\nports:\n-$0", &expect!["name (string), port (integer), tls (map)"]);
    check("#@data/values\n---\n-$0", &expect![[""]]);
    check_insert(
        "#@data/values\n---\nports:\n-$0",
        "name",
        &expect![[r#"
        #@data/values
        ---
        ports:
        - name: |"#]],
    );
    check_insert(
        "#@data/values\n---\nports:\n  -$0",
        "tls",
        &expect![[r#"
        #@data/values
        ---
        ports:
          - tls:
              |"#]],
    );
}

#[test]
fn removed_keys_are_not_offered() {
    let schema = "#@schema/match data_values=True\n---\nname: x\n#@schema/removed \"use `name`\"\nold: x\n";
    let at = cursor(&format!("#- /schema.yml\n{schema}#- /values.yml\n#@data/values\n---\n$0\n"));
    let items = completion(&at.analysis, at.file, at.offset);
    assert_eq!(items.iter().map(|item| item.label.as_str()).collect::<Vec<_>>(), ["name"]);
}
