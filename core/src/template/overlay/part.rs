//! What matching sees of a node's value.

use crate::values::{Key, Value, ValueKind};

/// Whether a value is at least what another shows.
pub(crate) enum Containment<'a> {
    /// It is.
    Yes,
    /// It is not: this part of the other is something else below, or missing there.
    No(&'a Value),
    /// That is not known.
    Unknown,
}

/// Whether what is below has all the keys that `above` shows, its items from the first on, and the same scalars.
pub(crate) fn holds<'a>(below: &ValueKind, above: &'a Value) -> Containment<'a> {
    match (below, &above.kind) {
        (ValueKind::Unknown, _) | (_, ValueKind::Unknown) => Containment::Unknown,
        (ValueKind::Mapping(left), ValueKind::Mapping(right)) => {
            let held = right.entries.iter().map(|entry| match left.get(entry.entry_key()) {
                Some(found) => holds(&found.kind, &entry.value),
                None if left.is_open => Containment::Unknown,
                None => Containment::No(&entry.value),
            });
            all(held, right.is_open)
        }
        (ValueKind::Sequence(left), ValueKind::Sequence(right)) => {
            let mut items = left.iter();
            let held = right.iter().map(|item| match items.next() {
                _ if left.is_open || right.is_open => Containment::Unknown,
                Some(found) => holds(&found.kind, item),
                None => Containment::No(item),
            });
            all(held, right.is_open)
        }
        (left, right) if is_equal(left, right) => Containment::Yes,
        _ => Containment::No(above),
    }
}

/// The first that is not there; unknown if any is unknown.
fn all<'a>(held: impl Iterator<Item = Containment<'a>>, mut is_unknown: bool) -> Containment<'a> {
    for held in held {
        match held {
            Containment::Yes => {}
            Containment::No(missing) => return Containment::No(missing),
            Containment::Unknown => is_unknown = true,
        }
    }
    if is_unknown { Containment::Unknown } else { Containment::Yes }
}

/// Whether two scalars are the same for matching: a whole number is no number with a fraction.
pub(crate) fn is_equal(left: &ValueKind, right: &ValueKind) -> bool {
    Key::of(left).is_some_and(|left| Key::of(right).is_some_and(|right| left == right))
}
