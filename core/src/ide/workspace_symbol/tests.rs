//! Names in all files, found by a part of them.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::{resolve, workspace_symbols};
use crate::test_support::Fixture;

const FILES: &str = "
#- /config/schema.yml
#@data/values-schema
---
db:
  host: x
  port: 1
ports:
- name: y
  port_name: z
#- /config/values.yml
#@data/values
---
db:
  port: 2
#- /config/names.star
def port_of(name):
  def inner():
    return 1
  end
  return name
end
#- /type.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
metadata: {name: Portal}
spec:
  schema:
    types:
      Port: {number: integer}
    parameters:
      export: '[]Port'
      $default: {}
---
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
metadata: {name: other}
spec:
  parameters:
    openAPIV3Schema:
      properties:
        list: {type: array, items: {properties: {important: {type: string}}}}
";

#[track_caller]
fn check(query: &str, expected: &Expect) {
    let analysis = Fixture::parse(FILES).analysis();
    let found = workspace_symbols(&analysis, query);
    let mut picture = String::new();
    for symbol in found {
        let document = analysis.document(symbol.file).unwrap();
        let place = format!("{}:{}", analysis.path(symbol.file).display(), document.line_of(symbol.range.start()) + 1);
        let _ = writeln!(picture, "{} ({}) {:?} {place}", symbol.name, symbol.container, symbol.kind);
        assert_eq!(resolve(&analysis, symbol.file, &symbol.name, &symbol.container), Some(symbol.range));
    }
    expected.assert_eq(&picture);
}

#[test]
fn whole_names_come_before_beginnings_and_those_before_what_holds_the_letters() {
    check(
        "port",
        &expect![[r#"
        Port (Trait Portal) Type /type.yml:7
        port (db) Key /config/schema.yml:5
        ports (schema.yml) Key /config/schema.yml:6
        Portal (Trait) Resource /type.yml:3
        port_of (names.star) Function /config/names.star:1
        port_name (ports) Key /config/schema.yml:8
        export (Trait Portal.parameters) Key /type.yml:9
        important (Trait other.parameters.list) Key /type.yml:19
    "#]],
    );
}

#[test]
fn what_stands_before_a_dot_is_looked_for_around_the_name() {
    check(
        "db.po",
        &expect![[r#"
        port (db) Key /config/schema.yml:5
    "#]],
    );
    check(
        "trait o",
        &expect![[r#"
        other (Trait) Resource /type.yml:14
        Port (Trait Portal) Type /type.yml:7
        Portal (Trait) Resource /type.yml:3
        export (Trait Portal.parameters) Key /type.yml:9
        important (Trait other.parameters.list) Key /type.yml:19
    "#]],
    );
}

#[test]
fn without_a_query_there_is_everything() {
    check(
        "",
        &expect![[r#"
        db (schema.yml) Key /config/schema.yml:3
        Port (Trait Portal) Type /type.yml:7
        host (db) Key /config/schema.yml:4
        list (Trait other.parameters) Key /type.yml:19
        name (ports) Key /config/schema.yml:7
        port (db) Key /config/schema.yml:5
        other (Trait) Resource /type.yml:14
        ports (schema.yml) Key /config/schema.yml:6
        Portal (Trait) Resource /type.yml:3
        export (Trait Portal.parameters) Key /type.yml:9
        port_of (names.star) Function /config/names.star:1
        important (Trait other.parameters.list) Key /type.yml:19
        port_name (ports) Key /config/schema.yml:8
    "#]],
    );
    check("no such name", &expect![[""]]);
}
