//! Files typed key by key, with completion asked for at every key: what is offered before it has been typed.

use expect_test::{Expect, expect};
use sayl_tests::client::{Client, Workspace, at};
use serde_json::Value;

/// How many of the items that fit are looked at: people see no more of a list.
const SEEN: usize = 8;

const SCHEMA: &str = "\
#@data/values-schema
---
replicas: 1
host: a.example
debug: false
#@schema/validation one_of=[\"dev\", \"prod\"]
stage: dev
db:
  user: root
  port: 5432
ports:
- name: http
  port: 80
";

const NAMES: &str = "\
# Names a thing.
def named(thing, prefix=\"x\"):
  return prefix + thing
end
limit = 5
";

/// Types what a picture shows, and compares what was offered with its carets.
#[track_caller]
fn check(name: &str, picture: Expect) {
    let is_typed = |line: &&str| line.contains(|character| !" ^".contains(character));
    let lines: Vec<&str> = picture.data().lines().filter(is_typed).collect();
    let indentation = |line: &&str| line.len() - line.trim_start().len();
    let margin = lines.iter().map(indentation).min().unwrap();
    let text: String = lines.iter().flat_map(|line| [&line[margin..], "\n"]).collect();
    picture.assert_eq(&typed(name, &text));
}

/// Types a file and draws below each line what was offered: carets from the key on at which it was.
fn typed(name: &str, text: &str) -> String {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA), ("lib/names.star", NAMES)]);
    let mut client = Client::start(&workspace);
    let mut session = TypedFile { uri: workspace.uri(name), version: 1, offered: String::new() };
    client.open(&session.uri, "");
    for (number, line) in text.lines().enumerate() {
        session.line(&mut client, u32::try_from(number).unwrap(), line);
    }
    // Problems come and go while a file is typed.
    client.stop_amid(|message| message.get("method").is_some());
    session.offered
}

/// A file that is being typed.
struct TypedFile {
    uri: String,
    version: i32,
    offered: String,
}

impl TypedFile {
    fn line(&mut self, client: &mut Client, number: u32, line: &str) {
        assert!(line.is_ascii(), "a column is a key");
        let mut marks = vec![b' '; line.len()];
        for column in 0..=u32::try_from(line.len()).unwrap() {
            let list = client.request("textDocument/completion", &at(&self.uri, number, column));
            mark(&list, line, column as usize, &mut marks);
            let next = line.get(column as usize..=column as usize).unwrap_or("\n");
            self.version += 1;
            client.change(&self.uri, self.version, (number, column), (number, column), next);
        }
        let marks = String::from_utf8(marks).unwrap();
        for shown in [line, marks.trim_end()].into_iter().filter(|shown| !shown.is_empty()) {
            self.offered.push_str(shown);
            self.offered.push('\n');
        }
    }
}

/// Marks what is still to be typed and is among the items that a client shows.
fn mark(list: &Value, line: &str, column: usize, marks: &mut [u8]) {
    let Some(items) = list["items"].as_array() else { return };
    let mut fitting: Vec<(&str, &str, usize)> = items.iter().filter_map(|item| fits(item, line, column)).collect();
    fitting.sort_unstable();
    for (_, text, start) in fitting.into_iter().take(SEEN) {
        let rest = line[start..].strip_prefix(text);
        let is_whole =
            rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_'));
        if is_whole && column < start + text.len() {
            marks[column..start + text.len()].fill(b'^');
        }
    }
}

/// How an item is sorted, what of it is compared, and where that begins, if it fits what has been typed.
fn fits<'a>(item: &'a Value, line: &str, column: usize) -> Option<(&'a str, &'a str, usize)> {
    let start = usize::try_from(item["textEdit"]["range"]["start"]["character"].as_u64()?).ok()?;
    let text = item["textEdit"]["newText"].as_str()?;
    // What stands behind a name is the client's to fill in.
    let end = text[1..].find(['(', '$', '\n']).map_or(text.len(), |end| end + 1);
    let typed = line.get(start..column)?.trim_start();
    let text = &text[..end];
    text.trim_start().starts_with(typed).then_some((item["sortText"].as_str()?, text.trim_end(), start))
}

