//! Dates and times as the Go YAML 2 library reads them. To ytt they are text, which it quotes where it prints it.

use std::sync::LazyLock;

use regex::Regex;

use crate::formats::time::is_date;

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
        let [year, month, day] = ["year", "month", "day"].map(|name| found.name(name).map_or("", |it| it.as_str()));
        Some(is_date(&format!("{year}-{month:0>2}-{day:0>2}")))
    };
    starts_as_date && is_form_and_date().unwrap_or(false)
}
