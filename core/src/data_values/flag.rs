//! A data value given as a flag, as a value of its own: one map inside another along its key.

use smol_str::SmolStr;

use super::FlagLayer;
use crate::document::TextDocument;
use crate::problem::{Code, Problem, Severity};
use crate::text::{FileId, Place};
use crate::values::fragment::Fragment;
use crate::values::from_yaml::{ValueMemo, from_plain_values};
use crate::values::{Key, Value, ValueKind};
use crate::yaml::compose;

/// The value of a flag; an error is its one `invalid-flag` problem.
pub(super) fn value(flag: &FlagLayer<'_>) -> Result<Value, Box<Problem>> {
    let value = if flag.is_yaml { parse(flag)? } else { at(flag.place, ValueKind::String(flag.text.into())) };
    Ok(flag.keys.iter().rfold(value, |value, key| {
        let entry = Fragment::entry(Key::String(SmolStr::from(key)), flag.place, value);
        at(flag.place, ValueKind::map(vec![entry]))
    }))
}

/// The entry that holds the value itself, so many maps deep in the value of a flag.
pub(super) fn innermost(value: &Value, depth: usize) -> Option<&Fragment> {
    let ValueKind::Mapping(mapping) = &value.kind else { return None };
    let entry = mapping.entries.first()?;
    if depth <= 1 { Some(entry) } else { innermost(&entry.value, depth - 1) }
}

fn parse(flag: &FlagLayer<'_>) -> Result<Value, Box<Problem>> {
    let document = TextDocument::new(FileId::NONE, flag.text);
    let stream = document.stream();
    let converted = stream.documents.first().map(|it| from_plain_values(FileId::NONE, it, &mut ValueMemo::default()));
    let composed = compose::check(FileId::NONE, stream, &mut compose::ComposeMemo::default());
    let of_value = converted.iter().flat_map(|converted| &converted.problems);
    let mut problems = stream.problems.iter().chain(&composed).chain(of_value);
    if let Some(problem) = problems.find(|problem| problem.severity == Severity::Error) {
        let key = flag.keys.join(".");
        let message = format!("The value of `{}` for `{key}` is not YAML that ytt can load", flag.flag);
        let invalid = Problem::new(Code::InvalidFlag, flag.place, message);
        return Err(Box::new(invalid.found(problem.message.clone())));
    }
    Ok(converted.map_or(at(flag.place, ValueKind::Null), |converted| moved(&converted.value, flag.place)))
}

/// Scalars of a text that strict parsing refuses, told at the flag that holds it.
pub(super) fn ambiguous_scalars(text: &str, place: Place) -> Vec<Problem> {
    let document = TextDocument::new(FileId::NONE, text);
    let found = compose::check(FileId::NONE, document.stream(), &mut compose::ComposeMemo::default().strict(true));
    let found = found.into_iter().filter(|problem| problem.code == Code::AmbiguousScalar);
    let here = |mut problem: Problem| {
        problem.fixes.clear();
        Problem { severity: Severity::Error, place, ..problem }
    };
    found.map(here).collect()
}

fn at(origin: Place, kind: ValueKind) -> Value {
    Value { origin, kind }
}

/// The value with the flag as the place of everything in it.
fn moved(value: &Value, place: Place) -> Value {
    let kind = value.kind.with_children(|child| Fragment { place, value: moved(&child.value, place), ..child.clone() });
    at(place, kind)
}
