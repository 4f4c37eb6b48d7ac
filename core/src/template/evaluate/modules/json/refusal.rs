//! What template code reads when a text is no JSON: the text of Go's `encoding/json`, which ytt hands on.

use serde_json::Error;

/// What the parser was looking for, by how serde says it, and what Go says of the character that stands there.
const EXPECTATIONS: &[(&str, &str)] = &[
    ("trailing characters", "after top-level value"),
    ("key must be a string", "looking for beginning of object key string"),
    ("trailing comma", "looking for beginning of value"),
    ("expected `,` or `}`", "after object key:value pair"),
    ("expected `,` or `]`", "after array element"),
    ("expected `:`", "after object key"),
    ("control character", "in string literal"),
    ("invalid escape", "in string escape code"),
    ("invalid number", "in numeric literal"),
    ("expected ident", "in literal"),
];

/// The refusal of a text as Go says it.
pub(super) fn in_go(text: &str, error: &Error) -> String {
    if error.is_eof() {
        return "unexpected end of JSON input".to_owned();
    }
    let message = error.to_string();
    let expectation = EXPECTATIONS.iter().find(|(start, _)| message.starts_with(start));
    let behind = expectation.map_or("looking for beginning of value", |(_, behind)| behind);
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    // Columns count bytes, from 1; a character of several bytes is told by its last.
    let before = line.get(..error.column().saturating_sub(1)).unwrap_or(line);
    let character = line.get(before.len()..).and_then(|rest| rest.chars().next()).unwrap_or('\n');
    format!("invalid character {} {behind}", quoted(character))
}

/// A character as Go quotes it.
fn quoted(character: char) -> String {
    match character {
        '\'' => r"'\''".to_owned(),
        '"' => "'\"'".to_owned(),
        character if character.is_control() => format!("'{}'", character.escape_default()),
        character => format!("'{character}'"),
    }
}
