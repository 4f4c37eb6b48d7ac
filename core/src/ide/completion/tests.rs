//! What is offered at every kind of position.

use expect_test::{Expect, expect};

use super::{CompletionItem, completion};
use crate::test_support::{TestCursor, cursor};

mod aliases;
mod annotations;
mod arguments;
mod code;
mod config;
mod directives;
mod half_typed_code;
mod insertions;
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

fn world(values: &str) -> TestCursor {
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
    let shown = |item: &CompletionItem| match &item.detail {
        Some(detail) => format!("{} ({detail})", item.label),
        None => item.label.clone(),
    };
    // Global names and keywords of code are told in `code`.
    let is_global = |item: &CompletionItem| item.sort.starts_with(['8', '9']);
    let mut labels: Vec<String> = items(values).iter().filter(|item| !is_global(item)).map(shown).collect();
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

#[track_caller]
fn check_insert(values: &str, label: &str, expected: &Expect) {
    expected.assert_eq(&inserted(values, label));
}

/// The values file after accepting `label`, with `|` behind what was inserted. A snippet, in an editor that indents it,
/// and the plain text must agree.
#[track_caller]
fn inserted(values: &str, label: &str) -> String {
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
    plain
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
fn a_schema_is_not_offered_to_itself() {
    check("#@data/values-schema\n---\n#@overlay/match missing_ok=True\nnew: $0\n", &expect![]);
    check("#@data/values-schema\n---\nstage: $0\n", &expect![]);
    check(
        "#@data/values-schema\n---\nother$0: 1\napp: {}\nports: []\nnames: []\nmatrix: []\n",
        &expect!["replicas (integer), stage (string), debug (boolean), host (string or null), server (string)"],
    );
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
    check(
        "#@data/values\n---\n#@ app$0\n",
        &expect![
            "break, continue, def (def … end), elif, else, end, for (for … end), if (if … end), load, return, while"
        ],
    );
    check("#@data/values\n--$0\n", &expect![]);
}

#[test]
fn removed_keys_are_not_offered() {
    let schema = "#@schema/match data_values=True\n---\nname: x\n#@schema/removed \"use `name`\"\nold: x\n";
    let at = cursor(&format!("#- /schema.yml\n{schema}#- /values.yml\n#@data/values\n---\n$0\n"));
    let items = completion(&at.analysis, at.file, at.offset);
    assert_eq!(items.iter().map(|item| item.label.as_str()).collect::<Vec<_>>(), ["name"]);
}
