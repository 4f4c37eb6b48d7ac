//! What a scalar means: YAML 1.1 as ytt's parser resolves it.
//!
//! The rules are those of the Go YAML 2 library that ytt reads with: booleans `y yes on true …`, octal `017`,
//! `1_000`, no sexagesimal numbers, dates as strings. Knows nothing of nodes' positions.

use smol_str::SmolStr;

/// A resolved scalar.
#[derive(Clone, Debug, PartialEq)]
pub enum ScalarValue {
    /// `null`, `~`, or nothing.
    Null,
    /// `true`, `yes`, `on` and their kin.
    Bool(bool),
    /// A whole number from `i64::MIN` to `u64::MAX`.
    Int(i128),
    /// A number with a fraction or exponent, `.inf` or `.nan`.
    Float(f64),
    /// Text.
    String(SmolStr),
}
