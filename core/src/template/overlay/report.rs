//! What is wrong with one document laid over another, in words. Documents of values share some of it.

use crate::problem::{Code, Problem, Severity, nearest};
use crate::template::overlay::keys::{expected_keys, intended_key, suggest_key, unambiguous};
use crate::text::Place;
use crate::values::flow::{flow, key_text};
use crate::values::fragment::{Fragment, Holder};
use crate::values::{Key, Value, ValueKind};

/// Why a key that is compared finds nothing.
pub(crate) struct Unmatched {
    /// The key.
    pub(crate) key: Key,
    /// What the node above has there.
    pub(crate) wanted: String,
    /// What those below have there, each once.
    pub(crate) there: Vec<String>,
}

/// Two keywords that both say how many matches there must be.
pub(crate) fn contradiction(origin: Place, one: &str, other: &str) -> Problem {
    let message = format!("Both `{one}=` and `{other}=` say how many matches there must be");
    let problem = Problem::new(Code::OverlayMismatch, origin, message);
    problem.hint("keep one of them; one may come from `@overlay/match-child-defaults` further up")
}

/// A node that cannot be compared by the key that tells nodes apart.
pub(crate) fn match_key_missing(origin: Place, key: &Key, below: Option<Place>) -> Problem {
    let message = match below {
        Some(_) => format!("`by=` compares `{key}`, which not all nodes below have"),
        None => format!("`by=` compares `{key}`, which is missing here"),
    };
    let problem = Problem::new(Code::OverlayMismatch, origin, message).expected(format!("maps with the key `{key}`"));
    related(problem, below.unwrap_or(Place::NOWHERE), "this node does not have it")
}

/// An entry of a map that `overlay.index` is to find.
pub(crate) fn index_of_entry(origin: Place, key: &Key) -> Problem {
    let message = "`overlay.index` finds items and documents by their number, and entries of a map have none";
    let problem = Problem::new(Code::OverlayMismatch, origin, message).found(format!("the key `{}`", key_text(key)));
    problem.hint("without `by=`, an entry finds the one that has the same key")
}

/// What code gives `overlay.index` in the place of a number.
pub(crate) fn no_index(origin: Place, given: &ValueKind) -> Problem {
    let message = "`overlay.index` finds items and documents by their number";
    Problem::new(Code::OverlayMismatch, origin, message).found(given.type_name())
}

/// An entry that is added, or takes the place of one that `by=` finds, in a map that has its key already.
pub(crate) fn duplicate_key(origin: Place, key: &Key, other: Place) -> Problem {
    let message = format!("The map would have the key `{}` twice", key_text(key));
    let problem = Problem::new(Code::OverlayMismatch, origin, message);
    let problem = problem.hint("an entry that is added, or replaces what `by=` finds, brings its own key");
    related(problem, other, "this has the key already")
}

/// A document that is about exactly one and removes it.
pub(crate) fn no_document_left(origin: Place) -> Problem {
    let message = "`@overlay/remove` would leave no document, and ytt would crash";
    Problem::new(Code::OverlayMismatch, origin, message).hint("to empty the document, replace it with `{}`")
}

/// An item with an operation that is about no item below.
pub(crate) fn no_effect(origin: Place, annotation: &str) -> Problem {
    let message = format!("`@{annotation}` has no effect: the item does not say which items it applies to");
    let mut problem = Problem::new(Code::OverlayMismatch, origin, message);
    problem.severity = Severity::Warning;
    problem.hint("add `#@overlay/match by=\"key\"` with a key that tells the items apart")
}

/// A value that `@overlay/assert` demands and that is not below.
pub(crate) fn assertion_failed(origin: Place, wanted: &Value) -> Problem {
    let problem = Problem::new(Code::OverlayMismatch, origin, "`@overlay/assert` finds something else below");
    problem.expected(expectation(wanted))
}

/// What is wrong if the function of `@overlay/assert` gave this: nothing, true or false, or a pair of that and a text.
pub(crate) fn refusal(origin: Place, content: &ValueKind) -> Option<Problem> {
    let pair: Vec<&ValueKind> = content.children().map(|child| &child.value.kind).collect();
    match (content, pair.as_slice()) {
        (ValueKind::Unknown | ValueKind::Null | ValueKind::Bool(true), _)
        | (ValueKind::Sequence(_), [ValueKind::Bool(true), ValueKind::String(_)]) => None,
        (ValueKind::Bool(false), _) => Some(assertion_refused(origin, None)),
        (ValueKind::Sequence(_), [ValueKind::Bool(false), ValueKind::String(reason)]) => {
            Some(assertion_refused(origin, Some(reason)))
        }
        _ => Some(assertion_without_answer(origin, content.type_name())),
    }
}

/// A value that the function of `@overlay/assert` does not accept; `said` is what it says besides.
fn assertion_refused(origin: Place, reason: Option<&str>) -> Problem {
    let message = "The function of `@overlay/assert` does not accept what is below";
    let problem = Problem::new(Code::OverlayMismatch, origin, message);
    match reason {
        Some(reason) => problem.found(reason),
        None => problem,
    }
}

/// A function of `@overlay/assert` that gives something of another type than it may.
fn assertion_without_answer(origin: Place, found: &str) -> Problem {
    let message = "The function of `via=` returns neither true nor false";
    Problem::new(Code::OverlayMismatch, origin, message)
        .found(found)
        .expected("`True`, `False`, `None`, or a pair of a boolean and a text")
}

