//! What stands for a key that nobody sets.
//!
//! Data values have every key of their schema: a default, an empty value, or null. JSON Schema knows keys that are not
//! there, so null stands for them where nothing else can.

use super::keywords::ImportedKeywords;
use super::{Importer, Notes};
use crate::values::flow::flow;
use crate::values::{Value, ValueKind};

const MUST_BE_GIVEN: &str = "that it must be given: its default stands in";
const GIVEN_AS_NULL: &str = "that it must be given: null, which is a value, stands for a key that is not set";
const NOT_NULL: &str = "that it is not null: null stands for a key that is not set";

/// Where a node stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ImportPosition {
    Root,
    /// The value of a key that must be given, or need not be.
    Field {
        is_required: bool,
    },
    Item,
}

/// What a node is where it is not set.
pub(super) enum Absent {
    /// A default.
    Default(Value),
    /// The emptiest value of the type.
    Zero,
    /// Null.
    Null,
}

impl Importer<'_> {
    /// Decides what a node is where it is not set, and notes what follows for null. `is_right` says whether a default is
    /// of the type, `zero` is the emptiest value of it, if that is a value for the rules.
    pub(super) fn absent(
        &mut self,
        keywords: &ImportedKeywords,
        default: Option<&Value>,
        position: ImportPosition,
        notes: &mut Notes,
        is_right: impl Fn(&Value) -> bool,
        zero: Option<&Value>,
    ) -> Absent {
        let is_required = position == ImportPosition::Field { is_required: true };
        let is_null = |value: &Value| matches!(value.kind, ValueKind::Null);
        let default = default.filter(|value| {
            let is_usable = is_null(value) || is_right(value);
            if !is_usable {
                self.lose(notes, format!("the default `{}`, which is of another type", flow(value)));
            }
            is_usable
        });
        match default {
            Some(value) if !is_null(value) => {
                if is_required && !keywords.refuse(value) {
                    self.lose(notes, MUST_BE_GIVEN);
                }
                Absent::Default(value.clone())
            }
            _ if notes.takes_null => {
                if is_required {
                    self.lose(notes, GIVEN_AS_NULL);
                }
                Absent::Null
            }
            _ if matches!(position, ImportPosition::Root | ImportPosition::Item) => Absent::Zero,
            _ if is_required => {
                notes.rules.refuse_null();
                notes.is_demanded = true;
                Absent::Null
            }
            None if zero.is_some_and(|zero| !keywords.refuse(zero)) => Absent::Zero,
            _ => {
                self.lose(notes, NOT_NULL);
                Absent::Null
            }
        }
    }
}
