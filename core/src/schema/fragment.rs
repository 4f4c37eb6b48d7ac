//! A YAML document as a tree of fragments: documents, map entries and array items with their annotations, anchors
//! and merge keys resolved, template code recognised but not evaluated.
//!
//! It is what overlays of schemas work on. It says nothing about types.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::schema::annotations::Arguments;
use crate::schema::describe::key_text;
use crate::text::{Place, TextRange};
use crate::values::{EntryValue, Key, MappingValue, SequenceValue, Value, ValueKind};

mod blocks;
mod build;

pub(crate) use build::build;

/// A document, a map entry or an array item.
#[derive(Clone, Debug)]
pub(crate) struct Fragment {
    /// Which of these it is.
    pub(crate) holder: Holder,
    /// The token that stands for it: `---`, the key, or the dash.
    pub(crate) place: Place,
    /// Its annotations in source order, those whose arguments are no Starlark left out.
    pub(crate) annotations: Arc<[Attached]>,
    /// The token of its value; its own place if it has none.
    pub(crate) value_place: Place,
    /// Its value.
    pub(crate) content: Content,
}

/// What holds a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Holder {
    /// A document.
    Document,
    /// A map entry with this key.
    Entry(Key),
    /// An array item.
    Item,
}

impl Holder {
    /// The value that is held, inside a sentence.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Document => "the document".to_owned(),
            Self::Entry(key) => format!("`{}`", key_text(key)),
            Self::Item => "the array's item".to_owned(),
        }
    }
}

/// An annotation of a fragment.
#[derive(Clone, Debug)]
pub(crate) struct Attached {
    /// Its name, such as `schema/title`.
    pub(crate) name: SmolStr,
    /// The token of the name.
    pub(crate) name_place: Place,
    /// Its arguments.
    pub(crate) arguments: Arguments,
}

/// The value of a fragment.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// A scalar, or nothing (null).
    Scalar(ValueKind),
    /// A map.
    Mapping(Arc<Collection>),
    /// An array.
    Sequence(Arc<Collection>),
    /// Computed by template code, or not understood.
    Unknown,
}

/// The children of a map or an array.
#[derive(Clone, Debug, Default)]
pub(crate) struct Collection {
    /// The children in order.
    pub(crate) children: Vec<Fragment>,
    /// Whether template code may add children or leave some out, or some could not be read.
    pub(crate) is_open: bool,
}

impl Fragment {
    /// The annotation of that name that counts: the last one.
    pub(crate) fn annotation(&self, name: &str) -> Option<&Attached> {
        self.annotations.iter().rev().find(|attached| attached.name == name)
    }

    /// The value as it stands, without regard to types.
    pub(crate) fn value(&self) -> Value {
        let kind = match &self.content {
            Content::Scalar(kind) => kind.clone(),
            Content::Unknown => ValueKind::Unknown,
            Content::Mapping(mapping) => ValueKind::Mapping(Arc::new(MappingValue {
                entries: mapping.children.iter().filter_map(Self::entry_value).collect(),
                is_spread: false,
            })),
            Content::Sequence(sequence) => {
                let items: SequenceValue = sequence.children.iter().map(Self::value).collect();
                ValueKind::Sequence(Arc::new(items))
            }
        };
        Value { origin: self.value_place, kind }
    }

    fn entry_value(&self) -> Option<EntryValue> {
        let Holder::Entry(key) = &self.holder else { return None };
        Some(EntryValue { key: key.clone(), key_origin: self.place, value: self.value() })
    }

    /// The children, if its value is a map or an array.
    pub(crate) fn children(&self) -> &[Self] {
        match &self.content {
            Content::Mapping(collection) | Content::Sequence(collection) => &collection.children,
            Content::Scalar(_) | Content::Unknown => &[],
        }
    }
}

impl Attached {
    /// A range of the annotation's comment as a place.
    pub(crate) fn place(&self, range: TextRange) -> Place {
        Place { range, ..self.name_place }
    }
}
