//! "Did you mean …?": the one rule for which of the names that there are was meant by one that is not there.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::problem::Problem;
use crate::text::Place;

/// The name that was probably meant: the closest one, the first by the alphabet of equally close ones. None where even
/// that is too far off, for a name that was not meant misleads: of three letters at most one may be amiss. Capitals,
/// `_` and `-` are no difference.
pub fn nearest<N: AsRef<str>>(name: &str, names: impl IntoIterator<Item = N>) -> Option<N> {
    let folded = fold(name);
    let length = folded.chars().count();
    let close = names.into_iter().filter_map(|candidate| {
        let other_length = letters(candidate.as_ref()).count();
        let limit = length.max(other_length) / 3;
        // The distance is never less than this difference, and costs more.
        if length.abs_diff(other_length) > limit {
            return None;
        }
        let distance = strsim::damerau_levenshtein(&folded, &fold(candidate.as_ref()));
        (distance <= limit).then_some((distance, candidate))
    });
    let closest = close.min_by(|(distance, name), (other_distance, other)| {
        (distance, name.as_ref()).cmp(&(other_distance, other.as_ref()))
    });
    closest.map(|(_, name)| name)
}

fn fold(name: &str) -> String {
    letters(name).collect()
}

/// What counts of a name.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|letter| !matches!(letter, '_' | '-')).flat_map(char::to_lowercase)
}

/// So many names are compared with every one that is not there. Of more, only those with at most one slip are found:
/// finding these takes the same time however many there are.
const MOST_COMPARED: usize = 256;

/// So many names that differ in the same letter are compared.
const MOST_ALIKE: usize = 64;

/// Names among which the one that was meant is looked for again and again.
#[derive(Debug, Default)]
pub struct NameIndex {
    names: Vec<String>,
    /// Which names become the same by leaving out one letter, or none, by the hash of what is left. Two names with one
    /// slip between them have such a text in common.
    shortened: FxHashMap<u64, Vec<u32>>,
}

impl NameIndex {
    /// The index of names.
    pub fn of(names: impl IntoIterator<Item = String>) -> Self {
        let names: Vec<String> = names.into_iter().collect();
        let mut shortened: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        if names.len() > MOST_COMPARED {
            for (index, name) in (0..).zip(&names) {
                for hash in hashes_of_shortened(&fold(name)) {
                    let alike = shortened.entry(hash).or_default();
                    if alike.len() < MOST_ALIKE && alike.last() != Some(&index) {
                        alike.push(index);
                    }
                }
            }
        }
        Self { names, shortened }
    }

    /// The index of the name that was probably meant, as [`nearest`] says it.
    pub fn nearest(&self, name: &str) -> Option<usize> {
        let candidate = |index: usize| Some(NameCandidate { index, name: self.names.get(index)? });
        let found = if self.names.len() <= MOST_COMPARED {
            nearest(name, (0..self.names.len()).filter_map(candidate))
        } else {
            let folded = fold(name);
            let alike = hashes_of_shortened(&folded).filter_map(|hash| self.shortened.get(&hash)).flatten();
            nearest(name, alike.filter_map(|index| candidate(*index as usize)))
        };
        found.map(|found| found.index)
    }
}

struct NameCandidate<'a> {
    index: usize,
    name: &'a str,
}

impl AsRef<str> for NameCandidate<'_> {
    fn as_ref(&self) -> &str {
        self.name
    }
}

/// The hashes of a name, and of the name without each one of its letters.
fn hashes_of_shortened(name: &str) -> impl Iterator<Item = u64> {
    let hash_of = move |left_out: Option<usize>| {
        let mut hasher = FxHasher::default();
        for (_, letter) in name.chars().enumerate().filter(|(index, _)| Some(*index) != left_out) {
            letter.hash(&mut hasher);
        }
        hasher.finish()
    };
    // Longer names than that are compared by their hash as a whole: leaving out letters costs their length squared.
    let letters = name.chars().take(MOST_LETTERS + 1).count();
    let each = if letters > MOST_LETTERS { 0 } else { letters };
    std::iter::once(None).chain((0..each).map(Some)).map(hash_of)
}

/// A longer name is hardly typed by hand.
const MOST_LETTERS: usize = 64;

impl Problem {
    /// Says which name was probably meant by the one at a place, if any was, and offers to write it.
    pub(crate) fn suggest(self, near: Option<&str>, place: Place) -> Self {
        let Some(near) = near else { return self };
        self.hint(format!("did you mean `{near}`?")).fix(format!("Change to `{near}`"), place, near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, names: &[&str], expected: Option<&str>) {
        assert_eq!(nearest(name, names.iter().copied()), expected, "for {name:?} among {names:?}");
    }

    #[test]
    fn slips_of_the_fingers_are_seen_through() {
        for (name, intended) in [
            ("prot", "port"),
            ("hots", "host"),
            ("nam", "name"),
            ("lables", "labels"),
            ("replcia", "replicas"),
            ("enviroment", "environment"),
            ("imagePulPolcy", "imagePullPolicy"),
        ] {
            check(name, &["bystander", intended, "zone"], Some(intended));
        }
    }

    #[test]
    fn another_way_to_write_a_name_is_no_difference() {
        check("max_size", &["maxSize", "minSize"], Some("maxSize"));
        check("allow_empty", &["allow-empty"], Some("allow-empty"));
        check("URL", &["url", "uri"], Some("url"));
    }

    #[test]
    fn names_that_merely_look_alike_are_not_suggested() {
        for (name, other) in [
            ("x", "a"),
            ("x", "xy"),
            ("ip", "id"),
            ("host", "port"),
            ("name", "node"),
            ("foo", "fab"),
            ("cpu", "memory"),
            ("replicas", "resources"),
            ("ingress", "image"),
            ("", "a"),
        ] {
            check(name, &[other], None);
        }
    }

    #[test]
    fn among_many_names_one_slip_is_seen_through_as_among_few() {
        let many: Vec<String> = (0..5_000).map(|number| format!("declaredKey{number}")).collect();
        let index = NameIndex::of(many.iter().cloned());
        for (name, intended) in [
            ("decalredKey42", "declaredKey42"),
            ("declaredKye4999", "declaredKey4999"),
            ("declared_key_7", "declaredKey7"),
            ("eclaredKey300", "declaredKey300"),
            ("xdeclaredKey300", "declaredKey300"),
        ] {
            assert_eq!(index.nearest(name).map(|index| many[index].as_str()), Some(intended), "for {name:?}");
        }
        assert_eq!(index.nearest("something"), None);
        let alike: Vec<String> = ('\u{4e00}'..'\u{9000}').map(|letter| format!("key{letter}")).collect();
        assert!(NameIndex::of(alike).nearest("keyx").is_some());
    }

    #[test]
    fn the_closest_counts_and_then_the_alphabet() {
        check("ports", &["parts", "port", "pods"], Some("parts"));
        check("levle", &["lever", "level"], Some("level"));
        check("Größen", &["größe"], Some("größe"));
        check("anything", &[], None);
    }
}
