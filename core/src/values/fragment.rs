//! What a tree of values is made of: documents, map entries and array items, with their places and annotations.
//!
//! Schemas, data values, flags and output all are this tree. It says nothing about types.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::arguments::Arguments;
use super::flow::key_text;
use super::{Key, Value, ValueKind};
use crate::text::{Place, TextRange};

/// A document, a map entry or an array item.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fragment {
    /// Which of these it is.
    pub holder: Holder,
    /// The token that stands for it: `---`, the key, or the dash.
    pub place: Place,
    /// Its annotations.
    pub annotations: Annotations,
    /// Its value.
    pub value: Value,
}

/// What holds a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Holder {
    /// A document.
    Document,
    /// A map entry with this key.
    Entry(Key),
    /// An array item.
    Item,
}

impl Holder {
    /// The value that is held in a schema, as the start of a sentence.
    pub fn subject(&self) -> String {
        match self {
            Self::Document => "The schema document".to_owned(),
            Self::Item => "The array's item".to_owned(),
            Self::Entry(key) => format!("`{}`", key_text(key)),
        }
    }

    /// The value that is held, inside a sentence.
    pub fn words(&self) -> String {
        match self {
            Self::Document => "the document".to_owned(),
            Self::Entry(key) => format!("`{}`", key_text(key)),
            Self::Item => "the array's item".to_owned(),
        }
    }
}

/// The annotations of a fragment in source order, those whose arguments are no Starlark left out.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Annotations(Option<Arc<Vec<AttachedAnnotation>>>);

/// An annotation of a fragment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AttachedAnnotation {
    /// Its name, such as `schema/title`.
    pub name: SmolStr,
    /// The token of the name.
    pub name_place: Place,
    /// Its arguments.
    pub arguments: Arguments,
}

impl Annotations {
    /// Whether they say how the fragment is laid over others.
    pub fn are_of_overlay(&self) -> bool {
        self.iter().any(AttachedAnnotation::is_of_overlay)
    }
}

impl Deref for Annotations {
    type Target = [AttachedAnnotation];

    fn deref(&self) -> &Self::Target {
        self.0.as_ref().map_or(&[], |annotations| annotations)
    }
}

impl From<Vec<AttachedAnnotation>> for Annotations {
    fn from(annotations: Vec<AttachedAnnotation>) -> Self {
        Self((!annotations.is_empty()).then(|| Arc::new(annotations)))
    }
}

impl Fragment {
    /// One without annotations, of which the token is that of its value.
    pub fn new(holder: Holder, value: Value) -> Self {
        Self { holder, place: value.origin, annotations: Annotations::default(), value }
    }

    /// An entry of a map, without annotations; `place` is the token of the key.
    pub fn entry(key: Key, place: Place, value: Value) -> Self {
        Self { place, ..Self::new(Holder::Entry(key), value) }
    }

    /// The same with another value.
    #[must_use]
    pub fn with(&self, value: Value) -> Self {
        Self { holder: self.holder.clone(), place: self.place, annotations: self.annotations.clone(), value }
    }

    /// One that stands nowhere and has no annotations.
    pub fn unplaced(holder: Holder, kind: ValueKind) -> Self {
        Self::new(holder, Value::unwritten(kind))
    }

    /// The annotation of that name that counts: the last one.
    pub fn annotation(&self, name: &str) -> Option<&AttachedAnnotation> {
        self.annotations.iter().rev().find(|attached| attached.name == name)
    }

    /// Its key, if it is a map entry.
    pub fn key(&self) -> Option<&Key> {
        match &self.holder {
            Holder::Entry(key) => Some(key),
            Holder::Document | Holder::Item => None,
        }
    }

    /// Its key, where it is known to be a map entry; anything else counts as one whose key is null.
    pub fn entry_key(&self) -> &Key {
        self.key().unwrap_or(&Key::Null)
    }

    /// The children, if its value is a map or an array.
    pub fn children(&self) -> impl Iterator<Item = &Self> + Clone {
        self.value.kind.children()
    }
}

impl AttachedAnnotation {
    /// A range of the annotation's comment as a place.
    pub fn place(&self, range: TextRange) -> Place {
        Place { range, ..self.name_place }
    }

    /// Whether it says how its fragment is laid over others.
    pub fn is_of_overlay(&self) -> bool {
        self.name.starts_with("overlay/")
    }
}
