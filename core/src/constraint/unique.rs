//! Items of an array that are equal to each other, found in the time that the array is long.

use std::fmt::Write as _;

use rustc_hash::FxHashSet;

use super::number;
use crate::values::flow::{flow, key_text};
use crate::values::{Value, ValueKind};

/// The first item that equals an earlier one, in words.
pub(super) fn repeated_item(kind: &ValueKind) -> Option<String> {
    let ValueKind::Sequence(sequence) = kind else { return None };
    let mut seen = FxHashSet::default();
    sequence.iter().find(|item| !seen.insert(canonical(item))).map(|item| format!("{} twice", flow(item)))
}

/// A text that equal values share: numbers by amount, maps without regard to order.
fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match &value.kind {
        ValueKind::Mapping(mapping) => {
            let entry = |entry: &crate::values::fragment::Fragment| {
                let mut text = format!("{}:", key_text(entry.entry_key()));
                write(&entry.value, &mut text);
                text
            };
            let mut entries: Vec<String> = mapping.entries.iter().map(entry).collect();
            entries.sort_unstable();
            let _ = write!(text, "{{{}}}", entries.join(","));
        }
        ValueKind::Sequence(sequence) => {
            text.push('[');
            sequence.iter().for_each(|item| {
                write(item, text);
                text.push(',');
            });
            text.push(']');
        }
        kind @ ValueKind::Float(_) => {
            let _ = write!(text, "{}", number(kind).unwrap_or_default());
        }
        _ => text.push_str(&flow(value)),
    }
}
