//! Schemas made of JSON Schemas: they judge values as JSON Schema does, and what was exported comes back as it was.

use std::path::Path;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;
use sayl_core::document::TextDocument;
use sayl_core::problem::Severity;
use sayl_core::schema::export::json_schema::document;
use sayl_core::schema::export::json_schema::functions::with_keywords;
use sayl_core::schema::import::{ImportSource, Imported, Loss, import, source};
use sayl_core::test_support::{Fixture, settle};
use sayl_core::text::{FileId, Place};
use sayl_core::values::from_yaml::from_plain_yaml;
use sayl_core::values::print;
use sayl_tests::corpus::corpus;
use serde_json::{Map, Value, json};

use super::{Judge, Runner, change};

/// What is made of a JSON Schema.
fn imported(schema: &Value) -> Imported {
    let text = TextDocument::new(FileId(0), &schema.to_string());
    let root = from_plain_yaml(FileId(0), &text.stream().documents[0]).value;
    let ImportSource::Schema(schema) = source(&root, None) else { panic!("no schema: {schema}") };
    import(&schema, &root, None)
}

/// A JSON Schema, with values that it accepts.
pub(super) type Made = (Value, Vec<Value>);

/// Keywords with values that they accept.
fn leaf() -> impl Strategy<Value = Made> {
    prop_oneof![
        (0..3u8, 4..6u8).prop_map(|(least, most)| {
            let examples = ["abc", "abcd", "a1c"].map(Value::from).to_vec();
            (json!({"type": "string", "minLength": least, "maxLength": most}), examples)
        }),
        Just((json!({"type": "string", "pattern": "^[a-z]+$"}), vec![json!("abc"), json!("key")])),
        Just((json!({"enum": ["a", "abc", ""]}), vec![json!("a"), json!("")])),
        Just((json!({"type": "string", "const": "key"}), vec![json!("key")])),
        (-2..2i8, 3..5i8).prop_map(|(least, most)| {
            (json!({"type": "integer", "minimum": least, "maximum": most}), vec![json!(2), json!(3)])
        }),
        Just((json!({"type": "integer", "exclusiveMinimum": 0, "multipleOf": 3}), vec![json!(3), json!(6)])),
        Just((json!({"type": "number", "exclusiveMaximum": 1.5}), vec![json!(0), json!(1.25)])),
        Just((json!({"type": "boolean"}), vec![json!(true), json!(false)])),
        Just((json!({"type": ["string", "null"], "maxLength": 2}), vec![json!("a"), json!(null)])),
        Just((json!({"anyOf": [{"type": "null"}, {"type": "integer"}]}), vec![json!(1), json!(null)])),
        Just((json!({"type": ["string", "integer"]}), vec![json!("a"), json!(1)])),
        Just((
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
            vec![json!({"a": "b"}), json!({})]
        )),
        Just((
            json!({"type": "array", "items": {"type": "integer"}, "uniqueItems": true}),
            vec![json!([1, 2]), json!([])]
        )),
        // Maps cannot be laid over a default of another kind.
        Just((json!({}), vec![json!({})])),
        Just((json!({"type": ["object", "boolean"]}), vec![json!(true), json!({"a": [1]})])),
    ]
}

pub(super) fn made() -> impl Strategy<Value = Made> {
    leaf().prop_recursive(3, 20, 4, |inner| {
        let items = (inner.clone(), 0..2u8, option::of(2..4u8)).prop_map(|((schema, examples), least, most)| {
            let mut array = json!({"type": "array", "items": schema, "minItems": least});
            if let Some(most) = most {
                array["maxItems"] = json!(most);
            }
            (array, vec![json!([examples[0]]), json!(examples[..examples.len().min(2)])])
        });
        prop_oneof![1 => items, 3 => object(inner)]
    })
}

/// A map with properties of which some are required and some have a default.
pub(super) fn object(inner: impl Strategy<Value = Made>) -> impl Strategy<Value = Made> {
    vec((inner, 0..3u8), 1..4).prop_map(|fields| {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        let (mut full, mut sparse) = (Map::new(), Map::new());
        for ((mut schema, examples), how) in fields {
            let name = ["a", "name", "port"][properties.len()].to_owned();
            match how {
                0 => {
                    required.push(json!(name));
                    sparse.insert(name.clone(), examples[0].clone());
                }
                1 => schema["default"] = examples[0].clone(),
                _ => {}
            }
            full.insert(name.clone(), examples[examples.len() - 1].clone());
            properties.insert(name, schema);
        }
        let schema = json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false
        });
        (schema, vec![Value::Object(full), Value::Object(sparse)])
    })
}

