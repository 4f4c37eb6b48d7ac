//! `@ytt:validations` of the older editions: a function for each keyword of rules, which gives the rule as a function of
//! the value: `validations.min(3)(value)`.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::fmt;

use allocative::Allocative;
use starlark::environment::GlobalsBuilder;
use starlark::eval::{Arguments, Evaluator};
use starlark::starlark_simple_value;
use starlark::values::{NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Value, starlark_value};

use super::data_of;
use crate::constraint::keyword::{self, KeywordRefusal};
use crate::template::values::BuiltinError;
use crate::values::ValueKind;
use crate::values::arguments::LibraryRule;
use crate::values::flow::flow;

/// Keywords that are switched on by their name alone.
const SWITCHES: [&str; 3] = ["not_null", "unique", "one_not_null"];

pub(super) fn members(builder: &mut GlobalsBuilder) {
    for name in keyword::KEYWORDS {
        builder.set(name, Maker { keyword: name });
    }
}

/// Makes rules of one keyword.
#[derive(Clone, Copy, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct Maker {
    keyword: &'static str,
}
starlark_simple_value!(Maker);

impl fmt::Display for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<function validations.{}>", self.keyword)
    }
}

#[starlark_value(type = "builtin_function_or_method")]
impl<'v> StarlarkValue<'v> for Maker {
    fn invoke(
        &self,
        _: Value<'v>,
        arguments: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        arguments.no_named_args()?;
        let heap = eval.heap();
        let argument = match arguments.len()? {
            0 if SWITCHES.contains(&self.keyword) => Value::new_bool(true),
            _ => arguments.positional1(heap)?,
        };
        let argument = data_of(argument, heap)?;
        keyword::demand(self.keyword, &argument).map_err(refused)?;
        Ok(heap.alloc(RuleValue(Box::new(LibraryRule { keyword: self.keyword.into(), argument }))))
    }
}

/// A rule as a function of the value: true, or a pair of false and what must be. Data stands in a box, for Starlark's
/// heap aligns to a word, which is less than large numbers want.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct RuleValue(#[allocative(skip)] pub(crate) Box<LibraryRule>);
const _: () = assert!(align_of::<RuleValue>() <= align_of::<usize>());
starlark_simple_value!(RuleValue);

impl fmt::Display for RuleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "validations.{}({})", self.0.keyword, flow(&self.0.argument))
    }
}

#[starlark_value(type = "function")]
impl<'v> StarlarkValue<'v> for RuleValue {
    fn invoke(
        &self,
        _: Value<'v>,
        arguments: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        arguments.no_named_args()?;
        let heap = eval.heap();
        let value = data_of(arguments.positional1(heap)?, heap)?;
        let demand = keyword::demand(&self.0.keyword, &self.0.argument).map_err(refused)?;
        Ok(match demand.violation(&value) {
            None => Value::new_bool(true),
            Some(violation) => heap.alloc((false, format!("it must {}", violation.expected))),
        })
    }
}

fn refused(refusal: KeywordRefusal) -> BuiltinError {
    BuiltinError::new(refusal.message).expected(refusal.expected)
}

/// A text, if a value is one: what is no text is not of any form that text may have.
pub(super) fn text<'v>(value: Value<'v>) -> Option<&'v str> {
    match crate::template::values::scalar::from_starlark(value) {
        Some(ValueKind::String(_)) => value.unpack_str(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

    #[test]
    fn every_keyword_makes_a_rule() {
        check(
            r#"
            validations.min(3)(4)
            validations.min(3)(2)
            validations.max_len(2)("abc")
            validations.enum(["a", "b"])("c")
            validations.format("ip")("127.0.0.1")
            validations.format("ip")("localhost")
            validations.regexp("^a")("b")
            validations.not_null()(None)
            validations.unique()([1, 1])
            validations.prefix("a")("abc")
            validations.ends_with("c")("ab")
            validations.one_not_null()({"a": 1, "b": None})
            validations.min("3")
            validations.min()
            validations.format("i")
            validations.minimum(3)
            "#,
            expect![[r#"
                validations.min(3)(4)
                    True
                validations.min(3)(2)
                    (False, "it must be at least 3")
                validations.max_len(2)("abc")
                    (False, "it must have at most 2 characters")
                validations.enum(["a", "b"])("c")
                    (False, "it must be one of \"a\", \"b\"")
                validations.format("ip")("127.0.0.1")
                    True
                validations.format("ip")("localhost")
                    (False, "it must be an IPv4 or IPv6 address")
                validations.regexp("^a")("b")
                    (False, "it must match `^a`")
                validations.not_null()(None)
                    (False, "it must not be null")
                validations.unique()([1, 1])
                    (False, "it must have no two equal items")
                validations.prefix("a")("abc")
                    True
                validations.ends_with("c")("ab")
                    (False, "it must end with \"c\"")
                validations.one_not_null()({"a": 1, "b": None})
                    True
                validations.min("3")
                    ! `min=` is a number
                      expected: a number
                validations.min()
                    ! Wrong number of positional arguments, expected 1, got 0
                validations.format("i")
                    ! `format=` names a format
                      expected: one of date-time, time, date, email, hostname, ip, ipv4, ipv6, uri, port, percent, duration
                validations.minimum(3)
                    ! Object of type `namespace` has no attribute `minimum`
            "#]],
        );
    }
}
