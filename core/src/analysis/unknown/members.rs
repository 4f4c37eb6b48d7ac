//! What modules and values of a type have.

use super::known::{Answer, Known, Names};
use crate::template::code_docs::{self, MembersDoc};

/// What a module, or a value of a type, has under a name.
pub(super) fn read(holder: &'static MembersDoc, name: &str) -> Answer {
    match holder.member(name) {
        None => {
            let names = holder.members.iter().map(|member| (member.name().to_owned(), None));
            Answer::Missing(Names { names: names.collect(), found: None })
        }
        Some(member) if member.is_function() => Answer::Found(Known::Documented(holder.name, member)),
        Some(member) => of_type(member.gives).map_or(Answer::Unknown, Answer::Found),
    }
}

/// A value of a type that is known by its name.
pub(super) fn of_type(name: &str) -> Option<Known> {
    code_docs::of_type(name).map(Known::Of)
}
