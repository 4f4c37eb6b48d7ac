//! A position in a text, with its line and column.

use crate::yaml::content::is_break;

/// Where scanning stands.
#[derive(Clone, Debug, Default)]
pub(in crate::yaml::syntax) struct ScanCursor<'t> {
    text: &'t str,
    /// In bytes.
    pub(in crate::yaml::syntax) at: usize,
    /// From 0.
    pub(in crate::yaml::syntax) line: usize,
    /// Where the line starts, in bytes.
    line_start: usize,
}

impl<'t> ScanCursor<'t> {
    /// Stands where a line starts. Lines are counted from there.
    pub(super) fn new(text: &'t str, line_start: usize) -> Self {
        Self { text, at: line_start, line: 0, line_start }
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        match *self.text.as_bytes().get(self.at)? {
            ascii if ascii.is_ascii() => Some(ascii.into()),
            _ => self.rest().chars().next(),
        }
    }

    pub(super) fn text_between(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Where the line starts, in bytes.
    pub(super) fn line_start(&self) -> usize {
        self.line_start
    }

    /// Bytes since the start of the line.
    pub(super) fn column(&self) -> usize {
        self.at - self.line_start
    }

    /// Takes one character that is no line break.
    pub(super) fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Takes a line break.
    pub(super) fn bump_break(&mut self) {
        self.at += if self.rest().starts_with("\r\n") { 2 } else { self.peek().map_or(0, char::len_utf8) };
        self.line += 1;
        self.line_start = self.at;
    }

    /// Takes everything up to the next line break.
    pub(super) fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += rest.find(is_break).unwrap_or(rest.len());
    }

    /// Takes the lines that hold nothing but blanks.
    pub(super) fn skip_blank_lines(&mut self) {
        loop {
            let start = self.clone();
            self.skip_blanks();
            if self.peek().is_none() || !self.is_line_end() {
                *self = start;
                return;
            }
            self.bump_break();
        }
    }

    pub(super) fn skip_while(&mut self, is_taken: impl Fn(char) -> bool) -> usize {
        let rest = self.rest();
        let length = rest.find(|character| !is_taken(character)).unwrap_or(rest.len());
        self.at += length;
        length
    }

    /// Takes bytes of ASCII alone; gives how many.
    pub(super) fn skip_ascii(&mut self, is_taken: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| !byte.is_ascii() || !is_taken(*byte)).unwrap_or(rest.len());
        self.at += length;
        length
    }

    /// Takes words of ASCII with one space between two of them, none of which begins with `#`; gives how many bytes.
    pub(super) fn skip_words(&mut self, is_within: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let mut length = 0;
        while let Some(byte) = rest.get(length) {
            let is_between = || rest.get(length + 1).is_some_and(|next| *next != b'#' && is_within(*next));
            let is_taken = is_within(*byte) || *byte == b' ' && length > 0 && is_between();
            if !is_taken {
                break;
            }
            length += 1;
        }
        self.at += length;
        length
    }

    pub(super) fn skip_blanks(&mut self) -> usize {
        self.skip_ascii(|byte| matches!(byte, b' ' | b'\t'))
    }

    /// Whether a line break or the end of the text follows.
    pub(super) fn is_line_end(&self) -> bool {
        self.peek().is_none_or(is_break)
    }

    /// Whether a blank, a line break or the end of the text follows.
    pub(super) fn is_blank(&self) -> bool {
        self.peek().is_none_or(is_blank)
    }

    /// The same, one character on.
    pub(super) fn is_blank_after(&self) -> bool {
        self.rest().chars().nth(1).is_none_or(is_blank)
    }

    /// Whether `---` or `...` stands here as a document marker.
    pub(super) fn is_document_marker(&self, marker: &str) -> bool {
        let ends = |rest: &str| rest.chars().next().is_none_or(is_blank);
        self.column() == 0 && self.rest().strip_prefix(marker).is_some_and(ends)
    }

    /// The end of the word, on its line, that starts at `start`. In a flow collection, brackets end it, too.
    pub(super) fn token_end(&self, start: usize, is_flow: bool) -> usize {
        let rest = self.text.get(start..).unwrap_or_default();
        let line = rest.find(is_break).unwrap_or(rest.len());
        let is_end = |next: char| " \t,".contains(next) || is_flow && "[]{}".contains(next);
        let word = rest.find(is_end).unwrap_or(rest.len()).min(line);
        start + word.max(rest.chars().next().filter(|_| line > 0).map_or(0, char::len_utf8))
    }
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t') || is_break(character)
}
