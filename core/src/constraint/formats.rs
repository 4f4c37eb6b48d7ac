//! The well-known forms of text that `format` names, as the platform judges them: it takes more than the documents
//! that define them (`crate::formats`).

use core::net::{Ipv4Addr, Ipv6Addr};
use core::ops::RangeInclusive;
use std::sync::LazyLock;

use base64::Engine;
use regex::Regex;
use smol_str::SmolStr;

use crate::formats::time::is_date;

/// The formats that are checked, in the order in which they are offered.
pub const FORMATS: &[&str] = &[
    "date-time",
    "date",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "cidr",
    "mac",
    "uri",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
    "byte",
    "password",
    "hexcolor",
    "rgbcolor",
    "isbn",
    "isbn10",
    "isbn13",
    "creditcard",
    "ssn",
    "bsonobjectid",
];

/// The whole numbers of a format that says how large they may be.
pub fn range(format: &str) -> Option<RangeInclusive<i128>> {
    match format {
        "int32" => Some(i32::MIN.into()..=i32::MAX.into()),
        "int64" => Some(i64::MIN.into()..=i64::MAX.into()),
        _ => None,
    }
}

/// Whether a text is of a format; `None` where the format is not known.
pub fn is_met(format: &SmolStr, text: &str) -> Option<bool> {
    // Dashes in the name count for nothing.
    Some(match &*format.replace('-', "") {
        "datetime" => is_date_time(text),
        "date" => is_date(text),
        "duration" => is_duration(text),
        "email" => is_email(text),
        "hostname" => is_hostname(text),
        "ipv4" => text.parse::<Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<Ipv6Addr>().is_ok(),
        "cidr" => text.parse::<ipnet::IpNet>().is_ok(),
        "mac" => is_mac(text),
        "uri" => is_uri(text),
        "uuid" => is_uuid(text, None),
        "uuid3" => is_uuid(text, Some('3')),
        "uuid4" => is_uuid(text, Some('4')),
        "uuid5" => is_uuid(text, Some('5')),
        "byte" => base64::engine::general_purpose::STANDARD.decode(text).is_ok(),
        "password" => true,
        "hexcolor" => is_hex_color(text),
        "rgbcolor" => matches(&RGB_COLOR, text),
        "isbn" => is_isbn10(text) || is_isbn13(text),
        "isbn10" => is_isbn10(text),
        "isbn13" => is_isbn13(text),
        "creditcard" => is_credit_card(text),
        "ssn" => matches(&SSN, text),
        "bsonobjectid" => text.len() == 24 && is_hex(text),
        _ => return None,
    })
}

/// A pattern of this file, compiled when it is first needed.
type LazyRegex = LazyLock<Option<Regex>>;

fn matches(form: &LazyRegex, text: &str) -> bool {
    form.as_ref().is_some_and(|regex| regex.is_match(text))
}

static RGB_COLOR: LazyRegex = LazyLock::new(|| {
    let number = "(0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])";
    Regex::new(&format!(r"^rgb\( *{number} *, *{number} *, *{number} *\)$")).ok()
});
static SSN: LazyRegex = LazyLock::new(|| Regex::new("^[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}$").ok());
static TIME: LazyRegex = LazyLock::new(|| {
    Regex::new(r"^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$").ok()
});
static UUID: LazyRegex =
    LazyLock::new(|| Regex::new("(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$").ok());
static WORDY_DURATION: LazyRegex = LazyLock::new(|| {
    let unit = "(ns|nanos?|nanoseconds?|us|µs|μs|micros?|microseconds?|ms|millis?|milliseconds?\
        |s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)";
    Regex::new(&format!(r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+) ?{unit}(( |, )?([0-9]+(\.[0-9]*)?|\.[0-9]+) ?{unit})*$"))
        .ok()
});
static LABEL: LazyRegex = LazyLock::new(|| Regex::new(r"^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$").ok());

fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A date, `T`, and a time with an offset.
fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_at_checked(10) else { return false };
    time.strip_prefix(['T', 't']).is_some_and(|time| is_date(date) && matches(&TIME, time))
}

/// `1h30m` or `3 days`.
fn is_duration(text: &str) -> bool {
    matches!(text, "0" | "+0" | "-0") || matches(&WORDY_DURATION, text)
}

/// Something at some domain.
fn is_email(text: &str) -> bool {
    let address = text.rsplit_once('<').map_or(text, |(_, address)| address.strip_suffix('>').unwrap_or(address));
    let Some((local, domain)) = address.trim().rsplit_once('@') else { return false };
    let is_quoted = local.len() > 1 && local.starts_with('"') && local.ends_with('"');
    let is_word = |text: &str| {
        let forbidden = |character: char| character.is_whitespace() || "()<>[]:;@\\,\"".contains(character);
        !text.is_empty()
            && !text.starts_with('.')
            && !text.ends_with('.')
            && !text.contains("..")
            && !text.contains(forbidden)
    };
    (is_quoted || is_word(local)) && (is_word(domain) || (domain.starts_with('[') && domain.ends_with(']')))
}

fn is_hostname(text: &str) -> bool {
    text.len() <= 255 && text.strip_suffix('.').unwrap_or(text).split('.').all(|label| matches(&LABEL, label))
}

/// Six, eight or twenty bytes in hexadecimal, by colons, dashes or (two and two) points.
fn is_mac(text: &str) -> bool {
    let (separator, width) = match text.as_bytes().get(2) {
        Some(b':') => (':', 2),
        Some(b'-') => ('-', 2),
        _ => ('.', 4),
    };
    let parts: Vec<&str> = text.split(separator).collect();
    matches!(parts.len() * width, 12 | 16 | 40) && parts.iter().all(|part| part.len() == width && is_hex(part))
}

