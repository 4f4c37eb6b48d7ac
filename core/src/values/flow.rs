//! Values on one line for people: YAML in flow style, and keys as they are named in sentences.

use std::fmt::Write as _;

use super::{Key, Value, ValueKind};
use crate::yaml::ScalarStyle;
use crate::yaml::scalar::{ScalarValue, resolve_plain};

/// A value on one line, as YAML in flow style. Text is always quoted.
pub fn flow(value: &Value) -> String {
    let mut text = String::new();
    write_flow(value, usize::MAX, &mut text);
    text
}

/// The same, cut after so many characters. Costs no more than what is shown.
pub fn flow_cut(value: &Value, most: usize) -> String {
    let mut text = String::new();
    write_flow(value, most * MOST_BYTES, &mut text);
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Of one character.
const MOST_BYTES: usize = 4;

/// Writes a value, or enough of it for so many bytes.
fn write_flow(value: &Value, most: usize, text: &mut String) {
    match &value.kind {
        ValueKind::Null | ValueKind::Unknown => text.push_str("null"),
        ValueKind::Bool(bool) => {
            let _ = write!(text, "{bool}");
        }
        ValueKind::Int(int) => {
            let _ = write!(text, "{int}");
        }
        ValueKind::Float(float) => {
            let _ = write!(text, "{float:?}");
        }
        ValueKind::String(string) => text.push_str(&quoted(string)),
        ValueKind::Mapping(mapping) => {
            text.push('{');
            for (index, entry) in mapping.entries.iter().enumerate() {
                if text.len() > most {
                    return;
                }
                text.push_str(if index == 0 { "" } else { ", " });
                let _ = write!(text, "{}: ", key_text(entry.entry_key()));
                write_flow(&entry.value, most, text);
            }
            text.push('}');
        }
        ValueKind::Sequence(sequence) => {
            text.push('[');
            for (index, item) in sequence.iter().enumerate() {
                if text.len() > most {
                    return;
                }
                text.push_str(if index == 0 { "" } else { ", " });
                write_flow(item, most, text);
            }
            text.push(']');
        }
    }
}

/// Text as a plain scalar where YAML reads it back as the same text, else in double quotes.
pub fn plain_or_quoted(text: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '/' | ' ');
    let is_safe = text.starts_with(|first: char| first.is_alphanumeric() || matches!(first, '_' | '/' | '.'))
        && text.chars().all(is_plain)
        && !text.ends_with(' ')
        && matches!(resolve_plain(&text.into()), ScalarValue::String(_));
    if is_safe { text.to_owned() } else { quoted(text) }
}

/// Text in double quotes, escaped as YAML and JSON both understand.
pub fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Text as it is written inside a scalar of that style, between its quotes if it has any.
pub fn inside_scalar(style: ScalarStyle, text: &str) -> String {
    match style {
        ScalarStyle::Plain | ScalarStyle::Literal | ScalarStyle::Folded => text.to_owned(),
        ScalarStyle::SingleQuoted => text.replace('\'', "''"),
        ScalarStyle::DoubleQuoted => {
            let quoted = quoted(text);
            quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default().to_owned()
        }
    }
}

/// A key as people name it: text as it is, anything else as YAML writes it.
pub fn key_text(key: &Key) -> String {
    match key {
        Key::Null => "null".to_owned(),
        Key::Bool(bool) => bool.to_string(),
        Key::Int(int) => int.to_string(),
        Key::Float(bits) => format!("{bits:?}"),
        Key::String(text) => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Place;
    use crate::values::fragment::{Fragment, Holder};

    fn value(kind: ValueKind) -> Value {
        Value { origin: Place::NOWHERE, kind }
    }

    #[test]
    fn a_value_fits_on_one_line() {
        let item = value(ValueKind::array([Fragment::unplaced(Holder::Item, ValueKind::Float(1.0))]));
        let entry = Fragment::entry(Key::Int(1.into()), Place::NOWHERE, item);
        assert_eq!(flow(&value(ValueKind::map([entry]))), "{1: [1.0]}");
        assert_eq!(flow(&value(ValueKind::String("a \"b\"\n".into()))), r#""a \"b\"\n""#);
    }
}
