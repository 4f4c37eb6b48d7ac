//! The keys that a map has, in words, and those of them that may have been meant.

use crate::problem::{NameIndex, Problem};
use crate::text::Place;
use crate::values::flow::quoted;
use crate::values::{Key, print};
use crate::yaml::scalar::{ScalarValue, resolve_plain};

/// A key as it is told apart from every other one: text that would be read as something else, such as `"1"`, is quoted.
pub(crate) fn unambiguous(key: &Key) -> String {
    match key {
        Key::String(text) if !matches!(resolve_plain(text), ScalarValue::String(_)) => quoted(text),
        key => key.to_string(),
    }
}

/// The key that was probably meant by one that is not there.
pub(crate) fn intended_key<'a>(key: &Key, declared: &[&'a Key]) -> Option<&'a Key> {
    let index = NameIndex::of(declared.iter().map(ToString::to_string)).nearest(&key.to_string())?;
    declared.get(index).copied()
}

/// Says which key was probably meant, and offers to write it.
pub(crate) fn suggest_key(problem: Problem, intended: &Key, place: Place) -> Problem {
    let name = unambiguous(intended);
    problem.hint(format!("did you mean `{name}`?")).fix(format!("Change to `{name}`"), place, print::key(intended))
}

/// So many keys are listed.
const MOST_LISTED: usize = 9;

/// What was expected: one of the keys that a map declares.
pub(crate) fn expected_keys<'a>(declared: impl Iterator<Item = &'a Key>) -> String {
    let mut names: Vec<String> = declared.take(MOST_LISTED + 1).map(unambiguous).collect();
    names.sort();
    match &names[..] {
        names if names.len() > MOST_LISTED => "a key that the map declares".to_owned(),
        [] => "no key: the map is declared empty".to_owned(),
        [name] => format!("the key `{name}`"),
        names => format!("one of `{}`", names.join("`, `")),
    }
}
