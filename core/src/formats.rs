//! The well-known forms that `format=` names in the older editions: what each is called, what it is in words, and
//! which values have it. The platform of OpenChoreo judges formats in its own way (`constraint::formats`).

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::fmt::{Display, Formatter};

use crate::values::{Value, ValueKind};

mod address;
mod duration;
pub(crate) mod time;

/// A well-known form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StringFormat {
    /// RFC 3339, section 5.6: `2018-11-13T20:20:39+00:00`
    DateTime,
    /// RFC 3339, section 5.6: `20:20:39+00:00`
    Time,
    /// RFC 3339, section 5.6: `2018-11-13`
    Date,
    /// RFC 5322, section 3.4.1, without comments and domain literals.
    Email,
    /// RFC 1034, section 3.1, with the leading digits of RFC 1123.
    Hostname,
    /// An IPv4 or IPv6 address.
    Ip,
    /// RFC 2673, section 3.2.
    Ipv4,
    /// RFC 4291, section 2.2.
    Ipv6,
    /// RFC 3986, with a scheme.
    Uri,
    /// A number from 0 to 65535, or its digits.
    Port,
    /// Digits and a percent sign.
    Percent,
    /// What Go's `time.ParseDuration` reads: `1h30m`.
    Duration,
}

impl StringFormat {
    /// Every format, in the order in which they are offered.
    pub const ALL: [Self; 12] = [
        Self::DateTime,
        Self::Time,
        Self::Date,
        Self::Email,
        Self::Hostname,
        Self::Ip,
        Self::Ipv4,
        Self::Ipv6,
        Self::Uri,
        Self::Port,
        Self::Percent,
        Self::Duration,
    ];

    /// The format of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Its name, as `format=` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::DateTime => "date-time",
            Self::Time => "time",
            Self::Date => "date",
            Self::Email => "email",
            Self::Hostname => "hostname",
            Self::Ip => "ip",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::Uri => "uri",
            Self::Port => "port",
            Self::Percent => "percent",
            Self::Duration => "duration",
        }
    }

    /// Whether numbers may have it, besides text.
    pub fn is_of_numbers(self) -> bool {
        self == Self::Port
    }

    /// Whether a value has it; every value that is neither text nor a number where numbers count.
    pub fn is_met(self, value: &Value) -> bool {
        match &value.kind {
            ValueKind::String(text) => self.is_text(text),
            ValueKind::Int(number) if self == Self::Port => (0..=65535).contains(&number.get()),
            ValueKind::Float(_) => self != Self::Port,
            _ => true,
        }
    }

    /// Whether a text has it.
    pub fn is_text(self, text: &str) -> bool {
        match self {
            Self::DateTime => time::is_date_time(text),
            Self::Time => time::is_time(text),
            Self::Date => time::is_date(text),
            Self::Email => address::is_email(text),
            Self::Hostname => address::is_hostname(text),
            Self::Ip => text.parse::<IpAddr>().is_ok(),
            Self::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
            Self::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
            Self::Uri => address::is_uri(text),
            Self::Port => is_digits(text) && text.parse::<u16>().is_ok(),
            Self::Percent => text.strip_suffix('%').is_some_and(is_digits),
            Self::Duration => duration::is_duration(text),
        }
    }
}

/// What it is, with its article.
impl Display for StringFormat {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::DateTime => "a date and time such as `2018-11-13T20:20:39+00:00`",
            Self::Time => "a time such as `20:20:39+00:00`",
            Self::Date => "a date such as `2018-11-13`",
            Self::Email => "an e-mail address",
            Self::Hostname => "a host name",
            Self::Ip => "an IPv4 or IPv6 address",
            Self::Ipv4 => "an IPv4 address",
            Self::Ipv6 => "an IPv6 address",
            Self::Uri => "a URI such as `https://example.com/`",
            Self::Port => "a port, from 0 to 65535",
            Self::Percent => "a percentage such as `10%`",
            Self::Duration => "a duration such as `1h30m`",
        })
    }
}

/// One or more decimal digits.
fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
