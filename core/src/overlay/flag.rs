//! A data value given as a flag, as a value of its own: one map inside another along its key.

use std::sync::Arc;

use smol_str::SmolStr;

use super::FlagLayer;
use crate::document::TextDocument;
use crate::problem::{Code, Problem};
use crate::text::{FileId, Place};
use crate::values::from_yaml::{Memo, from_yaml};
use crate::values::{EntryValue, Key, MappingValue, SequenceValue, Value, ValueKind};

/// The value of a flag; an error is its one `invalid-flag` problem.
pub(super) fn value(flag: &FlagLayer<'_>) -> Result<Value, Box<Problem>> {
    let invalid = |message: String| Box::new(Problem::new(Code::InvalidFlag, flag.place, message));
    if flag.key.split('.').any(str::is_empty) {
        let problem = invalid(format!("`{}` does not name a key", flag.flag));
        return Err(Box::new(problem.found(format!("`{}`", flag.key)).expected("keys with dots between them")));
    }
    if flag.key.contains(':') {
        let problem = invalid(format!("The key of `{}` holds a colon, which only follows a library", flag.flag));
        return Err(Box::new(problem.found(format!("`{}`", flag.key)).expected("`key`, or `@library:key`")));
    }
    let value = if flag.is_yaml { parse(flag, invalid)? } else { at(flag.place, ValueKind::String(flag.text.into())) };
    Ok(flag.key.rsplit('.').fold(value, |value, key| {
        let entry = EntryValue { key: Key::String(SmolStr::from(key)), key_origin: flag.place, value };
        at(flag.place, ValueKind::Mapping(Arc::new(MappingValue { entries: vec![entry], is_spread: false })))
    }))
}

fn parse(flag: &FlagLayer<'_>, invalid: impl Fn(String) -> Box<Problem>) -> Result<Value, Box<Problem>> {
    let document = TextDocument::new(FileId::NONE, flag.text);
    if let Some(problem) = document.stream().problems.first() {
        let message = format!("The value of `{}` for `{}` is not YAML that ytt can load", flag.flag, flag.key);
        return Err(Box::new(invalid(message).found(problem.message.clone())));
    }
    let Some(document) = document.stream().documents.first() else { return Ok(at(flag.place, ValueKind::Null)) };
    Ok(moved(&from_yaml(FileId::NONE, document, &mut Memo::default()).value, flag.place))
}

fn at(origin: Place, kind: ValueKind) -> Value {
    Value { origin, kind }
}

/// The value with the flag as the place of everything in it.
fn moved(value: &Value, place: Place) -> Value {
    let kind = match &value.kind {
        ValueKind::Mapping(mapping) => {
            let move_entry = |entry: &EntryValue| EntryValue {
                key: entry.key.clone(),
                key_origin: place,
                value: moved(&entry.value, place),
            };
            let entries = mapping.entries.iter().map(move_entry).collect();
            ValueKind::Mapping(Arc::new(MappingValue { entries, is_spread: false }))
        }
        ValueKind::Sequence(sequence) => {
            let items: SequenceValue = sequence.iter().map(|item| moved(item, place)).collect();
            ValueKind::Sequence(Arc::new(items))
        }
        kind => kind.clone(),
    };
    at(place, kind)
}
