//! Where in the source of a scalar each part of its text stands: quotes, escapes, folded lines and indentation lie
//! between the two. For texts that have a grammar of their own, whose tokens are to be pointed at.

use crate::text::{TextRange, TextSize};

/// The way between the text of one scalar and its source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScalarMap {
    /// In order and without gaps in the text; between two of them the source may hold what stands for nothing.
    pieces: Vec<ScalarPiece>,
    /// Where the text begins in the source, even if there is none.
    start: TextSize,
}

/// A part of the text and the source that stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ScalarPiece {
    text: TextRange,
    source: TextRange,
    /// Whether the two are the same, byte for byte; otherwise the piece has no parts.
    is_verbatim: bool,
}

impl ScalarMap {
    /// The map of a scalar with that source, quotes or `|` included, and that text.
    pub fn new(source: &str, text: &str) -> Self {
        let style = ScalarEscapes::of(source);
        let start = style.start(source).min(source.len());
        let mut walk = ScalarWalk { source, text, style, at: start, text_at: 0, pieces: Vec::new() };
        while walk.text_at < text.len() && walk.at < source.len() {
            walk.step();
        }
        Self { pieces: walk.pieces, start: TextSize::new(start as u32) }
    }

    /// The source, in bytes from its start, of a range of the text.
    pub fn source_range(&self, text: TextRange) -> TextRange {
        let start = self.source_offset(text.start());
        let end = if text.is_empty() { start } else { self.source_end(text.end()) };
        TextRange::new(start, end.max(start))
    }

    /// The offset of the text at an offset of the source; where the source stands for nothing, that of what follows.
    pub fn text_offset(&self, source: TextSize) -> TextSize {
        let after = self.pieces.partition_point(|piece| piece.source.end() <= source);
        match self.pieces.get(after) {
            Some(piece) if piece.is_verbatim && piece.source.contains(source) => {
                piece.text.start() + (source - piece.source.start())
            }
            Some(piece) => piece.text.start(),
            None => self.pieces.last().map_or(TextSize::new(0), |piece| piece.text.end()),
        }
    }

    /// Where the character at an offset of the text begins.
    fn source_offset(&self, text: TextSize) -> TextSize {
        let after = self.pieces.partition_point(|piece| piece.text.end() <= text);
        match self.pieces.get(after) {
            Some(piece) if piece.is_verbatim => piece.source.start() + (text - piece.text.start()),
            Some(piece) => piece.source.start(),
            None => self.pieces.last().map_or(self.start, |piece| piece.source.end()),
        }
    }

    /// Where the character before an offset of the text ends.
    fn source_end(&self, text: TextSize) -> TextSize {
        let after = self.pieces.partition_point(|piece| piece.text.end() < text);
        match self.pieces.get(after) {
            Some(piece) if piece.is_verbatim => piece.source.start() + (text - piece.text.start()),
            Some(piece) => piece.source.end(),
            None => self.source_offset(text),
        }
    }
}

/// What the source of a scalar may do to its text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScalarEscapes {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Block,
}

impl ScalarEscapes {
    fn of(source: &str) -> Self {
        match source.as_bytes().first() {
            Some(b'\'') => Self::SingleQuoted,
            Some(b'"') => Self::DoubleQuoted,
            Some(b'|' | b'>') => Self::Block,
            _ => Self::Plain,
        }
    }

    /// How much of the source comes before the text.
    fn start(self, source: &str) -> usize {
        match self {
            Self::Plain => 0,
            Self::SingleQuoted | Self::DoubleQuoted => 1,
            Self::Block => source.find(['\n', '\r']).unwrap_or(source.len()),
        }
    }
}

struct ScalarWalk<'a> {
    source: &'a str,
    text: &'a str,
    style: ScalarEscapes,
    at: usize,
    text_at: usize,
    pieces: Vec<ScalarPiece>,
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

/// The length of the blanks that a text starts with.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches(is_blank).len()
}

