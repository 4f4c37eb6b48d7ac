//! Dates and times as the Go YAML 2 library reads them. To ytt they are text, which it quotes where it prints it.

use std::sync::LazyLock;

use regex::Regex;

/// A time has a zone behind `T`, and none behind blanks. Numbers need no leading zero, but for the zone's.
static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let clock = "([01]?[0-9]|2[0-3]):[0-5]?[0-9]:[0-5]?[0-9]([.,][0-9]+)?";
    let zone = "(Z|[-+]([01][0-9]|2[0-4]):([0-5][0-9]|60))";
    let date = "(?<year>[0-9]{4})-(?<month>[0-9]{1,2})-(?<day>[0-9]{1,2})";
    Regex::new(&format!("^{date}([Tt]{clock}{zone}| +{clock})?$")).ok()
});

/// Whether a text is a date, or a date and a time.
pub fn is_timestamp(text: &str) -> bool {
    // Few texts get any further, and the expression takes long to compile.
    let starts_as_date =
        text.as_bytes().get(4) == Some(&b'-') && text.starts_with(|first: char| first.is_ascii_digit());
    let is_form_and_date = || {
        let found = FORM.as_ref()?.captures(text)?;
        let number = |name| found.name(name)?.as_str().parse().ok();
        Some(is_day(number("year")?, number("month")?, number("day")?))
    };
    starts_as_date && is_form_and_date().unwrap_or(false)
}

/// Whether a month, from 1, has a day.
pub(crate) fn is_day(year: i32, month: i32, day: i32) -> bool {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + i32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}
