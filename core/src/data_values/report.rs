//! What is wrong with a document of values, in words.

use super::OverlaySubject;
use crate::problem::{About, Code, Problem};
use crate::schema::SchemaNode;
use crate::schema::conform::type_word;
use crate::schema::map_keys::KeyPattern;
use crate::template::overlay::keys::{expected_keys, suggest_key, unambiguous};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

/// Whether a problem is about what a document is laid over, and not about the document by itself.
pub(crate) fn is_about_below(problem: &Problem) -> bool {
    problem.code == Code::OverlayMismatch || problem.about == Some(About::ValuesBelow)
}

/// The problem of a key that a map of final data values has more than once: ytt takes such maps from texts that are no
/// templates, and crashes when it makes anything of the values.
pub(crate) fn repeated_key(value: &Value) -> Option<Problem> {
    let repeated = match &value.kind {
        ValueKind::Mapping(mapping) => mapping.repeated.as_deref().and_then(|key| mapping.entry(key)),
        _ => None,
    };
    let Some(entry) = repeated else { return value.kind.children().find_map(|child| repeated_key(&child.value)) };
    let key = unambiguous(entry.entry_key());
    let message = format!("The map has the key `{key}` more than once, and ytt crashes on that in data values");
    let hint = "leave one of them; a merge key (`<<`) counts as the keys that it brings in";
    Some(Problem::new(Code::DuplicateKey, entry.place, message).hint(hint))
}

/// A key that nothing declares.
pub(super) struct UnknownKey {
    pub(super) problem: Problem,
    /// The key that the problem suggests.
    pub(super) intended: Option<Key>,
}

/// A key that nothing declares. `declared` are the keys there are, `meant` is the one of them that was probably meant,
/// `parent` is what holds them.
pub(super) fn unknown_key<'a>(
    entry: &Fragment,
    declared: impl ExactSizeIterator<Item = &'a Key>,
    intended: Option<&Key>,
    parent: Place,
    parent_is_schema: bool,
    patterns: &[KeyPattern],
) -> UnknownKey {
    let key = entry.entry_key();
    let name = unambiguous(key);
    let (message, related) = if parent_is_schema {
        (format!("The key `{name}` is not declared in the schema"), "the schema declares the keys of this map here")
    } else {
        (format!("There is no key `{name}` in the values below"), "this is the map that the document overlays")
    };
    let problem = Problem::new(Code::UnknownKey, entry.place, message).found(format!("`{name}`"));
    let expected = match patterns.iter().map(|pattern| pattern.allowed.to_string()).collect::<Vec<_>>() {
        patterns if patterns.is_empty() => expected_keys(declared),
        patterns if declared.len() == 0 => patterns.join(", or "),
        patterns => format!("{}, or {}", expected_keys(declared), patterns.join(", or ")),
    };
    let problem = problem.expected(expected);
    let problem = if parent_is_schema { problem } else { problem.about(About::ValuesBelow) };
    let problem = if parent == Place::NOWHERE { problem } else { problem.related(parent, related) };
    let problem = match intended {
        Some(intended) => suggest_key(problem, intended, entry.place),
        None if parent_is_schema => problem,
        None => problem.hint("annotate it with `#@overlay/match missing_ok=True` to add it"),
    };
    UnknownKey { problem, intended: intended.cloned() }
}

/// A value that does not have the type of its schema.
pub(super) fn type_mismatch(value: &Value, schema: &SchemaNode, subject: &OverlaySubject) -> Problem {
    let (found, expected) = (value.kind.type_name(), type_word(&schema.ty));
    let an_expected = a(&expected);
    let or_null = if schema.nullable { " or null" } else { "" };
    let message = format!("{subject} must be {an_expected}{or_null}");
    let problem = Problem::new(Code::TypeMismatch, value.origin, message).found(found);
    let problem = problem.expected(format!("{expected}{or_null}"));
    let problem = problem.related(schema.declared, "the schema declares it here");
    match (found, &*expected) {
        ("null", _) if *subject == OverlaySubject::Document => {
            problem.hint("null replaces all values: give the document content, or remove it")
        }
        ("null", _) => {
            problem.hint("leave the key out to use the default, or annotate it in the schema with `#@schema/nullable`")
        }
        ("integer" | "float" | "boolean", "string") => problem.hint("put the value in quotes"),
        ("float", "integer") => problem.hint("write the number without a fraction"),
        _ => problem,
    }
}

/// A collection over something that it cannot be laid over.
pub(super) fn overlay_mismatch(left: &Value, right: &Value, subject: &OverlaySubject) -> Problem {
    let (below, found) = (left.kind.type_name(), right.kind.type_name());
    let (an_below, an_found) = (a(below), a(found));
    let message = format!("{subject} is {an_below}, which {an_found} cannot overlay");
    let problem = Problem::new(Code::OverlayMismatch, right.origin, message).found(found).expected(below);
    let problem = problem.hint(format!("give {an_below}, or replace what is below"));
    if left.origin == Place::NOWHERE { problem } else { problem.related(left.origin, "this is the value below") }
}

/// A word with its article.
fn a(word: &str) -> String {
    match word {
        "null" => word.to_owned(),
        _ if word.starts_with(['a', 'i']) => format!("an {word}"),
        _ => format!("a {word}"),
    }
}