fn expectation(wanted: &Value) -> String {
    match &wanted.kind {
        ValueKind::Mapping(_) => "a map".to_owned(),
        ValueKind::Sequence(_) => "an array".to_owned(),
        ValueKind::Unknown => "something else".to_owned(),
        _ => flow(wanted),
    }
}

/// A document that does not say what it is laid over.
pub(super) fn no_match(document: &Fragment) -> Problem {
    let message = "The overlay does not say which documents it applies to";
    Problem::new(Code::OverlayMismatch, document.place, message)
        .hint("annotate it with `#@overlay/match by=overlay.all, expects=\"0+\"` for every document")
}

/// A collection over something that it cannot be laid over.
pub(super) fn another_kind(below: &Fragment, above: &Fragment) -> Problem {
    let (found, expected) = (above.value.kind.type_name(), below.value.kind.type_name());
    let message = format!("{} cannot be laid over {}", subject(&above.holder), article(expected));
    let problem = Problem::new(Code::OverlayMismatch, above.place, message).found(found).expected(expected);
    related(problem.hint("to replace it, annotate it with `@overlay/replace`"), below.place, "it would overlay this")
}

/// A map or an array over something of another kind, both without a node that holds them.
pub(super) fn another_content(below: &Fragment, above: &Fragment) -> Problem {
    let (found, expected) = (above.value.kind.type_name(), below.value.kind.type_name());
    let mut message = format!("{} cannot be laid over {}", article(found), article(expected));
    if let Some(first) = message.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let problem = Problem::new(Code::OverlayMismatch, above.place, message).found(found).expected(expected);
    related(problem, below.place, "it would overlay this")
}

/// How many nodes related places name at most.
const MOST_NAMED: usize = 5;

/// A number of matches that is not right. `matched` are the nodes that match, of `all` that could.
pub(crate) fn wrong_count(subject: &str, place: Place, expected: &str, matched: &[Place], all: usize) -> Problem {
    let count = matched.len();
    let message = match all {
        0 | 1 => format!("{subject} matches the only node below"),
        _ if count == all => format!("{subject} matches all {all} nodes below"),
        _ => format!("{subject} matches {count} of the {all} nodes below"),
    };
    let problem = Problem::new(Code::OverlayMismatch, place, message).found(count.to_string()).expected(expected);
    matched.iter().take(MOST_NAMED).fold(problem, |problem, place| related(problem, *place, "this matches"))
}

/// A key that does not exist below. `keys` are those that do, `holder` is what holds them.
pub(super) fn missing_key(child: &Fragment, key: &Key, keys: &[&Key], holder: Place, adds: bool) -> Problem {
    let name = unambiguous(key);
    let message = format!("There is no key `{name}` in the values below");
    let problem = Problem::new(Code::OverlayMismatch, child.place, message).found(format!("`{name}`"));
    let expected =
        if keys.is_empty() { "no key: the map is empty".into() } else { expected_keys(keys.iter().copied()) };
    let problem = problem.expected(expected);
    let problem = related(problem, holder, "this is the map that it overlays");
    let problem = match intended_key(key, keys) {
        Some(intended) => suggest_key(problem, intended, child.place),
        None => problem,
    };
    problem.hint(missing_hint(adds))
}

/// How a node may match nothing.
fn missing_hint(adds: bool) -> &'static str {
    if adds {
        "to add it, annotate it with `@overlay/match missing_ok=True`"
    } else {
        "if it may be missing, annotate it with `@overlay/match missing_ok=True`"
    }
}

/// A node whose `by=` matches nothing among `all` nodes. `adds` is whether it would be added if it may be missing.
pub(crate) fn no_counterpart(
    subject: &str,
    place: Place,
    expected: &str,
    all: usize,
    unmatched: Option<&Unmatched>,
    adds: bool,
) -> Problem {
    let message = match all {
        0 => format!("{subject} matches nothing, because there is nothing below"),
        1 => format!("{subject} does not match the only node below"),
        _ => format!("{subject} matches none of the {all} nodes below"),
    };
    let problem = Problem::new(Code::OverlayMismatch, place, message);
    let problem = match unmatched {
        Some(Unmatched { key, wanted, there }) if (1..10).contains(&there.len()) => {
            let shown: Vec<String> = there.iter().map(|value| format!("`{key}: {value}`")).collect();
            let problem = problem.found(format!("`{key}: {wanted}`")).expected(shown.join(" or "));
            match nearest(wanted, there) {
                Some(near) => problem.hint(format!("did you mean `{near}`?")),
                None => problem,
            }
        }
        _ => problem.found("0").expected(expected),
    };
    problem.hint(missing_hint(adds))
}

/// The problem with another place, if that is one.
pub(crate) fn related(problem: Problem, place: Place, message: &str) -> Problem {
    if place == Place::NOWHERE { problem } else { problem.related(place, message) }
}

/// A node, as the start of a sentence.
pub(super) fn subject(holder: &Holder) -> String {
    match holder {
        Holder::Document => "The document".to_owned(),
        Holder::Entry(key) => format!("`{}`", key_text(key)),
        Holder::Item => "The array's item".to_owned(),
    }
}

fn article(word: &str) -> String {
    match word {
        "null" => word.to_owned(),
        _ if word.starts_with(['a', 'i']) => format!("an {word}"),
        _ => format!("a {word}"),
    }
}
