//! Functions over what can be iterated over.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]

use std::cmp::Ordering;
use std::num::NonZeroI32;
use std::sync::OnceLock;

use starlark::collections::SmallMap;
use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::dict::{Dict, DictRef};
use starlark::values::list::AllocList;
use starlark::values::range::Range;
use starlark::values::tuple::{AllocTuple, UnpackTuple};
use starlark::values::{Heap, Value};

use crate::template::evaluate::builtins::as_dict;
use crate::template::values::BuiltinError;
use crate::template::values::from_starlark::{is_callable, type_of};

#[starlark_module]
pub(super) fn functions(builder: &mut GlobalsBuilder) {
    /// Whether all items count as true.
    fn all<'v>(#[starlark(require = pos)] items: Value<'v>, heap: Heap<'v>) -> starlark::Result<bool> {
        Ok(items.iterate(heap)?.all(Value::to_bool))
    }

    /// Whether an item counts as true.
    fn any<'v>(#[starlark(require = pos)] items: Value<'v>, heap: Heap<'v>) -> starlark::Result<bool> {
        Ok(items.iterate(heap)?.any(Value::to_bool))
    }

    /// A dict of pairs, of a map, or of named arguments.
    fn dict<'v>(
        #[starlark(require = pos)] pairs: Option<Value<'v>>,
        #[starlark(kwargs)] named: DictRef<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Dict<'v>> {
        let mut dict = Dict::new(SmallMap::new());
        if let Some(pairs) = pairs {
            update(&mut dict, pairs, heap)?;
        }
        for (name, value) in named.iter_hashed() {
            dict.insert_hashed(name, value);
        }
        Ok(dict)
    }

    /// The items with their indices.
    fn enumerate<'v>(
        #[starlark(require = pos)] items: Value<'v>,
        #[starlark(require = pos, default = 0)] start: i32,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let numbered = (i64::from(start)..).zip(items.iterate(heap)?);
        Ok(heap.alloc(AllocList(numbered.collect::<Vec<_>>())))
    }

    /// The items as a list.
    fn list<'v>(
        #[starlark(require = pos)] items: Option<Value<'v>>,
        heap: Heap<'v>,
    ) -> starlark::Result<Vec<Value<'v>>> {
        items.map_or_else(|| Ok(Vec::new()), |items| Ok(items.iterate(heap)?.collect()))
    }

    /// The greatest of the arguments, or of the items of the only one.
    fn max<'v>(
        #[starlark(args)] items: UnpackTuple<Value<'v>>,
        #[starlark(require = named)] key: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        extreme("max", Ordering::Greater, &items.items, key, eval)
    }

    /// The least of them.
    fn min<'v>(
        #[starlark(args)] items: UnpackTuple<Value<'v>>,
        #[starlark(require = named)] key: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        extreme("min", Ordering::Less, &items.items, key, eval)
    }

    /// Whole numbers in steps, the last one left out.
    fn range(
        #[starlark(require = pos)] first: i32,
        #[starlark(require = pos)] end: Option<i32>,
        #[starlark(require = pos, default = 1)] step: i32,
    ) -> starlark::Result<Range> {
        let step = NonZeroI32::new(step).ok_or_else(|| {
            let mistake = BuiltinError::new("the step of a range cannot be 0");
            mistake.seen_as("range: step argument must not be zero").error()
        })?;
        Ok(end.map_or_else(|| Range::new(0, first, step), |end| Range::new(first, end, step)))
    }

    /// The items from the last to the first.
    fn reversed<'v>(#[starlark(require = pos)] items: Value<'v>, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        let mut items: Vec<_> = items.iterate(heap)?.collect();
        items.reverse();
        Ok(items)
    }

    /// A set of the items.
    fn set<'v>(
        #[starlark(require = pos)] items: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        // Only Starlark's own function makes one.
        static SETS: OnceLock<Globals> = OnceLock::new();
        let sets = SETS.get_or_init(|| GlobalsBuilder::new().with(|it| LibraryExtension::SetType.add(it)).build());
        match sets.iter().find(|(name, _)| *name == "set") {
            Some((_, set)) => eval.eval_function(set.to_value(), items.as_slice(), &[]),
            None => Ok(Value::new_none()),
        }
    }

    /// The items in order. Equal ones stay as they are.
    fn sorted<'v>(
        iterable: Value<'v>,
        key: Option<Value<'v>>,
        #[starlark(default = false)] reverse: bool,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<Value<'v>>> {
        check_key("sorted", key)?;
        let items = iterable.iterate(eval.heap())?;
        let items = items.map(|item| Ok((key_of(item, key, eval)?, item)));
        let mut items = items.collect::<starlark::Result<Vec<_>>>()?;
        let mut compared = Ok(());
        items.sort_by(|(first, _), (second, _)| {
            let order = first.compare(*second).unwrap_or_else(|error| {
                compared = Err(error);
                Ordering::Equal
            });
            if reverse { order.reverse() } else { order }
        });
        compared?;
        Ok(items.into_iter().map(|(_, item)| item).collect())
    }

    /// The items as a tuple.
    fn tuple<'v>(#[starlark(require = pos)] items: Option<Value<'v>>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let items = items.map_or_else(|| Ok(Vec::new()), |items| items.iterate(heap).map(Iterator::collect))?;
        Ok(heap.alloc(AllocTuple(items)))
    }

    /// The first items of all arguments, the second ones, and so on, as far as the shortest goes.
    fn zip<'v>(#[starlark(args)] columns: UnpackTuple<Value<'v>>, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        let columns = columns.items.into_iter().map(|column| Ok(column.iterate(heap)?.collect()));
        let columns = columns.collect::<starlark::Result<Vec<Vec<_>>>>()?;
        let shortest = columns.iter().map(Vec::len).min().unwrap_or_default();
        let row = |row: usize| {
            heap.alloc(AllocTuple(columns.iter().filter_map(|it| it.get(row).copied()).collect::<Vec<_>>()))
        };
        Ok((0..shortest).map(row).collect())
    }
}

