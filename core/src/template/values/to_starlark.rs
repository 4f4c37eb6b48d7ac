//! sayl's values as Starlark's: maps as structs (`data.values`), as dicts (decoded texts) or as YAML fragments.

use starlark::values::dict::{AllocDict, Dict};
use starlark::values::list::AllocList;
use starlark::values::{Heap, Value as StarlarkValue};

use super::structs::{Looks, Misses, Struct, StructNames};
use super::yaml_fragment::{FragmentKind, YamlFragment};
use crate::template::fragment::FragmentContent;
use crate::template::reads::{ReadExtent, ReadRecorder};
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

/// Who notes what becomes of structs.
#[derive(Clone, Copy, Default)]
pub(crate) struct Observers<'a> {
    /// Names that are asked for in vain.
    pub(crate) misses: Option<&'a Misses>,
    /// Looks at values that stand in for refused ones.
    pub(crate) looks: Option<&'a Looks>,
}

/// A value whose maps are structs, as `data.values` is. `stand_ins` are the ways to values that stand in for refused
/// ones.
pub(crate) fn with_structs<'v>(
    value: &Value,
    observers: Observers<'_>,
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
            let values = entries.clone().map(|entry| with_structs(&entry.value, observers, &below(&entry.key), heap));
            let values = values.collect();
            let standing = entries.clone().enumerate();
            let standing = standing.filter(|(_, entry)| below(&entry.key).iter().any(|way| way.is_empty()));
            let names = StructNames {
                places: entries.clone().map(|entry| (entry.key.clone(), entry.key_origin)).collect(),
                misses: observers.misses.cloned().unwrap_or_default(),
                stand_ins: standing.map(|(index, _)| index).collect(),
                looks: observers.looks.cloned().unwrap_or_default(),
                ..StructNames::default()
            };
            heap.alloc(Struct::new(names, values))
        }
        ValueKind::Sequence(items) => {
            let items: Vec<_> = items.iter().map(|item| with_structs(item, observers, &[], heap)).collect();
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

/// The content of a node: a scalar, a YAML fragment, or a copy of the dict or list that code made.
pub(crate) fn fragment<'v>(content: &FragmentContent, heap: Heap<'v>) -> StarlarkValue<'v> {
    let (part, collection) = match content {
        FragmentContent::Scalar(kind) => return scalar(kind, heap),
        FragmentContent::Unknown => return StarlarkValue::new_none(),
        FragmentContent::Mapping(collection) => (FragmentKind::Mapping, collection),
        FragmentContent::Sequence(collection) => (FragmentKind::Sequence, collection),
    };
    if !collection.is_computed {
        return heap.alloc(YamlFragment::of(part, collection.clone()));
    }
    let children = collection.children.iter();
    let values = children.clone().map(|child| fragment(&child.content, heap));
    if part == FragmentKind::Sequence {
        return heap.alloc(AllocList(values.collect::<Vec<_>>()));
    }
    let keys = children.map(|child| child.key().map_or_else(StarlarkValue::new_none, |key| scalar(&key.into(), heap)));
    heap.alloc(AllocDict(keys.zip(values).collect::<Vec<_>>()))
}

/// The same for content of which it matters what is read.
pub(crate) fn read_fragment<'v>(content: &FragmentContent, reader: ReadRecorder, heap: Heap<'v>) -> StarlarkValue<'v> {
    match content {
        FragmentContent::Mapping(collection) | FragmentContent::Sequence(collection) if !collection.is_computed => {
            reader.note(ReadExtent::Kind);
            let part = if matches!(content, FragmentContent::Mapping(_)) {
                FragmentKind::Mapping
            } else {
                FragmentKind::Sequence
            };
            heap.alloc(YamlFragment::of(part, collection.clone()).read_by(reader))
        }
        _ => {
            reader.note(ReadExtent::All);
            fragment(content, heap)
        }
    }
}

/// An empty dict that code may fill.
pub(crate) fn empty_dict(heap: Heap<'_>) -> StarlarkValue<'_> {
    heap.alloc(Dict::new(starlark::collections::SmallMap::default()))
}
