//! sayl's values as Starlark's: maps as structs (`data.values`), as dicts (decoded texts) or as YAML fragments.

use starlark::values::dict::{AllocDict, Dict};
use starlark::values::list::AllocList;
use starlark::values::{Heap, Value as StarlarkValue};

use super::structs::{Looks, Misses, Struct, StructNames};
use super::yaml_fragment::YamlFragment;

use crate::template::reads::{ReadExtent, ReadRecorder};
use crate::values::{Key, Value, ValueKind};

/// A scalar; `None` for what is not known.
pub(crate) fn scalar<'v>(kind: &ValueKind, heap: Heap<'v>) -> StarlarkValue<'v> {
    match kind {
        ValueKind::Bool(bool) => StarlarkValue::new_bool(*bool),
        ValueKind::Int(int) => integer(int.get(), heap),
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
            let values =
                entries.clone().map(|entry| with_structs(&entry.value, observers, &below(entry.entry_key()), heap));
            let values = values.collect();
            let standing = entries.clone().enumerate();
            let standing = standing.filter(|(_, entry)| below(entry.entry_key()).iter().any(|way| way.is_empty()));
            let names = StructNames {
                places: entries.clone().map(|entry| (entry.entry_key().clone(), entry.place)).collect(),
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
            let entries = entries
                .map(|entry| (scalar(&ValueKind::from(entry.entry_key()), heap), with_dicts(&entry.value, heap)));
            heap.alloc(AllocDict(entries.collect::<Vec<_>>()))
        }
        ValueKind::Sequence(items) => {
            heap.alloc(AllocList(items.iter().map(|item| with_dicts(item, heap)).collect::<Vec<_>>()))
        }
        kind => scalar(kind, heap),
    }
}

/// The content of a node: a scalar, a YAML fragment, or a copy of the dict or list that code made.
pub(crate) fn fragment<'v>(content: &ValueKind, heap: Heap<'v>) -> StarlarkValue<'v> {
    if !content.is_computed() {
        return match YamlFragment::of_content(content.clone()) {
            Some(fragment) => heap.alloc(fragment),
            None => scalar(content, heap),
        };
    }
    let values = content.children().map(|child| fragment(&child.value.kind, heap));
    if matches!(content, ValueKind::Sequence(_)) {
        return heap.alloc(AllocList(values.collect::<Vec<_>>()));
    }
    let keys = content.children().map(|child| scalar(&child.entry_key().into(), heap));
    heap.alloc(AllocDict(keys.zip(values).collect::<Vec<_>>()))
}

/// The same for content of which it matters what is read.
pub(crate) fn read_fragment<'v>(content: &ValueKind, reader: ReadRecorder, heap: Heap<'v>) -> StarlarkValue<'v> {
    if let Some(fragment) = YamlFragment::of_content(content.clone()).filter(|_| !content.is_computed()) {
        reader.note(ReadExtent::Kind);
        heap.alloc(fragment.read_by(reader))
    } else {
        reader.note(ReadExtent::All);
        fragment(content, heap)
    }
}

/// An empty dict that code may fill.
pub(crate) fn empty_dict(heap: Heap<'_>) -> StarlarkValue<'_> {
    heap.alloc(Dict::new(starlark::collections::SmallMap::default()))
}
