//! sayl's values as Starlark's: maps as structs (`data.values`), as dicts (decoded texts) or as YAML fragments.

use starlark::values::dict::{AllocDict, Dict};
use starlark::values::list::AllocList;
use starlark::values::{Heap, Value as StarlarkValue};

use super::scalar::to_starlark;
use super::structs::{Looks, Misses, Struct, StructNames};

use crate::values::{Key, Value, ValueKind};

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
        kind => to_starlark(kind, heap),
    }
}

/// A value whose maps are dicts, as what was decoded from a text is.
pub(crate) fn with_dicts<'v>(value: &Value, heap: Heap<'v>) -> StarlarkValue<'v> {
    match &value.kind {
        ValueKind::Mapping(mapping) => {
            let entries = mapping.entries.iter();
            let entries = entries
                .map(|entry| (to_starlark(&ValueKind::from(entry.entry_key()), heap), with_dicts(&entry.value, heap)));
            heap.alloc(AllocDict(entries.collect::<Vec<_>>()))
        }
        ValueKind::Sequence(items) => {
            heap.alloc(AllocList(items.iter().map(|item| with_dicts(item, heap)).collect::<Vec<_>>()))
        }
        kind => to_starlark(kind, heap),
    }
}

/// An empty dict that code may fill.
pub(crate) fn empty_dict(heap: Heap<'_>) -> StarlarkValue<'_> {
    heap.alloc(Dict::new(starlark::collections::SmallMap::default()))
}
