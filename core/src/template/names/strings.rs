//! Names that stand in strings.

use crate::text::{TextRange, TextSize};

/// The range of a string literal without its prefix and quotes.
pub(super) fn content(text: &str, literal: TextRange) -> TextRange {
    let source = text.get(std::ops::Range::<usize>::from(literal)).unwrap_or_default();
    let prefix = source.find(['"', '\'']).unwrap_or(0);
    let quoted = source.get(prefix..).unwrap_or_default();
    let is_triple = quoted.len() >= 6 && (quoted.starts_with("\"\"\"") || quoted.starts_with("'''"));
    let around = if is_triple { 3 } else { 1 };
    if quoted.len() < 2 * around {
        return literal;
    }
    let size = |length: usize| TextSize::new(length as u32);
    TextRange::new(literal.start() + size(prefix + around), literal.end() - size(around))
}

/// The same, if the content is this text as it stands, without escapes.
pub(super) fn plain_content(text: &str, literal: TextRange, value: &str) -> Option<TextRange> {
    let range = content(text, literal);
    (text.get(std::ops::Range::<usize>::from(range))? == value).then_some(range)
}
