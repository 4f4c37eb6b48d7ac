//! Comments that silence problems: `# sayl-ignore: code, other-code -- why`. What a comment says, not what it silences.
//!
//! # Design
//!
//! Comments that silence problems are found when a segment is parsed, by its text (`problem::suppression`), and
//! applied last of all, to problems with absolute places (`analysis::suppressions`): a file without any pays nothing.
//! That one silences nothing is said only once all that might have been silenced was looked for: not while an
//! evaluation is awaited, nor after one that failed.

use memchr::memmem;

use super::Code;

/// What such a comment starts with; a colon stands between it and the codes.
const MARKER: &str = "sayl-ignore";
/// What a reason starts with.
const REASON: &str = "--";

/// A comment that silences problems, in bytes of the text that it was found in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// Where its `#` is.
    pub start: usize,
    /// What it names: where each code starts, and its text.
    pub codes: Vec<(usize, String)>,
}

/// Where in a text such comments start, if what starts there is a comment: it may stand in quotes, or in a comment.
pub fn starts(text: &str) -> impl Iterator<Item = usize> {
    memmem::find_iter(text.as_bytes(), MARKER).filter_map(|marker| start(text, marker))
}

/// The `#` of a marker, if what stands around it may be such a comment. Looks no further than the first word behind it.
fn start(text: &str, marker: usize) -> Option<usize> {
    let before = text[..marker].trim_end_matches([' ', '\t']);
    let before = before.strip_suffix('!').unwrap_or(before).strip_suffix('#')?;
    let is_apart = before.is_empty() || before.ends_with([' ', '\t', '\n']);
    let rest = &text[marker + MARKER.len()..];
    (is_apart && (rest.starts_with(':') || lacks_colon(rest))).then_some(before.len())
}

impl Suppression {
    /// The comment that starts at one of the [starts] of a text. It goes on to the end of its line.
    pub fn at(text: &str, start: usize) -> Self {
        let marker = start + text.get(start..).and_then(|comment| comment.find(MARKER)).unwrap_or_default();
        let line = text.get(marker..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let list = line.strip_prefix(MARKER).and_then(|rest| rest.strip_prefix(':'));
        let codes = list.map(|list| codes(list, marker + line.len() - list.len()));
        Self { start, codes: codes.unwrap_or_default() }
    }
}

/// Whether what stands behind the marker shows that it is meant as one: nothing, or a code.
fn lacks_colon(rest: &str) -> bool {
    let is_apart = rest.starts_with([' ', '\t']);
    let rest = rest.trim_start_matches([' ', '\t', ',']);
    let word = rest.split([' ', '\t', ',', '\n']).next().unwrap_or_default().trim_end_matches('\r');
    word.is_empty() || is_apart && (word.starts_with(REASON) || Code::from_name(word).is_some())
}

/// The words of a list up to its reason; the list stands at an offset.
fn codes(list: &str, offset: usize) -> Vec<(usize, String)> {
    let is_between = |character: char| character == ',' || character.is_whitespace();
    let mut codes = Vec::new();
    let mut at = 0;
    for word in list.split(is_between) {
        if word.starts_with(REASON) {
            break;
        }
        if !word.is_empty() {
            codes.push((offset + at, word.to_owned()));
        }
        at += word.len() + list[at + word.len()..].chars().next().map_or(0, char::len_utf8);
    }
    codes
}

/// The comment that silences a code; a template takes only `#!`.
pub fn comment(code: Code, is_template: bool) -> String {
    format!("{} {MARKER}: {}", if is_template { "#!" } else { "#" }, code.name())
}

impl Code {
    /// Whether a comment can silence it. What says that a text was not read as it stands cannot be: the rest of what is
    /// said of the text hangs on it. Nor can what is said of such comments themselves.
    pub fn can_be_silenced(self) -> bool {
        !matches!(
            self,
            Self::SyntaxError
                | Self::InvalidEncoding
                | Self::TooDeep
                | Self::FileTooLarge
                | Self::UnreadableFile
                | Self::InvalidFlag
                | Self::InvalidConfig
                | Self::InvalidSuppression
                | Self::UnusedSuppression
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the one comment of a text names.
    #[track_caller]
    fn named(text: &str) -> Vec<String> {
        let found: Vec<usize> = starts(text).collect();
        let [start] = found[..] else { panic!("{found:?}") };
        let suppression = Suppression::at(text, start);
        for (start, code) in &suppression.codes {
            assert!(text[*start..].starts_with(code.as_str()), "{start} {code}");
        }
        assert!(text[suppression.start..].starts_with('#'));
        suppression.codes.into_iter().map(|(_, code)| code).collect()
    }

    #[test]
    fn a_comment_names_codes() {
        assert_eq!(named("a: 1 # sayl-ignore: unknown-key\nb: 2\n"), ["unknown-key"]);
        assert_eq!(
            named("b: 2\n#! sayl-ignore: unknown-key,type-mismatch  no-schema"),
            ["unknown-key", "type-mismatch", "no-schema"]
        );
        assert_eq!(named("#sayl-ignore: é, x -- it is old, and stays"), ["é", "x"]);
        assert_eq!(named("\t# sayl-ignore:\r\n"), [""; 0]);
    }

    #[test]
    fn a_comment_without_colon_names_nothing() {
        assert_eq!(named("a: 1 # sayl-ignore\n"), [""; 0]);
        assert_eq!(named("#! sayl-ignore unknown-key\n"), [""; 0]);
        assert_eq!(named("# sayl-ignore -- why"), [""; 0]);
    }

    #[test]
    fn anything_else_is_none() {
        for text in [
            "a: b# sayl-ignore: x",
            "# see sayl-ignore: x",
            "sayl-ignore: x",
            "# sayl-ignored: x",
            "#@ sayl-ignore: x",
            "# sayl-ignore comments silence",
            "# sayl-ignore, x",
        ] {
            assert_eq!(starts(text).count(), 0, "{text}");
        }
    }
}
