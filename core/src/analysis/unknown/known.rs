//! What is known of a value in code.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::problem::nearest;
use crate::schema::SchemaNode;
use crate::template::code_docs::{MembersDoc, NameDoc};
use crate::template::names::{BindingId, ExpressionId};
use crate::text::{FileId, Place, TextRange};
use crate::values::Value;

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
    Missing(KnownNames),
}

/// The names that there are instead, each with the place that declares it.
#[derive(Default)]
pub(super) struct KnownNames {
    /// The names.
    pub(super) names: Vec<(String, Option<Place>)>,
    /// What the value is, if it is no map.
    pub(super) found: Option<String>,
}

impl KnownNames {
    /// Whether one of them is probably meant by a name.
    pub(super) fn has_near(&self, name: &str) -> bool {
        nearest(name, self.names.iter().map(|(name, _)| name.as_str())).is_some()
    }
}

impl InferredType {
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
