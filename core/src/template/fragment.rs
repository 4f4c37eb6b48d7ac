//! A YAML document as a tree of fragments: documents, map entries and array items with their annotations, anchors
//! and merge keys resolved, template code evaluated or its results marked as unknown.
//!
//! It is what schemas, data values and output are made of. It says nothing about types.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::arguments::Arguments;
use crate::text::{Place, TextRange};
use crate::values::flow::key_text;
use crate::values::{EntryValue, Key, MappingValue, SequenceValue, Value, ValueKind};

/// A document, a map entry or an array item.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fragment {
    /// Which of these it is.
    pub holder: Holder,
    /// The token that stands for it: `---`, the key, or the dash.
    pub place: Place,
    /// Its annotations in source order, those whose arguments are no Starlark left out.
    pub annotations: Arc<[AttachedAnnotation]>,
    /// The token of its value; its own place if it has none.
    pub value_place: Place,
    /// Its value.
    pub content: FragmentContent,
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

/// The value of a fragment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum FragmentContent {
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
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Collection {
    /// The children in order.
    pub children: Vec<Fragment>,
    /// Whether template code may add children or leave some out, or some could not be read.
    pub is_open: bool,
    /// Whether it is a dict or a list of template code rather than YAML: its children have no places of their own.
    pub is_computed: bool,
}

impl Fragment {
    /// One that stands nowhere and has no annotations.
    pub fn unplaced(holder: Holder, content: FragmentContent) -> Self {
        Self { holder, place: Place::NOWHERE, annotations: Arc::default(), value_place: Place::NOWHERE, content }
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

    /// The token that stands for its value: a scalar itself, of a map or an array what holds it.
    pub fn token(&self) -> Place {
        match &self.content {
            FragmentContent::Mapping(_) | FragmentContent::Sequence(_) => self.place,
            FragmentContent::Scalar(_) | FragmentContent::Unknown => self.value_place,
        }
    }

    /// The value as it stands, without regard to types.
    pub fn value(&self) -> Value {
        self.content.value(self.token())
    }

    fn entry_value(&self) -> Option<EntryValue> {
        let Holder::Entry(key) = &self.holder else { return None };
        Some(EntryValue { key: key.clone(), key_origin: self.place, value: self.value() })
    }

    /// The children, if its value is a map or an array.
    pub fn children(&self) -> &[Self] {
        self.content.children()
    }
}

impl FragmentContent {
    /// The children, if it is a map or an array.
    pub fn children(&self) -> &[Fragment] {
        match self {
            Self::Mapping(collection) | Self::Sequence(collection) => &collection.children,
            Self::Scalar(_) | Self::Unknown => &[],
        }
    }

    /// A scalar, or what is not known.
    pub fn of_scalar(kind: &ValueKind) -> Self {
        if matches!(kind, ValueKind::Unknown) { Self::Unknown } else { Self::Scalar(kind.clone()) }
    }

    /// A value, without annotations.
    pub fn of_value(value: &Value) -> Self {
        let child = |holder, place, value: &Value| {
            let fragment = Fragment::unplaced(holder, Self::of_value(value));
            Fragment { place, value_place: value.origin, ..fragment }
        };
        let collection = |children| Arc::new(Collection { children, ..Collection::default() });
        match &value.kind {
            ValueKind::Mapping(mapping) => {
                let entries = mapping.entries.iter();
                let entries =
                    entries.map(|entry| child(Holder::Entry(entry.key.clone()), entry.key_origin, &entry.value));
                Self::Mapping(collection(entries.collect()))
            }
            ValueKind::Sequence(items) => {
                Self::Sequence(collection(items.iter().map(|item| child(Holder::Item, item.origin, item)).collect()))
            }
            scalar => Self::of_scalar(scalar),
        }
    }

    /// The same as if all of it were written in YAML.
    #[must_use]
    pub fn written(&self) -> Self {
        if !self.holds_computed() {
            return self.clone();
        }
        let written = |collection: &Collection| {
            let children = collection.children.iter();
            let children = children.map(|child| Fragment { content: child.content.written(), ..child.clone() });
            Arc::new(Collection { children: children.collect(), is_open: collection.is_open, is_computed: false })
        };
        match self {
            Self::Mapping(collection) => Self::Mapping(written(collection)),
            Self::Sequence(collection) => Self::Sequence(written(collection)),
            other => other.clone(),
        }
    }

    fn holds_computed(&self) -> bool {
        match self {
            Self::Mapping(collection) | Self::Sequence(collection) => {
                collection.is_computed || collection.children.iter().any(|child| child.content.holds_computed())
            }
            Self::Scalar(_) | Self::Unknown => false,
        }
    }

    /// The address of a map or an array, by which it is recognised while somebody holds it.
    pub fn address(&self) -> Option<usize> {
        match self {
            Self::Mapping(collection) | Self::Sequence(collection) => Some(Arc::as_ptr(collection) as usize),
            Self::Scalar(_) | Self::Unknown => None,
        }
    }

    /// The name of its type as ytt's users know it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Scalar(kind) => kind.type_name(),
            Self::Mapping(_) => "map",
            Self::Sequence(_) => "array",
            Self::Unknown => ValueKind::Unknown.type_name(),
        }
    }

    /// The value as it stands, written at `origin`.
    pub fn value(&self, origin: Place) -> Value {
        let kind = match self {
            Self::Scalar(kind) => kind.clone(),
            Self::Unknown => ValueKind::Unknown,
            Self::Mapping(mapping) => ValueKind::Mapping(Arc::new(MappingValue {
                entries: mapping.children.iter().filter_map(Fragment::entry_value).collect(),
                ..MappingValue::default()
            })),
            Self::Sequence(sequence) => {
                let items: SequenceValue = sequence.children.iter().map(Fragment::value).collect();
                ValueKind::Sequence(Arc::new(items))
            }
        };
        Value { origin, kind }
    }
}

impl AttachedAnnotation {
    /// A range of the annotation's comment as a place.
    pub fn place(&self, range: TextRange) -> Place {
        Place { range, ..self.name_place }
    }
}
