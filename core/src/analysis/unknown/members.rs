//! What modules and values of a type have.

use super::known::{InferredType, KnownNames, NameLookup};
use crate::template::code_docs::{self, MembersDoc};

/// What a module, or a value of a type, has under a name.
pub(super) fn read(holder: &'static MembersDoc, name: &str) -> NameLookup {
    match holder.member(name) {
        None => NameLookup::Missing,
        Some(member) if member.is_function() => NameLookup::Found(InferredType::Documented(holder.name, member)),
        Some(member) => of_type(member.gives).map_or(NameLookup::Unknown, NameLookup::Found),
    }
}

/// The names of a module, or of values of a type.
pub(super) fn names(holder: &MembersDoc) -> KnownNames {
    KnownNames::new(holder.members.iter().map(|member| (member.name().to_owned(), None)))
}

/// A value of a type that is known by its name.
pub(super) fn of_type(name: &str) -> Option<InferredType> {
    code_docs::of_type(name).map(InferredType::Of)
}
