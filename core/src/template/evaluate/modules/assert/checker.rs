//! The objects of `@ytt:assert`: a rule whose `.check(value)` gives `True` or fails.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::cmp::Ordering;
use std::fmt::{Display, Formatter};

use allocative::Allocative;
use starlark::environment::{Methods, MethodsBuilder};
use starlark::eval::Evaluator;
use starlark::values::dict::DictRef;
use starlark::values::float::StarlarkFloat;
use starlark::values::list::ListRef;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{
    Coerce, Freeze, Heap, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Trace, UnpackValue,
    Value, ValueLifetimeless, ValueLike, starlark_value,
};
use starlark::{starlark_complex_value, starlark_module};

use crate::template::evaluate::modules::data_of;
use crate::template::evaluate::modules::yaml::is_empty_fragment;
use crate::template::values::BuiltinError;
use crate::template::values::from_starlark::type_of;
use crate::template::values::to_starlark::with_dicts;

/// What is asked of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Allocative)]
pub(super) enum Assertion {
    /// It is not less than the argument.
    Min,
    /// It is not greater than the argument.
    Max,
    /// It is at least so long.
    MinLen(i64),
    /// It is at most so long.
    MaxLen(i64),
    /// It is not null.
    NotNull,
    /// One entry alone is not null, among those that the argument names if it is not null.
    OneNotNull,
    /// It is among the items of the argument.
    OneOf,
}

/// A rule as a Starlark value.
#[derive(Clone, Debug, Trace, Freeze, Coerce, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, Allocative)]
#[repr(C)]
pub(super) struct CheckerGen<V: ValueLifetimeless> {
    /// What the rule compares with: plain data.
    pub(super) argument: V,
    /// The rule.
    #[trace(unsafe_ignore)]
    #[freeze(identity)]
    pub(super) assertion: Assertion,
}
starlark_complex_value!(pub(super) Checker);

impl Checker<'_> {
    /// A rule that compares with nothing.
    pub(super) fn without_argument(assertion: Assertion) -> Self {
        Self { assertion, argument: Value::new_none() }
    }
}

#[starlark_value(type = "@ytt:assert.assertion")]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for CheckerGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    fn get_methods() -> Option<&'static Methods> {
        starlark::methods_static!(METHODS = methods);
        Some(METHODS.methods())
    }
}

impl<'v, V: ValueLike<'v>> Display for CheckerGen<V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let name = self.assertion.name();
        match self.assertion {
            Assertion::MinLen(length) | Assertion::MaxLen(length) => write!(f, "assert.{name}({length})"),
            _ if self.argument.to_value().is_none() => write!(f, "assert.{name}()"),
            _ => write!(f, "assert.{name}({})", self.argument.to_value().to_repr()),
        }
    }
}

#[starlark_module]
fn methods(builder: &mut MethodsBuilder) {
    /// `True` if the value obeys the rule; otherwise it fails.
    fn check<'v>(
        this: &'v Checker<'v>,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let [value] = args.items[..] else { return Err(this.assertion.count(args.items.len()).into()) };
        let failure = this.failure(value, eval.heap())?;
        failure.map_or(Ok(true), |failure| Err(failure.into()))
    }
}

impl Assertion {
    fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::MinLen(_) => "min_len",
            Self::MaxLen(_) => "max_len",
            Self::NotNull => "not_null",
            Self::OneNotNull => "one_not_null",
            Self::OneOf => "one_of",
        }
    }

    /// A wrong number of arguments. Template code sees that most rules are written as a `lambda` in ytt.
    fn count(self, given: usize) -> BuiltinError {
        let mistake = BuiltinError::new(format!("`check` takes 1 argument, not {given}"));
        mistake.seen_as(match (self, given) {
            (Self::OneNotNull, _) => format!("check: got {given} arguments, want 1"),
            (_, 0) => "function lambda missing 1 argument (val)".to_owned(),
            _ => format!("function lambda accepts 1 positional argument ({given} given)"),
        })
    }
}

