//! Durations as Go's `time.ParseDuration` reads them: a sign, then numbers with units, in 64 bits of nanoseconds.

/// The units with their nanoseconds. Longer names come before those that they begin with.
const UNITS: [(&str, u64); 8] = [
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("μs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// The most nanoseconds of a duration below zero; one above zero has one less.
const MOST: u64 = 1 << 63;

pub(super) fn is_duration(text: &str) -> bool {
    let (unsigned, is_negative) = match text.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (text.strip_prefix('+').unwrap_or(text), false),
    };
    unsigned == "0" || nanoseconds(unsigned).is_some_and(|total| is_negative || total < MOST)
}

/// The sum of one or more parts such as `1.5h`.
fn nanoseconds(text: &str) -> Option<u64> {
    let (mut total, mut rest) = part(text)?;
    while !rest.is_empty() {
        let (more, behind) = part(rest)?;
        total = total.checked_add(more).filter(|total| *total <= MOST)?;
        rest = behind;
    }
    Some(total)
}

/// One number with its unit, and what stands behind it.
fn part(text: &str) -> Option<(u64, &str)> {
    let (whole, rest) = digits(text);
    let (fraction, rest) = rest.strip_prefix('.').map_or(("", rest), digits);
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let name_end = rest.find(|character: char| character == '.' || character.is_ascii_digit()).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(name_end);
    let (_, unit) = UNITS.iter().find(|(known, _)| *known == name)?;
    let whole = if whole.is_empty() { 0 } else { whole.parse::<u64>().ok()?.checked_mul(*unit)? };
    let total = whole.checked_add(nanoseconds_of_fraction(fraction, *unit))?;
    (total <= MOST).then_some((total, rest))
}

/// `5` of `.5s`, rounded down.
#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "below one unit, and rounded as Go rounds")]
fn nanoseconds_of_fraction(digits: &str, unit: u64) -> u64 {
    let fraction: f64 = format!("0.{digits}").parse().unwrap_or(0.0);
    (fraction * unit as f64) as u64
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len()))
}
