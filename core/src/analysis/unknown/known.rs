//! What is known of a value in code.

use std::cell::OnceCell;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::problem::NameIndex;
use crate::schema::SchemaNode;
use crate::template::code_docs::{MembersDoc, NameDoc};
use crate::template::names::{BindingId, ExpressionId};
use crate::text::{FileId, Place, TextRange};
use crate::values::{Value, ValueKind};

/// What is known of a value.
#[derive(Clone)]
pub(super) enum InferredType {
    /// A module of ytt.
    Module(&'static MembersDoc),
    /// A function of a module or of a value, by the name of its holder.
    Documented(&'static str, &'static NameDoc),
    /// A value of a type.
    Of(&'static MembersDoc),
    /// A data value that one of these schemas declares.
    Declared(Vec<Arc<SchemaNode>>),
    /// A data value where no schema declares any: one of these.
    Written(Vec<Value>),
    /// A function of template code.
    Function(FileId, BindingId),
    /// A struct that code makes.
    Struct(Arc<Struct>),
}

/// A struct that code makes.
pub(super) struct Struct {
    /// The file whose code makes it.
    pub(super) file: FileId,
    /// Its fields: the name, where that stands, and the value.
    pub(super) fields: Vec<(SmolStr, TextRange, Option<ExpressionId>)>,
    /// Whether it may have others.
    pub(super) is_open: bool,
}

/// What comes of reading a name from a value.
pub(super) enum NameLookup {
    /// Nobody knows.
    Unknown,
    /// It is there, with this value.
    Found(InferredType),
    /// It is not there.
    Missing,
}

/// The names that there are, each with the place that declares it.
#[derive(Default)]
pub(super) struct KnownNames {
    /// The names.
    pub(super) names: Vec<(String, Option<Place>)>,
    /// What the value is, if it is no map.
    pub(super) found: Option<String>,
    index: OnceCell<NameIndex>,
}

impl KnownNames {
    pub(super) fn new(names: impl IntoIterator<Item = (String, Option<Place>)>) -> Self {
        Self { names: names.into_iter().collect(), ..Self::default() }
    }

    /// The one that is probably meant by a name.
    pub(super) fn nearest(&self, name: &str) -> Option<&(String, Option<Place>)> {
        let index = self.index.get_or_init(|| NameIndex::of(self.names.iter().map(|(name, _)| name.clone())));
        self.names.get(index.nearest(name)?)
    }
}

impl InferredType {
    /// What tells values apart that have other names.
    pub(super) fn addresses(&self) -> Vec<usize> {
        let of_value = |value: &Value| match &value.kind {
            ValueKind::Mapping(mapping) => Arc::as_ptr(mapping).addr(),
            ValueKind::Sequence(sequence) => Arc::as_ptr(sequence).addr(),
            _ => 0,
        };
        match self {
            Self::Module(known) | Self::Of(known) => vec![std::ptr::from_ref(*known).addr()],
            Self::Declared(nodes) => nodes.iter().map(|node| Arc::as_ptr(node).addr()).collect(),
            Self::Written(values) => values.iter().map(of_value).collect(),
            Self::Struct(made) => vec![Arc::as_ptr(made).addr()],
            Self::Documented(..) | Self::Function(..) => Vec::new(),
        }
    }

    /// A value that is either; `None` if that says nothing.
    pub(super) fn or(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Declared(mut one), Self::Declared(other)) => {
                for node in other {
                    if !one.iter().any(|known| Arc::ptr_eq(known, &node)) {
                        one.push(node);
                    }
                }
                Some(Self::Declared(one))
            }
            (Self::Module(one), Self::Module(other)) if std::ptr::eq(one, other) => Some(Self::Module(one)),
            (Self::Of(one), Self::Of(other)) if std::ptr::eq(one, other) => Some(Self::Of(one)),
            (Self::Function(file, one), Self::Function(home, other)) if (file, one) == (home, other) => {
                Some(Self::Function(file, one))
            }
            (Self::Struct(one), Self::Struct(other)) if Arc::ptr_eq(&one, &other) => Some(Self::Struct(one)),
            _ => None,
        }
    }
}
