//! Lines of a rope around an offset, read without walking the text. Lines end at `\n`; a `\r` before it is no part.

use ropey::Rope;

use crate::text::{TextRange, TextSize};

/// A line with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineAt {
    /// Where it starts, in bytes of the file.
    pub(super) start: TextSize,
    /// Its text without the line ending.
    pub(super) text: String,
    /// Where the next line starts; `None` if it is the last.
    pub(super) next: Option<TextSize>,
}

impl LineAt {
    /// Bytes from the line's start to an offset of the file, cut to the line.
    pub(super) fn column(&self, offset: TextSize) -> usize {
        character_start(&self.text, TextSize::new(u32::from(offset).saturating_sub(self.start.into()))).into()
    }

    /// A range of the file from columns of the line.
    pub(super) fn range(&self, start: usize, end: usize) -> TextRange {
        let offset = |column: usize| self.start + TextSize::new(column as u32);
        TextRange::new(offset(start), offset(end.max(start)))
    }

    /// Where it ends, its line ending aside.
    pub(super) fn end(&self) -> TextSize {
        self.start + TextSize::of(&*self.text)
    }

    /// How many blanks it begins with.
    pub(super) fn indentation(&self) -> usize {
        self.text.len() - self.text.trim_start_matches(' ').len()
    }
}

/// The start of the character that holds the byte at an offset; the end of the text for an offset beyond it.
pub(super) fn character_start(text: &str, offset: TextSize) -> TextSize {
    let offset = usize::from(offset).min(text.len());
    TextSize::new((0..=offset).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0) as u32)
}

/// The line that holds an offset.
pub(super) fn line_at(rope: &Rope, offset: TextSize) -> LineAt {
    let start = line_start(rope, offset);
    let mut text = String::new();
    let (chunks, chunk_start, ..) = rope.chunks_at_byte(usize::from(start));
    let mut skip = usize::from(start) - chunk_start;
    let mut next = None;
    for chunk in chunks {
        let chunk = chunk.get(skip..).unwrap_or_default();
        skip = 0;
        let Some(newline) = chunk.find('\n') else {
            text.push_str(chunk);
            continue;
        };
        text.push_str(&chunk[..newline]);
        next = Some(start + TextSize::of(&*text) + TextSize::of('\n'));
        break;
    }
    if next.is_some() && text.ends_with('\r') {
        text.pop();
    }
    LineAt { start, text, next }
}

/// The lines that a range touches, one after the other.
pub(super) fn lines_in(rope: &Rope, range: TextRange) -> impl Iterator<Item = LineAt> {
    let following = move |line: &LineAt| Some(line_at(rope, line.next.filter(|next| *next < range.end())?));
    std::iter::successors(Some(line_at(rope, range.start())), following)
}

/// The first line that holds a sign, from the start of a line on. Lines without it are not looked at one by one.
pub(super) fn line_with(rope: &Rope, start: TextSize, sign: char) -> Option<LineAt> {
    let start = usize::from(start);
    let (chunks, mut chunk_start, ..) = rope.get_chunks_at_byte(start)?;
    for chunk in chunks {
        let skip = start.saturating_sub(chunk_start);
        if let Some(at) = chunk.get(skip..).and_then(|rest| rest.find(sign)) {
            return Some(line_at(rope, TextSize::new((chunk_start + skip + at) as u32)));
        }
        chunk_start += chunk.len();
    }
    None
}

/// Where the line that holds an offset starts.
pub(super) fn line_start(rope: &Rope, offset: TextSize) -> TextSize {
    let mut end = usize::from(offset).min(rope.len_bytes());
    while end > 0 {
        let (chunk, chunk_start, ..) = rope.chunk_at_byte(end - 1);
        let before = chunk.as_bytes().get(..end - chunk_start).unwrap_or_default();
        if let Some(newline) = before.iter().rposition(|byte| *byte == b'\n') {
            return TextSize::new((chunk_start + newline + 1) as u32);
        }
        end = chunk_start;
    }
    TextSize::new(0)
}

