//! `@ytt:struct`: values with named fields, and functions bound to a receiver.

use std::sync::OnceLock;

use starlark::collections::SmallMap;
use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::tuple::UnpackTuple;

use super::with_texts_as_keys;
use crate::template::dialect;
use crate::template::evaluate::modules::Ignored;
use crate::template::values::from_starlark::{is_callable, type_of, without_fragments};
use crate::template::values::to_starlark::{Observers, with_dicts, with_structs};
use crate::template::values::{BuiltinError, Struct};
use crate::values::Key;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// A struct with these fields.
    fn make<'v>(
        #[starlark(kwargs)] fields: SmallMap<String, Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        Ok(eval.heap().alloc(struct_of(fields)))
    }

    /// A struct with these fields; functions among them get the receiver as their first argument.
    fn make_and_bind<'v>(
        #[starlark(require = pos)] receiver: Value<'v>,
        #[starlark(kwargs)] fields: SmallMap<String, Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let mut bound = Vec::with_capacity(fields.len());
        for (name, value) in fields {
            bound.push((name, if is_callable(value) { bind_to(value, &[receiver], eval)? } else { value }));
        }
        Ok(eval.heap().alloc(struct_of(bound)))
    }

    /// The function with the arguments behind it before all that it is called with.
    fn bind<'v>(
        #[starlark(require = pos)] function: Value<'v>,
        #[starlark(args)] bound: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if bound.items.is_empty() {
            return Err(BuiltinError::new("`struct.bind` takes a function and what it is bound to").into());
        }
        if !is_callable(function) {
            let message = format!("`struct.bind` takes a function first, not a value of type {}", type_of(function));
            return Err(BuiltinError::new(message).into());
        }
        bind_to(function, &bound.items, eval)
    }

    /// Maps, at every depth, as structs.
    fn encode<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let value = without_fragments(value, eval.heap())?;
        Ok(with_structs(with_texts_as_keys(&value)?, Observers::default(), &[], eval.heap()))
    }

    /// Structs, at every depth, as dicts.
    fn decode<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        Ok(with_dicts(&without_fragments(value, eval.heap())?, eval.heap()))
    }
}

/// A struct with these fields.
fn struct_of<'v>(fields: impl IntoIterator<Item = (String, Value<'v>)>) -> Struct<'v> {
    Struct::computed(named(fields))
}

/// Fields under the names that the code has for them.
pub(super) fn named<'v>(
    fields: impl IntoIterator<Item = (String, Value<'v>)>,
) -> impl Iterator<Item = (Key, Value<'v>)> {
    fields.into_iter().map(|(name, value)| (Key::String(dialect::restore(&name).into()), value))
}

fn bind_to<'v>(
    function: Value<'v>,
    bound: &[Value<'v>],
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    static GLOBALS: OnceLock<Globals> = OnceLock::new();
    let globals = GLOBALS.get_or_init(|| GlobalsBuilder::new().with(|it| LibraryExtension::Partial.add(it)).build());
    let Some((_, partial)) = globals.iter().find(|(name, _)| *name == "partial") else {
        return Err(BuiltinError::new("functions cannot be bound").into());
    };
    eval.eval_function(partial.to_value(), &[&[function], bound].concat(), &[])
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

    #[test]
    fn structs_are_made_from_fields_and_maps() {
        check(
            r#"
            struct.make(a=1, b={"c": 2})
            struct.make()
            struct.make(1)
            struct.encode({"a": [1, {"b": 2.5}], "c": None})
            struct.encode({1: 2})
            struct.encode(5)
            struct.decode(struct.encode({"a": [1, {"b": "x"}]}))
            struct.decode(struct.make(a=(1, 2)))
            struct.decode(struct.make(f=len))
            struct.decode(struct.make(asynC=1))
            struct.encode({"async": 1}).asynC
            "#,
            expect![[r#"
                struct.make(a=1, b={"c": 2})
                    struct(...)
                struct.make()
                    struct(...)
                struct.make(1)
                    ! Wrong number of positional arguments, expected 0, got 1
                struct.encode({"a": [1, {"b": 2.5}], "c": None})
                    struct(...)
                struct.encode({1: 2})
                    ! every key must be text here
                      found: `1`
                struct.encode(5)
                    5
                struct.decode(struct.encode({"a": [1, {"b": "x"}]}))
                    {"a": [1, {"b": "x"}]}
                struct.decode(struct.make(a=(1, 2)))
                    {"a": [1, 2]}
                struct.decode(struct.make(f=len))
                    ! a builtin_function_or_method cannot be a value in YAML
                      expected: a scalar, a list, a dict, a struct or a YAML fragment
                struct.decode(struct.make(asynC=1))
                    {"async": 1}
                struct.encode({"async": 1}).asynC
                    1
            "#]],
        );
    }

    #[test]
    fn functions_are_bound_to_their_receiver() {
        check(
            r#"
            struct.bind(lambda self, y: self["x"] + y, {"x": 1})(2)
            struct.bind(lambda self, y=5: self["x"] + y, {"x": 1})(y=7)
            struct.bind(lambda a, b, c: a + b + c, "x", "y")("z")
            struct.make_and_bind({"x": 1}, get=lambda self: self["x"], name="n").get()
            struct.make_and_bind({"x": 1}, get=lambda self: self["x"], name="n").name
            struct.bind(1, 2)
            struct.bind(len)
            struct.make_and_bind()
            "#,
            expect![[r#"
                struct.bind(lambda self, y: self["x"] + y, {"x": 1})(2)
                    3
                struct.bind(lambda self, y=5: self["x"] + y, {"x": 1})(y=7)
                    8
                struct.bind(lambda a, b, c: a + b + c, "x", "y")("z")
                    "xyz"
                struct.make_and_bind({"x": 1}, get=lambda self: self["x"], name="n").get()
                    1
                struct.make_and_bind({"x": 1}, get=lambda self: self["x"], name="n").name
                    "n"
                struct.bind(1, 2)
                    ! `struct.bind` takes a function first, not a value of type int
                struct.bind(len)
                    ! `struct.bind` takes a function and what it is bound to
                struct.make_and_bind()
                    ! Wrong number of positional arguments, expected 1, got 0
            "#]],
        );
    }
}
