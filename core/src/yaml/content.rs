//! The content of scalars: folding, chomping and escapes undone. Knows source text, not trees or meaning.

use smol_str::{SmolStr, SmolStrBuilder};

/// Whether a character ends a line: YAML 1.1 has three more of them than YAML 1.2.
pub(super) fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\r') || !character.is_ascii() && matches!(character, '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Where the first line break of a text stands, or the first character that escapes others.
fn find_break(text: &str, escape: Option<u8>) -> Option<usize> {
    let escape = escape.unwrap_or(b'\n');
    let may_end = |byte: &u8| matches!(*byte, b'\n' | b'\r') || *byte == escape || !byte.is_ascii();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += rest.as_bytes().iter().position(may_end)?;
        let found = text[at..].chars().next()?;
        if found.is_ascii() || is_break(found) {
            return Some(at);
        }
        at += found.len_utf8();
    }
}

/// The line break that a text starts with, as scalars have it, and what follows it. Two of them stay what they are.
fn split_break(source: &str) -> Option<(char, &str)> {
    let first = source.chars().next().filter(|first| is_break(*first))?;
    let rest = source.strip_prefix("\r\n").unwrap_or(&source[first.len_utf8()..]);
    Some((if matches!(first, '\u{2028}' | '\u{2029}') { first } else { '\n' }, rest))
}

/// The content of a plain scalar, given its source.
pub(super) fn plain(source: &str) -> SmolStr {
    if find_break(source, None).is_none() {
        return SmolStr::new(source);
    }
    flow_lines(source, Escapes::None)
}

/// The content of a single-quoted scalar, given its source with quotes.
pub(super) fn single_quoted(source: &str) -> SmolStr {
    let inner = inner(source, '\'');
    if find_break(inner, Some(b'\'')).is_some() { flow_lines(inner, Escapes::Quote) } else { SmolStr::new(inner) }
}

/// The content of a double-quoted scalar, given its source with quotes.
pub(super) fn double_quoted(source: &str) -> SmolStr {
    let inner = inner(source, '"');
    if find_break(inner, Some(b'\\')).is_some() { flow_lines(inner, Escapes::Backslash) } else { SmolStr::new(inner) }
}

/// What stands between the quotes; the closing one may be missing.
fn inner(source: &str, quote: char) -> &str {
    let inner = source.strip_prefix(quote).unwrap_or(source);
    inner.strip_suffix(quote).unwrap_or(inner)
}

/// Which characters escape others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escapes {
    None,
    /// `''`
    Quote,
    /// `\n` and the like.
    Backslash,
}

/// Folds the lines of a flow scalar: one line feed is a space, each further break stays. Blanks around them go.
fn flow_lines(source: &str, escapes: Escapes) -> SmolStr {
    let escape = match escapes {
        Escapes::None => None,
        Escapes::Quote => Some(b'\''),
        Escapes::Backslash => Some(b'\\'),
    };
    let mut content = SmolStrBuilder::new();
    let mut rest = source;
    while let Some(at) = find_break(rest, escape) {
        let (verbatim, special) = rest.split_at(at);
        if let Some(behind) = escape.and_then(|escape| special.strip_prefix(char::from(escape))) {
            content.push_str(verbatim);
            rest = if escapes == Escapes::Backslash {
                unescape(behind, &mut content)
            } else {
                content.push('\'');
                behind.strip_prefix('\'').unwrap_or(behind)
            };
        } else {
            content.push_str(verbatim.trim_end_matches([' ', '\t']));
            let (breaks, behind) = blanks(special);
            match breaks.strip_prefix('\n') {
                None => content.push_str(&breaks),
                Some("") => content.push(' '),
                Some(further) => content.push_str(further),
            }
            rest = behind;
        }
    }
    content.push_str(rest);
    content.finish()
}

/// The line breaks in the leading blanks, and what follows them.
fn blanks(source: &str) -> (SmolStr, &str) {
    let mut breaks = SmolStrBuilder::new();
    let mut rest = source;
    loop {
        let blanks = rest.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        rest = &rest[blanks..];
        let Some((found, after)) = split_break(rest) else { return (breaks.finish(), rest) };
        breaks.push(found);
        rest = after;
    }
}

/// Consumes an escape sequence after its backslash.
fn unescape<'a>(source: &'a str, content: &mut SmolStrBuilder) -> &'a str {
    if let Some((_, after)) = split_break(source) {
        let (breaks, rest) = blanks(after);
        content.push_str(&breaks);
        return rest;
    }
    let Some(letter) = source.chars().next() else { return source };
    let rest = &source[letter.len_utf8()..];
    let digits = match letter {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => {
            content.push(escaped(letter));
            return rest;
        }
    };
    let code = rest.get(..digits).and_then(|hex| u32::from_str_radix(hex, 16).ok()).and_then(char::from_u32);
    content.push(code.unwrap_or(char::REPLACEMENT_CHARACTER));
    rest.get(digits..).unwrap_or(rest)
}

/// What a one-letter escape stands for; the letter itself where it is none.
fn escaped(letter: char) -> char {
    match letter {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        other => other,
    }
}

