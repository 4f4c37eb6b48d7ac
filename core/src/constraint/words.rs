//! Values in words, for sentences about what they break.

use crate::values::flow::flow;
use crate::values::{Value, ValueKind};

/// Longer texts are cut, in characters.
const LONGEST: usize = 60;

/// A value for people: scalars as they are, long text cut short, collections by their type.
pub(crate) fn shown(value: &Value) -> String {
    match &value.kind {
        ValueKind::Mapping(_) | ValueKind::Sequence(_) => a(value.kind.type_name()),
        ValueKind::String(text) if text.chars().count() > LONGEST => {
            let start: String = text.chars().take(LONGEST).collect();
            format!("text that starts with {start:?}")
        }
        _ => flow(value),
    }
}

/// A type with its article.
pub(crate) fn a(word: &str) -> String {
    let article = if word.starts_with(['a', 'i']) { "an" } else { "a" };
    if word == "null" { word.to_owned() } else { format!("{article} {word}") }
}
