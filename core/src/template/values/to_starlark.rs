//! sayl's values as Starlark's: maps as structs (`data.values`), as dicts (decoded texts) or as YAML fragments.

use starlark::values::dict::{AllocDict, Dict};
use starlark::values::list::AllocList;
use starlark::values::{Heap, Value as StarlarkValue};

use super::structs::{Looks, Misses, Names, Struct};
use super::yaml_fragment::{Part, YamlFragment};
use crate::template::fragment::{Collection, Content, Fragment, Holder};
use crate::values::{Key, Value, ValueKind};

/// A scalar; `None` for what is not known.
pub(crate) fn scalar<'v>(kind: &ValueKind, heap: Heap<'v>) -> StarlarkValue<'v> {
    match kind {
        ValueKind::Bool(bool) => StarlarkValue::new_bool(*bool),
        ValueKind::Int(int) => integer(*int, heap),
        ValueKind::Float(float) => heap.alloc(*float),
        ValueKind::String(string) => heap.alloc(string.as_str()),
        ValueKind::Null | ValueKind::Unknown | ValueKind::Mapping(_) | ValueKind::Sequence(_) => {
            StarlarkValue::new_none()
        }
    }
}

fn integer(int: i128, heap: Heap<'_>) -> StarlarkValue<'_> {
    match (i64::try_from(int), u64::try_from(int)) {
        (Ok(int), _) => heap.alloc(int),
        (_, Ok(int)) => heap.alloc(int),
        // No YAML number is that large.
        _ => StarlarkValue::new_none(),
    }
}

/// Who is told what becomes of structs.
#[derive(Clone, Copy, Default)]
pub(crate) struct Told<'a> {
    /// Names that are asked for in vain.
    pub(crate) misses: Option<&'a Misses>,
    /// Looks at values that stand in for refused ones.
    pub(crate) looks: Option<&'a Looks>,
}

/// A value whose maps are structs, as `data.values` is. `stand_ins` are the ways to values that stand in for refused
/// ones.
pub(crate) fn with_structs<'v>(
    value: &Value,
    told: Told<'_>,
    stand_ins: &[&[Key]],
    heap: Heap<'v>,
) -> StarlarkValue<'v> {
    match &value.kind {
        ValueKind::Mapping(mapping) => {
            let below = |key: &Key| -> Vec<&[Key]> {
                let ways = stand_ins.iter().filter_map(|way| way.split_first());
                ways.filter(|(first, _)| *first == key).map(|(_, rest)| rest).collect()
            };
            let entries = mapping.entries.iter();
            let values = entries.clone().map(|entry| with_structs(&entry.value, told, &below(&entry.key), heap));
            let values = values.collect();
            let standing = entries.clone().enumerate();
            let standing = standing.filter(|(_, entry)| below(&entry.key).iter().any(|way| way.is_empty()));
            let names = Names {
                places: entries.clone().map(|entry| (entry.key.clone(), entry.key_origin)).collect(),
                misses: told.misses.cloned().unwrap_or_default(),
                stand_ins: standing.map(|(index, _)| index).collect(),
                looks: told.looks.cloned().unwrap_or_default(),
            };
            heap.alloc(Struct::new(names, values))
        }
        ValueKind::Sequence(items) => {
            let items: Vec<_> = items.iter().map(|item| with_structs(item, told, &[], heap)).collect();
            heap.alloc(AllocList(items))
        }
        kind => scalar(kind, heap),
    }
}

/// A value whose maps are dicts, as what was decoded from a text is.
pub(crate) fn with_dicts<'v>(value: &Value, heap: Heap<'v>) -> StarlarkValue<'v> {
    match &value.kind {
        ValueKind::Mapping(mapping) => {
            let entries = mapping.entries.iter();
            let entries =
                entries.map(|entry| (scalar(&ValueKind::from(&entry.key), heap), with_dicts(&entry.value, heap)));
            heap.alloc(AllocDict(entries.collect::<Vec<_>>()))
        }
        ValueKind::Sequence(items) => {
            heap.alloc(AllocList(items.iter().map(|item| with_dicts(item, heap)).collect::<Vec<_>>()))
        }
        kind => scalar(kind, heap),
    }
}

/// The content of a node: a scalar, or a YAML fragment.
pub(crate) fn fragment<'v>(content: &Content, heap: Heap<'v>) -> StarlarkValue<'v> {
    let (part, collection) = match content {
        Content::Scalar(kind) => return scalar(kind, heap),
        Content::Unknown => return StarlarkValue::new_none(),
        Content::Mapping(collection) => (Part::Mapping, collection),
        Content::Sequence(collection) => (Part::Sequence, collection),
    };
    heap.alloc(YamlFragment { part, collection: collection.clone() })
}

/// A value as rules and replacers get it: maps and arrays as YAML fragments.
pub(crate) fn with_fragments<'v>(value: &Value, heap: Heap<'v>) -> StarlarkValue<'v> {
    fragment(&content_of_value(value), heap)
}

/// A value as the content of a node without annotations.
pub(crate) fn content_of_value(value: &Value) -> Content {
    let child = |holder: Holder, place, value: &Value| Fragment {
        holder,
        place,
        annotations: std::sync::Arc::default(),
        value_place: value.origin,
        content: content_of_value(value),
    };
    let collection =
        |children: Vec<Fragment>| std::sync::Arc::new(Collection { children, is_open: false, is_computed: false });
    match &value.kind {
        ValueKind::Mapping(mapping) => {
            let entries = mapping.entries.iter();
            let entries = entries.map(|entry| child(Holder::Entry(entry.key.clone()), entry.key_origin, &entry.value));
            Content::Mapping(collection(entries.collect()))
        }
        ValueKind::Sequence(items) => {
            Content::Sequence(collection(items.iter().map(|item| child(Holder::Item, item.origin, item)).collect()))
        }
        ValueKind::Unknown => Content::Unknown,
        kind => Content::Scalar(kind.clone()),
    }
}

/// An empty dict that code may fill.
pub(crate) fn empty_dict(heap: Heap<'_>) -> StarlarkValue<'_> {
    heap.alloc(Dict::new(starlark::collections::SmallMap::default()))
}
