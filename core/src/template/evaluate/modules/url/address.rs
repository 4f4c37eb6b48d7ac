//! An address by its parts. Nothing is normalised but the case of the scheme: written again it is as it was, with
//! the escapes that it lacked.

use std::fmt::{Display, Formatter};

use super::escape::{UrlPart, escape, unescape, unescape_bytes};
use crate::template::values::BuiltinError;

/// An address by its parts.
#[derive(Clone, Debug, Default)]
pub(super) struct UrlParts {
    scheme: String,
    /// What follows the scheme, if it is no path.
    opaque: String,
    /// The name and password before the host.
    pub(super) user: Option<User>,
    /// With its port, unescaped.
    host: String,
    /// Whether there is a scheme and a path without `//` between them.
    omits_host: bool,
    /// As written.
    path: String,
    /// As written, with its `?`.
    query: String,
    /// As written, with its `#`.
    fragment: String,
}

/// Who an address is for, unescaped.
#[derive(Clone, Debug)]
pub(super) struct User {
    pub(super) name: String,
    pub(super) password: Option<String>,
}

impl UrlParts {
    /// Reads an address.
    pub(super) fn parse(text: &str) -> Result<Self, BuiltinError> {
        let mistake = |why: &str| BuiltinError::new(format!("`{}` is not a URL: {why}", text.escape_debug()));
        if text.bytes().any(|byte| byte.is_ascii_control()) {
            return Err(mistake("it has control characters"));
        }
        let mut address = Self::default();
        let (rest, fragment) = split_before(text, '#');
        unescape_bytes(fragment, UrlPart::Fragment)?;
        let (scheme, rest) = scheme(rest).ok_or_else(|| mistake("it has no scheme before its colon"))?;
        let (rest, query) = split_before(rest, '?');
        address.scheme = scheme.to_ascii_lowercase();
        query.clone_into(&mut address.query);
        // A lone `#` says nothing.
        fragment
            .strip_prefix('#')
            .filter(|it| !it.is_empty())
            .map_or("", |_| fragment)
            .clone_into(&mut address.fragment);
        if !rest.starts_with('/') && !scheme.is_empty() {
            rest.clone_into(&mut address.opaque);
            return Ok(address);
        }
        if rest.split('/').next().is_some_and(|segment| segment.contains(':')) {
            return Err(mistake("the first segment of its path has a colon"));
        }
        address.authority_and_path(rest)?;
        Ok(address)
    }

    fn authority_and_path(&mut self, rest: &str) -> Result<(), BuiltinError> {
        let has_authority = rest.starts_with("//") && (!self.scheme.is_empty() || !rest.starts_with("///"));
        let path = match rest.strip_prefix("//").filter(|_| has_authority) {
            Some(rest) => {
                let (authority, path) = split_before(rest, '/');
                let (user, host) =
                    authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
                self.user = user.map(User::parse).transpose()?;
                self.host = host_of(host)?;
                path
            }
            None => rest,
        };
        self.omits_host = !has_authority && !self.scheme.is_empty();
        unescape_bytes(path, UrlPart::Path)?;
        path.clone_into(&mut self.path);
        Ok(())
    }

    /// The same without name and password.
    pub(super) fn without_user(&self) -> Self {
        Self { user: None, ..self.clone() }
    }

    /// The host without its port and brackets.
    pub(super) fn hostname(&self) -> &str {
        let host = match self.host.rsplit_once(':') {
            Some((host, port)) if is_port(port) => host,
            _ => &self.host,
        };
        host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
    }
}

impl User {
    fn parse(text: &str) -> Result<Self, BuiltinError> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte);
        if !text.bytes().all(fits) {
            return Err(BuiltinError::new(format!("the user of a URL cannot be written as `{text}`")));
        }
        let (name, password) = text.split_once(':').map_or((text, None), |(name, password)| (name, Some(password)));
        let password = password.map(|password| unescape(password, UrlPart::User)).transpose()?;
        Ok(Self { name: unescape(name, UrlPart::User)?, password })
    }
}

/// The text before a character, and the rest with it.
fn split_before(text: &str, character: char) -> (&str, &str) {
    text.split_at(text.find(character).unwrap_or(text.len()))
}

/// The scheme, empty if there is none, and what follows its colon; `None` for a colon without a scheme.
fn scheme(text: &str) -> Option<(&str, &str)> {
    let Some((scheme, rest)) = text.split_once(':') else { return Some(("", text)) };
    if scheme.is_empty() {
        return None;
    }
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.bytes().all(fits);
    Some(if is_scheme { (scheme, rest) } else { ("", text) })
}

/// A host with its port, unescaped.
fn host_of(text: &str) -> Result<String, BuiltinError> {
    let mistake = |why: &str| BuiltinError::new(format!("`{text}` is not a host: {why}"));
    let port = if text.starts_with('[') {
        text.rsplit_once(']').ok_or_else(|| mistake("its bracket is not closed"))?.1
    } else {
        text.rfind(':').map_or("", |colon| &text[colon..])
    };
    if !port.is_empty() && !port.strip_prefix(':').is_some_and(is_port) {
        return Err(mistake("its port is no number"));
    }
    unescape(text, UrlPart::Host)
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A part as it was written, or escaped if it lacks escapes.
fn written(text: &str, part: UrlPart) -> String {
    let is_fine = |byte: u8| part.keeps(byte) || b"!$&'()*+,;=:@[]%".contains(&byte);
    match unescape_bytes(text, part) {
        Ok(bytes) if !text.bytes().all(is_fine) => escape(&bytes, part),
        _ => text.to_owned(),
    }
}

impl Display for UrlParts {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        if !self.scheme.is_empty() {
            write!(f, "{}:", self.scheme)?;
        }
        let has_host = !self.host.is_empty() || self.user.is_some();
        let may_have_host = has_host || !self.scheme.is_empty() && !self.omits_host;
        if self.opaque.is_empty() && may_have_host && (has_host || !self.path.is_empty()) {
            f.write_str("//")?;
        }
        if let Some(user) = &self.user {
            write!(f, "{user}@")?;
        }
        let host = escape(self.host.as_bytes(), UrlPart::Host);
        let path = written(&self.path, UrlPart::Path);
        write!(f, "{host}{}{path}{}", self.opaque, self.query)?;
        match self.fragment.strip_prefix('#') {
            Some(fragment) => write!(f, "#{}", written(fragment, UrlPart::Fragment)),
            None => Ok(()),
        }
    }
}

impl Display for User {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&escape(self.name.as_bytes(), UrlPart::User))?;
        match &self.password {
            Some(password) => write!(f, ":{}", escape(password.as_bytes(), UrlPart::User)),
            None => Ok(()),
        }
    }
}
