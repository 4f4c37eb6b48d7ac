//! Where the expressions of a text are: each `${…}`, found by counting braces outside of quotes.

use crate::text::{TextRange, TextSize};

/// A `${…}` of a text. Ranges are bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmbeddedExpression {
    /// From `$` to `}`; to the end of the text where it is never closed.
    pub range: TextRange,
    /// What stands in the braces.
    pub inner: TextRange,
    /// What ends it.
    pub end: EmbeddedEnd,
}

/// What ends a `${…}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbeddedEnd {
    /// Its `}`.
    Closed,
    /// The end of the text: nothing from `${` on is an expression.
    Unclosed,
    /// The end of the text, for the quote at this place takes the `}` for text.
    UnclosedQuote(TextRange),
    /// Another `${`, at this place, which the platform refuses.
    Nested(TextRange),
}

const OPENING: &str = "${";

/// How a platform looks for the `}` of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quoting {
    /// Braces in single and double quotes do not count. Behind an expression that is not closed none is looked for.
    Both,
    /// Braces in double quotes do not count, and `"${` may stand in an expression. What is not closed is text.
    Double,
}

/// Every expression of a text.
pub fn embedded(text: &str, quoting: Quoting) -> Vec<EmbeddedExpression> {
    let mut found: Vec<EmbeddedExpression> = Vec::new();
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find(OPENING)).map(|at| from + at) {
        let inner = start + OPENING.len();
        let (length, end) = inner_length(text.get(inner..).unwrap_or_default(), inner, quoting);
        let closed = usize::from(end == EmbeddedEnd::Closed);
        let behind = inner + length + closed;
        found.push(EmbeddedExpression { range: range(start, behind), inner: range(inner, inner + length), end });
        from = match (end, quoting) {
            (EmbeddedEnd::Unclosed | EmbeddedEnd::UnclosedQuote(_), Quoting::Both) => text.len(),
            (EmbeddedEnd::Unclosed, Quoting::Double) => inner,
            _ => behind,
        };
    }
    found
}

/// Whether an expression is all that a text holds, blanks aside: then its value keeps its type.
pub fn is_whole(text: &str, embedded: &[EmbeddedExpression]) -> bool {
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    matches!(embedded, [only] if only.range == range(start, start + trimmed.len()))
}

/// Whether an expression is a text from its first letter to its last.
pub fn is_exactly(text: &str, embedded: &[EmbeddedExpression]) -> bool {
    matches!(embedded, [only] if only.range == range(0, text.len()))
}

fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32))
}

/// How long the expression is that a text starts with, and what ends it. The text starts at an offset.
fn inner_length(text: &str, offset: usize, quoting: Quoting) -> (usize, EmbeddedEnd) {
    let mut depth = 1_usize;
    let mut quote = None;
    let mut is_escaped = false;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(_), '\\') => {
                is_escaped = !is_escaped;
                continue;
            }
            (Some((open, _)), _) if open == character && !is_escaped => quote = None,
            (None, '"') => quote = Some((character, at)),
            (None, '\'') if quoting == Quoting::Both => quote = Some((character, at)),
            (None, '{') => depth += 1,
            (None, '}') => {
                depth -= 1;
                if depth == 0 {
                    return (at, EmbeddedEnd::Closed);
                }
            }
            (None, '$') if quoting == Quoting::Double && text[..at].ends_with('"') => {}
            (None, '$') if text[at..].starts_with(OPENING) => {
                return (at, EmbeddedEnd::Nested(range(offset + at, offset + at + OPENING.len())));
            }
            _ => {}
        }
        is_escaped = false;
    }
    let end = match quote {
        Some((_, at)) if quoting == Quoting::Both && text[at..].contains('}') => {
            EmbeddedEnd::UnclosedQuote(range(offset + at, offset + at + 1))
        }
        _ => EmbeddedEnd::Unclosed,
    };
    (text.len(), end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = embedded(text, Quoting::Both);
        let shown: Vec<String> = found
            .iter()
            .map(|it| match it.end {
                EmbeddedEnd::Closed => text[it.inner].to_owned(),
                EmbeddedEnd::Unclosed => format!("{}…", &text[it.inner]),
                EmbeddedEnd::UnclosedQuote(at) => format!("{}…{}", &text[it.inner], &text[at]),
                EmbeddedEnd::Nested(at) => format!("{}<{}", &text[it.inner], &text[at]),
            })
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn braces_count_outside_of_quotes() {
        check("${a}-${b}", &["a", "b"]);
        check("${ {\"a\": {}} }", &[" {\"a\": {}} "]);
        check("${'}' + \"{\\\"\"}!", &["'}' + \"{\\\"\""]);
        check("$ {a} $${b}", &["b"]);
        check("${'a", &["'a…"]);
        check("${a == 'b} c", &["a == 'b} c…'"]);
        check("plain", &[]);
    }

    #[test]
    fn what_is_not_closed_ends_the_search() {
        check("${a", &["a…"]);
        check("${it's} ${b}", &["it's} ${b}…'"]);
    }

    #[test]
    fn an_expression_inside_of_another_is_found() {
        check("${a + ${b}}", &["a + <${", "b"]);
        check("${'${b}'}", &["'${b}'"]);
    }

    #[test]
    fn a_platform_may_know_double_quotes_only() {
        let check = |text: &str, expected: &[&str]| {
            let found = embedded(text, Quoting::Double).into_iter();
            let shown: Vec<&str> = found.map(|it| &text[it.range]).collect();
            assert_eq!(shown, expected);
        };
        check(r#"${x + "}"}-${b}"#, &[r#"${x + "}"}"#, "${b}"]);
        check("${x + '}'}", &["${x + '}"]);
        check("${a ${b}", &["${a ", "${b}"]);
        check(r#"${"${b}"}"#, &[r#"${"${b}"}"#]);
    }

    #[test]
    fn an_expression_may_be_the_whole_text() {
        let check = |text: &str| is_whole(text, &embedded(text, Quoting::Both));
        assert!(check("${a}") && check("\n  ${a}\n"));
        assert!(!check("${a}b") && !check("${a}${b}") && !check(""));
    }
}
