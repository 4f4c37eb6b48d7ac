//! A values file for a schema: every key with its default, and above it what the schema says of it.

use crate::schema::describe::{rule_words, type_words};
use crate::schema::sample::{is_required, sample};
use crate::schema::{MappingType, Presence, Schema, SchemaNode};
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind, print};

/// How keys are written.
#[derive(Clone, Copy, Debug)]
pub struct KeyLayout {
    /// At which column.
    pub column: usize,
    /// Whether annotations of overlays may stand above them: arrays are added to what is below otherwise.
    pub is_template: bool,
    /// Whether what the schema says of them is written above them.
    pub is_explained: bool,
}

/// A document of data values with every key that a schema has a value for, deprecated ones aside. What only functions
/// can judge, what several schemas ask for at once, and keys that are asked for without a name are left to whoever
/// fills it in.
pub fn values_file(schema: &Schema) -> String {
    format!("#@data/values\n---\n{}", every_key(schema, true))
}

/// The same as plain YAML, without a header.
pub fn plain_values(schema: &Schema) -> String {
    every_key(schema, false)
}

fn every_key(schema: &Schema, is_template: bool) -> String {
    match schema.root.ty.mapping() {
        Some(ty) if !ty.fields.is_empty() => {
            let layout = KeyLayout { column: 0, is_template, is_explained: true };
            entries(given(ty, &sample(&schema.root)), layout)
        }
        _ => leaf(&sample(&schema.root)),
    }
}

/// The declared keys that a values file is meant to hold.
pub fn fields(ty: &MappingType) -> impl Iterator<Item = (&Key, &SchemaNode)> {
    let is_offered =
        |node: &SchemaNode| node.removed.is_none() && node.deprecated.is_none() && node.presence != Presence::Optional;
    ty.fields.iter().map(|(key, node)| (key, &**node)).filter(move |(_, node)| is_offered(node))
}

/// The declared keys with the values that a map gives them.
fn given<'a>(ty: &'a MappingType, map: &Value) -> Vec<(&'a Key, &'a SchemaNode, Value)> {
    let value = |key: &Key, node| map.mapping().and_then(|map| map.get(key).cloned()).unwrap_or_else(|| sample(node));
    fields(ty).map(|(key, node)| (key, node, value(key, node))).collect()
}

/// Keys with their values, as lines.
pub fn entries<'a>(fields: impl IntoIterator<Item = (&'a Key, &'a SchemaNode, Value)>, layout: KeyLayout) -> String {
    let mut text = String::new();
    for (key, node, value) in fields {
        entry(key, node, value, layout, &mut text);
    }
    text
}

fn entry(key: &Key, node: &SchemaNode, value: Value, layout: KeyLayout, text: &mut String) {
    let indent = " ".repeat(layout.column);
    if layout.is_explained {
        let mark = if layout.is_template { "#! " } else { "# " };
        for line in explanation(node) {
            text.extend([&indent, mark, &line, "\n"]);
        }
    }
    let ty = node.ty.mapping().filter(|_| matches!(value.kind, ValueKind::Mapping(_)));
    if let Some(ty) = ty.filter(|ty| fields(ty).next().is_some()) {
        text.extend([&indent, &print::key(key), ":\n"]);
        text.push_str(&entries(given(ty, &value), KeyLayout { column: layout.column + 2, ..layout }));
        return;
    }
    if layout.is_template && (holds_items(&value) || holds_items(&node.default)) {
        text.extend([&indent, "#@overlay/replace\n"]);
    }
    let entry = Fragment::entry(key.clone(), node.declared, value);
    let mapping = ValueKind::map([entry]);
    let printed = leaf(&Value::unwritten(mapping));
    text.push_str(&indented(&printed, &indent));
}

/// What is said of a key: what it is called and what it is for, then its type, its rules, and whether it must be set.
pub fn explanation(node: &SchemaNode) -> Vec<String> {
    let descriptions = [&node.title, &node.description].into_iter().flatten();
    let mut lines: Vec<String> = descriptions.flat_map(|text| text.lines()).map(str::trim).map(visible).collect();
    let required = is_required(node).then(|| "required".to_owned());
    let rules = node.rules.iter().filter_map(|rule| rule_words(&rule.kind));
    let facts: Vec<String> = required.into_iter().chain([type_words(node)]).chain(rules).collect();
    lines.push(visible(&facts.join("; ")));
    lines.retain(|line| !line.is_empty());
    lines
}

/// Text that stays on its line.
fn visible(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Whether an array with items stands in a value: laid over what is below, they would be added to it.
pub fn holds_items(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Sequence(items) => !items.is_empty(),
        ValueKind::Mapping(mapping) => mapping.entries.iter().any(|entry| holds_items(&entry.value)),
        _ => false,
    }
}

/// A value that is no map, on lines of its own.
pub(super) fn leaf(value: &Value) -> String {
    match value.kind {
        ValueKind::Null | ValueKind::Unknown => "null\n".to_owned(),
        _ => print::yaml(value),
    }
}

/// Lines behind blanks, empty ones aside.
pub(super) fn indented(text: &str, indent: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| if line.trim().is_empty() { line.to_owned() } else { format!("{indent}{line}") })
        .collect()
}
