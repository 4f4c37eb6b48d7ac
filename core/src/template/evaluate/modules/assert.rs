//! `@ytt:assert`: checks that fail an evaluation, and the objects that judge values in rules.
//!
//! What template code sees of a failure through `try_to` is the text that it sees in ytt.

use starlark::ErrorKind;
use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::float::UnpackFloat;
use starlark::values::none::NoneType;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{Heap, UnpackValue as _, Value};

use self::checker::{Assertion, Checker, native};
use super::data_of;
use crate::template::dialect;
use crate::template::evaluate::context::EvaluationContext;
use crate::template::evaluate::modules::Ignored;
use crate::template::evaluate::{is_over_budget, running_place};
use crate::template::values::BuiltinError;
use crate::template::values::from_starlark::{is_callable, type_of};
use crate::values::print;

mod checker;
#[cfg(test)]
mod tests;

/// Adds what the module holds.
pub(super) fn members(builder: &mut GlobalsBuilder) {
    assertions(builder);
    bounds(builder);
    choices(builder);
}

/// What fails an evaluation, or keeps it from failing.
#[starlark_module]
fn assertions(builder: &mut GlobalsBuilder) {
    /// Fails unless both values are the same when written as YAML.
    fn equals<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let [expected, found] = args.items[..] else { return Err(count("equals", args.items.len(), "2").into()) };
        let [expected_text, found_text] = [yaml_of(expected, eval.heap())?, yaml_of(found, eval.heap())?];
        if expected_text == found_text {
            return Ok(NoneType);
        }
        Err(unequal(expected, &expected_text, found, &found_text).into())
    }

    /// Fails with a message.
    fn fail<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<bool> {
        let [message] = args.items[..] else { return Err(count("fail", args.items.len(), "1").into()) };
        let Some(message) = message.unpack_str() else {
            return Err(BuiltinError::new(format!(
                "`assert.fail` takes a text, not a value of type {}",
                type_of(message)
            ))
            .into());
        };
        Err(BuiltinError::new(message).seen_as(format!("assert.fail: fail: {message}")).into())
    }

    /// What a function without parameters returns, and the text of its error.
    fn try_to<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<(Value<'v>, Value<'v>)> {
        let [function] = args.items[..] else { return Err(count("try_to", args.items.len(), "1").into()) };
        if !is_callable(function) {
            let kind = type_of(function);
            let mistake = BuiltinError::new(format!("`assert.try_to` takes a function, not a value of type {kind}"));
            return Err(mistake.hint("write `lambda:` before what may fail").into());
        }
        let context = EvaluationContext::of(eval).ok();
        let depth = context.map_or(0, EvaluationContext::depth);
        match eval.eval_function(function, &[], &[]) {
            Ok(value) => Ok((value, Value::new_none())),
            Err(error) if context.is_some_and(|context| is_over_budget(&error, context)) => Err(error),
            Err(error) => {
                if let Some(context) = context {
                    context.catch(depth, running_place(eval));
                }
                Ok((Value::new_none(), eval.heap().alloc(seen(&error))))
            }
        }
    }
}

/// The judges of size.
#[starlark_module]
fn bounds(builder: &mut GlobalsBuilder) {
    /// Judges whether a value is at least this.
    fn min<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Checker<'v>> {
        let [least] = args.items[..] else { return Err(count("min", args.items.len(), "1").into()) };
        Ok(Checker { assertion: Assertion::Min, argument: native(least, eval.heap())? })
    }

    /// Judges whether a value is at most this.
    fn max<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Checker<'v>> {
        let [most] = args.items[..] else { return Err(count("max", args.items.len(), "1").into()) };
        Ok(Checker { assertion: Assertion::Max, argument: native(most, eval.heap())? })
    }

    /// Judges whether a text (in bytes), list or map is at least so long.
    fn min_len<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<Checker<'v>> {
        Ok(Checker::without_argument(Assertion::MinLen(length("min_len", &args.items)?)))
    }

    /// Judges whether a text (in bytes), list or map is at most so long.
    fn max_len<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<Checker<'v>> {
        Ok(Checker::without_argument(Assertion::MaxLen(length("max_len", &args.items)?)))
    }
}