/// An absolute path, or anything behind a scheme.
fn is_uri(text: &str) -> bool {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    };
    let has_forbidden = text.contains(|character: char| character.is_control() || character == ' ');
    !has_forbidden && (text.starts_with('/') || text.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme)))
}

/// Thirty-two hexadecimal digits, each dash between their groups optional.
fn is_uuid(text: &str, version: Option<char>) -> bool {
    let is_variant = |digit: char| matches!(digit.to_ascii_lowercase(), '8' | '9' | 'a' | 'b');
    let digit = |at: usize| text.chars().filter(|character| *character != '-').nth(at);
    let has_version = version.is_none_or(|version| digit(12) == Some(version));
    let has_variant = matches!(version, None | Some('3')) || digit(16).is_some_and(is_variant);
    matches(&UUID, text) && has_version && has_variant
}

fn is_hex_color(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or(text);
    matches!(digits.len(), 3 | 6) && is_hex(digits)
}

/// Digits without blanks and dashes, a final `X` counting as ten.
fn digits(text: &str) -> Option<Vec<u32>> {
    let characters: Vec<char> = text.chars().filter(|character| !matches!(character, ' ' | '-')).collect();
    let last = characters.len().checked_sub(1)?;
    let value = |(at, character): (usize, &char)| match character {
        'X' | 'x' if at == last => Some(10),
        other => other.to_digit(10),
    };
    characters.iter().enumerate().map(value).collect()
}

fn is_isbn10(text: &str) -> bool {
    let Some(digits) = digits(text).filter(|digits| digits.len() == 10) else { return false };
    let sum: u32 = digits.iter().zip((1..=10).rev()).map(|(digit, weight)| digit * weight).sum();
    sum.is_multiple_of(11)
}

fn is_isbn13(text: &str) -> bool {
    let Some(digits) = digits(text).filter(|digits| digits.len() == 13 && !digits.contains(&10)) else { return false };
    let sum: u32 = digits.iter().zip([1, 3].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
    sum.is_multiple_of(10)
}

fn is_credit_card(text: &str) -> bool {
    let Some(digits) = digits(text).filter(|digits| (13..=19).contains(&digits.len()) && !digits.contains(&10)) else {
        return false;
    };
    let doubled = |digit: u32| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let sum: u32 =
        digits.iter().rev().enumerate().map(|(at, digit)| if at % 2 == 1 { doubled(*digit) } else { *digit }).sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(format: &str, met: &[&str], others: &[&str]) {
        let format = SmolStr::new(format);
        for (texts, expected) in [(met, true), (others, false)] {
            for text in texts {
                assert_eq!(is_met(&format, text), Some(expected), "{format}: {text}");
            }
        }
    }

    #[test]
    fn formats_are_judged() {
        check(
            "date-time",
            &["2020-01-01T00:00:00Z", "2024-02-29t12:30:00.5+01:00"],
            &["x", "2023-02-29T00:00:00Z", "2020-01-01T00:00:00", "2020-01-01 00:00:00Z"],
        );
        check("datetime", &["2020-01-01T00:00:00Z"], &["2020-01-01"]);
        check("date", &["2020-12-31"], &["2020-13-01", "2020-1-1", "aaaa-bb-cc"]);
        check("duration", &["30s", "1h30m", "1.5h", "3 days", "0"], &["30", "s", ""]);
        check("email", &["a@b", "a.b@c.org", "\"a b\"@c.org"], &["a", "a@", "@b", "a b@c"]);
        check("hostname", &["a", "a.b-c.org", "1.example"], &["-a", "a..b", "a_b"]);
        check("ipv4", &["10.0.0.1"], &["10.0.0", "::1"]);
        check("ipv6", &["::1"], &["10.0.0.1"]);
        check("cidr", &["10.0.0.0/8"], &["10.0.0.0"]);
        check("mac", &["00:1a:2b:3c:4d:5e", "001a.2b3c.4d5e"], &["00:1a", "zz:1a:2b:3c:4d:5e"]);
        check("uri", &["https://a/b", "/a", "urn:x"], &["x", "a b:c"]);
        check(
            "uuid",
            &["123e4567-e89b-12d3-a456-426614174000", "123e4567e89b-12d3-a456426614174000"],
            &["123e4567", "x23e4567-e89b-12d3-a456-426614174000"],
        );
        check("uuid4", &["123e4567-e89b-42d3-a456-426614174000"], &["123e4567-e89b-12d3-a456-426614174000"]);
        check("byte", &["YQ=="], &["a"]);
        check("hexcolor", &["#fff", "a0b1c2"], &["#ffff"]);
        check("rgbcolor", &["rgb(1, 2,255)"], &["rgb(256,1,1)"]);
        check("isbn", &["0-306-40615-2", "978-0-306-40615-7"], &["0-306-40615-3"]);
        check("creditcard", &["4111 1111 1111 1111"], &["4111 1111 1111 1112"]);
        check("ssn", &["111-11-1111"], &["111-11-111"]);
        check("bsonobjectid", &["507f1f77bcf86cd799439011"], &["507f"]);
        check("password", &["anything"], &[]);
    }

    #[test]
    fn every_format_that_is_offered_is_known() {
        assert!(FORMATS.iter().all(|format| is_met(&SmolStr::new(format), "x").is_some()));
        assert_eq!(is_met(&"foo".into(), "x"), None);
    }
}
