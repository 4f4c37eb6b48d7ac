//! Dates and times of RFC 3339, section 5.6. Crates for time read more than it allows, such as a blank for the `T` or
//! a time without an offset.

use crate::yaml::scalar::is_day;

/// `2006-01-02` with a day that the month has.
pub(crate) fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has_form =
        bytes.len() == 10 && bytes.iter().enumerate().all(|(at, byte)| matches!(at, 4 | 7) == (*byte == b'-'));
    let number = |range| text.get(range).and_then(digits);
    let (Some(year), Some(month), Some(day), true) = (number(0..4), number(5..7), number(8..10), has_form) else {
        return false;
    };
    is_day(year, month, day)
}

/// A date, `T`, and a time with an offset.
pub(super) fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_at_checked(10) else { return false };
    time.strip_prefix(['T', 't']).is_some_and(|time| is_date(date) && is_time(time))
}

/// `15:04:05.999+01:00`, or `Z` for the offset. The second 60 exists at the end of a day in UTC only.
pub(super) fn is_time(text: &str) -> bool {
    let Some((clock, rest)) = text.split_at_checked(8) else { return false };
    let second = clock.get(5..).and_then(|text| two_digits(text.strip_prefix(':')?));
    let (Some(minutes), Some(second)) = (clock.get(..5).and_then(minutes), second) else { return false };
    let Some(offset) = without_fraction(rest).and_then(offset) else { return false };
    match second {
        0..60 => true,
        60 => (minutes - offset).rem_euclid(MINUTES_OF_DAY) == MINUTES_OF_DAY - 1,
        _ => false,
    }
}

const MINUTES_OF_DAY: i32 = 24 * 60;

/// `15:04` in minutes.
fn minutes(text: &str) -> Option<i32> {
    let (hour, minute) = text.split_once(':')?;
    let (hour, minute) = (two_digits(hour)?, two_digits(minute)?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

/// What stands behind the fraction of a second, if there is one.
fn without_fraction(text: &str) -> Option<&str> {
    let Some(fraction) = text.strip_prefix('.') else { return Some(text) };
    let rest = fraction.trim_start_matches(|character: char| character.is_ascii_digit());
    (rest.len() < fraction.len()).then_some(rest)
}

/// `Z` or `+01:00` in minutes.
fn offset(text: &str) -> Option<i32> {
    match text.split_at_checked(1)? {
        ("Z" | "z", "") => Some(0),
        ("+", rest) => minutes(rest),
        ("-", rest) => minutes(rest).map(|minutes| -minutes),
        _ => None,
    }
}

fn two_digits(text: &str) -> Option<i32> {
    if text.len() == 2 { digits(text) } else { None }
}

fn digits(text: &str) -> Option<i32> {
    if super::is_digits(text) { text.parse().ok() } else { None }
}
