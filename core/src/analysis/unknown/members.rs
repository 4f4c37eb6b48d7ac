//! What modules and values of a type have.

use super::known::{InferredType, KnownNames, NameLookup};
use crate::template::code_docs::{self, MembersDoc};

/// What a module, or a value of a type, has under a name.
pub(super) fn read(holder: &'static MembersDoc, name: &str) -> NameLookup {
    match holder.member(name) {
        None => {
            let names = holder.members.iter().map(|member| (member.name().to_owned(), None));
            NameLookup::Missing(KnownNames { names: names.collect(), found: None })
        }
        Some(member) if member.is_function() => NameLookup::Found(InferredType::Documented(holder.name, member)),
        Some(member) => of_type(member.gives).map_or(NameLookup::Unknown, NameLookup::Found),
    }
}

/// A value of a type that is known by its name.
pub(super) fn of_type(name: &str) -> Option<InferredType> {
    code_docs::of_type(name).map(InferredType::Of)
}
