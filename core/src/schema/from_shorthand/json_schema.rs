//! JSON Schema where the shorthand declares fields: `type: integer` declares a field that is called `type`.

use crate::problem::{Code, Problem, Severity};
use crate::schema::shorthand::{ShorthandDialect, markers};
use crate::values::flow::flow;
use crate::values::fragment::Fragment;
use crate::values::{Key, ValueKind};

/// The keywords that people write into schemas.
const KEYWORDS: &[&str] = &[
    "type",
    "properties",
    "items",
    "required",
    "enum",
    "default",
    "description",
    "title",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "additionalProperties",
    "nullable",
    "const",
    "example",
    "examples",
    "oneOf",
    "anyOf",
    "allOf",
    "not",
    "$ref",
    "$defs",
    "readOnly",
    "writeOnly",
    "deprecated",
];

/// The types that the keyword `type` names.
const TYPES: &[&str] = &["string", "integer", "number", "boolean", "array", "object", "null"];

/// Entries that are keywords, one of them `type` with the bare name of a type.
pub(super) struct ShorthandKeywords<'a> {
    entries: &'a [&'a Fragment],
    ty: &'a str,
}

/// The entries as keywords, if that is what they look like: all of them, or the first one that is refused.
pub(super) fn look_like_keywords<'a>(
    entries: &'a [&'a Fragment],
    refused: Option<&Fragment>,
) -> Option<ShorthandKeywords<'a>> {
    let is_keyword =
        |entry: &Fragment| matches!(entry.entry_key(), Key::String(key) if KEYWORDS.contains(&key.as_str()));
    let ty = entries.iter().find(|entry| *entry.entry_key() == Key::String("type".into()))?;
    let ValueKind::String(ty) = &ty.value.kind else { return None };
    let are_keywords = refused.is_some_and(is_keyword) || entries.iter().all(|entry| is_keyword(entry));
    (are_keywords && TYPES.contains(&ty.as_str())).then_some(ShorthandKeywords { entries, ty })
}

/// The problem with keywords in the place of fields: an error at the first one that the platform refuses, else a
/// warning.
pub(super) fn problem(keywords: &ShorthandKeywords<'_>, refused: Option<&Fragment>, subject: &str) -> Problem {
    let first = refused.or(keywords.entries.first().copied());
    let place = first.map_or(crate::text::Place::NOWHERE, |entry| entry.place);
    let message = format!("`{subject}` is written as JSON Schema, whose keywords are read as names of fields");
    let problem = Problem::new(Code::JsonSchemaAsFields, place, message);
    let problem = match keywords.shorthand() {
        Some(shorthand) => problem.hint(format!("write `{shorthand}`")),
        None => problem.hint("declare each field by its own key, with a type such as `string` as its value"),
    };
    if refused.is_some() { problem } else { Problem { severity: Severity::Warning, ..problem } }
}

impl ShorthandKeywords<'_> {
    /// The shorthand that says the same, if all values are plain.
    fn shorthand(&self) -> Option<String> {
        if matches!(self.ty, "array" | "object" | "null") {
            return None;
        }
        let others = self.entries.iter().filter(|entry| *entry.entry_key() != Key::String("type".into()));
        let markers: Option<Vec<String>> = others.map(|entry| marker(entry)).collect();
        let markers = markers?;
        let pipe = if markers.is_empty() { "" } else { " | " };
        Some(format!("{}{pipe}{}", self.ty, markers.join(" ")))
    }
}

fn marker(entry: &Fragment) -> Option<String> {
    let name = markers::find(&entry.entry_key().to_string(), ShorthandDialect::OpenChoreo)?.name;
    let value = match &entry.value.kind {
        ValueKind::String(text) if text.contains(char::is_whitespace) => format!("'{}'", text.replace('\'', "''")),
        ValueKind::String(text) => text.to_string(),
        ValueKind::Int(_) | ValueKind::Float(_) | ValueKind::Bool(_) => flow(&entry.value),
        _ => return None,
    };
    Some(format!("{name}={value}"))
}
