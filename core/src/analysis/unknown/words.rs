//! What is said of names that are not there: the same as when the code fails.

use super::known::{KnownNames, Struct};
use crate::analysis::world::{File, World};
use crate::problem::{About, Code, Problem};
use crate::text::{FileId, Place, TextRange};

/// The most names that are listed.
const MOST_LISTED: usize = 10;

/// The text of what a name is read from.
pub(super) fn holder(world: &World, file: FileId, range: TextRange) -> String {
    let text = world.file(file).and_then(File::shared_text);
    let text = text.and_then(|text| text.get(std::ops::Range::<usize>::from(range))).unwrap_or_default();
    if text.is_empty() || text.contains('\n') { "the value".to_owned() } else { format!("`{text}`") }
}

/// A name that a value does not have.
pub(super) fn unknown_name(
    file: FileId,
    holder: &str,
    (name, range, is_quoted): (&str, TextRange, bool),
    missing: &KnownNames,
) -> Problem {
    let place = Place::absolute(file, range);
    let message = if is_quoted {
        format!("The struct has no key \"{name}\"")
    } else if holder.starts_with('`') {
        format!("{holder} has no `{name}`")
    } else {
        format!("The value has no `{name}`")
    };
    with_names(Problem::new(Code::UnknownValue, place, message), name, missing)
}

/// Says which names there are instead.
pub(super) fn with_names(problem: Problem, name: &str, missing: &KnownNames) -> Problem {
    let place = problem.place;
    let problem = if problem.about.is_none() { problem.about(About::Name(name.into())) } else { problem };
    let problem = missing.found.iter().fold(problem, |problem, found| problem.found(found.as_str()));
    let Some((near, declared)) = missing.nearest(name) else {
        let is_short = !missing.names.is_empty() && missing.names.len() <= MOST_LISTED;
        let listed = || missing.names.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<String>>().join(", ");
        let problem = if is_short { problem.expected(format!("one of {}", listed())) } else { problem };
        let first = missing.names.iter().find_map(|(_, place)| *place);
        return first.into_iter().fold(problem, |problem, place| problem.related(place, "the names begin here"));
    };
    let problem = problem.suggest(Some(near), place);
    declared.iter().fold(problem, |problem, place| problem.related(*place, format!("`{near}` is declared here")))
}

/// The names of a struct that code makes.
pub(super) fn fields(made: &Struct) -> KnownNames {
    let place = |range| Some(Place::absolute(made.file, range));
    KnownNames::new(made.fields.iter().map(|(name, range, _)| (name.to_string(), place(*range))))
}
