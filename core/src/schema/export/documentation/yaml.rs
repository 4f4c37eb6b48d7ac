//! Documentation as YAML: one document `schema:` for each schema, with the keys that seed 001's `--schema-inspect`
//! shows and those that the editions added.

use smol_str::SmolStr;

use super::{KeyDoc, SchemaDoc};
use crate::schema::Presence;
use crate::schema::export::{Object, array, bool, string};
use crate::values::print;
use crate::values::{Key, Value, ValueKind};

/// The documents, separated by `---`.
pub fn yaml(schemas: &[SchemaDoc]) -> String {
    schemas.iter().map(|schema| print::yaml(&value(schema))).collect::<Vec<_>>().join("---\n")
}

/// All of it as one value: an array, unless there is just one schema.
pub fn whole(schemas: &[SchemaDoc]) -> Value {
    match schemas {
        [schema] => value(schema),
        schemas => array(schemas.iter().map(value).collect()),
    }
}

fn value(schema: &SchemaDoc) -> Value {
    let text = |text: &Option<String>| text.as_deref().map(string);
    let root = &schema.root;
    let object = Object::default()
        .with_some("kind", text(&schema.kind))
        .with("name", string(&schema.name))
        .with_some("section", text(&schema.section))
        .with_some("title", text(&root.title));
    Object::default().with("schema", with_rest(object, root).value()).value()
}

fn field(doc: &KeyDoc) -> Value {
    let name = match &doc.key {
        Key::String(text) => string(text),
        other => Value::unwritten(ValueKind::from(other)),
    };
    let object = Object::default().with("name", name).with("title", string(&doc.title()));
    with_rest(object, doc).value()
}

fn with_rest(object: Object, doc: &KeyDoc) -> Object {
    let is_document = doc.step.is_empty();
    let some = |values: Vec<Value>| (!values.is_empty()).then(|| array(values));
    let extensions =
        doc.extensions.iter().fold(Object::default(), |object, (name, value)| object.with(name, value.clone()));
    let presence = |presence| (doc.presence == presence && !is_document).then(|| bool(true));
    let examples = doc.examples.iter().map(|(description, value)| example(description, value));
    object
        .with_some("keys", doc.matching.as_deref().map(string))
        .with_some("documentation", doc.description.as_deref().map(string))
        .with_some("type", (!is_document).then(|| string(&doc.type_words)))
        .with_some("required", presence(Presence::Required))
        .with_some("optional", presence(Presence::Optional))
        .with_some("default", doc.default.clone())
        .with_some("example", some(examples.collect()))
        .with_some("validation", some(doc.rules.iter().map(|rule| string(rule)).collect()))
        .with_some("functions", some(doc.functions.iter().map(function).collect()))
        .with_some("extensions", (!doc.extensions.is_empty()).then(|| extensions.value()))
        .with_some("deprecated", doc.deprecated.as_deref().map(string))
        .with_some("removed", doc.removed.as_deref().map(string))
        .with_some("fields", some(doc.keys.iter().map(field).collect()))
}

fn function((name, description): &(SmolStr, String)) -> Value {
    Object::default().with("name", string(name)).with("documentation", string(description)).value()
}

fn example(description: &str, value: &Value) -> Value {
    let description = match description.trim() {
        "" => Value::unwritten(ValueKind::Null),
        description => string(description),
    };
    Object::default().with("value", value.clone()).with("description", description).value()
}
