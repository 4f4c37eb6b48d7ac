//! What a map or an array came to that breaks a rule, and who contributed what: documents are laid over each other, and
//! none of them shows it whole.

use crate::problem::Problem;
use crate::text::{FileId, Place};
use crate::values::flow::{flow_cut, key_text};
use crate::values::{Value, ValueKind};

/// So much of the value is shown, in characters.
const LONGEST: usize = 200;
/// So many keys are named for each who contributes.
const MOST_NAMES: usize = 6;
/// So many who contribute are shown.
const MOST_PARTS: usize = 8;
/// So many values are looked at.
const MOST_VALUES: usize = 10_000;

/// What one file, or one flag, contributes.
struct Contribution {
    /// The first place.
    place: Place,
    /// The keys, of a map.
    names: Vec<String>,
    /// How many keys or items.
    count: usize,
}

/// The problem with what the value is now; where several files made it, also with what each of them contributes.
/// `declared` is where the schema declares it.
pub(super) fn with_state(mut problem: Problem, value: &Value, declared: Option<Place>) -> Problem {
    if !matches!(value.kind, ValueKind::Mapping(_) | ValueKind::Sequence(_)) || value.is_empty_collection() {
        return problem;
    }
    let found = problem.found.take().map(|found| format!("{found}: ")).unwrap_or_default();
    let problem = problem.found(format!("{found}{}", flow_cut(value, LONGEST)));
    let (parts, is_map) = (parts(value), value.mapping().is_some());
    if parts.len() < 2 {
        return problem;
    }
    let of_schema = declared.map(|declared| declared.file);
    parts.iter().take(MOST_PARTS).fold(problem, |problem, part| {
        let is_default = Some(part.place.file) == of_schema && part.place.flag().is_none();
        problem.related(part.place, part.words(is_map, is_default))
    })
}

impl Contribution {
    fn words(&self, is_map: bool, is_default: bool) -> String {
        let source = if is_default { "by default" } else { "from here" };
        if !is_map {
            return format!("{} {} {source}", self.count, if self.count == 1 { "item" } else { "items" });
        }
        let more = self.count.saturating_sub(self.names.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more} {source}", self.names.join(", "))
    }
}

/// Who contributes, in the order of what they contribute.
fn parts(value: &Value) -> Vec<Contribution> {
    let mut parts: Vec<Contribution> = Vec::new();
    let mut left = MOST_VALUES;
    match &value.kind {
        ValueKind::Mapping(mapping) => {
            for entry in &mapping.entries {
                let name = format!("`{}`", key_text(entry.entry_key()));
                for place in sources(&entry.value, entry.place, &mut left) {
                    add(&mut parts, place, Some(&name));
                }
            }
        }
        ValueKind::Sequence(items) => {
            items.iter().take(MOST_VALUES).for_each(|item| add(&mut parts, item.origin, None));
        }
        _ => {}
    }
    parts
}

fn add(parts: &mut Vec<Contribution>, place: Place, name: Option<&String>) {
    if place == Place::NOWHERE {
        return;
    }
    let known = parts.iter().position(|part| source(part.place) == source(place));
    let index = known.unwrap_or(parts.len());
    if known.is_none() {
        parts.push(Contribution { place, names: Vec::new(), count: 0 });
    }
    let Some(part) = parts.get_mut(index) else { return };
    part.count += 1;
    part.names.extend(name.filter(|_| part.count <= MOST_NAMES).cloned());
}

/// A file, or a flag.
fn source(place: Place) -> (FileId, Option<usize>) {
    (place.file, place.flag())
}

/// The first place of each who has a part in a value; `key` stands for one that nobody wrote a part of.
fn sources(value: &Value, key: Place, left: &mut usize) -> Vec<Place> {
    let mut found: Vec<Place> = Vec::new();
    collect(value, key, left, &mut found);
    found
}

fn collect(value: &Value, place: Place, left: &mut usize, found: &mut Vec<Place>) {
    *left = left.saturating_sub(1);
    match &value.kind {
        _ if *left == 0 => {}
        ValueKind::Mapping(mapping) if !mapping.entries.is_empty() => {
            mapping.entries.iter().for_each(|entry| collect(&entry.value, entry.place, left, found));
        }
        ValueKind::Sequence(items) if !value.is_empty_collection() => {
            items.iter().for_each(|item| collect(item, item.origin, left, found));
        }
        _ if found.iter().all(|known| source(*known) != source(place)) => found.push(place),
        _ => {}
    }
}
