//! Methods of text, dicts, sets and lists as ytt's Starlark has them.
//!
//! They are read from `__receiver(x)`, which stands for `x`: it has what ytt has otherwise, lacks what ytt does
//! not know, and gives everything else as the value itself does.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]
#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::fmt;

use allocative::Allocative;
use starlark::coerce::Coerce;
use starlark::environment::{GlobalsBuilder, Methods, MethodsBuilder};
use starlark::eval::Evaluator;
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::{
    Freeze, Heap, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Trace, Value,
    ValueLifetimeless, ValueLike, starlark_value,
};
use starlark::{methods_static, starlark_complex_value, starlark_module};

mod dict;
mod letters;
mod pieces;
mod search;
mod split;
mod text;

/// What stands for a value of which methods differ; other values stand for themselves.
pub(super) fn receiver<'v>(value: Value<'v>, heap: Heap<'v>) -> Value<'v> {
    if value.unpack_str().is_some() {
        heap.alloc(Text { value })
    } else if DictRef::from_value(value).is_some() {
        heap.alloc(Dict { value })
    } else if ListRef::from_value(value).is_some() {
        heap.alloc(List { value })
    } else if value.get_type() == "set" {
        heap.alloc(Set { value })
    } else {
        value
    }
}

#[starlark_module]
pub(super) fn functions(builder: &mut GlobalsBuilder) {
    /// What a method is read from.
    fn __receiver<'v>(#[starlark(require = pos)] value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(receiver(value, heap))
    }
}

/// Text on a heap, for the sake of its methods.
#[derive(Debug, Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
pub(super) struct TextGen<V: ValueLifetimeless> {
    value: V,
}

starlark_complex_value!(pub(super) Text);

/// A dict, likewise.
#[derive(Debug, Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
pub(super) struct DictGen<V: ValueLifetimeless> {
    value: V,
}

starlark_complex_value!(pub(super) Dict);

/// A set, likewise.
#[derive(Debug, Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
pub(super) struct SetGen<V: ValueLifetimeless> {
    value: V,
}

starlark_complex_value!(pub(super) Set);

/// A list, likewise.
#[derive(Debug, Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
pub(super) struct ListGen<V: ValueLifetimeless> {
    value: V,
}

starlark_complex_value!(pub(super) List);

#[starlark_value(type = "string")]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for TextGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    fn get_methods() -> Option<&'static Methods> {
        methods_static!(METHODS = text::methods);
        Some(METHODS.methods())
    }
}

#[starlark_value(type = "dict")]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for DictGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    fn get_methods() -> Option<&'static Methods> {
        methods_static!(METHODS = dict::methods);
        Some(METHODS.methods())
    }
}

#[starlark_value(type = "set")]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for SetGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        if attribute == "union" { self.value.to_value().get_attr(attribute, heap).ok().flatten() } else { None }
    }

    fn dir_attr(&self) -> Vec<String> {
        vec!["union".to_owned()]
    }
}

#[starlark_value(type = "list")]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for ListGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    fn get_methods() -> Option<&'static Methods> {
        methods_static!(METHODS = list_methods);
        Some(METHODS.methods())
    }

    fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        self.value.to_value().get_attr(attribute, heap).ok().flatten()
    }
}

impl<V: ValueLifetimeless> fmt::Display for TextGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("string")
    }
}

impl<V: ValueLifetimeless> fmt::Display for DictGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dict")
    }
}

impl<V: ValueLifetimeless> fmt::Display for SetGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("set")
    }
}

impl<V: ValueLifetimeless> fmt::Display for ListGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("list")
    }
}

#[starlark_module]
fn list_methods(builder: &mut MethodsBuilder) {
    /// Takes the item at an index out of the list; a negative one counts from the end.
    fn pop<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] index: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let Some(list) = List::from_value(this).map(|list| list.value) else { return Ok(Value::new_none()) };
        let count = ListRef::from_value(list).map_or(0, |list| list.len());
        let from_end = index.and_then(Value::unpack_i32).filter(|index| *index < 0);
        let from_start = from_end.and_then(|index| count.checked_sub(index.unsigned_abs() as usize));
        let index = from_start.map(|index| eval.heap().alloc(index as u64)).or(index);
        own(list, "pop", index.as_slice(), eval)
    }
}

/// Calls a method of the value itself.
fn own<'v>(
    value: Value<'v>,
    name: &str,
    arguments: &[Value<'v>],
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let method = value.get_attr_error(name, eval.heap())?;
    eval.eval_function(method, arguments, &[])
}
