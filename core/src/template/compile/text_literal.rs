//! Text as the interpreter reads it, which knows `\u`; ytt does not.

/// A text as a string literal.
pub(super) fn quoted(text: &str) -> String {
    let mut literal = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => literal.extend(['\\', character]),
            '\n' => literal.push_str("\\n"),
            _ if character.is_control() => literal.push_str(&escape(character)),
            _ => literal.push(character),
        }
    }
    literal.push('"');
    literal
}

fn escape(character: char) -> String {
    format!("\\u{:04x}", u32::from(character))
}
