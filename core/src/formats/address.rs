//! Addresses: of people, of hosts, of resources.

use email_address::{EmailAddress, Options};
use fluent_uri::Uri;

/// An address of RFC 5322, section 3.4.1: the local part may be quoted, the domain may have one label only.
pub(super) fn is_email(text: &str) -> bool {
    // The crate also takes the letters of RFC 6531.
    let options = Options::default().without_display_text().without_domain_literal();
    text.is_ascii() && EmailAddress::parse_with_options(text, options).is_ok()
}

/// Labels of letters, digits and dashes; the last is not all digits, for that would be an address.
pub(super) fn is_hostname(text: &str) -> bool {
    let labels = text.strip_suffix('.').unwrap_or(text);
    let is_label = |label: &str| {
        let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(is_inside)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = labels.rsplit('.').next().unwrap_or_default();
    labels.len() <= 253 && labels.split('.').all(is_label) && !super::is_digits(last)
}

/// A URI of RFC 3986, scheme included.
pub(super) fn is_uri(text: &str) -> bool {
    Uri::parse(text).is_ok()
}
