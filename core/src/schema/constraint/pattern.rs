//! Regular expressions as Go reads them. The crate `regex` has the same roots; what it reads otherwise is rewritten.

use std::iter::Peekable;
use std::str::Chars;

use regex::Regex;
use smol_str::SmolStr;

/// A regular expression that a text holds a match of, valid or not.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: SmolStr,
    regex: Option<Regex>,
}

impl Pattern {
    /// Reads a pattern.
    pub fn new(text: &str) -> Self {
        Self { text: text.into(), regex: Regex::new(&rewritten(text)).ok() }
    }

    /// The pattern as it is written.
    pub fn text(&self) -> &SmolStr {
        &self.text
    }

    /// Whether it can be matched at all.
    pub fn is_valid(&self) -> bool {
        self.regex.is_some()
    }

    /// Whether a text holds a match; never for a pattern that is not valid.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex.as_ref().is_some_and(|regex| regex.is_match(text))
    }
}

/// The pattern in the dialect of `regex`: Go's letter classes are ASCII, and in brackets `[`, `&`, `~` and `--` are
/// themselves.
fn rewritten(text: &str) -> String {
    let mut rewritten = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut class = Class::Outside;
    while let Some(next) = rest.next() {
        match (next, class) {
            ('\\', _) => escape(&mut rest, class, &mut rewritten),
            ('[', Class::Outside) => {
                rewritten.push('[');
                rewritten.extend(rest.next_if_eq(&'^'));
                // A bracket or dash that comes first is one of the characters.
                if let Some(first) = rest.next_if(|first| matches!(first, ']' | '-')) {
                    rewritten.extend(['\\', first]);
                }
                class = Class::Inside;
            }
            ('[', Class::Inside) if rest.peek() == Some(&':') => named_class(&mut rest, &mut rewritten),
            ('[' | '&' | '~', Class::Inside) => rewritten.extend(['\\', next]),
            ('-', Class::Inside) if rest.next_if_eq(&'-').is_some() => rewritten.push_str("-\\-"),
            (']', Class::Inside) => {
                rewritten.push(']');
                class = Class::Outside;
            }
            _ => rewritten.push(next),
        }
    }
    rewritten
}

/// Whether brackets are open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Outside,
    Inside,
}

/// `\d` and the like; `\Q…\E`, which `regex` does not know, is escaped letter by letter.
fn escape(rest: &mut Peekable<Chars<'_>>, class: Class, rewritten: &mut String) {
    let Some(letter) = rest.next() else { return rewritten.push('\\') };
    let (set, is_negated) = match letter {
        'd' | 'D' => ("0-9", letter == 'D'),
        'w' | 'W' => ("0-9A-Za-z_", letter == 'W'),
        's' | 'S' => ("\\t\\n\\x0c\\r ", letter == 'S'),
        'b' | 'B' if class == Class::Outside => {
            rewritten.extend(["(?-u:\\", if letter == 'b' { "b" } else { "B" }, ")"]);
            return;
        }
        'Q' => return quoted(rest, rewritten),
        other => return rewritten.extend(['\\', other]),
    };
    match (class, is_negated) {
        (Class::Inside, false) => rewritten.push_str(set),
        (_, false) => rewritten.extend(["[", set, "]"]),
        (_, true) => rewritten.extend(["[^", set, "]"]),
    }
}

fn quoted(rest: &mut Peekable<Chars<'_>>, rewritten: &mut String) {
    while let Some(next) = rest.next() {
        if next == '\\' && rest.next_if_eq(&'E').is_some() {
            return;
        }
        rewritten.push_str(&regex::escape(next.encode_utf8(&mut [0; 4])));
    }
}

/// `[:alpha:]` inside brackets, after its `[`.
fn named_class(rest: &mut Peekable<Chars<'_>>, rewritten: &mut String) {
    rewritten.push('[');
    for next in rest.by_ref() {
        rewritten.push(next);
        if next == ']' {
            return;
        }
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
