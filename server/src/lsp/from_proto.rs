//! From the protocol to the engine: lines and characters to bytes, changes to edits.
//!
//! Positions beyond a line or a text are cut to its end, as the protocol asks; nothing here fails.

use ropey::Rope;
use sayl_core::text::{TextRange, TextSize};
use tower_lsp::ls_types::{Position, Range, TextDocumentContentChangeEvent};

use super::capabilities::PositionEncoding;

/// The byte offset of a position.
pub(crate) fn offset(rope: &Rope, position: Position, encoding: PositionEncoding) -> TextSize {
    let line = position.line as usize;
    if line >= rope.len_lines() {
        return size(rope.len_bytes());
    }
    let start = rope.line_to_byte(line);
    let end = start + content_length(rope, line);
    let character = position.character as usize;
    let byte = match encoding {
        PositionEncoding::Utf8 => start.saturating_add(character).min(end),
        PositionEncoding::Utf16 => {
            let units = rope.char_to_utf16_cu(rope.byte_to_char(start)).saturating_add(character);
            let last = rope.char_to_utf16_cu(rope.byte_to_char(end));
            rope.char_to_byte(rope.utf16_cu_to_char(units.min(last)))
        }
        PositionEncoding::Utf32 => {
            let characters = rope.byte_to_char(start).saturating_add(character);
            rope.char_to_byte(characters.min(rope.byte_to_char(end)))
        }
    };
    // A byte inside a character means the character.
    size(rope.char_to_byte(rope.byte_to_char(byte)))
}

/// The byte range of a range; a reversed one is turned around.
pub(crate) fn range(rope: &Rope, lsp_range: Range, encoding: PositionEncoding) -> TextRange {
    let start = offset(rope, lsp_range.start, encoding);
    let end = offset(rope, lsp_range.end, encoding);
    TextRange::new(start.min(end), start.max(end))
}

/// Changes of a document as edits, each in bytes of the text that the one before left.
pub(crate) fn edits(
    rope: &Rope,
    changes: Vec<TextDocumentContentChangeEvent>,
    encoding: PositionEncoding,
) -> Vec<(TextRange, String)> {
    let mut rope = rope.clone();
    let count = changes.len();
    let mut edits = Vec::with_capacity(count);
    for (index, change) in changes.into_iter().enumerate() {
        let edit = match change.range {
            Some(lsp_range) => (range(&rope, lsp_range, encoding), change.text),
            None => replacement(&rope, &change.text),
        };
        if index + 1 < count {
            apply(&mut rope, &edit);
        }
        edits.push(edit);
    }
    edits
}

fn apply(rope: &mut Rope, (range, text): &(TextRange, String)) {
    let start = rope.byte_to_char(usize::from(range.start()));
    let end = rope.byte_to_char(usize::from(range.end()));
    rope.remove(start..end);
    rope.insert(start, text);
}

/// A whole new text as the edit of what differs, so that a client which sends whole texts pays for what it changed.
fn replacement(rope: &Rope, text: &str) -> (TextRange, String) {
    let shorter = rope.len_bytes().min(text.len());
    let prefix = rope.bytes().zip(text.bytes()).take_while(|(old, new)| old == new).count();
    let prefix = boundary_at_or_before(text, prefix);
    let backwards = rope.bytes_at(rope.len_bytes()).reversed();
    let suffix = backwards.zip(text.bytes().rev()).take(shorter - prefix).take_while(|(old, new)| old == new).count();
    let suffix = text.len() - boundary_at_or_after(text, text.len() - suffix);
    let range = TextRange::new(size(prefix), size(rope.len_bytes() - suffix));
    (range, text[prefix..text.len() - suffix].to_owned())
}

