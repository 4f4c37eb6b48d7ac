//! What is wrong with a document of values, in words.

use super::Subject;
use crate::problem::{Code, Problem, Severity};
use crate::schema::SchemaNode;
use crate::schema::conform::type_word;
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::{EntryValue, Key, Value, ValueKind, print};

/// A key that nothing declares. `declared` are the keys there are, `parent` is what holds them.
pub(super) fn unknown_key<'a>(
    entry: &EntryValue,
    declared: impl Iterator<Item = &'a Key>,
    parent: Place,
    parent_is_schema: bool,
) -> Problem {
    let key = &entry.key;
    let declared: Vec<&Key> = declared.collect();
    let names = similar(key, &declared);
    let (message, related) = if parent_is_schema {
        (format!("The key `{key}` is not declared in the schema"), "the schema declares the keys of this map here")
    } else {
        (format!("There is no key `{key}` in the values below"), "this is the map that the document is laid over")
    };
    let problem = Problem::new(Code::UnknownKey, entry.key_origin, message).found(format!("`{key}`"));
    let problem = problem.expected(expected_keys(&names, declared.len()));
    let problem = if parent == Place::NOWHERE { problem } else { problem.related(parent, related) };
    match nearest(&key.to_string(), &names) {
        Some(name) => {
            let text = print::key(&Key::String(name.into()));
            let problem = problem.hint(format!("did you mean `{name}`?"));
            problem.fix(format!("Change to `{name}`"), entry.key_origin, text)
        }
        None if parent_is_schema => problem,
        None => problem.hint("annotate it with `#@overlay/match missing_ok=True` to add it"),
    }
}

/// More keys than this are not compared letter by letter with every unknown one.
const MANY_KEYS: usize = 1_000;

/// The names of the keys that may have been meant, sorted: all of them, or in a large map those that start alike and
/// are about as long.
fn similar(key: &Key, declared: &[&Key]) -> Vec<String> {
    let is_similar = |other: &Key| match (key, other) {
        (Key::String(found), Key::String(other)) => {
            found.len().abs_diff(other.len()) <= 2 && found.as_bytes().first() == other.as_bytes().first()
        }
        _ => false,
    };
    let is_large = declared.len() > MANY_KEYS;
    let mut names: Vec<String> =
        declared.iter().filter(|other| !is_large || is_similar(other)).map(ToString::to_string).collect();
    names.sort_unstable();
    names
}

/// `count` is the number of all keys, `names` those that come into question.
fn expected_keys(names: &[String], count: usize) -> String {
    match names {
        _ if count >= 10 => "a key that the map declares".to_owned(),
        [] => "no key: the map is declared empty".to_owned(),
        [name] => format!("the key `{name}`"),
        names => format!("one of `{}`", names.join("`, `")),
    }
}

/// The name that was probably meant: close enough for its length, the first of equally close ones.
pub(crate) fn nearest<'a>(found: &str, names: &'a [String]) -> Option<&'a str> {
    let fold = |text: &str| text.to_lowercase().replace('_', "");
    let folded = fold(found);
    let limit = folded.len().div_ceil(2);
    let distances = names.iter().map(|name| (strsim::damerau_levenshtein(&folded, &fold(name)), name));
    let (distance, name) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance < limit).then_some(name.as_str())
}

/// A value that does not have the type of its schema.
pub(super) fn type_mismatch(value: &Value, schema: &SchemaNode, subject: &Subject) -> Problem {
    let (found, expected) = (value.kind.type_name(), type_word(&schema.ty));
    let an_expected = a(expected);
    let or_null = if schema.nullable { " or null" } else { "" };
    let message = format!("{subject} must be {an_expected}{or_null}");
    let problem = Problem::new(Code::TypeMismatch, value.origin, message).found(found);
    let problem = problem.expected(format!("{expected}{or_null}"));
    let problem = problem.related(schema.declared, "the schema declares it here");
    match (found, expected) {
        ("null", _) => problem.hint("leave the key out to use the default, or let the schema say `#@schema/nullable`"),
        ("integer" | "float" | "boolean", "string") => problem.hint("put the value in quotes"),
        ("float", "integer") => problem.hint("write the number without a fraction"),
        _ => problem,
    }
}

/// A collection over something that it cannot be laid over.
pub(super) fn overlay_mismatch(left: &Value, right: &Value, subject: &Subject) -> Problem {
    let (below, found) = (left.kind.type_name(), right.kind.type_name());
    let (an_below, an_found) = (a(below), a(found));
    let message = format!("{subject} is {an_below} below, and {an_found} cannot be laid over it");
    let problem = Problem::new(Code::OverlayMismatch, right.origin, message).found(found).expected(below);
    let problem = problem.hint(format!("give {an_below}, or replace what is below"));
    if left.origin == Place::NOWHERE { problem } else { problem.related(left.origin, "this is the value below") }
}

/// A word with its article.
fn a(word: &str) -> String {
    let article = if word.starts_with(['a', 'i']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// A number of matches that an overlay annotation does not allow.
pub(super) fn wrong_match_count(origin: Place, found: usize, expected: &str) -> Problem {
    let nodes = if found == 1 { "node" } else { "nodes" };
    let message = format!("The overlay matches {found} {nodes} below");
    Problem::new(Code::OverlayMismatch, origin, message).found(found.to_string()).expected(expected)
}

/// Two keywords that both say how many matches there must be.
pub(super) fn contradiction(origin: Place, one: &str, other: &str) -> Problem {
    let message = format!("Both `{one}=` and `{other}=` say how many matches there must be");
    let problem = Problem::new(Code::OverlayMismatch, origin, message);
    problem.hint("keep one of them; one may come from `@overlay/match-child-defaults` further up")
}

/// A node that cannot be compared by the key that tells nodes apart.
pub(super) fn match_key_missing(origin: Place, key: &Key, below: Option<Place>) -> Problem {
    let message = match below {
        Some(_) => format!("`by=` compares `{key}`, which not all nodes below have"),
        None => format!("`by=` compares `{key}`, which is missing here"),
    };
    let problem = Problem::new(Code::OverlayMismatch, origin, message).expected(format!("maps with the key `{key}`"));
    match below.filter(|place| *place != Place::NOWHERE) {
        Some(place) => problem.related(place, "this node does not have it"),
        None => problem,
    }
}

/// An item with an operation that is about no item below.
pub(super) fn no_effect(origin: Place, annotation: &str) -> Problem {
    let message = format!("`@{annotation}` has no effect: the item does not say which items it is about");
    let mut problem = Problem::new(Code::OverlayMismatch, origin, message);
    problem.severity = Severity::Warning;
    problem.hint("add `#@overlay/match by=\"key\"` with a key that tells the items apart")
}

/// A value that `@overlay/assert` demands and that is not below.
pub(super) fn assertion_failed(origin: Place, wanted: &Value) -> Problem {
    let problem = Problem::new(Code::OverlayMismatch, origin, "`@overlay/assert` finds something else below");
    problem.expected(match &wanted.kind {
        ValueKind::Mapping(_) | ValueKind::Sequence(_) => a(wanted.kind.type_name()),
        _ => flow(wanted),
    })
}

/// A key whose use the schema discourages.
pub(super) fn deprecated_key(entry: &EntryValue, notice: &str, schema: &SchemaNode) -> Problem {
    let message = match notice {
        "" => format!("The key `{}` is deprecated", entry.key),
        notice => format!("The key `{}` is deprecated: {notice}", entry.key),
    };
    let problem = Problem::new(Code::DeprecatedKey, entry.key_origin, message);
    problem.related(schema.declared, "the schema declares it here")
}
