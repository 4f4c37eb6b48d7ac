//! A schema for values: the types that they show, with annotations where an example says too little.
//!
//! It accepts the values that it comes from. What is null now may be text later, what is empty may be anything.

use rustc_hash::FxHashSet;

use super::values_file::{indented, leaf};
use crate::values::{EntryValue, Key, MappingValue, SequenceValue, Value, ValueKind, print};

const NULLABLE: &str = "#@schema/nullable";
const ANY: &str = "#@schema/type any=True";

/// A schema document; `None` for values that are not all known.
pub fn schema_file(values: &Value) -> Option<String> {
    if crate::constraint::holds_unknown(values) {
        return None;
    }
    let shape = Shape::of(&[values]);
    let mut text = "#@data/values-schema\n".to_owned();
    if let Some(annotation) = shape.annotation() {
        text.extend([annotation, "\n"]);
    }
    text.push_str("---\n");
    match shape.example() {
        Shape::Map(fields) => write_fields(fields, 0, &mut text),
        Shape::Array(item) => write_item(item, 0, &mut text),
        Shape::Leaf(value) | Shape::Any(value) => {
            text.push_str(&float(value).map_or_else(|| leaf(value), |float| format!("{float}\n")));
        }
        Shape::Nullable(_) => text.push_str("\"\"\n"),
    }
    Some(text)
}

/// What values at one place have in common.
enum Shape<'a> {
    /// Scalars of one type; this is the first.
    Leaf(&'a Value),
    /// Nothing that a schema could say; this is the first value.
    Any(&'a Value),
    /// Maps, with the keys of all.
    Map(Vec<(&'a Key, Shape<'a>)>),
    /// Arrays, with what their items have in common.
    Array(Box<Shape<'a>>),
    /// Null, and perhaps something else.
    Nullable(Option<Box<Shape<'a>>>),
}

impl<'a> Shape<'a> {
    /// The shape of at least one value.
    fn of(values: &[&'a Value]) -> Self {
        let given: Vec<&'a Value> =
            values.iter().filter(|value| !matches!(value.kind, ValueKind::Null)).copied().collect();
        let Some(first) = given.first() else { return Self::Nullable(None) };
        let shape = Self::of_given(first, &given);
        match shape {
            Self::Any(_) => shape,
            shape if given.len() < values.len() => Self::Nullable(Some(Box::new(shape))),
            shape => shape,
        }
    }

    fn of_given(first: &'a Value, given: &[&'a Value]) -> Self {
        let maps: Vec<&MappingValue> = given.iter().filter_map(|it| it.mapping()).map(|it| &**it).collect();
        if maps.len() == given.len() {
            return Self::of_maps(first, &maps);
        }
        let arrays: Vec<_> = given.iter().filter_map(|value| value.sequence()).collect();
        if arrays.len() == given.len() {
            let items: Vec<&'a Value> = arrays.into_iter().flat_map(|items| items.iter()).collect();
            let shape = (!items.is_empty()).then(|| Self::of(&items));
            // An item can be neither null nor anything, so its array is.
            return shape.filter(Self::is_plain).map_or(Self::Any(first), |item| Self::Array(Box::new(item)));
        }
        let is_float = |value: &&&'a Value| matches!(value.kind, ValueKind::Float(_));
        let is_number = |value: &&Value| matches!(value.kind, ValueKind::Int(_) | ValueKind::Float(_));
        let is_like_first = |value: &&Value| std::mem::discriminant(&value.kind) == std::mem::discriminant(&first.kind);
        match given.iter().find(is_float) {
            Some(float) if given.iter().all(is_number) && is_finite(given) => Self::Leaf(float),
            None if maps.is_empty() && given.iter().all(is_like_first) => Self::Leaf(first),
            _ => Self::Any(first),
        }
    }

    fn of_maps(first: &'a Value, maps: &[&'a MappingValue]) -> Self {
        let mut seen = FxHashSet::default();
        let keys = maps.iter().flat_map(|map| &map.entries).map(|entry| &entry.key).filter(|key| seen.insert(*key));
        let field = |key: &'a Key| {
            let values: Vec<&'a Value> = maps.iter().filter_map(|map| map.get(key)).collect();
            (key, Self::of(&values))
        };
        let fields: Vec<(&'a Key, Self)> = keys.map(field).collect();
        // The keys of an empty map are still to come.
        if fields.is_empty() { Self::Any(first) } else { Self::Map(fields) }
    }

    /// Whether no annotation is needed.
    fn is_plain(&self) -> bool {
        self.annotation().is_none()
    }

    fn annotation(&self) -> Option<&'static str> {
        match self {
            Self::Nullable(_) => Some(NULLABLE),
            Self::Any(_) => Some(ANY),
            Self::Leaf(_) | Self::Map(_) | Self::Array(_) => None,
        }
    }

    /// What is shown below the annotation.
    fn example(&self) -> &Self {
        match self {
            Self::Nullable(Some(shape)) => shape,
            shape => shape,
        }
    }
}

fn is_finite(values: &[&Value]) -> bool {
    values.iter().all(|value| !matches!(value.kind, ValueKind::Float(float) if !float.is_finite()))
}

fn write_fields(fields: &[(&Key, Shape<'_>)], column: usize, text: &mut String) {
    for (key, shape) in fields {
        write_field(key, shape, column, text);
    }
}

fn write_field(key: &Key, shape: &Shape<'_>, column: usize, text: &mut String) {
    let indent = " ".repeat(column);
    if let Some(annotation) = shape.annotation() {
        text.extend([&indent, annotation, "\n"]);
    }
    let name = print::key(key);
    match shape.example() {
        Shape::Map(fields) => {
            text.extend([&indent, &name, ":\n"]);
            write_fields(fields, column + 2, text);
        }
        Shape::Array(item) => {
            text.extend([&indent, &name, ":\n"]);
            write_item(item, column, text);
        }
        Shape::Nullable(_) => text.extend([&indent, &name, ": \"\"\n"]),
        Shape::Leaf(value) | Shape::Any(value) => {
            let entry = EntryValue { key: (*key).clone(), key_origin: value.origin, value: (*value).clone() };
            let mapping = MappingValue { entries: vec![entry], ..MappingValue::default() };
            let leaf = float(value).map(|float| format!("{name}: {float}\n"));
            let printed = leaf.unwrap_or_else(|| print::yaml(&Value::unwritten(ValueKind::Mapping(mapping.into()))));
            text.push_str(&indented(&printed, &indent));
        }
    }
}

/// The one item of an array, its dash at a column.
fn write_item(item: &Shape<'_>, column: usize, text: &mut String) {
    let indent = " ".repeat(column);
    match item {
        Shape::Map(fields) if fields.first().is_some_and(|(_, shape)| shape.is_plain()) => {
            write_behind_dash(column, text, |text| write_fields(fields, column + 2, text));
        }
        Shape::Map(fields) => {
            // On the line of the dash an annotation would be one of the item.
            text.extend([&indent, "-\n"]);
            write_fields(fields, column + 2, text);
        }
        Shape::Array(item) => write_behind_dash(column, text, |text| write_item(item, column + 2, text)),
        Shape::Leaf(value) | Shape::Any(value) => {
            let items = [(*value).clone()].into_iter().collect::<SequenceValue>();
            let leaf = float(value).map(|float| format!("- {float}\n"));
            let printed = leaf.unwrap_or_else(|| print::yaml(&Value::unwritten(ValueKind::Sequence(items.into()))));
            text.push_str(&indented(&printed, &indent));
        }
        Shape::Nullable(_) => text.extend([&indent, "- \"\"\n"]),
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
