//! From values to the schema.

use crate::ide::line::text_of;
use crate::test_support::cursor;

use super::type_definition;

const SCHEMA: &str = r#"
#- /schema.yml
#@data/values-schema
---
db:
  host: x
  ports:
  - number: 1
"#;

/// What is under the cursor, and the line of the schema.
#[track_caller]
fn check(other: &str, expected: &str) {
    let at = cursor(&format!("{SCHEMA}{other}"));
    let text = |file, range| text_of(at.analysis.document(file).unwrap().rope(), range);
    let found = type_definition(&at.analysis, at.file, at.offset)
        .into_iter()
        .map(|target| format!("{} -> {:?}", text(at.file, target.origin), text(target.file, target.range)));
    assert_eq!(found.collect::<Vec<_>>().join("\n"), expected);
}

#[test]
fn a_value_leads_to_its_schema() {
    let values = "#- /values.yml\n#@data/values\n---\n";
    check(&format!("{values}db:\n  host: $0y\n"), "y -> \"host: x\"");
    check(&format!("{values}db:\n  ports: [{{number: &a 1}}, {{number: *$0a}}]\n"), "*a -> \"number: 1\"");
    check(&format!("{values}d$0b: {{}}\n"), "db -> \"db:\\n  host: x\\n  ports:\\n  - number: 1\"");
    check(&format!("{values}unknown: $01\n"), "");
}

#[test]
fn a_name_in_code_leads_to_the_schema_of_its_value() {
    let template = "#- /a.yml\n#@ load(\"@ytt:data\", \"data\")\n#@ db = data.values.db\n";
    check(&format!("{template}a: #@ data.values.db.ho$0st\n"), "host -> \"host: x\"");
    check(&format!("{template}a: #@ d$0b.host\n"), "db -> \"db:\\n  host: x\\n  ports:\\n  - number: 1\"");
    check(&format!("{template}#@ for p in db.ports:\na: #@ p$0.number\n#@ end\n"), "p -> \"- number: 1\"");
    check(&format!("{template}a: #@ str$0(1)\n"), "");
}