#[test]
fn a_template_is_offered_as_it_is_typed() {
    check(
        "t.yml",
        expect![[r##"
        #@ load("@ytt:data", "data")
            ^^^ ^^^^^^^^^^^  ^^^^^^
        #@ load("lib/names.star", "named", "limit")
            ^^^ ^^^^^^^^^^^^^^^^  ^^^^^^^  ^^^^^^^
        #@ def container(port, image="nginx"):
           ^^^
        name: #@ port.name
                 ^^^^
        #@ if image != "nginx":
            ^ ^^^^^
        image: #@ "docker.io/{}".format(image)
                                  ^^^^^ ^^^^^
        #@ end
            ^^
        #@ end
            ^^
        #@ names = [p.name for p in data.values.ports if p.port > limit]
                           ^^^   ^^ ^^^^ ^^^^^^ ^^^^^ ^^ ^ ^^^^   ^^^^^
        ---
        metadata:
          name: #@ named(data.values.host, prefix="a")
                   ^^^^^ ^^^^ ^^^^^^ ^^^^  ^^^^^^^
          #@ if data.values.debug and not data.values.host:
              ^ ^^^^ ^^^^^^ ^^^^^ ^^^  ^^ ^^^^ ^^^^^^ ^^^^
          debug: #@ data.values["stage"]
                    ^^^^ ^^^^^^  ^^^^^^^
          #@ elif data.values.host.startswith("a"):
              ^^^ ^^^^ ^^^^^^ ^^^^  ^^^^^^^^^
          debug: false
          #@ end
              ^^
          ports:
          #@ for port in data.values.ports:
              ^^      ^^ ^^^^ ^^^^^^ ^^^^^
          - port: #@ port.port
                     ^^^^ ^^^^
          #@ end
              ^^
          #@yaml/text-templated-strings
             ^^^^^^^^^^^^^^^^^^^^^^^^^^
          text: (@= data.values.host @) and (@= str(data.values.replicas) @)
                    ^^^^ ^^^^^^ ^^^^             ^^ ^^^^ ^^^^^^ ^^^^^^^^
          list: #@ [container(p, image=data.values.host) for p in data.values.ports]
                    ^^^^^^^^^          ^^^^ ^^^^^^ ^^^^  ^^^   ^^ ^^^^ ^^^^^^ ^^^^^
          dict: #@ sorted(data.values.ports, key=lambda p: p.port)[0].name
                    ^^^^^ ^^^^ ^^^^^^ ^^^^^       ^^^^^    ^ ^^^^
          cond: #@ data.values.db.port if data.values.debug else named("x")
                   ^^^^ ^^^^^^ ^^ ^^^^ ^^ ^^^^ ^^^^^^ ^^^^^ ^^^^ ^^^^^
    "##]],
    );
}

#[test]
fn values_are_offered_as_they_are_typed() {
    check(
        "values.yml",
        expect![[r#"
        #@data/values
        ^^^^^^^^^^^^^
        ---
        replicas: 1
        ^^^^^^^^^^^
        stage: prod
        ^^^^^^^^^^^
        debug: true
        ^^^^^^^^^^^
        db:
        ^^^
          user: x
          ^^^^^
          port: 1
          ^^^^^
        ports:
        ^^^^^^
        - name: a
        ^^^^^^^
          port: 1
          ^^^^^
        - name: b
        ^^^^^^^
          port: 2
          ^^^^^
    "#]],
    );
}

#[test]
fn annotations_are_offered_as_they_are_typed() {
    check(
        "over.yml",
        expect![[r##"
        #@ load("@ytt:overlay", "overlay")
            ^^^        ^^^^^^^  ^^^^^^^^^
        #@overlay/match by=overlay.subset({"kind": "Deployment"}), expects="1+"
         ^^^^^^^^^^^^^^    ^^^^^^^ ^^^^^^                          ^^^^^^^^^^^^
        ---
        metadata:
          #@overlay/match missing_ok=True
           ^^^^^^^^^^^^^^ ^^^^^^^^^^^^^^^
          labels:
            #@overlay/replace via=lambda left, right: left + "x"
             ^^^^^^^^^^^^^^^^      ^^^^^              ^^^^
            app: a
          containers:
          #@overlay/match by=overlay.all, expects=1
           ^^^^^^^^^^^^^^    ^^^^^^^ ^^^          ^
          #@overlay/insert before=True
           ^^^^^^^^^^^^^^^ ^^^^^^^^^^^
          - name: b
        #@data/values-schema
        ---
        #@schema/title "Port"
        #@schema/validation min=1, max=65535
         ^^^^^^^^^^^^^^^^^^  ^^     ^^
        #@schema/nullable
         ^^^^^^^^^^^^^^^^
        port: 80
        #@schema/type any=True
         ^^^^^^^^^^^^^^^^^^^^^
        anything: {}
        #@schema/validation one_of=["dev", "prod"]
         ^^^^^^^^^^^^^^^^^^ ^^^^^^^^
        stage: dev
        ^^^^^^
        #@schema/validation ("a name", lambda v: len(v) > 1), when=lambda v: v != None
         ^^^^^^^^^^^^^^^^^^             ^^^^^     ^^ ^              ^^^^^    ^    ^^^^
        name: ""
    "##]],
    );
}
