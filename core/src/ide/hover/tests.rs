//! What hover shows.

use expect_test::{Expect, expect};

use super::hover;
use crate::test_support::{cursor, mark_ranges};

mod code;
mod directives;
mod effective;
mod older;
mod resources;
mod shorthand;

const SCHEMA: &str = r#"
#- /schema.yml
#@data/values-schema
---
#@schema/title "Copies"
#@schema/desc "How many copies run"
#@schema/validation min=1, max=5
replicas: 1
#@schema/validation one_of=["dev", "prod"]
stage: dev
#@schema/nullable
#@schema/examples ("Local", "localhost"), ("", "example.org")
host: ""
#@schema/deprecated "Use `host`"
server: old
app:
  name: web
ports:
#@schema/desc "One port"
- name: http
  port: 80
#@schema/type any=True
extra:
"#;

/// The token, and what is said about it.
#[track_caller]
fn check(values: &str, expected: &Expect) {
    check_fixture(&format!("{SCHEMA}#- /values.yml\n{values}"), expected);
}

#[track_caller]
fn check_fixture(fixture: &str, expected: &Expect) {
    let at = cursor(fixture);
    let shown = hover(&at.analysis, at.file, at.offset).map(|hover| {
        let text = at.analysis.document(at.file).unwrap().rope().to_string();
        let marked = mark_ranges(&text, &[(hover.range, String::new())]);
        let lines: Vec<&str> = marked.lines().collect();
        let mark = lines.iter().position(|line| line.trim_end().ends_with('^') || line.trim_end() == "#").unwrap();
        format!("{}\n{}\n\n{}\n", lines[mark - 1], lines[mark].trim_end(), hover.markdown)
    });
    expected.assert_eq(&shown.unwrap_or_default());
}

