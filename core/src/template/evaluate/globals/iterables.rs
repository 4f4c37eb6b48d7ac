//! Functions over items: what holds for them, their order, and which of them stand together.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]

use std::cmp::Ordering;

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::list::AllocList;
use starlark::values::tuple::{AllocTuple, UnpackTuple};
use starlark::values::{Heap, Value};

use crate::template::values::BuiltinError;
use crate::template::values::from_starlark::{is_callable, type_of};

/// All of them.
pub(super) fn functions(builder: &mut GlobalsBuilder) {
    passes(builder);
    order(builder);
}

/// What goes over the items once.
#[starlark_module]
fn passes(builder: &mut GlobalsBuilder) {
    /// Whether all items count as true.
    fn all<'v>(#[starlark(require = pos)] items: Value<'v>, heap: Heap<'v>) -> starlark::Result<bool> {
        Ok(items.iterate(heap)?.all(Value::to_bool))
    }

    /// Whether an item counts as true.
    fn any<'v>(#[starlark(require = pos)] items: Value<'v>, heap: Heap<'v>) -> starlark::Result<bool> {
        Ok(items.iterate(heap)?.any(Value::to_bool))
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

    /// The items from the last to the first.
    fn reversed<'v>(#[starlark(require = pos)] items: Value<'v>, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        let mut items: Vec<_> = items.iterate(heap)?.collect();
        items.reverse();
        Ok(items)
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

/// What compares items.
#[starlark_module]
fn order(builder: &mut GlobalsBuilder) {
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
        let items = items.collect::<starlark::Result<Vec<_>>>()?;
        let ahead = if reverse { Ordering::Greater } else { Ordering::Less };
        let items = merge_sorted(&items, &|(first, _), (second, _)| Ok(first.compare(second)? == ahead))?;
        Ok(items.into_iter().map(|(_, item)| item).collect())
    }
}

/// Items in their order, equal ones as they are. The sort of the standard library cannot fail, and panics where items
/// that cannot be compared make the order inconsistent.
fn merge_sorted<T: Copy>(items: &[T], is_before: &impl Fn(T, T) -> starlark::Result<bool>) -> starlark::Result<Vec<T>> {
    if items.len() < 2 {
        return Ok(items.to_vec());
    }
    let (left, right) = items.split_at(items.len() / 2);
    let mut right = merge_sorted(right, is_before)?.into_iter().peekable();
    let mut merged = Vec::with_capacity(items.len());
    for item in merge_sorted(left, is_before)? {
        while let Some(other) = right.peek().copied()
            && is_before(other, item)?
        {
            merged.push(other);
            right.next();
        }
        merged.push(item);
    }
    merged.extend(right);
    Ok(merged)
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
