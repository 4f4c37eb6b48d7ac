//! The shape of generated values, written as a ytt schema and as JSON Schema.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::words::Dice;

/// A declared key.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Its name.
    pub(super) key: String,
    /// Its title, if it has one.
    pub(super) title: Option<String>,
    /// Its description, if it has one.
    pub(super) description: Option<String>,
    /// What it holds.
    pub(super) shape: Shape,
}

/// What a key holds.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Text that is not empty.
    Text(String),
    /// A whole number between two others.
    Int(i64, i64),
    /// A number.
    Float(f64),
    /// `true` or `false`.
    Bool(bool),
    /// One of these words.
    Choice(Vec<String>),
    /// An array of texts.
    Texts,
    /// A map.
    Map(Vec<Field>),
    /// An array of maps.
    Maps(Vec<Field>),
}

/// Top-level maps whose schema takes about `lines` lines; the last field of each is an array of maps.
pub(super) fn sections(lines: usize, dice: &mut Dice) -> Vec<Field> {
    let mut sections: Vec<Field> = Vec::new();
    let mut written = 0;
    while written < lines {
        let mut fields = map(1, dice);
        let items = Shape::Maps(map(2, dice));
        fields.push(Field { key: "instances".to_owned(), title: None, description: None, shape: items });
        let key = format!("{}_{}", dice.word(), sections.len());
        let section = documented(key, Shape::Map(fields), dice);
        written += to_yaml(std::slice::from_ref(&section)).lines().count();
        sections.push(section);
    }
    sections
}

fn map(depth: usize, dice: &mut Dice) -> Vec<Field> {
    let mut keys = BTreeSet::new();
    while keys.len() < 5 + dice.below(5) {
        keys.insert(format!("{}_{}", dice.word(), dice.word()));
    }
    // A map starts with a scalar, so that an item of an array may show it behind its dash.
    let shapes: Vec<Shape> =
        (0..keys.len()).map(|index| if index == 0 { scalar(dice) } else { shape(depth, dice) }).collect();
    keys.into_iter().zip(shapes).map(|(key, shape)| documented(key, shape, dice)).collect()
}

fn shape(depth: usize, dice: &mut Dice) -> Shape {
    match dice.below(100) {
        0..15 if depth < 4 => Shape::Map(map(depth + 1, dice)),
        15..22 if depth < 4 => Shape::Maps(map(depth + 1, dice)),
        22..28 => Shape::Texts,
        _ => scalar(dice),
    }
}

fn scalar(dice: &mut Dice) -> Shape {
    match dice.below(20) {
        0..8 => Shape::Text(dice.text()),
        8..13 => {
            let low = i64::try_from(dice.below(10)).unwrap_or(0);
            Shape::Int(low, low + [10, 100, 60_000][dice.below(3)])
        }
        13..16 => Shape::Bool(dice.chance(50)),
        16 => Shape::Float(f64::from(u16::try_from(dice.below(10_000)).unwrap_or(0)) / 8.0 + 0.125),
        _ => {
            let mut words = BTreeSet::new();
            while words.len() < 4 {
                words.insert(dice.word().to_owned());
            }
            Shape::Choice(words.into_iter().collect())
        }
    }
}

fn documented(key: String, shape: Shape, dice: &mut Dice) -> Field {
    let title = dice.chance(30).then(|| dice.sentence(2));
    let description = dice.chance(60).then(|| dice.sentence(9));
    Field { key, title, description, shape }
}

/// The ytt schema.
pub(super) fn to_yaml(fields: &[Field]) -> String {
    let mut text = String::from("#@data/values-schema\n---\n");
    write_fields(fields, 0, &mut text);
    text
}

fn write_fields(fields: &[Field], depth: usize, text: &mut String) {
    for field in fields {
        write_field(field, depth, text);
    }
}

fn write_field(field: &Field, depth: usize, text: &mut String) {
    let Field { key, title, description, shape } = field;
    let pad = "  ".repeat(depth);
    for (name, words) in [("title", title), ("desc", description)] {
        if let Some(words) = words {
            let _ = writeln!(text, "{pad}#@schema/{name} {words:?}");
        }
    }
    let _ = match shape {
        Shape::Text(default) => writeln!(text, "{pad}#@schema/validation min_len=1\n{pad}{key}: {default}"),
        Shape::Int(min, max) => writeln!(text, "{pad}#@schema/validation min={min}, max={max}\n{pad}{key}: {min}"),
        Shape::Float(default) => writeln!(text, "{pad}{key}: {default:?}"),
        Shape::Bool(default) => writeln!(text, "{pad}{key}: {default}"),
        Shape::Choice(words) => {
            writeln!(text, "{pad}#@schema/validation one_of={words:?}\n{pad}{key}: {}", words[0])
        }
        Shape::Texts => writeln!(text, "{pad}{key}:\n{pad}- \"\""),
        Shape::Map(_) => writeln!(text, "{pad}{key}:"),
        // The dash stands alone, so that the annotations of the first key attach to it and not to the item.
        Shape::Maps(_) => writeln!(text, "{pad}{key}:\n{pad}-"),
    };
    if let Shape::Map(fields) | Shape::Maps(fields) = shape {
        write_fields(fields, depth + 1, text);
    }
}

/// The JSON Schema that accepts the same values.
pub(super) fn to_json(fields: &[Field]) -> String {
    let mut root = object(fields);
    root.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    serde_json::to_string_pretty(&root).unwrap_or_default()
}

fn object(fields: &[Field]) -> Map<String, Value> {
    let properties: Map<String, Value> =
        fields.iter().map(|field| (field.key.clone(), Value::Object(property(field)))).collect();
    map_of(json!({ "type": "object", "additionalProperties": false, "properties": properties }))
}

fn property(field: &Field) -> Map<String, Value> {
    let mut property = match &field.shape {
        Shape::Text(default) => map_of(json!({ "type": "string", "minLength": 1, "default": default })),
        Shape::Int(min, max) => map_of(json!({ "type": "integer", "minimum": min, "maximum": max, "default": min })),
        Shape::Float(default) => map_of(json!({ "type": "number", "default": default })),
        Shape::Bool(default) => map_of(json!({ "type": "boolean", "default": default })),
        Shape::Choice(words) => map_of(json!({ "type": "string", "enum": words, "default": words[0] })),
        Shape::Texts => map_of(json!({ "type": "array", "items": { "type": "string" }, "default": [] })),
        Shape::Map(fields) => object(fields),
        Shape::Maps(fields) => map_of(json!({ "type": "array", "items": object(fields), "default": [] })),
    };
    for (name, words) in [("title", &field.title), ("description", &field.description)] {
        if let Some(words) = words {
            property.insert(name.to_owned(), json!(words));
        }
    }
    property
}

fn map_of(value: Value) -> Map<String, Value> {
    if let Value::Object(map) = value { map } else { Map::new() }
}