#[test]
fn keys_and_values_say_what_the_schema_says() {
    check(
        "#@data/values\n---\nrepli$0cas: 2\n",
        &expect![[r#"
        replicas: 2
        #^^^^^^^

        **Copies** (`replicas`): integer, default `1`

        How many copies run

        Must be: at least 1; at most 5

        Declared in `schema.yml:6`
    "#]],
    );
    check(
        "#@data/values\n---\nstage: d$0ev\n",
        &expect![[r#"
        stage: dev
        #      ^^^

        **`stage`**: string, default `"dev"`

        Must be: one of "dev", "prod"

        Declared in `schema.yml:8`
    "#]],
    );
    check(
        "#@data/values\n---\nhost$0: x\n",
        &expect![[r#"
        host: x
        #^^^

        **`host`**: string or null, default `null`

        Examples:

        - Local: `"localhost"`
        - `"example.org"`

        Declared in `schema.yml:11`
    "#]],
    );
}

#[test]
fn a_key_says_what_it_is_and_whether_to_use_it() {
    check(
        "#@data/values\n---\n$0server: x\n",
        &expect![[r#"
        server: x
        #^^^^^

        **`server`**: string, default `"old"`

        **Deprecated.** Use `host`

        Declared in `schema.yml:13`
    "#]],
    );
    check(
        "#@data/values\n---\nap$0p:\n  name: x\n",
        &expect![[r#"
        app:
        #^^

        **`app`**: map

        Declared in `schema.yml:14`
    "#]],
    );
    check(
        "#@data/values\n---\napp: {na$0me: x}\n",
        &expect![[r#"
        app: {name: x}
        #     ^^^^

        **`name`**: string, default `"web"`

        Declared in `schema.yml:15`
    "#]],
    );
    check(
        "#@data/values\n---\nextra$0: 1\n",
        &expect![[r#"
        extra: 1
        #^^^^

        **`extra`**: any, default `null`

        Declared in `schema.yml:21`
    "#]],
    );
}

#[test]
fn items_are_described_at_their_dash() {
    check(
        "#@data/values\n---\nports:\n$0- name: x\n",
        &expect![[r#"
        - name: x
        #

        **`ports[]`**: map

        One port

        Declared in `schema.yml:18`
    "#]],
    );
    check(
        "#@data/values\n---\nports:\n- name: x\n- port: 8$00\n",
        &expect![[r#"
        - port: 80
        #       ^^

        **`port`**: integer, default `80`

        Declared in `schema.yml:19`
    "#]],
    );
    check(
        "#@data/values\n---\npor$0ts: []\n",
        &expect![[r#"
        ports: []
        #^^^^

        **`ports`**: array of map, default `[]`

        Declared in `schema.yml:16`
    "#]],
    );
}

#[test]
fn nothing_is_said_where_nothing_is_declared() {
    check("#@data/values\n---\nunkn$0own: 2\n", &expect![]);
    check("#@data/values\n---\nreplicas: 2\n$0\n", &expect![]);
    check("#@data/values\n---\nextra:\n  de$0ep: 2\n", &expect![]);
    check("#@data/values\n---\n#! repli$0cas\n", &expect![]);
}

#[test]
fn a_schema_shows_what_values_will_see() {
    let fixture = "#- /schema.yml\n#@data/values-schema\n---\n#@schema/desc \"A port\"\npo$0rt: 80\n";
    check_fixture(
        fixture,
        &expect![[r#"
        port: 80
        #^^^

        **`port`**: integer, default `80`

        A port

        Declared in `schema.yml:4`
    "#]],
    );
}

#[test]
fn an_alias_shows_what_it_stands_for() {
    check(
        "#@data/values\n---\nextra:\n  base: &base\n    a: 1\n    b:\n    - x\n  copy: *ba$0se\n",
        &expect![[r#"
          copy: *base
        #       ^^^^^

        Alias of `&base`, line 5

        ```yaml
        a: 1
        b:
        - x
        ```
    "#]],
    );
    check(
        "#@data/values\n---\nhost: &h localhost\nserver: *$0h\n",
        &expect![[r#"
        server: *h
        #       ^^

        Alias of `&h`, line 3

        ```yaml
        localhost
        ```

        ---

        **`server`**: string, default `"old"`

        **Deprecated.** Use `host`

        Declared in `schema.yml:13`
    "#]],
    );
    check(
        "#@data/values\n---\nserver: *no$0ne\n",
        &expect![[r#"
        server: *none
        #       ^^^^^

        No anchor `&none` is defined above this alias.

        ---

        **`server`**: string, default `"old"`

        **Deprecated.** Use `host`

        Declared in `schema.yml:13`
    "#]],
    );
}

#[test]
fn annotations_and_their_keywords_are_explained() {
    check(
        "#@data/values\n---\n#@overlay/ma$0tch missing_ok=True\nreplicas: 1\n",
        &expect![[r##"
            #@overlay/match missing_ok=True
            #^^^^^^^^^^^^^^

            ```yaml
            #@overlay/match by=…, expects=…, missing_ok=…, when=…
            ```

            Says which nodes of the left side this one is laid over.

            - `by=`: the key that identifies an item, or a matcher such as `overlay.subset(…)`
            - `expects=`: how many nodes must match: a number, `"1+"`, a list of these, or a function
            - `missing_ok=`: whether it is fine that nothing matches; then the node is added
            - `when=`: skip the node unless this many nodes match

            ```yaml
            servers:
            #@overlay/match by="name"
            - name: web
              port: 8080
            ```
        "##]],
    );
    check(
        "#@data/values\n---\n#@overlay/match missing$0_ok=True\nreplicas: 1\n",
        &expect![[r#"
        #@overlay/match missing_ok=True
        #               ^^^^^^^^^^

        `missing_ok=` of `@overlay/match`

        Whether it is fine that nothing matches; then the node is added.
    "#]],
    );
    check("#@data/values\n---\n#@overlay/match missing_ok=Tr$0ue\nreplicas: 1\n", &expect![]);
}

#[test]
fn a_header_is_explained_where_it_is_one() {
    check(
        "#@data/val$0ues\n---\nreplicas: 1\n",
        &expect![[r#"
            #@data/values
            #^^^^^^^^^^^^

            ```yaml
            #@data/values
            ```

            Makes the document data values, laid over the schema's defaults.

            ```yaml
            #@data/values
            ---
            port: 9090
            ```
        "#]],
    );
    check(
        "#@data/values\n---\nhost: |\n  #@data/val$0ues\n",
        &expect![[r#"
        host: |
        #     ^

        **`host`**: string or null, default `null`

        Examples:

        - Local: `"localhost"`
        - `"example.org"`

        Declared in `schema.yml:11`
    "#]],
    );
}

#[test]
fn what_a_schema_says_is_no_html_and_links_nowhere() {
    const HOSTILE: [&str; 9] = [
        "<img src=x onerror=y>",
        "[a](command:b) ![c](http://d.example)",
        r"\\<a> \\\\<b> \\[c](d)",
        r"\\`<a>` `<b>\\`",
        "`<a>`` ``<b>`",
        "```\\n<a>\\n```\\n<b>",
        "`<a>` <b> `<c> http://d.example/`<e>`",
        "*em* <!-- a --> </p> <?a?> &lt;",
        "- item\\n\\n    <pre>`\\n\\n[a]: command:b",
    ];
    for text in HOSTILE {
        let schema = format!(
            "#@data/values-schema\n---\n#@schema/title \"{text}\"\n#@schema/desc \"{text}\"\n#@schema/deprecated \"{text}\"\n\
             #@schema/examples (\"{text}\", \"{text}\")\n#@schema/validation (\"{text}\", lambda v: True)\n$0\"{text}\": \"{text}\"\n"
        );
        let at = cursor(&schema);
        let shown = hover(&at.analysis, at.file, at.offset).unwrap().markdown;
        assert_eq!(live(&shown), Vec::<&str>::new(), "{shown}");
    }
}

/// Tags and links of a text in Markdown that its readers would make something of. Addresses in `<…>` are none.
fn live(mut text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    while let Some(at) = text.find(['\\', '`', '<', '[']) {
        text = &text[at..];
        let run = text.len() - text.trim_start_matches('`').len();
        let begins_tag = |next: char| next.is_ascii_alphabetic() || "/!?".contains(next);
        let is_tag = text.starts_with('<') && text[1..].starts_with(begins_tag) && !text.starts_with("<http://");
        if is_tag || text.starts_with('[') {
            found.push(text);
        }
        text = match run {
            0 => text.get(if text.starts_with('\\') { 2 } else { 1 }..).unwrap_or_default(),
            _ => behind_code(text, run).unwrap_or(&text[run..]),
        };
    }
    found
}

/// What stands behind a code span that begins with so many backticks, if it ends.
fn behind_code(text: &str, run: usize) -> Option<&str> {
    let mut rest = &text[run..];
    loop {
        rest = &rest[rest.find('`')?..];
        let next = rest.trim_start_matches('`');
        if rest.len() - next.len() == run {
            return Some(next);
        }
        rest = next;
    }
}

#[test]
fn a_rule_shows_what_its_function_says_of_itself() {
    check_fixture(
        r##"
#- /rules.star
def is_free(port):
  """
  Whether a port is free.

  Those of [other](x) services are listed in `ports.txt`.
  """
  return port != 80
end
#- /schema.yml
#@ load("rules.star", "is_free")
#! Ports count where they are open.
#@ def is_open(port): return port > 0
#@data/values-schema
---
#@schema/validation ("a free port", is_free), when=is_open
port: 8080
#- /values.yml
#@data/values
---
po$0rt: 81
"##,
        &expect![[r#"
            port: 81
            #^^^

            **`port`**: integer, default `8080`

            Must be: a free port

            `is_free`: Whether a port is free.

            Those of \[other](x) services are listed in `ports.txt`.

            `is_open`: Ports count where they are open.

            Declared in `schema.yml:7`
        "#]],
    );
}
