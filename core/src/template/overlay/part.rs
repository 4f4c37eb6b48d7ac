//! What matching sees of a node's value.

use crate::values::{Key, Value, ValueKind};

/// Whether a value is at least what another shows.
pub(crate) enum Held<'a> {
    /// It is.
    Yes,
    /// It is not: this part of the other is something else below, or missing there.
    No(&'a Value),
    /// That is not known.
    Unknown,
}

/// Whether what is below has all the keys that `above` shows, its items from the first on, and the same scalars.
pub(crate) fn holds<'a>(below: &ValueKind, above: &'a Value) -> Held<'a> {
    match (below, &above.kind) {
        (ValueKind::Unknown, _) | (_, ValueKind::Unknown) => Held::Unknown,
        (ValueKind::Mapping(left), ValueKind::Mapping(right)) => {
            let held = right.entries.iter().map(|entry| match left.get(entry.entry_key()) {
                Some(found) => holds(&found.kind, &entry.value),
                None if left.is_open => Held::Unknown,
                None => Held::No(&entry.value),
            });
            all(held, right.is_open)
        }
        (ValueKind::Sequence(left), ValueKind::Sequence(right)) => {
            let mut items = left.iter();
            let held = right.iter().map(|item| match items.next() {
                _ if left.is_open || right.is_open => Held::Unknown,
                Some(found) => holds(&found.kind, item),
                None => Held::No(item),
            });
            all(held, right.is_open)
        }
        (left, right) if is_equal(left, right) => Held::Yes,
        _ => Held::No(above),
    }
}

/// The first that is not there; unknown if any is unknown.
fn all<'a>(held: impl Iterator<Item = Held<'a>>, mut is_unknown: bool) -> Held<'a> {
    for held in held {
        match held {
            Held::Yes => {}
            Held::No(missing) => return Held::No(missing),
            Held::Unknown => is_unknown = true,
        }
    }
    if is_unknown { Held::Unknown } else { Held::Yes }
}

/// Whether two scalars are the same for matching: a whole number is no number with a fraction.
pub(crate) fn is_equal(left: &ValueKind, right: &ValueKind) -> bool {
    Key::of(left).is_some_and(|left| Key::of(right).is_some_and(|right| left == right))
}
