//! The methods of dicts.

use std::cell::RefMut;

use starlark::environment::MethodsBuilder;
use starlark::starlark_module;
use starlark::values::dict::{Dict as Content, DictMut, DictRef};
use starlark::values::list::AllocList;
use starlark::values::none::NoneType;
use starlark::values::{Heap, Value};

use super::Dict;
use crate::template::values::BuiltinError;
use crate::template::values::dict::entries;

fn value(this: Value<'_>) -> Value<'_> {
    Dict::from_value(this).map_or(this, |dict| dict.value)
}

fn dict(this: Value<'_>) -> starlark::Result<DictRef<'_>> {
    DictRef::from_value(value(this)).ok_or_else(|| BuiltinError::new("this is no dict").error())
}

fn dict_mut(this: Value<'_>) -> starlark::Result<RefMut<'_, Content<'_>>> {
    Ok(DictMut::from_value(value(this))?.aref)
}

/// All of them.
pub(super) fn methods(builder: &mut MethodsBuilder) {
    reads(builder);
    changes(builder);
}

/// What reads a dict.
#[starlark_module]
fn reads(builder: &mut MethodsBuilder) {
    /// The value of a key, or the default.
    fn get<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] key: Value<'v>,
        #[starlark(require = pos)] default: Option<Value<'v>>,
    ) -> starlark::Result<Value<'v>> {
        Ok(dict(this)?.get(key)?.or(default).unwrap_or_default())
    }

    /// Each key with its value.
    fn items<'v>(this: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(heap.alloc(AllocList(dict(this)?.iter())))
    }

    /// The keys.
    fn keys<'v>(this: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(heap.alloc(AllocList(dict(this)?.keys())))
    }

    /// The values.
    fn values<'v>(this: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(heap.alloc(AllocList(dict(this)?.values())))
    }
}

/// What changes a dict.
#[starlark_module]
fn changes(builder: &mut MethodsBuilder) {
    /// Removes all keys.
    fn clear(this: Value) -> starlark::Result<NoneType> {
        dict_mut(this)?.clear();
        Ok(NoneType)
    }

    /// Takes a key out, and gives its value, or the default.
    fn pop<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] key: Value<'v>,
        #[starlark(require = pos)] default: Option<Value<'v>>,
    ) -> starlark::Result<Value<'v>> {
        let hashed = key.get_hashed()?;
        let removed = dict_mut(this)?.remove_hashed(hashed);
        removed.or(default).ok_or_else(|| {
            let mistake = BuiltinError::new(format!("there is no key {}", key.to_repr()));
            mistake.seen_as("pop: missing key").error()
        })
    }

    /// Takes the first key out, and gives it with its value.
    fn popitem<'v>(this: Value<'v>) -> starlark::Result<(Value<'v>, Value<'v>)> {
        let mut dict = dict_mut(this)?;
        let first = dict.iter_hashed().next();
        let Some((key, value)) = first else {
            return Err(BuiltinError::new("the dict has no keys").seen_as("popitem: empty dict").error());
        };
        dict.remove_hashed(key);
        Ok((*key.key(), value))
    }

    /// The value of a key, which is put there if it has none.
    fn setdefault<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] key: Value<'v>,
        #[starlark(require = pos)] default: Option<Value<'v>>,
    ) -> starlark::Result<Value<'v>> {
        if let Some(value) = dict(this)?.get(key)? {
            return Ok(value);
        }
        let default = default.unwrap_or_default();
        dict_mut(this)?.insert_hashed(key.get_hashed()?, default);
        Ok(default)
    }

    /// Puts pairs and named values in.
    fn update<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] pairs: Option<Value<'v>>,
        #[starlark(kwargs)] named: DictRef<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<NoneType> {
        // All is read before the dict is borrowed: it may be among what is read.
        let pairs = pairs.map_or_else(|| Ok(Vec::new()), |pairs| entries(pairs, heap))?;
        let mut dict = dict_mut(this)?;
        for (key, value) in pairs.into_iter().chain(named.iter_hashed()) {
            dict.insert_hashed(key, value);
        }
        Ok(NoneType)
    }
}
