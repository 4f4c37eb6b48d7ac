//! Text from files as it can be printed. What somebody wrote into a key, a description or the name of a file must not be
//! obeyed by a terminal, taken for a command by a system that reads the log, or show something else than it is.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use sayl_core::problem::{Problem, ProblemDetails};

/// Text of several lines; what is dangerous is written as an escape.
pub(crate) fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |text, at, character| match character {
        '\n' | '\t' => false,
        ':' => is_command(text, at),
        _ => is_dangerous(text, at, character),
    })
}

/// Text on one line.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |text, at, character| match character {
        ':' => is_command(text, at),
        _ => is_dangerous(text, at, character),
    })
}

/// A problem with all of its words as they can be printed.
pub(crate) fn problem(problem: &Problem) -> Problem {
    let shown = |text: &String| lines(text).into_owned();
    let details = ProblemDetails {
        message: shown(&problem.message),
        found: problem.found.as_ref().map(shown),
        expected: problem.expected.as_ref().map(shown),
        hints: problem.hints.iter().map(shown).collect(),
        ..ProblemDetails::clone(&problem.details)
    };
    Problem { details: details.into(), ..problem.clone() }
}

/// A line of a file with a span in it. What is dangerous takes one column, as it did; the excerpt stands behind the
/// number of the line, so it begins no line.
pub(crate) fn excerpt(line: &str, span: Range<usize>) -> (Cow<'_, str>, Range<usize>) {
    let is_shown = |at, character| character == '\t' || !is_dangerous(line, at, character);
    if line.char_indices().all(|(at, character)| is_shown(at, character)) {
        return (Cow::Borrowed(line), span);
    }
    let mut shown = String::with_capacity(line.len());
    let mut ends = span.clone();
    for (at, character) in line.char_indices() {
        if at == span.start {
            ends.start = shown.len();
        }
        if at == span.end {
            ends.end = shown.len();
        }
        // The renderer has signs of its own for these.
        let has_sign = character.is_ascii_control();
        shown.push(if has_sign || is_shown(at, character) { character } else { '\u{b7}' });
    }
    let at_end = |at: usize, end: usize| if at == line.len() { shown.len() } else { end };
    let ends = at_end(span.start, ends.start)..at_end(span.end, ends.end);
    (Cow::Owned(shown), ends)
}

/// JSON that means the same and holds nothing dangerous: outside of its strings there never is any.
pub(crate) fn json(text: &str) -> Cow<'_, str> {
    let is_hidden = |at, character| character != '\n' && is_dangerous(text, at, character);
    if !text.char_indices().any(|(at, character)| is_hidden(at, character)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        if is_hidden(at, character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

fn escaped(text: &str, is_hidden: impl Fn(&str, usize, char) -> bool) -> Cow<'_, str> {
    if !text.char_indices().any(|(at, character)| is_hidden(text, at, character)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        if !is_hidden(text, at, character) {
            shown.push(character);
        } else if character.is_ascii_punctuation() {
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(character));
        } else {
            shown.extend(character.escape_default());
        }
    }
    Cow::Owned(shown)
}

/// Control characters, what changes the direction of text, line ends of Unicode, what is no character (XML forbids
/// some of them), and the second `#` of a command to the system that reads the log: `##[error]`, `##vso[…]`,
/// `##teamcity[…]`.
fn is_dangerous(text: &str, at: usize, character: char) -> bool {
    match character {
        '#' => {
            let rest = text.get(at + 1..).unwrap_or_default().trim_start_matches(|it: char| it.is_ascii_alphanumeric());
            text.get(..at).unwrap_or_default().ends_with('#') && rest.starts_with('[')
        }
        '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{fdd0}'..='\u{fdef}' => true,
        _ => character.is_control() || u32::from(character) & 0xfffe == 0xfffe,
    }
}

/// Whether the colon at an offset begins a line with `::`, as commands to GitHub Actions do.
fn is_command(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end_matches(|it: char| it.is_whitespace() && it != '\n');
    (before.is_empty() || before.ends_with('\n')) && text.get(at + 1..).is_some_and(|rest| rest.starts_with(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dangerous_is_written_as_an_escape() {
        let table = [
            ("plain ü 名 😀\ttext\n:: no", "plain ü 名 😀\ttext\n\\u{3a}: no"),
            ("a\u{1b}[31m\u{7}\u{9b}\u{7f}\r", "a\\u{1b}[31m\\u{7}\\u{9b}\\u{7f}\\r"),
            ("\u{202e}abc\u{2066}\u{200f}\u{61c}", "\\u{202e}abc\\u{2066}\\u{200f}\\u{61c}"),
            ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
            ("\u{fffe}\u{ffff}\u{1fffe}\u{fdd0}", "\\u{fffe}\\u{ffff}\\u{1fffe}\\u{fdd0}"),
            ("::error::x", "\\u{3a}:error::x"),
            ("a\n  ::error::x", "a\n  \\u{3a}:error::x"),
            ("a ::error::x std::string", "a ::error::x std::string"),
            ("a ##[error]b", "a #\\u{23}[error]b"),
            ("##vso[x] ##teamcity[y] ###[z]", "#\\u{23}vso[x] #\\u{23}teamcity[y] ##\\u{23}[z]"),
            ("## heading [a] ##", "## heading [a] ##"),
        ];
        for (text, shown) in table {
            assert_eq!(lines(text), shown, "{text:?}");
            assert!(!line(text).contains('\n'), "{text:?}");
        }
    }

    #[test]
    fn an_excerpt_keeps_its_columns_and_its_span() {
        let (shown, span) = excerpt("é\u{202e}##[a] key", 11..14);
        assert_eq!((&*shown, &shown[span]), ("é·#·[a] key", "key"));
        let (shown, span) = excerpt("\u{9b}key", 2..5);
        assert_eq!((&*shown, &shown[span]), ("·key", "key"));
    }

    #[test]
    fn json_means_what_it_meant() {
        let text = "\u{7f}\u{9b}\u{202e}\u{ffff}\u{10ffff}##[error]\n😀";
        let written = serde_json::to_string(&[text]).unwrap();
        let shown = json(&written);
        assert!(shown.chars().all(|it| it == '😀' || it.is_ascii_graphic()), "{shown}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&shown).unwrap(), [text]);
    }
}
