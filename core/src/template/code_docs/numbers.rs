//! `@ytt:math`.

use super::{MembersDoc, NameDoc, members, name};

pub(super) const TABLE: &[MembersDoc] = &[members("math", "Functions of numbers. Angles are in radians.", MATH)];

const MATH: &[NameDoc] = &[
    name("e", "float", "The base of natural logarithms, 2.718…."),
    name("pi", "float", "The circumference of a circle of diameter 1, 3.141…."),
    name("ceil(x)", "int", "The smallest whole number that is not less than `x`."),
    name("floor(x)", "int", "The greatest whole number that is not greater than `x`."),
    name("round(x)", "float", "The nearest whole number, as a float; halves go away from zero."),
    name("fabs(x)", "float", "The number without its sign."),
    name("copysign(x, y)", "float", "`x` with the sign of `y`."),
    name("mod(x, y)", "float", "The remainder of `x / y`, with the sign of `x`."),
    name(
        "remainder(x, y)",
        "float",
        "The remainder of `x / y` when the quotient is rounded to the nearest whole number.",
    ),
    name("pow(x, y)", "float", "`x` to the power of `y`."),
    name("exp(x)", "float", "e to the power of `x`."),
    name("sqrt(x)", "float", "The square root."),
    name("log(x, base=e)", "float", "The logarithm of `x`, natural unless a base is given."),
    name("gamma(x)", "float", "The gamma function: the factorial of `x - 1`, and what lies between."),
    name("sin(x)", "float", "The sine of an angle."),
    name("cos(x)", "float", "The cosine of an angle."),
    name("tan(x)", "float", "The tangent of an angle."),
    name("asin(x)", "float", "The angle with this sine."),
    name("acos(x)", "float", "The angle with this cosine."),
    name("atan(x)", "float", "The angle with this tangent."),
    name("atan2(y, x)", "float", "The angle of the point (x, y)."),
    name("hypot(x, y)", "float", "The distance of the point (x, y) from the origin."),
    name("degrees(x)", "float", "An angle in degrees instead of radians."),
    name("radians(x)", "float", "An angle in radians instead of degrees."),
    name("sinh(x)", "float", "The hyperbolic sine."),
    name("cosh(x)", "float", "The hyperbolic cosine."),
    name("tanh(x)", "float", "The hyperbolic tangent."),
    name("asinh(x)", "float", "The number with this hyperbolic sine."),
    name("acosh(x)", "float", "The number with this hyperbolic cosine."),
    name("atanh(x)", "float", "The number with this hyperbolic tangent."),
];
