//! What matching sees of a node's value, be it a fragment's or a data value: one way to compare both.

use crate::template::fragment::{Fragment, FragmentContent};
use crate::template::function::GivenArgument;
use crate::text::Place;
use crate::values::{EntryValue, Key, Value, ValueKind};

/// A value that nodes are matched by.
pub(crate) trait OverlayPart: Sized {
    /// What it is, with its children.
    fn shape(&self) -> PartShape<'_, Self>;

    /// The value at a key, if it is a map that has it.
    fn at_key(&self, key: &Key) -> Option<&Self>;

    /// The value as functions are given it; `origin` is where it was written.
    fn given(&self, origin: Place) -> GivenArgument;
}

/// What a part is.
pub(crate) enum PartShape<'a, P> {
    /// A scalar.
    Scalar(&'a ValueKind),
    /// A map.
    Mapping {
        /// Its entries in order.
        entries: Vec<(&'a Key, OverlayNode<'a, P>)>,
        /// Whether there may be more.
        is_open: bool,
    },
    /// An array.
    Sequence {
        /// Its items in order.
        items: Vec<OverlayNode<'a, P>>,
        /// Whether there may be more or fewer.
        is_open: bool,
    },
    /// It is not known.
    Unknown,
}

/// A part, and the token that stands for it: a scalar itself, of a collection its key, dash or `---`.
pub(crate) struct OverlayNode<'a, P> {
    /// The token.
    pub(crate) place: Place,
    /// The part.
    pub(crate) part: &'a P,
}

impl<P> Clone for OverlayNode<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for OverlayNode<'_, P> {}

impl OverlayPart for FragmentContent {
    fn shape(&self) -> PartShape<'_, Self> {
        match self {
            Self::Scalar(kind) => PartShape::Scalar(kind),
            Self::Mapping(mapping) => PartShape::Mapping {
                entries: mapping.children.iter().filter_map(|child| Some((child.key()?, node(child)))).collect(),
                is_open: mapping.is_open,
            },
            Self::Sequence(sequence) => {
                PartShape::Sequence { items: sequence.children.iter().map(node).collect(), is_open: sequence.is_open }
            }
            Self::Unknown => PartShape::Unknown,
        }
    }

    fn at_key(&self, key: &Key) -> Option<&Self> {
        let Self::Mapping(mapping) = self else { return None };
        mapping.children.iter().find(|child| child.key() == Some(key)).map(|child| &child.content)
    }

    fn given(&self, _: Place) -> GivenArgument {
        GivenArgument::Content(self.clone())
    }
}

impl OverlayPart for ValueKind {
    fn shape(&self) -> PartShape<'_, Self> {
        match self {
            Self::Mapping(mapping) => PartShape::Mapping {
                entries: mapping.entries.iter().map(|EntryValue { key, value, .. }| (key, value_node(value))).collect(),
                is_open: false,
            },
            Self::Sequence(sequence) => {
                PartShape::Sequence { items: sequence.iter().map(value_node).collect(), is_open: false }
            }
            Self::Unknown => PartShape::Unknown,
            scalar => PartShape::Scalar(scalar),
        }
    }

    fn at_key(&self, key: &Key) -> Option<&Self> {
        let Self::Mapping(mapping) = self else { return None };
        mapping.get(key).map(|value| &value.kind)
    }

    fn given(&self, origin: Place) -> GivenArgument {
        GivenArgument::Value(Value { origin, kind: self.clone() })
    }
}

/// A fragment's content as a node.
pub(crate) fn node(fragment: &Fragment) -> OverlayNode<'_, FragmentContent> {
    OverlayNode { place: fragment.token(), part: &fragment.content }
}

/// A data value as a node.
pub(crate) fn value_node(value: &Value) -> OverlayNode<'_, ValueKind> {
    OverlayNode { place: value.origin, part: &value.kind }
}

/// Whether a value is at least what another shows.
pub(crate) enum Held<'a, P> {
    /// It is.
    Yes,
    /// It is not: this part of the other is something else below, or missing there.
    No(OverlayNode<'a, P>),
    /// That is not known.
    Unknown,
}

/// Whether what is below has all the keys that `above` shows, its items from the first on, and the same scalars.
pub(crate) fn holds<'a, B: OverlayPart, A: OverlayPart>(below: &B, above: OverlayNode<'a, A>) -> Held<'a, A> {
    match (below.shape(), above.part.shape()) {
        (PartShape::Unknown, _) | (_, PartShape::Unknown) => Held::Unknown,
        (PartShape::Scalar(left), PartShape::Scalar(right)) if is_equal(left, right) => Held::Yes,
        (PartShape::Mapping { is_open, .. }, PartShape::Mapping { entries, is_open: may_grow }) => {
            let held = entries.into_iter().map(|(key, entry)| match below.at_key(key) {
                Some(found) => holds(found, entry),
                None if is_open => Held::Unknown,
                None => Held::No(entry),
            });
            all(held, may_grow)
        }
        (PartShape::Sequence { items: left, is_open }, PartShape::Sequence { items: right, is_open: may_grow }) => {
            let mut left = left.into_iter();
            let held = right.into_iter().map(|item| match left.next() {
                _ if is_open || may_grow => Held::Unknown,
                Some(found) => holds(found.part, item),
                None => Held::No(item),
            });
            all(held, may_grow)
        }
        _ => Held::No(above),
    }
}

/// The first that is not there; unknown if any is unknown.
fn all<'a, P>(held: impl Iterator<Item = Held<'a, P>>, mut is_unknown: bool) -> Held<'a, P> {
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
