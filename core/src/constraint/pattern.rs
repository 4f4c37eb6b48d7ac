//! Patterns that a text holds a match of, valid or not.

use smol_str::SmolStr;

use crate::regexp::Regexp;

/// A regular expression that a text holds a match of, valid or not.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: SmolStr,
    regexp: Option<Regexp>,
}

impl Pattern {
    /// Reads a pattern.
    pub fn new(text: &str) -> Self {
        Self { text: text.into(), regexp: Regexp::new(text).ok() }
    }

    /// The pattern as it is written.
    pub fn text(&self) -> &SmolStr {
        &self.text
    }

    /// Whether it can be matched at all.
    pub fn is_valid(&self) -> bool {
        self.regexp.is_some()
    }

    /// Whether a text holds a match; never for a pattern that is not valid.
    pub fn is_match(&self, text: &str) -> bool {
        self.regexp.as_ref().is_some_and(|regexp| regexp.is_match(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, matched: &[&str], others: &[&str]) {
        let pattern = Pattern::new(pattern);
        assert!(pattern.is_valid(), "{pattern:?}");
        assert!(matched.iter().all(|text| pattern.is_match(text)), "{pattern:?}");
        assert!(!others.iter().any(|text| pattern.is_match(text)), "{pattern:?}");
    }

    #[test]
    fn classes_of_letters_are_ascii() {
        check(r"^\d+$", &["12"], &["١", ""]);
        check(r"^[\w-]+$", &["a-b_1"], &["é"]);
        check(r"^[^\s]$", &["a"], &[" "]);
        check(r"^\W$", &["é"], &["a"]);
        check(r"\bb\b", &["a b"], &["ab"]);
    }

    #[test]
    fn brackets_hold_characters_that_regex_takes_for_operators() {
        check("^[[a]+$", &["[a"], &["b"]);
        check("^[]a]+$", &["]a"], &["b"]);
        check("^[^]a]+$", &["b"], &["]"]);
        check("^[a&&b]+$", &["&"], &["c"]);
        check("^[[:alpha:]1]+$", &["z1"], &["2"]);
        check("^[+--]+$", &["+,-"], &["."]);
        check("^[--/]+$", &["-./"], &[","]);
    }

    #[test]
    fn quoted_text_is_itself() {
        check(r"^\Qa.b\E$", &["a.b"], &["axb"]);
    }

    #[test]
    fn what_go_cannot_match_is_not_valid() {
        assert!(!Pattern::new("^(?=a)").is_valid());
        assert!(!Pattern::new("^[a-z").is_valid());
        assert!(!Pattern::new(r"(a)\1").is_valid());
    }
}
