//! `@ytt:json`: data as JSON text and back, as Go's `encoding/json` does it.

use std::sync::Arc;

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value as StarlarkValue;

use super::validations::text;
use super::{plain_of, with_texts_as_keys};
use crate::template::evaluate::modules::Ignored;
use crate::template::values::BuiltinError;
use crate::template::values::to_starlark::with_dicts;
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::print::{self, JsonStyle};
use crate::values::{Key, SequenceValue, Value, ValueKind};

mod refusal;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// A value as JSON, its keys sorted; with `indent` spaces on lines of its own for each level.
    fn encode<'v>(
        #[starlark(require = pos)] value: StarlarkValue<'v>,
        #[starlark(require = named, default = 0)] indent: i32,
        #[starlark(require = named)] escape_html: Option<bool>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<String> {
        if escape_html.is_some() && super::ytt(eval).is_some_and(|version| !version.has_escape_html()) {
            return Err(BuiltinError::new("ytt 0.48 does not know `escape_html=`").into());
        }
        let value = sorted(with_texts_as_keys(&plain_of(value, eval.heap())?)?)?;
        Ok(print::styled_json(
            &value,
            JsonStyle {
                indent: indentation(indent)?,
                escapes_html: escape_html.unwrap_or(true),
                ..JsonStyle::default()
            },
        ))
    }

    /// The value of some JSON. Numbers are floats.
    fn decode<'v>(
        #[starlark(require = pos)] encoded: &str,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<StarlarkValue<'v>> {
        let json = serde_json::from_str(encoded).map_err(|error| {
            let seen = format!("json.decode: {}", refusal::in_go(encoded, &error));
            BuiltinError::new(format!("not JSON: {error}")).seen_as(seen)
        })?;
        let value =
            read(json).map_err(|number| BuiltinError::new(format!("the number {number} is larger than floats are")))?;
        Ok(with_dicts(&value, eval.heap()))
    }
}

/// What the older editions have besides.
#[starlark_module]
pub(super) fn older_members(builder: &mut GlobalsBuilder) {
    /// Whether a value is a text in JSON.
    fn decodable(#[starlark(require = pos)] value: StarlarkValue) -> starlark::Result<bool> {
        Ok(text(value).is_some_and(|text| serde_json::from_str::<serde_json::Value>(text).is_ok()))
    }
}

/// How far each level is indented; more than 8 spaces would let a short text grow beyond measure.
pub(super) fn indentation(indent: i32) -> Result<usize, BuiltinError> {
    let fits = usize::try_from(indent).ok().filter(|indent| *indent <= 8);
    fits.ok_or_else(|| BuiltinError::new(format!("`indent` must be between 0 and 8, not {indent}")))
}

/// The value with the entries of its maps in the order of their keys; an error for numbers that JSON has not.
fn sorted(value: &Value) -> Result<Value, BuiltinError> {
    Ok(Value::unwritten(match &value.kind {
        ValueKind::Mapping(mapping) => {
            let mut entries = Vec::with_capacity(mapping.entries.len());
            for entry in &mapping.entries {
                entries.push(Fragment { value: sorted(&entry.value)?, ..entry.clone() });
            }
            entries.sort_by_cached_key(|entry| entry.entry_key().to_string());
            ValueKind::map(entries)
        }
        ValueKind::Sequence(sequence) => {
            let items: Result<SequenceValue, _> = sequence.iter().map(sorted).collect();
            ValueKind::Sequence(Arc::new(items?))
        }
        ValueKind::Float(float) if !float.is_finite() => {
            return Err(BuiltinError::new(format!("JSON has no number for {float}")));
        }
        kind => kind.clone(),
    }))
}