/// The text of a range, cut to whole characters of the rope.
pub(super) fn text_of(rope: &Rope, range: TextRange) -> String {
    let start = usize::from(range.start()).min(rope.len_bytes());
    let end = usize::from(range.end()).clamp(start, rope.len_bytes());
    rope.get_byte_slice(start..end).map(String::from).unwrap_or_default()
}

/// The 0-based number of the line that holds an offset.
pub(super) fn line_number(rope: &Rope, offset: TextSize) -> usize {
    rope.byte_to_line(usize::from(offset).min(rope.len_bytes()))
}

/// Where the comment of a line begins, if it has one: a `#` at its start or behind a blank, outside of quotes.
pub(super) fn comment_column(line: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    for (at, character) in line.char_indices() {
        match quote {
            Some(open) => quote = (character != open || open == '"' && before == '\\').then_some(open),
            None if character == '#' && before.is_whitespace() => return Some(at),
            None if matches!(character, '"' | '\'') && matches!(before, ' ' | '[' | '{' | ',' | ':') => {
                quote = Some(character);
            }
            None => {}
        }
        before = character;
    }
    None
}

/// The text of the last of some arguments, if it is not inside brackets or quotes.
pub(super) fn last_argument(arguments: &str) -> Option<&str> {
    let (mut depth, mut start, mut quote) = (0usize, 0, None);
    for (at, character) in arguments.char_indices() {
        match quote {
            Some(open) => quote = (character != open).then_some(open),
            None => match character {
                '"' | '\'' => quote = Some(character),
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => start = at + 1,
                _ => {}
            },
        }
    }
    (depth == 0 && quote.is_none()).then(|| &arguments[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_from_any_offset_of_it() {
        let rope = Rope::from_str("ab\r\n\ncdé");
        let line = |start: u32, text: &str, next: Option<u32>| LineAt {
            start: start.into(),
            text: text.to_owned(),
            next: next.map(TextSize::new),
        };
        assert_eq!(line_at(&rope, 0.into()), line(0, "ab", Some(4)));
        assert_eq!(line_at(&rope, 3.into()), line(0, "ab", Some(4)));
        assert_eq!(line_at(&rope, 4.into()), line(4, "", Some(5)));
        assert_eq!(line_at(&rope, 99.into()), line(5, "cdé", None));
        assert_eq!(line_at(&rope, 99.into()).column(8.into()), 2, "inside a character");
        assert_eq!(line_number(&rope, 5.into()), 2);
        assert_eq!(line_at(&Rope::from_str("a\r"), 2.into()), line(0, "a\r", None), "the last line has no end");
    }

    #[test]
    fn a_line_with_a_sign_is_found_wherever_the_rope_is_cut() {
        let text = (0..2_000).map(|at| if at % 300 == 7 { format!("é: {at} # é\r\n") } else { format!("é{at}\n") });
        let rope = Rope::from_str(&text.collect::<String>());
        let all = lines_in(&rope, TextRange::up_to(TextSize::new(rope.len_bytes() as u32)));
        let expected: Vec<LineAt> = all.filter(|line| line.text.contains('#')).collect();
        let first = line_with(&rope, TextSize::new(0), '#');
        let found: Vec<LineAt> = std::iter::successors(first, |line| line_with(&rope, line.next?, '#')).collect();
        assert_eq!(found, expected);
        assert_eq!(found.len(), 7);
        assert_eq!(line_with(&rope, TextSize::new(u32::MAX), '#'), None, "beyond the end");
    }

    #[test]
    fn a_comment_begins_outside_of_quotes() {
        assert_eq!(comment_column("#@ x"), Some(0));
        assert_eq!(comment_column("a: \"b #c\" #@ d"), Some(10));
        assert_eq!(comment_column("a: b#c"), None);
        assert_eq!(comment_column("it's: x #y"), Some(8));
    }
}
