//! A schema for values: the types that they show, with annotations where an example says too little.
//!
//! It accepts the values that it comes from. What is null now may be text later, what is empty may be anything.

use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::declaration::{DeclaredExample, SchemaDeclaration};
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, Value, ValueKind};

/// A schema document; `None` for values that are not all known.
pub fn schema_file(values: &Value) -> Option<String> {
    if crate::constraint::holds_unknown(values) {
        return None;
    }
    Some(ValuesShape::of(&[values]).declaration().document(&[]))
}

/// What values at one place have in common.
enum ValuesShape<'a> {
    /// Scalars of one type; this is the first.
    Leaf(&'a Value),
    /// Nothing that a schema could say; this is the first value.
    Any(&'a Value),
    /// Maps, with the keys of all.
    Map(Vec<(&'a Key, ValuesShape<'a>)>),
    /// Arrays, with what their items have in common.
    Array(Box<ValuesShape<'a>>),
    /// Null, and perhaps something else.
    Nullable(Option<Box<ValuesShape<'a>>>),
}

impl<'a> ValuesShape<'a> {
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
            // The items of an empty array are still to come.
            return shape.map_or(Self::Any(first), |item| Self::Array(Box::new(item)));
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
        let keys = maps.iter().flat_map(|map| &map.entries).map(Fragment::entry_key).filter(|key| seen.insert(*key));
        let field = |key: &'a Key| {
            let values: Vec<&'a Value> = maps.iter().filter_map(|map| map.get(key)).collect();
            (key, Self::of(&values))
        };
        let fields: Vec<(&'a Key, Self)> = keys.map(field).collect();
        // The keys of an empty map are still to come.
        if fields.is_empty() { Self::Any(first) } else { Self::Map(fields) }
    }

    fn declaration(&self) -> SchemaDeclaration {
        let (is_nullable, is_any) = (matches!(self, Self::Nullable(_)), matches!(self, Self::Any(_)));
        SchemaDeclaration { is_nullable, is_any, ..SchemaDeclaration::plain(self.example()) }
    }

    /// What is written below the annotation.
    fn example(&self) -> DeclaredExample {
        match self {
            Self::Nullable(Some(shape)) => shape.example(),
            Self::Nullable(None) => DeclaredExample::Value(Value::unwritten(ValueKind::String(SmolStr::default()))),
            Self::Leaf(value) | Self::Any(value) => DeclaredExample::Value((*value).clone()),
            Self::Array(item) => DeclaredExample::Sequence(Box::new(item.declaration())),
            Self::Map(fields) => DeclaredExample::Mapping(
                fields.iter().map(|(key, shape)| ((*key).clone(), shape.declaration())).collect(),
            ),
        }
    }
}

fn is_finite(values: &[&Value]) -> bool {
    values.iter().all(|value| !matches!(value.kind, ValueKind::Float(float) if !float.is_finite()))
}