/// Puts pairs, or what a map holds, into a dict.
pub(in crate::template::evaluate) fn update<'v>(
    dict: &mut Dict<'v>,
    pairs: Value<'v>,
    heap: Heap<'v>,
) -> starlark::Result<()> {
    let pairs = as_dict(pairs, heap)?;
    if let Some(map) = DictRef::from_value(pairs) {
        for (key, value) in map.iter_hashed() {
            dict.insert_hashed(key, value);
        }
        return Ok(());
    }
    for (index, pair) in pairs.iterate(heap)?.enumerate() {
        let parts = pair.iterate(heap).map_or_else(|_| Vec::new(), Iterator::collect);
        let [key, value] = parts[..] else { return Err(no_pair(index, pair).error()) };
        dict.insert_hashed(key.get_hashed()?, value);
    }
    Ok(())
}

fn no_pair(index: usize, value: Value<'_>) -> BuiltinError {
    let seen = match value.length() {
        Ok(length) if value.unpack_str().is_none() => format!("has length {length}, want 2"),
        _ => format!("is not iterable ({})", type_of(value)),
    };
    let mistake = BuiltinError::new("a dict is made of pairs").found(value.to_repr()).expected("a key and its value");
    mistake.seen_as(format!("dict: dictionary update sequence element #{index} {seen}"))
}

/// The first item that no other one is beyond, in this order.
fn extreme<'v>(
    function: &str,
    beyond: Ordering,
    items: &[Value<'v>],
    key: Option<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    check_key(function, key)?;
    let items = match items {
        [] => {
            let mistake = BuiltinError::new(format!("the call of `{function}` is missing an argument"));
            return Err(mistake.expected("values, or one value with items").error());
        }
        [items] => items.iterate(eval.heap())?.collect(),
        items => items.to_vec(),
    };
    let mut items = items.into_iter();
    let Some(mut extreme) = items.next() else {
        let mistake = BuiltinError::new(format!("`{function}` finds no item")).expected("at least one");
        return Err(mistake.seen_as(format!("{function}: argument is an empty sequence")).error());
    };
    let mut extreme_key = key_of(extreme, key, eval)?;
    for item in items {
        let item_key = key_of(item, key, eval)?;
        if item_key.compare(extreme_key)? == beyond {
            (extreme, extreme_key) = (item, item_key);
        }
    }
    Ok(extreme)
}

/// What is compared of an item.
fn key_of<'v>(
    item: Value<'v>,
    key: Option<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    key.map_or(Ok(item), |key| eval.eval_function(key, &[item], &[]))
}

fn check_key(function: &str, key: Option<Value<'_>>) -> starlark::Result<()> {
    match key.filter(|key| !is_callable(*key)) {
        Some(key) => {
            let message = format!("`key` of `{function}` takes a function, not a value of type {}", type_of(key));
            Err(BuiltinError::new(message).error())
        }
        None => Ok(()),
    }
}
