//! Places as pages and editors in a browser count: lines, and in them units of UTF-16, both from 0.

use std::fmt::Write as _;
use std::path::Path;

use sayl_core::document::TextDocument;
use sayl_core::text::{TextRange, TextSize};
use serde::{Deserialize, Serialize};

/// A place between two characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) character: usize,
}

/// From one place to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Range {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

/// The position of a byte offset; one beyond the end is the end.
pub(crate) fn position(document: &TextDocument, offset: TextSize) -> Position {
    let rope = document.rope();
    let byte = usize::from(offset).min(rope.len_bytes());
    let line = rope.byte_to_line(byte);
    let units = |byte| rope.char_to_utf16_cu(rope.byte_to_char(byte));
    Position { line, character: units(byte) - units(rope.line_to_byte(line)) }
}

/// The range of bytes, as lines and units.
pub(crate) fn range(document: &TextDocument, bytes: TextRange) -> Range {
    Range { start: position(document, bytes.start()), end: position(document, bytes.end()) }
}

/// The byte offset of a position. One beyond its line is the end of the line, one beyond the text the end of the text.
pub(crate) fn offset(document: &TextDocument, position: Position) -> TextSize {
    let rope = document.rope();
    if position.line >= rope.len_lines() {
        return size(rope.len_bytes());
    }
    let line = rope.line(position.line);
    let breaks = line.chars_at(line.len_chars()).reversed().take_while(|last| matches!(last, '\n' | '\r')).count();
    let last = line.char_to_utf16_cu(line.len_chars() - breaks);
    let character = line.utf16_cu_to_char(position.character.min(last));
    size(rope.line_to_byte(position.line) + line.char_to_byte(character))
}

/// The byte range of a range; a reversed one is turned around.
pub(crate) fn bytes(document: &TextDocument, range: Range) -> TextRange {
    let (start, end) = (offset(document, range.start), offset(document, range.end));
    TextRange::new(start.min(end), start.max(end))
}

/// The address of a file, as hovers link to it.
pub(crate) fn address(path: &Path) -> String {
    let mut address = String::from("file://");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                address.push(char::from(*byte));
            }
            other => drop(write!(address, "%{other:02X}")),
        }
    }
    address
}

/// A module of WebAssembly has no 4 GiB.
fn size(bytes: usize) -> TextSize {
    TextSize::try_from(bytes).unwrap_or(TextSize::new(u32::MAX))
}

#[cfg(test)]
mod tests {
    use sayl_core::text::FileId;

    use super::*;

    #[test]
    fn every_character_keeps_its_place_there_and_back() {
        let text = "\u{feff}a: ä\r\nb: 😀\u{2028}c\rd: 1\n\n";
        let document = TextDocument::new(FileId(0), text);
        let is_in_break = |byte: usize| text.as_bytes().get(byte.wrapping_sub(1)..=byte) == Some(b"\r\n");
        for (byte, _) in text.char_indices().filter(|(byte, _)| !is_in_break(*byte)) {
            assert_eq!(offset(&document, position(&document, size(byte))), size(byte), "byte {byte}");
        }
    }

    #[test]
    fn what_lies_beyond_a_line_or_a_text_is_its_end() {
        let document = TextDocument::new(FileId(0), "a: 😀\r\nb");
        let at = |line, character| usize::from(offset(&document, Position { line, character }));
        assert_eq!([at(0, 5), at(0, 99), at(1, 99), at(9, 0)], [7, 7, 10, 10]);
    }
}
