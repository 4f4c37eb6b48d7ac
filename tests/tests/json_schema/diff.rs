//! Changes of JSON Schemas, held to the crate jsonschema: what is called breaking has a document that the old schema
//! accepts and the new one refuses, and where nothing breaks and everything is decided, whatever the old one accepts is
//! accepted.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use sayl_core::diff::{Class, ComparedSchema, Evidence, SchemaChange, changes};
use sayl_core::document::TextDocument;
use sayl_core::schema::{Schema, from_json_schema};
use sayl_core::template::function::NoFunctions;
use sayl_core::text::{FileId, Place};
use sayl_core::values::from_yaml::from_plain_yaml;
use sayl_core::values::print;
use serde_json::{Value, json};
use std::sync::Arc;

use super::change;
use super::import::{made, object};

fn compiled(text: &TextDocument) -> Arc<Schema> {
    from_json_schema::compile(&from_plain_yaml(FileId(0), &text.stream().documents[0]).value)
}

fn found(schemas: [&Value; 2]) -> Vec<SchemaChange> {
    let [old, new] = schemas.map(|schema| TextDocument::new(FileId(0), &schema.to_string()));
    let (old_schema, new_schema) = (compiled(&old), compiled(&new));
    let text_of = |document: &TextDocument, place: Place| Some(document.slice(document.resolve(place)?));
    let (text_of_old, text_of_new) = (|place| text_of(&old, place), |place| text_of(&new, place));
    let old = ComparedSchema { schema: &old_schema, code: "", text: &text_of_old, functions: &NoFunctions };
    let new = ComparedSchema { schema: &new_schema, code: "", text: &text_of_new, functions: &NoFunctions };
    changes(&old, &new)
}

fn holds(schemas: [&Value; 2], examples: &[Value], mutations: &[Vec<(Index, u8, Index)>]) -> Result<(), TestCaseError> {
    let changes = found(schemas);
    let [old, new] = schemas.map(|schema| jsonschema::options().build(schema).unwrap());
    for change in &changes {
        if let Evidence::Refused { values, .. } = &change.evidence {
            let values: Value = serde_json::from_str(&print::json(values)).unwrap();
            let is_so = old.is_valid(&values) && !new.is_valid(&values);
            prop_assert!(is_so, "{}: {values}\n{:#}\n{:#}", change.message, schemas[0], schemas[1]);
        }
    }
    if changes.iter().any(|change| matches!(change.class(), Class::Breaking | Class::Undecided)) {
        return Ok(());
    }
    for (base, mutations) in examples.iter().cycle().zip(mutations) {
        let mut values = base.clone();
        for mutation in mutations {
            change(&mut values, mutation);
        }
        let is_kept = !old.is_valid(&values) || new.is_valid(&values);
        prop_assert!(is_kept, "{values}: {changes:#?}\n{:#}\n{:#}", schemas[0], schemas[1]);
    }
    Ok(())
}

#[test]
fn a_schema_has_no_changes_beside_itself() {
    let schemas = [
        json!({"items": [{"type": "string"}], "type": "array"}),
        json!({"properties": {"x": true, "y": false}}),
        json!({"anyOf": [{"type": "object"}, {"type": "array"}, {"type": "null"}]}),
        json!({"type": ["object", "string", "null"], "properties": {"a": {"enum": [1, "a"]}}, "required": ["a"]}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"b": {"$ref": "#/$defs/a"}}}}}),
        json!({"properties": {"a": {"$ref": "https://example.org/a.json", "minLength": 1}}}),
        json!({"if": {"required": ["a"]}, "then": {"required": ["b"]}, "patternProperties": {"^a": {"type": "string"}}}),
        json!({"not": {"type": "string"}, "oneOf": [{"const": 1}, {"exclusiveMinimum": 3, "type": "number"}]}),
        json!({"additionalProperties": {"oneOf": [{"type": "string"}, {"items": {"format": "uri"}, "type": "array"}]}}),
    ];
    for schema in &schemas {
        let changes = found([schema, schema]);
        assert!(changes.is_empty(), "{schema:#}\n{changes:#?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn changes_of_json_schemas_are_what_they_are_said_to_be(
        (old, examples) in object(made()),
        (other, _) in object(made()),
        mutations in vec(vec((any::<Index>(), 0u8..8, any::<Index>()), 0..3), 30),
        which in any::<Index>(),
    ) {
        // Mostly the same schema with one property of another.
        let mut new = old.clone();
        let (name, schema) = {
            let properties: Vec<_> = other["properties"].as_object().unwrap().iter().collect();
            let (name, schema) = properties[which.index(properties.len())];
            (name.clone(), schema.clone())
        };
        new["properties"][&name] = schema;
        holds([&old, &new], &examples, &mutations)?;
        holds([&new, &old], &examples, &mutations)?;
        holds([&old, &other], &examples, &mutations)?;
    }
}
