//! What a schema document declares, as a tree, and how it is written: comments and annotations, then the example.

use super::values_file::{indented, leaf};
use crate::values::fragment::Fragment;
use crate::values::{Key, SequenceValue, Value, ValueKind, print};

/// A node of a schema document.
#[derive(Clone, Debug)]
pub(in crate::schema) struct SchemaDeclaration {
    /// Comments above it, without `#!`.
    pub(in crate::schema) comments: Vec<String>,
    /// Annotations above it besides those of its type, as they are written.
    pub(in crate::schema) annotations: Vec<String>,
    /// Whether null is a value, too.
    pub(in crate::schema) is_nullable: bool,
    /// Whether every value is right.
    pub(in crate::schema) is_any: bool,
    /// What is written for it.
    pub(in crate::schema) example: DeclaredExample,
}

/// What stands for a node, and says its type.
#[derive(Clone, Debug)]
pub(in crate::schema) enum DeclaredExample {
    /// The value, as it is.
    Value(Value),
    /// A map of declared keys.
    Mapping(Vec<(Key, SchemaDeclaration)>),
    /// An array with its one item.
    Sequence(Box<SchemaDeclaration>),
}

impl SchemaDeclaration {
    /// A node without annotations.
    pub(in crate::schema) fn plain(example: DeclaredExample) -> Self {
        Self { comments: Vec::new(), annotations: Vec::new(), is_nullable: false, is_any: false, example }
    }

    /// Whether a value is of its type.
    pub(in crate::schema) fn takes(&self, value: &Value) -> bool {
        if self.is_any || self.is_nullable && matches!(value.kind, ValueKind::Null) {
            return true;
        }
        match (&self.example, &value.kind) {
            (DeclaredExample::Mapping(fields), ValueKind::Mapping(given)) => given.entries.iter().all(|entry| {
                let field = fields.iter().find(|(key, _)| key == entry.entry_key());
                field.is_some_and(|(_, field)| field.takes(&entry.value))
            }),
            (DeclaredExample::Sequence(item), ValueKind::Sequence(given)) => {
                given.iter().all(|value| item.takes(value))
            }
            (DeclaredExample::Value(example), given) => {
                let is_number = matches!((&example.kind, given), (ValueKind::Float(_), ValueKind::Int(_)));
                is_number || std::mem::discriminant(&example.kind) == std::mem::discriminant(given)
            }
            _ => false,
        }
    }

    /// The document whose root this is. `code` are lines of template code that it needs.
    pub(in crate::schema) fn document(&self, code: &[&str]) -> String {
        let mut text = String::new();
        for line in code {
            text.extend(["#@ ", line, "\n"]);
        }
        text.push_str("#@data/values-schema\n");
        self.write_head(0, &mut text);
        text.push_str("---\n");
        match &self.example {
            DeclaredExample::Mapping(fields) if fields.is_empty() => text.push_str("{}\n"),
            DeclaredExample::Mapping(fields) => write_fields(fields, 0, &mut text),
            DeclaredExample::Sequence(item) => item.write_item(0, &mut text),
            DeclaredExample::Value(value) => {
                text.push_str(&float(value).map_or_else(|| leaf(value), |float| format!("{float}\n")));
            }
        }
        text
    }

    fn has_head(&self) -> bool {
        !self.comments.is_empty() || !self.annotations.is_empty() || self.is_nullable || self.is_any
    }

    fn write_head(&self, column: usize, text: &mut String) {
        let indent = " ".repeat(column);
        for comment in &self.comments {
            text.extend([&indent, "#! ", comment, "\n"]);
        }
        let nullable = self.is_nullable.then_some("#@schema/nullable");
        let any = self.is_any.then_some("#@schema/type any=True");
        for annotation in self.annotations.iter().map(String::as_str).chain(nullable).chain(any) {
            text.extend([&indent, annotation, "\n"]);
        }
    }

    fn write_field(&self, key: &Key, column: usize, text: &mut String) {
        self.write_head(column, text);
        let (indent, name) = (" ".repeat(column), print::key(key));
        match &self.example {
            DeclaredExample::Mapping(fields) if fields.is_empty() => text.extend([&indent, &name, ": {}\n"]),
            DeclaredExample::Mapping(fields) => {
                text.extend([&indent, &name, ":\n"]);
                write_fields(fields, column + 2, text);
            }
            DeclaredExample::Sequence(item) => {
                text.extend([&indent, &name, ":\n"]);
                item.write_item(column, text);
            }
            DeclaredExample::Value(value) => {
                let entry = Fragment::entry(key.clone(), value.origin, value.clone());
                let mapping = ValueKind::map([entry]);
                let line = float(value).map(|float| format!("{name}: {float}\n"));
                let printed = line.unwrap_or_else(|| print::yaml(&Value::unwritten(mapping)));
                text.push_str(&indented(&printed, &indent));
            }
        }
    }

    /// The one item of an array, its dash at a column.
    fn write_item(&self, column: usize, text: &mut String) {
        self.write_head(column, text);
        let indent = " ".repeat(column);
        match &self.example {
            DeclaredExample::Mapping(fields) if fields.is_empty() => text.extend([&indent, "- {}\n"]),
            DeclaredExample::Mapping(fields) if fields.first().is_some_and(|(_, field)| !field.has_head()) => {
                write_behind_dash(column, text, |text| write_fields(fields, column + 2, text));
            }
            DeclaredExample::Mapping(fields) => {
                // On the line of the dash an annotation would be one of the item.
                text.extend([&indent, "-\n"]);
                write_fields(fields, column + 2, text);
            }
            DeclaredExample::Sequence(item) if item.has_head() => {
                text.extend([&indent, "-\n"]);
                item.write_item(column + 2, text);
            }
            DeclaredExample::Sequence(item) => {
                write_behind_dash(column, text, |text| item.write_item(column + 2, text));
            }
            DeclaredExample::Value(value) => {
                let items = [value.clone()].into_iter().collect::<SequenceValue>();
                let line = float(value).map(|float| format!("- {float}\n"));
                let printed = line.unwrap_or_else(|| print::yaml(&Value::unwritten(ValueKind::Sequence(items.into()))));
                text.push_str(&indented(&printed, &indent));
            }
        }
    }
}

fn write_fields(fields: &[(Key, SchemaDeclaration)], column: usize, text: &mut String) {
    for (key, field) in fields {
        field.write_field(key, column, text);
    }
}

/// Lines at the column behind a dash, which takes the place of a blank of the first.
fn write_behind_dash(column: usize, text: &mut String, write: impl FnOnce(&mut String)) {
    let start = text.len();
    write(text);
    text.replace_range(start + column..=start + column, "-");
}

/// A float as one: the point is left.
fn float(value: &Value) -> Option<String> {
    match value.kind {
        ValueKind::Float(float) if float.is_finite() => Some(format!("{float:?}")),
        _ => None,
    }
}
