//! Percent signs in the parts of an address, by the rules of Go: which characters a part escapes, and back.

use crate::template::values::BuiltinError;

/// A part of an address; each has characters of its own that need no escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UrlPart {
    /// The name or the password of a user.
    User,
    /// A host with its port.
    Host,
    /// A whole path.
    Path,
    /// What stands between two slashes of a path.
    PathSegment,
    /// A name or a value of a query.
    Query,
    /// What follows `#`.
    Fragment,
}

impl UrlPart {
    /// Whether a byte stands for itself in this part.
    pub(super) fn keeps(self, byte: u8) -> bool {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            return true;
        }
        match self {
            Self::User => b"$&+,;=".contains(&byte),
            Self::Host => b"!$&'()*+,;=:[]<>\"".contains(&byte),
            Self::Path => b"$&+,/:;=@".contains(&byte),
            Self::PathSegment => b"$&+:=@".contains(&byte),
            Self::Query => false,
            Self::Fragment => b"$&+,/:;=?@!()*".contains(&byte),
        }
    }
}

/// Escapes text for a part of an address.
pub(super) fn escape(text: &[u8], part: UrlPart) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text {
        match byte {
            b' ' if part == UrlPart::Query => escaped.push('+'),
            byte if part.keeps(*byte) => escaped.push(char::from(*byte)),
            byte => escaped.push_str(percent_encoding::percent_encode_byte(*byte)),
        }
    }
    escaped
}

/// What an escaped part of an address stands for.
pub(super) fn unescape(escaped: &str, part: UrlPart) -> Result<String, BuiltinError> {
    let bytes = unescape_bytes(escaped, part)?;
    String::from_utf8(bytes)
        .map_err(|_| BuiltinError::new(format!("`{escaped}` stands for bytes that are not UTF-8 text")))
}

/// The same, for parts that need not be text.
pub(super) fn unescape_bytes(escaped: &str, part: UrlPart) -> Result<Vec<u8>, BuiltinError> {
    let mut bytes = Vec::with_capacity(escaped.len());
    let mut rest = escaped.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match first {
            b'%' => {
                let (byte, after) =
                    escaped_byte(after).filter(|(byte, _)| may_escape(*byte, part)).ok_or_else(|| {
                        let mistake = BuiltinError::new(format!("`{escaped}` has a `%` that escapes no character"));
                        mistake.expected("two hexadecimal digits behind it").hint("write `%25` for the sign itself")
                    })?;
                bytes.push(byte);
                rest = after;
            }
            b'+' if part == UrlPart::Query => bytes.push(b' '),
            byte if part == UrlPart::Host && byte.is_ascii() && !part.keeps(*byte) => {
                return Err(BuiltinError::new(format!("a host cannot contain {:?}", char::from(*byte))));
            }
            byte => bytes.push(*byte),
        }
    }
    Ok(bytes)
}

fn escaped_byte(text: &[u8]) -> Option<(u8, &[u8])> {
    let [high, low, rest @ ..] = text else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    Some(((digit(*high)? * 16 + digit(*low)?) as u8, rest))
}

/// In hosts only what is not ASCII, and the sign itself, may be escaped.
fn may_escape(byte: u8, part: UrlPart) -> bool {
    part != UrlPart::Host || !byte.is_ascii() || byte == b'%'
}
