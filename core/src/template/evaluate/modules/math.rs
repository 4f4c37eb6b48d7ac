//! `@ytt:math`: functions of numbers, as Starlark in Go has them. They take whole numbers for floats and give floats;
//! `ceil` and `floor` give whole numbers.

use std::f64::consts::{E, PI};

use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::float::UnpackFloat;
use starlark::values::{Heap, UnpackValue as _, Value};

use crate::template::evaluate::modules::Ignored;
use crate::template::values::BuiltinError;
use crate::template::values::from_starlark::type_of;

/// Adds what the module holds.
pub(super) fn members(builder: &mut GlobalsBuilder) {
    numbers(builder);
    powers(builder);
    trigonometry(builder);
    hyperbolics(builder);
}

/// Rounding, signs and remainders.
#[starlark_module]
fn numbers(builder: &mut GlobalsBuilder) {
    /// The smallest whole number that is not less than `x`.
    fn ceil<'v>(#[starlark(require = pos)] x: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        whole(x, f64::ceil, heap)
    }

    /// The greatest whole number that is not greater than `x`.
    fn floor<'v>(#[starlark(require = pos)] x: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        whole(x, f64::floor, heap)
    }

    /// The nearest whole number as a float, halves away from zero.
    fn round(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.round())
    }

    /// The value without its sign.
    fn fabs(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.abs())
    }

    /// `x` with the sign of `y`.
    fn copysign(
        #[starlark(require = pos)] x: UnpackFloat,
        #[starlark(require = pos)] y: UnpackFloat,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<f64> {
        Ok(x.0.copysign(y.0))
    }

    /// The remainder of `x / y`, with the sign of `x`.
    fn r#mod(
        #[starlark(require = pos)] x: UnpackFloat,
        #[starlark(require = pos)] y: UnpackFloat,
    ) -> starlark::Result<f64> {
        Ok(x.0 % y.0)
    }

    /// The remainder of `x / y` when the quotient is rounded to the nearest whole number.
    fn remainder(
        #[starlark(require = pos)] x: UnpackFloat,
        #[starlark(require = pos)] y: UnpackFloat,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<f64> {
        Ok(libm::remainder(x.0, y.0))
    }
}

/// Powers and logarithms.
#[starlark_module]
fn powers(builder: &mut GlobalsBuilder) {
    /// The base of natural logarithms.
    const e: f64 = E;

    /// The logarithm of `x`, natural unless a base is given.
    fn log(
        #[starlark(require = pos)] x: UnpackFloat,
        #[starlark(require = pos)] base: Option<UnpackFloat>,
    ) -> starlark::Result<f64> {
        // To the base 1 it is infinite.
        Ok(x.0.ln() / base.map_or(1.0, |base| base.0.ln()))
    }

    /// e to the power of `x`.
    fn exp(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.exp())
    }

    /// The square root.
    fn sqrt(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.sqrt())
    }

    /// `x` to the power of `y`.
    fn pow(
        #[starlark(require = pos)] x: UnpackFloat,
        #[starlark(require = pos)] y: UnpackFloat,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<f64> {
        Ok(x.0.powf(y.0))
    }

    /// The gamma function.
    fn gamma(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(libm::tgamma(x.0))
    }
}

/// Angles and triangles.
#[starlark_module]
fn trigonometry(builder: &mut GlobalsBuilder) {
    /// The circumference of a circle of diameter 1.
    const pi: f64 = PI;

    /// The arc cosine, in radians.
    fn acos(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.acos())
    }

    /// The arc sine, in radians.
    fn asin(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.asin())
    }

    /// The arc tangent, in radians.
    fn atan(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.atan())
    }

    /// The angle of the point (x, y), in radians.
    fn atan2(
        #[starlark(require = pos)] y: UnpackFloat,
        #[starlark(require = pos)] x: UnpackFloat,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<f64> {
        Ok(y.0.atan2(x.0))
    }

    /// The cosine of radians.
    fn cos(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.cos())
    }

    /// The sine of radians.
    fn sin(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.sin())
    }

    /// The tangent of radians.
    fn tan(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.tan())
    }

    /// Radians as degrees.
    fn degrees(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0 * 180.0 / PI)
    }

    /// Degrees as radians.
    fn radians(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0 * PI / 180.0)
    }

    /// The distance of the point (x, y) from the origin.
    fn hypot(
        #[starlark(require = pos)] x: UnpackFloat,
        #[starlark(require = pos)] y: UnpackFloat,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<f64> {
        Ok(x.0.hypot(y.0))
    }
}

/// Hyperbolic functions.
#[starlark_module]
fn hyperbolics(builder: &mut GlobalsBuilder) {
    /// The inverse hyperbolic cosine.
    fn acosh(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.acosh())
    }

    /// The inverse hyperbolic sine.
    fn asinh(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.asinh())
    }

    /// The inverse hyperbolic tangent.
    fn atanh(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.atanh())
    }

    /// The hyperbolic cosine.
    fn cosh(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.cosh())
    }

    /// The hyperbolic sine.
    fn sinh(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.sinh())
    }

    /// The hyperbolic tangent.
    fn tanh(#[starlark(require = pos)] x: UnpackFloat, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<f64> {
        Ok(x.0.tanh())
    }
}