/// The error is a number that is none.
fn read(json: serde_json::Value) -> Result<Value, serde_json::Number> {
    use serde_json::Value as Json;
    Ok(Value::unwritten(match json {
        Json::Null => ValueKind::Null,
        Json::Bool(bool) => ValueKind::Bool(bool),
        Json::Number(number) => match number.as_f64().filter(|float| float.is_finite()) {
            Some(float) => ValueKind::Float(float),
            None => return Err(number),
        },
        Json::String(text) => ValueKind::String(text.into()),
        Json::Array(items) => {
            let items: Result<SequenceValue, _> = items.into_iter().map(read).collect();
            ValueKind::Sequence(Arc::new(items?))
        }
        Json::Object(mut object) => {
            object.sort_keys();
            let entry = |(key, value): (String, Json)| {
                let key = Key::String(key.into());
                Ok(Fragment::entry(key, Place::NOWHERE, read(value)?))
            };
            let entries = object.into_iter().map(entry).collect::<Result<Vec<_>, serde_json::Number>>()?;
            ValueKind::map(entries)
        }
    }))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

    #[test]
    fn values_become_json() {
        check(
            r#"
            json.encode({})
            json.encode({"b": "str", "a": [1, 2.0, 1.5, 1e21, 1e-7, {"c": None}, True]})
            json.encode({"b": 1, "a": []}, indent=2)
            json.encode({"b": [1]}, indent=0)
            json.encode("<a> & \u2028")
            json.encode("<a> & \u2028", escape_html=False)
            json.encode({1: "int"})
            json.encode([{None: 1}])
            json.encode((1, struct.make(z=1, y="ä")))
            json.encode(18446744073709551615)
            json.encode(float("nan"))
            json.encode({}, indent=9)
            json.encode({}, indent=-1)
            json.encode(len)
            json.encode()
            json.encode({}, 4)
            "#,
            expect![[r#"
                json.encode({})
                    "{}"
                json.encode({"b": "str", "a": [1, 2.0, 1.5, 1e21, 1e-7, {"c": None}, True]})
                    "{\"a\":[1,2,1.5,1e+21,1e-7,{\"c\":null},true],\"b\":\"str\"}"
                json.encode({"b": 1, "a": []}, indent=2)
                    "{\n  \"a\": [],\n  \"b\": 1\n}"
                json.encode({"b": [1]}, indent=0)
                    "{\"b\":[1]}"
                json.encode("<a> & \u2028")
                    "\"\\u003ca\\u003e \\u0026 \\u2028\""
                json.encode("<a> & \u2028", escape_html=False)
                    "\"<a> & \\u2028\""
                json.encode({1: "int"})
                    ! every key must be text here
                      found: `1`
                json.encode([{None: 1}])
                    ! every key must be text here
                      found: `null`
                json.encode((1, struct.make(z=1, y="ä")))
                    "[1,{\"y\":\"\xe4\",\"z\":1}]"
                json.encode(18446744073709551615)
                    "18446744073709551615"
                json.encode(float("nan"))
                    ! JSON has no number for NaN
                json.encode({}, indent=9)
                    ! `indent` must be between 0 and 8, not 9
                json.encode({}, indent=-1)
                    ! `indent` must be between 0 and 8, not -1
                json.encode(len)
                    ! a builtin_function_or_method cannot be a value in YAML
                      expected: a scalar, a list, a dict, a struct or a YAML fragment
                json.encode()
                    ! Missing positional-only parameter `value` for call to `encode`
                json.encode({}, 4)
                    ! Found 1 extra positional argument(s) for call to encode
            "#]],
        );
    }

    #[test]
    fn json_becomes_values() {
        check(
            r#"
            json.decode("{}")
            json.decode('{"b": [1, 2.5, "x", null, true], "a": {"c": 1e3}}')
            json.decode('{"a": 1, "a": 2}')
            json.decode('"text"')
            json.decode("{")
            json.decode("1 2")
            json.decode("[1e400]")
            json.decode("[" * 200)
            json.decode(1)
            "#,
            expect![[r#"
                json.decode("{}")
                    {}
                json.decode('{"b": [1, 2.5, "x", null, true], "a": {"c": 1e3}}')
                    {"a": {"c": 1000.0}, "b": [1.0, 2.5, "x", None, True]}
                json.decode('{"a": 1, "a": 2}')
                    {"a": 2.0}
                json.decode('"text"')
                    "text"
                json.decode("{")
                    ! not JSON: EOF while parsing an object at line 1 column 1
                json.decode("1 2")
                    ! not JSON: trailing characters at line 1 column 3
                json.decode("[1e400]")
                    ! the number 1e+400 is larger than floats are
                json.decode("[" * 200)
                    ! not JSON: recursion limit exceeded at line 1 column 128
                json.decode(1)
                    ! Type of parameter `encoded` doesn't match, expected `str`, actual `int (repr: 1)`
            "#]],
        );
    }
}