/// The judges of what is there.
#[starlark_module]
fn choices(builder: &mut GlobalsBuilder) {
    /// Judges whether a value is something else than null; with an argument at once.
    fn not_null<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        match args.items[..] {
            [] => Ok(eval.heap().alloc(Checker::without_argument(Assertion::NotNull))),
            [value] if value.is_none() => {
                Err(BuiltinError::new("the value is null").seen_as("assert.not_null: fail: value is null").into())
            }
            [_] => Ok(Value::new_bool(true)),
            _ => Err(count("not_null", args.items.len(), "at most 1").into()),
        }
    }

    /// Judges whether exactly one entry of a map, or one of the named ones, is something else than null.
    fn one_not_null<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Checker<'v>> {
        let keys = match args.items[..] {
            [] => return Ok(Checker::without_argument(Assertion::OneNotNull)),
            [keys] => keys,
            _ => return Err(count("one_not_null", args.items.len(), "1").into()),
        };
        match keys.unpack_bool() {
            Some(true) => return Ok(Checker::without_argument(Assertion::OneNotNull)),
            Some(false) => {
                let mistake = BuiltinError::new("`assert.one_not_null` takes `True` or a list of keys, not `False`");
                return Err(mistake.seen_as("assert.one_not_null: one_not_null() cannot be False").into());
            }
            None => {}
        }
        let Some(keys) = items(keys, eval.heap())? else {
            return Err(no_sequence("one_not_null", "a sequence of keys", keys).into());
        };
        Ok(Checker { assertion: Assertion::OneNotNull, argument: keys })
    }

    /// Judges whether a value is one of these: a list of values, or several arguments.
    fn one_of<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Checker<'v>> {
        let values = match args.items[..] {
            [] => return Err(count("one_of", 0, "at least 1").into()),
            [values] => values,
            _ => eval.heap().alloc(args.items),
        };
        if values.get_type() == "range" {
            let message = "`assert.one_of` compares with YAML, and a range is none, so no value would be valid";
            return Err(BuiltinError::new(message).hint("make a list of it: `list(range(…))`").into());
        }
        let Some(argument) = items(values, eval.heap())? else {
            return Err(no_sequence("one_of", "a sequence", values).into());
        };
        Ok(Checker { assertion: Assertion::OneOf, argument })
    }
}

/// A value as YAML.
fn yaml_of<'v>(value: Value<'v>, heap: Heap<'v>) -> Result<String, BuiltinError> {
    Ok(print::yaml(&data_of(value, heap)?))
}

/// The items of a sequence, or the keys of a map, as a list of plain data; `None` if the value is neither.
fn items<'v>(value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Option<Value<'v>>> {
    if !matches!(value.get_type(), "list" | "tuple" | "set" | "range" | "dict" | "yamlfragment") {
        return Ok(None);
    }
    let items: Vec<_> = value.iterate(heap)?.collect();
    native(heap.alloc(items), heap).map(Some)
}

/// A wrong number of arguments; `pending_requests` is like `at most 1`.
fn count(function: &str, given: usize, wanted: &str) -> BuiltinError {
    let plural = if wanted.ends_with('1') { "" } else { "s" };
    BuiltinError::new(format!("`assert.{function}` takes {wanted} argument{plural}, not {given}"))
        .seen_as(format!("assert.{function}: got {given} arguments, want {wanted}"))
}

fn no_sequence(function: &str, wanted: &str, found: Value<'_>) -> BuiltinError {
    let kind = type_of(found);
    BuiltinError::new(format!("`assert.{function}` takes {wanted}, not a value of type {kind}"))
        .seen_as(format!("assert.{function}: expected {wanted}, but was a '{kind}'"))
}

fn unequal(expected: Value<'_>, expected_text: &str, found: Value<'_>, found_text: &str) -> BuiltinError {
    let (expected_type, found_type) = (type_of(expected), type_of(found));
    let shown = |text: &str, kind: &str| format!("{} ({kind})", text.trim_end());
    let (expected_words, found_words) = (shown(expected_text, expected_type), shown(found_text, found_type));
    let message = format!("the values differ: expected {expected_words}, found {found_words}");
    BuiltinError::new(message).found(found_words).expected(expected_words).seen_as(format!(
        "assert.equals: Not equal:\n(expected type: {expected_type})\n{expected_text}\n\n\
         (was type: {found_type})\n{found_text}"
    ))
}

/// The one argument of a length rule: a whole number, or a float without its fraction.
fn length(function: &str, arguments: &[Value<'_>]) -> starlark::Result<i64> {
    let [length] = arguments else { return Err(count(function, arguments.len(), "1").into()) };
    if length.unpack_bool().is_none() {
        if let Ok(Some(int)) = i64::unpack_value(*length) {
            return Ok(int);
        }
        if let Ok(Some(float)) = UnpackFloat::unpack_value(*length)
            && float.0.is_finite()
        {
            // No value is so long that a whole number beyond the type's bounds could be told from the bound.
            return Ok(float.0 as i64);
        }
    }
    let kind = type_of(*length);
    let mistake = BuiltinError::new(format!("`assert.{function}` takes a number, not a value of type {kind}"));
    Err(mistake.seen_as(format!("assert.{function}: expected value to be an number, but was {kind}")).into())
}

/// What template code sees of an error.
fn seen(error: &starlark::Error) -> String {
    if let ErrorKind::Native(native) = error.kind()
        && let Some(BuiltinError { seen: Some(seen), .. }) = native.downcast_ref()
    {
        return seen.clone();
    }
    let text = dialect::restore_all(&error.without_diagnostic().to_string());
    as_in_ytt(text.trim_end()).unwrap_or(text)
}

/// What ytt's Starlark says where this one says otherwise; the frequent errors.
fn as_in_ytt(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    match parts[..] {
        [kind, name, ..] if text.starts_with("Object of type") => {
            Some(format!("{kind} has no .{name} field or method"))
        }
        [operation, left, right] if text.starts_with("Operation ") && !operation.contains(['(', 'c']) => {
            Some(format!("unknown binary op: {left} {operation} {right}"))
        }
        [key] if text.starts_with("Key ") => Some(format!("key {key} not in dict")),
        _ => None,
    }
}
