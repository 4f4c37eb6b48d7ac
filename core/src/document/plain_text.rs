//! The parsed copy of a text: as many bytes, with what a YAML parser stumbles over replaced.
//!
//! `\r\n` becomes space and line feed, a lone `\r` a line feed, and so do the other line breaks of YAML 1.1, behind blanks
//! for as many bytes; a forbidden control character becomes a letter. A byte order mark within the text becomes a character
//! that no YAML has: a parser would skip it where a segment happens to start.

use std::borrow::Cow;
use std::ops::Range;

/// The copy, and where control characters stand that YAML forbids: each run of them is one mistake.
pub(super) fn plain_text(text: &str) -> (Cow<'_, str>, Vec<Range<usize>>) {
    if text.bytes().all(|byte| matches!(byte, b' '..0x7f | b'\n')) {
        return (Cow::Borrowed(text), Vec::new());
    }
    let mut copy = String::with_capacity(text.len());
    let mut controls: Vec<Range<usize>> = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '\r' if matches!(characters.peek(), Some((_, '\n'))) => copy.push(' '),
            '\r' => copy.push('\n'),
            '\u{85}' => copy.push_str(" \n"),
            '\u{2028}' | '\u{2029}' => copy.push_str("  \n"),
            _ if is_forbidden(character) => {
                let end = at + character.len_utf8();
                match controls.last_mut() {
                    Some(last) if last.end == at => last.end = end,
                    _ => controls.push(at..end),
                }
                copy.extend(std::iter::repeat_n('x', character.len_utf8()));
            }
            '\u{feff}' => copy.push('\u{ffff}'),
            _ => copy.push(character),
        }
    }
    (Cow::Owned(copy), controls)
}

/// A text with blanks in these ranges, line feeds excepted: as many bytes. The text itself if one of them splits a
/// character.
pub(super) fn blanked(text: &str, ranges: impl IntoIterator<Item = Range<usize>>) -> String {
    blanked_where(text, ranges, |byte| byte != b'\n')
}

/// The same for some bytes of the ranges.
pub(super) fn blanked_where(
    text: &str,
    ranges: impl IntoIterator<Item = Range<usize>>,
    is_blanked: impl Fn(u8) -> bool,
) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for range in ranges {
        for byte in bytes.get_mut(range).unwrap_or_default() {
            if is_blanked(*byte) {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

fn is_forbidden(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' | '\u{85}' => false,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => true,
        _ => false,
    }
}
