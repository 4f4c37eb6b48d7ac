//! Regular expressions with the meaning that they have in Go (RE2), run by the `regex` crate: what Go refuses is
//! refused, classes such as `\d` are ASCII, and replacements are written as in Go.

use std::borrow::Cow;
use std::ops::Range;

use regex::{Captures, Regex, RegexBuilder};

mod class;
mod limits;
mod scan;
#[cfg(test)]
mod tests;
mod translate;

/// How large a compiled expression may be, in bytes. Go measures differently; whatever it takes fits in here.
const MOST_BYTES: usize = 64 << 20;

/// A regular expression.
#[derive(Clone, Debug)]
pub struct Regexp {
    regex: Regex,
    /// The name of each group by its number; group 0 is the whole match.
    names: Vec<Option<String>>,
}

/// Why a text is no regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegexpError {
    /// What is wrong, starting small.
    pub message: String,
    /// Where, in bytes of the expression.
    pub range: Range<usize>,
}

impl Regexp {
    /// Reads a regular expression.
    pub fn new(pattern: &str) -> Result<Self, RegexpError> {
        let translated = translate::translate(pattern)?;
        limits::check(&translated.pattern, pattern)?;
        let built = RegexBuilder::new(&translated.pattern).size_limit(MOST_BYTES).nest_limit(limits::DEEPEST).build();
        match built {
            Ok(regex) => Ok(Self { regex, names: translated.names }),
            Err(_) => Err(RegexpError { message: "the expression is too large".to_owned(), range: 0..pattern.len() }),
        }
    }

    /// Whether it matches anywhere in a text.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// The text with every match replaced; `$1` and `${name}` stand for groups, `$$` for a dollar sign.
    pub fn replace_all<'t>(&self, text: &'t str, replacement: &str) -> Cow<'t, str> {
        self.regex.replace_all(text, |captures: &Captures<'_>| self.expand(captures, replacement))
    }

    /// The text with every match replaced by what a function gives for it. The first error ends it.
    pub fn try_replace_all<E>(
        &self,
        text: &str,
        mut replace: impl FnMut(&str) -> Result<String, E>,
    ) -> Result<String, E> {
        let mut replaced = String::with_capacity(text.len());
        let mut end = 0;
        for found in self.regex.find_iter(text) {
            replaced.push_str(text.get(end..found.start()).unwrap_or_default());
            replaced.push_str(&replace(found.as_str())?);
            end = found.end();
        }
        replaced.push_str(text.get(end..).unwrap_or_default());
        Ok(replaced)
    }

    fn expand(&self, captures: &Captures<'_>, replacement: &str) -> String {
        let mut expanded = String::new();
        let mut rest = replacement;
        while let Some((before, after)) = rest.split_once('$') {
            expanded.push_str(before);
            if let Some(after) = after.strip_prefix('$') {
                expanded.push('$');
                rest = after;
            } else if let Some((name, after)) = group_name(after) {
                expanded.push_str(self.group(captures, name).unwrap_or_default());
                rest = after;
            } else {
                expanded.push('$');
                rest = after;
            }
        }
        expanded + rest
    }

    /// The text of a group by its number or name.
    fn group<'t>(&self, captures: &Captures<'t>, name: &str) -> Option<&'t str> {
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit()) && (name == "0" || !name.starts_with('0'));
        let index = if is_number {
            name.parse().ok()?
        } else {
            self.names.iter().position(|other| other.as_deref() == Some(name))?
        };
        captures.get(index).map(|group| group.as_str())
    }
}

/// The name of a group behind a dollar sign, and the text behind the name.
fn group_name(text: &str) -> Option<(&str, &str)> {
    let (name, is_braced) = text.strip_prefix('{').map_or((text, false), |name| (name, true));
    let is_outside = |character: char| !character.is_alphanumeric() && character != '_';
    let (name, rest) = name.split_at(name.find(is_outside).unwrap_or(name.len()));
    if name.is_empty() {
        return None;
    }
    if is_braced { rest.strip_prefix('}').map(|rest| (name, rest)) } else { Some((name, rest)) }
}
