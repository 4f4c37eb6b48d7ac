//! Keys that the schema deprecates or has removed: what is said of them, and what they can be changed to.

use crate::problem::{Code, Problem};
use crate::schema::{MappingType, SchemaNode};
use crate::values::fragment::Fragment;
use crate::values::{Key, print};

/// A key whose use the schema discourages.
pub(super) fn deprecated_key(
    entry: &Fragment,
    notice: &str,
    schema: &SchemaNode,
    siblings: Option<&MappingType>,
) -> Problem {
    let message = with_notice(&format!("The key `{}` is deprecated", entry.entry_key()), notice);
    let problem = Problem::new(Code::DeprecatedKey, entry.place, message);
    let problem = problem.related(schema.declared, "the schema declares it here");
    siblings.into_iter().fold(problem, |problem, siblings| with_replacement(problem, entry, notice, siblings))
}

/// A key that may not be set any more.
pub(super) fn removed_key(entry: &Fragment, remedy: &str, schema: &SchemaNode, siblings: &MappingType) -> Problem {
    let message = with_notice(&format!("The key `{}` was removed", entry.entry_key()), remedy);
    let problem = Problem::new(Code::RemovedKey, entry.place, message);
    let problem = problem.related(schema.declared, "the schema says so here");
    with_replacement(problem, entry, remedy, siblings)
}

fn with_notice(message: &str, more: &str) -> String {
    match more.trim() {
        "" => message.to_owned(),
        more => format!("{message}: {more}"),
    }
}

/// Offers the key beside it that the notice names in quotes, if there is one.
fn with_replacement(problem: Problem, entry: &Fragment, notice: &str, siblings: &MappingType) -> Problem {
    let named = |mark: char| notice.split(mark).skip(1).step_by(2);
    let mut named = named('`').chain(named('\'')).chain(named('"')).map(|name| Key::String(name.into()));
    let is_beside =
        |key: &Key| key != entry.entry_key() && siblings.fields.get(key).is_some_and(|field| field.removed.is_none());
    match named.find(is_beside) {
        Some(key) => problem.fix(format!("Change to `{key}`"), entry.place, print::key(&key)),
        None => problem,
    }
}