/// What the indicators after `|` or `>` say.
#[derive(Clone, Copy, Default)]
struct BlockScalarHeader {
    /// The width of the indentation, if given.
    width: Option<usize>,
    /// `-` or `+`.
    chomping: Option<char>,
}

/// The content of a block scalar and how many bytes of `source` it takes, trailing blank lines excluded.
///
/// `source` starts at `|` or `>` and ends where the scalar ends at the latest; `parent` is the column of the
/// enclosing block collection, if any.
pub(super) fn block(source: &str, parent: Option<usize>) -> (SmolStr, usize) {
    let folded = source.starts_with('>');
    let (first, _, body) = split_line(source);
    let header = header(first);
    let least = parent.map_or(0, |parent| parent + 1);
    let width = match header.width {
        Some(width) => parent.unwrap_or(0) + width,
        None => detect_width(body).max(least),
    };
    let mut scalar = BlockContent { folded, ..BlockContent::default() };
    let mut rest = body;
    let mut end = source.len() - body.len();
    while !rest.is_empty() {
        let (line, found, after) = split_line(rest);
        let indentation = line.bytes().take(width).take_while(|byte| *byte == b' ').count();
        let content = &line[indentation..];
        if !content.is_empty() && indentation < width {
            break;
        }
        scalar.line(content, found);
        rest = after;
        if !content.is_empty() {
            end = source.len() - after.len();
        }
    }
    (scalar.finish(header.chomping), source[..end].trim_end().len())
}

/// A line without its break, the break, and what follows it.
fn split_line(source: &str) -> (&str, Option<char>, &str) {
    let (line, rest) = source.split_at(find_break(source, None).unwrap_or(source.len()));
    split_break(rest).map_or((line, None, rest), |(found, rest)| (line, Some(found), rest))
}

/// Reads the indicators of a block scalar.
fn header(line: &str) -> BlockScalarHeader {
    let mut header = BlockScalarHeader::default();
    for indicator in line.chars().skip(1) {
        match indicator {
            '+' | '-' => header.chomping = Some(indicator),
            '1'..='9' => header.width = indicator.to_digit(10).map(|digit| digit as usize),
            _ => break,
        }
    }
    header
}

/// The indentation of the first line that is not blank; of the widest line if all are.
fn detect_width(body: &str) -> usize {
    let mut widest = 0;
    let mut rest = body;
    while !rest.is_empty() {
        let (line, _, after) = split_line(rest);
        let indentation = line.len() - line.trim_start_matches(' ').len();
        if indentation < line.len() {
            return indentation;
        }
        widest = widest.max(indentation);
        rest = after;
    }
    widest
}

/// Collects the lines of a block scalar.
#[derive(Default)]
struct BlockContent {
    folded: bool,
    content: SmolStrBuilder,
    /// The break after the last line, if there was one.
    last_break: Option<char>,
    /// Those of the blank lines since.
    blank_lines: SmolStrBuilder,
    /// Whether the last line starts with a blank, so that its break is kept.
    last_is_indented: bool,
}

impl BlockContent {
    fn line(&mut self, line: &str, found: Option<char>) {
        if line.is_empty() {
            self.blank_lines.extend(found);
            return;
        }
        let is_indented = line.starts_with([' ', '\t']);
        let blank_lines = std::mem::take(&mut self.blank_lines).finish();
        let folds = self.folded && !self.last_is_indented && !is_indented;
        match self.last_break {
            Some('\n') if folds && blank_lines.is_empty() => self.content.push(' '),
            Some('\n') if folds => {}
            last => self.content.extend(last),
        }
        self.content.push_str(&blank_lines);
        self.content.push_str(line);
        self.last_break = found;
        self.last_is_indented = is_indented;
    }

    fn finish(mut self, chomping: Option<char>) -> SmolStr {
        if chomping != Some('-') {
            self.content.extend(self.last_break);
        }
        if chomping == Some('+') {
            self.content.push_str(&self.blank_lines.finish());
        }
        self.content.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::block;

    /// What ytt 0.48 prints of each.
    #[test]
    fn the_last_line_of_a_text_ends_only_with_a_line_break() {
        for (source, expected) in [
            ("|\n x", "x"),
            ("|\n x\n  ", "x\n "),
            ("|\n x\n   y", "x\n  y"),
            ("|-\n x\n  ", "x\n "),
            ("|+\n x\n  ", "x\n "),
            ("|+\n x\n ", "x\n"),
            ("|+\n  x\n ", "x\n"),
            ("|+\n x\n\n ", "x\n\n"),
            ("|+\n x\n\n\n", "x\n\n\n"),
            ("|+\n ", ""),
            ("|+\n \n ", "\n"),
            ("|+\n  \n   ", "\n"),
            ("|2\n     ", "   "),
            ("|2+\n    ", "  "),
            (">\n : >\n \n\n  ", ": >\n\n\n "),
            (">\n x\n\n  ", "x\n\n "),
        ] {
            assert_eq!(block(source, Some(0)).0, expected, "{source:?}");
        }
    }
}
