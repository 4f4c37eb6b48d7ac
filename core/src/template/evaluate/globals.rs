//! The names that are there without `load`: Starlark's own, some of them as ytt's Starlark has them.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]

use std::sync::OnceLock;

use starlark::collections::SmallMap;
use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{FrozenValue, Heap, Value};

use super::{builtins, format, methods, operators, print};
use crate::template::values::BuiltinError;
use crate::template::values::from_starlark::type_of;

mod functions;

/// Every global name.
pub(crate) fn globals() -> &'static Globals {
    static GLOBALS: OnceLock<Globals> = OnceLock::new();
    GLOBALS.get_or_init(|| {
        GlobalsBuilder::new()
            .with(known)
            .with(deviations)
            .with(functions::functions)
            .with(builtins::functions)
            .with(operators::functions)
            .with(methods::functions)
            .build()
    })
}

/// Names that Starlark has and ytt has not.
const UNKNOWN: [&str; 2] = ["abs", "bytes"];

/// Starlark's own names, as far as ytt knows them.
fn known(builder: &mut GlobalsBuilder) {
    for (name, value) in standard_names().iter().filter(|(name, _)| !UNKNOWN.contains(name)) {
        builder.set(name, value);
    }
}

/// Starlark's own names.
fn builder() -> GlobalsBuilder {
    GlobalsBuilder::extended_by(&[LibraryExtension::Print, LibraryExtension::SetType])
}

/// Starlark's own function of that name.
pub(super) fn standard(name: &str) -> Option<FrozenValue> {
    standard_names().iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

fn standard_names() -> &'static Globals {
    static STANDARD: OnceLock<Globals> = OnceLock::new();
    STANDARD.get_or_init(|| builder().build())
}

#[starlark_module]
fn deviations(builder: &mut GlobalsBuilder) {
    /// A value as text; text stays as it is.
    fn str<'v>(#[starlark(require = pos)] value: Value<'v>, heap: Heap<'v>) -> starlark::Result<String> {
        Ok(format::plain(value, heap))
    }

    /// A value as it is written in code.
    fn repr<'v>(#[starlark(require = pos)] value: Value<'v>, heap: Heap<'v>) -> starlark::Result<String> {
        Ok(print::repr(value, heap))
    }

    /// The name of a value's type.
    fn r#type(#[starlark(require = pos)] value: Value) -> starlark::Result<&'static str> {
        Ok(type_of(value))
    }

    /// How many parts a value has; of text, how many bytes.
    fn len(#[starlark(require = pos)] value: Value) -> starlark::Result<i32> {
        match value.unpack_str() {
            Some(text) => {
                i32::try_from(text.len()).map_err(|_| BuiltinError::new("the text is too long to be counted").error())
            }
            None => value.length(),
        }
    }

    /// A dict of pairs, of a map, or of named arguments.
    fn dict<'v>(
        #[starlark(args)] positional: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] named: SmallMap<String, Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let Some(standard) = standard("dict") else { return Ok(Value::new_none()) };
        let positional = positional.items.into_iter();
        let positional = positional.map(|value| builtins::as_dict(value, eval.heap()));
        let positional = positional.collect::<starlark::Result<Vec<_>>>()?;
        let named: Vec<_> = named.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        eval.eval_function(standard.to_value(), &positional, &named)
    }
}
