//! "Did you mean …?": the one rule for which of the names that there are was meant by one that is not there.

use crate::problem::Problem;
use crate::text::Place;

/// The name that was probably meant: the closest one, the first by the alphabet of equally close ones. None where even
/// that is too far off, for a name that was not meant misleads: of three letters at most one may be amiss. Capitals,
/// `_` and `-` are no difference.
pub fn nearest<N: AsRef<str>>(name: &str, names: impl IntoIterator<Item = N>) -> Option<N> {
    let folded = fold(name);
    let length = folded.chars().count();
    let close = names.into_iter().filter_map(|candidate| {
        let other = fold(candidate.as_ref());
        let other_length = other.chars().count();
        let limit = length.max(other_length) / 3;
        // The distance is never less than this difference, and costs more.
        if length.abs_diff(other_length) > limit {
            return None;
        }
        let distance = strsim::damerau_levenshtein(&folded, &other);
        (distance <= limit).then_some((distance, candidate))
    });
    let closest = close.min_by(|(distance, name), (other_distance, other)| {
        (distance, name.as_ref()).cmp(&(other_distance, other.as_ref()))
    });
    closest.map(|(_, name)| name)
}

fn fold(name: &str) -> String {
    name.chars().filter(|letter| !matches!(letter, '_' | '-')).flat_map(char::to_lowercase).collect()
}

impl Problem {
    /// Says which name was probably meant by the one at a place, if any was, and offers to write it.
    pub(crate) fn meant(self, near: Option<&str>, place: Place) -> Self {
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
        for (name, meant) in [
            ("prot", "port"),
            ("hots", "host"),
            ("nam", "name"),
            ("lables", "labels"),
            ("replcia", "replicas"),
            ("enviroment", "environment"),
            ("imagePulPolcy", "imagePullPolicy"),
        ] {
            check(name, &["bystander", meant, "zone"], Some(meant));
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
    fn the_closest_counts_and_then_the_alphabet() {
        check("ports", &["parts", "port", "pods"], Some("parts"));
        check("levle", &["lever", "level"], Some("level"));
        check("Größen", &["größe"], Some("größe"));
        check("anything", &[], None);
    }
}
