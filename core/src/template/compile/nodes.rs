//! The nodes that a program speaks of: everything about them that code does not decide.

use serde::{Deserialize, Serialize};

use crate::text::Place;
use crate::values::fragment::Annotations;
use crate::values::{Key, Value, ValueKind};

/// A node before code runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NodeTemplate {
    /// What it is.
    pub kind: TemplateNodeKind,
    /// The index of the node that holds it; `None` for documents.
    pub parent: Option<u32>,
    /// The token that stands for it: `---`, the key, the dash; its whole range for a mapping or a sequence.
    pub place: Place,
    /// The token of its value; its own place if it has none.
    pub value_place: Place,
    /// Its annotations, if all of them are literals; those that code computes are attached by it.
    pub annotations: Annotations,
    /// Its value, if no code stands in it: a scalar, nothing (null), an alias, or a whole mapping or sequence. `None` if
    /// a mapping or sequence node follows that is its value.
    pub content: Option<ValueKind>,
    /// Whether `@yaml/map-key-override` lets it take the place of an entry with the same key.
    pub overrides_key: bool,
}

impl NodeTemplate {
    /// Its value, if no code gives it.
    pub fn value(&self) -> Value {
        let kind = self.content.clone().unwrap_or(ValueKind::Null);
        let is_held = self.content.is_none() || kind.is_collection();
        Value { origin: if is_held { self.place } else { self.value_place }, kind }
    }
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TemplateNodeKind {
    /// A document; it stands in the list of documents.
    Document,
    /// A mapping; a document, entry or item holds it.
    Mapping,
    /// An entry of a mapping, with its key unless `__key` computes it.
    Entry(Key),
    /// `<<`: `content` holds the entries that it brings into its mapping.
    Merge,
    /// A sequence; a document, entry or item holds it.
    Sequence,
    /// An item of a sequence.
    Item,
}
