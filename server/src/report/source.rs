//! A file's text with its lines, for turning byte offsets into what people count: lines and characters from 1.

use std::ops::Range;

/// A file's text with its lines.
pub(crate) struct SourceText {
    /// The path as people gave it.
    pub(crate) path: String,
    /// The text; `None` for a file that could not be read.
    pub(crate) text: Option<String>,
    line_starts: Vec<usize>,
    /// How many characters start before each block of the text: many positions may stand on one long line.
    characters: Vec<usize>,
}

/// So many bytes are looked through for a position.
const BLOCK: usize = 1024;

/// A position as people count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SourcePosition {
    /// From 1.
    pub(crate) line: usize,
    /// In Unicode characters, from 1.
    pub(crate) column: usize,
}

impl SourceText {
    /// Finds the lines of a text; they end with a line feed, a carriage return, or both.
    pub(crate) fn new(path: String, text: Option<String>) -> Self {
        let mut line_starts = vec![0];
        let bytes = text.as_deref().unwrap_or_default().as_bytes();
        for (index, byte) in bytes.iter().enumerate() {
            let is_pair = *byte == b'\r' && bytes.get(index + 1) == Some(&b'\n');
            if *byte == b'\n' || *byte == b'\r' && !is_pair {
                line_starts.push(index + 1);
            }
        }
        let mut characters = vec![0];
        for block in bytes.chunks(BLOCK) {
            characters.push(characters.last().copied().unwrap_or_default() + character_starts(block));
        }
        Self { path, text, line_starts, characters }
    }

    /// The range cut to the text, its ends moved out to whole characters.
    pub(crate) fn clamp(&self, range: Range<usize>) -> Range<usize> {
        let text = self.text.as_deref().unwrap_or_default();
        let start = character_start(text, range.start);
        start..character_end(text, range.end.max(start))
    }

    /// The position of a byte offset.
    pub(crate) fn position(&self, offset: usize) -> SourcePosition {
        let line = self.line_of(offset);
        let start = self.line_range(line).start;
        let column = self.characters_before(offset).saturating_sub(self.characters_before(start));
        SourcePosition { line: line + 1, column: column + 1 }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let bytes = self.text.as_deref().unwrap_or_default().as_bytes();
        let block = offset.min(bytes.len()) / BLOCK;
        let rest = bytes.get(block * BLOCK..offset.min(bytes.len())).unwrap_or_default();
        self.characters.get(block).copied().unwrap_or_default() + character_starts(rest)
    }

    /// The line, from 0, that holds a byte offset.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// The bytes of a line (from 0) without its end.
    pub(crate) fn line_range(&self, line: usize) -> Range<usize> {
        let text = self.text.as_deref().unwrap_or_default();
        let start = self.line_starts.get(line).copied().unwrap_or(text.len());
        let end = self.line_starts.get(line + 1).copied().unwrap_or(text.len());
        let content = text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r']);
        start..start + content.len()
    }
}

/// How many characters start among these bytes.
fn character_starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0b1100_0000 != 0b1000_0000).count()
}

/// The start of the character that holds the byte at `offset`; the end of the text for an offset beyond it.
pub(crate) fn character_start(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The end of the character that holds the byte before `offset`, cut to the text.
pub(crate) fn character_end(text: &str, offset: usize) -> usize {
    (offset..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_every_line_end_counts_once() {
        let source = SourceText::new("a.yml".to_owned(), Some("é: 1\r\nb: 😀x\rc\n".to_owned()));
        let at = |offset| {
            let SourcePosition { line, column } = source.position(offset);
            (line, column)
        };
        assert_eq!(
            [at(0), at(2), at(7), at(10), at(14), at(16), at(18)],
            [(1, 1), (1, 2), (2, 1), (2, 4), (2, 5), (3, 1), (4, 1)]
        );
        assert_eq!(source.line_range(0), 0..5);
        assert_eq!(source.line_range(1), 7..15);
    }

    #[test]
    fn columns_of_a_long_line_count_from_its_start() {
        let text = format!("a: 1\nb: {}\n", "é😀x".repeat(1000));
        let source = SourceText::new("a.yml".to_owned(), Some(text.clone()));
        for (column, (offset, _)) in text.char_indices().skip(5).enumerate() {
            assert_eq!(source.position(offset), SourcePosition { line: 2, column: column + 1 });
        }
    }

    #[test]
    fn a_range_beyond_the_text_or_inside_a_character_is_moved_to_whole_characters() {
        let source = SourceText::new("a.yml".to_owned(), Some("aé".to_owned()));
        assert_eq!(source.clamp(2..2), 1..3);
        assert_eq!(source.clamp(7..9), 3..3);
    }
}
