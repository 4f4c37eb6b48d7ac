//! Descriptions as people write them: paragraphs, `code` between backticks, addresses. Everything else is plain text,
//! whatever it looks like.

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span<'a> {
    /// Plain text.
    Text(&'a str),
    /// What stands between two backticks.
    Code(&'a str),
    /// An address of the web.
    Link(&'a str),
}

/// The paragraphs of a text: blank lines separate them.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![Vec::new()];
    for line in text.lines().map(str::trim) {
        match paragraphs.last_mut() {
            Some(paragraph) if !line.is_empty() => paragraph.push(line),
            _ => paragraphs.push(Vec::new()),
        }
    }
    paragraphs.into_iter().filter(|lines| !lines.is_empty()).map(|lines| lines.join("\n")).collect()
}

/// The parts of a text in order.
pub(super) fn spans(text: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    let mut rest = text;
    while let Some((start, span, length)) = next_span(rest) {
        if start > 0 {
            spans.push(Span::Text(&rest[..start]));
        }
        spans.push(span);
        rest = &rest[start + length..];
    }
    if !rest.is_empty() {
        spans.push(Span::Text(rest));
    }
    spans
}

/// The first code or address: where it starts, what it is, and its length in bytes.
fn next_span(text: &str) -> Option<(usize, Span<'_>, usize)> {
    let found = [code(text), link(text)].into_iter().flatten();
    found.min_by_key(|(start, ..)| *start)
}

fn code(text: &str) -> Option<(usize, Span<'_>, usize)> {
    let (before, rest) = text.split_once('`')?;
    let (inner, _) = rest.split_once('`')?;
    (!inner.trim().is_empty()).then(|| (before.len(), Span::Code(inner), inner.len() + 2))
}

fn link(text: &str) -> Option<(usize, Span<'_>, usize)> {
    let start = ["https://", "http://"].iter().filter_map(|scheme| text.find(scheme)).min()?;
    let is_end = |character: char| character.is_whitespace() || "<>\"'`{}|\\^".contains(character);
    let address = &text[start..];
    let address = &address[..address.find(is_end).unwrap_or(address.len())];
    let address = address.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '*', '_']);
    Some((start, Span::Link(address), address.len()))
}

#[cfg(test)]
mod tests {
    use super::Span::{Code, Link, Text};
    use super::*;

    #[test]
    fn blank_lines_separate_paragraphs() {
        assert_eq!(paragraphs("\n  one\n    more\n\n \n two\n"), ["one\nmore", "two"]);
        assert!(paragraphs(" \n").is_empty());
    }

    #[test]
    fn code_and_addresses_are_found() {
        let text = "Use `host`, see (https://a.example/x_y). <b>";
        let expected = [Text("Use "), Code("host"), Text(", see ("), Link("https://a.example/x_y"), Text("). <b>")];
        assert_eq!(spans(text), expected);
        assert_eq!(spans("``` `"), [Text("``` `")]);
        assert_eq!(spans("`javascript:x` java"), [Code("javascript:x"), Text(" java")]);
    }
}
