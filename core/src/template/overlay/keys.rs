//! The keys that a map has, in words, and those of them that may have been meant.

use crate::values::Key;

/// More keys than this are not compared letter by letter with every unknown one.
const MANY_KEYS: usize = 1_000;

/// The names of the keys that may have been meant, sorted: all of them, or in a large map those that start alike and
/// are about as long.
pub(crate) fn similar(key: &Key, declared: &[&Key]) -> Vec<String> {
    let is_similar = |other: &Key| match (key, other) {
        (Key::String(found), Key::String(other)) => {
            found.len().abs_diff(other.len()) <= 2 && found.as_bytes().first() == other.as_bytes().first()
        }
        _ => false,
    };
    let is_large = declared.len() > MANY_KEYS;
    let mut names: Vec<String> =
        declared.iter().filter(|other| !is_large || is_similar(other)).map(ToString::to_string).collect();
    names.sort_unstable();
    names
}

/// What was expected. `count` is the number of all keys, `names` those that come into question.
pub(crate) fn expected_keys(names: &[String], count: usize) -> String {
    match names {
        _ if count >= 10 => "a key that the map declares".to_owned(),
        [] => "no key: the map is declared empty".to_owned(),
        [name] => format!("the key `{name}`"),
        names => format!("one of `{}`", names.join("`, `")),
    }
}
