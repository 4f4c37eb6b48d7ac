//! Comments that silence problems: `# sayl-ignore: code, other-code -- why`. What a comment says, not what it silences.
//!
//! # Design
//!
//! Comments that silence problems are found when a segment is parsed, by its text (`problem::suppression`), and
//! applied last of all, to problems with absolute places (`analysis::suppressions`): a file without any pays nothing.
//! That one silences nothing is said only once all that might have been silenced was looked for: not while an
//! evaluation is awaited, nor after one that failed.

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

/// Every such comment of a text, one for each line at most.
pub fn suppressions(text: &str) -> Vec<Suppression> {
    text.match_indices(MARKER).filter_map(|(at, _)| suppression(text, at)).collect()
}

fn suppression(text: &str, marker: usize) -> Option<Suppression> {
    let line_start = text[..marker].rfind('\n').map_or(0, |newline| newline + 1);
    let before = text[line_start..marker].trim_end_matches([' ', '\t']);
    let before = before.strip_suffix('!').unwrap_or(before).strip_suffix('#')?;
    if !before.is_empty() && !before.ends_with([' ', '\t']) {
        return None;
    }
    let start = marker + MARKER.len();
    let rest = text[start..].lines().next().unwrap_or_default();
    let codes = match rest.strip_prefix(':') {
        Some(list) => codes(list, start + ":".len()),
        None if lacks_colon(rest) => Vec::new(),
        None => return None,
    };
    Some(Suppression { start: line_start + before.len(), codes })
}

/// Whether what stands behind the marker shows that it is meant as one: nothing, or a code.
fn lacks_colon(rest: &str) -> bool {
    let is_apart = rest.starts_with([' ', '\t']);
    let word = rest.split([' ', '\t', ',']).find(|word| !word.is_empty());
    word.is_none_or(|word| is_apart && (word.starts_with(REASON) || Code::from_name(word).is_some()))
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
        let found = suppressions(text);
        let [suppression] = &found[..] else { panic!("{found:?}") };
        for (start, code) in &suppression.codes {
            assert!(text[*start..].starts_with(code.as_str()), "{start} {code}");
        }
        assert!(text[suppression.start..].starts_with('#'));
        suppression.codes.iter().map(|(_, code)| code.clone()).collect()
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
            assert_eq!(suppressions(text), [], "{text}");
        }
    }
}
