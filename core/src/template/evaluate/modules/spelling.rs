//! `@ytt:spelling` of the older editions: words that are spelt alike.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// The one of some words that is spelt most like another; `None` if there are no words.
    fn nearest<'v>(
        #[starlark(require = pos)] word: &str,
        #[starlark(require = pos)] words: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let words = words.iterate(eval.heap())?.filter_map(|value| Some((value, value.unpack_str()?)));
        let nearest = words.min_by_key(|(_, known)| strsim::damerau_levenshtein(word, known));
        Ok(nearest.map_or_else(Value::new_none, |(value, _)| value))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

    #[test]
    fn the_nearest_word_is_found() {
        check(
            r#"
            spelling.nearest("replcae", ["keep", "replace", "drop"])
            spelling.nearest("x", {"ab": 1, "a": 2})
            spelling.nearest("x", [])
            spelling.nearest("x", [1])
            spelling.nearest("x")
            "#,
            expect![[r#"
                spelling.nearest("replcae", ["keep", "replace", "drop"])
                    "replace"
                spelling.nearest("x", {"ab": 1, "a": 2})
                    "a"
                spelling.nearest("x", [])
                    None
                spelling.nearest("x", [1])
                    None
                spelling.nearest("x")
                    ! Wrong number of positional arguments, expected 2, got 1
            "#]],
        );
    }
}
