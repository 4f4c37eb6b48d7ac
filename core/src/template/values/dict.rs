//! Maps of any kind as Starlark's dicts.

use starlark::collections::Hashed;
use starlark::values::dict::{AllocDict, DictRef};
use starlark::values::{Heap, Value};

use super::from_starlark::type_of;
use super::yaml_fragment::FragmentKind;
use super::{AttributeMap, BuiltinError, Struct, YamlFragment};

/// A dict in the place of a struct, or of a YAML fragment that is a map or nothing; anything else as it is.
pub(crate) fn as_dict<'v>(value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    let is_map = match YamlFragment::from_value(value) {
        Some(fragment) if !matches!(fragment.kind(), FragmentKind::Mapping | FragmentKind::Nothing) => {
            let mistake = BuiltinError::new("this YAML fragment has no keys").found(fragment.kind().words());
            return Err(mistake.expected("a map").error());
        }
        Some(_) => true,
        None => AttributeMap::from_value(value).is_some() || Struct::from_value(value).is_some(),
    };
    if !is_map {
        return Ok(value);
    }
    let keys = value.iterate(heap)?;
    let fragment = YamlFragment::from_value(value);
    let entry = |(index, key): (usize, Value<'v>)| match fragment {
        Some(fragment) => Ok((key, fragment.value(index, heap))),
        None => Ok((key, value.at(key, heap)?)),
    };
    let entries = keys.enumerate().map(entry).collect::<starlark::Result<Vec<_>>>()?;
    Ok(heap.alloc(AllocDict(entries)))
}

/// The entries of a map, or those that pairs are.
pub(crate) fn entries<'v>(pairs: Value<'v>, heap: Heap<'v>) -> starlark::Result<Vec<(Hashed<Value<'v>>, Value<'v>)>> {
    let pairs = as_dict(pairs, heap)?;
    if let Some(map) = DictRef::from_value(pairs) {
        return Ok(map.iter_hashed().collect());
    }
    let entry = |(index, pair): (usize, Value<'v>)| {
        let parts = pair.iterate(heap).map_or_else(|_| Vec::new(), Iterator::collect);
        let [key, value] = parts[..] else { return Err(no_pair(index, pair).error()) };
        Ok((key.get_hashed()?, value))
    };
    pairs.iterate(heap)?.enumerate().map(entry).collect()
}

fn no_pair(index: usize, value: Value<'_>) -> BuiltinError {
    let seen = match value.length() {
        Ok(length) if value.unpack_str().is_none() => format!("has length {length}, want 2"),
        _ => format!("is not iterable ({})", type_of(value)),
    };
    let mistake = BuiltinError::new("a dict is made of pairs").found(value.to_repr()).expected("a key and its value");
    mistake.seen_as(format!("dict: dictionary update sequence element #{index} {seen}"))
}