impl ScalarWalk<'_> {
    /// Takes one unit of the source: an escape, a run of blanks, or a character.
    fn step(&mut self) {
        let source = self.source.get(self.at..).unwrap_or_default();
        let text = self.text.get(self.text_at..).unwrap_or_default();
        let next = source.chars().next().map_or(1, char::len_utf8);
        let first = text.chars().next().map_or(0, char::len_utf8);
        match (self.style, source.as_bytes().first()) {
            (ScalarEscapes::DoubleQuoted, Some(b'\\')) => {
                let (length, stands_for_nothing) = escape(source);
                self.take(length, if stands_for_nothing { 0 } else { first });
            }
            (ScalarEscapes::SingleQuoted, Some(b'\'')) => {
                self.take(if source.starts_with("''") { 2 } else { 1 }, first);
            }
            (_, Some(b' ' | b'\t' | b'\n' | b'\r')) => self.blanks(source, text),
            _ => self.take(next, first),
        }
    }

    /// A run of blanks: kept where it holds no line break, else folded.
    fn blanks(&mut self, source: &str, text: &str) {
        let run = &source[..blanks(source)];
        let breaks = run.matches('\n').count().max(run.matches('\r').count());
        let length = match (self.style, breaks) {
            (ScalarEscapes::Block, _) => blanks(text),
            (_, 0) => run.len(),
            (_, 1) => 1,
            (_, breaks) => breaks - 1,
        };
        self.take(run.len(), length.min(text.len()));
    }

    /// Notes that so many bytes of the source stand for so many of the text.
    fn take(&mut self, source: usize, text: usize) {
        let (source_end, text_end) = (self.at + source, self.text_at + text);
        let is_verbatim = self.source.get(self.at..source_end) == self.text.get(self.text_at..text_end);
        if text > 0 {
            let range = |start: usize, end: usize| TextRange::new((start as u32).into(), (end as u32).into());
            let piece =
                ScalarPiece { text: range(self.text_at, text_end), source: range(self.at, source_end), is_verbatim };
            self.push(piece);
        }
        (self.at, self.text_at) = (source_end, text_end);
    }

    fn push(&mut self, piece: ScalarPiece) {
        match self.pieces.last_mut() {
            Some(last) if last.is_verbatim && piece.is_verbatim && last.source.end() == piece.source.start() => {
                last.source = last.source.cover(piece.source);
                last.text = last.text.cover(piece.text);
            }
            _ => self.pieces.push(piece),
        }
    }
}

/// The length of an escape that a source starts with, and whether it stands for nothing: it hides a line break.
fn escape(source: &str) -> (usize, bool) {
    let rest = source.strip_prefix('\\').unwrap_or_default();
    let hidden = blanks(rest);
    if rest.starts_with(['\n', '\r']) {
        // Further breaks behind the hidden one are line feeds; as one piece that is close enough to point at.
        return (1 + hidden, rest[..hidden].matches('\n').count() < 2);
    }
    let letter = rest.chars().next();
    let digits = match letter {
        Some('x') => 2,
        Some('u') => 4,
        Some('U') => 8,
        _ => 0,
    };
    let plain = 1 + letter.map_or(0, char::len_utf8);
    let length = (plain + digits).min(source.len());
    (if source.is_char_boundary(length) { length } else { plain }, false)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::document::TextDocument;
    use crate::text::FileId;
    use crate::yaml::{Node, Placed};

    /// Shows the source of every word of the scalar in `key: scalar`.
    #[track_caller]
    fn check(document: &str, expected: Expect) {
        let document = TextDocument::new(FileId(0), document);
        let root: Placed<'_, Node> = document.stream().documents[0].root();
        let node = root.mapping().unwrap().entries().next().unwrap().value();
        let (text, source) = (&node.scalar().unwrap().text, document.slice(node.range()));
        let map = ScalarMap::new(&source, text);
        let mut shown = String::new();
        for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let range = TextRange::at((start as u32).into(), TextSize::of(word));
            let in_source = map.source_range(range);
            let _ = writeln!(shown, "{word:?}: {}", &source[in_source]);
            assert_eq!(map.text_offset(in_source.start()), range.start(), "{word}");
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn plain_text_is_its_own_source() {
        check(
            "a: string | default=é x\n",
            expect![[r#"
                "string": string
                "|": |
                "default=é": default=é
                "x": x
            "#]],
        );
    }

    #[test]
    fn folded_lines_are_found() {
        check(
            "a: one\n   two\n\n\n   three\n",
            expect![[r#"
                "one": one
                "two": two
                "three": three
            "#]],
        );
    }

    #[test]
    fn doubled_quotes_count_once() {
        check(
            "a: 'default=''it''''s'' x'\n",
            expect![[r#"
                "default='it''s'": default=''it''''s''
                "x": x
            "#]],
        );
    }

    #[test]
    fn escapes_count_for_what_they_stand_for() {
        check(
            "a: \"d={\\\"h\\\":1} \\u00e9\\x41b\\tc d \\\n   e\\\\\\\\f\"\n",
            expect![[r#"
                "d={\"h\":1}": d={\"h\":1}
                "éAb\tc": \u00e9\x41b\tc
                "d": d
                "e\\\\f": e\\\\f
            "#]],
        );
    }

    #[test]
    fn block_scalars_lose_their_indentation() {
        check(
            "a: >-\n  string |\n  default=abc\n\n  minLength=2\n",
            expect![[r#"
                "string": string
                "|": |
                "default=abc": default=abc
                "minLength=2": minLength=2
            "#]],
        );
        check(
            "a: | # a note\n    string\n      x\n",
            expect![[r#"
                "string": string
                "x": x
            "#]],
        );
    }

    #[test]
    fn a_text_that_is_not_of_the_source_does_no_harm() {
        for (source, text) in [("  é", "é é"), ("\"\\u12", "é"), ("\"\\", "a"), ("|", "a"), ("", "a"), ("''", "é")]
        {
            let map = ScalarMap::new(source, text);
            let range = map.source_range(TextRange::up_to(TextSize::of(text)));
            assert!(usize::from(range.end()) <= source.len(), "{source}");
        }
    }
}
