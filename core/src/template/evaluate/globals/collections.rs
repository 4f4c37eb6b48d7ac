//! Functions that make collections.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]

use std::num::NonZeroI32;
use std::sync::OnceLock;

use starlark::collections::SmallMap;
use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::dict::{Dict, DictRef};
use starlark::values::range::Range;
use starlark::values::tuple::AllocTuple;
use starlark::values::{Heap, Value};

use crate::template::values::BuiltinError;
use crate::template::values::dict::entries;

#[starlark_module]
pub(super) fn functions(builder: &mut GlobalsBuilder) {
    /// A dict of pairs, of a map, or of named arguments.
    fn dict<'v>(
        #[starlark(require = pos)] pairs: Option<Value<'v>>,
        #[starlark(kwargs)] named: DictRef<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Dict<'v>> {
        let mut dict = Dict::new(SmallMap::new());
        let pairs = pairs.map_or_else(|| Ok(Vec::new()), |pairs| entries(pairs, heap))?;
        for (key, value) in pairs.into_iter().chain(named.iter_hashed()) {
            dict.insert_hashed(key, value);
        }
        Ok(dict)
    }

    /// The items as a list.
    fn list<'v>(
        #[starlark(require = pos)] items: Option<Value<'v>>,
        heap: Heap<'v>,
    ) -> starlark::Result<Vec<Value<'v>>> {
        items.map_or_else(|| Ok(Vec::new()), |items| Ok(items.iterate(heap)?.collect()))
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

    /// The items as a tuple.
    fn tuple<'v>(#[starlark(require = pos)] items: Option<Value<'v>>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let items = items.map_or_else(|| Ok(Vec::new()), |items| items.iterate(heap).map(Iterator::collect))?;
        Ok(heap.alloc(AllocTuple(items)))
    }
}
