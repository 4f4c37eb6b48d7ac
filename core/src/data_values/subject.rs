//! What a problem is about, as the start of its sentence.

use std::fmt::{Display, Formatter, Result};

use crate::values::Key;

/// A value, named by what holds it. Positions in arrays are left out: they change with edits elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum OverlaySubject {
    /// The document as a whole.
    #[default]
    Document,
    /// The value of a key.
    Key(Key),
    /// An item of the array that a key holds, or of the document.
    Item(Option<Key>),
}

impl OverlaySubject {
    /// An item of this.
    pub(crate) fn item(&self) -> Self {
        match self {
            Self::Document => Self::Item(None),
            Self::Key(key) => Self::Item(Some(key.clone())),
            Self::Item(key) => Self::Item(key.clone()),
        }
    }
}

impl Display for OverlaySubject {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Document => f.write_str("The document"),
            Self::Key(key) => write!(f, "`{key}`"),
            Self::Item(Some(key)) => write!(f, "An item of `{key}`"),
            Self::Item(None) => f.write_str("An item of the document"),
        }
    }
}
