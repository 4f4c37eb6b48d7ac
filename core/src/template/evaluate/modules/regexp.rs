//! `@ytt:regexp`: regular expressions of RE2.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;

use super::validations::text;
use crate::regexp::Regexp;
use crate::template::evaluate::modules::Ignored;
use crate::template::values::BuiltinError;
use crate::template::values::from_starlark::type_of;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// Whether a pattern matches anywhere in a text.
    fn r#match(
        #[starlark(require = pos)] pattern: &str,
        #[starlark(require = pos)] text: &str,
    ) -> starlark::Result<bool> {
        Ok(read(pattern)?.is_match(text))
    }

    /// The text with every match replaced: by a text in which `$1` stands for a group, or by what a function gives
    /// for the match.
    fn replace<'v>(
        #[starlark(require = pos)] pattern: &str,
        #[starlark(require = pos)] text: &str,
        #[starlark(require = pos)] replacement: Value<'v>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<String> {
        let regexp = read(pattern)?;
        if let Some(replacement) = replacement.unpack_str() {
            return Ok(regexp.replace_all(text, replacement).into_owned());
        }
        if replacement.get_type() != "function" {
            let mistake = BuiltinError::new(format!("a value of type {} replaces nothing", type_of(replacement)));
            return Err(mistake.expected("a text, or a function from a text to a text").into());
        }
        regexp.try_replace_all(text, |found| {
            let found = eval.heap().alloc(found);
            let replaced = eval.eval_function(replacement, &[found], &[])?;
            replaced.unpack_str().map(str::to_owned).ok_or_else(|| {
                let message = format!("the function gave a value of type {} for {found}", type_of(replaced));
                BuiltinError::new(message).expected("a text").into()
            })
        })
    }
}

/// What the older editions have besides.
#[starlark_module]
pub(super) fn older_members(builder: &mut GlobalsBuilder) {
    /// Whether a value is a regular expression.
    fn is_valid(#[starlark(require = pos)] value: Value) -> starlark::Result<bool> {
        Ok(text(value).is_some_and(|text| Regexp::new(text).is_ok()))
    }
}

fn read(pattern: &str) -> Result<Regexp, BuiltinError> {
    Regexp::new(pattern)
        .map_err(|refusal| BuiltinError::new(format!("`{pattern}` is not a regular expression: {}", refusal.message)))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

    #[test]
    fn patterns_match_anywhere() {
        check(
            r#"
            regexp.match("[a-z]+[0-9]+", "__hello123__")
            regexp.match("^hello$", "hello world")
            regexp.match("(", "x")
            regexp.match("a")
            regexp.match(1, "a")
            "#,
            expect![[r#"
                regexp.match("[a-z]+[0-9]+", "__hello123__")
                    True
                regexp.match("^hello$", "hello world")
                    False
                regexp.match("(", "x")
                    ! `(` is not a regular expression: `(` is not closed
                regexp.match("a")
                    ! Wrong number of positional arguments, expected 2, got 1
                regexp.match(1, "a")
                    ! Type of parameter `pattern` doesn't match, expected `str`, actual `int (repr: 1)`
            "#]],
        );
    }

    #[test]
    fn matches_are_replaced_by_text_or_functions() {
        check(
            r#"
            regexp.replace("(\\w)(\\w+)", "hello world", "$2$1")
            regexp.replace("o", "foo", lambda found: found.upper())
            regexp.replace("o", "foo", lambda found: 1)
            regexp.replace("o", "foo", lambda: "x")
            regexp.replace("o", "foo", lambda found: fail("no"))
            regexp.replace("o", "foo", 1)
            regexp.replace("o", "foo", str)
            "#,
            expect![[r#"
                regexp.replace("(\\w)(\\w+)", "hello world", "$2$1")
                    "elloh orldw"
                regexp.replace("o", "foo", lambda found: found.upper())
                    "fOO"
                regexp.replace("o", "foo", lambda found: 1)
                    ! the function gave a value of type int for "o"
                      expected: a text
                regexp.replace("o", "foo", lambda: "x")
                    ! Found 1 extra positional argument(s) for call to test.lambda
                regexp.replace("o", "foo", lambda found: fail("no"))
                    ! fail: no
                regexp.replace("o", "foo", 1)
                    ! a value of type int replaces nothing
                      expected: a text, or a function from a text to a text
                regexp.replace("o", "foo", str)
                    "foo"
            "#]],
        );
    }
}
