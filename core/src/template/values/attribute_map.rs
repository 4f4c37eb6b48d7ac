//! The maps that rules of the older editions are given: dicts whose items are attributes as well. They can be read, not
//! changed, and an item wins over a method of the same name.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]
#![allow(clippy::elidable_lifetime_names, reason = "`starlark_value` needs the name")]

use std::fmt;
use std::sync::Arc;

use allocative::Allocative;
use starlark::eval::{Arguments, Evaluator};
use starlark::starlark_simple_value;
use starlark::values::dict::DictRef;
use starlark::values::list::{AllocList, ListRef};
use starlark::values::{
    Heap, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Value, starlark_value,
};

use super::mistake::BuiltinError;
use super::scalar::{from_starlark, to_starlark};
use super::structs::{key_of, missing_key};
use super::to_starlark::with_dicts;
use crate::constraint::is_equal;
use crate::template::dialect;
use crate::values::fragment::Fragment;
use crate::values::{self, Key, MappingValue, ValueKind};

/// A map of data values on a heap.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct AttributeMap(#[allocative(skip)] Arc<MappingValue>);

starlark_simple_value!(AttributeMap);

/// A value with its maps as [`AttributeMap`]s.
pub(crate) fn with_attribute_maps<'v>(content: &ValueKind, heap: Heap<'v>) -> Value<'v> {
    match content {
        ValueKind::Mapping(map) => heap.alloc(AttributeMap(map.clone())),
        ValueKind::Sequence(items) => {
            heap.alloc(AllocList(items.iter().map(|item| with_attribute_maps(&item.kind, heap)).collect::<Vec<_>>()))
        }
        kind => to_starlark(kind, heap),
    }
}

impl AttributeMap {
    /// It as the content of a node.
    pub(super) fn content(&self) -> ValueKind {
        ValueKind::Mapping(self.0.clone())
    }

    fn data(&self) -> values::Value {
        values::Value::unwritten(self.content())
    }

    fn item<'v>(&self, key: &Key, heap: Heap<'v>) -> Option<Value<'v>> {
        self.0.get(key).map(|value| with_attribute_maps(&value.kind, heap))
    }

    fn keys<'v>(&self, heap: Heap<'v>) -> Vec<Value<'v>> {
        self.0.entries.iter().filter_map(Fragment::key).map(|key| to_starlark(&ValueKind::from(key), heap)).collect()
    }

    fn values<'v>(&self, heap: Heap<'v>) -> Vec<Value<'v>> {
        self.0.entries.iter().map(|entry| with_attribute_maps(&entry.value.kind, heap)).collect()
    }
}

impl fmt::Display for AttributeMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As Starlark writes a dict of the same items.
        Heap::temp(|heap| f.write_str(&with_dicts(&self.data(), heap).to_repr()))
    }
}

#[starlark_value(type = "dict")]
impl<'v> StarlarkValue<'v> for AttributeMap {
    fn to_bool(&self) -> bool {
        !self.0.entries.is_empty()
    }

    fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        let attribute = &*dialect::restore(attribute);
        let method =
            || DictMethod::of_name(attribute).map(|method| heap.alloc(BoundMethod { map: self.clone(), method }));
        self.item(&Key::String(attribute.into()), heap).or_else(method)
    }

    fn has_attr(&self, attribute: &str, heap: Heap<'v>) -> bool {
        let attribute = &*dialect::restore(attribute);
        self.item(&Key::String(attribute.into()), heap).is_some() || DictMethod::of_name(attribute).is_some()
    }

    fn dir_attr(&self) -> Vec<String> {
        self.0.entries.iter().filter_map(Fragment::key).map(Key::to_string).collect()
    }

    fn at(&self, index: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let value = key_of(index).and_then(|key| self.item(&key, heap));
        value.ok_or_else(|| missing_key(index, "map"))
    }

    fn is_in(&self, other: Value<'v>) -> starlark::Result<bool> {
        Ok(key_of(other).is_some_and(|key| self.0.entry(&key).is_some()))
    }

    fn length(&self) -> starlark::Result<i32> {
        Ok(i32::try_from(self.0.entries.len()).unwrap_or(i32::MAX))
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        Ok(self.keys(heap))
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        Ok(is_same(&self.data(), other))
    }
}

/// Whether a value of code is the same data.
fn is_same(data: &values::Value, other: Value<'_>) -> bool {
    match &data.kind {
        ValueKind::Mapping(mapping) => {
            if let Some(other) = AttributeMap::from_value(other) {
                return is_equal(data, &other.data());
            }
            let Some(other) = DictRef::from_value(other) else { return false };
            let is_item =
                |(key, value)| key_of(key).and_then(|key| mapping.get(&key)).is_some_and(|item| is_same(item, value));
            other.len() == mapping.entries.len() && other.iter().all(is_item)
        }
        ValueKind::Sequence(items) => {
            let Some(other) = ListRef::from_value(other) else { return false };
            other.len() == items.len() && items.iter().zip(other.iter()).all(|(item, other)| is_same(item, other))
        }
        _ => from_starlark(other).is_some_and(|kind| is_equal(data, &values::Value::unwritten(kind))),
    }
}

/// What can be called on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Allocative)]
enum DictMethod {
    Keys,
    Values,
    Items,
    Get,
}

impl DictMethod {
    const ALL: [Self; 4] = [Self::Keys, Self::Values, Self::Items, Self::Get];

    fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::Values => "values",
            Self::Items => "items",
            Self::Get => "get",
        }
    }
}

/// A method of a map, ready to be called.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct BoundMethod {
    map: AttributeMap,
    method: DictMethod,
}

starlark_simple_value!(BoundMethod);

impl fmt::Display for BoundMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<built-in method {} of dict value>", self.method.name())
    }
}

#[starlark_value(type = "builtin_function_or_method")]
impl<'v> StarlarkValue<'v> for BoundMethod {
    fn invoke(
        &self,
        _: Value<'v>,
        arguments: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        arguments.no_named_args()?;
        let heap = eval.heap();
        let count = arguments.len()?;
        match (self.method, count) {
            (DictMethod::Keys, 0) => Ok(heap.alloc(AllocList(self.map.keys(heap)))),
            (DictMethod::Values, 0) => Ok(heap.alloc(AllocList(self.map.values(heap)))),
            (DictMethod::Items, 0) => {
                let pairs = self.map.keys(heap).into_iter().zip(self.map.values(heap));
                Ok(heap.alloc(AllocList(pairs.map(|pair| heap.alloc(pair)).collect::<Vec<_>>())))
            }
            (DictMethod::Get, 1) => Ok(self.get(arguments.positional1(heap)?, Value::new_none(), heap)),
            (DictMethod::Get, 2) => {
                let [key, default] = arguments.positional::<2>(heap)?;
                Ok(self.get(key, default, heap))
            }
            (method, count) => {
                Err(BuiltinError::new(format!("`{}` does not take {count} arguments", method.name())).error())
            }
        }
    }
}

impl BoundMethod {
    fn get<'v>(&self, key: Value<'v>, default: Value<'v>, heap: Heap<'v>) -> Value<'v> {
        key_of(key).and_then(|key| self.map.item(&key, heap)).unwrap_or(default)
    }
}
