//! The parsed copy of a text: as many bytes, with what a YAML parser stumbles over replaced.
//!
//! `\r\n` becomes space and line feed, a lone `\r` a line feed, and so do the other line breaks of YAML 1.1, behind blanks
//! for as many bytes; a forbidden control character becomes a letter. A byte order mark within the text becomes a character
//! that no YAML has: a parser would skip it where a segment happens to start.

use std::borrow::Cow;
use std::ops::Range;

/// The copy, and where control characters stand that YAML forbids: each run of them is one mistake.
pub(super) fn plain_text(text: &str) -> (Cow<'_, str>, Vec<Range<usize>>) {
    let mut copy = String::new();
    let mut controls: Vec<Range<usize>> = Vec::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(start) = next_replaced(text.as_bytes(), at) {
        let Some(character) = text.get(start..).and_then(|rest| rest.chars().next()) else { break };
        at = start + character.len_utf8();
        let Some(replacement) = replacement(character, text.as_bytes().get(at).copied()) else { continue };
        if copied == 0 {
            copy.reserve_exact(text.len());
        }
        copy.push_str(text.get(copied..start).unwrap_or_default());
        copy.push_str(replacement);
        copied = at;
        if is_forbidden(character) {
            match controls.last_mut() {
                Some(last) if last.end == start => last.end = at,
                _ => controls.push(start..at),
            }
        }
    }
    if copied == 0 {
        return (Cow::Borrowed(text), controls);
    }
    copy.push_str(text.get(copied..).unwrap_or_default());
    (Cow::Owned(copy), controls)
}

/// Where, from a byte on, a character may stand that is replaced.
fn next_replaced(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    // Without a way out of its loop, the test of a block takes many bytes at a time.
    for block in text.get(from..)?.chunks(64) {
        if block.iter().fold(false, |found, byte| found | may_be_replaced(*byte)) {
            return block.iter().position(|byte| may_be_replaced(*byte)).map(|found| at + found);
        }
        at += block.len();
    }
    None
}

/// Whether a character that is replaced begins with this byte.
fn may_be_replaced(byte: u8) -> bool {
    match byte {
        b'\t' | b'\n' => false,
        // U+0080 to U+009F; U+2028 and U+2029; U+FEFF, U+FFFE and U+FFFF.
        ..b' ' | 0x7f | 0xc2 | 0xe2 | 0xef => true,
        _ => false,
    }
}

/// What stands for a character in the copy, as many bytes, given the byte behind it; `None` if it stays.
fn replacement(character: char, next: Option<u8>) -> Option<&'static str> {
    match character {
        '\r' if next == Some(b'\n') => Some(" "),
        '\r' => Some("\n"),
        '\u{85}' => Some(" \n"),
        '\u{2028}' | '\u{2029}' => Some("  \n"),
        '\u{feff}' => Some("\u{ffff}"),
        _ if is_forbidden(character) => "xxx".get(..character.len_utf8()),
        _ => None,
    }
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