/// How many binary digits a float has behind its first one.
const DIGITS: u32 = f64::MANTISSA_DIGITS - 1;

/// The bits of a float that hold these, and those above them that hold the exponent.
const FRACTION: i64 = (1 << DIGITS) - 1;
const EXPONENT: i64 = 0x7ff;

/// The exponent as it is stored of a float whose last digit counts one.
const EXPONENT_OF_LAST_DIGIT: i64 = 1075;

/// A number without its fraction, however large it is.
fn whole<'v>(x: Value<'v>, round: fn(f64) -> f64, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    if x.get_type() == "int" {
        return Ok(x);
    }
    let Some(float) = UnpackFloat::unpack_value(x)? else {
        return Err(BuiltinError::new(format!("a number is needed, not a value of type {}", type_of(x))).into());
    };
    let rounded = round(float.0);
    if !rounded.is_finite() {
        return Err(BuiltinError::new(format!("{} has no whole number beside it", x.to_repr())).into());
    }
    if rounded.abs() < 9.0e18 {
        return Ok(heap.alloc(rounded as i64));
    }
    let bits = rounded.to_bits().cast_signed();
    let digits = heap.alloc((bits & FRACTION) | (FRACTION + 1));
    let bits = heap.alloc(((bits >> DIGITS) & EXPONENT) - EXPONENT_OF_LAST_DIGIT);
    let digits = if rounded < 0.0 { digits.minus(heap)? } else { digits };
    digits.left_shift(bits, heap)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

    #[test]
    fn whole_numbers_are_rounded_to() {
        check(
            r#"
            math.ceil(1.2)
            math.ceil(-1.2)
            math.floor(-1.2)
            math.floor(7)
            math.floor(-1e22)
            math.floor(float("nan"))
            math.floor("1")
            math.round(2.5)
            math.round(-2.5)
            "#,
            expect![[r#"
                math.ceil(1.2)
                    2
                math.ceil(-1.2)
                    -1
                math.floor(-1.2)
                    -2
                math.floor(7)
                    7
                math.floor(-1e22)
                    -10000000000000000000000
                math.floor(float("nan"))
                    ! nan has no whole number beside it
                math.floor("1")
                    ! a number is needed, not a value of type string
                math.round(2.5)
                    3.0
                math.round(-2.5)
                    -3.0
            "#]],
        );
    }

    #[test]
    fn numbers_are_computed() {
        check(
            r#"
            math.pi
            math.e
            math.fabs(-2)
            math.copysign(2, -1)
            math.mod(-7, 3)
            math.remainder(7, 4)
            math.pow(2, 10)
            math.sqrt(2)
            math.exp(0)
            math.log(math.e)
            math.log(8, 2)
            math.log(8, 1)
            math.gamma(5)
            math.hypot(3, 4)
            "#,
            expect![[r#"
                math.pi
                    3.141592653589793
                math.e
                    2.718281828459045
                math.fabs(-2)
                    2.0
                math.copysign(2, -1)
                    -2.0
                math.mod(-7, 3)
                    -1.0
                math.remainder(7, 4)
                    -1.0
                math.pow(2, 10)
                    1024.0
                math.sqrt(2)
                    1.4142135623730951
                math.exp(0)
                    1.0
                math.log(math.e)
                    1.0
                math.log(8, 2)
                    3.0
                math.log(8, 1)
                    +inf
                math.gamma(5)
                    24.0
                math.hypot(3, 4)
                    5.0
            "#]],
        );
    }

    #[test]
    fn angles_are_radians() {
        check(
            r#"
            math.atan2(1, 1)
            math.degrees(math.pi)
            math.radians(180)
            math.acosh(1)
            math.asinh(0)
            math.atanh(0)
            math.cosh(0)
            math.sinh(0)
            math.tanh(0)
            math.sin(0)
            math.cos(0)
            math.tan(0)
            math.acos(1)
            math.asin(0)
            math.atan(0)
            math.sqrt("2")
            math.sqrt(True)
            math.sqrt()
            "#,
            expect![[r#"
                math.atan2(1, 1)
                    0.7853981633974483
                math.degrees(math.pi)
                    180.0
                math.radians(180)
                    3.141592653589793
                math.acosh(1)
                    0.0
                math.asinh(0)
                    0.0
                math.atanh(0)
                    0.0
                math.cosh(0)
                    1.0
                math.sinh(0)
                    0.0
                math.tanh(0)
                    0.0
                math.sin(0)
                    0.0
                math.cos(0)
                    1.0
                math.tan(0)
                    0.0
                math.acos(1)
                    0.0
                math.asin(0)
                    0.0
                math.atan(0)
                    0.0
                math.sqrt("2")
                    ! Type of parameter `x` doesn't match, expected `float | int`, actual `string (repr: "2")`
                math.sqrt(True)
                    ! Type of parameter `x` doesn't match, expected `float | int`, actual `bool (repr: True)`
                math.sqrt()
                    ! Wrong number of positional arguments, expected 1, got 0
            "#]],
        );
    }
}
