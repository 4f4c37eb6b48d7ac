//! `@ytt:toml`: data as TOML text and back.

use std::collections::BTreeMap;

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value as StarlarkValue;

use self::write::document;
use super::json::indentation;
use super::{plain_of, with_texts_as_keys};
use crate::template::evaluate::modules::Ignored;
use crate::template::values::{BuiltinError, to_starlark};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

mod write;

/// How far ytt indents where nobody says so, or says 0.
const USUAL_INDENT: i32 = 2;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// A map as TOML; with `indent` spaces for each level of tables, 2 where that is 0.
    fn encode<'v>(
        #[starlark(require = pos)] value: StarlarkValue<'v>,
        #[starlark(require = named, default = USUAL_INDENT)] indent: i32,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<String> {
        let value = plain_of(value, eval.heap())?;
        let indent = if indent == 0 { USUAL_INDENT } else { indent };
        Ok(document(with_texts_as_keys(&value)?, indentation(indent)?)?)
    }

    /// The map of some TOML.
    fn decode<'v>(
        #[starlark(require = pos)] encoded: &str,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<StarlarkValue<'v>> {
        let table: toml::Table = toml::from_str(encoded).map_err(|error| {
            let line =
                error.span().map_or(0, |span| encoded.get(..span.start).map_or(0, |it| it.matches('\n').count()));
            BuiltinError::new(format!("the text is not TOML at its line {}: {}", line + 1, error.message()))
        })?;
        Ok(to_starlark::with_dicts(&read(toml::Value::Table(table))?, eval.heap()))
    }
}

fn read(toml: toml::Value) -> Result<Value, BuiltinError> {
    use toml::Value as Toml;
    Ok(Value::unwritten(match toml {
        Toml::String(text) => ValueKind::String(text.into()),
        Toml::Integer(int) => ValueKind::int(int),
        Toml::Float(float) => ValueKind::Float(float),
        Toml::Boolean(bool) => ValueKind::Bool(bool),
        Toml::Datetime(time) => {
            return Err(BuiltinError::new(format!("the time {time} has no value in template code")));
        }
        Toml::Array(items) => {
            let items: Result<_, _> = items.into_iter().map(read).collect();
            ValueKind::Sequence(std::sync::Arc::new(items?))
        }
        Toml::Table(table) => {
            let mut entries = Vec::with_capacity(table.len());
            for (key, value) in table.into_iter().collect::<BTreeMap<_, _>>() {
                entries.push(Fragment::entry(Key::String(key.into()), Place::NOWHERE, read(value)?));
            }
            ValueKind::map(entries)
        }
    }))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

    #[test]
    fn maps_become_toml() {
        check(
            r#"
            toml.encode({})
            toml.encode({"b": "str", "a": [1, 2.0, True], "n": None})
            toml.encode({"z": 1, "table": {"x": 1, "inner": {"y": 2.5}}, "a b": {"c.d": 1}})
            toml.encode({"tables": [{"x": 1}, {"y": {"z": 2}}]})
            toml.encode({"mixed": [{"x": 1, "y": {"z": []}}, 2], "empty": []})
            toml.encode({"t": {"i": {"x": 1}}}, indent=4)
            toml.encode({"t": {"i": {"x": 1}}}, indent=0)
            toml.encode({"text": "a\"b\\\n\t\x01ä"})
            toml.encode({"f": 1e21, "g": 0.1, "i": 9007199254740993})
            toml.encode({"list": [None]})
            toml.encode({1: 2})
            toml.encode([1])
            toml.encode({}, indent=100)
            "#,
            expect![[r#"
                toml.encode({})
                    ""
                toml.encode({"b": "str", "a": [1, 2.0, True], "n": None})
                    "a = [1, 2.0, true]\nb = \"str\"\n"
                toml.encode({"z": 1, "table": {"x": 1, "inner": {"y": 2.5}}, "a b": {"c.d": 1}})
                    "z = 1\n\n[\"a b\"]\n  \"c.d\" = 1\n\n[table]\n  x = 1\n  [table.inner]\n    y = 2.5\n"
                toml.encode({"tables": [{"x": 1}, {"y": {"z": 2}}]})
                    "[[tables]]\n  x = 1\n\n[[tables]]\n  [tables.y]\n    z = 2\n"
                toml.encode({"mixed": [{"x": 1, "y": {"z": []}}, 2], "empty": []})
                    "empty = []\nmixed = [{x = 1, y = {z = []}}, 2]\n"
                toml.encode({"t": {"i": {"x": 1}}}, indent=4)
                    "[t]\n    [t.i]\n        x = 1\n"
                toml.encode({"t": {"i": {"x": 1}}}, indent=0)
                    "[t]\n  [t.i]\n    x = 1\n"
                toml.encode({"text": "a\"b\\\n\t\x01ä"})
                    "text = \"a\\\"b\\\\\\n\\t\\u0001\xe4\"\n"
                toml.encode({"f": 1e21, "g": 0.1, "i": 9007199254740993})
                    "f = 1000000000000000000000.0\ng = 0.1\ni = 9007199254740993\n"
                toml.encode({"list": [None]})
                    ! TOML has no null in arrays
                toml.encode({1: 2})
                    ! every key must be text here
                      found: `1`
                toml.encode([1])
                    ! TOML cannot hold one array on its own
                      expected: a map
                toml.encode({}, indent=100)
                    ! `indent` must be between 0 and 8, not 100
            "#]],
        );
    }

    #[test]
    fn toml_becomes_maps() {
        check(
            r#"
            toml.decode("b = 'x'\na = [1, 2.0, true]\n[table]\nx = 1\n[[list]]\ny = 2\n")
            toml.decode("")
            toml.decode("a = \n")
            toml.decode("a = 1\na = 2\n")
            toml.decode("at = 1979-05-27T07:32:00Z")
            toml.decode("a = " + "[" * 5000)
            toml.decode(1)
            "#,
            expect![[r#"
                toml.decode("b = 'x'\na = [1, 2.0, true]\n[table]\nx = 1\n[[list]]\ny = 2\n")
                    {"a": [1, 2.0, True], "b": "x", "list": [{"y": 2}], "table": {"x": 1}}
                toml.decode("")
                    {}
                toml.decode("a = \n")
                    ! the text is not TOML at its line 1: string values must be quoted, expected literal string
                toml.decode("a = 1\na = 2\n")
                    ! the text is not TOML at its line 2: duplicate key
                toml.decode("at = 1979-05-27T07:32:00Z")
                    ! the time 1979-05-27T07:32:00Z has no value in template code
                toml.decode("a = " + "[" * 5000)
                    ! the text is not TOML at its line 1: cannot recurse further; max recursion depth met
                toml.decode(1)
                    ! Type of parameter `encoded` doesn't match, expected `str`, actual `int (repr: 1)`
            "#]],
        );
    }
}
