//! What the items of an array come to in the end, seen from where their schema is spoken of.

use super::{MOST_LOOKED_AT, MOST_SHOWN};
use crate::analysis::Analysis;
use crate::ide::schema_markdown::{code_span, place_words, shortened};
use crate::schema::lookup::Step;
use crate::text::FileId;
use crate::values::flow::flow;
use crate::values::{Value, ValueKind};

/// The final values at a path that leads through arrays, with the places that set them; `None` where there are none.
pub(in crate::ide) fn of_items(analysis: &Analysis, file: FileId, path: &[Step]) -> Option<String> {
    if !path.iter().any(|step| matches!(step, Step::Item(_))) {
        return None;
    }
    words_of(analysis, &all_at(&analysis.final_values(file)?, path))
}

/// Every value at a path, of all items of the arrays on the way.
pub(super) fn all_at<'v>(value: &'v Value, path: &[Step]) -> Vec<&'v Value> {
    path.iter().fold(vec![value], |found, step| {
        found.into_iter().flat_map(|value| below(value, step)).take(MOST_LOOKED_AT).collect()
    })
}

/// Values with the places that set them; `None` where none of them is worth a word.
pub(super) fn words_of(analysis: &Analysis, found: &[&Value]) -> Option<String> {
    let is_shown =
        |kind: &ValueKind| !matches!(kind, ValueKind::Mapping(_) | ValueKind::Sequence(_) | ValueKind::Unknown);
    let words = |value: &Value| {
        let place = place_words(analysis, value.origin)?;
        Some(format!("{} in {}", code_span(&shortened(&flow(value))), code_span(&place)))
    };
    let mut shown = found.iter().copied().filter(|value| is_shown(&value.kind));
    let mut words: Vec<String> = shown.by_ref().filter_map(words).take(MOST_SHOWN).collect();
    let more = shown.filter(|value| place_words(analysis, value.origin).is_some()).count();
    if more > 0 {
        words.push(format!("and {more} more"));
    }
    (!words.is_empty()).then(|| format!("In effect: {}", words.join(", ")))
}

/// What a step leads to: all items of an array, not one of them.
fn below<'v>(value: &'v Value, step: &Step) -> Vec<&'v Value> {
    match step {
        Step::Key(key) => value.mapping().and_then(|map| map.get(key)).into_iter().collect(),
        Step::Item(_) => value.sequence().map(|list| list.iter().take(MOST_LOOKED_AT).collect()).unwrap_or_default(),
    }
}