fn boundary_at_or_before(text: &str, mut byte: usize) -> usize {
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

fn boundary_at_or_after(text: &str, mut byte: usize) -> usize {
    while !text.is_char_boundary(byte) {
        byte += 1;
    }
    byte
}

/// The length of a line in bytes without its line ending.
fn content_length(rope: &Rope, line: usize) -> usize {
    let line = rope.line(line);
    let mut length = line.len_bytes();
    if length > 0 && line.byte(length - 1) == b'\n' {
        length -= 1;
    }
    if length > 0 && line.byte(length - 1) == b'\r' {
        length -= 1;
    }
    length
}

/// Texts are refused long before they reach 4 GiB.
fn size(bytes: usize) -> TextSize {
    TextSize::try_from(bytes).unwrap_or(TextSize::new(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::to_proto::{self, Positions};

    const ENCODINGS: [PositionEncoding; 3] = [PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32];

    /// The offset of line 1, character `character` in a line of characters of every width.
    #[track_caller]
    fn check(encoding: PositionEncoding, character: u32, rest_of_line: &str) {
        let text = "first\r\naä€😀z\r\nlast";
        let rope = Rope::from_str(text);
        let offset = usize::from(offset(&rope, Position::new(1, character), encoding));
        assert_eq!(text[offset..].split("\r\n").next(), Some(rest_of_line));
    }

    #[test]
    fn characters_are_bytes_in_utf_8() {
        check(PositionEncoding::Utf8, 3, "€😀z");
        check(PositionEncoding::Utf8, 6, "😀z");
    }

    #[test]
    fn characters_are_code_units_in_utf_16() {
        check(PositionEncoding::Utf16, 3, "😀z");
        check(PositionEncoding::Utf16, 5, "z");
    }

    #[test]
    fn characters_are_characters_in_utf_32() {
        check(PositionEncoding::Utf32, 4, "z");
    }

    #[test]
    fn a_position_inside_a_character_means_the_character() {
        check(PositionEncoding::Utf8, 4, "€😀z");
        check(PositionEncoding::Utf16, 4, "😀z");
    }

    #[test]
    fn a_position_beyond_the_line_is_its_end() {
        for encoding in ENCODINGS {
            check(encoding, 999, "");
            check(encoding, u32::MAX, "");
        }
    }

    #[test]
    fn a_position_beyond_the_text_is_its_end() {
        let rope = Rope::from_str("a: 1\n");
        for encoding in ENCODINGS {
            assert_eq!(offset(&rope, Position::new(u32::MAX, 3), encoding), TextSize::new(5));
        }
    }

    #[test]
    fn every_character_keeps_its_place_there_and_back() {
        // Longer than a chunk of the rope, so that lines begin in another one than they end.
        let text = "\u{feff}a: ä\r\nb: 😀\u{2028}c\rd: 1\n\n".repeat(200);
        let rope = Rope::from_str(&text);
        assert!(rope.chunks().count() > 3);
        let inside_line_ending = |byte: usize| text.as_bytes().get(byte.wrapping_sub(1)..=byte) == Some(b"\r\n");
        for (byte, _) in text.char_indices().filter(|(byte, _)| !inside_line_ending(*byte)) {
            for encoding in ENCODINGS {
                let range = to_proto::range(&rope, TextRange::empty(size(byte)), encoding);
                assert_eq!(offset(&rope, range.start, encoding), size(byte), "byte {byte} in {encoding:?}");
            }
        }
    }

    #[test]
    fn positions_are_the_same_in_any_order() {
        let text = "a: ä\r\nb: 😀 x\nlong: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\n".repeat(100);
        let rope = Rope::from_str(&text);
        let mut positions = Positions::new(&rope, PositionEncoding::Utf16);
        for index in 0..text.len() {
            let byte = size(index * 1_009 % text.len());
            let alone = to_proto::range(&rope, TextRange::empty(byte), PositionEncoding::Utf16);
            assert_eq!(positions.range(TextRange::empty(byte)), alone, "byte {byte:?}");
        }
    }

    #[track_caller]
    fn check_replacement(old: &str, new: &str, expected: &str) {
        let mut rope = Rope::from_str(old);
        let edit = replacement(&rope, new);
        assert_eq!(edit.1, expected);
        apply(&mut rope, &edit);
        assert_eq!(rope.to_string(), new);
    }

    #[test]
    fn a_whole_text_is_cut_to_what_differs() {
        check_replacement("a: 1\nb: 2\n", "a: 1\nb: 35\n", "35");
        check_replacement("aaa", "aaaa", "a");
        check_replacement("aaaa", "aa", "");
        check_replacement("", "x", "x");
        check_replacement("x: ä", "x: ö", "ö");
        check_replacement("é", "©", "©");
    }

    #[test]
    fn later_changes_are_placed_in_the_text_that_earlier_ones_left() {
        let change = |line, from, to, text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(line, from), Position::new(line, to))),
            range_length: None,
            text: text.to_owned(),
        };
        let mut rope = Rope::from_str("a: 1\n");
        let changes = vec![change(0, 0, 0, "😀\n"), change(1, 3, 4, "2")];
        for edit in edits(&rope.clone(), changes, PositionEncoding::Utf16) {
            apply(&mut rope, &edit);
        }
        assert_eq!(rope.to_string(), "😀\na: 2\n");
    }
}