/// Where nothing is lost, both accept the same.
fn is_judged_alike(
    schema: &Value,
    examples: &[Value],
    changes: &[Vec<(Index, u8, Index)>],
) -> Result<(), TestCaseError> {
    let Imported { text, losses } = imported(schema);
    let mut judge = Judge::new(&text);
    let validator = jsonschema::options().build(schema).unwrap();
    for (base, changes) in examples.iter().cycle().zip(changes) {
        let mut value = base.clone();
        for it in changes {
            change(&mut value, it);
        }
        let (is_valid, errors) = (validator.is_valid(&value), judge.errors(&value));
        let differs = |refuses| losses.iter().any(|loss| loss.refuses == refuses);
        let is_alike = is_valid == errors.is_empty() || differs(is_valid);
        prop_assert!(is_alike, "{value}: JSON Schema accepts: {is_valid}, sayl: {errors:?}\n{schema:#}\n{text}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn an_imported_schema_judges_as_the_json_schema(
        (schema, examples) in object(made()),
        changes in vec(vec((any::<Index>(), 0u8..8, any::<Index>()), 0..3), 30),
    ) {
        is_judged_alike(&schema, &examples, &changes)?;
    }
}

/// What was imported is exported as a JSON Schema that accepts the same; where something is lost, one accepts more.
fn is_exported_alike(
    schema: &Value,
    examples: &[Value],
    changes: &[Vec<(Index, u8, Index)>],
) -> Result<(), TestCaseError> {
    let Imported { text, losses } = imported(schema);
    let after = exported(&text).unwrap();
    let [before, now] = [schema, &after].map(|schema| jsonschema::options().build(schema).unwrap());
    for (base, changes) in examples.iter().cycle().zip(changes) {
        let mut value = base.clone();
        for it in changes {
            change(&mut value, it);
        }
        let is_valid = before.is_valid(&value);
        let differs = losses.iter().any(|loss| loss.refuses == is_valid);
        let is_alike = is_valid == now.is_valid(&value) || differs;
        prop_assert!(is_alike, "{value}: accepted before: {is_valid}\n{schema:#}\n{text}\n{after:#}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn what_was_imported_is_exported_with_the_same_values(
        (schema, examples) in object(made()),
        changes in vec(vec((any::<Index>(), 0u8..8, any::<Index>()), 0..3), 30),
    ) {
        is_exported_alike(&schema, &examples, &changes)?;
    }
}

/// The JSON Schema of a schema document.
fn exported(schema: &str) -> Option<Value> {
    let host = Fixture::parse(&format!("#- /schema.yml\n{schema}")).host();
    let analysis = host.analysis();
    settle(&analysis, &mut Runner::new());
    let file = analysis.file(Path::new("/schema.yml"))?;
    let problems = analysis.problems(file);
    assert!(problems.iter().all(|problem| problem.severity != Severity::Error), "{schema}\n{problems:?}");
    let documents = analysis.document(file)?.stream().documents.len();
    let schema = (0..documents).find_map(|document| analysis.schema(file, document))?;
    let text = |place: Place| {
        let document = analysis.document(place.file)?;
        Some(document.slice(document.resolve(place)?))
    };
    serde_json::from_str(&print::json(&document(Some(&with_keywords(&schema, &text))))).ok()
}

#[track_caller]
fn comes_back(schema: &str) {
    let Some(before) = exported(schema) else { return };
    let Imported { text, losses } = imported(&before);
    assert_eq!(losses, Vec::<Loss>::new(), "{before:#}\n{text}");
    assert_eq!(exported(&text), Some(before), "{text}");
}

#[test]
fn what_was_exported_comes_back() {
    comes_back(
        r#"#@data/values-schema
#@schema/title "App"
#@schema/desc "All of it, and more\nof it"
---
#@schema/desc "Where it listens"
#@schema/examples ("", 80), ("", 81)
#@schema/validation min=1, max=65535
port: 80
ratio: 0.5
whole: 1.0
#@schema/deprecated ""
old: true
#@schema/nullable
#@schema/validation not_null=True, one_of=["a", "b"]
kind: ""
#@schema/nullable
#@schema/default "x"
name: ""
#@schema/type any=True
extra: {a: [1, null], "b c": "yes"}
"true": no
db:
  #@schema/nullable
  pool:
    size: 1
    #@schema/validation min_len=1
    tags: [""]
#@schema/default [{"name": "a", "ports": [1]}]
servers:
- name: ""
  ports: [0]
#@schema/nullable
mounts:
#@schema/type any=True
- null
nested:
- - a: 1
none: {}
"#,
    );
}

#[test]
fn schemas_of_real_projects_come_back() {
    let Some(folder) = corpus("real") else { return };
    let mut waiting = vec![folder];
    let mut count = 0;
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                waiting.push(entry);
                continue;
            }
            let text = std::fs::read_to_string(&entry).unwrap_or_default();
            let needs_others = text.contains("load(") && !text.contains("@ytt:");
            if text.contains("#@data/values-schema") && !needs_others {
                comes_back(&text);
                count += 1;
            }
        }
    }
    assert!(count > 30, "{count} schemas");
}
