//! A whole number as values hold it.

use std::fmt::{Debug, Display, Formatter};

use serde::{Deserialize, Serialize};

/// A whole number of 128 bits. An `i128` itself would align every value to 16 bytes, and so make each of the many in a
/// tree a fifth larger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "i128", into = "i128")]
pub struct Integer {
    high: i64,
    low: u64,
}

impl Integer {
    /// Zero.
    pub const ZERO: Self = Self { high: 0, low: 0 };

    /// The number itself.
    pub fn get(self) -> i128 {
        i128::from(self.high) << 64 | i128::from(self.low)
    }
}

impl From<i128> for Integer {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the two halves of the number")]
    fn from(number: i128) -> Self {
        Self { high: (number >> 64) as i64, low: number as u64 }
    }
}

impl From<i64> for Integer {
    fn from(number: i64) -> Self {
        i128::from(number).into()
    }
}

impl From<i32> for Integer {
    fn from(number: i32) -> Self {
        i128::from(number).into()
    }
}

impl From<u64> for Integer {
    fn from(number: u64) -> Self {
        i128::from(number).into()
    }
}

impl From<Integer> for i128 {
    fn from(integer: Integer) -> Self {
        integer.get()
    }
}

impl Display for Integer {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        Display::fmt(&self.get(), f)
    }
}

impl Debug for Integer {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        Debug::fmt(&self.get(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::Integer;

    #[test]
    fn halves_make_the_number_and_its_order() {
        let numbers =
            [i128::MIN, i128::from(i64::MIN), -1, 0, 1, i128::from(i64::MAX), i128::from(u64::MAX), i128::MAX];
        let integers = numbers.map(Integer::from);
        assert_eq!(integers.map(Integer::get), numbers);
        assert!(integers.is_sorted());
        assert_eq!(align_of::<Integer>(), 8);
    }
}
