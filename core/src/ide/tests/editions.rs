//! What the editor says of unions, free keys and combined schemas.

use expect_test::{Expect, expect};

use crate::ide::completion::completion;
use crate::ide::definition::definition;
use crate::ide::hover::hover;
use crate::ide::line::line_number;
use crate::test_support::cursor;

const SCHEMA: &str = r#"
#- /schema.yml
#@ def file():
path: /tmp
mode: 420
#@ end
#@ def address():
url: ""
retries: 3
#@ end
#@schema/definition data_values=True
---
#@schema/type one_of=["bool", "int", "null"]
#@schema/default 3
level: 1
labels:
  team: a
  #@schema/key allowed=lambda key, suffix: key.endswith(suffix), missing_ok=True
  _db:
    host: ""
options:
  #@schema/any-key
  _:
  - ""
#@schema/one-of file(), address()
source: {}
"#;

/// The labels that are offered, with what is inserted; the hover's first line; the line of the definition.
#[track_caller]
fn check(values: &str, expected: &Expect) {
    let at = cursor(&format!("{SCHEMA}#- /values.yml\n#@data/values\n---\n{values}"));
    let mut items = completion(&at.analysis, at.file, at.offset);
    items.sort_by(|left, right| left.sort.cmp(&right.sort));
    let offered = items.iter().map(|item| format!("{} -> {:?}", item.label, item.insert));
    let hover = hover(&at.analysis, at.file, at.offset)
        .map(|hover| hover.markdown.lines().next().unwrap_or_default().to_owned());
    let schema = at.analysis.files().into_iter().find(|file| at.analysis.path(*file).ends_with("schema.yml"));
    let rope = at.analysis.document(schema.unwrap()).unwrap().rope().clone();
    let definitions = definition(&at.analysis, at.file, at.offset);
    let declared =
        definitions.iter().map(|it| format!("declared in line {}", line_number(&rope, it.selection.start()) + 1));
    let lines: Vec<String> = offered.chain(hover).chain(declared).collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn each_type_of_a_union_offers_its_values() {
    check(
        "level: $0\n",
        &expect![[r#"
        3 -> "3"
        true -> "true"
        false -> "false"
        null -> "null""#]],
    );
    check(
        "le$0vel: 2\n",
        &expect![[r#"
        level -> "level"
        labels -> "labels"
        options -> "options"
        source -> "source"
        **`level`**: boolean or integer or null, default `3`
        declared in line 13"#]],
    );
}

#[test]
fn free_keys_are_offered_as_placeholders_and_known_by_their_pattern() {
    check(
        "labels:\n  $0\n",
        &expect![[r#"
        team -> "team: "
        _db -> "${1:_db}:\n  $0""#]],
    );
    check(
        "labels:\n  my_d$0b:\n    host: x\n",
        &expect![[r#"
            team -> "team"
            **My db** (`my_db`): map
            declared in line 17"#]],
    );
    check("labels:\n  my_db:\n    $0\n", &expect![[r#"host -> "host: ""#]]);
    check(
        "options:\n  any$0thing: []\n",
        &expect![[r#"
        **`anything`**: array of string, default `[]`
        declared in line 21"#]],
    );
    check("options:\n  $0\n", &expect![[r#"key -> "${1:key}:\n- $0""#]]);
}

#[test]
fn combined_schemas_offer_the_keys_of_those_that_are_still_possible() {
    check(
        "source:\n  $0\n",
        &expect![[r#"
        path -> "path: "
        url -> "url: "
        mode -> "mode: "
        retries -> "retries: ""#]],
    );
    check("source:\n  url: x\n  $0\n", &expect![[r#"retries -> "retries: ""#]]);
    check(
        "source:\n  retr$0ies: 1\n",
        &expect![[r#"
        path -> "path"
        url -> "url"
        mode -> "mode"
        retries -> "retries"
        **`retries`**: integer, default `3`
        declared in line 7"#]],
    );
}