impl<'v> Checker<'v> {
    /// Why the value does not obey; an error if it cannot be judged.
    fn failure(&self, value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Option<BuiltinError>> {
        Ok(match self.assertion {
            Assertion::Min => self.bound(value, Ordering::Less, ("less", '<'), heap)?,
            Assertion::Max => self.bound(value, Ordering::Greater, ("greater", '>'), heap)?,
            Assertion::MinLen(least) => too(length(value)?, |length| length < least),
            Assertion::MaxLen(most) => too(length(value)?, |length| length > most),
            Assertion::NotNull => value.is_none().then(|| mistake("the value is null", "fail: value is null")),
            Assertion::OneNotNull => self.one_not_null(value, heap)?,
            Assertion::OneOf => self.one_of(value, heap)?,
        })
    }

    /// The items of the argument.
    fn items(&self) -> Vec<Value<'v>> {
        ListRef::from_value(self.argument).map(|list| list.to_vec()).unwrap_or_default()
    }

    fn bound(
        &self,
        value: Value<'v>,
        wrong: Ordering,
        (word, sign): (&str, char),
        heap: Heap<'v>,
    ) -> starlark::Result<Option<BuiltinError>> {
        let native = compared(value, heap)?;
        // What is not a number has no order in ytt; here it comes after all others.
        let has_order = !is_not_a_number(native) && !is_not_a_number(self.argument);
        if native.compare(self.argument)? != wrong && has_order {
            return Ok(None);
        }
        let limit = self.argument.to_str();
        let message = format!("{} is {word} than {}", value.to_repr(), self.argument.to_repr());
        Ok(Some(mistake(&message, &format!("fail: value {sign} {limit}"))))
    }

    fn one_of(&self, value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Option<BuiltinError>> {
        let value = compared(value, heap)?;
        for allowed in self.items() {
            if value.equals(allowed)? {
                return Ok(None);
            }
        }
        let message = format!("{} is not among {}", value.to_repr(), self.argument.to_repr());
        Ok(Some(mistake(&message, "fail: not one of allowed values")))
    }

    fn one_not_null(&self, value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Option<BuiltinError>> {
        let kind = type_of(value);
        let data = native(value, heap)?;
        let Some(entries) = DictRef::from_value(data) else {
            let message = format!("a value of type {kind} is no map");
            return Ok(Some(mistake(&message, &format!("check: value must be a map or dict, but was '{kind}'"))));
        };
        if entries.is_empty() {
            return Ok(Some(mistake("the map is empty", "check: value is empty")));
        }
        let keys = if self.argument.is_none() { entries.keys().collect() } else { self.items() };
        let mut set = Vec::new();
        for key in keys {
            if entries.get(key)?.is_some_and(|value| !value.is_none()) {
                set.push(key);
            }
        }
        Ok(match set.as_slice() {
            [] => Some(mistake("every value is null", "check: all values are null")),
            [_] => None,
            _ => {
                let keys = heap.alloc(set).to_repr();
                Some(mistake(&format!("several values are not null: {keys}"), &format!("check: {keys} are not null")))
            }
        })
    }
}

fn is_not_a_number(value: Value<'_>) -> bool {
    StarlarkFloat::unpack_value(value).ok().flatten().is_some_and(|float| float.0.is_nan())
}

/// The value as plain data, so that a part of a YAML document compares like a dict or a list.
pub(super) fn native<'v>(value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    Ok(with_dicts(&data_of(value, heap)?, heap))
}

/// The same as it is compared: ytt writes it as YAML first, and an empty fragment as nothing.
fn compared<'v>(value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    if is_empty_fragment(value) { Ok(Value::new_none()) } else { native(value, heap) }
}

/// The length in bytes or items.
fn length(value: Value<'_>) -> starlark::Result<i64> {
    match value.unpack_str() {
        Some(text) => Ok(i64::try_from(text.len()).unwrap_or(i64::MAX)),
        None => Ok(value.length()?.into()),
    }
}

fn too(length: i64, is_wrong: impl Fn(i64) -> bool) -> Option<BuiltinError> {
    let failure = || mistake(&format!("the length is {length}"), &format!("fail: length = {length}"));
    is_wrong(length).then(failure)
}

fn mistake(message: &str, seen: &str) -> BuiltinError {
    BuiltinError::new(message).seen_as(seen)
}
