//! The keys that a map has, in words, and those of them that may have been meant.

use crate::problem::{Problem, nearest};
use crate::text::Place;
use crate::values::flow::quoted;
use crate::values::{Key, print};
use crate::yaml::scalar::{ScalarValue, resolve_plain};

/// More keys than this are not compared letter by letter with every unknown one.
const MANY_KEYS: usize = 1_000;

/// A key as it is told apart from every other one: text that would be read as something else, such as `"1"`, is quoted.
pub(crate) fn told_apart(key: &Key) -> String {
    match key {
        Key::String(text) if !matches!(resolve_plain(text), ScalarValue::String(_)) => quoted(text),
        key => key.to_string(),
    }
}

/// The keys that may have been meant, sorted: all of them, or in a large map those that start alike and are about as
/// long.
pub(crate) fn similar<'a>(key: &Key, declared: &[&'a Key]) -> Vec<&'a Key> {
    let is_similar = |other: &Key| match (key, other) {
        (Key::String(found), Key::String(other)) => {
            found.len().abs_diff(other.len()) <= 2 && found.as_bytes().first() == other.as_bytes().first()
        }
        _ => false,
    };
    let is_large = declared.len() > MANY_KEYS;
    let mut keys: Vec<&Key> = declared.iter().copied().filter(|other| !is_large || is_similar(other)).collect();
    keys.sort_by_cached_key(ToString::to_string);
    keys
}

/// The key that was probably meant by one that is not there.
pub(crate) fn meant<'a>(key: &Key, similar: &[&'a Key]) -> Option<&'a Key> {
    let names: Vec<String> = similar.iter().map(ToString::to_string).collect();
    let near = nearest(&key.to_string(), names.iter().enumerate().map(|(index, name)| Candidate { index, name }))?;
    similar.get(near.index).copied()
}

/// A key by its name.
struct Candidate<'a> {
    index: usize,
    name: &'a str,
}

impl AsRef<str> for Candidate<'_> {
    fn as_ref(&self) -> &str {
        self.name
    }
}

/// Says which key was probably meant, and offers to write it.
pub(crate) fn with_meant(problem: Problem, meant: &Key, place: Place) -> Problem {
    let name = told_apart(meant);
    problem.hint(format!("did you mean `{name}`?")).fix(format!("Change to `{name}`"), place, print::key(meant))
}

/// What was expected. `count` is the number of all keys, `similar` those that come into question.
pub(crate) fn expected_keys(similar: &[&Key], count: usize) -> String {
    match similar {
        _ if count >= 10 => "a key that the map declares".to_owned(),
        [] => "no key: the map is declared empty".to_owned(),
        [key] => format!("the key `{}`", told_apart(key)),
        keys => {
            let names: Vec<String> = keys.iter().map(|key| told_apart(key)).collect();
            format!("one of `{}`", names.join("`, `"))
        }
    }
}
